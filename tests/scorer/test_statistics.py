"""What a match tells when it is read again."""

from itertools import pairwise
from pathlib import Path

import pytest

from scorer.events import Adjustment, Claim, EndDeal, NextGame, Play
from scorer.games import ALL_FIVES, GAMES, MUGGINS
from scorer.match import Match
from scorer.sides import Side
from scorer.statistics import course, deals_told, players_told
from scorer.text.match_text import parse_match
from scorer.tiles import Tile

MATCHES = sorted((Path(__file__).parent.parent / "data" / "matches").glob("*.txt"))


@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.stem)
def test_points_of_plays_and_hands_make_the_score(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"))
    state, deals, players = match.state, deals_told(match), players_told(match)
    start = match.history[0].state.scores
    gained = [sum(deal.gained[side] for deal in deals) for side in range(len(state.sides))]
    if not any(state.games):
        assert [score - first for score, first in zip(state.scores, start, strict=True)] == gained
    assert [deal.number for deal in deals] == list(range(1, len(deals) + 1))
    assert sum(player.plays for player in players) == sum(deal.plays for deal in deals)
    told = course(match)
    assert (told[0], told[-1]) == (start, state.scores)
    assert all(before != after for before, after in pairwise(told))


def test_what_a_player_did() -> None:
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    match.deal(0)
    match.play(Tile(5, 5))
    match.play(Tile(0, 5), (0, Side.LONG_1))
    match.play(Tile(0, 3), (1, Side.END_A))
    ana, ben = players_told(match)
    assert (ana.plays, ana.scoring, ana.points, ana.deals, ana.points_a_deal) == (2, 1, 10, 1, 10.0)
    assert ana.best is not None
    assert (ana.best.tile, ana.best.credited) == (Tile(5, 5), 10)
    assert (ben.plays, ben.scoring, ben.points) == (1, 1, 10)


def test_points_that_another_called_are_not_the_layers() -> None:
    match = Match.start(["Ana", "Ben"], MUGGINS.with_options(muggins="steal"))
    match.deal(0)
    match.record(Play(Tile(5, 5), claimed=False))
    match.record(Claim(1))
    assert match.state.scores == (0, 2)
    assert [(player.plays, player.scoring, player.points) for player in players_told(match)] == [(1, 0, 0), (0, 0, 0)]


def test_deals_of_a_game_that_is_only_counted() -> None:
    match = Match.start(["Ana", "Ben"], GAMES["super_domino"].rules)
    for hands in ((), 7), (12, ()):
        match.deal(0)
        match.record(EndDeal("domino", hands, went_out=hands.index(())))
    told = deals_told(match)
    assert match.state.scores == (7, 12)
    assert [deal.gained for deal in told] == [(7, 0), (0, 12)]
    assert all("went out" in deal.counted for deal in told)


def test_what_a_deal_brought_stays_when_the_next_game_begins() -> None:
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    match.deal(0)
    match.play(Tile(5, 5))
    match.record(EndDeal("domino", ((), 13), went_out=0))
    match.record(Adjustment(0, 300, "to the end"))
    before = deals_told(match)
    match.record(NextGame())
    match.record(Adjustment(1, 5, "ahead"))
    assert deals_told(match) == before
    match.deal(1)
    assert [deal.gained for deal in deals_told(match)] == [(325, 0), (0, 0)]


def test_nothing_was_played_yet() -> None:
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    assert deals_told(match) == ()
    assert course(match) == ((0, 0),)
    assert [(player.plays, player.best, player.points_a_deal) for player in players_told(match)] == [(0, None, 0.0)] * 2
