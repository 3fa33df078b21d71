"""The production server under the dashboard: waitress with a stated pool of threads."""

from __future__ import annotations

import errno
import logging
import socket
from collections.abc import Callable
from typing import Any

import waitress
from flask import Flask
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, ThreadedTaskDispatcher
from waitress.utilities import InternalServerError

from web.album import Album
from web.events import EVENT_SLOTS, Streams

THREADS = EVENT_SLOTS + 8
"""Every event stream holds a thread; eight more answer pages and pictures, which take milliseconds each."""

CONNECTIONS = 256
"""A browser opens up to six connections when it loads the page, and twenty phones may do so at once."""

MOST_WAITING = 32
"""So many connections of one address may wait for a request, or for the rest of one; of more the oldest is closed. So
one device that begins requests and never ends them takes no place from the others."""

SILENT_SECONDS = 20
"""A connection without a request, or with half of one, that says nothing for so long is closed."""

SENT_BYTES_KEPT = 131_072
"""Of what a connection was sent so much is kept at most, and so much may wait to be sent. Waitress would keep 16 MB of
an event stream, most of it in temporary files."""

UNHEARD_MS = 20_000
"""A connection whose phone has not acknowledged anything for so long is dropped, and its event stream with it."""


# That a request waits for a moment while all threads are at work is no news for whoever plays.
logging.getLogger("waitress.queue").setLevel(logging.ERROR)
_log = logging.getLogger(__name__)


class PortInUse(OSError):  # noqa: N818 - it names what is the matter
    """Another program listens on the port; the message says what to do about it."""


class Server:
    """The dashboard, bound to its port and ready to run.

    Raises PortInUse, or OSError where the address cannot be listened on for another reason.
    """

    def __init__(self, app: Flask, host: str, port: int) -> None:
        listener = _listen(host, port)
        streams: Streams = app.extensions["streams"]
        self._album: Album = app.extensions["album"]
        self._server = waitress.create_server(
            app,
            sockets=[listener],
            connection_limit=CONNECTIONS,
            channel_timeout=SILENT_SECONDS,
            cleanup_interval=SILENT_SECONDS // 4,
            # Reads on while a stream is being written, which is how a phone that leaves is noticed at once.
            channel_request_lookahead=1,
            # A phone that leaves is no error.
            log_socket_errors=False,
            # What a stream was sent is kept until so much of it has gone by.
            outbuf_high_watermark=SENT_BYTES_KEPT,
            # The page sends nothing but short requests.
            max_request_header_size=16_384,
            max_request_body_size=65_536,
            ident=None,
            # Whoever comes through another server on this machine is not this machine: access.py must see that.
            clear_untrusted_proxy_headers=False,
            _dispatcher=_Dispatcher(streams.end),
        )
        self._server.channel_class = _Channel
        name = f"[{host}]" if ":" in host else host
        self.address = f"http://{name}:{listener.getsockname()[1]}/"

    def run(self) -> None:
        """Serve until interrupted (KeyboardInterrupt and SystemExit end it quietly)."""
        self._album.start()
        self._server.run()
        self._album.close()


def serve(app: Flask, host: str, port: int) -> None:
    """Serve the dashboard on this address until interrupted.

    Raises PortInUse, or OSError where the address cannot be listened on for another reason.
    """
    Server(app, host, port).run()


class _Refusal(ErrorTask):  # type: ignore[misc] # waitress has no types
    """The answer to a request that never reaches the dashboard: too long, or not written as requests are."""

    def execute(self) -> None:
        error = self.request.error
        # What broke on this side is in the log already, with its traceback.
        if not isinstance(error, InternalServerError):
            # Of the request nothing: what could be read of it may be anything.
            _log.warning("refused a request from %s: %s %s", self.channel.addr[0], error.code, error.reason)
        super().execute()


class _Channel(HTTPChannel):  # type: ignore[misc] # waitress has no types
    """A connection. With a new one the oldest of its address that waits may have to go."""

    error_task_class = _Refusal

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        waiting = [channel for channel in server.active_channels.values() if channel.waits_for(addr[0])]
        if len(waiting) >= MOST_WAITING:
            min(waiting, key=lambda channel: channel.last_activity).will_close = True
        super().__init__(server, sock, addr, adj, map)

    def waits_for(self, address: str) -> bool:
        """Whether it waits for a request of this address."""
        return self.addr[0] == address and not self.requests and not self.will_close


class _Dispatcher(ThreadedTaskDispatcher):  # type: ignore[misc] # waitress has no types
    """Ends the open event streams first when the server stops: their threads would never finish by themselves."""

    def __init__(self, end_streams: Callable[[], None]) -> None:
        super().__init__()
        self._end_streams = end_streams
        self.set_thread_count(THREADS)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        self._end_streams()
        return bool(super().shutdown(cancel_pending, timeout))


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        advice = "stop the other program or choose another with --port"
        raise PortInUse(f"port {port} is in use: {advice}") from None
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; the connections inherit it
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNHEARD_MS)
    return listener
