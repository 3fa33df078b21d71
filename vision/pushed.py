"""Where things are in the picture after somebody pushed the camera, or the table."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Explanation

Points = NDArray[np.float32]

# So many things must be seen again to tell how everything was pushed.
_FEWEST = 3
# Each of them within this share of a tile's length; and less than this is how exactly corners are seen.
_WITHIN, _LEAST = 0.15, 0.05


def push(pairs: Sequence[tuple[Points, Points]], most: int) -> Points | None:
    """How all things were pushed, as a matrix (2, 3) from pixels to pixels: turned, shifted and scaled alike.

    `pairs`: quads (4, 2) of what may be one thing before and now. `most`: how many things there are; None where less
    than half of them agree, or too few, or where nothing was pushed.
    """
    if len(pairs) < _FEWEST:
        return None
    before, now = (np.array([quad.mean(axis=0) for quad in quads], np.float32) for quads in zip(*pairs, strict=True))
    length = float(np.median([np.linalg.norm(quad[1] - quad[2]) for quad, _ in pairs]))
    matrix, fits = cv2.estimateAffinePartial2D(before, now, ransacReprojThreshold=_WITHIN * length)
    if matrix is None or fits.sum() < max(_FEWEST, most / 2):
        return None
    far = np.linalg.norm(cv2.transform(before[None], matrix)[0] - before, axis=1).max()
    return np.asarray(matrix, np.float32) if far > _LEAST * length else None


def how_pushed(before: Explanation, now: Explanation) -> Points | None:
    """How the layout was pushed between two looks, as a matrix (2, 3) of pixels; None where it was not."""
    laid = [before.tiles[index] for index in before.layout]
    tiles = [now.tiles[index] for index in now.layout]
    pairs = [
        (old.sighting.quad, new.sighting.quad) for old in laid for new in tiles if {old.a, old.b} == {new.a, new.b}
    ]
    return push(pairs, len(laid))


def pushed(quad: Points, matrix: Points) -> Points:
    """A quad (4, 2) where it is after a push."""
    return np.asarray(cv2.transform(quad[None], matrix)[0], np.float32)
