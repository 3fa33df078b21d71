"""People in a hurry, in a real browser: two taps for one, a page reloaded, two who do the same, and nonsense typed."""

from typing import TYPE_CHECKING

import pytest
from house import House, wait_for
from in_browser import PHONE, PI, faults, open_page, overflows
from table_in_play import Table, keeper_for

from web.said import apart

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIDES = ("bottom", "left", "top", "right")
LONG = ("W" * 24, "Maximiliana Wilhelmina Ö", "😀🎲❤️" * 6, "عبد الرحمن بن عبد العزيز")


def to_new_game(page: "Page", house: House) -> None:
    page.goto(f"{house.address}new")
    page.locator("#options .option").first.wait_for(state="attached")


def sit(page: "Page", **names: str) -> None:
    for side in SIDES:
        page.fill(f"#seat-{side}", names.get(side, ""))


def test_begin_tapped_twice_begins_one_match(page: "Page", house: House) -> None:
    before = len(house.store.matches())
    to_new_game(page, house)
    sit(page, bottom="Ana", top="Ben")
    page.get_by_role("button", name="Begin").dblclick()
    page.locator("#players .name", has_text="Ben").wait_for()
    assert len(house.store.matches()) == before + 1


def test_what_was_filled_in_is_there_after_the_page_was_closed(page: "Page", house: House) -> None:
    to_new_game(page, house)
    sit(page, bottom="Zoë", left="Yusuf")
    page.select_option("#game", "sniff")
    page.select_option("[data-option=target]", index=1)
    chosen = page.input_value("[data-option=target]")
    page.get_by_role("group", name="Who opens?").get_by_role("button", name="Yusuf").click()
    page.reload()
    page.locator("#options .option").first.wait_for(state="attached")
    assert [page.input_value(f"#seat-{side}") for side in ("bottom", "left", "top", "right")] == [
        "Zoë",
        "Yusuf",
        "",
        "",
    ]
    assert (page.input_value("#game"), page.input_value("[data-option=target]")) == ("sniff", chosen)
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .name", has_text="Zoë").wait_for()
    assert house.keeper.state().match.players == ("Yusuf", "Zoë")
    # What was begun is last time's, and filled in no more.
    to_new_game(page, house)
    assert page.evaluate("localStorage.getItem('new game')") is None


@pytest.mark.parametrize("typed", ["abc", "-5", "5.5"])
def test_a_score_that_is_no_number_is_not_taken_for_nought(page: "Page", house: House, typed: str) -> None:
    before = house.keeper.state()
    to_new_game(page, house)
    sit(page, bottom="Ana", top="Ben")
    page.locator("#late summary").click()
    page.get_by_label("Points of Ana").fill(typed)
    page.get_by_role("button", name="Begin").click()
    page.locator("#refusal", has_text="A whole number from 0 to 9999 is needed.").wait_for()
    assert page.get_by_label("Points of Ana").input_value() == typed[:4]
    assert house.keeper.state() == before


@pytest.mark.parametrize(
    ("name", "refusal"),
    [
        ("   ", "Two players at least: write a name at two sides of the table."),
        ("\u200b", "Every player needs a name that can be read."),
        ("\u202eneB", "Every player needs a name that can be read."),
        ("Ana ", "Two players are called Ana: tell them apart."),
    ],
)
def test_a_name_that_tells_nobody_is_refused(page: "Page", house: House, name: str, refusal: str) -> None:
    to_new_game(page, house)
    sit(page, bottom="Ana", top=name)
    page.get_by_role("button", name="Begin").click()
    page.locator("#refusal", has_text=refusal).wait_for()


@pytest.mark.parametrize("size", [PHONE, PI])
def test_long_names_emoji_and_names_from_right_to_left_break_no_page(
    browser: "Browser", house: House, size: tuple[int, int]
) -> None:
    keeper = keeper_for(*LONG)
    house.keeper.turn_to(keeper._match)
    Table(house.keeper).lay_next()
    page = open_page(browser, house.address, size=size)
    assert page.locator("#players .name").all_inner_texts() == list(LONG)
    assert not overflows(page)
    for panel in ("more", "adjust"):
        page.click("#open-more")
        if panel == "adjust":
            page.locator("#more [data-part=adjust]").click()
        page.locator(f"#{panel}").wait_for()
        assert not overflows(page)
        assert page.evaluate(f"{panel}.scrollWidth <= {panel}.clientWidth")
        page.keyboard.press("Escape")
    page.context.close()


def test_a_script_for_a_name_is_a_name(page: "Page", house: House) -> None:
    name = "<img src=x onerror=x()>"
    to_new_game(page, house)
    sit(page, bottom="Ana", top=name)
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .name", has_text=name).wait_for()
    for path in ("history", f"history/{house.store.matches()[0].number}", "new"):
        page.goto(house.address + path)
        page.wait_for_timeout(200)
        assert page.locator("img[src=x]").count() == 0


def test_of_two_who_correct_the_same_play_the_second_sees_what_it_is_now(
    browser: "Browser", page: "Page", house: House
) -> None:
    Table(house.keeper).lay_next()
    phone = open_page(browser, house.address, size=PHONE)
    for shown in (page, phone):
        shown.locator(".line").first.click()
        shown.locator("#correct [data-part=readings] button").first.wait_for()
    shown_first = page.locator("#correct [data-part=readings] button").first.inner_text()
    page.locator("#correct [data-part=readings] button").first.click()
    page.locator("#correct").wait_for(state="hidden")
    phone.locator("#correct-title", has_text=shown_first).wait_for()
    assert "changed" in phone.inner_text("#correct [data-part=refusal]")
    # The next tap is for the play as it is now.
    phone.wait_for_timeout(500)
    phone.locator("#correct [data-part=pad] button", has_text="6").click()
    phone.locator("#correct [data-part=pad] button", has_text="6").click()
    phone.locator("#correct").wait_for(state="hidden")
    assert str(house.keeper.state().match.plays[0].tile) == "6-6"
    assert faults(phone) == []
    phone.context.close()


@pytest.mark.parametrize(
    ("typed", "refusal"),
    [
        ("abc", "A whole number from 0 to 168 is needed."),
        ("12x", "A whole number from 0 to 168 is needed."),
        ("200", "A whole number from 0 to 168 is needed."),
        ("", "Count the hands of Ana and Ben."),
        ("6-6 1-", '"1-" is not a tile: write its halves as in 4-6'),
    ],
)
def test_a_hand_that_is_no_number_is_not_counted(page: "Page", house: House, typed: str, refusal: str) -> None:
    Table(house.keeper).lay_next()
    page.locator(".line").first.wait_for()
    page.click("#open-more")
    page.locator("#more [data-end=blocked]").click()
    for field in page.locator("#ending .hands input").all():
        field.fill(typed)
    page.locator("#ending [type=submit]").click()
    page.locator("#ending [data-part=refusal]", has_text=refusal).wait_for()
    assert house.keeper.state().match.phase == "playing"


def test_undo_tapped_five_times_undoes_one_thing(page: "Page", house: House) -> None:
    table = Table(house.keeper)
    for _ in range(3):
        table.lay_next()
    page.locator(".line").nth(2).wait_for()
    page.evaluate("for (let tap = 0; tap < 5; tap += 1) document.getElementById('undo').click()")
    wait_for(page, lambda: len(house.keeper.state().match.plays) == 2)
    page.wait_for_timeout(500)
    assert len(house.keeper.state().match.plays) == 2


def test_going_back_after_beginning_harms_nothing(page: "Page", house: House) -> None:
    to_new_game(page, house)
    sit(page, bottom="Cleo", top="Dan")
    page.get_by_role("button", name="Begin").click()
    page.locator("#players .name", has_text="Dan").wait_for()
    page.go_back()
    page.locator("#seat-bottom").wait_for()
    page.go_forward()
    page.locator("#players .name", has_text="Dan").wait_for()
    page.locator("#link", has_text="Live").wait_for()


def test_numbers_after_a_name_from_right_to_left_keep_their_order() -> None:
    assert apart("עדי 35 -> 30", ["עדי", "Ana"]) == "\u2068עדי\u2069 35 -> 30"
    assert apart("Ana 35 -> 30", ["עדי", "Ana"]) == "Ana 35 -> 30"
