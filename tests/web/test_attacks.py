"""Attacks on every door there is, by the routes themselves: refused, logged in one line each, the match unharmed."""

import logging
from collections.abc import Iterator

import pytest
from flask import Flask
from table_in_play import Device, FakeCamera, Table

from scorer.keeper import Keeper
from web import create_app

PIN = "246810"
LAN = "192.168.1.5:8000"
EVIL = "evil.example"


@pytest.fixture
def app(keeper: Keeper, camera: FakeCamera) -> Flask:
    return create_app(keeper, camera, pin=PIN)


@pytest.fixture(autouse=True)
def unharmed(table: Table, keeper: Keeper) -> Iterator[None]:
    """Whatever a test does, the match is the same after it."""
    table.lay_next()
    before = keeper.state()
    yield
    assert keeper.state() == before


@pytest.fixture
def refusals(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    """The lines that are logged about refusals."""
    with caplog.at_level(logging.WARNING, logger="web.access"):
        yield caplog


def one_line(refusals: pytest.LogCaptureFixture) -> bool:
    """Whether just one line was logged since the last time, with no line break in it."""
    lines = [record.getMessage() for record in refusals.records]
    refusals.clear()
    return len(lines) == 1 and lines[0].startswith("refused ") and lines[0].isprintable()


def doors(app: Flask, method: str) -> list[str]:
    """The path of every route that takes this method."""
    rules = [rule for rule in app.url_map.iter_rules() if method in (rule.methods or ()) and rule.endpoint != "static"]
    return [str(rule).replace("<int:number>", "1").replace("<form>", "csv") for rule in rules]


def test_there_are_doors(app: Flask) -> None:
    assert {"/new", "/undo", "/pin", "/hands", "/history/1/delete"} <= set(doors(app, "POST"))
    assert {"/", "/new", "/history", "/join", "/state", "/snapshot.jpg"} <= set(doors(app, "GET"))


def test_another_site_opens_no_door(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    own = Device(app)
    for path in doors(app, "POST"):
        for headers in ({"Origin": f"http://{EVIL}"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}):
            assert own.post(path, headers).status_code == 403, path
            assert one_line(refusals)


def test_a_name_that_leads_here_from_elsewhere_shows_nothing(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    client = app.test_client()
    for path in doors(app, "GET"):
        if path == "/events":
            continue
        answer = client.get(path, headers={"Host": f"{EVIL}:8000"})
        assert answer.status_code == 400, path
        assert "Ana" not in answer.text
        assert one_line(refusals)


def test_a_phone_without_the_pin_opens_no_door(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    phone = Device(app, "192.168.1.23", LAN)
    for path in doors(app, "POST"):
        if path != "/pin":
            answer = phone.ask(path)
            assert (answer.status_code, answer.json and answer.json["pin_needed"]) == (403, True), path
            assert one_line(refusals)


def test_too_much_is_read_at_no_door(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    own = Device(app)
    for path in doors(app, "POST"):
        # Nothing that is sent is read to delete a match or to go on with it.
        refused = 404 if path.startswith("/history/") else 413
        assert own.post(path, name="x" * 1_000_000).status_code == refused, path
        assert one_line(refusals)


def test_two_hundred_wrong_pins(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    phone = Device(app, "192.168.1.23", LAN)
    codes = [phone.post("/pin", pin=f"{number:06}").status_code for number in range(200)]
    assert codes == [403] * 5 + [429] * 195
    assert len(refusals.records) == 200
    assert all(PIN not in record.getMessage() for record in refusals.records)
    assert phone.post("/pin", pin=PIN).status_code == 429


@pytest.mark.parametrize("number", ["-1", "99999999999999999999", "x", "1\x00", "'; DROP TABLE matches", "\u0661"])
def test_a_stream_that_comes_back_with_nonsense_is_a_new_one(app: Flask, number: str) -> None:
    client = app.test_client()
    answer = client.get("/events", headers={"Last-Event-ID": number.encode().decode("latin-1").replace("\x00", "%00")})
    assert answer.status_code == 200
    assert b"event: state" in next(iter(answer.response))
    answer.close()


@pytest.mark.parametrize(
    "path",
    [
        "/static/../../../etc/passwd",
        "/static/..%2f..%2fpyproject.toml",
        "/static/%2e%2e/words.py",
        "/static//etc/passwd",
        "/history/1/match.csv%00.exe",
        "/history/..%2f..%2fetc/match.csv",
        "/history/1/match...%2f",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_no_path_reaches_the_disk(app: Flask, path: str, refusals: pytest.LogCaptureFixture) -> None:
    answer = app.test_client().get(path, follow_redirects=True)
    assert answer.status_code in (400, 404)
    assert one_line(refusals)
    assert "root:" not in answer.text
    assert "[project]" not in answer.text


@pytest.mark.parametrize(
    "query", ["language=../../etc/passwd", "language=%00", "wish=%7B", "wish=" + "%5B" * 5000, "play=" + "9" * 5000]
)
def test_nonsense_in_a_question_is_answered_in_words(app: Flask, query: str) -> None:
    client = app.test_client()
    for path in ("/", "/new", "/history", "/lying", "/count", "/readings"):
        assert client.get(f"{path}?{query}").status_code in (200, 400, 409, 414), path


def test_a_script_in_a_line_of_the_log_is_one_line(app: Flask, refusals: pytest.LogCaptureFixture) -> None:
    assert app.test_client().get("/x%0A%1b[2J2026 refused nothing").status_code == 404
    assert one_line(refusals)
