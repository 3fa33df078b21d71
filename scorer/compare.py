"""Compares what a look showed with the layout on record: which tile is which, and what is new."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from scorer.events import Play
from scorer.layout import IllegalPlay, Layout
from scorer.sides import LONG_SIDES, SHORT_SIDES, Placed, Side
from scorer.tiles import Tile
from scorer.view import Point, SeenTile, View

# In tile widths: a tile seen no further from its place than this is the one that lay there.
_SAME_PLACE = 0.6
# More tiles at once than this are not put in order by trying.
MOST_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class Comparison:
    """A view beside the record. All numbers of seen tiles are indices into `View.tiles`.

    `known`: index in the layout of every seen tile that is on record; `new`: seen tiles that are not, and touch the
    layout or begin it; `apart`: those that touch nothing of it; `missing`: indices in the layout that were not seen;
    `changed`: index in the layout -> the tile that was seen in its place; `twice`: seen tiles whose value another
    seen tile has.
    """

    known: dict[int, int]
    new: tuple[int, ...]
    apart: tuple[int, ...]
    missing: tuple[int, ...]
    changed: dict[int, Tile]
    twice: tuple[int, ...]


def tile_of(seen: SeenTile) -> Tile:
    """Return the tile that was seen."""
    return Tile(seen.a, seen.b)


def compare(view: View, layout: Layout, places: Mapping[int, Point]) -> Comparison:
    """Match seen tiles with those on record, by value and by place; `places`: where those lay, by index.

    The whole layout may have been shifted or turned since.
    """
    by_value = _seen_by_value(view, layout)
    moved = _Movement.between(
        [(places[i], view.tiles[seen[0]].place) for i, seen in by_value.items() if len(seen) == 1 and i in places]
    )
    known: dict[int, int] = {}
    twice: list[int] = []
    for index, numbers in by_value.items():
        expected = moved.applied(places[index]) if index in places else view.tiles[numbers[0]].place
        nearest, *others = sorted(numbers, key=lambda number: math.dist(expected, view.tiles[number].place))
        known[nearest] = index
        twice += others
    left: list[int] = []
    for number in range(len(view.tiles)):
        if number in known or number in twice:
            continue
        alike = any(tile_of(view.tiles[other]) == tile_of(view.tiles[number]) for other in left)
        (twice if alike else left).append(number)
    changed: dict[int, Tile] = {}
    missing = [placed.index for placed in layout.placed if placed.index not in by_value]
    for index in [index for index in missing if index in places]:
        expected = moved.applied(places[index])
        there = next((n for n in left if math.dist(view.tiles[n].place, expected) < _SAME_PLACE), None)
        if there is not None:
            changed[index] = tile_of(view.tiles[there])
            missing.remove(index)
            left.remove(there)
    touching = _touching(view, set(known)) if layout.placed else _largest_group(view, left)
    new = tuple(number for number in left if number in touching)
    apart = tuple(number for number in left if number not in touching)
    return Comparison(known, new, apart, tuple(missing), changed, tuple(twice))


def _seen_by_value(view: View, layout: Layout) -> dict[int, list[int]]:
    """Return, by index in the layout, the seen tiles of that value."""
    index_of = {placed.tile: placed.index for placed in layout.placed}
    found: dict[int, list[int]] = {}
    for number, seen in enumerate(view.tiles):
        index = index_of.get(tile_of(seen))
        if index is not None:
            found.setdefault(index, []).append(number)
    return found


def _largest_group(view: View, numbers: list[int]) -> set[int]:
    """Return the seen tiles of the largest line: a deal begins there, not with a tile that lies about."""
    return max((_touching(view, {number}) for number in numbers), key=len, default=set())


def _touching(view: View, start: set[int]) -> set[int]:
    """Return the seen tiles that hang together with some."""
    found, waiting = set(start), list(start)
    while waiting:
        number = waiting.pop()
        for join in view.joins:
            if number in (join.first, join.second):
                other = join.second if number == join.first else join.first
                if other not in found:
                    found.add(other)
                    waiting.append(other)
    return found


@dataclass(frozen=True, slots=True)
class _Movement:
    """A shift and a turn of the whole layout."""

    cosine: float = 1.0
    sine: float = 0.0
    shift: Point = (0.0, 0.0)

    def applied(self, point: Point) -> Point:
        x, y = point
        return (
            self.cosine * x - self.sine * y + self.shift[0],
            self.sine * x + self.cosine * y + self.shift[1],
        )

    @classmethod
    def between(cls, pairs: list[tuple[Point, Point]]) -> _Movement:
        """Return the movement that fits pairs of (before, now) best in the least squares."""
        if not pairs:
            return cls()
        (bx, by), (nx, ny) = (_mean([pair[side] for pair in pairs]) for side in (0, 1))
        cosine = sum((b[0] - bx) * (n[0] - nx) + (b[1] - by) * (n[1] - ny) for b, n in pairs)
        sine = sum((b[0] - bx) * (n[1] - ny) - (b[1] - by) * (n[0] - nx) for b, n in pairs)
        size = math.hypot(cosine, sine)
        cosine, sine = (cosine / size, sine / size) if size > 1e-9 else (1.0, 0.0)
        turned = cls(cosine, sine)
        x, y = turned.applied((bx, by))
        return replace(turned, shift=(nx - x, ny - y))


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


# How new tiles were laid ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Laying:
    """One way in which the new tiles may have been laid: the plays in order, and why one of them was not legal."""

    plays: tuple[Play, ...]
    known: dict[int, int]
    fault: str = ""


def legal_layings(view: View, layout: Layout, compared: Comparison) -> list[Laying]:
    """Return every order of laying the new tiles in which each play is legal."""
    return list(_layings(view, layout, dict(compared.known), frozenset(compared.new), ()))


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
            play = replace(play, force=True)
            after = _laid(layout, play)
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
    return layout.place(play.tile, play.at, play.join, across=play.across, also_at=play.also_at, force=play.force)


def _ways(view: View, layout: Layout, known: dict[int, int], number: int) -> Iterator[Play]:
    """Yield the plays by which a seen tile may have come to lie there, the surest join first."""
    seen = view.tiles[number]
    tile = tile_of(seen)
    if not layout.placed:
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
        ways.append(Play(tile, at, touching, across=across))
    if layout.allow_ring:
        for one, other_way in combinations(ways, 2):
            yield replace(one, also_at=other_way.at)
    yield from ways


def _lies(seen: SeenTile, side: Side, layout: Layout) -> tuple[bool, Side]:
    """Return whether a new tile lies crosswise, and the side of it that touches, named as on record."""
    if seen.a != seen.b:
        return False, side.opposite if seen.a > seen.b else side
    if side.is_long and layout.match == "equal":
        return True, Side.LONG_1
    return False, Side.END_A


def _side_on_record(view: View, layout: Layout, known: dict[int, int], number: int, side: Side) -> Side:
    """Return which side on record a seen side of a known tile is: for doubles, by the neighbours they share."""
    placed = layout[known[number]]
    if not placed.tile.is_double:
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
