"""The panels in a real browser: a claim, a draw and the hands of a blocked deal, all by tapping."""

from typing import TYPE_CHECKING

from house import House, wait_for
from in_browser import PHONE, faults, open_page
from table_in_play import Shown, Table

from scorer.games import find_game
from scorer.match import Match
from scorer.tiles import Tile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

# A second tap that comes sooner is taken for the first.
SECOND_TAP_MS = 450


def tap_more(page: "Page", player: str, what: str) -> None:
    page.wait_for_timeout(SECOND_TAP_MS)
    page.click("#open-more")
    who = page.locator("#more [data-part=players]").get_by_role("button", name=player)
    who.click()
    page.locator(f"#more [data-do={what}]").click()
    page.locator("#more").wait_for(state="hidden")


def test_a_deal_is_claimed_drawn_and_counted_by_tapping_alone(page: "Page", house: House) -> None:
    match = Match.start(("Ana", "Ben"), find_game("All Fives").with_options(muggins="steal"))
    match.deal(opener=0)
    house.keeper.turn_to(match)
    Table(house.keeper).lay_next()
    page.get_by_text("Ana played 5-5").first.wait_for()
    assert page.locator(".score").all_inner_texts() == ["10", "0"]

    # Points that Ana did not call are Ben's once he does.
    page.click("#open-more")
    assert page.inner_text("#more [data-do=claim]") == "Claims 10 points"
    page.keyboard.press("Escape")
    tap_more(page, "Ben", "claim")
    page.locator(".score").nth(1).get_by_text("10", exact=True).wait_for()
    assert house.keeper.state().match.scores == (0, 10)
    tap_more(page, "Ben", "draw")
    wait_for(page, lambda: house.keeper.state().match.drawn == (0, 1))

    # Nobody can lay a tile any more. The camera reads the hands, one of them not surely, and that one is typed over.
    house.camera.shown = {0: Shown((Tile(1, 2), Tile(6, 6))), 1: Shown((Tile(0, 4),), sure=False)}
    page.wait_for_timeout(SECOND_TAP_MS)
    page.click("#open-more")
    page.locator("#more [data-end=blocked]").click()
    page.get_by_role("button", name="Read the hands that are shown").click()
    page.get_by_text("Ana: 1-2, 6-6; Ben: 0-4?").wait_for()
    hands = page.locator("#ending [data-part=hands] input")
    assert [hand.input_value() for hand in hands.all()] == ["1-2 6-6", "0-4"]
    page.locator("#ending [data-part=counted]", has_text="wins with 4 pips against 15").wait_for()
    hands.nth(1).fill("3")
    page.locator("#ending [data-part=counted]", has_text="wins with 3 pips against 15").wait_for()
    page.wait_for_timeout(SECOND_TAP_MS)
    page.get_by_role("button", name="Count the deal").click()
    page.locator("#ending").wait_for(state="hidden")
    page.locator(".score").nth(1).get_by_text("25", exact=True).wait_for()
    state = house.keeper.state().match
    assert (state.phase, state.scores) == ("deal over", (0, 25))
    # The tiles that were read are kept, and of the hand that was typed over its pips.
    assert state.hands == ((Tile(1, 2), Tile(6, 6)), 3)


def test_hands_are_typed_as_tiles_where_their_number_decides(browser: "Browser", house: House) -> None:
    match = Match.start(("Ana", "Ben"), find_game("Romanian Fives-100").rules)
    match.deal(opener=0)
    match.play(Tile(5, 5))
    house.keeper.turn_to(match)
    phone = open_page(browser, house.address, size=PHONE)
    phone.click("#open-more")
    phone.locator("#more [data-end=blocked]").click()
    ana, ben = phone.locator("#ending .hands input").all()
    ana.fill("12")
    ben.fill("12")
    phone.locator("#ending [type=submit]").click()
    phone.locator("#ending [data-part=refusal]", has_text="say which tiles are left").wait_for()
    # The digits of a phone may have no hyphen, but a point or a comma.
    ana.fill("")
    ana.press_sequentially("6.6")
    ben.fill("")
    ben.press_sequentially("0,1 5.6")
    assert (ana.input_value(), ben.input_value()) == ("6-6", "0-1 5-6")
    phone.locator("#ending [data-part=counted]", has_text="Ana wins with 12 pips against 12").wait_for()
    phone.wait_for_timeout(SECOND_TAP_MS)
    phone.locator("#ending [type=submit]").click()
    phone.locator("#ending").wait_for(state="hidden")
    assert house.keeper.state().match.hands == ((Tile(6, 6),), (Tile(0, 1), Tile(5, 6)))
    assert faults(phone) == []
    phone.context.close()


def test_tiles_are_tapped_with_one_sign_between_all_halves(page: "Page", house: House) -> None:
    Table(house.keeper).lay_next()
    page.locator(".line").first.wait_for()
    page.click("#open-more")
    page.locator("#more [data-end=domino]").click()
    for key in "6-6-1-2":
        page.locator(f"#ending [data-digit='{key}']").click()
    page.locator("#ending [data-part=counted]", has_text="15 pips").wait_for()
    page.wait_for_timeout(SECOND_TAP_MS)
    page.locator("#ending [type=submit]").click()
    page.locator("#ending").wait_for(state="hidden")
    assert house.keeper.state().match.hands == ((), (Tile(6, 6), Tile(1, 2)))
