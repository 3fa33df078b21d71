"""Tiles under an arm: they lie there as they did before it came, until they are seen not to."""

from __future__ import annotations

import cv2
import numpy as np

from vision.reaches import Mask
from vision.sightings import Sighting

# A tile of which an arm covers more than this share is read as it was read before.
_COVERED = 0.15


def with_hidden(
    seen: list[Sighting], before: list[Sighting], arm: Mask | None, width: int, height: int
) -> list[Sighting]:
    """What is `seen` in a picture of width x height, with what was seen `before` where an `arm` lies over it now."""
    if arm is None:
        return seen
    hidden = [sighting for sighting in before if is_under(sighting, arm, width, height)]
    return [sighting for sighting in seen if not any(_in_one_place(sighting, other) for other in hidden)] + hidden


def _in_one_place(one: Sighting, other: Sighting) -> bool:
    middle = tuple(float(value) for value in one.quad.mean(axis=0))
    return cv2.pointPolygonTest(other.quad, middle, False) >= 0


def is_under(sighting: Sighting, arm: Mask, width: int, height: int) -> bool:
    """Whether more than a little of a tile in a picture of width x height lies under these cells."""
    rows, columns = arm.shape
    face = np.zeros(arm.shape, np.uint8)
    quad = sighting.quad * np.array([columns / width, rows / height])
    cv2.fillConvexPoly(face, np.asarray(quad.round(), np.int32), 1)
    return bool(arm[face > 0].mean() > _COVERED) if face.any() else False
