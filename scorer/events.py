"""What can happen in a match: plain values, appended to its record and never changed."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.deal_end import Hand, How
from scorer.rules import Rules
from scorer.sides import Place, Side
from scorer.tiles import Tile


@dataclass(frozen=True, slots=True)
class Start:
    """Players sit down, in the order of turns. `sides`: the players of each side, or None when each plays alone."""

    players: tuple[str, ...]
    rules: Rules
    sides: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles are dealt. `opener`: who lays the first tile, or None where that is the rule's choice or shows itself."""

    opener: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A tile is laid; the arguments are those of `Layout.place`. `player`: who laid it, or None for whose turn it is.

    `force`: it was laid so all the same, although it may not be.
    """

    tile: Tile
    at: Place | None = None
    join: Side | None = None
    player: int | None = None
    across: bool | None = None
    face_down: bool = False
    also_at: Place | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """A player takes tiles from the boneyard. `player`: None for whose turn it is."""

    player: int | None = None
    tiles: int = 1


@dataclass(frozen=True, slots=True)
class Pass:
    """A player cannot play. `player`: None for whose turn it is."""

    player: int | None = None


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The deal is over and the hands are counted: one a player, the tiles left or only their pips.

    `went_out`: who laid the last tile, or None for whoever played last. `boneyard`: tiles never drawn.
    """

    how: How
    hands: tuple[Hand, ...]
    went_out: int | None = None
    boneyard: tuple[Tile, ...] = ()


Event = Start | Deal | Play | Draw | Pass | EndDeal
