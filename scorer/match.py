"""A match: an append-only record of events, folded into a state.

    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)       # late: scores=(35, 20), turn=1, layout="4-4* 4-6"
    match.deal(); match.play(Tile(5, 5)); match.record(event)  # each returns the new State, or raises Refused
    match.state                # State: scores, turn, layout, end_sum, last, phase, missing, counted, uncounted ...
    match.state.last.reason    # "5 + 5 = 10"
    match.events               # the events as they stand: corrected, without what was undone
    match.history              # the same as Entry(number, event, state after it)
    match.log                  # everything ever recorded, corrections and undos too: what a file keeps
    Match.fold(match.log)      # the same match again
    match.correct(7, Play(...))                  # event 7 was otherwise; what followed is folded anew
    match.strike(7); match.insert(7, Pass(1))    # it was not; something was before it. force=True: come what may
    match.undo(); match.redo()                   # one change each, over the end of a deal and of a game
    match.changes.words        # what the last change did: "Ana 35 -> 30"
    match.check(event)         # the Changes that an event would make; nothing is recorded
    match.on_record(write)     # write(number, event, state) is called before an event is shown; if it raises, it is not

An event has its number for good: its place in `log`, from 0 (Start). A correction names it by that; an inserted event
has the number of its correction. Events that cannot be raise Refused, say why in a player's words and change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from scorer.changes import Changes
from scorer.corrections import Entry, corrected
from scorer.events import (
    Correction,
    Deal,
    Draw,
    Event,
    Pass,
    Play,
    Redo,
    Start,
    TableEvent,
    Undo,
)
from scorer.folding import Refused, after, begin, next_opener
from scorer.rules import Rules
from scorer.sides import Place, Side
from scorer.state import Phase, Played, State
from scorer.tiles import Tile

__all__ = ["Changes", "Entry", "Match", "Phase", "Played", "Refused", "State", "after", "begin", "next_opener"]

Write = Callable[[int, Event, State], None]


@dataclass(frozen=True, slots=True)
class _Step:
    """One change of the entries: from `position` on, `old` ones gave way to `new` ones."""

    position: int
    old: tuple[Entry, ...]
    new: tuple[Entry, ...]
    struck: tuple[int, ...] = ()


class Match:
    """The record of a match. Every method that adds an event returns the new state, or raises Refused and changes
    nothing."""

    def __init__(self, start: Start) -> None:
        """Begin a match. Raises Refused for unfit players, sides, scores or an unfit layout."""
        state = begin(start)
        self._log: list[Event] = [start]
        self._entries = [Entry(0, start, state)]
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._changes = Changes(state, state)
        self._write: Write | None = None

    @classmethod
    def start(
        cls,
        players: Iterable[str],
        rules: Rules,
        sides: tuple[tuple[int, ...], ...] | None = None,
        *,
        scores: tuple[int, ...] | None = None,
        turn: int | None = None,
        layout: str = "",
        remembered: tuple[int, ...] | None = None,
    ) -> Match:
        """Begin a match; `sides`: who plays with whom, or None when each plays alone.

        Of a match that is joined in its middle: the `scores` so far and the points `remembered`, by side, whose `turn`
        it is, and the text form of the `layout`.
        """
        return cls(Start(tuple(players), rules, sides, scores, turn, layout, remembered))

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Match:
        """Return the match that these events make. Raises Refused at the first that cannot be."""
        first, *others = events
        if not isinstance(first, Start):
            raise Refused("a match begins with its players sitting down")
        match = cls(first)
        for event in others:
            match.record(event)
        return match

    def on_record(self, write: Write) -> None:
        """Have every event from now on written before it is shown: `write(number, event, state after it)`.

        What that raises is raised to whoever adds the event, and the match is unchanged.
        """
        self._write = write

    @property
    def log(self) -> tuple[Event, ...]:
        """Everything that was recorded, oldest first, corrections and what was undone too."""
        return tuple(self._log)

    @property
    def history(self) -> tuple[Entry, ...]:
        """The events as they stand, each with its number and the state after it."""
        return tuple(self._entries)

    @property
    def events(self) -> tuple[TableEvent, ...]:
        """The events as they stand, oldest first: corrected, and without what was undone."""
        return tuple(entry.event for entry in self._entries)

    @property
    def state(self) -> State:
        """The match as it stands."""
        return self._entries[-1].state

    @property
    def changes(self) -> Changes:
        """What the last change did."""
        return self._changes

    @property
    def undoable(self) -> int:
        """How many changes can be undone."""
        return len(self._done)

    @property
    def redoable(self) -> int:
        """How many changes can be made again."""
        return len(self._undone)

    def record(self, event: Event) -> State:
        """Add an event."""
        steps = self._steps(event)
        changes = self._changes_by(steps)
        if self._write is not None:
            self._write(len(self._log), event, changes.after)
        for step in steps:
            self._entries[step.position :] = step.new
        self._keep(event, steps)
        self._log.append(event)
        self._changes = changes
        return self.state

    def check(self, event: Event) -> Changes:
        """Return what an event would change; nothing is recorded. Raises Refused."""
        return self._changes_by(self._steps(event))

    def deal(self, opener: int | None = None) -> State:
        """Deal; `opener`: None for whoever opens by the rules, or shows it by playing first."""
        return self.record(Deal(opener))

    def play(
        self,
        tile: Tile,
        at: Place | None = None,
        join: Side | None = None,
        *,
        player: int | None = None,
        force: bool = False,
    ) -> State:
        """Lay a tile; `player`: None for whose turn it is."""
        return self.record(Play(tile, at, join, player, force=force))

    def draw(self, player: int | None = None, tiles: int = 1) -> State:
        """Take tiles from the boneyard."""
        return self.record(Draw(player, tiles))

    def pass_turn(self, player: int | None = None) -> State:
        """Pass."""
        return self.record(Pass(player))

    def correct(self, number: int, event: TableEvent, *, force: bool = False) -> State:
        """Say that the event of that number was otherwise."""
        return self.record(Correction(number, "replace", event, force))

    def strike(self, number: int, *, force: bool = False) -> State:
        """Say that the event of that number was not."""
        return self.record(Correction(number, "strike", None, force))

    def insert(self, number: int, event: TableEvent, *, force: bool = False) -> State:
        """Say that another event was before the one of that number."""
        return self.record(Correction(number, "insert", event, force))

    def undo(self, steps: int = 1) -> State:
        """Take back the last changes."""
        return self.record(Undo(steps))

    def redo(self, steps: int = 1) -> State:
        """Make changes again that were taken back."""
        return self.record(Redo(steps))

    def _steps(self, event: Event) -> list[_Step]:
        """Return the steps that an event makes, in their order. Raises Refused."""
        if isinstance(event, Undo):
            return [_Step(step.position, step.new, step.old) for step in _last(self._done, event.steps, "undone")]
        if isinstance(event, Redo):
            return _last(self._undone, event.steps, "made again")
        if isinstance(event, Correction):
            position = self._position(event)
            tail = corrected(self._entries, position, event, len(self._log))
            return [_Step(position, tuple(self._entries[position:]), tail.entries, tail.struck)]
        new = Entry(len(self._log), event, after(self.state, event))
        return [_Step(len(self._entries), (), (new,))]

    def _position(self, correction: Correction) -> int:
        """Return where the corrected entry stands. Raises Refused for a correction that makes no sense."""
        number, event = correction.number, correction.event
        if (event is None) != (correction.how == "strike"):
            raise Refused("a correction says what was instead, unless it strikes something out")
        if (number == 0) != isinstance(event, Start) or (number == 0 and correction.how != "replace"):
            raise Refused("the match begins with its players sitting down, and only once")
        position = next((at for at, entry in enumerate(self._entries) if entry.number == number), None)
        if position is None:
            raise Refused(f"there is no event {number} that could be corrected")
        return position

    def _changes_by(self, steps: list[_Step]) -> Changes:
        state = _after_step(self._entries, steps[0])
        if len(steps) > 1:
            entries = list(self._entries)
            for step in steps[:-1]:
                entries[step.position :] = step.new
            state = _after_step(entries, steps[-1])
        return Changes(self.state, state, tuple(number for step in steps for number in step.struck))

    def _keep(self, event: Event, steps: list[_Step]) -> None:
        """Remember what can be undone and made again."""
        if isinstance(event, Undo):
            self._undone += [self._done.pop() for _ in steps]
        elif isinstance(event, Redo):
            self._done += [self._undone.pop() for _ in steps]
        else:
            self._done += steps
            self._undone.clear()


def _after_step(entries: list[Entry], step: _Step) -> State:
    return step.new[-1].state if step.new else entries[step.position - 1].state


def _last(steps: list[_Step], count: int, what: str) -> list[_Step]:
    if count < 1:
        raise Refused(f"at least one change is {what}")
    if count > len(steps):
        raise Refused(f"only {len(steps)} changes can be {what}" if steps else f"nothing can be {what}")
    return steps[: -count - 1 : -1]
