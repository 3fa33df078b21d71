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
from web.protocols import Camera, Keeper
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


def make_blueprint(keeper: Keeper, camera: Camera, access: Access, streams: Streams, told: Told) -> Blueprint:
    """The route `/events`."""
    blueprint = Blueprint("events", __name__)

    @blueprint.get("/events")
    def events() -> Response:
        if not streams.take():
            response = Response("Every event stream is taken: ask for /state instead.\n", 503, mimetype="text/plain")
            response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
            return response
        access.greet()
        response = Response(stream_with_context(_follow(keeper, camera, streams, told)), mimetype="text/event-stream")
        # Called by the server in every case, even if the client left before the stream began.
        response.call_on_close(streams.give_back)
        return response

    return blueprint


def _follow(keeper: Keeper, camera: Camera, streams: Streams, told: Told) -> Iterator[str]:
    state = keeper.state()
    yield f"retry: {RECONNECT_MS}\n" + _event("state", told.text(state), state.version)
    while not streams.ended:
        # The camera's line is the heartbeat: a comment would do for the connection, but no page can see a comment,
        # and a page must notice that it has been cut off.
        yield _event("camera", json.dumps({"status": said(camera.status())}))
        newest = keeper.wait(state.version, BEAT_SECONDS)
        if newest.version != state.version:
            state = newest
            yield _event("state", told.text(state), state.version)


def _event(name: str, data: str, number: int | None = None) -> str:
    """`data`: one line."""
    identity = "" if number is None else f"id: {number}\n"
    return f"{identity}event: {name}\ndata: {data}\n\n"
