"""How new tiles may have been laid: the plays that make what lies there of the layout on record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice

from scorer.ends import shown_value
from scorer.events import Play
from scorer.keeper.compare import Comparison, tile_of
from scorer.layout import IllegalPlay, Layout
from scorer.sides import LONG_SIDES, SHORT_SIDES, Placed, Side
from scorer.tiles import Tile
from scorer.view import SeenTile, View

# More tiles at once than this are not put in order by trying.
MOST_AT_ONCE = 5
_ORDERS = 24


@dataclass(frozen=True, slots=True)
class Laying:
    """One way in which the new tiles may have been laid: the plays in order, and why one of them was not legal."""

    plays: tuple[Play, ...]
    known: dict[int, int]
    fault: str = ""


def legal_layings(view: View, layout: Layout, compared: Comparison) -> list[Laying]:
    """Return the orders of laying the new tiles in which each play is legal: so many that a look stays quick."""
    return list(islice(_layings(view, layout, dict(compared.known), frozenset(compared.new), ()), _ORDERS))


def _layings(
    view: View, layout: Layout, known: dict[int, int], left: frozenset[int], plays: tuple[Play, ...]
) -> Iterator[Laying]:
    if not left:
        yield Laying(plays, known)
        return
    for number in sorted(left):
        for play in _ways(view, layout, known, number):
            try:
                after = _laid(layout, play)
            except IllegalPlay:
                continue
            yield from _layings(view, after, {**known, number: after.placed[-1].index}, left - {number}, (*plays, play))
            break


def laying_as_it_lies(view: View, layout: Layout, compared: Comparison) -> Laying | None:
    """Return the new tiles laid one on the other as they lie, the plays that are not legal by force.

    None where a tile touches nothing, or no side of what it touches.
    """
    known, left, plays, faults = dict(compared.known), set(compared.new), [], []
    while left:
        ways = [(number, play) for number in sorted(left) for play in _ways(view, layout, known, number)]
        if not ways:
            return None
        number, play, after = _first_possible(layout, ways)
        if after is None:
            number, play = ways[0]
            try:
                _laid(layout, play)
            except IllegalPlay as reason:
                faults.append(str(reason))
            if play.face_down:
                return None
            play = replace(play, force=True)
            try:
                after = _laid(layout, play)
            except IllegalPlay:
                # A tile read like this has no side where it is touched.
                return None
        layout, known[number] = after, after.placed[-1].index
        left.remove(number)
        plays.append(play)
    return Laying(tuple(plays), known, "; ".join(faults))


def _first_possible(layout: Layout, ways: list[tuple[int, Play]]) -> tuple[int, Play, Layout | None]:
    for number, play in ways:
        try:
            return number, play, _laid(layout, play)
        except IllegalPlay:
            continue
    return *ways[0], None


def _laid(layout: Layout, play: Play) -> Layout:
    return layout.place(
        play.tile,
        play.at,
        play.join,
        across=play.across,
        face_down=play.face_down,
        also_at=play.also_at,
        force=play.force,
    )


def _ways(view: View, layout: Layout, known: dict[int, int], number: int) -> Iterator[Play]:
    """Yield the plays by which a seen tile may have come to lie there, the surest join first."""
    seen = view.tiles[number]
    tile = tile_of(seen)
    if not layout.placed:
        if not seen.face_down:
            yield Play(tile)
        return
    joins = []
    for join in view.joins:
        for own, own_side, other, other_side in (
            (join.first, join.first_side, join.second, join.second_side),
            (join.second, join.second_side, join.first, join.first_side),
        ):
            if own == number and other in known:
                joins.append((join.probability, own_side, other, other_side))
    ways = []
    for _, own_side, other, other_side in sorted(joins, key=lambda join: -join[0]):
        at = known[other], _side_on_record(view, layout, known, other, other_side)
        across, touching = _lies(seen, own_side, layout)
        if not seen.face_down:
            ways.append(Play(tile, at, touching, across=across))
        elif any((end.index, end.side) == at for end in layout.open_ends()):
            # A double that closes an end is the double of the value there (the rule book, 2.7).
            value = shown_value(layout, *at)
            ways.append(Play(Tile(value, value), at, touching, across=across, face_down=True))
    if layout.allow_ring:
        for one, other_way in combinations(ways, 2):
            yield replace(one, also_at=other_way.at)
    yield from ways


def _lies(seen: SeenTile, side: Side, layout: Layout) -> tuple[bool, Side]:
    """Return whether a new tile lies crosswise, and the side of it that touches, named as on record."""
    double = seen.a == seen.b
    if side.is_long and double == (layout.match == "equal"):
        # In Matador doubles lie in the line, and matadors may lie across it.
        return True, Side.LONG_1
    if not double:
        return False, side.opposite if seen.a > seen.b else side
    return False, Side.END_B if side is Side.END_B and layout.match == "sum7" else Side.END_A


def _side_on_record(view: View, layout: Layout, known: dict[int, int], number: int, side: Side) -> Side:
    """Return which side on record a seen side of a known tile is: where sides are as good as each other, by the
    neighbours they share."""
    placed = layout[known[number]]
    if not placed.tile.is_double and not placed.across:
        seen = view.tiles[number]
        return side.opposite if seen.a > seen.b else side
    side = _of_its_kind(placed, side)
    names = _shared_names(view, layout, known, number, placed)
    found = names.get(side)
    if found is None and side.opposite in names:
        found = names[side.opposite].opposite
    if found is None:
        pair = sorted((side, side.opposite))
        covered = layout.neighbours(placed.index)
        found = next((name for name in pair if name not in covered), side)
    return _bent(layout, placed, found)


def _of_its_kind(placed: Placed, side: Side) -> Side:
    """Name a side as the tile on record has it: the ends of a crosswise double are its short sides."""
    if side in placed.sides:
        return side
    if placed.across:
        return SHORT_SIDES[side is Side.END_B]
    return Side.END_B if side in (Side.LONG_2, Side.SHORT_2) else Side.END_A


def _shared_names(view: View, layout: Layout, known: dict[int, int], number: int, placed: Placed) -> dict[Side, Side]:
    on_record = {other: side for side, places in layout.neighbours(placed.index).items() for other, _ in places}
    names: dict[Side, Side] = {}
    for join in view.joins:
        for own, own_side, other in (
            (join.first, join.first_side, join.second),
            (join.second, join.second_side, join.first),
        ):
            if own == number and known.get(other) in on_record:
                seen_side = _of_its_kind(placed, own_side)
                recorded = on_record[known[other]]
                if recorded in (seen_side, seen_side.opposite):
                    names[seen_side] = recorded
    return names


def _bent(layout: Layout, placed: Placed, side: Side) -> Side:
    """A line that bends at a double which is not the spinner covers its free long side (the rule book, 2.2)."""
    if not side.is_short or layout.is_spinner(placed.index):
        return side
    covered = layout.neighbours(placed.index)
    return next((long for long in LONG_SIDES if long not in covered), side)
