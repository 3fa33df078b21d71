"""Every game with its rules, its options and where the rule book has them: docs/GAMES.md, and one game in full."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.games import GAMES
from scorer.games.example import example
from scorer.games.game import Game, Option
from scorer.games.wording import facts

_HEAD = """\
# Games

This page is made by `fivesight games --markdown`, from the rules by which the scores are kept.

For every game: what it is like, its rules as they are unless the table chooses otherwise, its options, the default
first, and a deal scored by its rules as an example. An option is chosen on the set-up page, or on the command line as
`--option target=100`.

The sources are those of our rule book, which is no part of this repository: S0 a Polish rules sheet, S1 a Romanian
game to 100, S2 a Hungarian encyclopedia, S3 a Polish handbook of 1899, S4 Czech online rules; PG pagat.com, GB
gambiter.com, OD onlinedominogames.com, CDD cardsdicedominoes.com, BR Britannica, WP Wikipedia, AK askalink.com, GM
gambit.com, BC bcad5sand3s.co.uk, EG eightygames, DR dominorules.com, DP domino-play.com, GC gamecabinet.com, PP
puzzle-place.net, DG dominogames.com, BH billhathaway.com. "Unspecified": no source says it, and the default
is ours. Numbers are sections of the rule book, A1 to A24 its list of what the sources leave open.
"""


def page() -> str:
    """Return the whole page, in Markdown."""
    names = [f"- [{game.rules.name}](#{_anchor(game)})" for game in GAMES.values()]
    return "\n".join([_HEAD, *names, "", *(line for game in GAMES.values() for line in _section(game))])


def sheet(game: Game) -> str:
    """Return what there is to say about one game, for the command line."""
    lines = [f"{game.rules.name} ({game.key})", *game.description.splitlines(), ""]
    lines += [f"{topic}: {rule}" for topic, rule in facts(game).items()]
    for option in game.options:
        lines += ["", f"{option.question}:"]
        usual = next(iter(option.choices))
        for choice in option.choices:
            words = f"{option.in_words(choice)}{' (usual)' if choice == usual else ''}"
            lines.append(f"    {f'--option {option.key}={choice}':<38} {words}")
    shown = (words.replace("`", "") for words in example(game).in_words)
    return "\n".join([*lines, "", "For example:", *shown]) + "\n"


def _anchor(game: Game) -> str:
    return game.rules.name.lower().replace(" ", "-")


def _section(game: Game) -> Iterator[str]:
    yield f"## {game.rules.name}"
    yield ""
    yield from game.description.splitlines()
    yield ""
    yield f"On the command line: `{game.key}`."
    yield ""
    yield "| | Rule | Source |"
    yield "|---|---|---|"
    for topic, rule in facts(game).items():
        yield f"| {topic} | {rule} | {game.sources[topic]} |"
    yield ""
    yield "| Option | Choices, the default first | Rule book |"
    yield "|---|---|---|"
    for option in game.options:
        yield f"| {option.question} (`{option.key}`) | {'<br>'.join(_choices(option))} | {option.source} |"
    yield ""
    yield "For example:"
    yield ""
    yield from (f"- {words}" for words in example(game).in_words)
    yield ""


def _choices(option: Option) -> Iterator[str]:
    for choice in option.choices:
        words = option.in_words(choice)
        yield f"`{choice}`" if words == choice else f"`{choice}`: {words}"
