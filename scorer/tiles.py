"""Tiles: the pieces of a domino set."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TILE_TEXT = re.compile(r"(\d+)-(\d+)")


@dataclass(frozen=True, order=True, slots=True)
class Tile:
    """A tile with its two halves, the lower first: `Tile(6, 4) == Tile(4, 6)`. Ordered by (low, high).

    Raises ValueError for negative pips. A tile does not know its set: a layout does.
    """

    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low < 0 or self.high < 0:
            raise ValueError(f"a half cannot show {min(self.low, self.high)} pips")
        if self.low > self.high:
            low, high = self.high, self.low
            object.__setattr__(self, "low", low)
            object.__setattr__(self, "high", high)

    @property
    def pips(self) -> int:
        """Pips of both halves together."""
        return self.low + self.high

    @property
    def is_double(self) -> bool:
        """Whether both halves show the same value."""
        return self.low == self.high

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read "4-6" (either half first). Raises ValueError where the text is not a tile."""
        match = _TILE_TEXT.fullmatch(text.strip())
        if match is None:
            raise ValueError(f'"{text}" is not a tile: write its halves as in 4-6')
        return cls(int(match[1]), int(match[2]))


def full_set(max_pips: int) -> tuple[Tile, ...]:
    """Return every tile of a set up to the double of `max_pips`, in order: 28 tiles for 6, 55 for 9."""
    return tuple(Tile(low, high) for low in range(max_pips + 1) for high in range(low, max_pips + 1))
