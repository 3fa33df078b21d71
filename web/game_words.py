"""The games of scorer in plain words: what a table may choose, in the reader's language."""

from __future__ import annotations

from typing import Any

from scorer.games import GAMES, Game, Option
from web.languages import gettext, in_context


def games_in_words() -> list[dict[str, Any]]:
    """Every game with its description, who may play it and its options, in plain JSON types."""
    return [game_in_words(game) for game in GAMES.values()]


def choice(option: Option, key: str) -> str:
    """A choice of an option in scorer's words: the message of the catalogues."""
    return option.in_words(key)


def game_in_words(game: Game) -> dict[str, Any]:
    """One game with its description, who may play it and its options; of choices the first is the usual one."""
    return {
        "key": game.key,
        "name": game.rules.name,
        "description": gettext(game.description),
        "players": list(game.dealt),
        "pairs": game.pairs,
        "options": [
            {
                "key": option.key,
                "question": gettext(option.question),
                "choices": [
                    {"key": key, "text": in_context(option.key, choice(option, key))} for key in option.choices
                ],
            }
            for option in game.options
        ],
    }
