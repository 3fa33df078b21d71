"""Compares what a look showed with the layout on record: which seen tile is which on record, and what is new."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorer.keeper.movement import SAME_PLACE, Lie, Movement
from scorer.layout import Layout
from scorer.tiles import Tile
from scorer.view import SeenTile, View


@dataclass(frozen=True, slots=True)
class Comparison:
    """A view beside the record. All numbers of seen tiles are indices into `View.tiles`.

    `known`: index in the layout of every seen tile that is on record, even if it is read otherwise now; `flipped`:
    those of them whose first half is the higher one on record; `new`: seen tiles that are not on record, and touch
    the layout or begin it; `apart`: those that touch nothing of it; `missing`: indices in the layout not seen, but for
    tiles that lie face down of which nobody ever saw the backs; `moved`: how the whole layout was moved, None where it
    was laid anew.
    """

    known: dict[int, int]
    flipped: frozenset[int]
    new: tuple[int, ...]
    apart: tuple[int, ...]
    missing: tuple[int, ...]
    moved: Movement | None = None


def tile_of(seen: SeenTile) -> Tile:
    """Return the tile that was seen."""
    return Tile(seen.a, seen.b)


def lie_of(seen: SeenTile, *, flipped: bool) -> Lie:
    """Return how a seen tile lies; `flipped`: its first half is the higher one on record."""
    return Lie(seen.place, seen.angle + (math.pi if flipped else 0.0))


def compare(view: View, layout: Layout, lies: Mapping[int, Lie]) -> Comparison:
    """Match seen tiles with those on record; `lies`: how those lay, by index, as far as known.

    The whole layout may have been shifted, turned or re-laid since, and some tiles may be read wrongly.
    """
    by_value = _seen_by_value(view, layout)
    moved = _movement(view, by_value, lies)
    matching = _Matching(view, layout, lies, moved)
    matching.by_value(by_value)
    matching.by_place()
    while matching.by_neighbours():
        pass
    known = matching.known
    left = [number for number in range(len(view.tiles)) if number not in known]
    touching = _touching(view, set(known)) if layout.placed else _largest_group(view, left)
    return Comparison(
        known,
        frozenset(number for number in known if matching.flipped(number)),
        tuple(number for number in left if number in touching),
        tuple(number for number in left if number not in touching),
        tuple(
            placed.index
            for placed in layout.placed
            if placed.index not in known.values() and (not placed.face_down or placed.index in lies)
        ),
        moved,
    )


def as_on_record(view: View, layout: Layout, compared: Comparison) -> View:
    """Return the view with every known tile read as it stands on record."""
    tiles = list(view.tiles)
    for number, index in compared.known.items():
        tile = layout[index].tile
        halves = (tile.high, tile.low) if number in compared.flipped else (tile.low, tile.high)
        tiles[number] = replace(tiles[number], a=halves[0], b=halves[1])
    return replace(view, tiles=tuple(tiles))


class _Matching:
    """Pairs of a seen tile and one on record, found step by step."""

    def __init__(self, view: View, layout: Layout, lies: Mapping[int, Lie], moved: Movement | None) -> None:
        self._view = view
        self._layout = layout
        self._lies = lies
        self._moved = moved
        self._relaid = False
        self._strays: list[tuple[int, int]] = []
        self.known: dict[int, int] = {}

    def by_value(self, by_value: Mapping[int, list[int]]) -> None:
        """Pair tiles of one value that lie where they lay."""
        strays = []
        for index, numbers in by_value.items():
            expected = self._expected(index)
            if expected is None:
                self.known[numbers[0]] = index
                continue
            nearest = min(numbers, key=lambda number: math.dist(expected, self._view.tiles[number].place))
            if math.dist(expected, self._view.tiles[nearest].place) < SAME_PLACE:
                self.known[nearest] = index
            else:
                strays.append((nearest, index))
        self._strays = strays
        self._relaid = bool(strays) or self._moved is None

    def by_place(self) -> None:
        """Pair tiles that are read otherwise now with those that lay there."""
        for index in self._missing():
            expected = self._expected(index)
            if expected is None:
                continue
            there = [
                (math.dist(expected, self._view.tiles[number].place), number)
                for number in self._left()
                if self._same_face(number, index)
            ]
            if there and min(there)[0] < SAME_PLACE:
                self.known[min(there)[1]] = index

    def by_neighbours(self) -> bool:
        """Pair tiles that do not lie where they lay with those that have the same neighbours; return whether any.

        First those of one value, then those that are read otherwise now.
        """
        found = [(number, index) for number, index in self._strays if self._shared(number, index)]
        self.known |= dict(found)
        self._strays = [stray for stray in self._strays if stray not in found]
        return bool(found) or self._by_neighbours_alone()

    def _by_neighbours_alone(self) -> bool:
        """Pair one tile that is read otherwise now and does not lie where it lay by what it is joined to.

        Where several are joined so, by what else they may be read as. Where the layout was not re-laid, only what may
        well be read as on record: else it is a new tile. Of what nobody saw since a restart the place is not known.
        """
        for index in self._missing():
            anyhow = self._relaid or index not in self._lies
            alike = [
                number
                for number in self._left()
                if self._same_face(number, index)
                and (anyhow or self._looks_like(number, index))
                and self._shared(number, index)
            ]
            listing = [number for number in alike if self._looks_like(number, index)]
            for found in (alike, listing):
                if len(found) == 1:
                    self.known[found[0]] = index
                    return True
        return False

    def _same_face(self, number: int, index: int) -> bool:
        """Whether a tile on record may show the face that is seen: only a double may show its back."""
        if self._view.tiles[number].face_down:
            return self._layout[index].tile.is_double
        return not self._layout[index].face_down

    def _looks_like(self, number: int, index: int) -> bool:
        seen, placed = self._view.tiles[number], self._layout[index]
        return placed.face_down if seen.face_down else placed.tile in _listed(seen)

    def flipped(self, number: int) -> bool:
        """Whether the first half of a known tile, as seen, is the higher one on record."""
        seen, index = self._view.tiles[number], self.known[number]
        tile = self._layout[index].tile
        if tile_of(seen) == tile:
            return seen.a > seen.b
        alike = self._joined_alike(number, index)
        if alike:
            return alike < 0
        if index in self._lies and self._moved is not None:
            return math.cos(seen.angle - self._lies[index].angle - self._moved.turn) < 0
        straight = (seen.a == tile.low) + (seen.b == tile.high)
        return straight < (seen.a == tile.high) + (seen.b == tile.low)

    def _joined_alike(self, number: int, index: int) -> int:
        """Return how many of its neighbours a tile touches with the half that does so on record, less the others."""
        sides = {other: side for side, places in self._layout.neighbours(index).items() for other, _ in places}
        alike = 0
        for join in self._view.joins:
            for own, side, other in (
                (join.first, join.first_side, join.second),
                (join.second, join.second_side, join.first),
            ):
                recorded = sides.get(self.known.get(other, -1))
                if own == number and recorded is not None and recorded.is_end and side.is_end:
                    alike += 1 if side is recorded else -1
        return alike

    def _expected(self, index: int) -> tuple[float, float] | None:
        """Return where a tile on record should be seen, if that can be told."""
        if self._moved is None or index not in self._lies:
            return None
        return self._moved.applied(self._lies[index].place)

    def _left(self) -> list[int]:
        return [number for number in range(len(self._view.tiles)) if number not in self.known]

    def _missing(self) -> list[int]:
        found = set(self.known.values())
        return [placed.index for placed in self._layout.placed if placed.index not in found]

    def _shared(self, number: int, index: int) -> bool:
        """Whether a seen tile touches a tile that `index` touches on record, at the same half or kind of side."""
        places = [place for places in self._layout.neighbours(index).values() for place in places]
        for join in self._view.joins:
            for own, other, side in (
                (join.first, join.second, join.second_side),
                (join.second, join.first, join.first_side),
            ):
                if own != number or other not in self.known:
                    continue
                for neighbour, recorded in places:
                    if neighbour != self.known[other]:
                        continue
                    placed = self._layout[neighbour]
                    seen_side = side.opposite if self.flipped(other) and not placed.across else side
                    if placed.tile.is_double or placed.across or seen_side == recorded:
                        return True
        return False


def _listed(seen: SeenTile) -> set[Tile]:
    return {tile_of(seen), *(Tile(*reading) for reading, _ in seen.others)}


def _movement(view: View, by_value: Mapping[int, list[int]], lies: Mapping[int, Lie]) -> Movement | None:
    pairs = []
    for index, numbers in by_value.items():
        if len(numbers) == 1 and index in lies:
            seen = view.tiles[numbers[0]]
            # A double looks the same the other way round: it was turned by as little as may be.
            round_about = seen.a == seen.b and math.cos(seen.angle - lies[index].angle) < 0
            pairs.append((lies[index], lie_of(seen, flipped=seen.a > seen.b or round_about)))
    return Movement.between(pairs)


def _seen_by_value(view: View, layout: Layout) -> dict[int, list[int]]:
    """Return, by index in the layout, the seen tiles of that value."""
    index_of = {placed.tile: placed.index for placed in layout.placed}
    found: dict[int, list[int]] = {}
    for number, seen in enumerate(view.tiles):
        index = index_of.get(tile_of(seen))
        if index is not None and not seen.face_down:
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
