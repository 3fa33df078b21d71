"""The store: matches in one SQLite file, every event on disk before it is shown.

    store = Store(path)                     # or a StoreError that says what to do; store.notice: what was done
    number = store.create(match)            # writes the match and, from now on, every event before it is shown
    store.turn_to(number)                   # this one is unfinished() from now on, as a new one is, until it is over
    match = store.load(number)              # the same match, and what is recorded from now on is written
    store.matches(); store.unfinished(); store.delete(number); store.close()
    store.keep_seats(number, {"top": 1}); store.seats(number)  # who sits at which side of the picture

One event is one row and one transaction, with a write-ahead log and a sync to disk: an event that was recorded is
there after a power cut. If an event cannot be written, `Match.record` raises the StoreError and the match is unchanged.
A file belongs to one process at a time.
"""

from __future__ import annotations

import codecs
import json
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scorer.events import Event, Play, Start
from scorer.match import Match, Refused, State
from scorer.store_schema import APPLICATION, MIGRATIONS
from scorer.text.event_json import event_from_json, event_to_json
from scorer.text.layout_reader import NotationError


class StoreError(Exception):
    """Something is the matter with the file; the message says what, and what to do. Nothing recorded was lost."""


class StoreInUse(StoreError):  # noqa: N818 - it names what is the matter
    """Another process keeps its matches in this file."""


class StoreReadOnly(StoreError):  # noqa: N818
    """The file, or its folder, may not be written."""


class StoreFull(StoreError):  # noqa: N818
    """There is no room left on the disk."""


class StoreDamaged(StoreError):  # noqa: N818
    """The file is not what was written."""


class StoreNewer(StoreError):  # noqa: N818
    """The file was written by a newer version of the program."""


class StoreForeign(StoreError):  # noqa: N818
    """The file belongs to another program."""


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the store. `number`: its name there; `began`: seconds since 1970; `over`: its last game was won."""

    number: int
    began: float
    players: tuple[str, ...]
    game: str
    events: int
    over: bool


@dataclass(frozen=True, slots=True)
class StoredPlay:
    """A play as it was first recorded. `match`: the number of its match; `event`: its own there; `tile`: "4-6"."""

    match: int
    event: int
    tile: str


class Store:
    """The matches in one file. Every method raises a StoreError where the file fails. `clock`: seconds since 1970."""

    def __init__(self, path: Path, *, clock: Callable[[], float] = time.time) -> None:
        """Open a file, and make it if there is none. A damaged one is kept aside under a name with the time, and a new
        one begun: `notice` says so. Raises a StoreError where that cannot be."""
        self._path = path
        self._clock = clock
        self._lock = threading.RLock()
        self.notice = ""
        try:
            self._connection = self._open()
        except StoreDamaged:
            aside = self._put_aside()
            self.notice = f"{path} was damaged. It is kept as {aside}, and a new file was begun."
            self._connection = self._open()

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()

    def matches(self) -> tuple[StoredMatch, ...]:
        """Return all matches, the newest first."""
        return self._matches("ORDER BY id DESC")

    def unfinished(self) -> StoredMatch | None:
        """Return the match that was begun or turned to last of those whose game is not over, or None."""
        return next(iter(self._matches("WHERE NOT over ORDER BY turned_to DESC")), None)

    def turn_to(self, number: int) -> None:
        """Write that a match is the one that is played from now on."""
        with self._told(), self._transaction():
            self._turn_to(number)

    def create(self, match: Match, seats: Mapping[str, int] | None = None) -> int:
        """Write a match, turned to, and return its number; what is recorded in it from now on is written before it is
        shown. `seats`: the player, from 0, at each side of the picture, where that is known."""
        start = match.log[0]
        assert isinstance(start, Start)
        with self._told(), self._transaction():
            number = self._connection.execute(
                "INSERT INTO matches (began, players, game, over) VALUES (?, ?, ?, ?)",
                (self._clock(), json.dumps(start.players), start.rules.name, match.state.phase == "game over"),
            ).lastrowid
            assert number is not None
            for place, event in enumerate(match.log):
                self._insert(number, place, event)
            self._turn_to(number)
            self._seat(number, seats or {})
        self._attach(number, match)
        return number

    def append(self, number: int, place: int, event: Event, state: State) -> None:
        """Write the event of that `place` in the record of a match; `state`: the match after it.

        When this returns the event is on disk.
        """
        with self._told(), self._transaction():
            self._insert(number, place, event)
            names = json.dumps(state.players)
            self._connection.execute(
                "UPDATE matches SET over = ?, players = ?, game = ? WHERE id = ?",
                (state.phase == "game over", names, state.rules.name, number),
            )

    def load(self, number: int) -> Match:
        """Return a match as it was recorded; what is recorded in it from now on is written before it is shown.

        Raises KeyError for a number that is not there, and StoreDamaged where its events do not make a match.
        """
        with self._told():
            rows = self._connection.execute(
                "SELECT number, event FROM events WHERE match = ? ORDER BY number", (number,)
            ).fetchall()
        if not rows:
            raise KeyError(number)
        try:
            if [place for place, _ in rows] != list(range(len(rows))):
                raise NotationError("an event is missing")
            match = Match.fold(event_from_json(json.loads(text)) for _, text in rows)
        except (NotationError, Refused, ValueError) as error:
            raise StoreDamaged(
                f"match {number} in {self._path} cannot be read: {error}. The other matches are not touched by that;"
                " keep a copy of the file and delete this match to go on."
            ) from error
        self._attach(number, match)
        return match

    def seats(self, number: int) -> dict[str, int]:
        """Return the player, from 0, at each side of the picture in a match; nothing where nobody said."""
        with self._told():
            return dict(
                self._connection.execute("SELECT side, player FROM seats WHERE match = ?", (number,)).fetchall()
            )

    def keep_seats(self, number: int, seats: Mapping[str, int]) -> None:
        """Write who sits where in a match."""
        with self._told(), self._transaction():
            self._connection.execute("DELETE FROM seats WHERE match = ?", (number,))
            self._seat(number, seats)

    def last_play(self, number: int, since: int = 0) -> StoredPlay | None:
        """Return the play that was recorded last in a match, or None where none was from the event `since` on."""
        with self._told():
            rows = self._connection.execute(
                "SELECT number, event FROM events WHERE match = ? AND number >= ? ORDER BY number DESC", (number, since)
            )
            events = ((place, event_from_json(json.loads(text))) for place, text in rows)
            plays = (StoredPlay(number, place, str(event.tile)) for place, event in events if isinstance(event, Play))
            return next(plays, None)

    def keep_picture(self, play: StoredPlay, jpeg: bytes) -> None:
        """Write the picture of a play; it replaces an earlier one."""
        row = (play.match, play.event, play.tile, jpeg)
        with self._told(), self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?)", row)

    def picture(self, number: int, event: int) -> bytes | None:
        """Return the picture of the play with that number in the record of a match, as it was written, or None."""
        with self._told():
            row = self._connection.execute(
                "SELECT jpeg FROM pictures WHERE match = ? AND event = ?", (number, event)
            ).fetchone()
        return None if row is None else bytes(row[0])

    def pictures(self, number: int) -> dict[int, str]:
        """Return the tiles of the plays of a match that have a picture, by the number of the event."""
        with self._told():
            return dict(
                self._connection.execute("SELECT event, tile FROM pictures WHERE match = ?", (number,)).fetchall()
            )

    def delete(self, number: int) -> None:
        """Take a match out of the store for good. Raises KeyError for a number that is not there."""
        with self._told(), self._transaction():
            gone = self._connection.execute("DELETE FROM matches WHERE id = ?", (number,)).rowcount
        if not gone:
            raise KeyError(number)

    def _matches(self, which: str) -> tuple[StoredMatch, ...]:
        with self._told():
            rows = self._connection.execute(
                "SELECT id, began, players, game, over, (SELECT count(*) FROM events WHERE match = id)"
                f" FROM matches {which}"
            ).fetchall()
        return tuple(
            StoredMatch(number, began, tuple(json.loads(players)), game, events, bool(over))
            for number, began, players, game, over, events in rows
        )

    def _turn_to(self, number: int) -> None:
        # No clock tells which was last: one without a battery goes back when the power fails.
        self._connection.execute(
            "UPDATE matches SET turned_to = (SELECT max(turned_to) + 1 FROM matches) WHERE id = ?", (number,)
        )

    def _seat(self, number: int, seats: Mapping[str, int]) -> None:
        rows = [(number, side, player) for side, player in seats.items()]
        self._connection.executemany("INSERT INTO seats (match, side, player) VALUES (?, ?, ?)", rows)

    def _attach(self, number: int, match: Match) -> None:
        match.on_record(lambda place, event, state: self.append(number, place, event, state))

    def _insert(self, number: int, place: int, event: Event) -> None:
        text = json.dumps(event_to_json(event), ensure_ascii=False, separators=(",", ":"))
        self._connection.execute(
            "INSERT INTO events (match, number, time, event) VALUES (?, ?, ?, ?)", (number, place, self._clock(), text)
        )

    def _open(self) -> sqlite3.Connection:
        if _is_text(self._path):
            raise StoreForeign(f"{self._path} is a text, not a file of matches: give a file of its own for them")
        with self._told():
            # A page's thread records as well as the camera's.
            connection = sqlite3.connect(self._path, timeout=0, isolation_level=None, check_same_thread=False)
        try:
            with self._told():
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        # The whole file is ours from here until it is closed, or the process ends however it may.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._refuse_others(connection)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN EXCLUSIVE")
        connection.execute("COMMIT")
        if connection.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise StoreDamaged(f"{self._path} is damaged")
        self._migrate(connection)

    def _refuse_others(self, connection: sqlite3.Connection) -> None:
        """Raise StoreForeign or StoreNewer, before anything is written to the file."""
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION and (tables or version):
            raise StoreForeign(f"{self._path} belongs to another program: give a file of its own for the matches")
        if version > len(MIGRATIONS):
            raise StoreNewer(
                f"{self._path} was written by a newer version of Fivesight: update it, or give another file."
                " The matches in it are not touched."
            )

    def _migrate(self, connection: sqlite3.Connection) -> None:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            connection.executescript(
                f"BEGIN; {script}; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {number}; COMMIT"
            )

    def _put_aside(self) -> Path:
        """Rename the file and what belongs to it; return its new name."""
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(self._clock()))
        aside = self._path.with_name(f"{self._path.name}.damaged-{stamp}")
        if aside.exists():
            raise StoreDamaged(f"{self._path} is damaged, and so was the file before it: look at the disk")
        try:
            for ending in ("-wal", "-shm", ""):
                belongs = self._path.with_name(self._path.name + ending)
                if belongs.exists():
                    belongs.rename(aside.with_name(aside.name + ending))
        except OSError as error:
            raise StoreDamaged(f"{self._path} is damaged and cannot be put aside: {error}") from error
        return aside

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Let in one thread at a time, and turn what SQLite says into what a person can do about it."""
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise self._named(error) from error

    def _named(self, error: sqlite3.Error) -> StoreError:
        # The lower byte is the kind of error, the rest only where it was.
        code = (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF
        path = self._path
        if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            return StoreInUse(f"{path} is in use: Fivesight is running already. End it first, or give another file.")
        # Where it may not write, SQLite fails to lock the file or to make its log, too.
        failed = code in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR) and path.parent.is_dir()
        if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM) or (failed and not _may_write(path)):
            return StoreReadOnly(f"{path} may not be written: allow it for the file and its folder, or give another.")
        if code == sqlite3.SQLITE_FULL:
            return StoreFull(f"The disk is full: {path} could not be written. Make room and do the last thing again.")
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            return StoreDamaged(f"{path} is damaged. Start again: it will be put aside and a new file begun.")
        if code == sqlite3.SQLITE_CANTOPEN:
            return StoreError(f"{path} cannot be opened: is there such a folder, and no folder of that name?")
        return StoreError(f"{path} could not be written or read: {error}")


def _is_text(path: Path) -> bool:
    """Whether a file holds a text: somebody's notes, not matches that were damaged."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            # The last letter may be cut.
            beginning = codecs.getincrementaldecoder("utf-8")().decode(file.read(1024))
    except (OSError, UnicodeDecodeError):
        return False
    return bool(beginning) and all(letter.isprintable() or letter in "\t\r\n" for letter in beginning)


def _may_write(path: Path) -> bool:
    return os.access(path.parent, os.W_OK) and (not path.exists() or os.access(path, os.W_OK))
