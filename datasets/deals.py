"""Deals of All Fives played out by chance, by players who like to score: what the films show.

Two players of seven tiles each. Every play takes turns: a deal in which somebody would have to pass is played again
with other luck, and so is one that is dull, blocked or too long for the picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from scorer.deal_end import DealEnd, Hands, count_hands, singles
from scorer.games import ALL_FIVES
from scorer.layout import Layout, Place, Side
from scorer.scoring import points_in_play
from scorer.tiles import Tile, full_set

PLAYERS = 2
HAND = 7
RULES = ALL_FIVES.rules
EAGERNESS = 0.75  # how often a player who can score does
TRIES = 5000


@dataclass(frozen=True)
class Play:
    """One tile laid: by whom, where, and what it was worth. `layout`: the table after it."""

    player: int
    tile: Tile
    at: Place | None
    own_side: Side | None
    drawn: int
    points: int
    layout: Layout


@dataclass(frozen=True)
class Deal:
    """A deal played out: somebody went out. `hands`: what was left in them, by player."""

    plays: tuple[Play, ...]
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]

    @property
    def layout(self) -> Layout:
        """The table at the end."""
        return self.plays[-1].layout

    @property
    def points(self) -> tuple[int, ...]:
        """Points in play of each player."""
        return tuple(sum(play.points for play in self.plays if play.player == player) for player in range(PLAYERS))

    def count(self) -> DealEnd:
        """What the hands were worth to who went out."""
        return count_hands(RULES.hand_end, Hands(self.hands, singles(PLAYERS), self.boneyard, self.winner), "domino")

    @property
    def winner(self) -> int:
        """Who went out."""
        return self.plays[-1].player

    def arms(self) -> int:
        """How many sides of the spinner are joined."""
        spinner = self.layout.spinner
        return 0 if spinner is None else len(self.layout.neighbours(spinner))


def play_deal(rng: np.random.Generator) -> Deal | None:
    """One deal; None where somebody had to pass or nobody went out."""
    tiles = [full_set(RULES.max_pips)[int(index)] for index in rng.permutation(len(full_set(RULES.max_pips)))]
    hands = [tiles[player * HAND : (player + 1) * HAND] for player in range(PLAYERS)]
    boneyard = tiles[PLAYERS * HAND :]
    layout = RULES.empty_layout()
    plays: list[Play] = []
    while all(hands):
        player = len(plays) % PLAYERS
        hand = hands[player]
        drawn = 0
        while not any(layout.legal_places(tile) for tile in hand):
            if not boneyard:
                return None
            hand.append(boneyard.pop())
            drawn += 1
        play = choose(rng, layout, player, hand, drawn)
        hand.remove(play.tile)
        layout = play.layout
        plays.append(play)
    return Deal(tuple(plays), tuple(map(tuple, hands)), tuple(boneyard))


def choose(rng: np.random.Generator, layout: Layout, player: int, hand: list[Tile], drawn: int) -> Play:
    """The play of a player: mostly one that scores most, else any."""
    plays = []
    for tile in hand:
        for at, own_side in layout.legal_places(tile):
            following = layout.place(tile, at, own_side)
            points = points_in_play(following, RULES.in_play).points
            plays.append(Play(player, tile, at, own_side, drawn, points, following))
    best = max(play.points for play in plays)
    if best > 0 and rng.random() < EAGERNESS:
        plays = [play for play in plays if play.points == best]
    return plays[int(rng.integers(len(plays)))]


def good_deal(rng: np.random.Generator, fewest: int = 15, most: int = 19, scoring: int = 4, arms: int = 3) -> Deal:
    """A deal worth watching: so many tiles laid, plays that scored, arms of the spinner; both players scored."""
    for _ in range(TRIES):
        deal = play_deal(rng)
        if deal is None or not fewest <= len(deal.plays) <= most:
            continue
        scored = sum(play.points > 0 for play in deal.plays)
        if scored >= scoring and deal.arms() >= arms and min(deal.points) > 0:
            return deal
    raise RuntimeError(f"no deal worth watching among {TRIES}")
