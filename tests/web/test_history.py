"""The history: what was played, exported, and deleted."""

import json
import re
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from flask import Flask
from table_in_play import Device, FakeCamera, Table, keeper_for

from scorer.events import PickUp, Play
from scorer.games import ALL_FIVES, find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.sides import Side
from scorer.store import Store, StoredPlay, StoreFull
from scorer.text.match_text import match_from_json, parse_match
from scorer.tiles import Tile
from web import create_app
from web.chart import chart

MATCHES = Path(__file__).parent.parent / "data" / "matches"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "matches.db")
    for name in ("all_fives", "all_fives_in_pairs", "muggins_with_calls"):
        store.create(parse_match((MATCHES / f"{name}.txt").read_text(encoding="utf-8")))
    return store


@pytest.fixture
def kept(store: Store, camera: FakeCamera) -> Flask:
    keeper = Keeper(store.load(3))
    return create_app(keeper, camera, store=store, running=3)


@pytest.fixture
def device(kept: Flask) -> Device:
    return Device(kept)


def played(number: int, store: Store) -> Match:
    return store.load(number)


def test_all_matches_are_listed_the_newest_first(device: Device, store: Store) -> None:
    page = device.look("/history").text
    places = [page.index(f'href="/history/{number}"') for number in (3, 2, 1)]
    assert places == sorted(places)
    assert page.count("being played") == 1


def test_a_match_is_shown_with_its_scores_and_its_sheet(device: Device, store: Store) -> None:
    page = device.look("/history/1").text
    state = played(1, store).state
    for player in state.players:
        assert player in page
    assert all(f"<td>{score}</td>" in page for score in state.scores)
    assert 'class="chart"' in page
    for title in ("Course of the score", "Players", "Deals", "Score sheet"):
        assert title in page


@pytest.mark.parametrize("form", ["csv", "json", "txt"])
def test_a_match_is_exported(device: Device, store: Store, form: str) -> None:
    answer = device.look(f"/history/2/match.{form}")
    assert answer.status_code == 200
    assert f"fivesight-2.{form}" in answer.headers["Content-Disposition"]
    match = played(2, store)
    if form == "json":
        assert match_from_json(json.dumps(answer.json)).state == match.state
    if form == "txt":
        assert parse_match(answer.text).state == match.state
    if form == "csv":
        assert answer.text.splitlines()[0].startswith("event,deal,player")


@pytest.mark.parametrize("path", ["/history/9", "/history/9/match.csv", "/history/1/match.exe", "/history/x"])
def test_what_is_not_there(device: Device, path: str) -> None:
    assert device.look(path).status_code == 404


@pytest.mark.parametrize("number", ["9" * 20, "9" * 5000])
def test_no_number_is_too_great(device: Device, store: Store, number: str) -> None:
    for path in (number, f"{number}/match.csv", f"{number}/1.jpg", f"1/{number}.jpg"):
        assert device.look(f"/history/{path}").status_code == 404
    for path in (f"{number}/delete", f"{number}/go-on"):
        assert device.post(f"/history/{path}").status_code == 404
    assert len(store.matches()) == 3


def test_a_picture_that_cannot_be_read(device: Device, store: Store) -> None:
    store._connection.execute("DROP TABLE pictures")
    assert device.look("/history/1/1.jpg").status_code == 507


@pytest.mark.parametrize("path", ["/history/../../etc/passwd", "/history/1/match.csv/../../../x", "/history/%2e%2e/x"])
def test_no_path_reaches_the_disk(device: Device, path: str) -> None:
    assert device.look(path).status_code == 404


def test_a_match_is_deleted_for_good(device: Device, store: Store) -> None:
    assert device.post("/history/1/delete").status_code == 200
    assert device.look("/history/1").status_code == 404
    assert [match.number for match in store.matches()] == [3, 2]
    assert device.post("/history/1/delete").status_code == 404


def test_a_match_that_cannot_be_read_can_be_deleted(kept: Flask, device: Device, store: Store) -> None:
    store._connection.execute("UPDATE events SET event = '{}' WHERE match = 1")
    page = device.look("/history/1")
    assert page.status_code == 200
    assert "Match 1 in" in page.text
    assert "delete this match to go on" in page.text
    assert 'id="delete"' in page.text
    assert 'id="go-on"' not in page.text
    assert "match.csv" not in page.text
    assert 'id="delete"' not in Device(kept, "192.168.1.23", "192.168.1.5:8000").look("/history/1").text
    assert device.look("/history/1/match.csv").status_code == 507
    assert device.post("/history/1/delete").status_code == 200
    assert [match.number for match in store.matches()] == [3, 2]


def test_the_match_that_is_being_played_is_not_deleted(device: Device, store: Store) -> None:
    answer = device.post("/history/3/delete")
    assert answer.status_code == 409
    assert "being played" in answer.text
    assert 'id="delete"' not in device.look("/history/3").text
    assert len(store.matches()) == 3


def test_a_match_that_was_left_is_gone_on_with(store: Store, camera: FakeCamera) -> None:
    left = keeper_for("Ana", "Ben")
    number = store.create(left._match)
    store.keep_seats(number, {"left": 0, "right": 1})
    Table(left).lay_next()
    keeper = keeper_for("Cleo", "Dan")
    running = store.create(keeper._match)
    device = Device(create_app(keeper, camera, store=store, running=running))
    assert 'id="go-on"' in device.look(f"/history/{number}").text
    assert device.post(f"/history/{number}/go-on").status_code == 200
    assert device.state["players"][0] == {"name": "Ana", "score": 10, "remembered": 0}
    assert camera.seats == {"left": 0, "right": 1}
    assert 'id="go-on"' not in device.look(f"/history/{number}").text
    # What is recorded from now on is its own, and the other one waits in its place.
    assert device.ask("/pass", player=1).status_code == 200
    assert store.load(number).state.passes == 1
    left_last = store.unfinished()
    assert left_last is not None
    assert left_last.number == number
    assert 'id="go-on"' in device.look(f"/history/{running}").text
    assert device.post(f"/history/{running}/go-on").status_code == 200
    assert device.state["players"][0]["name"] == "Cleo"


def test_a_match_that_is_over_or_not_there_is_not_gone_on_with(device: Device, store: Store, kept: Flask) -> None:
    before = device.state
    over = [match.number for match in store.matches() if match.over]
    assert over
    assert 'id="go-on"' not in device.look(f"/history/{over[0]}").text
    assert device.post(f"/history/{over[0]}/go-on").status_code == 409
    assert device.post("/history/99/go-on").status_code == 404
    assert Device(kept, "192.168.1.23", "192.168.1.5:8000").post(f"/history/{over[0]}/go-on").status_code == 403
    assert device.state == before


def test_who_may_only_look_deletes_nothing(kept: Flask, store: Store) -> None:
    phone = Device(kept, "192.168.1.23", "192.168.1.5:8000")
    assert phone.look("/history/1").status_code == 200
    assert 'id="delete"' not in phone.look("/history/1").text
    assert phone.post("/history/1/delete").status_code == 403
    assert len(store.matches()) == 3


def test_a_match_that_goes_on_is_read_anew(device: Device, store: Store, kept: Flask) -> None:
    before = device.look("/history/3").text
    match = store.load(3)
    match.undo()
    assert device.look("/history/3").text != before


def test_names_in_the_chart_stay_in_it() -> None:
    drawn = chart([(0, 0, 0, 0), (99, 100, 98, 97)], ["Ana", "Ben", "Cleo", "Dan"], 100, "close")
    heights = sorted(float(part.split('y="')[1].split('"')[0]) for part in drawn.split('<text class="side')[1:])
    assert heights[0] >= 12
    assert all(below - above >= 16 for above, below in pairwise(heights))


def test_the_chart_tells_names_from_code_and_labels_apart() -> None:
    drawn = chart([(0, 0), (5, 0), (5, 5)], ["<b>Ana</b>", "Ben & Co"], 100, 'a "title"')
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn
    heights = [float(part.split('y="')[1].split('"')[0]) for part in drawn.split("<text class=")[1:]]
    assert abs(heights[0] - heights[1]) >= 16


def test_no_match_is_kept_yet(camera: FakeCamera, keeper: Keeper) -> None:
    assert "No match is kept yet" in Device(create_app(keeper, camera)).look("/history").text


def album_over(store: Store, camera: FakeCamera) -> tuple[Flask, Keeper, int]:
    """A dashboard whose album watches a match of which nothing is laid yet."""
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    number = store.create(match)
    match.deal(0)
    keeper = Keeper(match)
    app = create_app(keeper, camera, store=store, running=number)
    app.extensions["album"].start()
    return app, keeper, number


def wait_until(come: Callable[[], object]) -> None:
    for _ in range(500):
        if come():
            return
        time.sleep(0.02)
    raise AssertionError("it did not come true")


def pictures_shown(page: str, number: int) -> dict[str, int]:
    """The tiles of the sheet beside which there is a picture, each with the number of the event in its address."""
    rows = re.findall(r'<td class="words what">([^<]*)</td>(.*?)</tr>', page, re.DOTALL)
    found = ((tile, re.search(rf'src="/history/{number}/(\d+)\.jpg"', row)) for tile, row in rows)
    return {tile: int(address[1]) for tile, address in found if address}


def test_every_play_has_the_picture_that_was_taken_then(store: Store, camera: FakeCamera) -> None:
    app, keeper, number = album_over(store, camera)
    table = Table(keeper)
    for laid in (1, 2):
        camera.picture = b"layout %d" % laid
        table.lay_next()
        wait_until(lambda: len(store.pictures(number)) == table.laid)
    app.extensions["album"].close()
    device = Device(app)
    assert pictures_shown(device.look(f"/history/{number}").text, number) == {"5-5": 2, "0-5": 3}
    answer = device.look(f"/history/{number}/3.jpg")
    assert (answer.data, answer.mimetype) == (b"layout 2", "image/jpeg")
    assert device.look(f"/history/{number}/7.jpg").status_code == 404


def with_pictures(match: Match, store: Store, camera: FakeCamera) -> tuple[Device, int]:
    """A device that looks at a kept match, with a picture of every play that was ever recorded in it."""
    number = store.create(match)
    for event, play in enumerate(match.log):
        if isinstance(play, Play):
            store.keep_picture(StoredPlay(number, event, str(play.tile)), b"jpeg")
    return Device(create_app(keeper_for("Ana", "Ben"), camera, store=store)), number


def line_of_three() -> Match:
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    match.deal(0)
    match.play(Tile(6, 6))
    match.play(Tile(5, 6), (0, Side.LONG_1))
    match.play(Tile(4, 6), (0, Side.LONG_2))
    return match


def test_a_picture_stays_with_its_play_when_an_earlier_one_is_struck(store: Store, camera: FakeCamera) -> None:
    match = line_of_three()
    match.strike(3)
    device, number = with_pictures(match, store, camera)
    assert pictures_shown(device.look(f"/history/{number}").text, number) == {"6-6": 2, "4-6": 4}


def test_a_picture_stays_with_its_play_when_a_tile_is_taken_back(store: Store, camera: FakeCamera) -> None:
    match = Match.start(["Ana", "Ben"], find_game("Hungarian four-arm").rules)
    match.deal(0)
    match.play(Tile(6, 6))
    match.play(Tile(5, 6), (0, Side.LONG_1))
    match.record(PickUp(1))
    match.play(Tile(3, 6), (0, Side.LONG_1))
    match.play(Tile(4, 6), (0, Side.LONG_2))
    device, number = with_pictures(match, store, camera)
    shown = pictures_shown(device.look(f"/history/{number}").text, number)
    assert shown == {"6-6": 2, "5-6": 3, "3-6": 5, "4-6": 6}


def test_a_misread_tile_keeps_its_picture(store: Store, camera: FakeCamera) -> None:
    match = line_of_three()
    match.correct(4, Play(Tile(3, 6), (0, Side.LONG_2)))
    device, number = with_pictures(match, store, camera)
    assert pictures_shown(device.look(f"/history/{number}").text, number) == {"6-6": 2, "5-6": 3, "3-6": 4}


def test_the_picture_of_another_tile_of_the_deal_is_not_shown(store: Store, camera: FakeCamera) -> None:
    """A tile that was overlooked takes the place of the next in the record, and that is recorded anew behind it."""
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    match.deal(0)
    match.play(Tile(6, 6))
    match.play(Tile(5, 6), (0, Side.LONG_1))
    device, number = with_pictures(match, store, camera)
    match.correct(3, Play(Tile(4, 6), (0, Side.LONG_1)))
    match.play(Tile(5, 6), (0, Side.LONG_2))
    assert pictures_shown(device.look(f"/history/{number}").text, number) == {"6-6": 2}


def test_going_on_with_a_match_replaces_none_of_its_pictures(store: Store, camera: FakeCamera) -> None:
    left = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    left.deal(0)
    left.play(Tile(5, 5))
    _, number = with_pictures(left, store, camera)
    app, keeper, running = album_over(store, camera)
    camera.picture = b"what lies there now"
    assert Device(app).post(f"/history/{number}/go-on").status_code == 200
    time.sleep(0.2)
    assert store.picture(number, 2) == b"jpeg"
    Table(keeper, laid=1).lay_next()
    wait_until(lambda: store.picture(number, 3))
    app.extensions["album"].close()
    assert store.pictures(number) == {2: "5-5", 3: "0-5"}
    assert store.pictures(running) == {}


def test_a_picture_that_cannot_be_kept_harms_nothing(
    store: Store, camera: FakeCamera, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise StoreFull("the disk is full")

    monkeypatch.setattr(Store, "keep_picture", full)
    camera.picture = b"layout"
    app, keeper, _ = album_over(store, camera)
    Table(keeper).lay_next()
    wait_until(lambda: caplog.records)
    app.extensions["album"].close()
    assert "not kept" in caplog.text
    assert keeper.state().match.plays
