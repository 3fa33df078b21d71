"""Dominoes printed around a board, which a single picture tells from tiles.

They run all around what is laid, in one band that nothing lies across, and show many a tile twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import Points, TablePlane
from vision.sightings import ACCEPTED, Sighting, is_read, kind_of

# The band's width, in tile widths from the outline of all that is seen: a tile's length, and what a plane may be off.
_BAND = 2.35
_FEWEST = 16
# So many of its tiles are there a second time. Open hands around a table are of a set, which has each tile once; of
# two mixed sets a quarter would be.
_TWICE = 0.35
# So many more, at most, lie partly in the band: the corner of a layout, not the rest of a heap.
_ACROSS = 0.1
# Seen from the middle, the next one is never further round than this.
_WIDEST_GAP = np.radians(60)


def without_border(seen: list[Sighting], size: tuple[int, int]) -> tuple[list[Sighting], list[Sighting]]:
    """All the sightings in a picture of `size` (width, height) without those printed around the board; and these."""
    sure = [one for one in seen if one.score >= ACCEPTED]
    if not _is_of_no_set(sure):
        return seen, []
    plane = TablePlane.fit(np.stack([one.quad for one in sure]), *size)
    corners = np.concatenate([plane.to_table(one.quad) for one in sure])
    outline = np.asarray(cv2.convexHull(corners.astype(np.float32)), np.float32)
    places = [plane.to_table(one.quad) for one in seen]
    depths = [_depths(place, outline) for place in places]
    border = [number for number, depth in enumerate(depths) if max(depth) <= _BAND]
    across = sum(min(depth) < _BAND < max(depth) for depth in depths)
    printed = [seen[number] for number in border]
    apart = across <= _ACROSS * len(border) and _is_around([places[number] for number in border], outline)
    if not (apart and _is_of_no_set(printed)):
        return seen, []
    return [one for number, one in enumerate(seen) if number not in border], printed


def _depths(quad: Points, outline: NDArray[np.float32]) -> list[float]:
    """How far inside the outline the corners of a quad (4, 2) lie."""
    return [cv2.pointPolygonTest(outline, (float(x), float(y)), True) for x, y in quad]


def _is_of_no_set(seen: Sequence[Sighting]) -> bool:
    """Whether many tiles are clearly read, and many of them twice."""
    kinds = Counter(kind_of(one) for one in seen if one.score >= ACCEPTED and is_read(one))
    return kinds.total() >= _FEWEST and kinds.total() - len(kinds) >= _TWICE * kinds.total()


def _is_around(places: Sequence[Points], outline: NDArray[np.float32]) -> bool:
    """Whether quads (4, 2), one or more, lie all around the middle of an outline."""
    x, y = (np.stack([place.mean(axis=0) for place in places]) - cv2.minAreaRect(outline)[0]).T
    around = np.sort(np.arctan2(y, x))
    return bool(np.diff(around, append=around[0] + 2 * np.pi).max() <= _WIDEST_GAP)
