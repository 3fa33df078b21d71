"""Tiles under an arm: they lie there as they did before it came, until they are seen not to."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reaches import Mask
from vision.sightings import ACCEPTED, Sighting, lies_on

# A tile of which an arm covers more than this share is read as it was read before.
_COVERED = 0.15


def with_hidden(
    seen: list[Sighting], before: list[Sighting], arm: Mask | None, width: int, height: int
) -> list[Sighting]:
    """What is `seen` in a picture of width x height, with what was seen `before` where an `arm` lies over it now."""
    if arm is None:
        return seen
    under = [sighting for sighting in before if is_under(sighting, arm, width, height)]
    # A set has each tile once: what is seen elsewhere has been moved.
    hidden = [
        one for one in under if not any(_same_kind(one, other) for other in seen if not lies_on(other.quad, one.quad))
    ]
    return [sighting for sighting in seen if not any(lies_on(sighting.quad, other.quad) for other in hidden)] + hidden


def _same_kind(one: Sighting, other: Sighting) -> bool:
    """Whether both are clearly read as the same tile."""
    clear = (
        min(one.score, other.score) >= ACCEPTED and min(one.pips.max(axis=1).min(), other.pips.max(axis=1).min()) > -0.5
    )
    return bool(clear and sorted(one.pips.argmax(axis=1)) == sorted(other.pips.argmax(axis=1)))


def is_under(sighting: Sighting, arm: Mask, width: int, height: int) -> bool:
    """Whether more than a little of a tile in a picture of width x height lies under these cells."""
    rows, columns = arm.shape
    face = np.zeros(arm.shape, np.uint8)
    quad = sighting.quad * np.array([columns / width, rows / height])
    cv2.fillConvexPoly(face, np.asarray(quad.round(), np.int32), 1)
    return bool(arm[face > 0].mean() > _COVERED) if face.any() else False
