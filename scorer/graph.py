"""Layouts from the graph of tiles and joins as they lie, when nobody saw the order of laying."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from scorer.sides import LONG_SIDES, SHORT_SIDES, Join, Placed, Side
from scorer.tiles import Tile

if TYPE_CHECKING:
    from scorer.layout import Layout

SeenJoins = list[tuple[int, Side, int, Side]]

_END_TO_SHORT = {Side.END_A: Side.SHORT_1, Side.END_B: Side.SHORT_2}
_TO_END = {
    Side.SHORT_1: Side.END_A,
    Side.SHORT_2: Side.END_B,
    Side.END_A: Side.END_A,
    Side.END_B: Side.END_B,
    Side.LONG_1: Side.END_A,
    Side.LONG_2: Side.END_B,
}


def build(
    rules: Layout,
    tiles: Sequence[tuple[int, int]],
    joins: Iterable[tuple[int, Side, int, Side]],
    spinner: int | None,
    face_down: Collection[int],
) -> Layout:
    """Return `rules` with the tiles and joins as they lie: see `Layout.from_graph`."""
    seen = [(i, Side(side_i), j, Side(side_j)) for i, side_i, j, side_j in joins]
    for i, _, j, _ in seen:
        if not (0 <= i < len(tiles) and 0 <= j < len(tiles)):
            raise ValueError(f"there is no pair of tiles {i} and {j} to be joined: {len(tiles)} tiles were seen")
    touched = _touched_sides(len(tiles), seen)
    sides: list[dict[Side, Side]] = []
    placed = []
    for index, (a, b) in enumerate(tiles):
        names, crosswise = _lies(a, b, touched[index], rules.match)
        sides.append(names)
        placed.append(Placed(index, Tile(a, b), crosswise, index in face_down))
    named = [Join(i, sides[i].get(side_i, side_i), j, sides[j].get(side_j, side_j)) for i, side_i, j, side_j in seen]
    return _straighten(with_certain_spinner(rules.with_tiles(placed, named, spinner)))


def with_certain_spinner(layout: Layout) -> Layout:
    """Name the spinner where nobody did and only one double can be it."""
    candidates = layout.spinner_candidates
    if layout.named_spinner is None and len(candidates) == 1 and _must_spin(layout, candidates[0]):
        return layout.with_tiles(layout.placed, layout.joins, candidates[0])
    return layout


def numbered(layout: Layout) -> Layout:
    """Return the layout with sides that are as good as each other numbered: see `Layout.numbered`."""
    names = {placed.index: _side_names(layout, placed) for placed in layout.placed}
    joins = [
        Join(j.first, names[j.first][j.first_side], j.second, names[j.second][j.second_side]) for j in layout.joins
    ]
    return layout.with_tiles(layout.placed, joins, layout.named_spinner)


def _side_names(layout: Layout, placed: Placed) -> dict[Side, Side]:
    names = {side: side for side in placed.sides}
    if not placed.across and not placed.tile.is_double:
        return names
    covered = layout.neighbours(placed.index)
    for first in placed.sides[::2]:
        second = first.opposite
        if min(covered.get(second, ((layout.next_index, second),))) < min(
            covered.get(first, ((layout.next_index, first),))
        ):
            names[first], names[second] = second, first
    return names


def spinner_candidates(layout: Layout) -> tuple[int, ...]:
    """Return the doubles that may be the spinner: one joined three times must be, else every crosswise double may."""
    doubles = [p.index for p in layout.placed if p.tile.is_double and p.across and not p.face_down]
    branched = [index for index in doubles if _degree(layout, index) > 2]
    return tuple(branched or doubles)


def _must_spin(layout: Layout, index: int) -> bool:
    return layout.profile.which == "first_double" or _degree(layout, index) > 2


def _degree(layout: Layout, index: int) -> int:
    return sum(map(len, layout.neighbours(index).values()))


def _touched_sides(count: int, joins: SeenJoins) -> list[set[Side]]:
    touched: list[set[Side]] = [set() for _ in range(count)]
    for i, side_i, j, side_j in joins:
        touched[i].add(side_i)
        touched[j].add(side_j)
    return touched


def _lies(a: int, b: int, touched: set[Side], match: str) -> tuple[dict[Side, Side], bool]:
    """Return how the sides of a seen tile are named, and whether it lies crosswise."""
    if match == "equal":
        names = _double_sides(touched) if a == b else _half_sides(a > b)
        # A double that touches nothing, or has a long side touched, lies crosswise.
        return names, a == b and not (names and all(side.is_end for side in names.values()))
    # In Matador doubles lie lengthwise, and other tiles now and then across the line.
    if a == b:
        return {side: _TO_END.get(side, side) for side in touched}, False
    crosswise = any(side.is_long for side in touched)
    return (_double_sides(touched), True) if crosswise else (_half_sides(a > b), False)


def _half_sides(reversed_halves: bool) -> dict[Side, Side]:
    return {side: side.opposite for side in (Side.END_A, Side.END_B)} if reversed_halves else {}


def _double_sides(touched: set[Side]) -> dict[Side, Side]:
    """A double touched at its ends and elsewhere too lies crosswise: its ends are its short sides."""
    if all(side.is_end for side in touched):
        return {side: side for side in touched}
    return {side: _END_TO_SHORT.get(side, side) for side in touched}


def _straighten(layout: Layout) -> Layout:
    """Read contacts with the short sides of doubles that do not spin as what they are (the rule book, 2.2)."""
    placed = {tile.index: tile for tile in layout.placed}
    joins = list(layout.joins)
    for tile in layout.placed:
        touched = layout.neighbours(tile.index)
        shorts = [side for side in SHORT_SIDES if side in touched]
        if not tile.across or not shorts or _may_have_arms(layout, tile.index):
            continue
        free_long = [side for side in LONG_SIDES if side not in touched]
        if len(free_long) == 2:
            placed[tile.index] = Placed(tile.index, tile.tile, False, tile.face_down)
            names = _TO_END
        else:
            names = dict(zip(shorts, free_long, strict=False))
        joins = [_renamed(join, tile.index, names) for join in joins]
    return layout.with_tiles(placed.values(), joins, layout.named_spinner)


def _may_have_arms(layout: Layout, index: int) -> bool:
    if layout.is_spinner(index):
        return True
    # Where short sides open at once any candidate may have an arm; elsewhere only one joined on both long sides.
    unknown = layout.named_spinner is None and index in layout.spinner_candidates
    return unknown and (layout.profile.opens == "at_once" or _degree(layout, index) > 2)


def _renamed(join: Join, index: int, names: dict[Side, Side]) -> Join:
    if index not in (join.first, join.second):
        return join
    other, other_side = join.other(index)
    side = join.side_of(index)
    return Join(index, names.get(side, side), other, other_side)
