"""When the table is still, and what looks other than before."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture

# Seen this small, sensor noise averages out and a single tile of 30 px is still a patch of several cells.
_CELLS = (160, 90)
# How far a colour of a patch must change to count: in levels of 255, and in deviations of the noise, of which the
# largest of all patches is some five. An arm may be as light as the cloth, hence colours. A lamp's flicker stays below,
# a white tile on white cloth (its shadow and its pips) above.
_LEVELS, _DEVIATIONS = 10.0, 9.0
_PATCH = 3


Cells = NDArray[np.float32]


class Stillness:
    """Compares frames as they come, each as its `newest` cells (90, 160, 3). Not thread-safe."""

    def __init__(self) -> None:
        self.newest: Cells | None = None
        self._read: Cells | None = None

    def settled(self, picture: Picture) -> bool:
        """Whether this frame equals the one before it: nothing moves."""
        small = np.asarray(cv2.resize(picture, _CELLS, interpolation=cv2.INTER_AREA), np.float32)
        still = self.newest is not None and not changed(small, self.newest).any()
        self.newest = small
        return still

    def is_news(self) -> bool:
        """Whether the newest frame looks other than the one last marked as read."""
        return self.newest is not None and (self._read is None or bool(changed(self.newest, self._read).any()))

    def mark_read(self) -> None:
        """The newest frame has been read."""
        self._read = self.newest


def changed(one: Cells, other: Cells) -> NDArray[np.bool_]:
    """Which cells (90, 160) differ between two frames."""
    # The whole picture growing a little lighter or darker (auto-exposure) is no change of the table.
    change = one - other
    change -= np.median(change, axis=(0, 1))
    size = np.abs(cv2.blur(change, (_PATCH, _PATCH)))
    # Most of the table never changes, so the median difference is that of the noise (1.48 of it a deviation).
    noise = 1.48 * float(np.median(size))
    return np.asarray(size.max(axis=2) > max(_LEVELS, _DEVIATIONS * noise))
