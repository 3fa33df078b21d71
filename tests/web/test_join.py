"""Joining with a phone: the address, the code and who sees the PIN."""

import re

import pytest
from flask import Flask
from table_in_play import Device, FakeCamera

from scorer.keeper import Keeper
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
