"""The matches that are kept, and the one that is being played: a new one begins, an old one is read or deleted."""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping

from scorer.events import Start
from scorer.match import Match, State
from scorer.store import Store, StoredMatch, StoredPlay, StoreError
from web.protocols import Camera, Keeper

_log = logging.getLogger(__name__)


class Matches:
    """The store with the match in it that the keeper keeps. Every method may be called by any thread.

    `running`: the number of that match in the store.
    """

    def __init__(self, store: Store, keeper: Keeper, camera: Camera, running: int | None) -> None:
        self._store, self._keeper, self._camera = store, keeper, camera
        self._running = running
        kept = self.find(running)
        self._turned_at = 0 if kept is None else kept.events
        self._lock = threading.Lock()
        self._read: tuple[StoredMatch, Match] | None = None

    @property
    def running(self) -> int | None:
        """The number of the match that is being played."""
        return self._running

    @property
    def under_way(self) -> bool:
        """Whether a match is being played in which something has happened, and whose game is not over."""
        kept = self.find(self._running)
        if kept is None or kept.over:
            return False
        return kept.events > 2 or _joined_late(self._keeper.state().match)

    def begin(self, start: Start, seats: Mapping[str, int]) -> None:
        """Begin a match, and have the keeper and the camera follow it; `seats`: the player at each side of the picture.

        Raises Refused, and StoreError where it cannot be kept: then the match before goes on.
        """
        match = Match(start)
        with self._lock:
            number = self._store.create(match, seats)
            self._turn_to(number, match, seats)

    def go_on(self, number: int) -> None:
        """Go on with a match that was left before its game was over, and have the keeper and the camera follow it.

        Raises KeyError for a number that is not there, ValueError for one that is over, and StoreError.
        """
        with self._lock:
            kept = self.find(number)
            if kept is None:
                raise KeyError(number)
            if kept.over:
                raise ValueError("this game is over: begin another")
            if number != self._running:
                match, seats = self._store.load(number), self._store.seats(number)
                self._store.turn_to(number)
                self._turn_to(number, match, seats)

    def kept(self) -> tuple[StoredMatch, ...]:
        """All matches, the newest first."""
        return self._store.matches()

    def find(self, number: int | None) -> StoredMatch | None:
        """The match of that number, or None."""
        return next((kept for kept in self._store.matches() if kept.number == number), None)

    def read(self, number: int) -> tuple[StoredMatch, Match]:
        """A match as it is recorded. Raises KeyError for a number that is not there, and StoreError."""
        with self._lock:
            kept = self.find(number)
            if kept is None:
                raise KeyError(number)
            # Pages ask for the same one several times.
            if self._read is None or self._read[0] != kept:
                self._read = kept, self._store.load(number)
            return self._read

    def seats(self, number: int) -> dict[str, int]:
        """Who sat where: the player at each side of the picture."""
        return self._store.seats(number)

    def new_play(self) -> StoredPlay | None:
        """The last play of the match that is being played, or None where none was recorded since it was turned to.

        Raises StoreError.
        """
        # Not while the keeper turns to another match: the number and the record would not belong together.
        with self._lock:
            return None if self._running is None else self._store.last_play(self._running, self._turned_at)

    def keep_picture(self, play: StoredPlay, jpeg: bytes) -> None:
        """Keep the picture of a play. Raises StoreError."""
        self._store.keep_picture(play, jpeg)

    def picture(self, number: int, event: int) -> bytes | None:
        """The picture of the play with that number in the record of a match, JPEG, or None."""
        return self._store.picture(number, event)

    def pictures(self, number: int) -> dict[int, str]:
        """The tiles of the plays of a match that have a picture, as they were read then, by the number of the event."""
        return self._store.pictures(number)

    def delete(self, number: int) -> None:
        """Delete a match for good. Raises KeyError for a number that is not there, ValueError for the running one."""
        with self._lock:
            if number == self._running:
                raise ValueError("this match is being played: begin another first")
            self._store.delete(number)

    def _turn_to(self, number: int, match: Match, seats: Mapping[str, int]) -> None:
        """Have the keeper and the camera follow a match that is in the store. Raises no StoreError."""
        before, unplayed = self._running, not _joined_late(self._keeper.state().match)
        self._running, self._turned_at, self._read = number, len(match.log), None
        self._camera.sit(seats, match.state.rules)
        self._keeper.turn_to(match)
        if before is not None and unplayed:
            self._forget_unplayed(before)

    def _forget_unplayed(self, number: int) -> None:
        """Delete a match of which nothing but its start was recorded: it is only the one that the program began with.

        The keeper must have left it, or it might record something meanwhile.
        """
        try:
            kept = self.find(number)
            if kept is not None and kept.events == 1:
                self._store.delete(number)
        except StoreError as reason:
            _log.warning("a match that nobody played was not deleted: %s", reason)


def _joined_late(match: State) -> bool:
    """Whether a match of which only the start is recorded was joined in its middle: there are points, or tiles."""
    return any(match.scores) or any(match.remembered) or bool(match.layout.placed)
