"""Hands and arms over the table: when they came and went, and from which side of the picture."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.view import Reach
from vision.stillness import Cells, difference

Mask = NDArray[np.bool_]
Strips = tuple[Cells, ...]

SIDES = ("top", "right", "bottom", "left")

# An arm covers at least this share of a side's strip, and of the strip of any other side at most half as much.
_STRIP = 0.04
_COVERED = 0.02
_CLEAR = 2.0
# In strips, noise averages out less than over the whole picture.
_LEVELS = 14.0
# Seconds without an arm at a side after which the next one there is another.
_APART = 0.25
# Frames kept of a reach: twenty seconds at 15 a second. Of a longer one the end tells the side as well.
_LONGEST = 300
# An arm reaches into the picture at least so many cells; tiles and cups that stand at its edge do not.
_DEEP = 18
# An arm changes at least this share of the picture. Where more than the other has changed, the lamp or the camera did.
_ARM, _EVERYTHING = 0.006, 0.5
# Levels by which an arm differs from the table clearly, and slightly; and over how many cells parts of it are joined.
_CLEARLY, _SLIGHTLY, _BRIDGED = 10.0, 5.0, 5


@dataclass(frozen=True)
class Came:
    """An arm came over one `side` of the picture, None where that was not clear, and went, in seconds."""

    side: str | None
    start: float
    end: float

    def by(self, seats: Mapping[str, int]) -> Reach:
        """The reach of the player at that side, from 0."""
        return Reach(None if self.side is None else seats.get(self.side), self.start, self.end)


class Reaches:
    """Collects the frames in which something moves between two settled views. Not thread-safe."""

    def __init__(self) -> None:
        self._moving: deque[tuple[float, Strips]] = deque(maxlen=_LONGEST)

    def moving(self, frame: Cells, time: float) -> None:
        """Something moves in this frame, taken at `time` in seconds, or an arm lies over the table."""
        self._moving.append((time, _strips(frame)))

    def take(self, settled: Cells) -> tuple[Came, ...]:
        """The reaches since the last call, oldest first, told by what is gone from the `settled` frame after them."""
        after = _strips(settled)
        times = [time for time, _ in self._moving]
        # A slow film shows an arm only now and then.
        apart = _APART + min((later - earlier for earlier, later in pairwise(times)), default=0.0)
        spells: list[_Spell] = []
        for time, strips in self._moving:
            for side, share in zip(SIDES, _shares(strips, after), strict=True):
                if share >= _COVERED:
                    _seen(spells, side, time, share, apart)
        self._moving.clear()
        return _reaches(spells)


@dataclass
class _Spell:
    """An arm over one side of the picture, from `start` to `end`; `most`: the largest share of its strip."""

    side: str
    start: float
    end: float
    most: float


def _seen(spells: list[_Spell], side: str, time: float, share: float, apart: float) -> None:
    """Note that this share of a side's strip is covered at a time."""
    last = next((spell for spell in reversed(spells) if spell.side == side), None)
    if last is None or time - last.end > apart:
        spells.append(_Spell(side, time, time, share))
    else:
        last.end, last.most = time, max(last.most, share)


def _reaches(spells: list[_Spell]) -> tuple[Came, ...]:
    """One reach of all spells that overlap in time: an arm near a corner is seen at two sides."""
    found: list[Came] = []
    left = sorted(spells, key=lambda spell: spell.start)
    while left:
        together = [left.pop(0)]
        while left and left[0].start <= max(spell.end for spell in together):
            together.append(left.pop(0))
        if len({spell.side for spell in together}) == len(SIDES):
            continue  # the lamp or the camera, no arm
        first = max(together, key=lambda spell: spell.most)
        rival = max((spell.most for spell in together if spell.side != first.side), default=0.0)
        side = first.side if first.most >= _CLEAR * rival else None
        found.append(Came(side, together[0].start, max(spell.end for spell in together)))
    return tuple(found)


def _strips(frame: Cells) -> Strips:
    """The strips along the sides of a frame, in the order of SIDES."""
    rows, columns = (max(1, round(_STRIP * size)) for size in frame.shape[:2])
    parts = (frame[:rows], frame[:, -columns:], frame[-rows:], frame[:, :columns])
    return tuple(np.asarray(cv2.blur(part, (3, 3)), np.float32).reshape(-1, 3) for part in parts)


def _shares(strips: Strips, after: Strips) -> list[float]:
    """The share, 0 to 1, of each strip that differs."""
    differences = [one - other for one, other in zip(strips, after, strict=True)]
    # The whole picture growing a little lighter or darker is no arm.
    usual = np.median(np.concatenate(differences), axis=0)
    return [float((np.abs(part - usual).max(axis=1) > _LEVELS).mean()) for part in differences]


def arm_over(frame: Cells, table: Cells) -> Mask | None:
    """The cells (90, 160) of an arm over the `table` as it looks without one; None where there is none.

    An arm reaches deep into the picture from one of its sides. Where it crosses something of its own colour it differs
    little, or not at all.
    """
    size, noise = difference(frame, table)
    clearly = size > max(_CLEARLY, 9 * noise)
    if not _ARM <= clearly.mean() <= _EVERYTHING:
        return None
    slightly = (size > max(_SLIGHTLY, 4 * noise)).astype(np.uint8)
    joined = cv2.morphologyEx(np.pad(slightly, _BRIDGED), cv2.MORPH_CLOSE, np.ones((_BRIDGED, _BRIDGED), np.uint8))
    joined = joined[_BRIDGED:-_BRIDGED, _BRIDGED:-_BRIDGED]
    high, wide = clearly.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
    arm = np.zeros_like(clearly)
    for label, (left, top, width, height) in enumerate(stats[1:, :4].tolist(), start=1):
        across = (left == 0 or left + width == wide) and width >= _DEEP
        down = (top == 0 or top + height == high) and height >= _DEEP
        if (across or down) and clearly[labels == label].sum() >= _ARM * clearly.size:
            arm |= labels == label
    return arm if arm.any() else None
