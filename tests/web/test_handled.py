"""Tiles that are handled without being played, in the games that have that: taken back, turned over, laid face down."""

import re
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from in_browser import PHONE, faults, open_page, overflows
from table_in_play import Device, FakeCamera

from scorer.events import Play
from scorer.games import find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.sides import Side
from scorer.text.sheet import score_sheet
from scorer.tiles import Tile
from web import Server, create_app
from web.languages import LANGUAGES
from web.said import is_known

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OPENED = Play(Tile(1, 1)), Play(Tile(1, 5), (0, Side.SHORT_1))
DEEDS = ("pick-up", "turn-over", "face-down")


def keeper_of(game: str, *plays: Play, **options: str) -> Keeper:
    match = Match.start(("Ana", "Ben", "Cleo"), find_game(game).with_options(**options))
    match.deal(opener=0)
    for play in plays:
        match.record(play)
    return Keeper(match)


def dashboard(keeper: Keeper) -> Flask:
    return create_app(keeper, FakeCamera())


def offered(device: Device, deed: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = device.state["handled"][deed]
    return found


def test_an_end_tile_is_taken_back() -> None:
    keeper = keeper_of("hungarian_four_arm", *OPENED, Play(Tile(5, 6), (1, Side.END_B)))
    device = Device(dashboard(keeper))
    # A tile that others are joined to on both sides is none of them.
    assert [one["text"] for one in offered(device, "pick-up")] == ["5-6", "1-1"]
    assert device.ask("/pick-up", player=0, tile="5-6").status_code == 200
    assert [str(play.tile) for play in keeper.state().match.plays] == ["1-1", "1-5"]
    assert device.ask("/undo").status_code == 200
    assert len(keeper.state().match.plays) == 3


def test_a_double_is_laid_face_down_and_closes_its_arm() -> None:
    keeper = keeper_of("osel", *OPENED)
    device = Device(dashboard(keeper))
    assert offered(device, "pick-up") == offered(device, "turn-over") == []
    assert offered(device, "face-down") == [{"tile": "5-5", "beside": "1-5", "text": "5-5"}]
    assert device.ask("/face-down", player=2, tile="5-5", beside="1-5").status_code == 200
    assert keeper.state().match.layout[2].face_down
    assert offered(device, "face-down") == []


def test_where_a_double_may_close_several_ends_each_of_them_is_offered() -> None:
    keeper = keeper_of("osel", *OPENED, Play(Tile(1, 3), (0, Side.SHORT_2)), Play(Tile(3, 5), (2, Side.END_B)))
    device = Device(dashboard(keeper))
    closing = [one for one in offered(device, "face-down") if one["tile"] == "5-5"]
    assert [one["text"] for one in closing] == ["5-5 beside 1-5", "5-5 beside 3-5"]
    assert device.ask("/face-down", player=1, **{key: closing[1][key] for key in ("tile", "beside")}).status_code == 200
    assert keeper.state().match.layout.neighbours(4)[Side.LONG_1][0][0] == 3


def test_only_who_laid_a_double_turns_it_over() -> None:
    keeper = keeper_of("osel", *OPENED, Play(Tile(5, 5), (1, Side.END_B)), face_down="turned_over")
    device = Device(dashboard(keeper))
    assert offered(device, "turn-over") == [{"tile": "5-5", "text": "5-5", "player": 2}]
    before = keeper.state()
    assert "only Cleo" in device.ask("/turn-over", player=1, tile="5-5").get_json()["words"]
    assert keeper.state() == before
    assert device.ask("/turn-over", player=2, tile="5-5").status_code == 200
    assert keeper.state().match.layout[2].face_down


def test_nothing_is_offered_where_the_game_has_it_not_or_no_deal_is_played() -> None:
    for keeper in (keeper_of("all_fives", *OPENED[:1]), keeper_of("hungarian_four_arm", *OPENED[:1])):
        device = Device(dashboard(keeper))
        assert all(offered(device, deed) == [] for deed in DEEDS)
    before = keeper.state()
    for deed in DEEDS:
        assert device.ask(f"/{deed}", player=0, tile="1-1").status_code == 409
        assert device.ask(f"/{deed}", player=0, tile="<b>").status_code == 400
        assert device.post(f"/{deed}", stamp="old", player=0, tile="1-1").status_code == 409
    assert keeper.state() == before


def test_the_score_sheet_says_it_in_the_readers_language() -> None:
    keeper = keeper_of("hungarian_four_arm", *OPENED)
    keeper.picked_up(2, Tile(1, 5))
    assert all(is_known(row.what) for row in score_sheet(keeper._match) if re.search("[a-z]", row.what))


@pytest.fixture
def served(request: pytest.FixtureRequest) -> Iterator[tuple[Keeper, str]]:
    keeper = keeper_of(*request.param)
    app = dashboard(keeper)
    server = Server(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    yield keeper, server.address.replace("127.0.0.1", "localhost")
    app.extensions["streams"].end()


@pytest.mark.parametrize("served", [("hungarian_four_arm", *OPENED)], indirect=True)
def test_a_tile_is_taken_back_with_three_taps(browser: "Browser", served: tuple[Keeper, str]) -> None:
    keeper, address = served
    page = open_page(browser, address, size=PHONE)
    page.click("#open-more")
    assert page.locator("#more [data-handle]:visible").all_inner_texts() == ["Takes an end tile back"]
    page.locator("#more [data-part=players] button", has_text="Cleo").click()
    page.get_by_role("button", name="Takes an end tile back").click()
    page.locator("#handle").wait_for()
    assert not overflows(page)
    page.locator("#handle").get_by_role("button", name="1-5").click()
    page.locator("#plays .play").nth(1).wait_for(state="detached")
    assert [str(play.tile) for play in keeper.state().match.plays] == ["1-1"]
    assert faults(page) == []
    page.context.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("served", [("osel", *OPENED)], indirect=True)
def test_its_button_is_in_the_readers_language(browser: "Browser", served: tuple[Keeper, str], language: str) -> None:
    page = open_page(browser, served[1], size=PHONE, language=language)
    page.click("#open-more")
    shown = page.locator("#more [data-handle]:visible")
    assert (shown.inner_text() == "Lays a double face down") == (language == "en")
    shown.click()
    page.locator("#handle").wait_for()
    assert page.inner_text("#handle-title")
    assert not overflows(page)
    page.context.close()
