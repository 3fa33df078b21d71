"""Placed tiles, their sides and joins: the parts of a layout (the rule book, 2.1)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scorer.tiles import Tile


class Side(StrEnum):
    """Where a placed tile can be joined.

    A tile lying lengthwise has its two halves, `END_A` being the lower one; all three free edges of a half are
    that one side. A tile lying crosswise has two long and two short sides.
    """

    END_A = "end-a"
    END_B = "end-b"
    LONG_1 = "long-1"
    LONG_2 = "long-2"
    SHORT_1 = "short-1"
    SHORT_2 = "short-2"

    @property
    def is_long(self) -> bool:
        """Whether this is a long side of a crosswise tile."""
        return self in LONG_SIDES

    @property
    def is_short(self) -> bool:
        """Whether this is a short side of a crosswise tile."""
        return self in SHORT_SIDES

    @property
    def is_end(self) -> bool:
        """Whether this is a half of a lengthwise tile."""
        return self in END_SIDES

    @property
    def opposite(self) -> Side:
        """The side across the tile: of end-a, end-b; of long-1, long-2; of short-1, short-2."""
        return _OPPOSITE[self]


END_SIDES = (Side.END_A, Side.END_B)
LONG_SIDES = (Side.LONG_1, Side.LONG_2)
SHORT_SIDES = (Side.SHORT_1, Side.SHORT_2)
_OPPOSITE = {side: other for pair in (END_SIDES, LONG_SIDES, SHORT_SIDES) for side, other in (pair, pair[::-1])}

Place = tuple[int, Side]


@dataclass(frozen=True, order=True, slots=True)
class Placed:
    """A tile on the table. `index`: its number in the layout, from 0 in the order of laying, kept when others are
    picked up. `across`: it lies crosswise. `face_down`: only its back is seen."""

    index: int
    tile: Tile
    across: bool
    face_down: bool = False

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides this tile has as it lies."""
        return LONG_SIDES + SHORT_SIDES if self.across else END_SIDES

    def value_at(self, side: Side) -> int:
        """Pips shown at a side; of a tile lying crosswise, its lower half. Raises ValueError for a side it lacks."""
        if side not in self.sides:
            raise ValueError(f"{self.tile} lies {'crosswise' if self.across else 'lengthwise'} and has no {side}")
        return self.tile.high if side is Side.END_B else self.tile.low


@dataclass(frozen=True, slots=True)
class Join:
    """Two placed tiles that touch: their indices, the lower first, and the side of each that the join covers."""

    first: int
    first_side: Side
    second: int
    second_side: Side

    def __post_init__(self) -> None:
        if self.first > self.second:
            swapped = (self.second, self.second_side, self.first, self.first_side)
            for name, value in zip(("first", "first_side", "second", "second_side"), swapped, strict=True):
                object.__setattr__(self, name, value)

    @property
    def places(self) -> tuple[Place, Place]:
        """Both (index, side) of the join."""
        return (self.first, self.first_side), (self.second, self.second_side)

    def other(self, index: int) -> Place:
        """The (index, side) of the tile that `index` is joined to."""
        return self.places[1] if index == self.first else self.places[0]

    def side_of(self, index: int) -> Side:
        """The side of the tile `index` that this join covers."""
        return self.first_side if index == self.first else self.second_side
