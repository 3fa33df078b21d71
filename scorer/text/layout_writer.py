"""Writes a layout as text: see `scorer.notation` for the form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scorer import ends
from scorer.layout import Layout
from scorer.sides import SHORT_SIDES, Join, Place, Placed, Side
from scorer.tiles import Tile


def write(layout: Layout, *, order: bool) -> str:
    """Return the text of a layout; `order`: with `#` and the number of laying after every tile."""
    writer = _Writer(layout, order)
    return " | ".join(sorted(map(writer.line, _groups(layout)), key=lambda line: (-len(line), line)))


@dataclass
class _Node:
    """A tile in the order of reading. `entry`: its side that the tile before touches; `beyond`: (own side, tile) of
    what is joined to it next, an arm or the line itself."""

    index: int
    entry: Side | None
    arms: list[tuple[Side, _Node]] = field(default_factory=list)
    straight: tuple[Side, _Node] | None = None

    def along(self) -> Iterator[_Node]:
        """The tiles of the line from here on."""
        node: _Node | None = self
        while node is not None:
            yield node
            node = node.straight[1] if node.straight else None


def _groups(layout: Layout) -> list[set[int]]:
    """Return the tiles of every line that does not touch another."""
    left = {placed.index for placed in layout.placed}
    groups = []
    while left:
        group, waiting = set(), [min(left)]
        while waiting:
            index = waiting.pop()
            if index not in group:
                group.add(index)
                waiting += [place[0] for places in layout.neighbours(index).values() for place in places]
        groups.append(group)
        left -= group
    return groups


class _Writer:
    def __init__(self, layout: Layout, order: bool) -> None:
        self._layout = layout
        self._order = order

    def line(self, group: set[int]) -> str:
        """Write one line from the tip that makes the plainest text."""
        degree = {index: sum(map(len, self._layout.neighbours(index).values())) for index in group}
        tips = [index for index in group if degree[index] <= 1] or list(group)
        return min(self._from(tip) for tip in tips)[2]

    def _from(self, start: int) -> tuple[int, int, str]:
        """Return what makes a text worse than others, and the text itself last."""
        seen: set[int] = set()
        root = self._walk(start, None, seen)
        self._rings: dict[Join, int] = {}
        tree = set(self._tree_joins(root))
        for join in sorted(self._layout.joins, key=self._join_key):
            if join.first in seen and join not in tree:
                self._rings[join] = len(self._rings) + 1
        text = self._write(root, None, "", "")
        return text.count("["), -sum(1 for _ in root.along()), text

    def _join_key(self, join: Join) -> list[str]:
        return sorted(f"{self._layout[index].tile} {side}" for index, side in join.places)

    def _walk(self, index: int, entry: Side | None, seen: set[int]) -> _Node:
        seen.add(index)
        node = _Node(index, entry)
        joined = self._neighbours(index)
        onward = self._onward(joined, entry)
        if onward is not None and onward[1][0] not in seen:
            node.straight = (onward[0], self._walk(*onward[1], seen))
        for side, place in joined:
            if place[0] not in seen:
                node.arms.append((side, self._walk(*place, seen)))
        return node

    def _neighbours(self, index: int) -> list[tuple[Side, Place]]:
        """Return (own side, place) of the neighbours in an order that does not depend on numbers."""
        found = [(side, place) for side, places in self._layout.neighbours(index).items() for place in places]
        alike = self._layout[index].tile.is_double

        def rank(item: tuple[Side, Place]) -> tuple[bool, bool, Tile, Place]:
            side, place = item
            return side.is_short, side is Side.END_B and not alike, self._layout[place[0]].tile, place

        return sorted(found, key=rank)

    @staticmethod
    def _onward(joined: list[tuple[Side, Place]], entry: Side | None) -> tuple[Side, Place] | None:
        if entry is None:
            return next((item for item in joined if not item[0].is_short), joined[0] if joined else None)
        return next((item for item in joined if item[0] is entry.opposite), None)

    def _tree_joins(self, root: _Node) -> Iterator[Join]:
        for node in root.along():
            for side, beyond in [*node.arms, *([node.straight] if node.straight else [])]:
                assert beyond.entry is not None
                yield Join(node.index, side, beyond.index, beyond.entry)
            for _, arm in node.arms:
                yield from self._tree_joins(arm)

    def _write(self, root: _Node, before: Join | None, touched: str, own: str) -> str:
        """Write the line that starts with `root`, which is joined by `before`, and its arms."""
        words = []
        for node in root.along():
            names = _Names(self._layout[node.index], node.entry)
            own = names.entry_word()
            note = f"[{touched}{':' + own if own else ''}]" if touched or own else ""
            rings = "".join(self._ring(join, node.index, names) for join in self._rings)
            arms = "".join(
                f"({self._write(arm, Join(node.index, side, arm.index, _entry(arm)), names.arm_word(side), '')})"
                for side, arm in node.arms
            )
            words.append(note + self._tile(node, before) + rings + arms)
            if node.straight:
                side, beyond = node.straight
                before, touched = Join(node.index, side, beyond.index, _entry(beyond)), names.straight_word(side)
        return " ".join(words)

    def _tile(self, node: _Node, before: Join | None) -> str:
        placed = self._layout[node.index]
        forced = "!" if before is not None and ends.is_unlike(self._layout, before) else ""
        lies = "" if placed.across == placed.tile.is_double else "_" if placed.tile.is_double else "^"
        exits_low = node.entry is None and node.straight is not None and node.straight[0] is Side.END_A
        high_first = not placed.across and (node.entry is Side.END_B or exits_low)
        tile = f"{placed.tile.high}-{placed.tile.low}" if high_first else str(placed.tile)
        star = "*" if node.index == self._layout.spinner else ""
        number = f"#{node.index + 1}" if self._order else ""
        return f"{forced}{lies}{'~' if placed.face_down else ''}{tile}{star}{number}"

    def _ring(self, join: Join, index: int, names: _Names) -> str:
        if index not in (join.first, join.second):
            return ""
        forced = "!" if ends.is_unlike(self._layout, join) else ""
        return f"={forced}{self._rings[join]}:{names.of(join.side_of(index))}"


def _entry(node: _Node) -> Side:
    assert node.entry is not None
    return node.entry


class _Names:
    """The names that a reader of the text gives to the sides of a tile, and which of them go without saying.

    Of two sides that are as good as each other, the one mentioned first has the lower number.
    """

    def __init__(self, placed: Placed, entry: Side | None) -> None:
        self._placed = placed
        self._entry = entry
        self._names: dict[Side, Side] = {}
        self._usual_arms = list(SHORT_SIDES) if placed.across else []
        if entry is not None:
            self.of(entry)

    def of(self, side: Side) -> Side:
        """Return the name of a side; to be asked in the order of the text."""
        if not self._placed.across and not self._placed.tile.is_double:
            return side
        if side not in self._names:
            pair = sorted((side, side.opposite))
            first = pair[0] if side.opposite not in self._names else pair[1]
            self._names[side] = first
            self._names[side.opposite] = first.opposite
        return self._names[side]

    def entry_word(self) -> str:
        return str(self.of(self._entry)) if self._entry is not None and self._entry.is_short else ""

    def arm_word(self, side: Side) -> str:
        name = self.of(side)
        usual = self._usual_arms.pop(0) if self._usual_arms else None
        return "" if name is usual else str(name)

    def straight_word(self, side: Side) -> str:
        name = self.of(side)
        if self._entry is not None:
            usual = self.of(self._entry).opposite
        else:
            usual = Side.LONG_1 if self._placed.across else name
        return "" if name is usual else str(name)
