"""Where a table changed since it was last looked at: only there must be looked anew."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.stillness import Cells, changed

# Beyond this share of the picture one look at all of it costs no more.
_LARGEST = 0.5


@dataclass(frozen=True)
class Region:
    """A part of a picture, in pixels. `window`: rows and columns to cut out, with what lies around it."""

    left: float
    top: float
    right: float
    bottom: float
    window: tuple[slice, slice]

    @property
    def size(self) -> int:
        """How many pixels its window has."""
        rows, columns = self.window
        return int((rows.stop - rows.start) * (columns.stop - columns.start))

    def holds(self, quad: NDArray[np.floating]) -> bool:
        """Whether the middle of a quad (4, 2) lies in it."""
        x, y = quad.mean(axis=0)
        return bool(self.left <= x < self.right and self.top <= y < self.bottom)


def changed_regions(now: Cells, before: Cells, shape: tuple[int, int], reach: float) -> tuple[Region, ...] | None:
    """The parts of a picture of `shape` (height, width) in which tiles may be other than before.

    `reach`: the length of a tile in pixels: so far around a change tiles are looked at anew, and as far again is what
    they are seen together with. None where all that is most of the picture.
    """
    down, across = shape[0] / len(now), shape[1] / len(now[0])
    around = np.ones((2 * math.ceil(reach / down) + 1, 2 * math.ceil(reach / across) + 1), np.uint8)
    mask = cv2.dilate(changed(now, before).astype(np.uint8), around)
    found = cv2.connectedComponentsWithStats(mask)[2][1:, :4]
    regions = tuple(
        _region(x * across, y * down, (x + wide) * across, (y + high) * down, shape, reach)
        for x, y, wide, high in found.tolist()
    )
    return None if sum(region.size for region in regions) > _LARGEST * shape[0] * shape[1] else regions


def _region(left: float, top: float, right: float, bottom: float, shape: tuple[int, int], reach: float) -> Region:
    rows = slice(max(0, int(top - reach)), min(shape[0], int(bottom + reach) + 1))
    columns = slice(max(0, int(left - reach)), min(shape[1], int(right + reach) + 1))
    return Region(left, top, right, bottom, (rows, columns))
