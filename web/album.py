"""The album: with every play the small picture that the camera took of the layout then."""

from __future__ import annotations

import logging
import threading

from scorer.match import State
from scorer.store import StoreError
from web.matches import Matches
from web.protocols import Camera, Keeper

_PAUSE_SECONDS = 2.0

_log = logging.getLogger(__name__)


class Album:
    """Takes a picture of every play that comes on record, in a thread of its own, until it is closed."""

    def __init__(self, keeper: Keeper, camera: Camera, matches: Matches) -> None:
        self._keeper, self._camera, self._matches = keeper, camera, matches
        self._closed = threading.Event()

    def start(self) -> None:
        """Begin to watch the keeper."""
        threading.Thread(target=self._watch, name="album", daemon=True).start()

    def close(self) -> None:
        """Take no more pictures."""
        self._closed.set()

    def _watch(self) -> None:
        state = self._keeper.state()
        while not self._closed.is_set():
            newest = self._keeper.wait(state.version, _PAUSE_SECONDS)
            if newest.version != state.version and _is_new_play(state.match, newest.match):
                self._take(newest.match)
            state = newest

    def _take(self, match: State) -> None:
        picture = self._camera.layout_picture()
        if picture is None:
            return
        try:
            self._matches.keep_picture(match.deals, len(match.plays) - 1, picture)
        except StoreError as reason:
            # The record is what counts; without room for it the page says so.
            _log.warning("a picture was not kept: %s", reason)


def _is_new_play(before: State, now: State) -> bool:
    return bool(now.plays) and (now.deals, len(now.plays)) > (before.deals, len(before.plays))
