"""When the table is still, and whether it still looks as it did."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

# Seen this small, sensor noise averages out and a single tile of 30 px is still a patch of several cells.
_CELLS = (160, 90)
# Levels, of 255, by which a colour of a patch must change to count: an arm may be as light as the cloth. A lamp's
# flicker stays below, a white tile on white cloth (its shadow and its pips) above.
_CHANGED = 7.0
_PATCH = 3


class Stillness:
    """Compares frames as they come. Not thread-safe."""

    def __init__(self) -> None:
        self._last: NDArray[np.float32] | None = None
        self._read: NDArray[np.float32] | None = None

    def settled(self, picture: Picture) -> bool:
        """Whether this frame equals the one before it: nothing moves."""
        small = _small(picture)
        still = self._last is not None and not _differ(small, self._last)
        self._last = small
        return still

    def news(self) -> bool:
        """Whether the newest frame looks other than the one last marked as read."""
        return self._last is not None and (self._read is None or _differ(self._last, self._read))

    def mark_read(self) -> None:
        """The newest frame has been read."""
        self._read = self._last


def _small(picture: Picture) -> NDArray[np.float32]:
    return np.asarray(cv2.resize(picture, _CELLS, interpolation=cv2.INTER_AREA), np.float32)


def _differ(one: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    # The whole picture growing a little lighter or darker (auto-exposure) is no change of the table.
    change = one - other
    change -= np.median(change, axis=(0, 1))
    return bool(np.abs(cv2.blur(change, (_PATCH, _PATCH))).max() > _CHANGED)
