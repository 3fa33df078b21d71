"""The layout: tiles on the table and how they are joined, as one immutable value (the rule book, 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from scorer import ends, graph
from scorer.ends import CountedEnd, OpenEnd
from scorer.sides import LONG_SIDES, SHORT_SIDES, Join, Place, Placed, Side
from scorer.spinner import (
    AS_IT_LIES,
    P_ALL,
    P_ALL_NOW,
    P_FIRST,
    P_FIRST_NOW,
    P_FIRST_NOW_ANY2,
    P_NONE,
    P_OPENING,
    P_OPENING_NOW,
    P_SNIFF,
    PROFILES,
    SpinnerProfile,
)
from scorer.tiles import Tile

__all__ = [
    "AS_IT_LIES",
    "PROFILES",
    "P_ALL",
    "P_ALL_NOW",
    "P_FIRST",
    "P_FIRST_NOW",
    "P_FIRST_NOW_ANY2",
    "P_NONE",
    "P_OPENING",
    "P_OPENING_NOW",
    "P_SNIFF",
    "BlankOpens",
    "CountedEnd",
    "IllegalPlay",
    "Join",
    "Layout",
    "OpenEnd",
    "Place",
    "Placed",
    "Side",
    "SpinnerProfile",
]

BlankOpens = Literal["may", "not_double", "never"]


class IllegalPlay(ValueError):  # noqa: N818 - it names what happened at the table
    """A tile that may not be laid (or taken up) there; the message says why in words a player understands."""


@dataclass(frozen=True)
class Layout:
    """Tiles on the table and their joins. `Layout(profile=...)` is an empty table; `place` returns the next layout.

    `match`: whether touching halves show the same value or add up to seven. `max_pips`: highest half of the set.
    `allow_ring`: a tile may join both ends of a line. `matador_shows_both`: a matador lying crosswise leaves both
    its values open. `blank_opens`: whether 0-0, and other tiles with a blank, may be laid first. `order_known`: the
    indices follow the order of laying. `named_spinner`: the index of the double that a person, or the text form, said
    is the spinner. `least_index`: no tile to come has a lower one.
    Two layouts are equal when all of that, but for the last, and all tiles and joins are.
    """

    profile: SpinnerProfile = P_FIRST
    match: Literal["equal", "sum7"] = "equal"
    max_pips: int = 6
    allow_ring: bool = False
    matador_shows_both: bool = False
    placed: tuple[Placed, ...] = ()
    joins: tuple[Join, ...] = ()
    order_known: bool = True
    named_spinner: int | None = None
    blank_opens: BlankOpens = "may"
    least_index: int = field(default=0, compare=False)

    def __getitem__(self, index: int) -> Placed:
        """Return the placed tile of that index. Raises KeyError where there is none."""
        return self._by_index[index]

    def __contains__(self, index: int) -> bool:
        """Return whether a tile of that index lies on the table."""
        return index in self._by_index

    @cached_property
    def _by_index(self) -> dict[int, Placed]:
        return {placed.index: placed for placed in self.placed}

    @cached_property
    def _neighbours(self) -> dict[int, dict[Side, tuple[Place, ...]]]:
        found: dict[int, dict[Side, tuple[Place, ...]]] = {placed.index: {} for placed in self.placed}
        for join in self.joins:
            for index, side in join.places:
                found[index][side] = (*found[index].get(side, ()), join.other(index))
        return found

    def neighbours(self, index: int) -> dict[Side, tuple[Place, ...]]:
        """Return, for every covered side of a tile, the (index, side) joined there: more than one after a misplay."""
        return self._neighbours[index]

    @property
    def next_index(self) -> int:
        """The index that the next tile will get."""
        return max(self.least_index, self.placed[-1].index + 1 if self.placed else 0)

    @cached_property
    def spinner(self) -> int | None:
        """Index of the one spinner, or None: there is none yet, there is no single one, or it is not known which."""
        if self.profile.which in ("none", "all_doubles"):
            return None
        if self.named_spinner is not None:
            return self.named_spinner
        if not self.order_known:
            return None
        laid = self.placed[:1] if self.profile.which == "opening_double" else self.placed
        return next((p.index for p in laid if p.tile.is_double and p.across and not p.face_down), None)

    @cached_property
    def spinner_candidates(self) -> tuple[int, ...]:
        """Doubles that may be the spinner where the order of laying does not tell; the spinner alone where it is known.

        Empty where the game has no single spinner.
        """
        if self.profile.which in ("none", "all_doubles"):
            return ()
        return (self.spinner,) if self.spinner is not None else graph.spinner_candidates(self)

    def is_spinner(self, index: int) -> bool:
        """Whether a placed tile may be joined on its short sides, sooner or later."""
        placed = self[index]
        if self.profile.which == "all_doubles":
            return placed.tile.is_double and placed.across and not placed.face_down
        return index == self.spinner

    def open_ends(self) -> tuple[OpenEnd, ...]:
        """Return the places where a tile may be joined now."""
        return self._open_ends

    @cached_property
    def _open_ends(self) -> tuple[OpenEnd, ...]:
        return ends.open_ends(self)

    def counted_ends(self) -> tuple[CountedEnd, ...]:
        """Return the tiles that enter the end sum, and their pips (the rule book, 2.5)."""
        return self._counted_ends

    @cached_property
    def _counted_ends(self) -> tuple[CountedEnd, ...]:
        return ends.counted_ends(self)

    @property
    def end_sum(self) -> int:
        """Pips of all counted ends together; 0 for an empty table."""
        return sum(end.pips for end in self.counted_ends())

    def legal_places(self, tile: Tile) -> tuple[tuple[Place | None, Side | None], ...]:
        """Return every (at, join) by which `tile` may be laid now, `(None, None)` for opening. Rings are left out."""
        if any(placed.tile == tile for placed in self.placed) or tile.high > self.max_pips:
            return ()
        if not self.placed:
            return ((None, None),) if self._may_open(tile) else ()
        across = self._lies_across(tile)
        return tuple(
            ((end.index, end.side), own)
            for end in self.open_ends()
            for own in ends.inward_sides(self, end.index, end.side, tile, across=across)
        )

    def place(
        self,
        tile: Tile,
        at: Place | None = None,
        join: Side | None = None,
        *,
        across: bool | None = None,
        face_down: bool = False,
        also_at: Place | None = None,
        force: bool = False,
    ) -> Layout:
        """Return the layout with `tile` joined to the open end `at`, or opening it where `at` is None.

        `join`: the tile's own side that touches, found where only one fits. `across`: whether it lies crosswise;
        by default doubles do (in Matador none). `also_at`: the second end that a ring closes. `force`: it was laid
        there although it may not be: unlike values, a covered or closed side, a second line, a second copy.
        Raises IllegalPlay with the reason.
        """
        placed = Placed(self.next_index, tile, self._lies_across(tile) if across is None else across, face_down)
        if not force:
            self._refuse_tile(placed, at)
        if at is None:
            if also_at is not None or join is not None:
                raise IllegalPlay(f"{tile} is not joined to anything: say where it touches")
            return self._with(placed, ())
        own = self._own_side(placed, at, join, also_at, force=force)
        joins = [self._join(placed, own, at)]
        if also_at is not None:
            joins.append(self._join(placed, own.opposite, also_at))
            if not force:
                self._refuse_ring(placed, own, at, also_at)
        return self._with(placed, joins)

    def pick_up(self, index: int) -> Layout:
        """Return the layout without an end tile; the side it covered is open again.

        No index changes, and that of the tile is not given to another.

        Raises IllegalPlay where the tile is joined more than once or is not there.
        """
        if index not in self:
            raise IllegalPlay(f"there is no tile number {index} on the table")
        if sum(map(len, self.neighbours(index).values())) > 1:
            raise IllegalPlay(f"{self[index].tile} cannot be picked up: only an end tile can")
        return replace(
            self,
            placed=tuple(placed for placed in self.placed if placed.index != index),
            joins=tuple(join for join in self.joins if index not in (join.first, join.second)),
            named_spinner=None if index == self.named_spinner else self.named_spinner,
            least_index=self.next_index,
        )

    def turn_over(self, index: int) -> Layout:
        """Return the layout with a double at a tip turned face down, which closes its arm.

        Raises IllegalPlay where the tile is not there, is no double, spins or closes nothing.
        """
        if index not in self:
            raise IllegalPlay(f"there is no tile number {index} on the table")
        turned = self[index]
        if not turned.tile.is_double or self.is_spinner(index):
            raise IllegalPlay(f"{turned.tile} cannot be turned over: only a double that does not spin can")
        if all(end.index != index for end in self.open_ends()):
            raise IllegalPlay(f"{turned.tile} cannot be turned over: it is at no open end")
        placed = (replace(tile, face_down=True) if tile is turned else tile for tile in self.placed)
        return replace(self, placed=tuple(placed))

    def from_graph(
        self,
        tiles: Sequence[tuple[int, int]],
        joins: Iterable[tuple[int, Side, int, Side]],
        *,
        spinner: int | None = None,
        face_down: Collection[int] = (),
    ) -> Layout:
        """Return, by the rules of this layout, the one on the table, legal or not, in unknown order.

        `tiles`: (a, b) as seen, where end-a is half a and end-b half b; a tile keeps its number as its index.
        `joins`: (i, side of i, j, side of j). A double whose joins are all at its ends lies lengthwise. A contact
        with the short side of a double that cannot be the spinner is a bent line and covers a long side (the rule
        book, 2.2). `spinner`: the double that spins; where it is not given and only one can be, that one does.
        Raises ValueError for a number or side that does not exist, or a spinner that is not a double.
        """
        return graph.build(self.emptied(order_known=False), tiles, joins, spinner, face_down)

    def emptied(self, *, order_known: bool = True) -> Layout:
        """Return the empty table of the same rules."""
        return replace(self, placed=(), joins=(), order_known=order_known, named_spinner=None, least_index=0)

    def numbered(self) -> Layout:
        """Return the same layout with the sides that are as good as each other numbered by their neighbours.

        Of two long sides (or short sides, or halves of a double lying lengthwise) the first is the one whose
        neighbour has the lower index. Layouts that differ only in such names become equal.
        """
        return graph.numbered(self)

    def with_tiles(self, placed: Iterable[Placed], joins: Iterable[Join], spinner: int | None = None) -> Layout:
        """Return this layout's rules with other tiles, joins and named spinner, without asking whether they are legal.

        Raises ValueError for an index that is used twice, a join to a side that is not there, or a tile joined to
        itself.
        """
        placed = tuple(sorted(placed))
        by_index = {tile.index: tile for tile in placed}
        if len(by_index) < len(placed):
            raise ValueError("two tiles have the same number")
        if spinner is not None and not (spinner in by_index and by_index[spinner].tile.is_double):
            raise ValueError(f"tile number {spinner} cannot be the spinner: it is not a double on the table")
        joins = tuple(sorted(joins, key=lambda join: (join.second, join.first, join.second_side)))
        for join in joins:
            if join.first == join.second:
                raise ValueError(f"tile number {join.first} cannot be joined to itself")
            for index, side in join.places:
                if index not in by_index:
                    raise ValueError(f"there is no tile number {index} to be joined")
                by_index[index].value_at(side)
        layout = replace(self, placed=placed, joins=joins, named_spinner=None)
        # A name that says nothing new is not kept, so that equal layouts are equal.
        return layout if layout.spinner == spinner else replace(layout, named_spinner=spinner)

    def _with(self, placed: Placed, joins: Iterable[Join]) -> Layout:
        spinner = self.named_spinner
        may_spin = placed.tile.is_double and placed.across and self.profile.which == "first_double"
        if not self.order_known and may_spin and not self.spinner_candidates:
            spinner = placed.index
        return replace(self, placed=(*self.placed, placed), joins=(*self.joins, *joins), named_spinner=spinner)

    def _may_open(self, tile: Tile) -> bool:
        """Whether the deal may be opened with a tile (the rule book, 7, A13)."""
        if self.blank_opens == "may" or tile.low > 0:
            return True
        return self.blank_opens == "not_double" and not tile.is_double

    def _lies_across(self, tile: Tile) -> bool:
        return tile.is_double and self.match == "equal"

    def _join(self, placed: Placed, own: Side, at: Place) -> Join:
        index, side = at
        if index not in self:
            raise IllegalPlay(f"there is no tile number {index} to join {placed.tile} to")
        for tile, touched in ((self[index], side), (placed, own)):
            if touched not in tile.sides:
                lies = "crosswise" if tile.across else "lengthwise"
                raise IllegalPlay(f"{tile.tile} lies {lies} and has no {touched}")
        return Join(index, side, placed.index, own)

    def _refuse_tile(self, placed: Placed, at: Place | None) -> None:
        """Raise IllegalPlay where the tile itself, wherever it goes, may not be laid."""
        tile = placed.tile
        if tile.high > self.max_pips:
            raise IllegalPlay(f"{tile} is not in a set up to {self.max_pips}-{self.max_pips}")
        if any(other.tile == tile for other in self.placed):
            raise IllegalPlay(f"{tile} is already on the table")
        if not self.placed and not self._may_open(tile):
            raise IllegalPlay(f"{tile} may not be the first tile: a deal is not opened with a blank")
        if at is None and self.placed:
            raise IllegalPlay(f"{tile} must be joined to the layout: {self.describe_ends()}")
        if placed.face_down and not tile.is_double:
            raise IllegalPlay(f"{tile} cannot be laid face down: only a double can")
        if placed.across and not tile.is_double and (self.match == "equal" or not ends.is_matador(tile) or at is None):
            raise IllegalPlay(f"{tile} cannot lie crosswise")

    def _own_side(self, placed: Placed, at: Place, join: Side | None, also_at: Place | None, *, force: bool) -> Side:
        """Return the side by which the tile touches `at`. Raises IllegalPlay where it does not fit, unless forced."""
        index, side = at
        tile = placed.tile
        if index not in self or side not in self[index].sides:
            self._join(placed, placed.sides[0], at)
        fitting = ends.inward_sides(self, index, side, tile, across=placed.across)
        if also_at is not None and also_at[0] in self:
            fitting = tuple(own for own in fitting if self._fits(placed, own.opposite, also_at)) or fitting
        if not force:
            if not any((end.index, end.side) == at for end in self.open_ends()):
                raise IllegalPlay(f"{tile} cannot go to the {side} of {self[index].tile}: {self._closed(at)}")
            if not fitting or (join is not None and _interchangeable(placed, join) not in fitting):
                there = f" the {ends.shown_value(self, *at)} of {self[index].tile}" if self.legal_places(tile) else ""
                raise IllegalPlay(f"{tile} does not fit{there}: {self.describe_ends()}")
        if join is not None:
            return join
        if len(fitting) == 1:
            return fitting[0]
        if placed.tile.is_double:
            return placed.sides[0]
        raise IllegalPlay(f"say which half of {tile} touches {self[index].tile}")

    def _fits(self, placed: Placed, own: Side, at: Place) -> bool:
        fitting = ends.inward_sides(self, *at, placed.tile, across=placed.across)
        return _interchangeable(placed, own) in fitting

    def _refuse_ring(self, placed: Placed, own: Side, at: Place, also_at: Place) -> None:
        if not self.allow_ring:
            raise IllegalPlay(f"{placed.tile} cannot join both ends: this game has no rings")
        open_places = {(end.index, end.side) for end in self.open_ends()}
        if open_places != {at, also_at} or len(open_places) != 2:
            raise IllegalPlay(f"{placed.tile} closes no ring: a ring joins the two ends of one line")
        if not self._fits(placed, own.opposite, also_at):
            raise IllegalPlay(f"{placed.tile} closes no ring: {self.describe_ends()}")

    def _closed(self, at: Place) -> str:
        if at[1] in self.neighbours(at[0]):
            return "that side is covered"
        if at[1] in SHORT_SIDES and self.is_spinner(at[0]):
            return "its short sides open when both long sides are covered"
        if at[1] in SHORT_SIDES:
            return "it is not the spinner"
        return "that end is closed"

    def describe_ends(self) -> str:
        """Say which values are open: "the open ends are 6, 1 and 5"."""
        values = [str(end.value) for end in self.open_ends()]
        if not values:
            return "there is no open end"
        if len(values) == 1:
            return f"the open end is {values[0]}"
        return f"the open ends are {', '.join(values[:-1])} and {values[-1]}"


def _interchangeable(placed: Placed, side: Side) -> Side:
    """The two long sides are as good as each other, and so are the halves of a double: name the first."""
    if side in LONG_SIDES:
        return Side.LONG_1
    return Side.END_A if placed.tile.is_double and side.is_end else side
