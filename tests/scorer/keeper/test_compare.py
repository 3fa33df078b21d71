"""Seen tiles beside those on record: by value, by place, by what they touch."""

from __future__ import annotations

import math
from dataclasses import replace

from seen_tables import view_of

from scorer.keeper.compare import Comparison, as_on_record, compare, lie_of
from scorer.keeper.movement import Lie, Movement
from scorer.layout import Layout
from scorer.notation import parse_layout
from scorer.tiles import Tile
from scorer.view import View

LAYOUT = parse_layout("6-4 4-1 1-1 1-3 3-5")


def lies_of(layout: Layout, seed: int = 0) -> dict[int, Lie]:
    """Return how the tiles of a layout lay when last seen."""
    view = view_of(layout, seed=seed)
    compared = compare(view, layout, {})
    return {
        index: lie_of(view.tiles[number], flipped=number in compared.flipped)
        for number, index in compared.known.items()
    }


def misread(view: View, tile: set[int], seen: tuple[int, int]) -> View:
    tiles = (replace(one, a=seen[0], b=seen[1]) if {one.a, one.b} == tile else one for one in view.tiles)
    return replace(view, tiles=tuple(tiles))


def compared(view: View) -> Comparison:
    return compare(view, LAYOUT, lies_of(LAYOUT))


def test_two_misread_neighbours_of_one_tile_are_told_by_what_else_they_may_be() -> None:
    layout = parse_layout("2-6 6-6 6-0")
    view = view_of(layout)
    tiles = []
    for tile in view.tiles:
        low, high = min(tile.a, tile.b), max(tile.a, tile.b)
        seen = {(2, 6): (1, 6), (0, 6): (0, 5)}.get((low, high), (low, high))
        if tile.a > tile.b:
            seen, others = seen[::-1], (((high, low), 0.3),)
        else:
            others = (((low, high), 0.3),)
        tiles.append(replace(tile, a=seen[0], b=seen[1], others=others))
    found = compare(replace(view, tiles=tuple(tiles)), layout, {})
    assert found.new == ()
    assert {
        layout[index].tile: {view.tiles[number].a, view.tiles[number].b} for number, index in found.known.items()
    } == {
        Tile(2, 6): {2, 6},
        Tile(6, 6): {6},
        Tile(0, 6): {0, 6},
    }


def test_a_misread_tile_of_a_layout_laid_anew_is_turned_as_its_neighbours_say() -> None:
    view = view_of(LAYOUT, seed=3)
    # Every tile but one lies as it lay: its angle says that it was turned round, what it touches that it was not.
    tiles = tuple(replace(one, angle=one.angle + math.pi) if {one.a, one.b} == {1, 4} else one for one in view.tiles)
    for seen in ((1, 5), (5, 1), (2, 4), (4, 2)):
        number = next(number for number, tile in enumerate(view.tiles) if {tile.a, tile.b} == {1, 4})
        lower_first = view.tiles[number].a == 1
        halves = seen if (seen[0] in (1, 2)) == lower_first else seen[::-1]
        found = compared(
            replace(
                view, tiles=(*tiles[:number], replace(tiles[number], a=halves[0], b=halves[1]), *tiles[number + 1 :])
            )
        )
        assert (number in found.flipped) is not lower_first


def test_every_tile_of_a_layout_that_was_moved_is_known() -> None:
    found = compared(view_of(LAYOUT, seed=3, moved=(7.0, -2.0, 2.5)))
    assert sorted(found.known.values()) == [0, 1, 2, 3, 4]
    assert (found.new, found.apart, found.missing) == ((), (), ())


def test_a_tile_read_otherwise_is_known_by_its_place_and_the_way_it_lies() -> None:
    for seed in range(6):
        view = misread(view_of(LAYOUT, seed=seed, moved=(1.0, 2.0, -0.8)), {3, 5}, (2, 6))
        found = compared(view)
        number = next(number for number, tile in enumerate(view.tiles) if (tile.a, tile.b) == (2, 6))
        assert LAYOUT[found.known[number]].tile.high == 5
        true = view_of(LAYOUT, seed=seed, moved=(1.0, 2.0, -0.8)).tiles[number]
        assert (number in found.flipped) == (true.a == 5)
        shown = as_on_record(view, LAYOUT, found).tiles[number]
        assert (shown.a, shown.b) == (true.a, true.b)


def test_a_tile_misread_as_another_of_the_layout_does_not_take_its_place() -> None:
    view = misread(view_of(LAYOUT, seed=1), {3, 5}, (1, 3))
    found = compared(view)
    assert sorted(found.known.values()) == [0, 1, 2, 3, 4]


def test_tiles_that_are_not_seen_are_missing_and_new_ones_are_new() -> None:
    found = compared(view_of(parse_layout("2-6 6-4 4-1 1-1 1-3"), seed=2))
    assert [LAYOUT[index].tile.high for index in found.missing] == [5]
    assert len(found.new) == 1


def test_the_movement_of_a_layout_is_found_though_some_pairs_are_wrong() -> None:
    before = [Lie((float(x), float(x % 3)), 0.3 * x) for x in range(8)]
    true = Movement(2.0, (3.0, -4.0))
    now = [Lie(true.applied(lie.place), lie.angle + 2.0) for lie in before]
    now[2], now[5] = now[5], now[2]
    found = Movement.between(list(zip(before, now, strict=True)))
    assert found is not None
    assert math.isclose(math.cos(found.turn), math.cos(2.0), abs_tol=0.01)
    assert math.dist(found.applied((0.0, 0.0)), true.applied((0.0, 0.0))) < 0.1


def test_a_layout_laid_anew_has_no_movement() -> None:
    before = [Lie((float(x), 0.0), 0.0) for x in range(6)]
    now = [Lie((0.0, 2.0 * x * x), 1.0 * x) for x in range(6)]
    assert Movement.between(list(zip(before, now, strict=True))) is None
    assert Movement.between([]) == Movement()
