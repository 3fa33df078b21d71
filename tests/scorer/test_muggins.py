"""Points that must be called, and are not (the rule book, 3.2)."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.events import Adjustment, Claim, Draw, EndDeal, Play
from scorer.games import MUGGINS
from scorer.match import Match, Refused
from scorer.sides import Side
from scorer.tiles import Tile


def begun(muggins: str = "steal", **rules: Any) -> Match:
    chosen = replace(MUGGINS.with_options(muggins=muggins), **rules)
    match = Match.start(["Ana", "Ben", "Cleo"], chosen)
    match.deal(0)
    return match


def refusal(match: Match, event: Any) -> str:
    with pytest.raises(Refused) as refused:
        match.record(event)
    return str(refused.value)


def test_points_not_called_are_nobodys_until_the_first_who_calls() -> None:
    match = begun()
    assert match.record(Play(Tile(5, 5), claimed=False)).scores == (0, 0, 0)
    assert match.state.last is not None
    assert (match.state.last.points, match.state.last.to, match.state.last.credited) == (2, None, 0)
    assert match.record(Claim(2)).scores == (0, 0, 2)
    assert refusal(match, Claim(1)) == "Cleo has called these points already"


def test_whoever_laid_the_tile_may_still_call_first() -> None:
    match = begun()
    match.record(Play(Tile(5, 5), claimed=False))
    assert match.record(Claim(0)).scores == (2, 0, 0)


def test_points_written_at_once_move_to_who_calls_them() -> None:
    match = begun()
    match.play(Tile(5, 5))
    assert refusal(match, Claim(0)) == "Ana has these points already"
    assert match.record(Claim(1)).scores == (0, 2, 0)
    assert match.changes.words == "Ana 2 -> 0; Ben 0 -> 2"
    assert match.state.turn == 1


def test_lost_points_are_nobodys() -> None:
    match = begun("lost")
    match.play(Tile(5, 5))
    assert match.record(Claim(1)).scores == (0, 0, 0)


def test_the_window_closes_with_the_next_tile() -> None:
    match = begun()
    assert refusal(match, Claim(1)) == "there is no play whose points can be called now"
    match.play(Tile(5, 5))
    match.pass_turn()
    match.play(Tile(5, 1), (0, Side.LONG_1))
    assert refusal(match, Claim(0)) == "the ends are worth nothing: 10 + 1 = 11"
    match.record(EndDeal("blocked"))
    assert "no play whose points" in refusal(match, Claim(0))
    assert "no player number 9" in refusal(match, Claim(8))


def test_a_game_won_with_points_that_were_overlooked_goes_on() -> None:
    match = begun(target=2)
    assert match.play(Tile(5, 5)).winner == 0
    state = match.record(Claim(1))
    assert (state.winner, state.scores) == (1, (0, 2, 0))
    match = begun("lost", target=2)
    match.play(Tile(5, 5))
    state = match.record(Claim(1))
    assert (state.phase, state.turn, state.winner) == ("playing", 1, None)


def test_where_nothing_need_be_called_nothing_can_be() -> None:
    match = begun("off")
    assert refusal(match, Play(Tile(5, 5), claimed=False)) == "points need not be called at this table"
    match.play(Tile(5, 5))
    assert refusal(match, Claim(1)) == "points need not be called at this table"


def test_a_person_may_change_a_score_and_says_why() -> None:
    match = begun(target=10)
    assert match.record(Adjustment(1, 12, "a bonus")).winner == 1
    state = match.record(Adjustment(1, -4, "not that much"))
    assert (state.phase, state.winner, state.turn, state.scores) == ("playing", None, 0, (0, 8, 0))
    match.record(Adjustment(1, 1, "a gift \U0001f469\u200d\U0001f467"))
    assert refusal(match, Adjustment(1, 3, " ")) == "say why the score is changed"
    assert refusal(match, Adjustment(1, 3, "a\u202e")) == "say why the score is changed"
    assert refusal(match, Adjustment(1, 0, "nothing")) == "say by how many points the score is changed"
    assert refusal(match, Adjustment(1, 2_000_000, "much")) == "that is more than any game is worth"
    assert refusal(match, Play(Tile(7, 7), force=True)) == "7-7 is not in a set up to 6-6"
    assert refusal(match, Draw(tiles=29)) == "there are not 29 tiles to be drawn"
    match.play(Tile(1, 2))
    match.record(EndDeal("domino", ((), 4, 3)))
    assert match.record(Adjustment(0, 9, "late")).phase == "game over"
