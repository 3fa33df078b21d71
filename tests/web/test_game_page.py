"""The games' own pages, in every language."""

import re

import pytest
from flask.testing import FlaskClient

from scorer.games import GAMES
from web.languages import LANGUAGES


@pytest.mark.parametrize("key", GAMES)
def test_every_game_is_explained_with_an_example(client: FlaskClient, key: str) -> None:
    page = client.get(f"/games/{key}").text
    game = GAMES[key]
    assert game.rules.name in page
    assert ("<svg xmlns" in page) == game.rules.followed
    for option in game.options:
        for choice in option.choices:
            assert option.in_words(choice).replace("'", "&#39;") in page
    assert "still holds" in page


@pytest.mark.parametrize("language", set(LANGUAGES) - {"en"})
@pytest.mark.parametrize("key", GAMES)
def test_it_is_explained_in_the_readers_language(client: FlaskClient, key: str, language: str) -> None:
    page = client.get(f"/games/{key}?language={language}").text
    text = re.sub(r"<script.*?</script>|<[^>]+>", " ", page, flags=re.S)
    assert not re.search(r"\b(went out|points?|pips|holds|written|remembered|fives|threes|opponents|the)\b", text)


def test_a_game_there_is_not(client: FlaskClient) -> None:
    assert client.get("/games/poker").status_code == 404
    assert client.get("/games/../../etc/passwd").status_code == 404
