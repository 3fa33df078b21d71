import json
import threading
import time
from dataclasses import replace

import pytest
from seen_tables import new_match, random_deal, view_of

from scorer.events import Deal, Play
from scorer.games import MUGGINS
from scorer.keeper import Keeper
from scorer.layout import P_NONE, Layout, Side
from scorer.match import Match, Refused
from scorer.notation import parse_layout
from scorer.tiles import Tile
from scorer.view import View


def played(seed: int, most: int = 28, players: int = 2) -> Match:
    match = new_match(players)
    match.deal(0)
    random_deal(match, seed, most)
    return match


@pytest.mark.parametrize("seed", range(40))
def test_a_deal_seen_play_by_play_is_on_record_as_it_was_played(seed: int) -> None:
    truth = played(seed, players=2 + seed % 3)
    keeper = Keeper(new_match(2 + seed % 3))
    for count in range(1, len(truth.state.layout.placed) + 1):
        moved = (0.05 * count, -0.03 * count, 0.01 * count)
        events = keeper.look(view_of(truth.state.layout, seed=seed + count, moved=moved, only=count))
        assert len([event for event in events if isinstance(event, Play)]) == 1
        assert keeper.state().notice == ""
        assert keeper.look(view_of(truth.state.layout, seed=seed - count, moved=moved, only=count)) == ()
    state = keeper.state().match
    assert state.scores == truth.state.scores
    assert [(p.player, p.tile, p.points) for p in state.plays] == [
        (p.player, p.tile, p.points) for p in truth.state.plays
    ]
    assert state.end_sum == truth.state.end_sum


@pytest.mark.parametrize("seed", range(10))
def test_with_two_tiles_at_once_only_the_order_is_in_doubt(seed: int) -> None:
    truth = played(seed, 14)
    keeper = Keeper(new_match())
    count = len(truth.state.layout.placed)
    for seen in [*range(1, count, 2), count]:
        keeper.look(view_of(truth.state.layout, seed=seed, only=seen))
    state = keeper.state().match
    assert {p.tile for p in state.plays} == {p.tile for p in truth.state.plays}
    assert state.end_sum == truth.state.end_sum


def layout(text: str) -> Layout:
    return parse_layout(text)


def follow(*texts: str, players: int = 2) -> Keeper:
    """Return a keeper that saw these layouts one after the other."""
    keeper = Keeper(new_match(players))
    for text in texts:
        keeper.look(view_of(layout(text)))
    return keeper


def test_an_empty_table_begins_nothing() -> None:
    keeper = Keeper(new_match())
    assert keeper.look(View(0.0)) == ()
    assert keeper.state().match.phase == "waiting"
    assert keeper.state().version == 1


def test_the_first_tile_begins_the_deal_and_scores() -> None:
    keeper = Keeper(new_match(3), opener=2)
    events = keeper.look(view_of(layout("6-4")))
    assert events == (Deal(2), Play(Tile(4, 6)))
    assert keeper.state().match.scores == (0, 0, 10)
    assert keeper.state().match.turn == 0


def test_a_tile_that_is_missing_or_changed_is_noted_and_nothing_written() -> None:
    keeper = follow("6-4", "6-4 4-1")
    before = keeper.state().match
    keeper.look(view_of(layout("6-4 4-1"), only=1))
    assert keeper.state().notice == "1-4 is not to be seen."
    view = view_of(layout("6-4 4-1"))
    changed = tuple(replace(tile, a=4, b=3) if 1 in (tile.a, tile.b) else tile for tile in view.tiles)
    keeper.look(replace(view, tiles=changed))
    assert keeper.state().notice == "1-4 looks like 3-4 now; 1-4 stands on record."
    twice = (*view.tiles, replace(view.tiles[0], place=(9.0, 9.0)))
    keeper.look(replace(view, tiles=twice))
    assert "is seen twice" in keeper.state().notice
    keeper.look(View(0.0))
    assert "No tile is to be seen" in keeper.state().notice
    assert keeper.state().match == before
    keeper.look(view)
    assert keeper.state().notice == ""


def test_a_layout_that_was_moved_is_the_same_layout() -> None:
    texts = "6-4", "6-4 4-1", "6-4 4-1 1-1"
    keeper = follow(*texts)
    moved = view_of(layout("6-4 4-1 1-1 1-3"), moved=(4.0, -3.0, 2.0))
    assert len(keeper.look(moved)) == 1
    assert keeper.state().match.end_sum == 6 + 3
    again = view_of(layout("6-4 4-1 1-1 1-3"), moved=(-4.0, 3.0, -1.0))
    misread = tuple(replace(tile, a=5, b=5) if (tile.a, tile.b) == (1, 1) else tile for tile in again.tiles)
    assert keeper.look(replace(again, tiles=misread)) == ()
    assert keeper.state().notice == "1-1 looks like 5-5 now; 1-1 stands on record."


def test_two_new_tiles_of_one_value_are_not_believed() -> None:
    keeper = follow("6-4")
    view = view_of(layout("6-4 4-1"))
    new = next(tile for tile in view.tiles if 1 in (tile.a, tile.b))
    keeper.look(replace(view, tiles=(*view.tiles, replace(new, place=(-4.0, 0.0)))))
    assert keeper.state().notice == "1-4 is seen twice."


def test_a_double_seen_lying_lengthwise_is_laid_so() -> None:
    keeper = follow("2-2", "2-2 2-6", "2-2 2-6 _6-6")
    assert keeper.state().match.layout.end_sum == 4 + 6


def test_a_tile_that_closes_a_ring_joins_both_ends() -> None:
    rules = replace(new_match().state.rules, allow_ring=True, spinner=P_NONE)
    keeper = Keeper(new_match(rules=rules))
    for text in ("3-2", "3-2 2-4", "3-2=1:end-b 2-4 4-3=1:end-a"):
        keeper.look(view_of(layout(text)))
    assert keeper.state().notice == ""
    assert keeper.state().match.layout.open_ends() == ()


def test_a_tile_that_touches_nothing_is_waited_for() -> None:
    keeper = follow("6-4")
    view = view_of(layout("6-4"))
    apart = replace(view, tiles=(*view.tiles, replace(view.tiles[0], a=2, b=2, place=(5.0, 5.0))))
    assert keeper.look(apart) == ()
    assert keeper.state().notice == "2-2 does not touch the layout."


def test_a_misplay_is_on_record_as_it_lies() -> None:
    keeper = follow("6-4", "6-4 !3-1")
    state = keeper.state()
    assert state.notice == "1-3 does not fit: the open ends are 4 and 6. It is on record as it lies."
    assert state.match.layout.end_sum == 7
    assert state.match.turn == 0


def test_too_many_tiles_at_once_are_not_guessed() -> None:
    keeper = follow("6-4 4-1 1-2 2-3 3-3 3-5")
    assert keeper.state().match.phase == "waiting"
    assert "6 tiles came at once" in keeper.state().notice


def test_where_the_order_decides_the_points_it_is_said() -> None:
    # 5-5 first is worth ten; 5-0 first only five.
    keeper = follow("5-5 5-0")
    assert keeper.state().match.scores == (10, 10)
    assert keeper.state().notice == "Tiles came at once; taken as 5-5, then 0-5."


def test_a_line_bent_at_a_double_that_does_not_spin_goes_on_there() -> None:
    keeper = follow("2-2", "2-2 2-6", "2-2 2-6 6-6")
    view = view_of(layout("2-2 2-6 6-6 6-1"))
    double = next(n for n, tile in enumerate(view.tiles) if (tile.a, tile.b) == (6, 6))
    last = next(n for n, tile in enumerate(view.tiles) if 1 in (tile.a, tile.b))
    bent = tuple(
        replace(join, first_side=Side.SHORT_1)
        if (join.first, join.second) == (double, last)
        else replace(join, second_side=Side.SHORT_1)
        if (join.second, join.first) == (double, last)
        else join
        for join in view.joins
    )
    keeper.look(replace(view, joins=bent))
    assert keeper.state().notice == ""
    assert keeper.state().match.end_sum == 4 + 1


def test_the_next_deal_waits_for_an_empty_table() -> None:
    keeper = follow("6-4", "6-4 4-1")
    state = keeper.finish_deal("domino", (20, ())).match
    assert (state.phase, state.scores) == ("deal over", (10, 20))
    assert keeper.look(view_of(layout("6-4 4-1"))) == ()
    keeper.look(View(0.0))
    keeper.look(view_of(layout("5-5")))
    assert keeper.state().match.deals == 2
    assert keeper.state().match.scores == (10, 30)
    with pytest.raises(Refused, match="this deal is still being played"):
        keeper.begin_deal(0)
    with pytest.raises(Refused, match="2 hands are counted"):
        keeper.finish_deal("blocked", ((),))


def test_a_person_says_who_opens() -> None:
    keeper = Keeper(new_match())
    keeper.begin_deal(1)
    keeper.look(view_of(layout("5-5")))
    assert keeper.state().match.scores == (0, 10)


def test_where_nobody_knows_the_opener_nothing_is_written() -> None:
    match = new_match()
    match.deal()
    keeper = Keeper(match)
    assert keeper.look(view_of(layout("5-5"))) == ()
    assert keeper.state().notice == "A tile was laid: say who opened."


def test_after_the_game_nothing_is_written() -> None:
    keeper = Keeper(new_match(rules=replace(MUGGINS.rules, target=2)))
    keeper.look(view_of(layout("5-5")))
    assert keeper.state().match.phase == "game over"
    assert keeper.state().to_json()["winner"] == 0
    assert keeper.look(view_of(layout("5-5 5-0"))) == ()


def test_the_state_for_pages_has_exactly_these_keys() -> None:
    state = follow("6-4", "6-4 4-1", players=3).state()
    data = json.loads(json.dumps(state.to_json()))
    assert {key: value for key, value in data.items() if key not in ("svg", "version")} == {
        "game": "All Fives",
        "target": 250,
        "goal": "to 250",
        "unit": "points",
        "players": [
            {"name": "Ana", "score": 10, "remembered": 0},
            {"name": "Ben", "score": 0, "remembered": 0},
            {"name": "Cleo", "score": 0, "remembered": 0},
        ],
        "turn": 2,
        "last": {"player": 1, "tile": "1-4", "points": 0, "reason": "6 + 1 = 7", "doubtful": False},
        "plays": [
            {"player": 0, "tile": "4-6", "points": 10, "reason": "6 + 4 = 10", "doubtful": False},
            {"player": 1, "tile": "1-4", "points": 0, "reason": "6 + 1 = 7", "doubtful": False},
        ],
        "open_ends": [
            {"tile": "4-6", "value": 6, "counts": 6},
            {"tile": "1-4", "value": 1, "counts": 1},
        ],
        "end_sum": 7,
        "layout": "1-4 4-6",
        "phase": "playing",
        "winner": None,
        "losers": [],
        "outcome": "",
        "notice": "",
        "question": None,
        "changed": "",
        "undoable": 3,
        "redoable": 0,
    }
    assert data["svg"].startswith("<svg ")
    waiting = Keeper(new_match()).state().to_json()
    assert (waiting["phase"], waiting["last"], waiting["layout"]) == ("waiting", None, "")


def test_waiting_ends_with_the_next_change_or_the_timeout() -> None:
    keeper = Keeper(new_match())
    start = time.monotonic()
    assert keeper.wait(1, 0.05).version == 1
    assert time.monotonic() - start >= 0.04
    assert keeper.wait(0, 5).version == 1
    seen: list[int] = []
    waiter = threading.Thread(target=lambda: seen.append(keeper.wait(1, 10).version))
    waiter.start()
    keeper.look(view_of(layout("5-5")))
    waiter.join(5)
    assert seen == [2]
