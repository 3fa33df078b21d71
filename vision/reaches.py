"""Hands and arms over the table: when they came and went, and from which side of the picture."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from scorer.view import Reach
from vision.stillness import Cells, changed

SIDES = ("top", "right", "bottom", "left")

# An arm covers at least this share of a side's strip, and of the strip of any other side at most half as much.
_STRIP = 0.04
_COVERED = 0.02
_CLEAR = 2.0


# Frames kept of a reach: twenty seconds at 15 a second. Of a longer one the end tells the side as well.
_LONGEST = 300


class Reaches:
    """Collects the frames in which something moves between two settled views. Not thread-safe.

    `seats`: the player, from 0, at each side of the picture where one sits.
    """

    def __init__(self, seats: Mapping[str, int]) -> None:
        self._seats = dict(seats)
        self._moving: deque[tuple[float, Cells]] = deque(maxlen=_LONGEST)

    def moving(self, frame: Cells, time: float) -> None:
        """Something moves in this frame, taken at `time` in seconds."""
        self._moving.append((time, frame))

    def take(self, settled: Cells) -> tuple[Reach, ...]:
        """The reach since the last call, if there was one, told by what is gone from the `settled` frame after it."""
        seen = dict.fromkeys(SIDES, 0.0)
        times = []
        for time, frame in self._moving:
            shares = covered(changed(frame, settled))
            if max(shares.values()) >= _COVERED:
                times.append(time)
            seen = {side: max(share, shares[side]) for side, share in seen.items()}
        self._moving.clear()
        if not times:
            return ()
        first, second = sorted(seen, key=lambda side: -seen[side])[:2]
        clear = seen[first] >= _CLEAR * seen[second]
        return (Reach(self._seats.get(first) if clear else None, times[0], times[-1]),)


def covered(differs: NDArray[np.bool_]) -> dict[str, float]:
    """The share, 0 to 1, of the strip along each side of the picture that has changed."""
    rows, columns = (max(1, round(_STRIP * size)) for size in differs.shape)
    strips = (differs[:rows], differs[:, -columns:], differs[-rows:], differs[:, :columns])
    return {side: float(strip.mean()) for side, strip in zip(SIDES, strips, strict=True)}
