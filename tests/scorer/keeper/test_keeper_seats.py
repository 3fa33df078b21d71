"""Who laid a tile: the turn, the seats that were seen to reach, and what people say."""

from __future__ import annotations

import pytest
from followed import follow, look, plays
from seen_tables import new_match

from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.match import Refused


def test_the_seat_that_reached_wins_over_the_turn_with_a_mark_that_the_next_play_may_not_settle() -> None:
    keeper = Keeper(new_match(3))
    keeper.look(look("6-4", seats=[0]))
    keeper.look(look("6-4 4-1", seats=[2]))
    assert plays(keeper)[1] == (2, "1-4", True)
    assert keeper.state().match.plays[1].skipped == (1,)
    assert keeper.state().question is None
    keeper.look(look("6-4 4-1 1-3", seats=[0]))
    # Ben may have laid it, and Cleo passed: one seat seen wrongly.
    assert plays(keeper)[1:] == [(2, "1-4", True), (0, "1-3", False)]
    assert keeper.state().question is None
    keeper.correct(1, player=2)
    assert plays(keeper)[1] == (2, "1-4", False)


def test_a_wrong_seat_is_found_out_by_those_that_follow() -> None:
    keeper = Keeper(new_match(3))
    for text, seat in (("6-4", 0), ("6-4 4-1", 2), ("6-4 4-1 1-3", 2), ("6-4 4-1 1-3 3-2", 0)):
        keeper.look(look(text, seats=[seat]))
    assert [play[0] for play in plays(keeper)] == [0, 1, 2, 0]


def test_a_seat_that_agrees_with_the_turn_is_in_doubt_beside_a_pass() -> None:
    keeper = Keeper(new_match(3))
    texts = "6-4", "6-4 4-1", "6-4 4-1 1-3", "6-4 4-1 1-3 3-2", "6-4 4-1 1-3 3-2 2-0"
    for text, seat in zip(texts, (0, 1, 2, 1, 2), strict=True):
        keeper.look(look(text, seats=[seat]))
    # Cleo laid 1-3 and Ana passed, or Cleo passed and Ana laid it.
    assert plays(keeper)[2] == (2, "1-3", True)
    assert keeper.state().question is None


def test_who_is_said_to_have_gone_out_laid_the_last_tile_where_its_seat_was_in_doubt() -> None:
    keeper = Keeper(new_match(4))
    texts = "6-4", "6-4 4-1", "6-4 4-1 1-3", "6-4 4-1 1-3 3-2", "6-4 4-1 1-3 3-2 2-0"
    for text, seat in zip(texts, (0, 1, 2, 1, 2), strict=True):
        keeper.look(look(text, seats=[seat]))
    keeper.finish_deal("domino", ((), 3, 4, 5), went_out=0)
    assert [play[0] for play in plays(keeper)] == [0, 1, 2, 3, 0]
    assert "went out" not in keeper.state().notice


def test_in_a_blocked_deal_nothing_more_tells_who_laid_the_last_tile() -> None:
    keeper = Keeper(new_match(4, rules=GAMES["block"].rules))
    keeper.look(look("6-6", seats=[0]))
    keeper.look(look("6-6 6-1", seats=[1]))
    assert plays(keeper)[1] == (1, "1-6", False)
    # Ben may have passed, and somebody else laid it.
    keeper.finish_deal("blocked", (3, 4, 5, 6))
    assert plays(keeper)[1] == (1, "1-6", True)
    keeper.undo()
    keeper.undo()
    assert plays(keeper) == [(0, "6-6", False)]


def test_a_person_says_who_played() -> None:
    keeper = Keeper(new_match(3))
    for text in ("5-6", "5-6 6-4", "5-5 5-6 6-4"):
        keeper.look(look(text))
    keeper.correct(1, player=2)
    assert [play[0] for play in plays(keeper)] == [0, 2, 0]
    with pytest.raises(Refused, match="no player number 4"):
        keeper.correct(1, player=3)
    with pytest.raises(Refused, match="no play number 9"):
        keeper.correct(8, player=1)


def test_a_pass_that_a_person_tells_moves_the_turn() -> None:
    keeper = follow("6-4", players=3)
    keeper.passed(1)
    keeper.look(look("6-4 4-1"))
    assert plays(keeper)[1] == (2, "1-4", False)
    keeper.drew(0)
    keeper.look(look("6-4 4-1 1-3"))
    assert plays(keeper)[2][0] == 0


# ---- several tiles, tiles taken back, layouts re-laid ----


def test_where_somebody_else_went_out_than_laid_the_last_tile_it_is_said() -> None:
    keeper = follow("6-4", "6-4 4-1")
    keeper.finish_deal("domino", ((), 7), went_out=0)
    assert keeper.state().notice == "Ana went out, but Ben is on record with the last tile."
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", True)]


def test_without_reaches_a_word_about_one_play_leaves_those_before_it() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3", "6-4 4-1 1-3 3-3", "6-4 4-1 1-3 3-3 3-2")
    before = [player for player, *_ in plays(keeper)]
    keeper.correct(4, player=1 - before[4])
    assert [player for player, *_ in plays(keeper)] == [*before[:4], 1 - before[4]]
