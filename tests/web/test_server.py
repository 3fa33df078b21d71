"""The server under the dashboard."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from flask import Flask, Response
from waitress.buffers import OverflowableBuffer

from web import PortInUse, Server, serve
from web.server import MOST_WAITING, SENT_BYTES_KEPT

ROOT = Path(__file__).parent.parent.parent

SERVING = """
import sys
sys.path.insert(0, "tests/web")
from table_in_play import FakeCamera, keeper_for
from web import Server, create_app
server = Server(create_app(keeper_for("Ana", "Ben"), FakeCamera()), "127.0.0.1", 0)
print(server.address, flush=True)
server.run()
"""


def test_a_port_in_use_says_what_to_do(app: Flask) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=f"^port {port} is in use: stop the other program .* --port$"):
            serve(app, "127.0.0.1", port)


def test_an_address_that_is_not_ours_is_another_error(app: Flask) -> None:
    with pytest.raises(OSError) as caught:
        Server(app, "192.0.2.1", 0)
    assert not isinstance(caught.value, PortInUse)


def test_it_stops_at_once_although_a_page_is_open() -> None:
    process = subprocess.Popen([sys.executable, "-c", SERVING], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    with urlopen(f"{address}events", timeout=5) as stream:
        assert stream.readline().startswith(b"retry")
        asked = time.monotonic()
        os.kill(process.pid, signal.SIGINT)
        assert process.wait(10) == 0
        assert time.monotonic() - asked < 4


def test_what_a_stream_was_sent_is_let_go_of(app: Flask) -> None:
    """Twenty phones took two megabytes more every second: all that an open stream was ever sent was kept."""
    part, parts, looked = 10_000, 5 * SENT_BYTES_KEPT // 10_000, threading.Event()
    heard = threading.Semaphore(0)

    def told() -> Iterator[str]:
        for _ in range(parts):
            yield "." * part
            heard.acquire(timeout=5)
        looked.wait(5)

    app.add_url_rule("/told", view_func=lambda: Response(told()))
    server = Server(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    with urlopen(f"{server.address}told", timeout=5) as stream:
        for _ in range(parts):
            assert len(stream.read(part)) == part
            heard.release()
        (channel,) = server._server.active_channels.values()
        held = sum(bytes_in(buffer) for buffer in channel.outbufs)
        looked.set()
    assert held <= SENT_BYTES_KEPT + 2 * part


def bytes_in(buffer: OverflowableBuffer) -> int:
    """How many bytes a connection's buffer holds, those that were sent included."""
    return len(buffer.strbuf) if buffer.buf is None else int(buffer.buf.file.seek(0, os.SEEK_END))


def test_requests_that_are_never_finished_take_no_place_from_others(address: str) -> None:
    host, port = urlsplit(address).hostname, urlsplit(address).port
    assert host is not None
    assert port is not None
    half = []
    try:
        for _ in range(240):
            connection = socket.create_connection((host, port), timeout=5)
            connection.sendall(b"POST /undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
            half.append(connection)
        asked = time.monotonic()
        for _ in range(20):
            assert urlopen(f"{address}state", timeout=5).status == 200
        assert time.monotonic() - asked < 2
        assert sum(is_closed(connection) for connection in half) >= 240 - MOST_WAITING - 1
    finally:
        for connection in half:
            connection.close()


def is_closed(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


REFUSED = {
    "a long body": (b"POST /undo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 65536\r\n\r\n", "413"),
    "a long body in parts": (
        b"POST /undo HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n10000\r\n" + b"x" * 65_536,
        "413",
    ),
    "a part that is none": (
        b"POST /undo HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n\x1b[2J\r\nrefused\r\n\r\n",
        "400",
    ),
    "a long header": (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 16_384, "431"),
    "a header without a name": (b"GET / HTTP/1.1\r\nHost: localhost\r\n: \x1b[2J\x85refused\r\n\r\n", "400"),
    "a line broken in two": (b"GET / HTTP/1.1\r\nX: x\nrefused nothing\r\n\r\n", "400"),
    "no request at all": (b"\x16\x03\x01\x02\xe2\x80\xa8refused\r\n\r\n", "400"),
    "a coding nobody knows": (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", "501"),
}


def test_what_the_server_itself_refuses_is_logged_in_one_line(address: str, caplog: pytest.LogCaptureFixture) -> None:
    """The dashboard never hears of these."""
    place = (urlsplit(address).hostname or "", urlsplit(address).port or 0)
    for what, (sent, code) in REFUSED.items():
        with socket.create_connection(place, timeout=5) as connection:
            connection.sendall(sent)
            # To the end: who leaves in the middle of an answer is another matter.
            answer = connection.makefile("rb").read().decode()
        assert f" {code} " in answer, what
        lines = [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]
        caplog.clear()
        assert len(lines) == 1, what
        assert lines[0].startswith(f"refused a request from 127.0.0.1: {code} "), what
        assert lines[0].isprintable(), what


def test_who_comes_through_another_server_on_this_machine_changes_nothing(address: str) -> None:
    for headers in ({"X-Forwarded-For": "203.0.113.9"}, {"Forwarded": "for=203.0.113.9"}):
        page = urlopen(Request(address, headers=headers), timeout=5).read().decode()
        assert 'id="undo"' not in page
    assert 'id="undo"' in urlopen(address, timeout=5).read().decode()
