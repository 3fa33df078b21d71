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
        """Wilson's score interval at 95 % (E. B. Wilson, 1927); all of 0 to 1 for a rate of nothing."""
        if not self.count:
            return 0.0, 1.0
        n, p, z2 = self.count, self.hits / self.count, _Z95**2
        middle = p + z2 / (2 * n)
        spread = _Z95 * math.sqrt(p * (1 - p) / n + z2 / (4 * n * n))
        return max(0.0, (middle - spread) / (1 + z2 / n)), min(1.0, (middle + spread) / (1 + z2 / n))

    def __str__(self) -> str:
        if not self.count:
            return "-"
        low, high = self.interval
        return f"{100 * self.hits / self.count:.1f} % ({100 * low:.1f}-{100 * high:.1f}; {self.hits} of {self.count})"


def f1(right: int, seen: int, true: int) -> float | None:
    """The harmonic mean of precision and recall; None where there was nothing to see and nothing was seen."""
    return 2 * right / (seen + true) if seen + true else None
