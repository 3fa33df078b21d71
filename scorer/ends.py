"""Open ends and counted ends of a layout (the rule book, 2.3 to 2.5 and 2.8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorer.sides import END_SIDES, LONG_SIDES, SHORT_SIDES, Join, Placed, Side
from scorer.tiles import Tile

if TYPE_CHECKING:
    from scorer.layout import Layout

_SEVEN = 7
_DOUBLE_BLANK = Tile(0, 0)


@dataclass(frozen=True, slots=True)
class OpenEnd:
    """A place where a tile may be joined now. `value`: pips shown there; `needs`: the values that fit."""

    index: int
    side: Side
    value: int
    needs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CountedEnd:
    """A tile that enters the end sum now, and the pips that it adds."""

    index: int
    pips: int


def is_matador(tile: Tile) -> bool:
    """Whether a tile fits every end in Matador: 0-0, 1-6, 2-5 and 3-4."""
    return tile.pips == _SEVEN or tile == _DOUBLE_BLANK


def open_ends(layout: Layout) -> tuple[OpenEnd, ...]:
    """Return the open ends, by index and side; the free sides of a double that is no spinner are its long ones."""
    found = tuple(
        OpenEnd(placed.index, side, shown_value(layout, placed.index, side), needs(layout, placed.index, side))
        for placed in layout.placed
        for side in _open_sides(layout, placed)
    )
    first = [end for end in found if end.index == layout.spinner] if layout.profile.four_first else []
    return tuple(first) or found


def _open_sides(layout: Layout, placed: Placed) -> list[Side]:
    if placed.face_down:
        return []
    covered = layout.neighbours(placed.index)
    if not placed.across:
        return [side for side in END_SIDES if side not in covered]
    sides = [side for side in LONG_SIDES if side not in covered]
    if layout.is_spinner(placed.index) and (layout.profile.opens == "at_once" or not sides):
        sides += [side for side in SHORT_SIDES if side not in covered]
    return sides


def shown_value(layout: Layout, index: int, side: Side) -> int:
    """Return the pips that count at a side. A matador lying crosswise passes on the value it was laid to."""
    placed = layout[index]
    if _is_crosswise_matador(placed) and not layout.matador_shows_both:
        beyond = layout.neighbours(index).get(side.opposite)
        if beyond:
            return shown_value(layout, *beyond[0])
    return placed.value_at(side)


def needs(layout: Layout, index: int, side: Side) -> tuple[int, ...]:
    """Return the values that fit a side, whether or not it is open. Matadors fit besides (the rule book, 2.8)."""
    value = shown_value(layout, index, side)
    if layout.match == "equal":
        return (value,)
    placed = layout[index]
    if _is_crosswise_matador(placed):
        if not layout.matador_shows_both:
            return (value,)
        values = {placed.tile.low, placed.tile.high}
    else:
        values = {value}
    return tuple(sorted(_SEVEN - shown for shown in values if 0 < shown <= layout.max_pips))


def inward_sides(layout: Layout, index: int, side: Side, tile: Tile, *, across: bool) -> tuple[Side, ...]:
    """Return the own sides by which a tile, lying crosswise or not, fits a side of a tile on the table."""
    wanted = needs(layout, index, side)
    anyhow = layout.match == "sum7" and is_matador(tile)
    if across:
        fits = anyhow or (tile.is_double and tile.low in wanted)
        return (Side.LONG_1,) if fits else ()
    halves = ((Side.END_A, tile.low),) if tile.is_double else ((Side.END_A, tile.low), (Side.END_B, tile.high))
    return tuple(own for own, value in halves if anyhow or value in wanted)


def counts_of_open_ends(layout: Layout) -> tuple[tuple[OpenEnd, int], ...]:
    """Return every open end with the pips that it adds to the end sum; open short sides mostly add none.

    What a double adds is shared out over its free long sides, or else over its exposed short ones.
    """
    pips = {end.index: end.pips for end in counted_ends(layout)}
    ends = layout.open_ends()
    shares = []
    for end in ends:
        double = layout[end.index].tile.is_double
        alike = [other for other in ends if other.index == end.index and not other.side.is_short]
        alike = alike or [other for other in ends if other.index == end.index]
        if end not in alike:
            shares.append((end, 0))
        else:
            counted = pips.get(end.index, 0)
            shares.append((end, counted // len(alike) if double else end.value if counted else 0))
    return tuple(shares)


def is_unlike(layout: Layout, join: Join) -> bool:
    """Whether the halves that touch do not fit each other: such a tile can only have been forced on."""
    for (index, side), (other, other_side) in (join.places, join.places[::-1]):
        joined = layout[other]
        if layout.match == "sum7" and is_matador(joined.tile):
            return False
        if joined.value_at(other_side) in needs(layout, index, side):
            return False
    return True


def counted_ends(layout: Layout) -> tuple[CountedEnd, ...]:
    """Return what enters the end sum, by index (the rule book, 2.5)."""
    found = []
    for placed in layout.placed:
        pips = _counted_pips(layout, placed)
        if pips is not None:
            found.append(CountedEnd(placed.index, pips))
    return tuple(found)


def _counted_pips(layout: Layout, placed: Placed) -> int | None:
    if placed.face_down:
        return None
    covered = layout.neighbours(placed.index)
    value = placed.tile.low
    if placed.tile.is_double and layout.profile.end_test == "any_two":
        if sum(map(len, covered.values())) < 2:
            return 2 * value
        # It is an end still, while a long side is free; only it adds nothing.
        return 0 if any(side not in covered for side in placed.sides[:2]) else None
    if not placed.across:
        free = [placed.value_at(side) for side in END_SIDES if side not in covered]
        return sum(free) if free else None
    if any(side not in covered for side in LONG_SIDES):
        return 2 * value
    if layout.profile.exposed_short and layout.is_spinner(placed.index):
        exposed = [side for side in SHORT_SIDES if side not in covered]
        return value * len(exposed) if exposed else None
    return None


def _is_crosswise_matador(placed: Placed) -> bool:
    # Only in Matador can a tile with unlike halves lie crosswise.
    return placed.across and not placed.tile.is_double
