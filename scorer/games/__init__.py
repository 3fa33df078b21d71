"""The games by name, as presets of `Rules`, and the options a table may agree on (the rule book, 4 and 7)."""

from __future__ import annotations

from scorer.games.bergen import BERGEN, DOUBLE_BERGEN
from scorer.games.by_hand import MEXICAN_TRAIN, SUPER_DOMINO
from scorer.games.czech import CZECH_BASIC, KOZA, OSEL, TEAM_KOZA, TEAM_OSEL
from scorer.games.fives import (
    ALL_FIVES,
    FIVE_UP,
    FIVES_AND_THREES,
    MUGGINS,
    ROMANIAN,
    SEVEN_ROCKS,
    SNIFF,
    THREES,
)
from scorer.games.game import Game, Option
from scorer.games.hungarian import CLASSIC_HUNGARIAN, HUNGARIAN_FOUR_ARM
from scorer.games.lines import BLOCK, DRAW_GAME, MATADOR, POLISH_1899

__all__ = [
    "ALL_FIVES",
    "FIVES_AND_THREES",
    "FIVE_UP",
    "GAMES",
    "MUGGINS",
    "ROMANIAN",
    "SEVEN_ROCKS",
    "SNIFF",
    "THREES",
    "Game",
    "Option",
    "find_game",
    "games_in_words",
]

GAMES = {
    game.key: game
    for game in (
        ALL_FIVES,
        MUGGINS,
        THREES,
        FIVES_AND_THREES,
        FIVE_UP,
        SNIFF,
        SEVEN_ROCKS,
        ROMANIAN,
        DRAW_GAME,
        BLOCK,
        MATADOR,
        BERGEN,
        DOUBLE_BERGEN,
        CLASSIC_HUNGARIAN,
        HUNGARIAN_FOUR_ARM,
        POLISH_1899,
        CZECH_BASIC,
        KOZA,
        TEAM_KOZA,
        OSEL,
        TEAM_OSEL,
        MEXICAN_TRAIN,
        SUPER_DOMINO,
    )
}


def find_game(name: str) -> Game:
    """Return a game by its key or display name, in any case. Raises ValueError naming the games there are."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    if wanted not in GAMES:
        raise ValueError(f"there is no game called {name!r}: there are {', '.join(GAMES)}")
    return GAMES[wanted]


def games_in_words() -> str:
    """Say which games there are, what they are like and what a table may choose, for the command line."""
    paragraphs = []
    for game in GAMES.values():
        pairs = {"never": "", "may": "; four also in pairs", "always": ", in pairs"}[game.pairs]
        lines = [
            f"{game.rules.name} ({game.key})",
            *game.description.splitlines(),
            f"players: {game.dealt_in_words}{pairs}",
        ]
        lines += [f"{option.key}: {', '.join(option.choices)} - {option.question}" for option in game.options]
        paragraphs.append("\n    ".join(lines))
    return "\n\n".join(paragraphs) + "\n"
