"""The games of scorer in plain words: what a table may choose, in the reader's language."""

from __future__ import annotations

from itertools import product
from typing import Any

from scorer.games import GAMES, Game, Option
from scorer.rules import Rules
from web.languages import gettext, in_context


def games_in_words() -> list[dict[str, Any]]:
    """Every game with its description, who may play it and its options, in plain JSON types."""
    return [game_in_words(game) for game in GAMES.values()]


def choice(option: Option, key: str) -> str:
    """A choice of an option in scorer's words: the message of the catalogues."""
    return option.in_words(key)


def agreed(game: Game, rules: Rules) -> dict[str, str]:
    """The choices by which the game has these rules, by option; empty where none make them."""
    # One option may set again what another has set: only all of them together tell.
    fitting = [
        [key for key, changes in option.choices.items() if _has(rules, changes)] or list(option.choices)
        for option in game.options
    ]
    for keys in product(*fitting):
        chosen = {option.key: key for option, key in zip(game.options, keys, strict=True)}
        if game.with_options(**chosen) == rules:
            return chosen
    return {}


def _has(part: Any, changes: dict[str, Any]) -> bool:
    """Whether the fields are set so already; the value of a field with fields of its own is a dict of those."""
    return all(
        _has(getattr(part, name), value) if isinstance(value, dict) else getattr(part, name) == value
        for name, value in changes.items()
    )


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
