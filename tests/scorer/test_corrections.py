"""Corrections, undo and redo, and what they report."""

import pytest

from scorer.events import Adjustment, Correction, CountHand, Deal, EndDeal, NextGame, Pass, Play, Redo, Start, Undo
from scorer.games import ALL_FIVES
from scorer.match import Match, Refused
from scorer.sides import Side
from scorer.tiles import Tile

A, B, L1, L2 = Side.END_A, Side.END_B, Side.LONG_1, Side.LONG_2


def begun(players: int = 2, target: str = "100") -> Match:
    match = Match.start(["Ana", "Ben", "Cleo"][:players], ALL_FIVES.with_options(target=target))
    match.deal(0)
    return match


def refused(match: Match, event: object) -> Refused:
    before = match.history, match.log
    with pytest.raises(Refused) as info:
        match.record(event)  # type: ignore[arg-type]
    assert (match.history, match.log) == before
    return info.value


def test_a_wrong_player_is_corrected_and_the_report_says_so() -> None:
    match = begun(3)
    match.play(Tile(5, 5), player=0)
    match.play(Tile(5, 0), (0, L1), player=1)
    assert match.correct(3, Play(Tile(5, 0), (0, L1), player=2)).scores == (10, 0, 10)
    assert match.changes.words == "Ben 10 -> 0; Cleo 0 -> 10"
    assert [(c.side, c.before, c.after) for c in match.changes.scores] == [(1, 10, 0), (2, 0, 10)]
    assert match.state.turn == 0
    assert [entry.number for entry in match.history] == [0, 1, 2, 3]


def test_whoever_was_told_by_the_order_of_turns_follows_a_correction() -> None:
    match = begun(3)
    match.play(Tile(5, 5))
    match.play(Tile(5, 0), (0, L1))
    match.correct(2, Play(Tile(5, 5), player=1))
    assert [played.player for played in match.state.plays] == [1, 2]


def test_a_tile_misread_some_plays_ago_is_folded_anew() -> None:
    right, wrong = begun(), begun()
    for match, read in ((right, Tile(4, 1)), (wrong, Tile(4, 0))):
        match.play(Tile(5, 5))
        match.play(Tile(5, 4), (0, L1))
        match.play(read, (1, A))
        match.play(Tile(1, 6), (2, A), A, force=True)
        match.play(Tile(6, 6), (3, B))
        match.play(Tile(6, 3), (4, L2))
    assert wrong.state.scores != right.state.scores
    assert wrong.correct(4, Play(Tile(4, 1), (1, A))) == right.state
    assert wrong.changes.words == "Ana 20 -> 10"


def test_later_plays_are_joined_to_the_other_half_where_the_corrected_tile_lies_the_other_way_round() -> None:
    match = begun()
    match.play(Tile(2, 4))
    match.play(Tile(4, 6), (0, B))
    match.play(Tile(6, 1), (1, B))
    assert match.correct(3, Play(Tile(3, 4), (0, B)), force=True).layout[1].tile == Tile(3, 4)
    match.undo()
    match.correct(4, Play(Tile(3, 1), (1, B), A, force=True))
    match.correct(3, Play(Tile(3, 4), (0, B)))
    # 3-4 is joined by its higher half; 3-1 now lies at its lower one.
    assert match.history[4].event == Play(Tile(3, 1), (1, A), A, force=True)
    assert match.state.end_sum == 2 + 3


def test_a_double_that_was_another_tile_renames_its_sides() -> None:
    match = begun()
    match.play(Tile(2, 4))
    match.play(Tile(4, 4), (0, B))
    match.play(Tile(4, 1), (1, L2))
    state = match.correct(3, Play(Tile(4, 6), (0, B)), force=True)
    assert state.layout.end_sum == 2 + 1
    match.undo()
    match.strike(4)
    match.play(Tile(4, 6), (1, L2))
    match.correct(3, Play(Tile(4, 5), (0, B)), force=True)
    assert match.history[-1].event == Play(Tile(4, 6), (1, B), A, force=True)


def test_an_opening_tile_read_the_wrong_way_round_turns() -> None:
    match = begun()
    match.play(Tile(4, 6))
    match.play(Tile(4, 1), (0, A))
    assert match.correct(2, Play(Tile(3, 4))).layout.open_ends()[0].value == 3
    assert match.history[3].event == Play(Tile(1, 4), (0, B))


def test_striking_out_closes_the_line_and_inserting_makes_room() -> None:
    match = begun()
    match.play(Tile(1, 2))
    match.play(Tile(2, 3), (0, B))
    match.play(Tile(3, 2), (1, B), A, force=True)
    match.play(Tile(2, 6), (2, A), force=True)
    state = match.strike(4)
    # With 2-3 and a second 2-3 in the line, 2-6 was at the wrong end; struck out, it does not fit and was laid anyhow.
    assert [str(placed.tile) for placed in state.layout.placed] == ["1-2", "2-3", "2-6"]
    match.strike(3)
    assert match.state.end_sum == 1 + 6
    match.insert(5, Play(Tile(2, 2), (0, B)))
    assert [str(placed.tile) for placed in match.state.layout.placed] == ["1-2", "2-2", "2-6"]
    assert match.state.layout.spinner == 1
    assert match.history[2:] and [entry.number for entry in match.history] == [0, 1, 2, 8, 5]


def test_a_struck_opening_tile_leaves_its_place_to_the_next() -> None:
    match = begun()
    match.play(Tile(1, 2))
    match.play(Tile(2, 3), (0, B))
    match.play(Tile(3, 5), (1, B))
    assert match.strike(2).end_sum == 2 + 5
    assert match.history[2].event == Play(Tile(2, 3))
    match.undo()
    match.play(Tile(1, 1), (0, A))
    reason = refused(match, Correction(2, "strike"))
    assert str(reason) == "then Ben's 1-1 (event 7) could not be: 1-1 must be joined to the layout: " + (
        "the open ends are 2 and 5"
    )
    assert reason.number == 7


def test_an_inserted_opening_tile_is_refused_where_the_next_would_not_be_joined() -> None:
    match = begun()
    match.play(Tile(1, 2))
    match.play(Tile(2, 3), (0, B))
    assert refused(match, Correction(2, "insert", Play(Tile(6, 6)))).number == 2


def test_a_correction_that_makes_a_later_event_impossible_is_refused_and_names_it() -> None:
    match = begun()
    match.play(Tile(5, 5))
    match.play(Tile(5, 6), (0, L1))
    match.play(Tile(6, 1), (1, B))
    reason = refused(match, Correction(3, "replace", Play(Tile(5, 3), (0, L1))))
    assert reason.number == 4
    assert str(reason) == "then Ana's 1-6 (event 4) could not be: 1-6 does not fit: the open ends are 5 and 3"
    match.correct(3, Play(Tile(5, 3), (0, L1)), force=True)
    assert match.history[4].event == Play(Tile(6, 1), (1, A), B, force=True)


def test_a_forced_correction_strikes_out_what_has_no_place_left() -> None:
    match = begun()
    match.play(Tile(5, 5))
    match.record(EndDeal("domino", ((), (Tile(5, 6),))))
    match.correct(2, Play(Tile(5, 6)), force=True)
    assert match.changes.struck == (3,)
    assert match.changes.words == "Ana 20 -> 0; event 3 struck out"
    assert match.undo().scores == (20, 0)


def test_the_end_of_a_deal_can_be_corrected() -> None:
    match = begun()
    match.play(Tile(1, 2))
    match.record(EndDeal("domino", ((), 13)))
    match.deal()
    match.play(Tile(5, 5))
    state = match.correct(3, EndDeal("domino", ((), 23)))
    assert state.scores == (25, 10)
    assert match.changes.words == "Ana 15 -> 25"
    assert refused(match, Correction(3, "replace", Deal())).number is None
    assert "the next deal (event 4)" in str(refused(match, Correction(3, "strike")))


def test_names_and_rules_can_be_corrected_but_the_start_not_struck() -> None:
    match = begun()
    match.play(Tile(5, 5))
    state = match.correct(0, Start(("Eva", "Ben"), ALL_FIVES.with_options(target="61_units")))
    assert (state.players, state.scores) == (("Eva", "Ben"), (2, 0))
    for bad in (
        Correction(0, "strike"),
        Correction(0, "insert", Deal()),
        Correction(0, "replace", Deal()),
        Correction(1, "replace", match.log[0]),  # type: ignore[arg-type]
    ):
        assert "sitting down" in str(refused(match, bad))
    assert "says what was instead" in str(refused(match, Correction(1, "replace")))
    assert "says what was instead" in str(refused(match, Correction(1, "strike", Deal())))
    assert "no event 3" in str(refused(match, Correction(3, "strike")))
    match.correct(0, Start(("Eva", "Ben", "Cid"), ALL_FIVES.rules))
    assert match.changes.scores == ()


def test_undo_reaches_back_over_the_end_of_a_deal_and_of_a_game() -> None:
    match = begun()
    match.play(Tile(5, 5))
    before = match.state
    match.record(EndDeal("domino", ((), 90)))
    assert match.state.winner == 0
    assert match.changes.words == "Ana 10 -> 100; Ana won the game"
    match.record(NextGame())
    match.deal()
    assert (match.state.scores, match.state.games) == ((0, 0), (1, 0))
    assert match.undo(3) == before
    assert match.changes.words == "Ana 0 -> 10"
    assert match.redo(1).winner == 0
    assert match.undo().winner is None
    assert match.changes.words == "Ana 100 -> 10; the game goes on"
    match.play(Tile(5, 0), (0, L1))
    assert str(refused(match, Redo())) == "nothing can be made again"


def test_undo_takes_a_correction_back_and_has_its_limits() -> None:
    match = begun()
    match.play(Tile(5, 5))
    match.correct(2, Play(Tile(5, 6)))
    assert match.undo().scores == (10, 0)
    assert (match.undoable, match.redoable) == (2, 1)
    assert str(refused(match, Undo(3))) == "only 2 changes can be undone"
    assert str(refused(match, Undo(0))) == "at least one change is undone"
    match.undo(2)
    assert match.events == match.log[:1]
    assert str(refused(match, Undo())) == "nothing can be undone"
    assert match.redo(3).scores == (0, 0)


def test_what_an_event_would_change_can_be_asked_before() -> None:
    match = begun()
    assert match.check(Play(Tile(5, 5))).words == "Ana 0 -> 10"
    assert match.state.scores == (0, 0)
    assert match.check(Pass(1) if match.state.plays else Adjustment(1, 5, "late")).words == "Ben 0 -> 5"


def test_an_event_that_cannot_be_written_is_not_shown() -> None:
    match = begun()
    written: list[tuple[int, object]] = []

    def write(number: int, event: object, _: object) -> None:
        if len(written) == 1:
            raise OSError("full")
        written.append((number, event))

    match.on_record(write)
    match.play(Tile(5, 5))
    before = match.history, match.log, match.changes
    with pytest.raises(OSError, match="full"):
        match.undo()
    assert (match.history, match.log, match.changes) == before
    assert written == [(2, Play(Tile(5, 5)))]


def test_hands_are_counted_one_by_one_and_counts_corrected() -> None:
    match = begun(3)
    match.play(Tile(1, 2))
    state = match.record(EndDeal("domino"))
    assert (state.phase, state.uncounted, state.missing) == ("counting", (1, 2), "count the hands of Ben and Cleo")
    assert match.record(CountHand(1, (Tile(6, 6),))).missing == "count Cleo's hand"
    assert match.record(CountHand(1, 30)).hands == ((), 30, None)
    assert match.undo().hands == ((), (Tile(6, 6),), None)
    assert "count Cleo's hand" in str(refused(match, Deal()))
    state = match.record(CountHand(2, 1))
    assert (state.phase, state.scores, state.counted) == ("deal over", (15, 0, 0), "Ana went out: 13 pips, 15 points")
    assert str(refused(match, CountHand(2, 1))) == "no deal has ended whose hands are to be counted"
    assert match.correct(7, CountHand(2, 6)).scores == (20, 0, 0)
