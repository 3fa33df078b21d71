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
# How much lighter a lamp makes a picture, at most and at least, before it looks other.
_LIGHTER = (0.5, 2.0)
# The lightest parts of a picture that shows anything are at least so light.
_LIGHT = 45.0


Cells = NDArray[np.float32]


class Stillness:
    """Compares frames as they come, each as its `newest` cells (90, 160, 3). Not thread-safe.

    `moved`: the cells (90, 160) that differ between the newest frame and the one before it, all in the first.
    """

    def __init__(self) -> None:
        self.newest: Cells | None = None
        self.moved = np.ones(_CELLS[::-1], bool)
        self._read: Cells | None = None

    def settled(self, picture: Picture) -> bool:
        """Whether this frame equals the one before it: nothing moves."""
        small = cells_of(picture)
        if self.newest is not None:
            self.moved = changed(small, self.newest)
        self.newest = small
        return not self.moved.any()

    def news(self) -> NDArray[np.bool_] | None:
        """The cells (90, 160) in which the newest frame looks other than the one last marked as read; None: all of it,
        since none was."""
        assert self.newest is not None
        return None if self._read is None else changed(self.newest, self._read)

    def mark_read(self) -> None:
        """The newest frame has been read."""
        self._read = self.newest


def cells_of(picture: Picture) -> Cells:
    """The picture as cells (90, 160, 3)."""
    return np.asarray(cv2.resize(picture, _CELLS, interpolation=cv2.INTER_AREA), np.float32)


def is_dark(cells: Cells) -> bool:
    """Whether a frame shows nothing, as with the lamp switched off."""
    return float(np.percentile(cells[::2, ::2].max(axis=2), 95)) < _LIGHT


def changed(one: Cells, other: Cells) -> NDArray[np.bool_]:
    """Which cells (90, 160) differ between two frames."""
    size, noise = difference(one, other)
    return np.asarray(size > max(_LEVELS, _DEVIATIONS * noise))


def difference(one: Cells, other: Cells) -> tuple[NDArray[np.float32], float]:
    """By how many levels each cell (90, 160) differs between two frames, and the deviation of the noise in that."""
    # The whole picture growing a little lighter or darker (a lamp, auto-exposure) is no change of the table. Most of
    # the table never changes, so medians tell; every fourth cell is enough for them.
    lightness = np.median(other[::2, ::2], axis=(0, 1)) / np.maximum(np.median(one[::2, ::2], axis=(0, 1)), 1)
    change = one * np.clip(lightness, *_LIGHTER).astype(np.float32) - other
    change -= np.median(change[::2, ::2], axis=(0, 1))
    size = np.abs(cv2.blur(change, (_PATCH, _PATCH)))
    # So is the median difference that of the noise (1.48 of it a deviation).
    return np.asarray(size.max(axis=2)), 1.48 * float(np.median(size[::2, ::2]))
