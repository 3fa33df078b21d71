"""What people tell the keeper: corrections, what was none, undoing; and what a restart or a failure loses."""

from __future__ import annotations

import pytest
from followed import follow, look, misread, plays
from seen_tables import new_match

from scorer.keeper import Keeper
from scorer.match import Match, Refused
from scorer.tiles import Tile


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


def test_a_look_that_could_not_be_written_tells_all_that_it_told_when_it_comes_again() -> None:
    full: list[bool] = []

    def write(_event: object) -> None:
        if full:
            raise OSError("no space left on device")

    keeper = Keeper(new_match(3), written=write)
    keeper.look(look("6-4", seats=[0]))
    full.append(True)
    # Cleo reached, and her tile was missed.
    keeper.look(look("6-4", seats=[2], time=2.0))
    view = look("6-4 4-1", time=4.0)
    for _ in range(3):
        with pytest.raises(OSError, match="no space"):
            keeper.look(view)
    full.clear()
    keeper.look(view)
    assert plays(keeper)[1] == (2, "1-4", True)


def test_the_hands_of_a_deal_are_counted_again_in_one_step() -> None:
    keeper = follow("6-4", "6-4 4-1")
    with pytest.raises(Refused, match="no deal has ended"):
        keeper.count_again(((), 1))
    keeper.finish_deal("domino", ((Tile(1, 2),), ()), went_out=1)
    assert keeper.state().match.scores == (10, 5)
    keeper.count_again(((Tile(1, 2), Tile(2, 2), Tile(0, 5)), ()))
    assert keeper.state().match.scores == (10, 10)
    with pytest.raises(Refused, match="4-6 cannot be in a hand"):
        keeper.count_again(((Tile(4, 6),), ()))
    assert keeper.state().match.scores == (10, 10)
    keeper.undo()
    assert keeper.state().match.hands == ((Tile(1, 2),), ())


def test_a_tile_that_lies_there_already_is_refused_as_a_correction() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3")
    before = plays(keeper)
    with pytest.raises(Refused, match="4-6 was played already: correct that play first"):
        keeper.correct(2, tile=Tile(6, 4))
    assert plays(keeper) == before


def test_a_correction_that_does_not_fit_stands_and_is_said_not_to_fit() -> None:
    keeper = follow("6-4", "6-4 4-1", "6-4 4-1 1-3")
    state = keeper.correct(1, tile=Tile(2, 4))
    assert [play[1] for play in plays(keeper)] == ["4-6", "2-4", "1-3"]
    assert state.notice == "Does not fit now: 1-3. The record stands as you say."
    state = keeper.correct(1, tile=Tile(2, 5))
    assert [play[1] for play in plays(keeper)] == ["4-6", "2-5", "1-3"]
    assert state.notice == "Does not fit now: 2-5. The record stands as you say."
    assert keeper.correct(1, tile=Tile(1, 4)).notice == ""
