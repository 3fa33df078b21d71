"""A whole deal in a real browser: followed from the sample film, corrected, counted and taken back."""

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from in_browser import PHONE, faults, open_page

from scorer.games import find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.store import Store
from scorer.tiles import Tile
from scorer.view import SeenTile, View
from vision.loop import Watcher
from vision.recogniser import Recogniser, Weights
from vision.sources import open_source
from web import Server, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "datasets" / "sample"
MISREAD, AS = Tile(2, 6), Tile(1, 6)
# The half of it that nothing touches.
DOUBTED, CLEAR, UNCLEAR, LIKE = Tile(3, 4), 4, 3, 2


def misread(seen: SeenTile) -> SeenTile:
    """One tile is read wrongly, and of another it is not clear which it is."""
    tile = Tile(seen.a, seen.b)
    if tile == MISREAD:
        return replace(seen, a=1 if seen.a == 2 else seen.a, b=1 if seen.b == 2 else seen.b, others=())
    if tile == DOUBTED:
        other = (LIKE, CLEAR) if seen.a == UNCLEAR else (CLEAR, LIKE)
        return replace(seen, probability=0.5, others=((other, 0.48),))
    return seen


@dataclass
class Followed:
    """The dashboard over the sample film."""

    keeper: Keeper
    address: str
    truth: dict[str, Any]


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Followed]:
    truth = json.loads((SAMPLE / "deal.json").read_text(encoding="utf-8"))
    match = Match.start(["Ana", "Ben"], find_game("All Fives").rules)
    match.deal(opener=truth["plays"][0]["player"])
    keeper = Keeper(match)
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"), 2)

    def look(view: View) -> None:
        keeper.look(replace(view, tiles=tuple(map(misread, view.tiles))))

    watcher = Watcher(open_source(str(SAMPLE / "deal.mp4")), recogniser, look, match.state.rules, paced=False)
    store = Store(tmp_path_factory.mktemp("kept") / "matches.db")
    app = create_app(keeper, watcher, store=store, running=store.create(match))
    server = Server(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    threading.Thread(target=watcher.run, daemon=True).start()
    yield Followed(keeper, server.address.replace("127.0.0.1", "localhost"), truth)
    watcher.stop()
    app.extensions["streams"].end()


def tile_of(play: dict[str, Any]) -> Tile:
    return Tile(*play["tile"])


def score(page: "Page", player: int) -> int:
    return int(page.locator(".score").nth(player).inner_text())


def shows(page: "Page", player: int, points: int) -> None:
    """Wait until the page shows this score."""
    page.locator(".score").nth(player).get_by_text(str(points), exact=True).wait_for()


def test_a_deal_from_the_film_with_everything_that_happens(browser: "Browser", followed: Followed) -> None:
    page = open_page(browser, followed.address)
    phone = open_page(browser, followed.address, size=PHONE)
    plays = followed.truth["plays"]
    wait_for(page, lambda: page.locator("#plays .play").count() == len(plays), seconds=200)

    # The question: one tap.
    page.locator("#question").wait_for(state="visible")
    assert "3-4" in page.inner_text("#question-text")
    page.wait_for_timeout(600)
    page.locator("#answers").get_by_role("button", name="3-4").click()
    page.locator("#question").wait_for(state="hidden")

    # The misread tile, tapped in the drawing; the right one is among the likeliest.
    listed = page.locator("#plays .tile").all_inner_texts()
    number = next(n for n, play in enumerate(plays) if tile_of(play) == MISREAD)
    assert listed[::-1][number].startswith(str(AS))
    index = followed.keeper.state().match.plays[number].index
    page.wait_for_timeout(500)
    box = page.locator(f"#drawing [data-index='{index}']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.locator("#correct").get_by_role("button", name=str(MISREAD), exact=True).click()
    page.locator("#correct").wait_for(state="hidden")
    expected = followed.truth["scores"]
    shows(page, 0, expected[0])
    assert "->" in page.inner_text("#reply") + page.inner_text("#changed")
    assert [score(page, player) for player in (0, 1)] == expected
    assert [str(play.tile) for play in followed.keeper.state().match.plays] == [str(tile_of(play)) for play in plays]

    # A pass, and its undo.
    page.wait_for_timeout(500)
    page.click("#open-more")
    page.locator("#more [data-do=pass]").click()
    page.locator("#more").wait_for(state="hidden")
    assert followed.keeper.state().match.passes == 1
    page.wait_for_timeout(500)
    page.click("#undo")
    wait_for(page, lambda: followed.keeper.state().match.passes == 0)

    # The deal's end, told digit by digit.
    page.wait_for_timeout(500)
    page.click("#open-more")
    page.locator("#more [data-end=domino]").click()
    winner, pips = followed.truth["winner"], followed.truth["hand_pips"]
    page.locator("#ending [data-part=players] button").nth(winner).click()
    for digit in str(pips[1 - winner]):
        page.locator(f"#ending [data-digit='{digit}']").click()
    page.locator("#ending [data-part=counted]", has_text="points").wait_for()
    page.locator("#ending button[type=submit]").click()
    page.locator("#ending").wait_for(state="hidden")
    final = [played + bonus for played, bonus in zip(expected, followed.truth["bonus"], strict=True)]
    for shown in (page, phone):
        shows(shown, winner, final[winner])
    assert page.inner_text("#last [data-part=headline]") == "The deal is over"

    # Undone across the deal's end, and made again; the phone sees the same.
    page.wait_for_timeout(500)
    page.click("#undo")
    for shown in (page, phone):
        shows(shown, winner, expected[winner])
        assert "played" in shown.inner_text("#last [data-part=headline]")
    page.wait_for_timeout(500)
    page.click("#redo")
    shows(phone, winner, final[winner])

    # It stands in the history.
    page.goto(f"{followed.address}history/1")
    assert page.locator("table").nth(2).locator("tbody tr").count() >= len(plays)
    assert faults(page) == faults(phone) == []


def wait_for(page: "Page", condition: Callable[[], bool], seconds: float = 20) -> None:
    for _ in range(round(20 * seconds)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come true")
