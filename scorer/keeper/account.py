"""The keeper's own account of a deal: every tile laid, what the looks say of it, and the plays it amounts to."""

from __future__ import annotations

import math
from collections.abc import Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from scorer.events import PickUp, Play, TableEvent, TurnOver
from scorer.folding import Refused, after
from scorer.keeper.evidence import Absence, Evidence, Reading
from scorer.keeper.movement import Lie
from scorer.keeper.turns import Turn
from scorer.layout import IllegalPlay, Layout
from scorer.sides import Side
from scorer.state import State
from scorer.tiles import Tile

# The least probability with which a reading or an order is written without a "?", and that of a player: beside each
# pass one wrong seat would explain as well what was seen, and only a "?" says so.
CERTAIN = 0.95
CERTAIN_WHO = 0.999

Key = int
Place = tuple[Key, Side]


@dataclass(frozen=True, slots=True)
class Spot:
    """How a tile was laid, as in `Play`, with other tiles named by their keys and sides by the halves they are."""

    at: Place | None = None
    join: Side | None = None
    also_at: Place | None = None
    across: bool | None = None
    face_down: bool = False

    @property
    def keys(self) -> tuple[Key, ...]:
        """The tiles that it was joined to."""
        return tuple(at[0] for at in (self.at, self.also_at) if at is not None)


@dataclass(frozen=True, slots=True)
class Order:
    """Tiles that came at once in one order of laying, and how each lies then; `chance`: that it was this one."""

    laid: tuple[tuple[Key, Spot], ...]
    chance: float

    def of_these(self, keys: Set[Key]) -> Order | None:
        """Return the order without tiles that are none of these, None where another is joined to one of those."""
        left = tuple((key, spot) for key, spot in self.laid if key in keys)
        joined = {key for _, spot in left for key in spot.keys if key >= 0}
        return replace(self, laid=left) if joined <= keys else None


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile laid in this deal. `key` names it for as long as the deal lasts.

    Its halves keep the order in which they were first recorded, the lower first: `reading` and `spot` go by it.
    `sure`, `sure_who`: the probability that the reading is right, and the `player`. `number`: that of its event in
    the match, None before it is written. `orders`: of the tiles that came with it, the one taken first; `matters`:
    whether they differ in points. `lie`: how it lay when last seen; `absence`: since then; `swapped`: the reaches
    since its reading last changed, with the one that came just before: another tile may have been laid there.
    `vague`: it was in doubt before a restart, and nobody remembers why. `undated`: it may have been laid earlier or
    later than it stands here. `doubles_across`: in this game doubles lie crosswise, where nothing else is known.
    """

    key: Key
    reading: Reading
    evidence: Evidence
    turn: Turn
    spot: Spot = field(default_factory=Spot)
    claimed: bool = True
    player: int | None = None
    sure: float = 1.0
    sure_who: float = 1.0
    number: int | None = None
    lie: Lie | None = None
    absence: Absence | None = None
    swapped: int = 0
    orders: tuple[Order, ...] = ()
    matters: bool = False
    vague: bool = False
    undated: bool = False
    doubles_across: bool = True

    @property
    def tile(self) -> Tile:
        """The tile that it is taken for."""
        return Tile(*self.reading)

    @property
    def across(self) -> bool:
        """Whether it lies crosswise."""
        return (self.tile.is_double and self.doubles_across) if self.spot.across is None else self.spot.across

    def read_as(self, reading: Reading) -> Laid:
        """Return the same tile read otherwise: where doubles lie crosswise, all others lie lengthwise."""
        if (reading[0] == reading[1]) == self.tile.is_double or not self.doubles_across:
            return replace(self, reading=reading, vague=False)
        # A double has no half that must be named; of any other tile one touches.
        join = None if reading[0] == reading[1] or self.spot.at is None else Side.END_A
        laid = replace(self, reading=reading, spot=replace(self.spot, across=None, join=join), vague=False)
        if self.evidence.of(reading) >= self.evidence.of(reading[::-1]):
            return laid
        lie = None if self.lie is None else Lie(self.lie.place, self.lie.angle + math.pi)
        return replace(laid, evidence=self.evidence.turned(), lie=lie)

    @property
    def is_doubtful(self) -> bool:
        """Whether it is shown with a "?": which it is, who laid it or when is not certain."""
        order = self.orders[0].chance if self.orders else 1.0
        unsure = self.sure < CERTAIN or self.sure_who < CERTAIN_WHO or order < CERTAIN
        return unsure or self.vague or self.undated


@dataclass(frozen=True, slots=True)
class Between:
    """Something else that happened between the plays: `before` how many of them, and what it says of the turns.

    `key`: the tile that was taken back into a hand or turned over (the rule book, 2.7), None for anything else. Then
    `number` is that of its event in the match, None before it is written, and the event's own index means nothing.
    """

    before: int
    event: TableEvent
    turn: Turn | None = None
    key: Key | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """An event that the account amounts to, and the `key` of the tile that it is about."""

    event: Play | PickUp | TurnOver
    key: Key


@dataclass(frozen=True)
class Account:
    """All tiles laid in a deal, in the order of laying. `given`: tiles that lay there before the record began."""

    given: Layout
    laid: tuple[Laid, ...] = ()
    between: tuple[Between, ...] = ()
    next_key: Key = 0

    def by_key(self, key: Key) -> Laid:
        """Return the tile of that key. Raises KeyError where there is none."""
        return self.laid[self._places[key]]

    @cached_property
    def taken_up(self) -> frozenset[Key]:
        """The tiles that were taken back into a hand."""
        return frozenset(one.key for one in self.between if one.key is not None and isinstance(one.event, PickUp))

    @cached_property
    def lying(self) -> tuple[Laid, ...]:
        """The tiles laid that were not taken back into a hand, in the order of laying: one for each play as it stands.

        The same as `laid` in most games.
        """
        return tuple(laid for laid in self.laid if laid.key not in self.taken_up)

    @cached_property
    def _places(self) -> dict[Key, int]:
        return {laid.key: place for place, laid in enumerate(self.laid)}

    def index_of(self, key: Key) -> int:
        """Return the index in the layout of the tile of that key; keys of given tiles are their indices below 0."""
        if key < 0:
            return -1 - key
        return self.given.next_index + self._places[key]

    def key_at(self, index: int) -> Key:
        """Return the key of the tile with that index in the layout."""
        own = index - self.given.next_index
        return self.laid[own].key if own >= 0 else -1 - index

    def with_laid(self, *changed: Laid) -> Account:
        """Return the account with these in the place of those of the same keys."""
        if not changed:
            return self
        by_key = {laid.key: laid for laid in changed}
        return replace(self, laid=tuple(by_key.get(laid.key, laid) for laid in self.laid))

    def without(self, key: Key) -> Account:
        """Return the account without a tile to which none is joined."""
        account = self
        for gone in [laid.key for laid in self.laid if key in laid.spot.keys and laid.key in self.taken_up]:
            account = account.without(gone)
        place = account._places[key]
        between = tuple(
            replace(one, before=one.before - (one.before > place)) for one in account.between if one.key != key
        )
        laid = account.laid[:place] + account.laid[place + 1 :]
        return replace(account, laid=laid, between=between).in_order_of_its_own()

    def with_handled(self, key: Key, event: PickUp | TurnOver, turn: Turn, place: int) -> Account:
        """Return the account with a tile taken back into a hand, or turned over, before the tile at a place."""
        new = Between(place, event, turn, key)
        earlier = tuple(one for one in self.between if one.before <= place)
        return replace(self, between=(*earlier, new, *(one for one in self.between if one.before > place)))

    def without_handled(self, key: Key) -> Account:
        """Return the account with a tile neither taken back nor turned over."""
        return replace(self, between=tuple(one for one in self.between if one.key != key))

    def in_order_of_its_own(self) -> Account:
        """Return the account with no order of laying that names a tile which is not on it any more."""
        keys = self._places.keys()
        stale = [laid for laid in self.laid if any(order.of_these(keys) != order for order in laid.orders)]
        return self.with_laid(*(replace(laid, orders=_orders_of(laid.orders, keys)) for laid in stale))

    @property
    def gist(self) -> tuple[object, ...]:
        """All of it that is written in the match."""
        handled = tuple((one.key, one.number, one.before, one.event) for one in self.between if one.key is not None)
        laid = tuple((laid.number, laid.reading, laid.spot, laid.player, laid.is_doubtful) for laid in self.laid)
        return (*laid, *handled)

    def is_tip(self, key: Key) -> bool:
        """Whether no other tile is joined to this one since it was laid."""
        return not any(key in laid.spot.keys for laid in self.lying)

    def lies(self) -> dict[int, Lie]:
        """Return how each tile of the layout lay when last seen, by index; angles from the lower half."""
        found = {}
        for index, laid in enumerate(self.laid, self.given.next_index):
            if laid.lie is not None and laid.key not in self.taken_up:
                turned = math.pi if laid.reading[0] > laid.reading[1] else 0.0
                found[index] = Lie(laid.lie.place, laid.lie.angle + turned)
        return found

    def folded(self, state: State) -> tuple[tuple[Step, ...], State]:
        """Return the steps it amounts to from the state after dealing, up to the one that wins the game, and the state.

        Raises Refused where a tile cannot lie as it is said to.
        """
        steps: list[Step] = []
        astray = False
        for place, laid in enumerate(self.laid):
            if state.phase != "playing":
                break
            state = self._passing(state, place, steps)
            play = self._play(laid)
            # What the ends are worth after a tile that hardly lies where it is said to, nobody knows.
            play = replace(play, unsure=play.unsure or astray)
            astray |= laid.is_doubtful and laid.key in self.misplayed
            if laid.player is not None and laid.player != state.turn:
                play = replace(play, player=laid.player, seen=True)
            try:
                state = after(state, play)
            except Refused:
                play = replace(play, force=True)
                state = after(state, play)
            steps.append(Step(play, laid.key))
        state = self._passing(state, len(self.laid), steps)
        return tuple(steps), state

    def _passing(self, state: State, place: int, steps: list[Step]) -> State:
        """Return the state after what happened between the plays before a place; add its steps."""
        for one in self.between:
            if one.before == place:
                event = one.event
                if one.key is not None and isinstance(event, PickUp | TurnOver):
                    event = replace(event, index=self.index_of(one.key))
                with suppress(Refused):
                    state = after(state, event)
                    if one.key is not None and isinstance(event, PickUp | TurnOver):
                        steps.append(Step(event, one.key))
        return state

    @property
    def layout(self) -> Layout:
        """The layout that it amounts to. Raises IllegalPlay where a tile cannot lie as it is said to."""
        return self._folded_layout[0]

    @property
    def misplayed(self) -> frozenset[Key]:
        """The tiles that were laid against the rules."""
        return self._folded_layout[1]

    @cached_property
    def _folded_layout(self) -> tuple[Layout, frozenset[Key]]:
        # Every look makes a new account, and hardly any another layout.
        tiles = tuple((laid.key, laid.reading, laid.spot) for laid in self.laid)
        return _laid_out(self.given, tiles, tuple(one for one in self.between if one.key is not None))

    def laid_out(self) -> tuple[Layout, frozenset[Key]]:
        """Fold the layout anew; return it, and the tiles that were laid against the rules."""
        layout, misplayed = self.given, []
        for place, laid in enumerate(self.laid):
            layout = self._handled(layout, place)
            play = self._play(laid)
            try:
                layout = _placed(layout, play)
            except IllegalPlay:
                layout = _placed(layout, replace(play, force=True))
                misplayed.append(laid.key)
        return self._handled(layout, len(self.laid)), frozenset(misplayed) - self.taken_up

    def _handled(self, layout: Layout, place: int) -> Layout:
        """Return the layout after what was taken back, or turned over, before a place."""
        for one in self.between:
            if one.before == place and one.key is not None:
                index = self.index_of(one.key)
                with suppress(IllegalPlay):
                    layout = layout.pick_up(index) if isinstance(one.event, PickUp) else layout.turn_over(index)
        return layout

    def _play(self, laid: Laid) -> Play:
        spot = laid.spot
        return Play(
            laid.tile,
            self._on_record(spot.at),
            None if spot.join is None else _named(spot.join, laid.reading, across=laid.across),
            across=spot.across,
            face_down=spot.face_down,
            also_at=self._on_record(spot.also_at),
            claimed=laid.claimed,
            unsure=laid.is_doubtful,
        )

    def _on_record(self, place: Place | None) -> tuple[int, Side] | None:
        if place is None:
            return None
        key, side = place
        if key < 0:
            return -1 - key, side
        other = self.by_key(key)
        return self.index_of(key), _named(side, other.reading, across=other.across)

    def by_halves(self, place: tuple[int, Side]) -> Place:
        """Return a place of the layout as the account names it: the tile by its key, the side by its halves."""
        key = self.key_at(place[0])
        if key < 0:
            return key, place[1]
        reading = self.by_key(key).reading
        flipped = place[1].is_end and reading[0] > reading[1]
        return key, place[1].opposite if flipped else place[1]


def _orders_of(orders: Sequence[Order], keys: Set[Key]) -> tuple[Order, ...]:
    """Return the orders with these tiles only, the one taken first; none where a single one is left."""
    chances: dict[tuple[tuple[Key, Spot], ...], float] = {}
    for order in orders:
        left = order.of_these(keys)
        if left is not None:
            chances[left.laid] = chances.get(left.laid, 0.0) + left.chance
    total = sum(chances.values())
    return tuple(Order(laid, chance / total) for laid, chance in chances.items()) if len(chances) > 1 else ()


@lru_cache(maxsize=32)
def _laid_out(
    given: Layout, tiles: tuple[tuple[Key, Reading, Spot], ...], between: tuple[Between, ...]
) -> tuple[Layout, frozenset[Key]]:
    across = given.match == "equal"
    laid = tuple(Laid(key, reading, Evidence(), Turn(()), spot, doubles_across=across) for key, reading, spot in tiles)
    return Account(given, laid, between).laid_out()


def _named(side: Side, reading: Reading, *, across: bool) -> Side:
    """Return a side, named by the halves of a reading, as the layout names it for the tile as it lies."""
    if across:
        return {Side.END_A: Side.LONG_1, Side.END_B: Side.LONG_2}.get(side, side)
    if side.is_long or side.is_short:
        side = Side.END_A if side in (Side.LONG_1, Side.SHORT_1) else Side.END_B
    return side.opposite if reading[0] > reading[1] else side


def _placed(layout: Layout, play: Play) -> Layout:
    return layout.place(
        play.tile,
        play.at,
        play.join,
        across=play.across,
        face_down=play.face_down,
        also_at=play.also_at,
        force=play.force,
    )
