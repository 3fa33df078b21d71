"""One match and the keeper's own account of the deal, behind one lock: what is written, taken back and shown."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from scorer.events import Event, TableEvent
from scorer.folding import Refused
from scorer.keeper.account import Account
from scorer.keeper.known import Known, known
from scorer.keeper.questions import Question, questions
from scorer.keeper.readings import with_readings
from scorer.keeper.state import KeeperState
from scorer.keeper.who_laid import with_players
from scorer.keeper.writing import account_of, deal_on_record, write
from scorer.layout import Layout
from scorer.match import Match
from scorer.state import State
from scorer.tiles import Tile
from scorer.view import Reach

# How likely a deal is opened by whom the rules, or the players, say.
_OPENS = 0.97
# Where nobody sees who reaches over the table, only a person's word tells otherwise: one about a later play must not
# turn the whole deal round.
_OPENS_UNWATCHED = 1 - 1e-6
# What code raises that meets what it took for impossible.
IMPOSSIBLE = (LookupError, ValueError, AssertionError)

_log = logging.getLogger(__name__)


class Kept:
    """A match that is kept, beside what is known of the tiles on the table. `Keeper` says what it is kept from."""

    def __init__(self, match: Match, *, opener: int = 0, written: Callable[[Event], None] | None = None) -> None:
        self._match = match
        self._opener = opener
        if written is not None:
            match.on_record(lambda _number, event, _state: written(event))
        self._changed = threading.Condition()
        self._account = account_of(match)
        self._last = Account(layout_before(match))
        self._questions: tuple[Question, ...] = ()
        self._cleared = True
        self._watched = False
        # Those that no new tile explained yet: its view may have missed it.
        self._reaches: tuple[Reach, ...] = ()
        self._denied: frozenset[Tile] = frozenset()
        # How many events were recorded together each time, and how many were undone.
        self._steps: list[int] = []
        self._undone: list[int] = []
        self._state = KeeperState(1, match.state, undoable=match.undoable, redoable=match.redoable)

    def state(self) -> KeeperState:
        """The record as it stands."""
        with self._changed:
            return self._state

    @contextmanager
    def held(self) -> Iterator[KeeperState]:
        """The record as it stands, which no other thread changes until this is left: for what depends on it."""
        with self._changed:
            yield self._state

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is greater than `since_version`, or the timeout is over; return the state then."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.version > since_version, timeout_seconds)
            return self._state

    def known(self) -> Known:
        """What vision may rely on at its next look."""
        with self._changed:
            return known(self._account, self._match.state.rules)

    # ---- all below is called with the lock held ----

    def _did(self, steps: int) -> None:
        """Remember how many events were recorded together, so that they can be undone together."""
        self._steps.append(steps)
        self._undone.clear()

    def _record(self, event: TableEvent) -> KeeperState:
        """Record what a person did or said, beside what is known of the tiles."""
        self._match.record(event)
        self._did(1)
        self._read_back()
        self._publish("")
        return self._state

    def _read_back(self) -> None:
        """Take the account from the record, and keep what was seen of tiles that are still the same."""
        self._account = account_of(self._match, self._account)

    def _write(self, account: Account, notice: str, *, of_its_own: bool = False) -> None:
        """Make the record say what the account says.

        What a look only puts right belongs to what it puts right, and is undone with it, unless it is `of_its_own`.
        """
        more = bool(_keys(account) - _keys(self._account))
        recorded = len(self._match.log)
        if account.gist == self._account.gist:
            self._account = account
            self._publish(notice, self._state.changed)
            return
        try:
            if more:
                self._reaches = ()
            self._account, changed = write(self._match, account)
        except Refused as reason:
            self._read_back()
            notice, changed = f"{reason}.", ""
        except Exception:
            self._read_back()
            raise
        steps = len(self._match.log) - recorded
        if steps:
            if self._steps and not (more or of_its_own):
                steps += self._steps.pop()
            self._did(steps)
            self._publish(notice, changed)
        else:
            self._publish(notice, self._state.changed)

    def _told(self, account: Account, *, over: bool = False) -> KeeperState:
        """Write what a person said, and what follows from it; `over`: that the deal is."""
        start, _ = deal_on_record(self._match)
        try:
            opens, rules = opening(start, self._watched), start.rules
            account = with_readings(with_players(account, opens, rules))
            self._write(with_players(account, opens, rules, over=over), "", of_its_own=not over)
        except IMPOSSIBLE as reason:
            self._forget()
            raise Refused("that does not go with what is on record") from reason
        return self._state

    def _forget(self) -> None:
        """Go on from the record alone: whatever is the matter with what was remembered beside it, play goes on."""
        _log.exception("What was seen of the table and what is on record did not go together")
        self._account = account_of(self._match)
        self._publish("What was seen so far does not go with the record. The record stands.")

    def _left_aside(self, tiles: Iterable[Tile]) -> str:
        """Say of a tile among these that a person said it is no play, and how it comes back where it was undone."""
        aside = next((tile for tile in tiles if tile in self._denied), None)
        if aside is None:
            return ""
        if self._match.redoable:
            return f"{aside} is left aside: press Redo if it was played."
        return f"{aside} is left aside, as somebody said."

    def _publish(self, notice: str, changed: str = "") -> None:
        match = self._match.state
        self._questions = self._open_questions(match) if match.phase != "waiting" else ()
        undoable, redoable = self._match.undoable, self._match.redoable
        question = self._questions[0] if self._questions else None
        state = KeeperState(self._state.version, match, notice, question, changed, undoable, redoable)
        if state != self._state:
            self._state = replace(state, version=state.version + 1)
            self._changed.notify_all()

    def _open_questions(self, match: State) -> tuple[Question, ...]:
        try:
            return questions(self._account, match)
        except IMPOSSIBLE:
            _log.exception("What is remembered of the table asks what cannot be asked")
            self._account = account_of(self._match)
            return questions(self._account, match)


def opening(start: State, watched: bool) -> tuple[float, ...]:
    """Return, by player, how likely that one lays the first tile after this state; `watched`: reaches are seen."""
    players = len(start.players)
    if start.turn is None:
        return (1 / players,) * players
    opens = _OPENS if watched else _OPENS_UNWATCHED
    return tuple(opens if player == start.turn else (1 - opens) / (players - 1) for player in range(players))


def _keys(account: Account) -> set[tuple[bool, int]]:
    """Return what names every tile laid, and every one taken back or turned over."""
    handled = {(True, one.key) for one in account.between if one.key is not None}
    return {(False, laid.key) for laid in account.laid} | handled


def layout_before(match: Match) -> Layout:
    """Return the layout of the deal before the one on record."""
    began = len(match.history) - len(deal_on_record(match)[1]) - 1
    return match.history[max(0, began - 1)].state.layout
