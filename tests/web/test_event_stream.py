"""The event stream, through a real server."""

import http.client
import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from flask import Flask
from table_in_play import FakeCamera, Table

from scorer.keeper import Keeper
from web.events import BEAT_SECONDS, EVENT_SLOTS
from web.page_state import page_state


class Stream:
    """One open event stream, read as a browser reads it."""

    def __init__(self, connection: http.client.HTTPConnection, path: str = "/events") -> None:
        connection.request("GET", path)
        self.answer = connection.getresponse()

    def next(self, name: str) -> dict[str, str]:
        """The fields of the next event of this name."""
        while True:
            fields: dict[str, str] = {}
            while line := self.answer.readline().decode().rstrip("\n"):
                field, _, value = line.partition(": ")
                fields[field] = value
            if fields.get("event") == name:
                return fields


@contextmanager
def connected(address: str) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    try:
        yield connection
    finally:
        connection.close()


def status(address: str, path: str) -> int:
    with connected(address) as connection:
        return Stream(connection, path).answer.status


def test_the_state_comes_at_once(address: str, keeper: Keeper) -> None:
    with connected(address) as connection:
        asked = time.monotonic()
        stream = Stream(connection)
        event = stream.next("state")
        assert time.monotonic() - asked < 0.2
        assert stream.answer.getheader("Content-Type", "").startswith("text/event-stream")
        assert stream.answer.getheader("Cache-Control") == "no-store"
        assert json.loads(event["data"]) == page_state(keeper.state())
        assert event["id"] == str(keeper.state().version)
        assert int(event["retry"]) > 0


def test_a_change_comes_within_200_ms(address: str, keeper: Keeper, table: Table) -> None:
    with connected(address) as connection:
        stream = Stream(connection)
        stream.next("state")
        for _ in range(3):
            laid = time.monotonic()
            table.lay_next()
            event = stream.next("state")
            assert time.monotonic() - laid < 0.2
            assert json.loads(event["data"]) == page_state(keeper.state())


def test_two_pages_see_the_same(address: str, table: Table) -> None:
    with connected(address) as one, connected(address) as other:
        streams = [Stream(one), Stream(other)]
        table.lay_next()
        table.lay_next()
        plays = 0
        while plays < 2:
            events = [stream.next("state") for stream in streams]
            assert events[0]["data"] == events[1]["data"]
            plays = len(json.loads(events[0]["data"])["plays"])


def test_the_stream_keeps_beating_with_the_cameras_status(address: str, camera: FakeCamera) -> None:
    with connected(address) as connection:
        stream = Stream(connection)
        assert json.loads(stream.next("camera")["data"]) == {"status": camera.doing}
        camera.doing = "the camera stopped sending pictures: check its cable"
        started = time.monotonic()
        assert json.loads(stream.next("camera")["data"]) == {"status": camera.doing}
        assert time.monotonic() - started < BEAT_SECONDS + 0.5


def test_an_old_event_number_gets_the_state_as_it_is(address: str, keeper: Keeper) -> None:
    """A page that knew a later version, from before a restart, is told the present one."""
    with connected(address) as connection:
        connection.request("GET", "/events", headers={"Last-Event-ID": "999"})
        assert f"id: {keeper.state().version}" in connection.getresponse().read(40).decode()


def test_when_every_slot_is_taken_the_page_can_still_ask(app: Flask, address: str) -> None:
    streams = app.extensions["streams"]
    for _ in range(EVENT_SLOTS):
        assert streams.take()
    with connected(address) as connection:
        refused = Stream(connection).answer
        assert refused.status == 503
        assert int(refused.getheader("Retry-After", "0")) > 0
    assert status(address, "/state") == 200
    streams.give_back()
    assert status(address, "/events") == 200


def test_the_pool_carries_every_slot_and_pages_besides(address: str) -> None:
    connections = [http.client.HTTPConnection(urlsplit(address).netloc, timeout=10) for _ in range(EVENT_SLOTS)]
    try:
        streams = [Stream(connection) for connection in connections]
        assert [stream.answer.status for stream in streams] == [200] * EVENT_SLOTS
        assert status(address, "/events") == 503
        assert status(address, "/") == 200
    finally:
        for connection in connections:
            connection.close()


def test_a_page_that_leaves_frees_its_slot(app: Flask, address: str) -> None:
    streams = app.extensions["streams"]
    for _ in range(EVENT_SLOTS - 1):
        assert streams.take()
    with connected(address) as connection:
        Stream(connection).next("state")
        assert not streams.take()
    left = time.monotonic()
    while not streams.take():
        assert time.monotonic() - left < 2 * BEAT_SECONDS
        time.sleep(0.05)
