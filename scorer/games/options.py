"""The options that several games share, each with where the rule book has it: 3, 4 or an ambiguity of 7."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from scorer.games.game import TOPICS, Option
from scorer.spinner import (
    P_FIRST,
    P_FIRST_NOW,
    P_FIRST_NOW_ANY2,
    P_NONE,
    P_OPENING,
    P_OPENING_NOW,
    SpinnerProfile,
)

Changes = dict[str, Any]

PIPS: Changes = {"in_play": "fives_pips", "hand_end": {"unit": 1}}
FIVES: Changes = {"in_play": "fives_units", "hand_end": {"unit": 5}}


def option(key: str, question: str, source: str, *choices: tuple[str, str, Changes]) -> Option:
    """Make an option from (key, plain words, fields of the rules) for every choice, the default first."""
    return Option(
        key,
        question,
        {name: changes for name, _, changes in choices},
        source,
        {name: words for name, words, _ in choices},
    )


def example_of(*lines: str) -> str:
    """Make the example of a game from events in the text form of a match, the end of the deal last."""
    return "\n".join(lines)


def sources(most: str, **others: str) -> dict[str, str]:
    """Return where the rule book has what of a game, by topic: mostly in one place, `others` elsewhere.

    A topic of two words is written with an underscore. Raises ValueError for one there is not.
    """
    by_topic = {topic.replace("_", " "): source for topic, source in others.items()}
    unknown = by_topic.keys() - set(TOPICS)
    if unknown:
        raise ValueError(f"the rule book has no topic {', '.join(sorted(unknown))}")
    return {topic: by_topic.get(topic, most) for topic in TOPICS}


def points(*targets: int) -> dict[str, Changes]:
    """Choices of a target."""
    return {str(target): {"target": target} for target in targets}


def target(choices: dict[str, Changes], source: str) -> Option:
    """The option of how many points win."""
    return Option("target", "Points to win", choices, source)


def choice(key: str, question: str, source: str, field: str, *words: str) -> Option:
    """An option whose choices are the values of one field of the rules."""
    return Option(key, question, {word: {field: word} for word in words}, source)


def counting(key: str, question: str, source: str, field: str, **words: str | None) -> Option:
    """An option whose choices are values of one field of how hands are counted."""
    return Option(key, question, {choice: {"hand_end": {field: word}} for choice, word in words.items()}, source)


def spinners(source: str, **profiles: SpinnerProfile) -> Option:
    """The option of which double spins."""
    choices: dict[str, Changes] = {key: {"spinner": profile} for key, profile in profiles.items()}
    return Option("spinner", "Which double spins, and when", choices, source, _SPINNERS)


_SPINNERS = {
    "first": "the first double, its short sides after both long ones",
    "first_at_once": "the first double, all four sides at once",
    "first_two_neighbours": "the first double, at once; it counts until two tiles touch it",
    "opening": "an opening double, its short sides after both long ones",
    "opening_at_once": "an opening double, all four sides at once",
    "opening_two_neighbours": "an opening double, at once; it counts until two tiles touch it",
    "none": "no double",
}


def reserve(*tiles: int, source: str) -> Option:
    """The option of how many tiles stay in the boneyard."""
    return Option(
        "reserve", "Tiles that stay in the boneyard", {str(many): {"reserve": many} for many in tiles}, source
    )


def sets(highest: Iterable[int] = (6, 8, 9, 12, 15), most_players: int = 4) -> Option:
    """The option of a bigger set; with one of double-nine or more, `most_players` can play."""
    choices: dict[str, Changes] = {
        str(pips): {"max_pips": pips, **({"most_players": most_players} if pips > 8 and most_players > 4 else {})}
        for pips in highest
    }
    return Option("set", "The set", choices, "1", {str(pips): f"up to {pips}-{pips}" for pips in highest})


REACHED = option(
    "reached",
    "When the target is won",
    "3.4; A1",
    ("reached", "as soon as it is reached", {"exceed": False}),
    ("exceeded", "only when it is passed", {"exceed": True}),
)
_ENDS = {"at_once": "at once, within the deal", "end_of_hand": "when the deal is over"}
AT_ONCE = replace(choice("ends", "When the game stops", "3.4; A1", "ends", "at_once", "end_of_hand"), words=_ENDS)
AT_DEAL_END = replace(choice("ends", "When the game stops", "3.4; A1", "ends", "end_of_hand", "at_once"), words=_ENDS)
CALL = option(
    "muggins",
    "Points a player overlooked",
    "3.2",
    ("off", "are written all the same", {"muggins": "off"}),
    ("steal", "go to whoever calls them first", {"muggins": "steal"}),
    ("lost", "are lost", {"muggins": "lost"}),
)
ROUNDING = option(
    "rounding",
    "Rounding of several opponents' hands",
    "3.3; A6",
    ("total", "all together, once", {"hand_end": {"round_scope": "total"}}),
    ("each_hand", "each by itself", {"hand_end": {"round_scope": "each_hand"}}),
)
BLOCKED_WORTH = "What a blocked deal is worth"
OPPONENTS = ("opponents", "the opponents' pips", {"hand_end": {"blocked_basis": None}})
DIFFERENCE = (
    "difference",
    "the opponents' pips less the winner's",
    {"hand_end": {"blocked_basis": "opponents_minus_own"}},
)
BLOCKED = option("blocked", BLOCKED_WORTH, "3.3; A7", OPPONENTS, DIFFERENCE)
TIE = option(
    "tie",
    "A blocked deal with equal hands",
    "3.3; A7",
    ("no_award", "nobody gets points", {"hand_end": {"blocked_tie": "no_award"}}),
    ("last_player", "whoever played last wins it", {"hand_end": {"blocked_tie": "last_player"}}),
    (
        "fewest_tiles",
        "the fewest tiles win it, then whoever played last",
        {"hand_end": {"blocked_tie": "fewest_tiles_then_last_player"}},
    ),
)
LIGHTEST = ("lightest", "the side with the fewest pips", {"hand_end": {"blocked_winner": "lowest_side"}})
LIGHTEST_HAND = ("lightest_hand", "the side of the lightest hand", {"hand_end": {"blocked_winner": "lowest_player"}})
BLOCKED_WINNER = option(
    "blocked_winner",
    "Who wins a blocked deal",
    "3.3; A12",
    LIGHTEST,
    LIGHTEST_HAND,
    ("closer", "whoever laid the last tile", {"hand_end": {"blocked_winner": "closer"}}),
)
_LEFT = ("left", "the next on the left", {"opening": "lot_then_left"})
_WINNER = ("winner", "whoever went out", {"opening": "winner"})
LEFT_OPENS = option("opener", "Who opens the next deal", "4a", _LEFT, _WINNER)
WINNER_OPENS = option("opener", "Who opens the next deal", "4a", _WINNER, _LEFT)
_DRAWING = {
    "none": "nothing is drawn",
    "one": "one tile",
    "until_fits": "until a tile fits",
    "free": "as many as a player likes",
}
_DRAW_QUESTION = "Drawing from the boneyard"
DRAW = replace(choice("draw", _DRAW_QUESTION, "3.5, 4a", "draw", "until_fits", "one", "none"), words=_DRAWING)
NO_DRAW = replace(choice("draw", _DRAW_QUESTION, "3.5, 4a", "draw", "none", "until_fits", "one"), words=_DRAWING)
FREE_DRAW = replace(choice("draw", _DRAW_QUESTION, "3.5, 4a", "draw", "until_fits", "free", "none"), words=_DRAWING)
DRAWN_TILE = option(
    "drawn_tile",
    "A tile that was drawn",
    "A19",
    ("at_once", "may be laid at once", {"draw_ends_turn": False}),
    ("next_turn", "may be laid in the next turn", {"draw_ends_turn": True}),
)
OPENS_WITH = option(
    "opens_with",
    "The tile that decides who opens must be laid first",
    "A21",
    ("deciding", "yes", {"opens_with": "deciding"}),
    ("any", "no", {"opens_with": "any"}),
)
HAND = (ROUNDING, BLOCKED, TIE)
IN_PLAY = (REACHED, AT_ONCE, CALL, *HAND)
OPENING_SPINS = spinners(
    "2.4; A3, A4, A5",
    opening_at_once=P_OPENING_NOW,
    opening_two_neighbours=replace(P_OPENING_NOW, end_test="any_two"),
    opening=P_OPENING,
    first=P_FIRST,
    first_at_once=P_FIRST_NOW,
    first_two_neighbours=P_FIRST_NOW_ANY2,
    none=P_NONE,
)
FIRST_SPINS = spinners("2.4; A4, A5", first=P_FIRST, first_at_once=P_FIRST_NOW, first_two_neighbours=P_FIRST_NOW_ANY2)
