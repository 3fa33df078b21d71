"""Who may change something, and from where."""

import logging
import time

import pytest
from flask import Flask
from table_in_play import Device, FakeCamera, Table

from scorer.keeper import Keeper
from web import create_app, new_pin
from web.access import MOST_ADDRESSES, MustWait, Patience

PIN = "314159"
PHONE = "192.168.1.23"
LAN = "192.168.1.5:8000"


@pytest.fixture
def lan(keeper: Keeper, camera: FakeCamera) -> Flask:
    return create_app(keeper, camera, pin=PIN, hosts=["scores.local"])


@pytest.fixture
def phone(lan: Flask) -> Device:
    return Device(lan, PHONE, LAN)


def test_the_tables_own_screen_may_change_things(app: Flask, table: Table, keeper: Keeper) -> None:
    table.lay_next()
    assert Device(app).ask("/undo").status_code == 200
    assert not keeper.state().match.plays


@pytest.mark.parametrize(
    ("address", "host"),
    [("127.0.0.1", "127.0.0.1:8000"), ("127.0.0.9", "localhost"), ("::1", "[::1]:8000"), ("::ffff:127.0.0.1", "[::1]")],
)
def test_every_way_to_the_same_machine_is_the_tables_own(app: Flask, table: Table, address: str, host: str) -> None:
    table.lay_next()
    assert Device(app, address, host).ask("/undo").status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "a@localhost", ""]
)
@pytest.mark.parametrize("path", ["/", "/state", "/snapshot.jpg", "/events", "/static/table.js"])
def test_under_a_strange_name_nothing_is_shown(app: Flask, host: str, path: str) -> None:
    answer = app.test_client().get(path, headers={"Host": host})
    assert answer.status_code == 400
    assert "Ana" not in answer.text


@pytest.mark.parametrize("host", [LAN, "[fe80::1]:8000", "scores.local", "SCORES.local.:8000", "localhost"])
def test_under_its_own_names_and_plain_addresses_it_is_shown(lan: Flask, host: str) -> None:
    assert lan.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:9999"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": ""},
        {"Origin": "http://["},
    ],
)
def test_another_site_changes_nothing(app: Flask, table: Table, keeper: Keeper, headers: dict[str, str]) -> None:
    table.lay_next()
    before = keeper.state()
    device = Device(app)
    answer = device.post("/undo", headers, stamp=device.state["stamp"])
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["words"] == "that did not come from the table's page"
    assert keeper.state() == before


def test_nothing_is_changed_without_a_session_or_an_origin(app: Flask, table: Table, keeper: Keeper) -> None:
    table.lay_next()
    stamp = Device(app).state["stamp"]
    stranger = app.test_client()
    assert stranger.post("/undo", json={"stamp": stamp}).status_code == 403
    answer = stranger.post("/undo", json={"stamp": stamp}, headers={"Origin": "http://localhost"})
    assert answer.status_code == 403
    assert "open the page again" in answer.text
    assert keeper.state().match.plays


def test_a_session_of_before_a_restart_is_none(app: Flask, keeper: Keeper, camera: FakeCamera, table: Table) -> None:
    table.lay_next()
    device = Device(app)
    stamp = device.state["stamp"]
    device.client.application = create_app(keeper, camera)
    assert "open the page again" in device.post("/undo", stamp=stamp).text
    # The page follows the new server, and has a new session with the first thing that it hears.
    device.look("/state")
    assert device.post("/undo", stamp=stamp).status_code == 200


def let_pass(monkeypatch: pytest.MonkeyPatch, hours: float) -> None:
    clock = time.time
    monkeypatch.setattr(time, "time", lambda: clock() + 3600 * hours)


def test_a_page_that_stands_open_for_days_may_still_be_tapped(
    app: Flask, table: Table, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its stream never reopens, so that nothing greets it again."""
    table.lay_next()
    device = Device(app)
    stamp = device.state["stamp"]
    let_pass(monkeypatch, 24 * 30)
    assert device.post("/undo", stamp=stamp).status_code == 200
    assert not keeper.state().match.plays


def test_the_pin_is_asked_for_again_after_a_day(phone: Device, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.lay_next()
    stamp = phone.state["stamp"]
    assert phone.post("/pin", pin=PIN).status_code == 200
    let_pass(monkeypatch, 25)
    answer = phone.post("/undo", stamp=stamp)
    assert (answer.status_code, answer.json) == (403, {"words": "give the table's PIN first", "pin_needed": True})
    assert phone.post("/pin", pin=PIN).status_code == 200
    let_pass(monkeypatch, 23)
    assert phone.post("/undo", stamp=stamp).status_code == 200


def test_the_session_is_for_this_site_and_not_for_scripts(app: Flask) -> None:
    cookie = Device(app).client.get_cookie("fivesight")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"


def test_other_devices_look_and_change_nothing_where_there_is_no_pin(app: Flask, table: Table, keeper: Keeper) -> None:
    table.lay_next()
    phone = Device(app, PHONE, LAN)
    assert "Ana" in phone.look("/").text
    answer = phone.ask("/undo")
    assert (answer.status_code, answer.json) == (
        403,
        {"words": "only the table's own screen can change anything", "pin_needed": False},
    )
    assert phone.post("/pin", pin="").status_code == 400
    assert phone.post("/pin", pin="123456").status_code == 403
    assert keeper.state().match.plays


def test_a_phone_gives_the_pin_once(phone: Device, table: Table, keeper: Keeper) -> None:
    table.lay_next()
    answer = phone.ask("/undo")
    assert (answer.status_code, answer.json) == (403, {"words": "give the table's PIN first", "pin_needed": True})
    assert phone.post("/pin", pin=PIN).status_code == 200
    assert phone.ask("/undo").status_code == 200
    assert phone.ask("/redo").status_code == 200
    assert keeper.state().match.plays


def test_after_five_wrong_pins_even_the_right_one_must_wait(lan: Flask, phone: Device) -> None:
    for _ in range(5):
        answer = phone.post("/pin", pin="000000")
        assert answer.status_code == 403
        assert "not the table's PIN" in answer.text
    for pin in ("000000", PIN):
        answer = phone.post("/pin", pin=pin)
        assert answer.status_code == 429
        assert "wait 60 s" in answer.text
        assert 1 <= int(answer.headers["Retry-After"]) <= 60
    assert Device(lan, "192.168.1.24", LAN).post("/pin", pin=PIN).status_code == 200


@pytest.mark.parametrize("pin", ["", "3141590", "\ud800", "٣١٤١٥٩", 314159, None, ["314159"]])
def test_what_is_not_the_pin_is_refused(phone: Device, pin: object) -> None:
    assert phone.post("/pin", pin=pin).status_code in (400, 403)
    assert phone.ask("/undo").status_code == 403


def test_another_site_cannot_try_pins(phone: Device) -> None:
    for _ in range(9):
        assert "not come from" in phone.post("/pin", {"Origin": "http://evil.example"}, pin="000000").text
    assert phone.post("/pin", pin=PIN).status_code == 200


def test_wrong_pins_are_forgotten_after_a_minute() -> None:
    clock = [0.0]
    patience = Patience(lambda: clock[0])
    for clock[0] in (0.0, 10.0, 20.0, 30.0, 40.0):
        assert not patience.attempt("a", right=False)
    with pytest.raises(MustWait, match="20 s"):
        patience.attempt("a", right=True)
    assert patience.attempt("b", right=True)
    clock[0] = 60.0
    assert patience.attempt("a", right=True)
    for _ in range(5):
        assert not patience.attempt("a", right=False)


def test_what_is_remembered_of_wrong_pins_is_bounded() -> None:
    patience = Patience()
    for number in range(3 * MOST_ADDRESSES):
        patience.attempt(str(number), right=False)
    assert len(patience._wrong) <= MOST_ADDRESSES + 1


def test_the_neighbours_of_an_address_are_the_same_device(lan: Flask) -> None:
    for number in range(5):
        assert Device(lan, f"fd00::{number}", LAN).post("/pin", pin="0").status_code == 403
    assert Device(lan, "fd00::9", LAN).post("/pin", pin=PIN).status_code == 429


def test_only_the_tables_own_screen_shows_the_pin(lan: Flask, phone: Device) -> None:
    assert PIN in Device(lan).look("/").text
    assert PIN not in phone.look("/").text
    assert PIN not in phone.look("/state").text
    assert PIN not in Device(lan, "127.0.0.1", "scores.local").look("/").text


def test_who_comes_through_another_server_is_not_the_table_itself(lan: Flask, table: Table) -> None:
    table.lay_next()
    device = Device(lan)
    answer = device.post("/undo", {"X-Forwarded-For": "203.0.113.9"}, stamp=device.state["stamp"])
    assert answer.status_code == 403


def test_a_refusal_is_one_line_in_the_log(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, logger="web.access"):
        app.test_client().get("/a%0Ab", headers={"Host": "evil.example"})
    assert len(caplog.records) == 1
    assert "\n" not in caplog.records[0].getMessage()


def test_a_pin_is_short_and_seldom_the_same() -> None:
    pins = {new_pin() for _ in range(50)}
    assert all(len(pin) == 6 and pin.isdigit() for pin in pins)
    assert len(pins) > 45


def test_an_empty_pin_is_a_mistake(keeper: Keeper, camera: FakeCamera) -> None:
    with pytest.raises(ValueError, match="empty"):
        create_app(keeper, camera, pin=" ")
