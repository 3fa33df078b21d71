"""Every page for everybody: at every size, in both themes, in five languages, by keyboard."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from house import PAGES, House
from in_browser import PHONE, SIZES, open_page, overflows
from table_in_play import Device, Table, lay_in_doubt

from scorer.games import find_game
from scorer.match import Match
from scorer.sides import Side
from scorer.tiles import Tile
from web import catalogue, join
from web.languages import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_the_screen(browser: "Browser", house: House, name: str, size: str) -> None:
    lay_in_doubt(house.keeper)
    page = open_page(browser, house.address + PAGES[name], size=SIZES[size])
    page.wait_for_timeout(200)
    assert not overflows(page)
    page.context.close()


CUT = """() => [...document.querySelectorAll("body *")].filter((node) => {
    const { overflowX, clipPath } = getComputedStyle(node);
    return node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1 && overflowX !== "visible"
      && clipPath === "none" && node.id !== "link" && node.tagName !== "INPUT";
  }).map((node) => `${node.className}: ${node.textContent.trim().slice(0, 40)}`)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_off_on_a_phone(browser: "Browser", house: House, language: str) -> None:
    page = open_page(browser, house.address, size=PHONE, language=language)
    for name in ("match", "history", "new", "game", "join"):
        page.goto(house.address + PAGES[name])
        page.wait_for_timeout(200)
        assert page.evaluate(CUT) == [], name
    page.context.close()


@pytest.mark.parametrize("how", ["domino", "blocked"])
def test_hands_are_typed_on_a_small_screen_without_scrolling(browser: "Browser", house: House, how: str) -> None:
    """The table's own screen has no keyboard: the digits of the panel and its button must be seen."""
    match = Match.start(("Ana", "Božena", "Çelik & Sons", "Maximiliana"), find_game("All Fives").rules)
    match.deal(opener=0)
    match.play(Tile(5, 5))
    house.keeper.turn_to(match)
    page = open_page(browser, house.address, size=SIZES["pi"])
    page.click("#open-more")
    page.locator(f"#more [data-end={how}]").click()
    page.locator("#ending").wait_for()
    for shown in page.locator("#ending .digits button, #ending [type=submit]").all():
        box = shown.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= SIZES["pi"][1]
        assert page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('button') !== null",
            [box["x"] + 5, box["y"] + box["height"] - 3],
        )
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_camera_reads_the_code_that_leads_to_the_address(
    browser: "Browser", lan: House, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(join, "address_on_network", lambda: "192.168.1.5")
    page = open_page(browser, f"{lan.address}join", scheme=scheme, size=SIZES["pi"])
    picture = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    read, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert read == page.inner_text(".address") == f"http://192.168.1.5:{lan.port}/"
    page.context.close()


def serious(page: "Page") -> list[str]:
    """What axe-core finds on a page that shuts somebody out."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes']][:4]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_serious(browser: "Browser", house: House, name: str, scheme: str) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    lay_in_doubt(house.keeper)
    page = open_page(browser, house.address + PAGES[name], scheme=scheme)
    page.wait_for_timeout(300)
    assert serious(page) == []
    page.context.close()


def by_more(button: str) -> Callable[["Page"], None]:
    """Opens what a button of More opens."""

    def open_panel(page: "Page") -> None:
        page.click("#open-more")
        page.locator(f"#more {button}").click()

    return open_panel


PANELS: dict[str, Callable[["Page"], Any]] = {
    "menu": lambda page: page.click("#open-menu"),
    "more": lambda page: page.click("#open-more"),
    "correct": lambda page: page.locator(".line").first.click(),
    "ending": by_more("[data-end=blocked]"),
    "adjust": by_more("[data-part=adjust]"),
    "handle": by_more("[data-handle=pick-up]"),
}


def shuts_nobody_out(page: "Page", what: str) -> None:
    assert serious(page) == [], what
    assert not overflows(page), what


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_the_panels(browser: "Browser", lan: House, scheme: str) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    # A game in which tiles are taken back.
    match = Match.start(("Ana", "Ben", "Cleo"), find_game("hungarian_four_arm").rules)
    match.deal(opener=0)
    match.play(Tile(1, 1))
    match.play(Tile(1, 5), (0, Side.SHORT_1))
    lan.keeper.turn_to(match)
    page = open_page(browser, lan.address, scheme=scheme, size=SIZES["pi"])
    page.locator("#tools").wait_for()
    for panel, open_panel in PANELS.items():
        open_panel(page)
        page.locator(f"#{panel}").wait_for()
        shuts_nobody_out(page, panel)
        page.keyboard.press("Escape")
        page.locator(f"#{panel}").wait_for(state="hidden")
    page.goto(f"{lan.address}history/1")
    page.click("#delete")
    shuts_nobody_out(page, "really")
    # As another machine, which must give the PIN.
    page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.9"})
    page.reload()
    page.click("#delete")
    page.get_by_role("button", name="Delete it").click()
    page.locator("#pin").wait_for()
    page.get_by_role("button", name="Let me in").click()
    page.locator("#pin [role=alert]:visible").wait_for()
    shuts_nobody_out(page, "pin")
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_the_end_and_without_the_server(
    browser: "Browser", house: House, scheme: str
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    lay_in_doubt(house.keeper)
    page = open_page(browser, house.address, scheme=scheme)
    page.locator("#tools").wait_for()
    page.context.set_offline(True)
    page.locator("#link", has_text="Reconnecting").wait_for()
    shuts_nobody_out(page, "reconnecting")
    page.context.set_offline(False)
    house.keeper.turn_to(house.store.load(1))
    page.locator("#last", has_text="Cleo wins").wait_for()
    shuts_nobody_out(page, "game over")
    game: dict[str, Any] = {"seats": {"bottom": "Ana", "top": "Ben"}, "game": "all_fives", "options": {}}
    assert Device(house.app).post("/new", **game).status_code == 200
    page.goto(f"{house.address}history/2")
    page.locator("#link", has_text="Live").wait_for()
    shuts_nobody_out(page, "history")
    page.context.set_offline(True)
    page.locator("#link", has_text="Reconnecting").wait_for()
    shuts_nobody_out(page, "history, reconnecting")
    page.context.close()


@pytest.mark.parametrize("language", catalogue.TRANSLATED)
def test_every_page_speaks_the_readers_language(browser: "Browser", house: House, language: str) -> None:
    english = left_english(language)
    Table(house.keeper).lay_next()
    for path in PAGES.values():
        page = open_page(browser, house.address + path, language=language)
        page.wait_for_timeout(300)
        assert page.get_attribute("html", "lang") == language
        for summary in page.locator("details summary").all():
            summary.click()
        texts = {line.strip() for line in page.evaluate(TEXTS)}
        assert texts & english == set()
        assert not overflows(page)
        page.context.close()


TEXTS = """() => [...document.querySelectorAll("body *")].flatMap((node) => [
    ...[...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ data }) => data),
    ...["aria-label", "placeholder", "alt", "title"].map((name) => node.getAttribute(name) ?? ""),
  ]).filter((text) => text.trim() && !text.includes("msgid"))"""


def left_english(language: str) -> set[str]:
    """The messages that must not be seen in this language."""
    read = {message.id: message.string for message in catalogue.read(language)}
    return {text for text, told in read.items() if isinstance(text, str) and text and told != text} - NAMES


# Games and players are called so everywhere, and languages by their own names.
NAMES = {"Draw", "Block"}


def test_a_game_is_set_up_by_keyboard_alone(page: "Page", house: House) -> None:
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    page.locator("#seat-bottom").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Gita")
    page.locator("#seat-top").focus()
    page.keyboard.press("Control+A")
    page.keyboard.type("Hugo")
    page.keyboard.press("Enter")
    page.locator("#players .name", has_text="Gita").wait_for()
    assert "Hugo" in house.keeper.state().match.players


def test_the_menu_closes_with_escape_and_gives_the_focus_back(page: "Page") -> None:
    page.locator("#open-menu").focus()
    page.keyboard.press("Enter")
    page.locator("#menu").wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('#menu') !== null")
    page.keyboard.press("Escape")
    page.locator("#menu").wait_for(state="hidden")
    assert page.evaluate("document.activeElement.id") == "open-menu"


def test_a_match_is_deleted_after_being_asked_twice(page: "Page", house: House) -> None:
    page.goto(f"{house.address}history/1")
    page.get_by_role("button", name="Delete this match").click()
    assert len(house.store.matches()) == 1
    page.get_by_role("button", name="Delete it").click()
    page.get_by_text("No match is kept yet").wait_for()
    assert house.store.matches() == ()
