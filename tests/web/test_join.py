"""Joining with a phone: the address, the code and who sees the PIN."""

import re
import socket
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from table_in_play import Device, FakeCamera

import fivesight
import web
from scorer.keeper import Keeper
from scorer.store import Store
from web import create_app, join

PIN = "123456"


@pytest.fixture
def lan(keeper: Keeper, camera: FakeCamera, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr(join, "address_on_network", lambda: "192.168.1.5")
    return create_app(keeper, camera, pin=PIN)


def test_the_tables_screen_shows_where_phones_find_the_page(lan: Flask) -> None:
    page = Device(lan).look("/join").text
    assert "http://192.168.1.5:8000/" in page
    assert '<svg viewBox="' in page
    assert PIN in page


def test_a_phone_passes_on_the_address_that_it_used_but_no_pin(lan: Flask) -> None:
    page = Device(lan, "192.168.1.23", "192.168.1.77:8000").look("/join").text
    assert "http://192.168.1.77:8000/" in page
    assert PIN not in page


def test_a_page_for_this_machine_alone_says_so(app: Flask, lan: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--lan" in Device(app).look("/join").text
    monkeypatch.setattr(join, "address_on_network", lambda: None)
    assert "--lan" in Device(lan).look("/join").text


def test_the_code_is_the_address() -> None:
    drawn = join.qr_code("http://192.168.1.5:8000/")
    assert drawn != join.qr_code("http://192.168.1.6:8000/")
    assert not re.search(r"style=|<script|href", drawn)


class Watched(FakeCamera):
    """A camera that was watched and has been stopped."""

    trouble = ""

    def stop(self) -> None:
        """There is nothing to stop."""


class Served:
    """In place of a server: what it would have served."""

    address = "http://0.0.0.0:8000/"
    app: Flask

    def __init__(self, app: Flask, host: str, port: int) -> None:
        Served.app = app

    def run(self) -> None:
        """Nobody comes."""


@pytest.mark.parametrize("name", ["Table-Pi", "table-pi.home"])
@pytest.mark.parametrize("lan", [True, False])
def test_phones_find_the_machine_by_its_name_too(
    lan: bool, name: str, keeper: Keeper, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    monkeypatch.setattr(web, "Server", Served)
    watcher: Any = Watched()
    fivesight._serve(keeper, watcher, lambda: None, 8000, Store(tmp_path / "matches.db"), 1, lan=lan)

    def status(host: str) -> int:
        return Served.app.test_client().get("/", headers={"Host": host}).status_code

    for host in (f"{name}:8000", "table-pi.local:8000", "TABLE-PI.local", "table-pi.local."):
        assert status(host) == (200 if lan else 400), host
    # A name of somebody else leads to nothing, nor does one that only begins or ends like ours.
    for host in ("other.local", "table-pi.local.evil.example", "evil.table-pi.local", "local", "table-pi.evil.example"):
        assert status(host) == 400, host
