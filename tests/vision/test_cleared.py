"""A table that is cleared before the deal was counted: the next deal is another one, and the record stays."""

from dataclasses import replace

import pytest
from seen_tables import random_deal, view_of

from scorer.games import ALL_FIVES
from scorer.keeper import Keeper, KeeperState
from scorer.layout import Layout
from scorer.match import Match
from scorer.store import StoreFull
from scorer.tiles import full_set
from scorer.view import Reach, View
from vision.cleared import Cleared, lays_another


def table(seed: int, most: int = 28) -> Layout:
    match = Match.start(("Ana", "Ben"), ALL_FIVES.rules)
    match.deal(0)
    random_deal(match, seed, most)
    return match.state.layout


def watch(keeper: Keeper, cleared: Cleared, layout: Layout, *counts: int, certain: bool = True) -> None:
    """So many tiles of a layout are seen, one view after the other."""
    for number in counts:
        seen = view_of(layout, only=number) if number else View(0.0)
        seen = View(float(number), seen.tiles, seen.joins, reaches=(Reach(None, 0.0, 1.0),))
        for view in cleared.take(seen, certain):
            keeper.look(view)


@pytest.fixture
def keeper() -> Keeper:
    return Keeper(Match.start(("Ana", "Ben"), ALL_FIVES.rules))


@pytest.mark.parametrize("seed", range(4))
def test_a_deal_that_nobody_counted_stays_as_it_is_when_the_next_begins(keeper: Keeper, seed: int) -> None:
    cleared = Cleared(keeper)
    first, second = table(seed, 10), table(seed + 100, 6)
    watch(keeper, cleared, first, 0, *range(1, 11))
    before = keeper.state().match
    assert len(before.plays) == 10
    watch(keeper, cleared, second, 0, 0, 1, 2)
    if lays_another(view_of(second, only=2), first) is None:
        watch(keeper, cleared, second, 3)
    watch(keeper, cleared, second, *range(3, 7))
    match = keeper.state().match
    assert (match.deals, len(match.plays)) == (2, 6)
    assert [played.tile for played in match.plays] == [placed.tile for placed in second.placed]
    assert cleared.is_unclear
    keeper.undo()
    assert keeper.state().match.deals <= 2


def test_a_full_disk_when_the_next_deal_begins_shows_no_view_twice(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared, first, second = Cleared(keeper), table(1, 10), table(101, 6)
    watch(keeper, cleared, first, 0, *range(1, 11), 0)

    def full(*_: object, **__: object) -> KeeperState:
        raise StoreFull("the disk is full: make room")

    view = view_of(second, only=4)
    with monkeypatch.context() as disk:
        disk.setattr(keeper, "finish_deal", full)
        for _ in range(2):
            with pytest.raises(StoreFull):
                cleared.take(view, True)
    assert cleared.take(view, True) == (View(view.time), view)


def test_a_deal_that_was_cleared_and_the_next_begun_while_nobody_watched(keeper: Keeper) -> None:
    first, second = table(1, 10), table(101, 6)
    watch(keeper, Cleared(keeper), first, 0, *range(1, 11))
    after_restart = Cleared(keeper)
    watch(keeper, after_restart, second, 4, 5)
    match = keeper.state().match
    assert (match.deals, len(match.plays)) == (2, 5)
    assert after_restart.is_unclear


def test_after_a_restart_the_same_deal_goes_on(keeper: Keeper) -> None:
    layout = table(1, 12)
    watch(keeper, Cleared(keeper), layout, 0, *range(1, 11))
    watch(keeper, Cleared(keeper), layout, 10, 11, 12)
    match = keeper.state().match
    assert (match.deals, len(match.plays)) == (1, 12)


@pytest.mark.parametrize("misread", range(4))
def test_a_tile_that_is_misread_after_a_restart_makes_no_other_deal(misread: int) -> None:
    layout = table(1, 4)
    read = view_of(layout)
    free = next(tile for tile in full_set(6) if tile not in [placed.tile for placed in layout.placed])
    tiles = list(read.tiles)
    tiles[misread] = replace(tiles[misread], a=free.low, b=free.high)
    assert lays_another(replace(read, tiles=tuple(tiles)), layout) is False


def test_tiles_that_are_laid_again_are_the_same_deal(keeper: Keeper) -> None:
    cleared, layout = Cleared(keeper), table(1, 10)
    watch(keeper, cleared, layout, 0, *range(1, 11))
    before = keeper.state().match.plays
    watch(keeper, cleared, layout, 0, 1, 2, 3, 5, 10)
    match = keeper.state().match
    assert (match.deals, match.plays) == (1, before)
    assert not cleared.is_unclear


def test_a_table_out_of_sight_for_a_moment_is_the_same_deal(keeper: Keeper) -> None:
    cleared, layout = Cleared(keeper), table(1, 10)
    watch(keeper, cleared, layout, 0, *range(1, 11), 0, 10)
    assert keeper.state().match.deals == 1
    assert len(keeper.state().match.plays) == 10


def test_backs_that_are_gathered_begin_no_deal(keeper: Keeper) -> None:
    cleared, layout = Cleared(keeper), table(1, 10)
    watch(keeper, cleared, layout, 0, *range(1, 11), 0)
    watch(keeper, cleared, table(101, 6), 1, 1, certain=False)
    match = keeper.state().match
    assert (match.deals, len(match.plays)) == (1, 10)


def test_of_a_deal_that_has_hardly_begun_the_keeper_tells_what_was_taken_back(keeper: Keeper) -> None:
    cleared = Cleared(keeper)
    watch(keeper, cleared, table(1, 10), 0, 1, 0)
    view = view_of(table(101, 6), only=1)
    assert cleared.take(view, True) == (view,)
