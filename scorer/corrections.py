"""Corrections: the events after a corrected one, renumbered to what lies on the table now, and folded anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from scorer.events import Correction, Deal, PickUp, Play, Start, TableEvent, TurnOver
from scorer.folding import Refused, after, begin
from scorer.sides import Place, Side
from scorer.state import State


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands. `number`: its place in the record, kept for good; `state`: the match after it."""

    number: int
    event: TableEvent
    state: State


@dataclass(frozen=True, slots=True)
class Tail:
    """The entries from a corrected event on, and the numbers of later events that were left no place."""

    entries: tuple[Entry, ...]
    struck: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Move:
    """How later events name what lies. `place`: where a tile is joined, None where it is joined to nothing any more;
    `index`: the number of a tile, None where it was never laid."""

    place: Callable[[Place], Place | None]
    index: Callable[[int], int | None]


_STAY = _Move(lambda place: place, lambda index: index)


def corrected(entries: Sequence[Entry], position: int, correction: Correction, number: int) -> Tail:
    """Return what stands from `position` on after a correction of the entry there; it gets `number` if inserted.

    Later plays of the deal name other tiles by their number, and sides by how the tile lies: both are renewed, and
    where a tile can lie in two ways the one that lets every later play be is taken. Raises Refused, naming the first
    later event that cannot be, unless the correction is forced.
    """
    refusals: list[Refused] = []
    for head, move in _ways(entries, position, correction, number):
        try:
            return _fold(entries, position, correction, head, move)
        except Refused as refused:
            refusals.append(refused)
        if correction.force:
            break
    raise refusals[0]


def _ways(
    entries: Sequence[Entry], position: int, correction: Correction, number: int
) -> Iterator[tuple[tuple[Entry, ...], _Move]]:
    """Yield the corrected entry, or none, and how later plays may have to be renumbered; the likeliest first."""
    old, event = entries[position], correction.event
    before = entries[position - 1].state if position else None
    replaced = correction.how != "insert"
    was_play, is_play = replaced and isinstance(old.event, Play), isinstance(event, Play)
    if event is None:
        yield (), _gap(old) if was_play else _STAY
        return
    state = begin(event) if isinstance(event, Start) else _after(before, event)
    head = (Entry(old.number if replaced else number, event, state),)
    if was_play and is_play:
        yield from ((head, _turned(old, head[0], swap)) for swap in (False, True))
    elif is_play:
        yield from ((head, _room(head[0], swap)) for swap in (False, True))
    else:
        yield head, _gap(old) if was_play else _STAY


def _after(before: State | None, event: TableEvent) -> State:
    assert before is not None
    return after(before, event)


def _fold(
    entries: Sequence[Entry], position: int, correction: Correction, head: tuple[Entry, ...], move: _Move
) -> Tail:
    state = head[-1].state if head else entries[position - 1].state
    folded, struck = list(head), []
    for later in entries[position + (correction.how != "insert") :]:
        if isinstance(later.event, Deal):
            move = _STAY
        try:
            event = _moved(later, move)
            event, state = _next(state, event, later, force=correction.force)
        except Refused as reason:
            if not correction.force:
                raise Refused(f"then {_named(later)} could not be: {reason}", later.number) from reason
            struck.append(later.number)
        else:
            folded.append(Entry(later.number, event, state))
    return Tail(tuple(folded), tuple(struck))


def _next(state: State, event: TableEvent, later: Entry, *, force: bool) -> tuple[TableEvent, State]:
    try:
        return event, after(state, event)
    except Refused:
        if not (force and isinstance(event, Play)):
            raise
        forced = replace(event, force=True, join=event.join or _own(later) if event.at else None)
        return forced, after(state, forced)


def _moved(entry: Entry, move: _Move) -> TableEvent:
    event = entry.event
    if isinstance(event, PickUp | TurnOver):
        index = move.index(event.index)
        if index is None:
            raise Refused("that tile was never laid")
        return replace(event, index=index)
    if not isinstance(event, Play) or event.at is None:
        return event
    at = move.place(event.at)
    also_at = None if event.also_at is None else move.place(event.also_at)
    # Of a tile that was forced on, its values do not tell which half touches.
    join = event.join or (_own(entry) if event.force else None)
    return replace(event, at=at, also_at=also_at, join=join if at is not None else None)


def _own(play: Entry) -> Side | None:
    """Return the side by which the tile of a play touches what it was laid to; None for an opening tile."""
    index = play.state.plays[-1].index
    joined = (join.side_of(index) for join in play.state.layout.joins if index in (join.first, join.second))
    return next(joined, None)


def _shift(first: int, by: int) -> _Move:
    """Return the move that renumbers the tiles from the number `first` on."""

    def index(old: int) -> int:
        return old + by if old >= first else old

    return _Move(lambda place: (index(place[0]), place[1]), index)


def _gap(struck: Entry) -> _Move:
    """Return the move that closes the line where a tile is gone: what was joined to it joins what it was joined to."""
    event = struck.event
    assert isinstance(event, Play)
    gone, at = struck.state.plays[-1].index, event.at
    shifted = _shift(gone + 1, -1)
    return _Move(
        lambda place: at if place[0] == gone else shifted.place(place),
        lambda index: None if index == gone else shifted.index(index),
    )


def _room(inserted: Entry, swap: bool) -> _Move:
    """Return the move that makes room for an inserted tile: what lay in its place lies behind it."""
    index = inserted.state.plays[-1].index
    event, own = inserted.event, _own(inserted)
    taken = event.at if isinstance(event, Play) else None
    shifted = _shift(index, 1)

    def place(old: Place) -> Place | None:
        if old == taken and own is not None:
            return index, own if swap else own.opposite
        return shifted.place(old)

    return _Move(place, shifted.index)


def _turned(old: Entry, new: Entry, swap: bool) -> _Move:
    """Return the move that renames the sides of a tile that is another one now, from how both are joined.

    Of an opening tile the values tell; `swap`: it lies the other way round.
    """
    index = new.state.plays[-1].index
    was, now = old.state.layout[index], new.state.layout[index]
    own, own_now = _own(old) or was.sides[0], _own(new) or now.sides[0]
    likeness = (was.tile.low == now.tile.low) + (was.tile.high == now.tile.high)
    likeness_swapped = (was.tile.low == now.tile.high) + (was.tile.high == now.tile.low)
    if swap != (_own(new) is None and likeness_swapped > likeness):
        own_now = own_now.opposite

    def place(old: Place) -> Place:
        if old[0] != index or old[1].is_short:
            return old
        return index, own_now if old[1] is own else own_now.opposite

    return _Move(place, lambda number: number)


def _named(entry: Entry) -> str:
    """Name an entry as a player would: "Ben's 3-4 (event 7)"."""
    state, event = entry.state, entry.event
    if isinstance(event, Play) and state.last is not None:
        what = f"{state.players[state.last.player]}'s {event.tile}"
    else:
        what = _WHAT.get(type(event).__name__, "what came")
    return f"{what} (event {entry.number})"


_WHAT = {
    "Deal": "the next deal",
    "Draw": "a draw",
    "Pass": "a pass",
    "PickUp": "a tile taken back",
    "TurnOver": "a double turned over",
    "Claim": "a muggins call",
    "EndDeal": "the end of the deal",
    "CountHand": "the count of a hand",
    "NextGame": "the next game",
    "Adjustment": "a change of the score",
}
