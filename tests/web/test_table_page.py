"""The page, with and without its script, and the state as JSON."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from table_in_play import Device, FakeCamera, Table, keeper_for, lay_in_doubt

from scorer.keeper import Keeper
from web import create_app, words
from web.page_state import page_state

RESULT: dict[str, Any] = {
    "players": [{"name": "Ana", "score": 255}, {"name": "Ben", "score": 90}],
    "last": {"player": 1, "tile": "4-6", "points": 10, "reason": "6 + 4 = 10"},
    "phase": "game over",
    "turn": None,
    "winner": 0,
    "losers": [],
    "outcome": "",
}


def visible(page: str) -> str:
    """The text of the page, without what is hidden."""
    body = page[page.index("<body>") : page.index("</main>")]
    body = re.sub(r"<(\w+)[^>]* hidden>.*?</\1>", " ", body, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", body))


def test_the_page_shows_names_scores_and_turn(client: FlaskClient, table: Table) -> None:
    table.lay_next()
    text = visible(client.get("/").get_data(as_text=True))
    assert "All Fives to 250" in text
    assert "Ana : 10 Božena : 0 to play Çelik &amp; Sons : 0" in text
    assert text.count("to play") == 1


def test_the_page_shows_the_last_play_and_why_it_scored(client: FlaskClient, table: Table) -> None:
    table.lay_next()
    text = visible(client.get("/").get_data(as_text=True))
    assert "Ana played 5-5" in text
    assert "+10" in text
    table.lay_next()
    table.lay_next()
    text = visible(client.get("/").get_data(as_text=True))
    assert "Çelik &amp; Sons played 0-3 10 + 3 = 13, no points" in text
    assert "+10" not in text
    assert "end sum 13" in text


def test_the_page_shows_the_layout_and_the_plays_newest_first(client: FlaskClient, table: Table) -> None:
    table.lay_next()
    table.lay_next()
    page = client.get("/").get_data(as_text=True)
    assert "<svg" in page
    assert visible(page).index("0-5 Božena") < visible(page).index("5-5 Ana")


def test_before_the_first_tile(client: FlaskClient) -> None:
    text = visible(client.get("/").get_data(as_text=True))
    assert "The deal has begun" in text
    assert "end sum" not in text


def test_names_are_escaped_everywhere(camera: FakeCamera) -> None:
    bad = "<script>alert(1)</script>"
    keeper = keeper_for(bad, '"><img src=x onerror=alert(1)>')
    Table(keeper).lay_next()
    page = create_app(keeper, camera).test_client().get("/").get_data(as_text=True)
    assert bad not in page
    assert "<img src=x" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "alert" not in keeper.state().to_json()["svg"]


def test_the_state_is_the_keepers(client: FlaskClient, keeper: Keeper, table: Table) -> None:
    table.lay_next()
    answer = client.get("/state")
    assert answer.json == page_state(keeper.state())
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_sign_of_life(client: FlaskClient) -> None:
    assert client.get("/healthz").text == "ok\n"


def test_the_result_stands_at_the_end() -> None:
    assert words.headline(RESULT) == ("Ana wins with 255", "Ben played 4-6: 6 + 4 = 10, 10\xa0points", "")
    assert words.headline(RESULT | {"winner": None})[0] == "The game is over"
    lost = RESULT | {"losers": [1], "outcome": "Ben lost the game"}
    assert words.headline(lost)[0] == "Ben lost the game"
    assert [words.mark(lost, player) for player in (0, 1)] == ["winner", "loser"]
    assert [words.mark(RESULT, player) for player in (0, 1)] == ["winner", ""]
    assert words.gain(RESULT) == ""


def test_a_deal_that_is_over_says_so() -> None:
    assert words.headline(RESULT | {"phase": "deal over"})[0] == "The deal is over"
    assert words.headline(RESULT | {"phase": "waiting", "last": None}) == ("Waiting for the first tile", "", "")


@pytest.mark.parametrize(("count", "said"), [(0, "no points"), (1, "1 point"), (10, "10 points")])
def test_what_a_play_scored_is_not_to_be_read_twice(count: int, said: str) -> None:
    last = {**RESULT["last"], "points": count}
    expected = ("6 + 4 = 10", said) if count else ("6 + 4 = 10, no\xa0points", "")
    assert words.headline(RESULT | {"phase": "playing", "last": last})[1:] == expected


@pytest.mark.parametrize(("count", "said"), [(0, "no points"), (1, "1 point"), (10, "10 points")])
def test_points_in_words(count: int, said: str) -> None:
    assert words.points(count) == said


def test_a_play_without_a_reason_says_its_points() -> None:
    assert words.why({"points": 5, "reason": ""}) == "5 points"


def test_every_sentence_that_the_script_fills_exists(client: FlaskClient) -> None:
    used: set[str] = set()
    for script in (path.stem for path in (Path(words.__file__).parent / "static").glob("*.js")):
        used |= set(re.findall(r'fill\("([^"]+)"', client.get(f"/static/{script}.js").text))
    assert used
    assert used <= set(words.WORDS)


def test_nothing_on_the_page_comes_from_elsewhere(client: FlaskClient) -> None:
    page = client.get("/").get_data(as_text=True)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
    for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', page):
        assert client.get(path).status_code == 200


def test_what_is_in_doubt_is_marked(camera: FakeCamera) -> None:
    keeper = keeper_for("Ana", "<b>Ben</b>")
    lay_in_doubt(keeper)
    page = create_app(keeper, camera).test_client().get("/").get_data(as_text=True)
    text = visible(page)
    assert "Was that 1-4 or 2-4? 1-4 2-4" in text
    assert "Ana played 1-4?" in text
    assert "in doubt: 1-4" in text
    assert "1-4? Ana" in text
    assert "<b>Ben" not in page


def test_who_may_only_look_is_offered_nothing_to_tap(app: Flask, keeper: Keeper) -> None:
    lay_in_doubt(keeper)
    own = Device(app).look("/").text
    phone = Device(app, "192.168.1.23", "192.168.1.5:8000").look("/").text
    for offer in ('id="undo"', "<dialog", '<button class="line"', "Domino!"):
        assert offer in own
        assert offer not in phone.split('id="words"', 1)[0]
    assert "Was that 1-4 or 2-4?" in visible(phone)
    assert '<div class="answers" id="answers" hidden>' in phone


def test_every_panel_has_a_name_and_a_way_out(app: Flask) -> None:
    page = Device(app).look("/").text
    panels = re.findall(r'<dialog class="panel" id="([\w-]+)" aria-labelledby="([\w-]+)">(.*?)</dialog>', page, re.S)
    assert {name for name, _, _ in panels} == {"more", "adjust", "handle", "ending", "correct", "pin"}
    for _, title, inside in panels:
        assert f'id="{title}"' in inside
        assert "data-close" in inside
    names = re.findall(r' id="([\w-]+)"', page)
    assert len(names) == len(set(names))
