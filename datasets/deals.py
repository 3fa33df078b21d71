"""Deals played out by chance, by players who like to score: what the films show.

Who has no tile that fits draws as the game has it, and passes, or takes an end tile back, when nothing may be drawn any
more. The deal ends when somebody goes out, or when nobody can go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from scorer.deal_end import DealEnd, Hands, How, count_hands, singles
from scorer.ends import inward_sides, is_matador
from scorer.games import ALL_FIVES, Game
from scorer.layout import IllegalPlay, Layout, Place, Side
from scorer.rules import Rules
from scorer.scoring import points_in_play
from scorer.tiles import Tile, full_set

RULES = ALL_FIVES.rules
EAGERNESS = 0.75  # how often a player who can score does
TRIES = 5000
# How often a double is laid face down, and in the line where every double spins, where the rules let it be.
FACE_DOWN, IN_LINE = 0.6, 0.15
# A deal in which more tiles than this are taken back has no end.
MOST_TAKEN_UP = 4


@dataclass(frozen=True)
class Passed:
    """A player who passed, after drawing these tiles in vain."""

    player: int
    drawn: tuple[Tile, ...]


@dataclass(frozen=True)
class Play:
    """One tile laid: by whom, where, and what it was worth. `layout`: the table after it; `drawn`: tiles the player
    drew before; `passed`: who passed before that; `across`, `face_down`: how it lies, as in `Layout.place`."""

    player: int
    tile: Tile
    at: Place | None
    own_side: Side | None
    drawn: tuple[Tile, ...]
    points: int
    layout: Layout
    passed: tuple[Passed, ...] = ()
    across: bool | None = None
    face_down: bool = False


@dataclass(frozen=True)
class TakenUp:
    """An end tile taken back into a hand. `play`: the number of the play that laid it; the rest as in `Play`."""

    player: int
    play: int
    drawn: tuple[Tile, ...]
    layout: Layout
    passed: tuple[Passed, ...] = ()


@dataclass(frozen=True)
class Deal:
    """A deal played out. `steps`: what was laid, and taken back; `dealt`, `hands`: what each player got, and had left;
    `boneyard`: what was left there; `passed`: who passed at the end, where nobody could go on."""

    steps: tuple[Play | TakenUp, ...]
    dealt: tuple[tuple[Tile, ...], ...]
    hands: tuple[tuple[Tile, ...], ...]
    boneyard: tuple[Tile, ...]
    passed: tuple[Passed, ...] = ()
    rules: Rules = RULES

    @property
    def plays(self) -> tuple[Play, ...]:
        """All tiles laid, those that were taken back later, too."""
        return tuple(step for step in self.steps if isinstance(step, Play))

    @property
    def taken_up(self) -> tuple[TakenUp, ...]:
        """The tiles taken back into a hand."""
        return tuple(step for step in self.steps if isinstance(step, TakenUp))

    @property
    def layout(self) -> Layout:
        """The table at the end."""
        return self.steps[-1].layout

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
        return count_hands(self.rules.hand_end, left, self.how)

    def arms(self) -> int:
        """How many sides of the spinner are joined."""
        spinner = self.layout.spinner
        return 0 if spinner is None else len(self.layout.neighbours(spinner))

    def is_special(self) -> bool:
        """Whether something happens in it that only its game has: a double laid face down, a tile taken back, a matador
        laid across the line."""
        return bool(self.taken_up) or any(play.face_down or play.across for play in self.plays)


def play_deal(
    rng: np.random.Generator,
    players: int = 2,
    opener: int | None = 0,
    *,
    can_all_play: bool = False,
    game: Game = ALL_FIVES,
) -> Deal | None:
    """One deal of a game. `opener`: None where the tiles decide.

    None where `can_all_play` is wanted and somebody would have to pass, or where tiles are taken back without end.
    """
    rules = game.rules
    tiles = [full_set(rules.max_pips)[int(index)] for index in rng.permutation(len(full_set(rules.max_pips)))]
    size = game.dealt[players]
    hands = [tiles[player * size : (player + 1) * size] for player in range(players)]
    dealt = tuple(map(tuple, hands))
    boneyard = tiles[players * size :]
    layout = rules.empty_layout()
    steps: list[Play | TakenUp] = []
    passed: list[Passed] = []
    first: Tile | None = None
    if opener is None:
        opener, first = deciding_tile(rules, hands)
    player = opener
    while all(hands) and len(passed) < players:
        hand = hands[player]
        drawn = _drawn(layout, hand, boneyard, rules)
        may_lay = hand if first is None or layout.placed else [first]
        if any(True for tile in may_lay for _ in _places(layout, tile)):
            play = choose(rng, layout, player, may_lay, drawn, tuple(passed), rules)
            hand.remove(play.tile)
            layout, passed = play.layout, []
            steps.append(play)
        elif can_all_play:
            return None
        elif rules.pick_up != "never" and len(layout.placed) > 1:
            if sum(isinstance(step, TakenUp) for step in steps) == MOST_TAKEN_UP:
                return None
            taken = _take_up(rng, layout, player, drawn, tuple(passed))
            hand.append(layout[taken.play].tile)
            layout, passed = taken.layout, []
            steps.append(taken)
        else:
            passed.append(Passed(player, drawn))
        player = (player + 1) % players
    return Deal(tuple(steps), dealt, tuple(map(tuple, hands)), tuple(boneyard), tuple(passed), rules)


def deciding_tile(rules: Rules, hands: Sequence[Sequence[Tile]]) -> tuple[int, Tile | None]:
    """Who opens a deal where the hands decide, and with which tile; None where any will do (the rule book, 3.5)."""
    tiles = [tile for hand in hands for tile in hand]
    if rules.opening == "highest_double":
        tile = max(tiles, key=lambda one: (one.is_double, one.pips, one.high))
    else:
        # The 0-0 decides nothing where it may not be laid first.
        fit = [tile for tile in tiles if rules.empty_layout().legal_places(tile)]
        tile = min(fit, key=lambda one: (not one.is_double, one.pips, one.high))
    holder = next(player for player, hand in enumerate(hands) if tile in hand)
    return holder, tile if rules.opens_with == "deciding" else None


def _drawn(layout: Layout, hand: list[Tile], boneyard: list[Tile], rules: Rules) -> tuple[Tile, ...]:
    """Draw, as the rules have it, into a hand with no tile that fits; return what was drawn."""
    drawn: tuple[Tile, ...] = ()
    while rules.draw != "none" and len(boneyard) > rules.reserve:
        if any(layout.legal_places(tile) for tile in hand) or (rules.draw == "one" and drawn):
            break
        drawn = (*drawn, boneyard.pop())
        hand.append(drawn[-1])
    return drawn


def _take_up(
    rng: np.random.Generator, layout: Layout, player: int, drawn: tuple[Tile, ...], passed: tuple[Passed, ...]
) -> TakenUp:
    """Take a tile back that lies at an end."""
    left = {}
    for placed in layout.placed:
        try:
            left[placed.index] = layout.pick_up(placed.index)
        except IllegalPlay:
            continue
    index = list(left)[int(rng.integers(len(left)))]
    return TakenUp(player, index, drawn, left[index], passed)


def _places(layout: Layout, tile: Tile) -> Iterator[tuple[Place | None, Side | None, bool | None]]:
    """Where and by which side a tile may be laid, and whether it lies crosswise; None: as always."""
    for at, own_side in layout.legal_places(tile):
        yield at, own_side, None
    if layout.match == "sum7" and is_matador(tile) and not tile.is_double:
        for end in layout.open_ends():
            for own_side in inward_sides(layout, end.index, end.side, tile, across=True):
                yield (end.index, end.side), own_side, True


def choose(
    rng: np.random.Generator,
    layout: Layout,
    player: int,
    hand: Sequence[Tile],
    drawn: tuple[Tile, ...],
    passed: tuple[Passed, ...],
    rules: Rules = RULES,
) -> Play:
    """The play of a player: mostly one that scores most, else any."""
    plays = []
    for tile in hand:
        for at, own_side, across in _places(layout, tile):
            following = layout.place(tile, at, own_side, across=across)
            points = points_in_play(following, rules.in_play).points
            plays.append(Play(player, tile, at, own_side, drawn, points, following, passed, across))
    best = max(play.points for play in plays)
    if best > 0 and rng.random() < EAGERNESS:
        plays = [play for play in plays if play.points == best]
    return _as_laid(rng, layout, plays[int(rng.integers(len(plays)))], rules)


def _as_laid(rng: np.random.Generator, layout: Layout, play: Play, rules: Rules) -> Play:
    """The play with its double face down, or in the line, where the rules let it be and the player likes it."""
    if not play.tile.is_double or play.at is None:
        return play
    if rules.face_down == "from_hand" and rng.random() < FACE_DOWN:
        closed = layout.place(play.tile, play.at, play.own_side, face_down=True)
        return replace(play, layout=closed, face_down=True)
    if rules.spinner.which == "all_doubles" and rng.random() < IN_LINE:
        in_line = layout.place(play.tile, play.at, Side.END_A, across=False)
        return replace(play, own_side=Side.END_A, layout=in_line, across=False)
    return play


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
