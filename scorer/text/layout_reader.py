"""Reads the text form of a layout: see `scorer.notation` for the form."""

from __future__ import annotations

import re
from dataclasses import dataclass

from scorer import ends, graph
from scorer.layout import Layout
from scorer.sides import SHORT_SIDES, Join, Place, Placed, Side
from scorer.tiles import Tile


class NotationError(ValueError):
    """A text that is not a layout; the message says what was expected where."""


def read(text: str, rules: Layout) -> Layout:
    """Return the layout of a text, by the rules of another one. Raises NotationError."""
    return _Reader(text, rules).layout()


_TILE = re.compile(
    r"(?:\[(?P<touched>[a-z]+-[a-z0-9])?(?::(?P<own>[a-z]+-[a-z0-9]))?\])?"
    r"(?P<forced>!?)(?P<lies>[_^]?)(?P<down>~?)(?P<first>\d{1,2})-(?P<second>\d{1,2})"
    r"(?P<star>\*?)(?:#(?P<number>\d{1,4}))?"
)
_RING = re.compile(r"=(!?)(\d{1,4}):([a-z]+-[a-z0-9])")


@dataclass
class _Read:
    """A tile as read: the tile itself, and the side that its first written half is."""

    placed: Placed
    star: bool
    number: int | None
    entry: Side
    joined: bool
    arms: int = 0


class _Reader:
    def __init__(self, text: str, rules: Layout) -> None:
        self._text = text
        self._at = 0
        self._rules = rules
        self._tiles: list[_Read] = []
        self._joins: list[tuple[Join, bool, int]] = []
        self._rings: dict[int, tuple[Place, bool]] = {}
        self._open_rings: set[int] = set()

    def layout(self) -> Layout:
        """Read the whole text."""
        self._blanks()
        while self._at < len(self._text):
            self._line(None)
            self._blanks()
            if self._at < len(self._text) and not self._skip("|"):
                raise self._expected("the end of the text")
            self._blanks()
        if self._open_rings:
            raise NotationError(f"={min(self._open_rings)} marks one tile only: a ring needs two")
        return self._built().numbered()

    def _line(self, before: int | None) -> None:
        """Read tiles up to a `)`, a `|` or the end; `before` is the tile whose arm it is."""
        usual_arm = before is not None
        while True:
            before = self._tile(before, as_arm=usual_arm)
            usual_arm = False
            while ring := _RING.match(self._text, self._at):
                self._ring(before, ring)
            while self._skip("("):
                self._blanks()
                self._line(before)
                if not self._skip(")"):
                    raise self._expected('")" after the arm')
            self._blanks()
            if self._at >= len(self._text) or self._text[self._at] in ")|":
                return

    def _tile(self, before: int | None, *, as_arm: bool) -> int:
        match = _TILE.match(self._text, self._at)
        if match is None:
            raise self._expected("a tile such as 4-6")
        start = self._at
        self._at = match.end()
        first, second = int(match["first"]), int(match["second"])
        tile = Tile(first, second)
        across = (match["lies"] == "^") or (tile.is_double and match["lies"] != "_")
        if match["lies"] and across == tile.is_double:
            raise self._wrong(start, f"{match['lies']}{tile}", "a tile lies crosswise after ^ and a double not after _")
        index = len(self._tiles)
        entry = Side.LONG_1 if across else Side.END_B if first > second else Side.END_A
        number = int(match["number"]) if match["number"] else None
        placed = Placed(index, tile, across, bool(match["down"]))
        read = _Read(placed, bool(match["star"]), number, entry, before is not None)
        if before is None and (match["forced"] or match["touched"] or match["own"]):
            raise self._wrong(start, match[0], "nothing stands before it that it could touch")
        if match["own"]:
            read.entry = self._side(match["own"], placed, start)
        self._tiles.append(read)
        if before is not None:
            earlier = self._tiles[before]
            side = self._side(match["touched"], earlier.placed, start) if match["touched"] else None
            side = side or (self._arm_side(earlier, start) if as_arm else self._straight_side(earlier))
            earlier.arms += as_arm
            self._joins.append((Join(before, side, index, read.entry), bool(match["forced"]), start))
        return index

    def _arm_side(self, earlier: _Read, start: int) -> Side:
        if not earlier.placed.across or earlier.arms > 1:
            raise self._wrong(start, "an arm", f"name the side of {earlier.placed.tile} that it touches, as in [end-a]")
        return SHORT_SIDES[earlier.arms]

    @staticmethod
    def _straight_side(earlier: _Read) -> Side:
        if not earlier.joined and (earlier.placed.across or earlier.placed.tile.is_double):
            return earlier.entry
        return earlier.entry.opposite

    def _ring(self, index: int, match: re.Match[str]) -> None:
        start, self._at = self._at, match.end()
        forced, label = bool(match[1]), int(match[2])
        place = index, self._side(match[3], self._tiles[index].placed, start)
        if label not in self._rings:
            self._rings[label] = place, forced
            self._open_rings.add(label)
            return
        other, other_forced = self._rings[label]
        if label not in self._open_rings or other[0] == index or forced != other_forced:
            raise self._wrong(start, match[0], "each ring mark joins two tiles, and both are written alike")
        self._open_rings.remove(label)
        self._joins.append((Join(*other, *place), forced, start))

    def _side(self, name: str, placed: Placed, start: int) -> Side:
        if name not in placed.sides:
            raise self._wrong(start, f"[{name}]", f"the sides of {placed.tile} are {', '.join(placed.sides)}")
        return Side(name)

    def _built(self) -> Layout:
        """Put the tiles together, numbered as they were laid or as they were read."""
        numbers = [read.number for read in self._tiles if read.number is not None]
        order_known = bool(numbers) or not self._tiles
        if numbers and (len(numbers) < len(self._tiles) or len(set(numbers)) < len(numbers) or 0 in numbers):
            raise NotationError("the order of laying needs # and another number from 1 up after every tile")
        index_of = [read.placed.index if read.number is None else read.number - 1 for read in self._tiles]
        starred = [index for index, read in zip(index_of, self._tiles, strict=True) if read.star]
        if len(starred) > 1:
            raise NotationError("only one double can be the spinner: * stands more than once")
        placed = [
            Placed(index, read.placed.tile, read.placed.across, read.placed.face_down)
            for index, read in zip(index_of, self._tiles, strict=True)
        ]
        joins = [
            Join(index_of[join.first], join.first_side, index_of[join.second], join.second_side)
            for join, _, _ in self._joins
        ]
        rules = self._rules.emptied(order_known=order_known)
        try:
            layout = rules.with_tiles(placed, joins, starred[0] if starred else None)
        except ValueError as error:
            raise NotationError(str(error)) from error
        self._check_unlike(layout, index_of)
        return layout if starred or order_known else graph.with_certain_spinner(layout)

    def _check_unlike(self, layout: Layout, index_of: list[int]) -> None:
        for join, forced, start in self._joins:
            named = Join(index_of[join.first], join.first_side, index_of[join.second], join.second_side)
            if ends.is_unlike(layout, named) and not forced:
                tiles = f"{self._tiles[join.second].placed.tile} on {self._tiles[join.first].placed.tile}"
                raise self._wrong(start, tiles, "the halves are unlike: write ! before it if it was laid all the same")
            if forced and not ends.is_unlike(layout, named):
                raise self._wrong(start, "!", "the halves that touch fit each other")

    def _blanks(self) -> None:
        while self._at < len(self._text) and self._text[self._at].isspace():
            self._at += 1

    def _skip(self, character: str) -> bool:
        found = self._text.startswith(character, self._at)
        self._at += found
        return found

    def _expected(self, what: str) -> NotationError:
        found = f'"{self._text[self._at : self._at + 8]}"' if self._at < len(self._text) else "the end of the text"
        return NotationError(f"expected {what} at character {self._at + 1}, found {found}")

    @staticmethod
    def _wrong(start: int, what: str, why: str) -> NotationError:
        return NotationError(f"{what} at character {start + 1}: {why}")
