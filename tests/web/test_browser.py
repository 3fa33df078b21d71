"""The pages in a real browser: setting up, several browsers, a restart, the PIN, the voice, and use by everybody."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from in_browser import PHONE, SIZES, faults, open_page, overflows
from table_in_play import FakeCamera, Finding, Table, keeper_for, lay_in_doubt
from waitress import wasyncore

from scorer.store import Store
from scorer.text.match_text import parse_match
from web import Server, catalogue, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MATCHES = Path(__file__).parent.parent / "data" / "matches"
SAMPLE = Path(__file__).parent.parent.parent / "datasets" / "sample"
PAGES = {
    "table": "",
    "new": "new",
    "history": "history",
    "match": "history/1",
    "join": "join",
    "game": "games/double_bergen",
    "lost": "nowhere",
}
PIN = "246810"


class House:
    """A dashboard that can be stopped and started again, with a history, a question and a camera that sees glare."""

    def __init__(self, folder: Path, pin: str | None = None, port: int = 0) -> None:
        self.store = Store(folder / "matches.db")
        self.store.create(parse_match((MATCHES / "muggins_with_calls.txt").read_text(encoding="utf-8")))
        self.keeper = keeper_for("Ana", "Ben")
        self.camera = FakeCamera(found=(Finding("sharp", "good"), Finding("glare", "bad", "top left")))
        self.pin = pin
        self.port = port
        self.start()

    def start(self) -> None:
        self.app = create_app(self.keeper, self.camera, self.pin, store=self.store)
        server = Server(self.app, "127.0.0.1", self.port)
        self.port = int(server.address.rstrip("/").rpartition(":")[2])
        self._server = server
        self._thread = threading.Thread(target=server.run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End as a program ends: every connection at once, and the port is free."""
        self.app.extensions["streams"].end()
        inner = self._server._server
        inner.trigger.pull_trigger(lambda: wasyncore.close_all(inner._map))
        self._thread.join(10)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.stop()


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, PIN)
    yield house
    house.stop()


@pytest.fixture
def page(browser: "Browser", house: House) -> Iterator["Page"]:
    page = open_page(browser, house.address)
    yield page
    assert faults(page) == []
    page.context.close()


def wait_for(page: "Page", condition: Callable[[], bool], seconds: float = 8) -> None:
    for _ in range(round(20 * seconds)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come true")


# ---- a new game ----


def test_a_game_is_set_up_with_a_few_taps_and_the_table_follows_it(page: "Page", house: House) -> None:
    Table(house.keeper).lay_next()
    page.click("#open-menu")
    page.click("#menu a[href='/new']")
    page.locator("#options .option").first.wait_for(state="attached")
    for side, name in (("bottom", "Cleo"), ("left", "Dan"), ("top", "Eva"), ("right", "Filip")):
        page.fill(f"#seat-{side}", name)
    page.check("#pairs")
    page.get_by_role("group", name="Who opens?").get_by_role("button", name="Dan").click()
    page.select_option("#game", "muggins")
    page.select_option("[data-option=target]", "100_pips")
    page.get_by_text("What the table agreed on").click()
    page.select_option("[data-option=muggins]", "steal")
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .name", has_text="Cleo").wait_for()
    match = house.keeper.state().match
    assert match.players == ("Dan", "Eva", "Filip", "Cleo")
    assert (match.side_name(0), match.rules.target, match.rules.muggins) == ("Dan and Filip", 100, "steal")
    assert house.camera.seats == {"left": 0, "top": 1, "right": 2, "bottom": 3}
    # Next time they sit there already: one tap.
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    assert page.input_value("#seat-left") == "Dan"
    assert page.is_checked("#pairs")
    assert page.input_value("#game") == "muggins"
    page.get_by_role("button", name="Begin").click()
    page.locator("#players").wait_for()


def test_a_name_is_tapped_into_a_seat(page: "Page", house: House) -> None:
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    known = page.locator("#names button").all_inner_texts()
    assert len(known) >= 2
    for side in ("bottom", "top", "left", "right"):
        page.fill(f"#seat-{side}", "")
    page.locator("#seat-bottom").focus()
    page.locator("#names button", has_text=known[0]).click()
    page.locator("#names button", has_text=known[1]).click()
    assert (page.input_value("#seat-bottom"), page.input_value("#seat-top")) == (known[0], known[1])


def test_a_refusal_says_why_and_nothing_typed_is_lost(page: "Page", house: House) -> None:
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    page.select_option("#game", "seven_rocks")
    page.get_by_role("button", name="Begin").click()
    page.locator("#refusal", has_text="Seven Rocks is for 4 players.").wait_for()
    assert page.input_value("#game") == "seven_rocks"


def test_a_game_that_is_under_way_is_joined(page: "Page", house: House) -> None:
    from test_setup import cross

    house.camera.seen = cross()
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    page.fill("#seat-bottom", "Ana")
    page.fill("#seat-top", "Ben")
    for side in ("left", "right"):
        page.fill(f"#seat-{side}", "")
    page.select_option("#game", "all_fives")
    page.locator("#late summary").click()
    page.locator("#lying svg").wait_for()
    page.get_by_label("Points of Ana").fill("35")
    page.get_by_label("Points of Ben").fill("20")
    page.locator("#late [data-part=turn]").get_by_role("button", name="Ben").click()
    page.locator("#spinner").get_by_role("button", name="6-6").click()
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .score", has_text="35").wait_for()
    match = house.keeper.state().match
    assert (match.scores, match.turn) == ((35, 20), 1)
    assert str(match.layout[match.layout.spinner or 0].tile) == "6-6"


def test_the_aim_says_what_to_do(page: "Page", house: House) -> None:
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    page.locator("#aim .bad", has_text="Glare (top left)").wait_for()
    assert page.locator("#aim .good").count() == 1


# ---- several browsers, a restart, the PIN ----


def test_two_browsers_see_the_same_at_once(browser: "Browser", house: House, page: "Page") -> None:
    phone = open_page(browser, house.address, size=PHONE)
    Table(house.keeper).lay_next()
    for shown in (page, phone):
        shown.get_by_text("Ana played 5-5").first.wait_for(timeout=1500)
    page.wait_for_timeout(500)
    page.click("#undo")
    phone.locator("#players .score").first.get_by_text("0", exact=True).wait_for(timeout=2000)
    assert faults(phone) == []


def test_a_page_survives_a_restart_and_says_so_meanwhile(browser: "Browser", house: House, page: "Page") -> None:
    page.locator("#link", has_text="Live").wait_for()
    house.stop()
    page.locator("#link", has_text="Reconnecting").wait_for(timeout=15_000)
    assert "stale" in (page.get_attribute("body", "class") or "")
    house.start()
    Table(house.keeper).lay_next()
    page.get_by_text("Ana played 5-5").first.wait_for(timeout=20_000)
    page.locator("#link", has_text="Live").wait_for()
    assert "stale" not in (page.get_attribute("body", "class") or "")


def test_a_phone_changes_things_after_the_right_pin_only(lan: House, browser: "Browser") -> None:
    Table(lan.keeper).lay_next()
    # To the server a name of its own is another machine's.
    browser_page = phone_page(browser, lan)
    browser_page.wait_for_timeout(300)
    browser_page.click("#undo")
    browser_page.locator("#pin").wait_for()
    browser_page.fill("#pin input", "000000")
    browser_page.get_by_role("button", name="Let me in").click()
    browser_page.locator("#pin [role=alert]", has_text="not the table's PIN").wait_for()
    assert lan.keeper.state().match.plays
    browser_page.fill("#pin input", PIN)
    browser_page.get_by_role("button", name="Let me in").click()
    browser_page.locator("#pin").wait_for(state="hidden")
    wait_for(browser_page, lambda: not lan.keeper.state().match.plays)
    assert PIN not in browser_page.content()
    browser_page.close()


def phone_page(browser: "Browser", lan: House) -> "Page":
    """A page that reaches the server by the name of another machine."""
    page = open_page(browser, "about:blank", size=PHONE)
    page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.9"})
    page.goto(lan.address)
    return page


# ---- what can be heard ----


def test_a_voice_says_only_what_changed_and_only_where_it_is_wanted(page: "Page", house: House) -> None:
    listen = "() => { window.heard = []; speechSynthesis.speak = (speech) => heard.push(speech.text); }"
    page.evaluate(listen)
    table = Table(house.keeper)
    table.lay_next()
    page.get_by_text("Ana played 5-5").first.wait_for()
    assert page.evaluate("heard") == []
    page.click("#open-menu")
    page.locator("#say-scores").check()
    page.keyboard.press("Escape")
    assert page.evaluate("heard") == ["Ana 10, Ben 0"]
    table.lay_next()
    wait_for(page, lambda: len(page.evaluate("heard")) == 2)
    page.wait_for_timeout(500)
    page.click("#undo")
    wait_for(page, lambda: len(page.evaluate("heard")) == 3)
    assert page.evaluate("heard")[1:] == ["Ben: 10 points", "Ben 0"]


def test_a_sound_is_heard_when_somebody_is_asked(page: "Page", house: House) -> None:
    page.click("#open-menu")
    page.locator("#sound").check()
    page.keyboard.press("Escape")
    count = """() => { window.tones = 0; const { start } = OscillatorNode.prototype;
        OscillatorNode.prototype.start = function (at) { window.tones += 1; return start.call(this, at); }; }"""
    page.evaluate(count)
    lay_in_doubt(house.keeper)
    page.locator("#question").wait_for()
    wait_for(page, lambda: page.evaluate("tones") == 2)


def test_the_tables_own_screen_stays_on(browser: "Browser", house: House) -> None:
    page = open_page(browser, "about:blank")
    page.add_init_script(
        "window.locks = 0; Object.defineProperty(navigator, 'wakeLock',"
        " { value: { request: async () => { window.locks += 1; } } })"
    )
    page.goto(house.address)
    wait_for(page, lambda: page.evaluate("locks") == 1)
    assert faults(page) == []
    page.context.close()


def test_a_picture_that_stands_still_says_how_old_it_is(page: "Page", house: House) -> None:
    house.camera.picture = (SAMPLE / "table.jpg").read_bytes()
    page.locator("#freshness", has_text="live").wait_for()
    page.locator("#freshness", has_text="old: from").wait_for(timeout=12_000)
    house.camera.picture = bytes(bytearray(house.camera.picture))
    page.locator("#freshness", has_text="live").wait_for()


# ---- everybody ----


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_wider_than_the_screen(browser: "Browser", house: House, name: str, size: str) -> None:
    lay_in_doubt(house.keeper)
    page = open_page(browser, house.address + PAGES[name], size=SIZES[size])
    page.wait_for_timeout(200)
    assert not overflows(page)
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


def open_ending(page: "Page") -> None:
    page.click("#open-more")
    page.locator("#more [data-end=blocked]").click()


PANELS: dict[str, Callable[["Page"], Any]] = {
    "menu": lambda page: page.click("#open-menu"),
    "more": lambda page: page.click("#open-more"),
    "correct": lambda page: page.locator(".line").first.click(),
    "ending": open_ending,
}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("panel", PANELS)
def test_axe_finds_nothing_serious_in_a_panel(browser: "Browser", house: House, panel: str, scheme: str) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe-core is not installed: pip install axe-playwright-python")
    Table(house.keeper).lay_next()
    page = open_page(browser, house.address, scheme=scheme, size=SIZES["pi"])
    page.locator("#tools").wait_for()
    PANELS[panel](page)
    page.locator(f"#{panel}").wait_for()
    assert serious(page) == []
    assert not overflows(page)
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
