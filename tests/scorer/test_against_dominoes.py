"""A thousand random games of the package `dominoes`, replayed: the same plays are legal and the same points are won.

Its game: four players in pairs, seven tiles each, a line with two ends; who goes out wins all other hands, partner's
included; of a blocked deal the lighter pair wins all hands; equal pairs win nothing.
"""

import random
from dataclasses import replace

import dominoes
import pytest

from scorer.deal_end import HandEnd
from scorer.events import EndDeal, Pass
from scorer.games import find_game
from scorer.match import Match, State
from scorer.sides import Place, Side
from scorer.tiles import Tile

PAIRS = ((0, 2), (1, 3))
RULES = replace(find_game("Block").rules, hand_end=HandEnd(basis="all_others", blocked_basis="everyone"))
Ends = dict[bool, Place]


@pytest.mark.parametrize("hundred", range(10))
def test_a_hundred_random_games_are_legal_and_counted_alike(hundred: int) -> None:
    ways = {"domino": 0, "blocked": 0}
    for seed in range(100 * hundred, 100 * hundred + 100):
        ways[_replayed(seed)] += 1
    assert all(ways.values())


def _replayed(seed: int) -> str:
    """Play a random game there and here, and compare; return how it ended."""
    random.seed(seed)
    theirs = dominoes.Game.new(starting_player=seed % 4)
    match = Match.start(["Ana", "Ben", "Cleo", "Dan"], RULES, PAIRS)
    match.deal(seed % 4)
    ends: Ends = {}
    while theirs.result is None:
        while match.state.turn != theirs.turn:
            match.record(Pass())
        assert _moves(theirs) == _legal(theirs, match.state, ends)
        domino, left = random.choice(theirs.valid_moves)
        ends = _played(match, domino, ends, left=left)
        theirs.make_move(domino, left)
        assert _shown(match.state, ends) == (theirs.board.left_end(), theirs.board.right_end())
    return _compared(match, theirs)


def _moves(game: dominoes.Game) -> set[tuple[Tile, int]]:
    """The moves of whose turn it is there, by tile and the value it is laid to."""
    if not game.board:
        return {(_tile(domino), -1) for domino, _ in game.valid_moves}
    shown = {True: game.board.left_end(), False: game.board.right_end()}
    return {(_tile(domino), shown[left]) for domino, left in game.valid_moves}


def _legal(game: dominoes.Game, state: State, ends: Ends) -> set[tuple[Tile, int]]:
    """The same moves here."""
    shown = {place: state.layout[place[0]].value_at(place[1]) for place in ends.values()}
    return {
        (tile, -1 if at is None else shown[at])
        for tile in map(_tile, game.hands[game.turn])
        for at, _ in state.layout.legal_places(tile)
    }


def _played(match: Match, domino: dominoes.Domino, ends: Ends, *, left: bool) -> Ends:
    """Lay the tile here, and return where the ends are then."""
    tile = _tile(domino)
    if not ends:
        match.play(tile)
        sides = match.state.layout[0].sides
        first, second = (sides[0], sides[1]) if domino.first == tile.low else (sides[1], sides[0])
        return {True: (0, first), False: (0, second)}
    at, own = next((at, own) for at, own in match.state.layout.legal_places(tile) if at == ends[left])
    state = match.play(tile, at, own)
    assert own is not None
    return {**ends, left: (state.layout.placed[-1].index, own.opposite)}


def _shown(state: State, ends: Ends) -> tuple[int, int]:
    left, right = (state.layout[ends[side][0]].value_at(ends[side][1]) for side in (True, False))
    assert sorted((left, right)) == sorted(end.value for end in state.layout.open_ends())
    return left, right


def _compared(match: Match, theirs: dominoes.Game) -> str:
    hands = tuple(tuple(map(_tile, hand)) for hand in theirs.hands)
    result = theirs.result
    if not result.won:
        fitting = [tile for hand in hands for tile in hand if match.state.layout.legal_places(tile)]
        assert not fitting
    how = "domino" if result.won else "blocked"
    state = match.record(EndDeal(how, hands))  # type: ignore[arg-type]
    assert state.deal_end is not None
    # Points of the second pair are negative there.
    assert state.deal_end.awards[0] - state.deal_end.awards[1] == result.points
    if result.won:
        assert state.went_out == result.player
    return how


def _tile(domino: dominoes.Domino) -> Tile:
    return Tile(domino.first, domino.second)


def test_a_double_that_opens_has_its_two_ends() -> None:
    match = Match.start(["Ana", "Ben", "Cleo", "Dan"], RULES, PAIRS)
    match.deal(0)
    ends = _played(match, dominoes.Domino(6, 6), {}, left=True)
    assert ends == {True: (0, Side.LONG_1), False: (0, Side.LONG_2)}
