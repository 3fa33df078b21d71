"""Tiles of the last deal that lie there still when the next one begins."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import new_match, view_of

from scorer.keeper import Keeper
from scorer.match import Match
from scorer.notation import parse_layout
from scorer.view import View

TEXTS = "6-4", "6-4 4-1", "6-4 4-1 1-3", "5-6 6-4 4-1 1-3"
STILL_THERE = "The tiles of the last deal still lie there."


def look(text: str, *, moved: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> View:
    return view_of(parse_layout(text), moved=moved)


def only(view: View, *tiles: tuple[int, int]) -> View:
    """Return the view with these tiles only, and no joins."""
    left = tuple(tile for tile in view.tiles if (min(tile.a, tile.b), max(tile.a, tile.b)) in tiles)
    return replace(view, tiles=left, joins=())


@pytest.fixture
def keeper() -> Keeper:
    """Return the keeper of a match whose second deal a person began before anybody cleared the table."""
    keeper = Keeper(new_match())
    for text in TEXTS:
        keeper.look(look(text))
    keeper.finish_deal("domino", (20, ()))
    keeper.begin_deal(1)
    return keeper


def tiles_of(keeper: Keeper) -> list[tuple[int, str]]:
    return [(play.player, str(play.tile)) for play in keeper.state().match.plays]


def test_tiles_of_the_last_deal_are_no_plays_of_the_next(keeper: Keeper) -> None:
    for view in (
        look(TEXTS[-1]),
        look(TEXTS[-1], moved=(9.0, 2.0, 0.5)),
        look("4-1 1-3"),
        look("3-1 1-4", moved=(9.0, 2.0, 0.5)),
        only(look(TEXTS[-1]), (1, 3), (4, 6)),
        only(look(TEXTS[-1]), (1, 3)),
    ):
        assert keeper.look(view) == ()
        assert keeper.state().notice == STILL_THERE
    assert tiles_of(keeper) == []


@pytest.mark.parametrize("opening", ["5-5", "1-3"])
def test_the_next_deal_begins_with_the_first_tile_on_a_cleared_table(keeper: Keeper, opening: str) -> None:
    keeper.look(look(TEXTS[-1]))
    keeper.look(View(1.0))
    keeper.look(look(opening))
    assert tiles_of(keeper) == [(1, opening)]
    assert keeper.state().notice == ""


def test_a_table_that_nobody_saw_empty_is_cleared_where_one_tile_lies_alone_elsewhere(keeper: Keeper) -> None:
    keeper.look(look(TEXTS[-1]))
    keeper.look(look("1-3", moved=(9.0, 9.0, 1.0)))
    assert tiles_of(keeper) == [(1, "1-3")]


def test_after_a_restart_the_last_deal_is_still_known(keeper: Keeper) -> None:
    again = Keeper(Match.fold(keeper._match.log))
    assert again.look(look(TEXTS[-1])) == ()
    assert again.state().notice == STILL_THERE
    again.look(View(1.0))
    again.look(look("2-2"))
    assert tiles_of(again) == [(1, "2-2")]
