"""What the keeper makes of doubtful looks: marks, questions, answers, and what later looks settle."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

import pytest
from seen_tables import new_match, view_of

from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.match import Match, Refused
from scorer.notation import parse_layout
from scorer.sides import Side
from scorer.tiles import Tile
from scorer.view import Reach, SeenJoin, SeenTile, View

Reading = tuple[int, int]


def look(text: str, *, seats: Iterable[int] = (), time: float = 0.0) -> View:
    """Return a look at a layout, after reaches from these seats."""
    reaches = tuple(Reach(seat, time, time + 1) for seat in seats)
    return replace(view_of(parse_layout(text)), time=time, reaches=reaches)


def misread(view: View, tile: Reading, seen: Reading, probability: float, *others: tuple[Reading, float]) -> View:
    """Return the view with a tile read as another one; all readings have the lower half first."""
    tiles = []
    for one in view.tiles:
        if {one.a, one.b} == set(tile):
            readings = [(seen, probability), *others]
            if one.a > one.b:
                readings = [(reading[::-1], chance) for reading, chance in readings]
            one = replace(one, a=readings[0][0][0], b=readings[0][0][1], probability=probability)
            one = replace(one, others=tuple(readings[1:]))
        tiles.append(one)
    return replace(view, tiles=tuple(tiles))


def plays(keeper: Keeper) -> list[tuple[int, str, bool]]:
    return [(play.player, str(play.tile), play.unsure) for play in keeper.state().match.plays]


def follow(*texts: str, players: int = 2) -> Keeper:
    keeper = Keeper(new_match(players))
    for text in texts:
        keeper.look(look(text))
    return keeper


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


def test_a_person_corrects_a_tile_and_what_changed_is_told() -> None:
    keeper = follow("6-6", "6-6 6-3", "6-6 6-3 3-1")
    assert keeper.state().match.scores == (0, 15)
    keeper.correct(1, tile=Tile(4, 6))
    assert plays(keeper)[1] == (1, "4-6", False)
    assert keeper.state().changed == "Ben 15 -> 0"
    keeper.undo()
    assert plays(keeper)[1] == (1, "3-6", False)
    assert keeper.state().changed == "Ben 0 -> 15"
    keeper.redo()
    assert plays(keeper)[1] == (1, "4-6", False)
    with pytest.raises(Refused, match="not in this set"):
        keeper.correct(0, tile=Tile(7, 7))


def test_a_play_that_was_none_is_struck_and_its_tile_left_aside_while_it_lies_there() -> None:
    keeper = follow("6-4", "6-4 4-1")
    with pytest.raises(Refused, match="other tiles are joined to 4-6"):
        keeper.strike(0)
    keeper.strike(1)
    keeper.look(look("6-4 4-1"))
    assert plays(keeper) == [(0, "4-6", False)]
    keeper.look(look("6-4"))
    keeper.look(look("6-4 4-1"))
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", False)]


def test_a_play_undone_is_not_written_again_by_the_next_look() -> None:
    keeper = follow("6-4", "6-4 4-1")
    keeper.undo()
    keeper.look(look("6-4 4-1"))
    assert plays(keeper) == [(0, "4-6", False)]
    keeper.redo()
    keeper.look(look("6-4 4-1"))
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", False)]


def test_of_tiles_that_came_at_once_one_is_struck() -> None:
    keeper = follow("6-4", "6-4 4-1", "5-3 3-6 6-4 4-1 1-5 5-2", players=4)
    strike(keeper, "2-5")
    question = keeper.state().question
    assert question is not None
    assert {"1-5", "3-6", "3-5"} == {tile for answer in question.answers for tile in answer.text.split(", then ")}
    strike(keeper, "3-5")
    question = keeper.state().question
    assert question is not None
    assert {answer.text for answer in question.answers} == {"1-5, then 3-6", "3-6, then 1-5"}
    strike(keeper, "1-5")
    assert keeper.state().question is None
    keeper.look(look("3-6 6-4 4-1"))
    keeper.drew(3)
    assert [play[1:] for play in plays(keeper)] == [("4-6", False), ("1-4", False), ("3-6", False)]


def strike(keeper: Keeper, tile: str) -> None:
    keeper.strike([play[1] for play in plays(keeper)].index(tile))


def _broken(*_: object) -> None:
    raise KeyError("no such tile")


def test_what_cannot_be_in_what_the_keeper_remembers_does_not_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = follow("6-4", "6-4 4-1")
    with monkeypatch.context() as broken:
        broken.setattr("scorer.keeper.keeper.reconcile", _broken)
        assert keeper.look(look("6-4 4-1 1-3")) == ()
        assert keeper.state().notice == "What was seen so far does not go with the record. The record stands."
    with monkeypatch.context() as broken:
        broken.setattr("scorer.keeper.kept.with_readings", _broken)
        with pytest.raises(Refused, match="does not go with what is on record"):
            keeper.correct(1, player=0)
    tries = iter([KeyError("no such tile"), ()])

    def once_impossible(*_: object) -> object:
        return raised(next(tries))

    with monkeypatch.context() as broken:
        broken.setattr("scorer.keeper.kept.questions", once_impossible)
        keeper.drew(0)
    keeper.look(look("6-4 4-1 1-3"))
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", False), (0, "1-3", False)]


def raised(found: object) -> object:
    if isinstance(found, Exception):
        raise found
    return found


def test_scores_are_adjusted_and_what_cannot_be_is_refused() -> None:
    keeper = follow("6-4")
    keeper.adjust(1, 5, "forgotten before")
    assert keeper.state().match.scores == (10, 5)
    with pytest.raises(Refused, match="need not be called"):
        keeper.claim(1)
    keeper.correct_event(len_of(keeper) - 1, None)
    assert keeper.state().match.scores == (10, 0)


def len_of(keeper: Keeper) -> int:
    """Return how many events there are: start, deal, plays and one adjustment."""
    return 3 + len(keeper.state().match.plays)


# ---- restart, writing, what vision is told ----


def test_a_restart_in_mid_deal_loses_nothing_and_goes_on() -> None:
    match = new_match(3)
    keeper = Keeper(match)
    for text, seat in (("6-4", 0), ("6-4 4-1", 1)):
        keeper.look(look(text, seats=[seat]))
    keeper.look(misread(look("6-4 4-1 1-3", seats=[2]), (1, 3), (1, 2), 0.7, ((1, 3), 0.25)))
    again = Match.fold(match.log)
    keeper = Keeper(again)
    assert plays(keeper)[2] == (2, "1-2", True)
    assert keeper.look(look("6-4 4-1 1-3")) != ()
    keeper.look(look("6-4 4-1 1-3 3-3", seats=[0]))
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", False), (2, "1-3", False), (0, "3-3", False)]


def test_an_event_that_cannot_be_written_is_not_shown() -> None:
    kept: list[object] = []

    def write(event: object) -> None:
        if len(kept) == 2:
            raise OSError("no space left on device")
        kept.append(event)

    keeper = Keeper(new_match(), written=write)
    keeper.look(look("6-4"))
    assert len(kept) == 2
    before = keeper.state()
    with pytest.raises(OSError, match="no space"):
        keeper.look(look("6-4 4-1"))
    assert keeper.state() == before
    kept.pop()
    keeper.look(look("6-4 4-1"))
    assert len(plays(keeper)) == 2


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


def test_undoing_a_play_undoes_what_later_looks_put_right_of_it() -> None:
    keeper = follow("6-4")
    keeper.look(DOUBTFUL)
    keeper.look(look("6-4 4-1"))
    assert plays(keeper)[1] == (1, "1-4", False)
    keeper.undo()
    assert plays(keeper) == [(0, "4-6", False)]


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


def test_where_somebody_else_went_out_than_laid_the_last_tile_it_is_said() -> None:
    keeper = follow("6-4", "6-4 4-1")
    keeper.finish_deal("domino", ((), 7), went_out=0)
    assert keeper.state().notice == "Ana went out, but Ben is on record with the last tile."
    assert plays(keeper) == [(0, "4-6", False), (1, "1-4", True)]


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


def test_without_reaches_a_word_about_one_play_leaves_those_before_it() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3", "6-4 4-1 1-3 3-3", "6-4 4-1 1-3 3-3 3-2")
    before = [player for player, *_ in plays(keeper)]
    keeper.correct(4, player=1 - before[4])
    assert [player for player, *_ in plays(keeper)] == [*before[:4], 1 - before[4]]


def test_a_tile_that_lies_there_already_is_refused_as_a_correction() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3")
    before = plays(keeper)
    with pytest.raises(Refused, match="4-6 was played already: correct that play first"):
        keeper.correct(2, tile=Tile(6, 4))
    assert plays(keeper) == before


def test_what_cannot_be_seen_is_said_and_play_goes_on() -> None:
    keeper = follow("6-4", "6-4 4-1")
    hidden = "The line runs out of the picture on the left."
    keeper.look(replace(look("6-4 4-1 1-3"), unseen=(hidden,)))
    assert keeper.state().notice == hidden
    assert len(keeper.state().match.plays) == 3


def test_a_correction_that_does_not_fit_stands_and_is_said_not_to_fit() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3")
    state = keeper.correct(1, tile=Tile(2, 4))
    assert [play[1] for play in plays(keeper)] == ["4-6", "2-4", "1-3"]
    assert state.notice == "Does not fit now: 1-3. The record stands as you say."
    state = keeper.correct(1, tile=Tile(2, 5))
    assert [play[1] for play in plays(keeper)] == ["4-6", "2-5", "1-3"]
    assert state.notice == "Does not fit now: 2-5. The record stands as you say."
    assert keeper.correct(1, tile=Tile(1, 4)).notice == ""


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
