"""The event stream: every open page hears of every change at once.

A stream holds one thread of the server for as long as it is open, so there are only so many of them; a page that
gets none asks for `/state` every second instead.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator

from flask import Blueprint, Response, stream_with_context

from web.access import Access
from web.page_state import Told
from web.protocols import Camera, Keeper, KeeperState
from web.said import said

EVENT_SLOTS = 24
"""Streams open at once: twenty phones, the table's own screen, and a few that are just going away."""

BEAT_SECONDS = 2.0
"""A stream says something at least this often. The page takes three missed beats for a lost connection, and a
phone that has left gives its slot back within one."""

RETRY_AFTER_SECONDS = 15
"""When a page that found no free slot may ask again."""

RECONNECT_MS = 1000
"""How long a browser waits before it opens a broken stream again."""


class Streams:
    """The slots for open event streams, and the word to end them all when the server stops."""

    def __init__(self) -> None:
        self._free = threading.BoundedSemaphore(EVENT_SLOTS)
        self._ended = threading.Event()

    def take(self) -> bool:
        """Take a slot without waiting; False when none is free."""
        return self._free.acquire(blocking=False)

    def give_back(self) -> None:
        """Free a slot that was taken. Raises ValueError for one too many."""
        self._free.release()

    def end(self) -> None:
        """Let every stream end within a beat."""
        self._ended.set()

    @property
    def ended(self) -> bool:
        """Whether the streams are to end."""
        return self._ended.is_set()


class Newest:
    """The newest state of the keeper, for all streams together.

    One thread asks the keeper. Twenty would each need its lock after every change, and a view that is read meanwhile
    holds it.
    """

    def __init__(self, keeper: Keeper, streams: Streams) -> None:
        self._keeper, self._streams = keeper, streams
        self._changed = threading.Condition()
        self._state = keeper.state()
        self._asking = False

    def state(self) -> KeeperState:
        """The state as the keeper has it now."""
        return self._take(self._keeper.state())

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is another than `since_version`, or the timeout is over; return the state then."""
        with self._changed:
            if not self._asking:
                self._asking = True
                threading.Thread(target=self._ask, name="newest state", daemon=True).start()
            self._changed.wait_for(lambda: self._state.version != since_version, timeout_seconds)
            return self._state

    def _ask(self) -> None:
        while not self._streams.ended:
            self._take(self._keeper.wait(self._state.version, BEAT_SECONDS))

    def _take(self, state: KeeperState) -> KeeperState:
        with self._changed:
            if state.version > self._state.version:
                self._state = state
                self._changed.notify_all()
            return self._state


def make_blueprint(keeper: Keeper, camera: Camera, access: Access, streams: Streams, told: Told) -> Blueprint:
    """The route `/events`."""
    blueprint = Blueprint("events", __name__)
    newest = Newest(keeper, streams)

    @blueprint.get("/events")
    def events() -> Response:
        if not streams.take():
            response = Response("Every event stream is taken: ask for /state instead.\n", 503, mimetype="text/plain")
            response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
            return response
        access.greet()
        response = Response(stream_with_context(_follow(newest, camera, streams, told)), mimetype="text/event-stream")
        # Called by the server in every case, even if the client left before the stream began.
        response.call_on_close(streams.give_back)
        return response

    return blueprint


def _follow(newest: Newest, camera: Camera, streams: Streams, told: Told) -> Iterator[str]:
    state = newest.state()
    news = f"retry: {RECONNECT_MS}\n" + _event("state", told.text(state), state.version)
    while not streams.ended:
        # The camera's line is the heartbeat: a comment would do for the connection, but no page can see a comment,
        # and a page must notice that it has been cut off. All at once: every part costs a thread its turn.
        yield news + _event("camera", json.dumps({"status": said(camera.status())}))
        now = newest.wait(state.version, BEAT_SECONDS)
        news = "" if now.version == state.version else _event("state", told.text(now), now.version)
        state = now


def _event(name: str, data: str, number: int | None = None) -> str:
    """`data`: one line."""
    identity = "" if number is None else f"id: {number}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n"
