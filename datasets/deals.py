"""Deals of All Fives played out by chance, by players who like to score: what the films show.

Who has no tile that fits draws until one does, and passes when the boneyard is empty. The deal ends when somebody goes
out, or when nobody can go on.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorer.deal_end import DealEnd, Hands, How, count_hands, singles
from scorer.games import ALL_FIVES
from scorer.layout import Layout, Place, Side
from scorer.scoring import points_in_play
from scorer.tiles import Tile, full_set

RULES = ALL_FIVES.rules
EAGERNESS = 0.75  # how often a player who can score does
TRIES = 5000


@dataclass(frozen=True)
class Passed:
    """A player who passed, after drawing these tiles in vain."""

    player: int
    drawn: tuple[Tile, ...]


@dataclass(frozen=True)
class Play:
    """One tile laid: by whom, where, and what it was worth. `layout`: the table after it; `drawn`: tiles the player
    drew before; `passed`: who passed before that."""

    player: int
    tile: Tile
    at: Place | None
    own_side: Side | None
    drawn: tuple[Tile, ...]
    points: int
    layout: Layout
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True)
class Deal:
    """A deal played out. `dealt`, `hands`: what each player got, and had left; `boneyard`: what was left there;
    `passed`: who passed at the end, where nobody could go on."""

    plays: tuple[Play, ...]
    dealt: tuple[tuple[Tile, ...], ...]
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    passed: tuple[Passed, ...] = ()

    @property
    def layout(self) -> Layout:
        """The table at the end."""
        return self.plays[-1].layout

    @property
    def points(self) -> tuple[int, ...]:
        """Points in play of each player."""
        return tuple(sum(play.points for play in self.plays if play.player == player) for player in range(self.players))

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def how(self) -> How:
        """How it ended."""
        return "domino" if self.winner is not None else "blocked"

    @property
    def winner(self) -> int | None:
        """Who went out; None where the deal was blocked."""
        last = self.plays[-1].player
        return None if self.hands[last] else last

    def count(self) -> DealEnd:
        """What the hands were worth."""
        left = Hands(self.hands, singles(self.players), self.boneyard, self.winner, self.plays[-1].player)
        return count_hands(RULES.hand_end, left, self.how)

    def arms(self) -> int:
        """How many sides of the spinner are joined."""
        spinner = self.layout.spinner
        return 0 if spinner is None else len(self.layout.neighbours(spinner))


def play_deal(
    rng: np.random.Generator, players: int = 2, opener: int = 0, *, can_all_play: bool = False
) -> Deal | None:
    """One deal; None where `can_all_play` is wanted and somebody would have to pass."""
    tiles = [full_set(RULES.max_pips)[int(index)] for index in rng.permutation(len(full_set(RULES.max_pips)))]
    size = ALL_FIVES.dealt[players]
    hands = [tiles[player * size : (player + 1) * size] for player in range(players)]
    dealt = tuple(map(tuple, hands))
    boneyard = tiles[players * size :]
    layout = RULES.empty_layout()
    plays: list[Play] = []
    passed: list[Passed] = []
    player = opener
    while all(hands) and len(passed) < players:
        hand = hands[player]
        drawn: tuple[Tile, ...] = ()
        while boneyard and not any(layout.legal_places(tile) for tile in hand):
            drawn = (*drawn, boneyard.pop())
            hand.append(drawn[-1])
        if any(layout.legal_places(tile) for tile in hand):
            play = choose(rng, layout, player, hand, drawn, tuple(passed))
            hand.remove(play.tile)
            layout, passed = play.layout, []
            plays.append(play)
        elif can_all_play:
            return None
        else:
            passed.append(Passed(player, drawn))
        player = (player + 1) % players
    return Deal(tuple(plays), dealt, tuple(map(tuple, hands)), tuple(boneyard), tuple(passed))


def choose(
    rng: np.random.Generator,
    layout: Layout,
    player: int,
    hand: list[Tile],
    drawn: tuple[Tile, ...],
    passed: tuple[Passed, ...],
) -> Play:
    """The play of a player: mostly one that scores most, else any."""
    plays = []
    for tile in hand:
        for at, own_side in layout.legal_places(tile):
            following = layout.place(tile, at, own_side)
            points = points_in_play(following, RULES.in_play).points
            plays.append(Play(player, tile, at, own_side, drawn, points, following, passed))
    best = max(play.points for play in plays)
    if best > 0 and rng.random() < EAGERNESS:
        plays = [play for play in plays if play.points == best]
    return plays[int(rng.integers(len(plays)))]


def good_deal(rng: np.random.Generator, fewest: int = 15, most: int = 19, scoring: int = 4, arms: int = 3) -> Deal:
    """A deal worth watching: so many tiles laid, plays that scored, arms of the spinner; both players scored."""
    for _ in range(TRIES):
        deal = play_deal(rng, can_all_play=True)
        if deal is None or not fewest <= len(deal.plays) <= most:
            continue
        scored = sum(play.points > 0 for play in deal.plays)
        if scored >= scoring and deal.arms() >= arms and min(deal.points) > 0:
            return deal
    raise RuntimeError(f"no deal worth watching among {TRIES}")
