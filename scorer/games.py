"""The games by name, as presets of `Rules`, and the options a table may agree on (the rule book, 4 and 7)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scorer.deal_end import HandEnd
from scorer.rules import Rules
from scorer.spinner import P_FIRST, P_FIRST_NOW, P_NONE, P_OPENING, P_OPENING_NOW, SpinnerProfile


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of the table. `choices`: what may be chosen, in words, and the fields of `Rules` it sets; the first
    is the default."""

    key: str
    question: str
    choices: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Game:
    """A game that can be played: its key, the rules with their display name, two lines about it, and its options."""

    key: str
    rules: Rules
    description: str
    options: tuple[Option, ...]

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


def _targets(*targets: int) -> Option:
    return Option("target", "Points to win", {str(target): {"target": target} for target in targets})


_REACHED = Option(
    "reached",
    "When the target is won",
    {"reached": {"exceed": False}, "exceeded": {"exceed": True}},
)
_ENDS = Option(
    "ends",
    "When the game stops",
    {"at_once": {"ends": "at_once"}, "end_of_hand": {"ends": "end_of_hand"}},
)
_CALL = Option(
    "muggins",
    "Points a player overlooked",
    {"off": {"muggins": "off"}, "steal": {"muggins": "steal"}, "lost": {"muggins": "lost"}},
)
_ROUNDING = Option(
    "rounding",
    "Rounding of several opponents' hands",
    {"total": {"hand_end": {"round_scope": "total"}}, "each_hand": {"hand_end": {"round_scope": "each_hand"}}},
)
_BLOCKED = Option(
    "blocked",
    "What a blocked deal is worth",
    {
        "opponents": {"hand_end": {"blocked_basis": None}},
        "difference": {"hand_end": {"blocked_basis": "opponents_minus_own"}},
    },
)
_TIE = Option(
    "tie",
    "A blocked deal with equal hands",
    {
        "no_award": {"hand_end": {"blocked_tie": "no_award"}},
        "last_player": {"hand_end": {"blocked_tie": "last_player"}},
        "fewest_tiles": {"hand_end": {"blocked_tie": "fewest_tiles_then_last_player"}},
    },
)
_OPENER = Option(
    "opener",
    "Who opens the next deal",
    {"left": {"opening": "lot_then_left"}, "winner": {"opening": "winner"}},
)


def _spinners(**profiles: SpinnerProfile) -> Option:
    return Option(
        "spinner", "Which double spins, and when", {key: {"spinner": profile} for key, profile in profiles.items()}
    )


ALL_FIVES = Game(
    "all_fives",
    Rules(name="All Fives"),
    "The first double is the spinner: it may be joined on all four sides.\n"
    "Open ends that add up to a multiple of five score that many points.",
    (
        _targets(250, 200, 150, 100),
        _spinners(first=P_FIRST, first_at_once=P_FIRST_NOW),
        _REACHED,
        _ENDS,
        _CALL,
        _ROUNDING,
        _BLOCKED,
        _TIE,
        _OPENER,
        Option(
            "scoring",
            "How points are written",
            {
                "pips": {"in_play": "fives_pips"},
                "units": {"in_play": "fives_units", "target": 61, "hand_end": {"unit": 5}},
            },
        ),
    ),
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
        _targets(61, 100, 200),
        _spinners(
            opening_at_once=P_OPENING_NOW,
            opening_two_neighbours=replace(P_OPENING_NOW, end_test="any_two"),
            opening=P_OPENING,
            first=P_FIRST,
            none=P_NONE,
        ),
        _REACHED,
        _ENDS,
        _CALL,
        _ROUNDING,
        _BLOCKED,
        _TIE,
        _OPENER,
        Option(
            "scoring",
            "How points are written",
            {
                "units": {"in_play": "fives_units"},
                "pips": {"in_play": "fives_pips", "target": 200, "hand_end": {"unit": 1}},
            },
        ),
    ),
)

GAMES = {game.key: game for game in (ALL_FIVES, MUGGINS)}


def find_game(name: str) -> Game:
    """Return a game by its key or display name, in any case. Raises ValueError naming the games there are."""
    wanted = name.strip().lower().replace(" ", "_").replace("-", "_")
    if wanted not in GAMES:
        raise ValueError(f"there is no game called {name!r}: there are {', '.join(GAMES)}")
    return GAMES[wanted]
