"""A match after some events: one immutable value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer import telling
from scorer.deal_end import DealEnd, Hand, hands_needed
from scorer.events import EndDeal
from scorer.layout import Layout
from scorer.rules import Rules
from scorer.tiles import Tile, full_set

Phase = Literal["waiting", "playing", "counting", "deal over", "game over"]


@dataclass(frozen=True, slots=True)
class Played:
    """A play as it was scored. `index`: the tile's number in the layout; `player`: who laid it.

    `points`: what the ends were worth, and the `reason`: "6 + 4 = 10"; `credited`: what of it was written to the score
    of the side `to`, or to nobody's (None); `claimed_by`: the player who called the points later. `skipped`: players
    taken to have passed before. `unsure`: the likeliest of several readings, shown with a "?".
    """

    player: int
    tile: Tile
    index: int
    points: int
    reason: str
    credited: int = 0
    to: int | None = None
    claimed_by: int | None = None
    skipped: tuple[int, ...] = ()
    unsure: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """A match after some events.

    `scores`: by side; `turn`: the player to play, or None where that is not known or nobody is; `opener`: of this
    deal; `plays`: of this deal, oldest first; `drawn`: tiles drawn in this deal, by player; `passes`: in a row until
    now; `deals`: begun so far. When the deal has ended, `ending`: how; `hands`: by player, None where not counted yet;
    `deal_end`: what they were worth; `awarded`: what of that was written, by side. `winner`: the side that won the
    game; `games`: won before this one, by side; `resume`: the phase and turn in which the game was won, to go on from
    when a score is changed.
    """

    players: tuple[str, ...]
    rules: Rules
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    layout: Layout
    phase: Phase = "waiting"
    turn: int | None = None
    opener: int | None = None
    plays: tuple[Played, ...] = ()
    drawn: tuple[int, ...] = ()
    passes: int = 0
    deals: int = 0
    deal_end: DealEnd | None = None
    winner: int | None = None
    ending: EndDeal | None = None
    hands: tuple[Hand | None, ...] = ()
    games: tuple[int, ...] = ()
    resume: tuple[Phase, int | None] | None = None
    awarded: tuple[int, ...] = ()

    @property
    def end_sum(self) -> int:
        """The pips of all counted ends."""
        return self.layout.end_sum

    @property
    def last(self) -> Played | None:
        """The last play of this deal."""
        return self.plays[-1] if self.plays else None

    def side_of(self, player: int) -> int:
        """The side that a player is on."""
        return next(index for index, side in enumerate(self.sides) if player in side)

    def score_of(self, player: int) -> int:
        """The score of a player's side."""
        return self.scores[self.side_of(player)]

    def side_name(self, side: int) -> str:
        """The players of a side: "Ana and Cleo"."""
        return " and ".join(self.players[player] for player in self.sides[side])

    @property
    def went_out(self) -> int | None:
        """The player who went out in this deal, or None."""
        if self.ending is None or self.ending.how != "domino":
            return None
        return self.last.player if self.ending.went_out is None and self.last else self.ending.went_out

    @property
    def uncounted(self) -> tuple[int, ...]:
        """The players whose hands must still be counted before the deal that ended can be scored."""
        if self.phase != "counting" or self.ending is None:
            return ()
        needed = hands_needed(self.rules.hand_end, self.sides, self.ending.how, self.went_out)
        return tuple(player for player in needed if self.hands[player] is None)

    @property
    def provably_blocked(self) -> bool:
        """Whether the tiles on the table alone show that no other tile of the set can be joined."""
        if self.phase != "playing" or not self.layout.placed:
            return False
        return not any(self.layout.legal_places(tile) for tile in full_set(self.layout.max_pips))

    @property
    def counted(self) -> str:
        """How the last deal was counted: "Ben went out: 13 pips, 15 points", or "" where none was."""
        return telling.counted(self)

    @property
    def missing(self) -> str:
        """What is still missing to end this deal: "count Ana's hand", or "" where none is being played."""
        return telling.missing(self)
