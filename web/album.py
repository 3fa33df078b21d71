"""The album: with every play the small picture that the camera took of the layout then."""

from __future__ import annotations

import logging
import threading

from scorer.store import StoredPlay, StoreError
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
        version, taken = self._keeper.state().version, None
        while not self._closed.is_set():
            since, version = version, self._keeper.wait(version, _PAUSE_SECONDS).version
            if version != since:
                taken = self._take_after(taken)

    def _take_after(self, taken: StoredPlay | None) -> StoredPlay | None:
        """Take the picture of the newest play, unless that is the one that was taken last; return which it is."""
        play = taken
        try:
            play = self._matches.new_play()
            picture = None if play in (None, taken) else self._camera.layout_picture()
            if play is not None and picture is not None:
                self._matches.keep_picture(play, picture)
        except StoreError as reason:
            # The record is what counts; without room for it the page says so.
            _log.warning("a picture was not kept: %s", reason)
        return play
