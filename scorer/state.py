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

    `scores`: by side, penalties where the losers write; `turn`: the player to play, or None where that is not known or
    nobody is; `opener`: of this deal; `plays`: of this deal, oldest first, without tiles that were taken back; `drawn`:
    tiles drawn in this deal, by player; `passes`: in a row until now; `deals`: begun so far, `earlier_deals` of them in
    games before this one. When the deal has ended, `ending`: how; `hands`: by player, None where not counted yet;
    `deal_end`: what they were worth; `awarded`: what of that was written, by side; `remembered`: points that are not
    written yet, by side (the rule book, 3.3). `winner`: the side that won the game, or None where several did not lose
    it; `losers`: the sides that passed the limit; `games`: before this one, by side: those won, or those lost where the
    rules have a limit; `resume`: the phase and turn in which the game was over, to go on from when a score is changed.
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
    remembered: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()
    earlier_deals: int = 0

    @property
    def end_sum(self) -> int:
        """The pips of all counted ends."""
        return self.layout.end_sum

    @property
    def last(self) -> Played | None:
        """The last play of this deal."""
        return self.plays[-1] if self.plays else None

    @property
    def deals_of_game(self) -> int:
        """The deals of this game that have begun."""
        return self.deals - self.earlier_deals

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
        """Whether the tiles on the table alone show that the deal is blocked: no other tile of the set can be joined.

        Where the table blocks "with double", a double need not lie (3.3). Where an end tile may be taken back, nothing
        is ever blocked for good.
        """
        if self.phase != "playing" or not self.layout.placed or self.rules.pick_up != "never":
            return False
        doubles_prevent_it = self.rules.ryba_double == "without"
        tiles = (tile for tile in full_set(self.layout.max_pips) if doubles_prevent_it or not tile.is_double)
        return not any(map(self.layout.legal_places, tiles))

    @property
    def outcome(self) -> str:
        """Who won or lost the game: "Ana won the game", or "" where it goes on."""
        return telling.outcome(self)

    @property
    def counted(self) -> str:
        """How the last deal was counted: "Ben went out: 13 pips, 15 points", or "" where none was."""
        return telling.counted(self)

    @property
    def missing(self) -> str:
        """What is still missing to end this deal: "count Ana's hand", or "" where none is being played."""
        return telling.missing(self)
