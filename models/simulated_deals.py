"""Random deals of any game, as they are really played: what is laid, taken back into a hand, and left at the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from scorer.ends import inward_sides, is_matador
from scorer.events import PickUp, Play
from scorer.games import Game
from scorer.layout import IllegalPlay, Layout
from scorer.match import Match
from scorer.rules import Rules
from scorer.scoring import points_in_play
from scorer.sides import Place, Side
from scorer.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cleo", "Dan")
# Players do not always let their best tile lie.
_TAKES_BEST = 0.5
# How many doubles are laid face down, and in the line, where the rules let them.
_FACE_DOWN = _LENGTHWISE = 0.25
# Without end a table takes no tiles back.
_MOST_TAKEN_UP = 4


@dataclass(frozen=True)
class Way:
    """A tile and how it may be laid, as in `Play`."""

    tile: Tile
    at: Place | None = None
    join: Side | None = None
    across: bool | None = None
    face_down: bool = False
    also_at: Place | None = None

    def laid(self, layout: Layout) -> Layout:
        """Return the layout with the tile laid so."""
        return layout.place(
            self.tile, self.at, self.join, across=self.across, face_down=self.face_down, also_at=self.also_at
        )


@dataclass(frozen=True)
class TruePlay:
    """What was really played: who, what, and its points; `others`: what else that player could have laid."""

    player: int
    way: Way
    points: int
    others: tuple[Way, ...]

    @property
    def tile(self) -> Tile:
        """The tile that was laid."""
        return self.way.tile


@dataclass(frozen=True)
class TakenUp:
    """A player took an end tile back into the hand; `index`: its number in the layout."""

    player: int
    index: int


@dataclass(frozen=True)
class Deal:
    """A deal as it was really played. `hands`: the pips left, by player; `domino`: whether the last one went out;
    `layout`: at its end."""

    players: int
    steps: tuple[TruePlay | TakenUp, ...]
    hands: tuple[int, ...]
    domino: bool
    layout: Layout


def random_deal(game: Game, rules: Rules, seed: int) -> Deal:
    """Return a legal deal of a game by the rules that a table agreed on; player 0 opens it."""
    return _Dealt(game, rules, random.Random(seed)).played()


def lying(steps: Sequence[TruePlay | TakenUp]) -> tuple[TruePlay, ...]:
    """Return the plays whose tiles lie there after some steps of a deal."""
    laid = [step for step in steps if isinstance(step, TruePlay)]
    taken = {step.index for step in steps if isinstance(step, TakenUp)}
    return tuple(play for index, play in enumerate(laid) if index not in taken)


class _Dealt:
    """Hands, a boneyard and a table."""

    def __init__(self, game: Game, rules: Rules, chance: random.Random) -> None:
        self._rules = rules
        self._chance = chance
        self._players = chance.choice(sorted(game.dealt)[: len(NAMES) - 1])
        tiles = list(full_set(rules.max_pips))
        chance.shuffle(tiles)
        each = game.dealt[self._players]
        self._hands = [tiles[player * each : (player + 1) * each] for player in range(self._players)]
        self._boneyard = tiles[self._players * each :]
        self._match = Match.start(NAMES[: self._players], rules, game.sides(self._players))
        self._match.deal(0)
        self._steps: list[TruePlay | TakenUp] = []

    def played(self) -> Deal:
        player = passed = 0
        opening = self._opening_tile()
        while passed < self._players and all(self._hands) and self._match.state.phase == "playing":
            ways = self._ways([opening] if opening is not None and not self._steps else self._hands[player])
            ways = ways or self._drawn(player)
            if ways:
                passed = 0
                self._lay(player, ways)
            elif self._may_take_up():
                passed = 0
                if not self._take_up(player):
                    continue
            else:
                passed += 1
            player = (player + 1) % self._players
        pips = tuple(sum(tile.pips for tile in hand) for hand in self._hands)
        return Deal(self._players, tuple(self._steps), pips, not all(self._hands), self._match.state.layout)

    def _opening_tile(self) -> Tile | None:
        """Return the tile that decides who opens, after making its holder player 0; None where none does."""
        if not self._rules.opening.startswith(("highest_double", "lowest_double")):
            return None
        dealt = [tile for hand in self._hands for tile in hand]
        if self._rules.opening == "highest_double":
            deciding = max(dealt, key=lambda tile: (tile.is_double, tile.pips, tile.high))
        else:
            deciding = min(
                (tile for tile in dealt if tile.pips), key=lambda tile: (not tile.is_double, tile.pips, tile.high)
            )
        holder = next(player for player, hand in enumerate(self._hands) if deciding in hand)
        self._hands = self._hands[holder:] + self._hands[:holder]
        may_choose = self._rules.opens_with == "any" or not self._match.state.layout.legal_places(deciding)
        return None if may_choose else deciding

    def _ways(self, hand: Sequence[Tile]) -> list[Way]:
        layout = self._match.state.layout
        ways = [Way(tile, at, join) for tile in hand for at, join in layout.legal_places(tile)]
        if layout.match == "sum7":
            ways += [way for tile in hand if is_matador(tile) and not tile.is_double for way in _across(layout, tile)]
        if layout.allow_ring:
            ways += [way for tile in hand for way in _closing(layout, tile)]
        return ways

    def _drawn(self, player: int) -> list[Way]:
        """Draw as the rules have it; return the ways to play then."""
        ways: list[Way] = []
        if self._rules.draw == "none":
            return ways
        while not ways and len(self._boneyard) > self._rules.reserve:
            self._hands[player].append(self._boneyard.pop())
            if self._rules.draw_ends_turn:
                return []
            ways = self._ways(self._hands[player])
            if self._rules.draw == "one":
                break
        return ways

    def _lay(self, player: int, ways: list[Way]) -> None:
        layout, rules = self._match.state.layout, self._rules
        way = self._chance.choice(ways)
        if self._chance.random() < _TAKES_BEST:
            way = max(
                ways, key=lambda one: points_in_play(one.laid(layout), rules.in_play, per_pip=rules.per_pip).points
            )
        others = tuple(one for one in ways if one.tile != way.tile)
        way = self._turned(way)
        play = Play(way.tile, way.at, way.join, player, way.across, way.face_down, way.also_at)
        self._match.record(play)
        self._steps.append(TruePlay(player, way, self._match.state.plays[-1].points, others))
        self._hands[player].remove(way.tile)

    def _turned(self, way: Way) -> Way:
        """Return the way with a double face down, or in the line, where that may be and the player likes it."""
        if not way.tile.is_double or way.at is None:
            return way
        if self._rules.face_down == "from_hand" and self._chance.random() < _FACE_DOWN:
            return Way(way.tile, way.at, way.join, way.across, face_down=True)
        # Only where every double spins does a table lay some of them in the line (the rule book, 4b).
        in_line = self._rules.spinner.which == "all_doubles" and self._rules.pick_up != "never"
        if in_line and self._chance.random() < _LENGTHWISE:
            return Way(way.tile, way.at, Side.END_A, across=False)
        return way

    def _may_take_up(self) -> bool:
        taken = sum(isinstance(step, TakenUp) for step in self._steps)
        left = len(self._match.state.layout.placed)
        drawn = self._rules.draw == "none" or len(self._boneyard) <= self._rules.reserve
        return self._rules.pick_up != "never" and drawn and left > 1 and taken < _MOST_TAKEN_UP

    def _take_up(self, player: int) -> bool:
        """Take a tile up that lies at an end; return whether that was the turn."""
        layout = self._match.state.layout
        tips = [placed for placed in layout.placed if _is_tip(layout, placed.index)]
        tip = self._chance.choice(tips)
        self._match.record(PickUp(tip.index, player))
        self._steps.append(TakenUp(player, tip.index))
        self._hands[player].append(tip.tile)
        return self._rules.pick_up == "ends_turn" or not self._ways(self._hands[player])


def _across(layout: Layout, tile: Tile) -> list[Way]:
    ways = []
    for end in layout.open_ends():
        for own in inward_sides(layout, end.index, end.side, tile, across=True):
            ways.append(Way(tile, (end.index, end.side), own, across=True))
    return ways


def _closing(layout: Layout, tile: Tile) -> list[Way]:
    """Return how a tile may close the line into a ring."""
    places = [(end.index, end.side) for end in layout.open_ends()]
    ways = [Way(tile, one, also_at=other) for one, other in pairwise(places)]
    return [way for way in ways if _may_be_laid(layout, way)]


def _may_be_laid(layout: Layout, way: Way) -> bool:
    try:
        way.laid(layout)
    except IllegalPlay:
        return False
    return True


def _is_tip(layout: Layout, index: int) -> bool:
    try:
        layout.pick_up(index)
    except IllegalPlay:
        return False
    return True
