"""Rates with their uncertainty."""

from __future__ import annotations

import math
from dataclasses import dataclass

_Z95 = 1.959964


@dataclass(frozen=True)
class Rate:
    """`hits` of `count`."""

    hits: int
    count: int

    @property
    def value(self) -> float | None:
        """From 0 to 1, None of nothing."""
        return self.hits / self.count if self.count else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 %; all of 0 to 1 for a rate of nothing."""
        return wilson(self.hits, self.count)

    def __str__(self) -> str:
        if not self.count:
            return "-"
        low, high = self.interval
        return f"{100 * self.hits / self.count:.1f} % ({100 * low:.1f}-{100 * high:.1f}; {self.hits} of {self.count})"


def f1(right: int, seen: int, true: int) -> float | None:
    """The harmonic mean of precision and recall; None where there was nothing to see and nothing was seen."""
    return 2 * right / (seen + true) if seen + true else None


def f1_interval(right: int, seen: int, true: int) -> tuple[float, float]:
    """F1's interval at 95 %, taken as a rate of the mean of what was seen and what is there."""
    return wilson(right, (seen + true) / 2)


def wilson(hits: float, count: float) -> tuple[float, float]:
    """The score interval at 95 % of `hits` of `count` (E. B. Wilson, 1927); all of 0 to 1 where `count` is 0."""
    if not count:
        return 0.0, 1.0
    p, z2 = hits / count, _Z95**2
    middle = p + z2 / (2 * count)
    spread = _Z95 * math.sqrt(p * (1 - p) / count + z2 / (4 * count * count))
    return max(0.0, (middle - spread) / (1 + z2 / count)), min(1.0, (middle + spread) / (1 + z2 / count))
