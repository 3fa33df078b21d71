"""The page in five languages: catalogues that are whole, plural forms that are right, and the reader's choice."""

import json
import re
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from flask import Flask
from flask.testing import FlaskClient
from house import PAGES
from table_in_play import Device, Table, lay_in_doubt

from scorer.keeper import Keeper
from web import catalogue, words
from web.languages import LANGUAGES, number, plurals, when
from web.said import said

TRANSLATED = catalogue.TRANSLATED
# Words that are the same in another language; so is what holds numbers only, or only what is filled in.
SAME_WORDS = {"Domino!", "PIN {pin}", "spinner {tile}", "Menu", "camera {number}"}


@pytest.fixture(scope="module", params=TRANSLATED)
def code(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def read(code: str) -> Catalog:
    return catalogue.read(code)


def forms(message: Any) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string)


def test_every_message_of_the_page_is_translated(code: str, read: Catalog) -> None:
    now = catalogue.template()
    lacking = [message.id for message in now if message.id and read.get(_key(message), message.context) is None]
    assert lacking == [], f"bring the catalogues up to date: python -m web.catalogue, then translate {code}"
    assert [message.id for message in catalogue.missing(read)] == []


def _key(message: Any) -> str:
    return message.id if isinstance(message.id, str) else str(message.id[0])


def test_no_message_is_left_english(read: Catalog) -> None:
    left = [message.id for message in read if message.id and _key(message) in forms(message) and not _may_stay(message)]
    assert left == []


def _may_stay(message: Any) -> bool:
    text = _key(message)
    return text in SAME_WORDS or not re.search(r"[a-z]", re.sub(r"\{\w+\}", "", text))


def test_what_is_filled_in_is_filled_in_everywhere(read: Catalog) -> None:
    for message in read:
        if message.id:
            expected = sorted(re.findall(r"\{\w+\}", _key(message)))
            for form in forms(message):
                assert sorted(re.findall(r"\{\w+\}", form)) == expected, message.id


def test_the_compiled_catalogue_is_that_of_the_source(code: str, read: Catalog) -> None:
    path = catalogue.source(code).with_suffix(".mo")
    assert path.read_bytes() == catalogue.compiled(read), "compile it anew: python -m web.catalogue"


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("pl", ["0 oczek", "1 oczko", "2 oczka", "5 oczek", "22 oczka"]),
        ("cs", ["0 ok", "1 oko", "2 oka", "5 ok", "22 ok"]),
        ("ro", ["0 buline", "1 bulină", "2 buline", "5 buline", "22 de buline"]),
        ("hu", ["0 pötty", "1 pötty", "2 pötty", "5 pötty", "22 pötty"]),
    ],
)
def test_plural_forms(app: Flask, code: str, counted: list[str]) -> None:
    with app.test_request_context(f"/?language={code}"):
        assert [said(f"{count} pips") for count in (0, 1, 2, 5, 22)] == counted
        for_scripts = plurals("{count} point", "{count} points")
        assert "other" in for_scripts
        assert words.points(5) == for_scripts.get("many", for_scripts["other"]).format(count=5) or code == "ro"


def test_what_the_scorer_says_is_said_in_the_readers_language(app: Flask) -> None:
    with app.test_request_context("/?language=pl"):
        assert said("Ana went out: 22 pips, 20 points") == "Ana kończy: 22 oczka, 20 punktów"
        assert said("Ana and Cleo 35 -> 30; the game goes on") == "Ana i Cleo 35 -> 30; gra toczy się dalej"
        assert said("Was that 1-4 or 2-4?") == "Czy to była 1-4, czy 2-4?"
        assert said("6 + 9 = 15 = 3 fives + 5 threes") == "6 + 9 = 15 = 3 piątki + 5 trójek"
        assert said("6 + 4 = 10") == "6 + 4 = 10"
        assert said("nobody ever said this") == "nobody ever said this"


def test_numbers_and_dates_by_language(app: Flask) -> None:
    shown = {}
    for code in LANGUAGES:
        with app.test_request_context(f"/?language={code}"):
            shown[code] = (number(12345), number(1.25), when(1_700_000_000))
    assert shown["en"][0] == "12,345"
    assert shown["cs"][0] == "12\N{NO-BREAK SPACE}345"
    assert shown["ro"][0] == "12.345"
    assert shown["pl"][1] == "1,2"
    assert "2023" in shown["hu"][2]
    assert len({dates for _, _, dates in shown.values()}) == len(LANGUAGES)


@pytest.mark.parametrize(
    ("header", "code"),
    [("pl,en;q=0.5", "pl"), ("de,cs;q=0.4", "cs"), ("hu-HU", "hu"), ("de", "en"), ("", "en"), ("x" * 300, "en")],
)
def test_the_browser_chooses(client: FlaskClient, header: str, code: str) -> None:
    answer = client.get("/", headers={"Accept-Language": header})
    assert f'<html lang="{code}">' in answer.text
    assert answer.headers["Content-Language"] == code


def test_a_choice_is_remembered_and_another_one_replaces_it(client: FlaskClient) -> None:
    polish = {"Accept-Language": "pl"}
    assert '<html lang="ro">' in client.get("/?language=ro", headers=polish).text
    assert '<html lang="ro">' in client.get("/history", headers=polish).text
    assert '<html lang="en">' in client.get("/new?language=en", headers=polish).text
    assert '<html lang="en">' in client.get("/?language=xx", headers=polish).text


@pytest.mark.parametrize("path", PAGES.values())
def test_every_page_offers_all_languages(client: FlaskClient, path: str) -> None:
    page = client.get(f"/{path}").text
    assert re.findall(r'<a href="\?language=(\w+)" lang="\1"', page) == list(LANGUAGES)
    assert client.get(f"/{path}?language=hu").headers["Content-Language"] == "hu"


def test_the_stream_and_the_state_speak_as_the_page_does(app: Flask, keeper: Keeper) -> None:
    lay_in_doubt(keeper)
    device = Device(app)
    device.look("/?language=cs")
    assert device.state["question"]["text"] == "Byl to 1-4, nebo 2-4?"
    answer = device.state["question"]["answers"][1]
    told = device.post("/answer", question=device.state["question"]["id"], **answer)
    assert told.status_code == 200


def test_a_refusal_is_in_the_readers_language(app: Flask, table: Table) -> None:
    table.lay_next()
    device = Device(app)
    device.look("/?language=hu")
    play = device.state["plays"][0]["id"]
    assert "nincs ebben a készletben" in device.post("/correct", play=play, tile="6-9").text.encode().decode(
        "unicode_escape"
    )


def test_sentences_of_the_scripts_are_in_the_readers_language(client: FlaskClient) -> None:
    page = client.get("/?language=pl").text
    told = json.loads(page.split('id="words">', 1)[1].split("</script>", 1)[0])
    assert told["live"] == "Na żywo"
    assert told["points"] == {
        "one": "{count} punkt",
        "few": "{count} punkty",
        "many": "{count} punktów",
        "other": "{count} punktów",
    }
