"""A game that can be played, and the options that a table may agree on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from scorer.rules import Rules

_NESTED = ("hand_end", "ledger")
_PAIRS = ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of the table.

    `choices`: what may be chosen, by its key, and the fields of `Rules` it sets; the first is the default. `source`:
    where the rule book has it. `words`: a choice in plain words, where its key does not say it.
    """

    key: str
    question: str
    choices: dict[str, dict[str, Any]]
    source: str = ""
    words: Mapping[str, str] = field(default_factory=dict)

    def in_words(self, choice: str) -> str:
        """Return a choice in plain words."""
        return self.words.get(choice, choice.replace("_", " "))


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be played: its key, the rules with their display name, two lines about it, and its options.

    `dealt`: how many tiles each gets, by the number of players; no other number of players is usual. `pairs`: whether
    four play two against two, those who sit opposite together. `sources`: where the rule book has what, by topic, one
    of `TOPICS`; what it leaves open is said to be so. `example`: some events of a deal in the text form of a match, its
    end last, for the worked example.
    """

    key: str
    rules: Rules
    description: str
    options: tuple[Option, ...]
    dealt: Mapping[int, int]
    pairs: Literal["never", "may", "always"] = "may"
    sources: Mapping[str, str] = field(default_factory=dict)
    example: str = ""

    @property
    def dealt_in_words(self) -> str:
        """How many tiles each gets: "2 with 7 tiles each, 3 or 4 with 5 tiles each"."""
        by_tiles: dict[int, list[str]] = {}
        for players, tiles in self.dealt.items():
            by_tiles.setdefault(tiles, []).append(str(players))
        return ", ".join(f"{_any_of(players)} with {tiles} tiles each" for tiles, players in by_tiles.items())

    def sides(self, players: int, *, pairs: bool = False) -> tuple[tuple[int, ...], ...] | None:
        """Return who plays with whom, for the start of a match of so many players; `pairs`: four of them wish to.

        Raises ValueError for a number of players that the game is not for.
        """
        if players not in self.dealt:
            raise ValueError(f"{self.rules.name} is for {_any_of(list(map(str, self.dealt)))} players.")
        paired = players == 4 and (self.pairs == "always" or (self.pairs == "may" and pairs))
        return _PAIRS if paired else None

    def with_options(self, /, **chosen: str) -> Rules:
        """Return the rules with a choice for some options. Raises ValueError for an option or choice there is not."""
        rules = self.rules
        by_key = {option.key: option for option in self.options}
        for key, choice in chosen.items():
            if key not in by_key:
                raise ValueError(f"{rules.name} has no option {key!r}: it has {', '.join(by_key)}")
            choices = by_key[key].choices
            if choice not in choices:
                raise ValueError(f"{key} must be one of {', '.join(choices)}, not {choice!r}")
            rules = _applied(rules, choices[choice])
        return rules


# What the rule book says of every game, in the order of its tables 4a to 4c.
TOPICS = ("deal", "drawing", "opening", "layout", "in play", "going out", "blocked", "tie", "end")


def _any_of(words: list[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _applied(rules: Rules, changes: dict[str, Any]) -> Rules:
    """Set fields of the rules; the value of `hand_end` or `ledger` is a dict of the fields of that to be set."""
    plain: dict[str, Any] = {
        name: replace(getattr(rules, name), **value) if name in _NESTED else value for name, value in changes.items()
    }
    return replace(rules, **plain)
