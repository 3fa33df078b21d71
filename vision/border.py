"""Dominoes printed around a board, which a single picture tells from tiles.

They run all around what is laid, in one band or two that nothing lies across, and show many a tile twice.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Points, TablePlane
from vision.sightings import ACCEPTED, Sighting, apart_from_surer, clear_kinds

# Prints lie within so many tile widths of the outline of all that is seen, those of the outer row touch it nearly. What
# lies in an inner row, but not all around, may be a line beside one row of prints.
_BAND, _OUTER = 2.35, 0.5
_FEWEST = 16
# So many of its tiles are there a second time. Open hands around a table are of a set, which has each tile once; of
# two mixed sets a quarter would be.
_TWICE = 0.35
# So many more, at most, lie partly in the band: of a heap it would be more.
_ACROSS = 0.1
# Seen from the middle, the next one is never further round than this; of those in the inner row.
_WIDEST, _WIDEST_INSIDE = np.radians(60), np.radians(120)


def without_border(seen: list[Sighting], size: tuple[int, int]) -> list[Sighting]:
    """All the sightings in a picture of `size` (width, height) without those printed around the board."""
    sure = apart_from_surer([one for one in seen if one.score >= ACCEPTED])
    if not _is_of_no_set(sure):
        return seen
    plane = TablePlane.fit(np.stack([one.quad for one in sure]), *size)
    corners = np.concatenate([plane.to_table(one.quad) for one in sure])
    outline = np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)
    places = np.stack([plane.to_table(one.quad) for one in seen])
    depths = np.array([[_depth(point, outline) for point in place] for place in places])
    nearest, deepest = depths.min(axis=1), depths.max(axis=1)
    within, across = deepest <= _BAND, (nearest < _BAND) & (deepest > _BAND)
    inner = within & (nearest > _OUTER)
    if _gap(places[inner], outline) > _WIDEST_INSIDE:
        within &= ~inner
    border = [seen[number] for number in np.flatnonzero(within)]
    apart = across.sum() <= _ACROSS * len(border) and _gap(places[within], outline) <= _WIDEST
    printed = apart and _is_of_no_set(apart_from_surer(border))
    return [seen[number] for number in np.flatnonzero(~within)] if printed else seen


def _depth(point: Points, outline: NDArray[np.float32]) -> float:
    """How far inside the outline a point (2,) lies."""
    return float(cv2.pointPolygonTest(outline, (float(point[0]), float(point[1])), True))


def _is_of_no_set(seen: Sequence[Sighting]) -> bool:
    """Whether many tiles are clearly read, and many of them twice."""
    kinds = clear_kinds(seen)
    return kinds.total() >= _FEWEST and kinds.total() - len(kinds) >= _TWICE * kinds.total()


def _gap(places: Points, outline: NDArray[np.float32]) -> float:
    """The widest angle without any of the quads (n, 4, 2), seen from the middle of an outline."""
    if not len(places):
        return 2 * np.pi
    x, y = (places.mean(axis=1) - cv2.minAreaRect(outline)[0]).T
    around = np.sort(np.arctan2(y, x))
    return float(np.diff(around, append=around[0] + 2 * np.pi).max())
