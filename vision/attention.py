"""Which frames are worth reading: not while something moves or an arm is over the table, nor in the dark."""

from __future__ import annotations

import math
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pictures import Picture
from vision.reaches import Came, Mask, Reaches, arm_over
from vision.stillness import Cells, Stillness, difference, is_dark

# Frames further apart than this, in seconds, are each read on its own: nothing can be seen moving between them.
_SLOW = 0.3
# After so many seconds an arm that does not move is taken to rest there: what it leaves in sight is read.
_PATIENCE = 2.5
# The mean difference of the cells, in levels, from which on a shift is looked for, the longest one, in cells, and the
# share of the difference that is left where there was one.
_UNLIKE, _LONGEST_SHIFT, _MUCH_LESS = 1.5, 12.0, 0.6
# When to stop looking for how exactly it was turned.
_STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 30, 1e-3)


class Seen(Enum):
    """What a frame shows."""

    DARK = "nothing, it is dark"
    MOVING = "something moves, or an arm is over the table"
    SAME = "the table as it was read last"
    NEWS = "a still table that looks other than when it was read last"


class Attention:
    """Compares every frame with those before. Not thread-safe.

    Of the frame seen last, `arm`: its cells (90, 160) that an arm covers, if any; `news`: those that look other than
    when the table was read last, None where it never was; `still`: whether it equals the frame before; `slow`: whether
    it came so long after that one that each is worth a look of its own; `still_since`: when something moved last, in
    seconds.
    """

    def __init__(self) -> None:
        self.arm: Mask | None = None
        self.news: Mask | None = None
        self.slow = self.still = False
        self.still_since = 0.0
        self._stillness = Stillness()
        self._reaches = Reaches()
        # The table without an arm, and the same with all that has not moved for long: an arm may rest there, and a
        # plate that somebody put down stays.
        self._clear: Cells | None = None
        self._table: Cells | None = None
        self._moved_at = np.zeros((90, 160))
        self._time: float | None = None

    def see(self, picture: Picture, time: float) -> Seen:
        """Look at the next frame, taken at `time` in seconds."""
        self.still = self._stillness.settled(picture)
        newest = self._stillness.newest
        assert newest is not None
        self.slow = self._time is not None and time - self._time >= _SLOW
        self._time = time
        if not self.still:
            self.still_since = time
        if is_dark(newest):
            return Seen.DARK
        self._moved_at[self._stillness.moved] = time
        self.news = self._stillness.news()
        if self._is_reaching(newest, time) or not (self.still or (self.slow and self._clear is not None)):
            self._reaches.moving(newest, time)
            return Seen.MOVING
        if self.news is not None and not self.news.any():
            # Nothing came of whoever reached.
            self._reaches = Reaches()
            return Seen.SAME
        return Seen.NEWS

    def read(self) -> tuple[Came, ...]:
        """The frame seen last is read; return the reaches since the last time."""
        newest = self._stillness.newest
        assert newest is not None
        self._stillness.mark_read()
        if self.arm is None:
            self._clear, self._table = newest.copy(), newest.copy()
        return self._reaches.take(newest)

    def _is_reaching(self, newest: Cells, time: float) -> bool:
        """Whether an arm is over the table that has not rested there for long."""
        if self._clear is None or self._table is None:
            return False
        if self.still:
            # The lamp may be dimmed while something hides a part of the table.
            was = np.maximum(np.median(self._table[::2, ::2], axis=(0, 1)), 1)
            self._table *= np.median(newest[::2, ::2], axis=(0, 1)) / was
        np.copyto(self._table, newest, where=(time - self._moved_at >= _PATIENCE)[..., None])
        # Mostly nothing changed since the table was read, and then there is no arm that was not there before.
        if self.news is not None and not self.news.any():
            return False
        reaching = arm_over(newest, self._table)
        if reaching is not None and self.still:
            rows, columns = np.nonzero(reaching)
            box = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
            # Somebody nudged the camera, or bumped into the table.
            for part in (np.s_[:, :], box):
                if _is_shifted(newest[part], self._table[part]):
                    self._table[part] = self._clear[part] = newest[part]
                    reaching = arm_over(newest, self._table)
                    break
        self.arm = arm_over(newest, self._clear)
        return self.arm is not None and reaching is not None


def _is_shifted(newest: Cells, table: Cells) -> bool:
    """Whether something was moved a little: the table, shifted and turned, looks much more nearly like what is seen
    now."""
    before = difference(newest, table)[0]
    if before.mean() < _UNLIKE:
        return False
    grey, was = (np.asarray(frame.mean(axis=2), np.float32) for frame in (newest, table))
    (across, down), _ = cv2.phaseCorrelate(was, grey)
    if not 0.3 < math.hypot(across, down) < _LONGEST_SHIFT:
        return False
    back = _turned_back(grey, was, np.array([[1, 0, -across], [0, 1, -down]], np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    moved = cv2.warpAffine(table, back, table.shape[1::-1], flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return bool(difference(newest, np.asarray(moved, np.float32))[0].mean() < _MUCH_LESS * before.mean())


def _turned_back(grey: Cells, was: Cells, back: NDArray[np.float32]) -> NDArray[np.float32]:
    """The way back from what is seen now to what was, found more exactly than `back`: who nudges a camera turns it."""
    try:
        return np.asarray(cv2.findTransformECC(grey, was, back.copy(), cv2.MOTION_EUCLIDEAN, _STEPS)[1], np.float32)
    except cv2.error:  # nothing of the one is seen in the other
        return back
