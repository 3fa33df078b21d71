"""The pages in a real browser: setting up, several browsers, a restart, the PIN, and what can be heard."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from house import PIN, House, phone_page, wait_for
from in_browser import PHONE, faults, open_page
from table_in_play import Device, Table, lay_in_doubt

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SAMPLE = Path(__file__).parent.parent.parent / "datasets" / "sample"


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
    # In the match before not all was as usual, so it is open.
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
    assert page.input_value("[data-option=target]") == "100_pips"
    assert page.locator("[data-option=muggins]").is_visible()
    assert page.input_value("[data-option=muggins]") == "steal"
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


def test_a_game_of_six_that_is_under_way_is_joined(page: "Page", house: House) -> None:
    names = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Filip")
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    page.select_option("#game", "mexican_train")
    for side, name in zip(("bottom", "left", "top", "right"), names, strict=False):
        page.fill(f"#seat-{side}", name)
    page.get_by_label("Player 5").fill("Eva")
    page.locator("#late summary").click()
    page.get_by_label("Player 6").fill("Filip")
    for name, score in zip(names, range(10, 70, 10), strict=True):
        page.get_by_label(f"Points of {name}").fill(str(score))
    page.locator("#late [data-part=turn]").get_by_role("button", name="Eva").click()
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .name", has_text="Filip").wait_for()
    match = house.keeper.state().match
    assert (match.players, match.scores, match.turn) == (names, (10, 20, 30, 40, 50, 60), 4)
    # Next time they sit there already, those without a side, too.
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")
    assert [page.get_by_label(f"Player {number}").input_value() for number in (5, 6, 7)] == ["Eva", "Filip", ""]


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


def test_a_page_that_stands_open_names_the_game_that_is_played_now(house: House, page: "Page") -> None:
    page.locator("#rules", has_text="All Fives to 250").wait_for()
    game: dict[str, Any] = {
        "seats": {"bottom": "Ana", "top": "Ben"},
        "game": "muggins",
        "options": {"target": "100_pips"},
    }
    assert Device(house.app).post("/new", **game).status_code == 200
    page.locator("#rules", has_text="Muggins to 100").wait_for()


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


def test_a_lost_network_is_told_at_once(browser: "Browser", house: House, page: "Page") -> None:
    page.locator("#link", has_text="Live").wait_for()
    page.context.set_offline(True)
    page.locator("#link", has_text="Reconnecting").wait_for(timeout=1500)
    Table(house.keeper).lay_next()
    page.wait_for_timeout(1500)
    assert "stale" in (page.get_attribute("body", "class") or "")
    page.context.set_offline(False)
    page.get_by_text("Ana played 5-5").first.wait_for(timeout=2500)
    page.locator("#link", has_text="Live").wait_for()


def test_the_history_of_the_match_that_is_played_follows_it(house: House, page: "Page") -> None:
    game: dict[str, Any] = {"seats": {"bottom": "Ana", "top": "Ben"}, "game": "all_fives", "options": {}}
    assert Device(house.app).post("/new", **game).status_code == 200
    page.goto(f"{house.address}history/2")
    page.locator("#link", has_text="Live").wait_for()
    page.evaluate("document.querySelector('[download]').focus()")
    Table(house.keeper).lay_next()
    page.locator(".sheet tbody .what", has_text="5-5").wait_for(timeout=8000)
    assert page.locator(".deals tfoot td").first.inner_text() == "10"
    # Where nothing changed nothing was touched.
    assert page.evaluate("document.activeElement.hasAttribute('download')")
    # It asks every three seconds, and at once when the network comes back.
    asks = "dispatchEvent(new Event('online'))"
    house.stop()
    page.evaluate(asks)
    page.locator("#link", has_text="Reconnecting").wait_for(timeout=8000)
    assert "stale" in (page.get_attribute("body", "class") or "")
    house.start()
    page.evaluate(asks)
    page.locator("#link", has_text="Live").wait_for(timeout=8000)
    # Another is begun: this one can be gone on with.
    assert Device(house.app).post("/new", **game).status_code == 200
    page.evaluate(asks)
    page.locator("#go-on").wait_for(timeout=8000)
    assert page.locator("#link").count() == 0


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


LOCKS = """window.locks = 0; Object.defineProperty(navigator, "wakeLock",
    { value: { request: async () => { window.locks += 1; } } });"""


def test_the_tables_own_screen_stays_on_and_a_phone_sleeps(browser: "Browser", house: House) -> None:
    page = open_page(browser, "about:blank")
    page.add_init_script(LOCKS)
    for path in ("", "new", "join"):
        page.goto(house.address + path)
        wait_for(page, lambda: page.evaluate("locks") == 1)
    # To the page a phone is where another address leads to it.
    phone = "http://192.168.1.5:8000/"
    page.route(f"{phone}**", lambda route: route.continue_(url=route.request.url.replace(phone, house.address)))
    for path in ("", "new"):
        page.goto(phone + path)
        page.wait_for_timeout(200)
        assert page.evaluate("[location.host, locks]") == ["192.168.1.5:8000", 0]
    assert faults(page) == []
    page.context.close()


def test_a_picture_that_stands_still_says_how_old_it_is(page: "Page", house: House) -> None:
    house.camera.picture = (SAMPLE / "table.jpg").read_bytes()
    page.locator("#freshness", has_text="live").wait_for()
    page.locator("#freshness", has_text="old: from").wait_for(timeout=12_000)
    house.camera.picture = bytes(bytearray(house.camera.picture))
    page.locator("#freshness", has_text="live").wait_for()
