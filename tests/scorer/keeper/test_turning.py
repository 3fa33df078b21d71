"""A keeper turns to another match while the table, its tiles and the pages stay."""

import threading

from seen_tables import new_match, random_deal, view_of

from scorer.events import Start
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.notation import layout_text
from scorer.view import View


def played(seed: int, most: int) -> Match:
    match = new_match(2)
    match.deal(0)
    random_deal(match, seed, most)
    return match


def test_the_old_tiles_are_none_of_the_new_matchs_plays() -> None:
    old = played(1, 9).state.layout
    keeper = Keeper(new_match(2))
    for count in range(1, len(old.placed) + 1):
        keeper.look(view_of(old, seed=1, only=count))
    before = keeper.state()
    assert before.match.plays
    after = keeper.turn_to(Match.start(["Cleo", "Dan"], ALL_FIVES.rules))
    assert after.version > before.version
    assert after.match.players == ("Cleo", "Dan")
    assert "still lie there" in after.notice
    assert keeper.look(view_of(old, seed=1)) == ()
    keeper.look(View(2.0))
    assert keeper.state().notice == ""
    new = played(2, 5).state.layout
    keeper.look(view_of(new, seed=2, only=1))
    assert [play.tile for play in keeper.state().match.plays] == [new.placed[0].tile]


def test_nothing_of_the_old_match_can_be_undone_in_the_new_one() -> None:
    keeper = Keeper(new_match(2))
    keeper.look(view_of(played(1, 4).state.layout, seed=1))
    state = keeper.turn_to(new_match(2))
    assert (state.undoable, state.redoable, state.question) == (0, 0, None)


def test_a_match_that_begins_late_goes_on_from_what_lies_there() -> None:
    layout = played(3, 8).state.layout
    before = played(3, 7).state.layout
    keeper = Keeper(new_match(2))
    late = Match(Start(("Ana", "Ben"), ALL_FIVES.rules, None, (35, 20), 1, layout_text(before)))
    keeper.turn_to(late)
    assert keeper.look(view_of(before, seed=3)) == ()
    keeper.look(view_of(layout, seed=3))
    state = keeper.state().match
    assert [(play.player, play.tile) for play in state.plays] == [(1, layout.placed[-1].tile)]
    assert state.scores == (35, 20 + state.plays[0].points)


def test_pages_that_wait_hear_of_the_new_match() -> None:
    keeper = Keeper(new_match(2))
    heard: list[str] = []
    version = keeper.state().version
    thread = threading.Thread(target=lambda: heard.extend(keeper.wait(version, 5).match.players))
    thread.start()
    keeper.turn_to(Match.start(["Cleo", "Dan"], ALL_FIVES.rules))
    thread.join(5)
    assert heard == ["Cleo", "Dan"]


def test_an_undone_tile_that_still_lies_there_comes_back_with_redo() -> None:
    layout = played(4, 6).state.layout
    keeper = Keeper(new_match(2))
    for count in range(1, len(layout.placed) + 1):
        keeper.look(view_of(layout, seed=4, only=count))
    tile = layout.placed[-1].tile
    assert keeper.undo().notice == f"{tile} is left aside: press Redo if it was played."
    keeper.look(view_of(layout, seed=4))
    state = keeper.state()
    assert len(state.match.plays) == len(layout.placed) - 1
    assert "press Redo" in state.notice
    state = keeper.redo()
    assert (state.notice, state.match.plays[-1].tile) == ("", tile)


def test_what_was_struck_out_is_not_promised_to_redo() -> None:
    layout = played(4, 6).state.layout
    keeper = Keeper(new_match(2))
    for count in range(1, len(layout.placed) + 1):
        keeper.look(view_of(layout, seed=4, only=count))
    keeper.strike(len(layout.placed) - 1)
    keeper.look(view_of(layout, seed=4))
    assert keeper.state().notice == f"{layout.placed[-1].tile} is left aside, as somebody said."
