"""What the keeper makes of doubtful looks: marks, questions, answers, and what later looks settle."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from followed import Reading, follow, look, misread, plays
from seen_tables import new_match, view_of

from scorer.keeper import Keeper
from scorer.match import Match, Refused
from scorer.notation import parse_layout
from scorer.sides import Side
from scorer.view import Reach, SeenJoin, SeenTile, View

DOUBTFUL = misread(look("6-4 4-1"), (1, 4), (2, 4), 0.7, ((1, 4), 0.25))


def test_a_doubtful_tile_is_marked_and_asked_about() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    assert plays(keeper) == [(0, "4-6", False), (1, "2-4", True)]
    question = keeper.state().to_json()["question"]
    assert question["text"] == "Was that 2-4 or 1-4?"
    assert [answer["key"] for answer in question["answers"]] == ["2-4", "1-4"]
    assert keeper.state().to_json()["plays"][1]["doubtful"] is True


def test_an_answer_settles_it_and_no_later_look_overrules_it() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    question = keeper.state().question
    assert question is not None
    with pytest.raises(Refused, match="was not offered"):
        keeper.answer(question.id, "0-0")
    keeper.answer(question.id, "1-4")
    assert plays(keeper)[1] == (1, "1-4", False)
    assert keeper.state().question is None
    for _ in range(6):
        keeper.look(misread(look("6-4 4-1"), (1, 4), (2, 4), 0.99))
    assert plays(keeper)[1] == (1, "1-4", False)
    assert keeper.state().notice == "1-4 looks like 2-4 now; 1-4 stands on record."
    with pytest.raises(Refused, match="settled already"):
        keeper.answer(question.id, "1-4")


def test_the_next_looks_settle_a_doubt() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    keeper.look(look("6-4 4-1"))
    keeper.look(look("6-4 4-1"))
    assert plays(keeper)[1] == (1, "1-4", False)
    assert keeper.state().question is None


def test_a_tile_misread_until_now_is_corrected_and_the_change_is_told() -> None:
    keeper = follow("6-6")
    for _ in range(3):
        keeper.look(misread(look("6-6 6-4"), (4, 6), (3, 6), 0.9, ((4, 6), 0.08)))
    assert keeper.state().match.scores == (0, 15)
    keeper.look(look("6-6 6-4"))
    keeper.look(look("6-6 6-4 4-1"))
    assert [play[1] for play in plays(keeper)] == ["6-6", "4-6", "1-4"]
    assert keeper.state().match.scores == (0, 0)
    assert "Ben 15 -> 0" in keeper.state().changed or keeper.state().match.scores == (0, 0)


def test_play_goes_on_while_a_question_is_open() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    keeper.look(misread(look("6-4 4-1 1-5"), (1, 4), (2, 4), 0.7, ((1, 4), 0.28)))
    assert [play[1] for play in plays(keeper)][2] == "1-5"


def test_a_missing_tile_does_not_block_a_play_elsewhere() -> None:
    keeper = follow("6-4", "6-4 4-1", "5-6 6-4 4-1")
    seen = view_of(parse_layout("5-6 6-4 4-1 1-3"))
    missed = next(number for number, tile in enumerate(seen.tiles) if {tile.a, tile.b} == {5, 6})
    keeper.look(without(seen, missed))
    assert [play[1] for play in plays(keeper)] == ["4-6", "1-4", "5-6", "1-3"]
    assert keeper.state().notice == "5-6 is not to be seen."


def without(view: View, missed: int) -> View:
    """Return the view without one of its tiles."""
    joins = [
        replace(join, first=join.first - (join.first > missed), second=join.second - (join.second > missed))
        for join in view.joins
        if missed not in (join.first, join.second)
    ]
    tiles = view.tiles[:missed] + view.tiles[missed + 1 :]
    return replace(view, tiles=tiles, joins=tuple(joins))


# ---- who played ----


def test_where_the_order_decides_the_points_it_is_asked() -> None:
    keeper = follow("5-5 5-0")
    question = keeper.state().question
    assert question is not None
    assert question.text == "Which was laid first: 5-5 or 0-5?"
    assert [answer.text for answer in question.answers] == ["5-5, then 0-5", "0-5, then 5-5"]
    assert [play[2] for play in plays(keeper)] == [True, True]
    keeper.answer(question.id, "1")
    assert plays(keeper) == [(0, "0-5", False), (1, "5-5", False)]
    assert keeper.state().match.scores == (5, 10)
    keeper.look(look("5-5 5-0"))
    assert plays(keeper) == [(0, "0-5", False), (1, "5-5", False)]


def test_a_tile_taken_back_is_taken_off_the_record() -> None:
    keeper = Keeper(new_match())
    keeper.look(look("6-4", seats=[0]))
    keeper.look(look("6-4 4-1", seats=[1]))
    keeper.look(look("6-4", seats=[1]))
    for _ in range(3):
        keeper.look(look("6-4"))
    assert plays(keeper) == [(0, "4-6", False)]
    keeper.look(look("6-4 4-2", seats=[1]))
    assert plays(keeper) == [(0, "4-6", False), (1, "2-4", False)]


def test_another_tile_laid_in_the_place_of_one_taken_back_is_the_play() -> None:
    keeper = Keeper(new_match())
    keeper.look(look("6-4", seats=[0]))
    keeper.look(look("6-4 4-1", seats=[1]))
    keeper.look(look("6-4 4-4", seats=[1]))
    keeper.look(look("6-4 4-4"))
    assert plays(keeper) == [(0, "4-6", False), (1, "4-4", False)]


def test_a_tile_taken_back_by_who_seemed_to_be_another_is_taken_off_the_record() -> None:
    keeper = Keeper(new_match())
    keeper.look(look("6-4", seats=[0]))
    keeper.look(look("6-4 4-4", seats=[1]))
    # Ben took it back and laid another, and Ana seemed to reach.
    for text in ("5-6 6-4", "1-5 5-6 6-4", "1-5 5-6 6-4 4-4"):
        keeper.look(look(text, seats=[int("4-4" in text)]))
        keeper.look(look(text))
        keeper.look(look(text))
    assert [play[:2] for play in plays(keeper)] == [(0, "4-6"), (1, "5-6"), (0, "1-5"), (1, "4-4")]


def test_a_tile_that_nobody_reached_for_was_overlooked_and_its_order_is_in_doubt() -> None:
    keeper = Keeper(new_match())
    keeper.look(look("6-4", seats=[0]))
    # The look after Ben's play misses it; the next one shows Ana's play; then both are seen.
    keeper.look(look("6-4", seats=[1]))
    keeper.look(look("6-4 4-1", seats=[0]))
    keeper.look(look("5-6 6-4 4-1"))
    assert [play[1:] for play in plays(keeper)][1:] == [("1-4", True), ("5-6", True)]
    keeper.correct(1, player=0)
    assert not plays(keeper)[1][2]


def test_of_two_tiles_that_one_reach_brought_one_was_overlooked_and_the_order_is_in_doubt() -> None:
    keeper = Keeper(new_match(3))
    keeper.look(look("6-4", seats=[0]))
    keeper.look(look("6-4 4-1", seats=[1]))
    # Cleo's 2-6 is not seen, and Ana's 1-3 is.
    keeper.look(without(look("2-6 6-4 4-1", seats=[2]), number_of(look("2-6 6-4 4-1"), (2, 6))))
    keeper.look(without(look("2-6 6-4 4-1 1-3", seats=[0]), number_of(look("2-6 6-4 4-1 1-3"), (2, 6))))
    keeper.look(look("2-6 6-4 4-1 1-3 3-3", seats=[1]))
    assert plays(keeper)[0] == (0, "4-6", False)
    assert {tile for _, tile, unsure in plays(keeper) if unsure} == {"1-4", "1-3", "2-6", "3-3"}


def test_another_tile_where_one_was_gone_may_have_been_laid_only_now() -> None:
    keeper = Keeper(new_match(4))
    keeper.look(look("5-5", seats=[0]))
    keeper.look(look("5-5 5-2", seats=[1]))
    keeper.look(look("5-5 5-2 2-0", seats=[2]))
    keeper.look(look("5-5(5-1) 5-2", seats=[3]))
    keeper.look(misread(look("5-5(5-1) 5-2 2-6", seats=[2]), (2, 6), (2, 6), 0.97, ((0, 2), 0.02)))
    assert [play[2] for play in plays(keeper)][2:] == [True, True]


def test_where_a_tile_on_record_and_a_new_one_cover_one_side_the_one_on_record_lies_elsewhere() -> None:
    # 0-5 was misread as 3-5, and nobody remembers after a restart; then 3-5 is laid at the other end.
    before = follow("2-5", "0-2 2-5", "3-0 0-2 2-5", "3-0 0-2 2-5 5-3")
    keeper = Keeper(Match.fold(before._match.log))
    keeper.look(look("5-3 3-0 0-2 2-5 5-0"))
    assert [play[1] for play in plays(keeper)][:3] == ["2-5", "0-2", "0-3"]
    assert {play[1:] for play in plays(keeper)[3:]} == {("3-5", True), ("0-5", True)}
    assert keeper.state().match.end_sum == 5 + 0


def test_a_layout_laid_anew_with_other_bends_is_the_same_layout() -> None:
    texts = "6-4", "6-4 4-1", "6-4 4-1 1-1", "6-4 4-1 1-1 1-3"
    keeper = follow(*texts)
    seen = look(texts[-1])
    places = {(4, 6): (0.0, 0.0), (1, 4): (0.5, 1.5), (1, 1): (0.5, 3.0), (1, 3): (2.0, 3.0)}
    tiles = tuple(
        replace(tile, place=places[min(tile.a, tile.b), max(tile.a, tile.b)], angle=0.3) for tile in seen.tiles
    )
    keeper.look(replace(seen, tiles=tiles))
    assert keeper.state().notice == ""
    assert [play[1] for play in plays(keeper)] == ["4-6", "1-4", "1-1", "1-3"]


# ---- a person's corrections ----


def test_vision_is_told_the_set_and_the_tiles_that_are_certain() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    known = keeper.known()
    assert (known.highest, known.rules.name) == (6, "All Fives")
    assert [(tile.a, tile.b) for tile in known.tiles] == [(4, 6)]
    assert known.tiles[0].probability > 0.95


def test_a_table_out_of_view_between_deals_is_not_cleared() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3")
    keeper.finish_deal("domino", (10, ()), went_out=1)
    keeper.look(View(1.0))
    keeper.look(look("6-4 4-1 1-3"))
    assert keeper.state().match.deals == 1
    assert keeper.state().to_json()["notice"].startswith("Ben went out")
    keeper.look(View(2.0))
    keeper.look(look("4-1"))
    assert keeper.state().match.deals == 2


def test_a_match_joined_in_its_middle_goes_on_from_what_lies_there() -> None:
    match = Match.start(["Ana", "Ben"], new_match().state.rules, scores=(20, 5), turn=1, layout="6-4 4-4* 4-1")
    keeper = Keeper(match)
    keeper.look(look("6-4 4-4* 4-1"))
    assert keeper.state().notice == ""
    keeper.look(look("6-4 4-4* 4-1 1-3"))
    assert plays(keeper) == [(1, "1-3", False)]
    keeper.look(look("6-4 4-4*(4-2) 4-1 1-3"))
    assert plays(keeper) == [(1, "1-3", False), (0, "2-4", False)]
    assert keeper.state().match.end_sum == 6 + 2 + 3


def test_four_tiles_at_once_are_put_in_order_and_asked_about() -> None:
    keeper = follow("6-4", "6-4 4-1", "5-3 3-6 6-4 4-1 1-5 5-2", players=4)
    assert len(plays(keeper)) == 6
    question = keeper.state().question
    assert question is not None
    assert len(question.answers) == 3
    assert all(unsure for _, _, unsure in plays(keeper)[2:])
    before = plays(keeper)[2:]
    keeper.answer(question.id, question.answers[2].key)
    assert plays(keeper)[2:] != before
    assert not any(unsure for _, _, unsure in plays(keeper))


@pytest.mark.parametrize("seed", range(25))
def test_the_wildest_looks_raise_nothing(seed: int) -> None:
    chance = random.Random(seed)
    keeper = Keeper(new_match(2 + seed % 3))
    sides = list(Side)
    for time in range(25):
        count = chance.randrange(5)
        tiles = tuple(
            SeenTile(
                chance.randrange(7),
                chance.randrange(7),
                chance.random(),
                ((0.0, 0.0),) * 4,
                (chance.uniform(-3, 3), chance.uniform(-3, 3)),
                chance.uniform(-4, 4),
                (((chance.randrange(7), chance.randrange(7)), 0.2),),
            )
            for _ in range(count)
        )
        joins = tuple(
            SeenJoin(one, chance.choice(sides), other, chance.choice(sides), 0.9)
            for one in range(count)
            for other in range(one)
            if chance.random() < 0.6
        )
        reaches = tuple(Reach(chance.choice((0, 1, 7, None)), time, time + 1.0) for _ in range(chance.randrange(3)))
        keeper.look(View(float(time), tiles, joins, reaches=reaches))
        question = keeper.state().question
        if question is not None and chance.random() < 0.3:
            keeper.answer(question.id, chance.choice(question.answers).key)
        keeper.state().to_json()


def test_what_cannot_be_seen_is_said_and_play_goes_on() -> None:
    keeper = follow("6-4", "6-4 4-1")
    hidden = "The line runs out of the picture on the left."
    keeper.look(replace(look("6-4 4-1 1-3"), unseen=(hidden,)))
    assert keeper.state().notice == hidden
    assert len(keeper.state().match.plays) == 3


def number_of(view: View, tile: Reading) -> int:
    return next(number for number, seen in enumerate(view.tiles) if {seen.a, seen.b} == set(tile))


def test_a_tile_laid_against_the_rules_is_looked_at_again_where_it_lies() -> None:
    keeper = Keeper(new_match(3))
    for place, text in enumerate(("4-6", "4-6 6-6")):
        keeper.look(look(text, seats=[place]))
    whole = look("4-6 6-6 6-2 2-2", seats=[0])
    # The 2-6 is not seen, and the 2-2 behind it looks as if it were laid to the 4-6, whose end is covered.
    astray = SeenJoin(number_of(whole, (4, 6)), Side.END_B, number_of(whole, (2, 2)), Side.LONG_1, 0.9)
    four = whole.tiles[number_of(whole, (4, 6))]
    astray = replace(astray, first_side=Side.END_A if four.a == 6 else Side.END_B)
    keeper.look(without(replace(whole, joins=(*whole.joins, astray)), number_of(whole, (2, 6))))
    assert "that side is covered" in keeper.state().notice
    keeper.look(look("4-6 6-6 6-2 2-2"))
    assert [play[1] for play in plays(keeper)] == ["4-6", "6-6", "2-6", "2-2"]
    assert keeper.state().notice == ""
    keeper.look(look("4-6 6-6 6-2 2-2 2-3", seats=[1]))
    assert keeper.state().match.end_sum == 4 + 3


def test_what_is_laid_after_a_doubtful_misplay_is_marked() -> None:
    keeper = Keeper(new_match(2))
    keeper.look(look("4-6"))
    wrong = misread(look("4-6 6-1"), (1, 6), (1, 3), 0.6, ((1, 2), 0.3))
    keeper.look(wrong)
    assert plays(keeper)[1][2], "which it is, is not certain"
    after = misread(look("5-4 4-6 6-1"), (1, 6), (1, 3), 0.6, ((1, 2), 0.3))
    keeper.look(after)
    assert plays(keeper)[2] == (0, "4-5", True)


def test_a_first_tile_out_of_sight_leaves_the_order_in_doubt() -> None:
    keeper = Keeper(new_match(3))
    for count in range(2):
        keeper.look(look("5-6", seats=[] if count else [0]))
    both = look("5-6 6-3")
    hidden = without(both, number_of(both, (5, 6)))
    for count in range(3):
        keeper.look(replace(hidden, reaches=() if count else (Reach(0, 0.0, 1.0),)))
    keeper.look(look("5-6 6-3"))
    assert sorted(play[1] for play in plays(keeper)) == ["3-6", "5-6"]
    assert all(play[2] for play in plays(keeper)), "nobody knows which was the first"


@pytest.mark.parametrize("doubt", [0.6, 0.97])
def test_a_deal_that_doubtful_things_opened_begins_anew_where_the_tiles_lie(doubt: float) -> None:
    # Two crackers, say, that lie in view until the first tile is laid.
    phantoms = misread(look("6-4 4-1", seats=[0]), (1, 4), (1, 4), doubt, ((2, 4), 0.3 * (1 - doubt)))
    keeper = follow()
    keeper.look(misread(phantoms, (4, 6), (4, 6), doubt, ((4, 5), 0.9 * (1 - doubt))))
    tiles = [replace(tile, place=(tile.place[0] + 9.0, tile.place[1])) for tile in look("5-5").tiles]
    keeper.look(replace(look("5-5", seats=[0], time=2.0), tiles=tuple(tiles)))
    if doubt < 0.9:
        assert [tile for _, tile, _ in plays(keeper)] == ["5-5"]
    else:
        # Tiles that were clearly read are on record until somebody says that they are not.
        assert [tile for _, tile, _ in plays(keeper)] == ["4-6", "1-4"]
        assert keeper.state().notice == "What lies on the table is not the layout on record."


def test_undoing_a_play_undoes_what_later_looks_put_right_of_it() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    keeper.look(look("6-4 4-1"))
    assert plays(keeper)[1] == (1, "1-4", False)
    keeper.undo()
    assert plays(keeper) == [(0, "4-6", False)]
