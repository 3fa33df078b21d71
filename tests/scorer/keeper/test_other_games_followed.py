"""What the keeper makes of games that are laid and scored otherwise than All Fives."""

from __future__ import annotations

import pytest
from seen_tables import new_match, view_of

from scorer.events import Deal, Draw, Play
from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.keeper.state import KeeperState
from scorer.keeper.writing import account_of
from scorer.match import Match
from scorer.notation import layout_text, parse_layout
from scorer.rules import Rules
from scorer.sides import Side
from scorer.tiles import Tile
from scorer.view import View

MATADOR = GAMES["matador"].rules


def looks_at(match: Match, count: int = 3) -> View:
    """Return a look at what lies there by the record of another table."""
    return view_of(match.state.layout, seed=count)


def follow(rules: Rules, *plays: Play, players: int = 2) -> tuple[Keeper, Match]:
    """Return a keeper that saw these plays one after the other, and the match as it was really played."""
    truth = new_match(players, rules)
    truth.deal(0)
    keeper = Keeper(new_match(players, rules))
    for count, play in enumerate(plays):
        truth.record(play)
        keeper.look(looks_at(truth, count))
    return keeper, truth


def test_in_matador_doubles_lie_in_the_line() -> None:
    plays = Play(Tile(2, 4)), Play(Tile(5, 5), (0, Side.END_A)), Play(Tile(2, 6), (1, Side.END_B), Side.END_A)
    keeper, truth = follow(MATADOR, *plays)
    assert keeper.state().notice == ""
    assert layout_text(keeper.state().match.layout) == layout_text(truth.state.layout)
    assert [play.tile for play in keeper.state().match.plays] == [play.tile for play in plays]
    assert not any(play.unsure for play in keeper.state().match.plays)


def test_a_matador_across_the_line_passes_on_the_value_before_it() -> None:
    plays = (
        Play(Tile(2, 4)),
        Play(Tile(3, 5), (0, Side.END_B), Side.END_A),
        Play(Tile(1, 6), (1, Side.END_B), Side.LONG_1, across=True),
        Play(Tile(5, 6), (2, Side.LONG_2), Side.END_A),
    )
    keeper, truth = follow(MATADOR, *plays)
    assert keeper.state().notice == ""
    assert [end.value for end in keeper.state().match.layout.open_ends()] == [2, 6]
    assert layout_text(keeper.state().match.layout) == layout_text(truth.state.layout)


def test_a_misread_double_in_matador_is_read_again() -> None:
    keeper, truth = follow(MATADOR, Play(Tile(2, 4)))
    misread = new_match(2, MATADOR)
    misread.deal(0)
    misread.record(Play(Tile(2, 4)))
    misread.record(Play(Tile(4, 5), (0, Side.END_A), Side.END_B))
    keeper.look(looks_at(misread))
    truth.record(Play(Tile(5, 5), (0, Side.END_A)))
    for count in range(6):
        keeper.look(looks_at(truth, count))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["2-4", "5-5"]
    assert keeper.state().notice == ""


def test_where_plays_are_not_followed_none_is_written() -> None:
    keeper = Keeper(new_match(2, GAMES["mexican_train"].rules))
    laid = parse_layout("12-12 12-5")
    assert keeper.look(view_of(laid)) == (Deal(),)
    assert keeper.look(view_of(laid)) == ()
    assert keeper.state().match.phase == "playing"
    assert keeper.state().notice == ""
    keeper.finish_deal("domino", ((), 12), went_out=0)
    assert keeper.look(view_of(laid)) == (), "what still lies there begins no other deal"
    keeper.look(View(0.0))
    assert keeper.look(view_of(laid)) == (Deal(),)


def test_a_draw_that_ends_the_turn_leaves_it_to_the_next() -> None:
    rules = GAMES["classic_hungarian"].with_options(drawn_tile="next_turn")
    keeper, truth = follow(rules, Play(Tile(6, 6)))
    keeper.drew(1)
    truth.record(Draw(1))
    truth.record(Play(Tile(5, 6), (0, Side.LONG_1)))
    keeper.look(looks_at(truth))
    assert [play.player for play in keeper.state().match.plays] == [0, 0]
    turns = [one.turn for one in account_of(truth).between]
    assert [(turn.said, turn.stays) for turn in turns if turn] == [(1, False)]


def test_a_page_is_told_what_is_remembered_and_who_lost() -> None:
    koza = GAMES["koza"].rules
    match = Match.start(["Ana", "Ben"], koza, scores=(95, 40), remembered=(0, 5), turn=1)
    keeper = Keeper(match)
    told = keeper.state().to_json()
    assert told["goal"] == "over 100 loses"
    assert [player["remembered"] for player in told["players"]] == [0, 5]
    assert told["losers"] == []
    truth = new_match(2, koza)
    truth.deal(1)
    truth.record(Play(Tile(1, 1)))
    keeper.look(looks_at(truth))
    keeper.finish_deal("domino", (20, ()), went_out=1)
    told = keeper.state().to_json()
    assert (told["losers"], told["winner"], told["outcome"]) == ([0], 1, "Ana lost the game")


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("1-0 0-2 2-1 1-3 3-4 4-1 1-1 1-5 5-6 6-1", "Nothing can be joined any more: the deal is blocked."),
        ("1-0 0-2 2-1 1-3 3-4 4-1 1-5 5-6 6-1", "Only 1-1 could still be joined: the deal is blocked."),
    ],
)
def test_what_could_still_be_joined_in_a_blocked_deal_is_said(layout: str, said: str) -> None:
    match = Match.start(["Ana", "Ben"], GAMES["koza"].rules, layout=layout, turn=0)
    assert KeeperState(1, match.state).to_json()["notice"] == said
