"""The games by name, as presets of `Rules`, and the options a table may agree on (the rule book, 4 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from scorer.deal_end import HandEnd
from scorer.rules import Rules
from scorer.spinner import (
    P_ALL,
    P_FIRST,
    P_FIRST_NOW,
    P_FIRST_NOW_ANY2,
    P_NONE,
    P_OPENING,
    P_OPENING_NOW,
    P_SNIFF,
    SpinnerProfile,
)


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of the table. `choices`: what may be chosen, in words, and the fields of `Rules` it sets; the first
    is the default."""

    key: str
    question: str
    choices: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be played: its key, the rules with their display name, two lines about it, and its options.

    `dealt`: how many tiles each gets, by the number of players; no other number of players is usual. `pairs`: whether
    four play two against two, those who sit opposite together.
    """

    key: str
    rules: Rules
    description: str
    options: tuple[Option, ...]
    dealt: Mapping[int, int]
    pairs: Literal["never", "may", "always"] = "may"

    def with_options(self, **chosen: str) -> Rules:
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


def _applied(rules: Rules, changes: dict[str, Any]) -> Rules:
    """Set fields of the rules; the value of `hand_end` is a dict of the fields of that to be set."""
    plain = {name: value for name, value in changes.items() if name != "hand_end"}
    return replace(rules, **plain, hand_end=replace(rules.hand_end, **changes.get("hand_end", {})))


_PIPS = {"in_play": "fives_pips", "hand_end": {"unit": 1}}
_FIVES = {"in_play": "fives_units", "hand_end": {"unit": 5}}


def _points(*targets: int) -> dict[str, dict[str, Any]]:
    return {str(target): {"target": target} for target in targets}


def _target(choices: dict[str, dict[str, Any]]) -> Option:
    return Option("target", "Points to win", choices)


def _choice(key: str, question: str, field: str, *words: str) -> Option:
    """An option whose choices are the values of one field of the rules."""
    return Option(key, question, {word: {field: word} for word in words})


def _counting(key: str, question: str, field: str, **words: str | None) -> Option:
    """An option whose choices are values of one field of how hands are counted."""
    return Option(key, question, {choice: {"hand_end": {field: word}} for choice, word in words.items()})


def _spinners(**profiles: SpinnerProfile) -> Option:
    return Option(
        "spinner", "Which double spins, and when", {key: {"spinner": profile} for key, profile in profiles.items()}
    )


_REACHED = Option("reached", "When the target is won", {"reached": {"exceed": False}, "exceeded": {"exceed": True}})
_AT_ONCE = _choice("ends", "When the game stops", "ends", "at_once", "end_of_hand")
_AT_DEAL_END = _choice("ends", "When the game stops", "ends", "end_of_hand", "at_once")
_CALL = _choice("muggins", "Points a player overlooked", "muggins", "off", "steal", "lost")
_ROUNDING = _counting(
    "rounding", "Rounding of several opponents' hands", "round_scope", total="total", each_hand="each_hand"
)
_BLOCKED = _counting(
    "blocked", "What a blocked deal is worth", "blocked_basis", opponents=None, difference="opponents_minus_own"
)
_TIE = _counting(
    "tie",
    "A blocked deal with equal hands",
    "blocked_tie",
    no_award="no_award",
    last_player="last_player",
    fewest_tiles="fewest_tiles_then_last_player",
)
_LEFT_OPENS = Option(
    "opener", "Who opens the next deal", {"left": {"opening": "lot_then_left"}, "winner": {"opening": "winner"}}
)
_WINNER_OPENS = Option(
    "opener", "Who opens the next deal", {"winner": {"opening": "winner"}, "left": {"opening": "lot_then_left"}}
)
_NO_DRAW = _choice("draw", "Drawing from the boneyard", "draw", "none", "until_fits", "one")
_DRAW = _choice("draw", "Drawing from the boneyard", "draw", "until_fits", "one", "none")
_HAND = (_ROUNDING, _BLOCKED, _TIE)
_OPENING_SPINS = _spinners(
    opening_at_once=P_OPENING_NOW,
    opening_two_neighbours=replace(P_OPENING_NOW, end_test="any_two"),
    opening=P_OPENING,
    first=P_FIRST,
    first_at_once=P_FIRST_NOW,
    first_two_neighbours=P_FIRST_NOW_ANY2,
    none=P_NONE,
)
_FIRST_SPINS = _spinners(first=P_FIRST, first_at_once=P_FIRST_NOW, first_two_neighbours=P_FIRST_NOW_ANY2)

ALL_FIVES = Game(
    "all_fives",
    Rules(name="All Fives"),
    "The first double is the spinner: it may be joined on all four sides.\n"
    "Open ends that add up to a multiple of five score that many points.",
    (
        _target({**_points(250, 200, 150, 100), "61_units": {**_FIVES, "target": 61}}),
        _FIRST_SPINS,
        _REACHED,
        _AT_ONCE,
        _CALL,
        *_HAND,
        _LEFT_OPENS,
        _DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
)

MUGGINS = Game(
    "muggins",
    Rules(
        name="Muggins",
        spinner=P_OPENING_NOW,
        in_play="fives_units",
        hand_end=HandEnd(rounding="nearest5", unit=5),
        target=61,
    ),
    "An opening double may be joined on all four sides at once.\n"
    "Every five in the sum of the open ends scores one point.",
    (
        _target({"61": {"target": 61}, "100_pips": {**_PIPS, "target": 100}, "200_pips": {**_PIPS, "target": 200}}),
        _OPENING_SPINS,
        _REACHED,
        _AT_ONCE,
        _CALL,
        *_HAND,
        _LEFT_OPENS,
        _DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
)

THREES = Game(
    "threes",
    Rules(
        name="Threes",
        spinner=P_OPENING_NOW,
        in_play="threes_units",
        hand_end=HandEnd(rounding="nearest3", unit=3),
        target=61,
    ),
    "An opening double may be joined on all four sides at once.\n"
    "Every three in the sum of the open ends scores one point.",
    (
        _target(_points(61, 100)),
        _OPENING_SPINS,
        _REACHED,
        _AT_ONCE,
        _CALL,
        *_HAND,
        _LEFT_OPENS,
        _DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
)

FIVES_AND_THREES = Game(
    "fives_and_threes",
    Rules(
        name="Fives and Threes",
        spinner=P_NONE,
        in_play="fives_and_threes",
        hand_end=HandEnd(basis="fixed", fixed=1, blocked_fixed=0),
        target=61,
        exact=True,
        draw="none",
    ),
    "A line with two ends; every five and every three in their sum scores one point, so that 15 is worth 8.\n"
    "Going out scores one more, and 61 must be met exactly: what would pass it is void.",
    (
        _target(
            {"61_exactly": {"target": 61, "exact": True}, "over_100": {"target": 100, "exact": False, "exceed": True}}
        ),
        Option("scoring", "What a sum is worth", {"units": {"per_pip": False}, "pips": {"per_pip": True}}),
        _AT_ONCE,
        _CALL,
        _LEFT_OPENS,
        _NO_DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
)

FIVE_UP = Game(
    "five_up",
    Rules(
        name="Five-Up",
        spinner=P_ALL,
        in_play="fives_units",
        hand_end=HandEnd(rounding="nearest5", unit=5),
        target=61,
        opening="winner",
    ),
    "Every double spins: it may be joined on all four sides once both its long sides are covered.\n"
    "Every five in the sum of the open ends scores one point.",
    (_target(_points(61, 100)), _REACHED, _AT_ONCE, _CALL, *_HAND, _WINNER_OPENS, _DRAW),
    {2: 5, 3: 5, 4: 5},
)

SNIFF = Game(
    "sniff",
    Rules(
        name="Sniff",
        spinner=P_SNIFF,
        in_play="fives_units",
        hand_end=HandEnd(rounding="nearest5", unit=5),
        target=61,
        opening="winner",
    ),
    "The first double is the sniff: four sides, and its short sides count until they are covered.\n"
    "Every five in the sum of the open ends scores one point.",
    (
        _target({"61": {"target": 61}, "250_pips": {**_PIPS, "target": 250}}),
        _REACHED,
        _AT_ONCE,
        _CALL,
        *_HAND,
        _WINNER_OPENS,
        _DRAW,
    ),
    {2: 7, 3: 6, 4: 5},
)

SEVEN_ROCKS = Game(
    "seven_rocks",
    Rules(
        name="Seven Rocks",
        hand_end=HandEnd(direction="each_side_subtracts_own", rounding="nearest5"),
        ends="end_of_hand",
        draw="none",
        opening="winner",
    ),
    "All Fives for two pairs with seven tiles each and no boneyard.\n"
    "When the deal ends every pair loses what it still holds, to the nearest five.",
    (_target(_points(250, 200, 150, 100)), _FIRST_SPINS, _REACHED, _AT_DEAL_END, _CALL, _ROUNDING, _WINNER_OPENS),
    {4: 7},
    "always",
)

ROMANIAN = Game(
    "romanian_fives_100",
    Rules(
        name="Romanian Fives-100",
        hand_end=HandEnd(
            blocked_basis="opponents_minus_own",
            rounding="floor5",
            order="round_then_subtract",
            blocked_tie="fewest_tiles_then_last_player",
        ),
        target=100,
        opening="highest_double",
        opens_with="deciding",
    ),
    "Two players and a spinner with four sides; ends that add up to a multiple of five score it.\n"
    "Going out wins the other hand rounded down to five, and 100 points win at once.",
    (
        _spinners(first=P_FIRST, first_at_once=P_FIRST_NOW),
        _choice("scoring", "Points in play", "in_play", "fives_pips", "none"),
        _counting(
            "blocked_winner",
            "Who wins a blocked deal",
            "blocked_winner",
            fewest_pips="lowest_side",
            most_pips="highest_side",
            most_points="higher_game_score",
        ),
        _counting(
            "rounding",
            "A blocked deal is rounded",
            "order",
            first="round_then_subtract",
            last="subtract_then_round",
        ),
        _REACHED,
        _AT_ONCE,
        _CALL,
        _choice("opens_with", "The tile that decides who opens must be laid first", "opens_with", "deciding", "any"),
        _DRAW,
    ),
    {2: 7},
    "never",
)

GAMES = {
    game.key: game for game in (ALL_FIVES, MUGGINS, THREES, FIVES_AND_THREES, FIVE_UP, SNIFF, SEVEN_ROCKS, ROMANIAN)
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
        players = ", ".join(f"{count} with {tiles} tiles each" for count, tiles in game.dealt.items())
        pairs = {"never": "", "may": "; four also in pairs", "always": ", in pairs"}[game.pairs]
        lines = [f"{game.rules.name} ({game.key})", *game.description.splitlines(), f"players: {players}{pairs}"]
        lines += [f"{option.key}: {', '.join(option.choices)} - {option.question}" for option in game.options]
        paragraphs.append("\n    ".join(lines))
    return "\n\n".join(paragraphs) + "\n"
