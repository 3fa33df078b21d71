"""What can happen in a match: plain values, appended to its record and never changed.

A player who is left out (None) is whose turn it is, and follows when a correction changes that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer.deal_end import Hand, How
from scorer.rules import Rules
from scorer.sides import Place, Side
from scorer.tiles import Tile


@dataclass(frozen=True, slots=True)
class Start:
    """Players sit down, in the order of turns. `sides`: the players of each side, or None when each plays alone.

    For a match that is written down only from its middle: `scores` so far, by side; `turn`: whose turn it is, or who
    opens where no tile lies yet; `layout`: the text form of what lies on the table, its spinner starred; `remembered`:
    the points that every side has that are not written yet (the rule book, 3.3).
    """

    players: tuple[str, ...]
    rules: Rules
    sides: tuple[tuple[int, ...], ...] | None = None
    scores: tuple[int, ...] | None = None
    turn: int | None = None
    layout: str = ""
    remembered: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles are dealt. `opener`: who lays the first tile, or None where that is the rule's choice or shows itself."""

    opener: int | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """A tile is laid; the arguments are those of `Layout.place`. `player`: who laid it, or None for whose turn it is.

    `force`: it was laid so all the same, although it may not be. `claimed`: False where the points must be called and
    were not. `seen`: the player was seen to lay it, so whoever was skipped has passed. `unsure`: the likeliest of
    several readings, shown with a "?".
    """

    tile: Tile
    at: Place | None = None
    join: Side | None = None
    player: int | None = None
    across: bool | None = None
    face_down: bool = False
    also_at: Place | None = None
    force: bool = False
    claimed: bool = True
    seen: bool = False
    unsure: bool = False


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
class PickUp:
    """A player who cannot play takes an end tile back into the hand (the rule book, 2.7).

    `index`: its number in the layout; `player`: None for whose turn it is.
    """

    index: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class TurnOver:
    """A player turns a double that lies at an open end face down, and closes that end (the rule book, 7, A10).

    `index`: its number in the layout; `player`: None for whose turn it is.
    """

    index: int
    player: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A player calls the points of the last play, which were overlooked (the rule book, 3.2).

    Of the side that laid the tile: it gets them after all. Of another: muggins.
    """

    player: int


@dataclass(frozen=True, slots=True)
class EndDeal:
    """The deal is over. `hands`: one a player, the tiles left or only their pips, None where not counted yet.

    No `hands` at all: none is counted yet. `went_out`: who laid the last tile, or None for whoever played last.
    `boneyard`: tiles never drawn; where they count and are not said, they are those that are nowhere else.
    """

    how: How
    hands: tuple[Hand | None, ...] = ()
    went_out: int | None = None
    boneyard: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        if all(hand is None for hand in self.hands):
            object.__setattr__(self, "hands", ())


@dataclass(frozen=True, slots=True)
class CountHand:
    """The hand of one player is counted, or counted again, after the deal ended.

    With the last one that is needed the deal is scored.
    """

    player: int
    hand: Hand


@dataclass(frozen=True, slots=True)
class NextGame:
    """After a game that is won, another begins at nought."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A person changes the score of a player's side by `points`, below 0 to take some away, for a `reason`."""

    player: int
    points: int
    reason: str


TableEvent = Start | Deal | Play | Draw | Pass | PickUp | TurnOver | Claim | EndDeal | CountHand | NextGame | Adjustment


@dataclass(frozen=True, slots=True)
class Correction:
    """An earlier event was otherwise. `number`: that of the event, its place in the record, from 0.

    `how`: it is replaced by `event`, struck out, or `event` is inserted before it. `force`: also where later events
    cannot be any more; those that can be only all the same are kept so, the others are struck out.
    """

    number: int
    how: Literal["replace", "strike", "insert"]
    event: TableEvent | None = None
    force: bool = False


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `steps` changes, corrections among them, are taken back."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Redo:
    """The last `steps` changes taken back are made again; none can be once something new has happened."""

    steps: int = 1


Event = TableEvent | Correction | Undo | Redo
