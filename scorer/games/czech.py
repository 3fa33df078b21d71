"""The games of the Czech source, whose losers write what they hold: basic, Koza (the goat) and Osel (the ass)."""

from __future__ import annotations

from dataclasses import replace

from scorer.deal_end import HandEnd
from scorer.games.game import Game, Option
from scorer.games.options import OPENS_WITH, example_of, option, reserve, sets
from scorer.ledger import Ledger
from scorer.rules import Rules
from scorer.spinner import P_NONE, P_OPENING_NOW

_LIMIT = option(
    "target",
    "The limit: whoever passes it loses",
    "4c",
    ("100", "100", {"target": 100}),
    ("50", "50", {"target": 50}),
    ("150", "150", {"target": 150}),
    ("200", "200", {"target": 200}),
)
_COUNTING = (
    option(
        "ryba",
        "Ryba: a blocked deal",
        "3.3",
        ("own", "everybody writes their own pips", {"hand_end": {"ryba": "own"}}),
        ("own_to_loser", "the heaviest writes its own pips", {"hand_end": {"ryba": "own_to_loser"}}),
        ("all_to_loser", "the heaviest writes the pips of all", {"hand_end": {"ryba": "all_to_loser"}}),
    ),
    option(
        "lightest",
        "The lightest in a ryba where everybody writes",
        "A15",
        ("writes", "writes, too", {"hand_end": {"ryba_winner_records": True}}),
        ("exempt", "writes nothing", {"hand_end": {"ryba_winner_records": False}}),
    ),
    option(
        "heaviest",
        "Several heaviest in a ryba",
        "3.3",
        ("each", "each of them writes", {"hand_end": {"ryba_tie_most": "each"}}),
        ("none", "none of them writes", {"hand_end": {"ryba_tie_most": "none"}}),
    ),
    option(
        "double",
        "Ryba with or without the double",
        "A9",
        ("with", "though the double of the blocking value is not laid", {"ryba_double": "with"}),
        ("without", "only when that double lies", {"ryba_double": "without"}),
    ),
    option(
        "doubles",
        "Doubles in the hands in a ryba",
        "A9",
        ("counted", "count", {"hand_end": {"blocked_doubles": "counted"}}),
        ("ignored", "do not count", {"hand_end": {"blocked_doubles": "ignored"}}),
    ),
    option(
        "double_blank",
        "The 0-0 counts ten",
        "A17",
        ("always", "always", {"hand_end": {"double_blank_when": "always"}}),
        ("alone", "only as the last tile of a hand", {"hand_end": {"double_blank_when": "alone"}}),
    ),
    option(
        "over_limit",
        "Where several pass the limit in one deal",
        "A24",
        ("all", "all of them lose", {"over_limit": "all"}),
        ("highest", "the highest loses", {"over_limit": "highest"}),
    ),
)
_BLANK = option(
    "blank",
    "What may not open a deal",
    "A13",
    ("double_blank", "the 0-0", {"blank_opens": "not_double"}),
    ("any_blank", "any tile with a blank", {"blank_opens": "never"}),
)
_EVERY_DEAL = ("lowest_double", "always the holder of the lowest double", {"opening": "lowest_double"})
_LATER_WINNER = (
    "later_winner",
    "the holder of the lowest double, later who won the last deal",
    {"opening": "lowest_double_then_winner"},
)
_STOCK = (reserve(0, 1, 2, source="4a"), sets())
_THRESHOLD = "The least that is written for a deal"
_NO_THRESHOLD = {"ledger": {"threshold": 0}}
_MEMORY = (
    option(
        "flush",
        "What must be as much as that",
        "A14",
        ("deal", "the deal alone", {"ledger": {"flush": "deal"}}),
        ("sum", "the deal with what is remembered", {"ledger": {"flush": "sum"}}),
    ),
    option(
        "until_first",
        "Points are remembered",
        "A14",
        ("for_ever", "for the whole game", {"ledger": {"until_first": False}}),
        ("until_first", "until the first is written", {"ledger": {"until_first": True}}),
    ),
)
_GOAT: tuple[Option, ...] = (
    option(
        "threshold",
        _THRESHOLD,
        "3.3",
        ("13", "13", {"ledger": {"threshold": 13}}),
        ("off", "any, and nothing is remembered", _NO_THRESHOLD),
    ),
    *_MEMORY,
)
_TEAM_GOAT: tuple[Option, ...] = (
    option(
        "threshold",
        _THRESHOLD,
        "A16",
        ("13", "13, both hands together", {"ledger": {"threshold": 13}}),
        ("off", "any, and nothing is remembered", _NO_THRESHOLD),
    ),
    *_MEMORY,
)
_FACE_DOWN = option(
    "face_down",
    "A double that closes its arm",
    "A10",
    ("from_hand", "is laid face down from the hand", {"face_down": "from_hand"}),
    ("turned_over", "is turned over where it lies by who laid it", {"face_down": "turned_over"}),
)


def _opener(*choices: tuple[str, str, dict[str, str]]) -> Option:
    return option("opener", "Who opens a deal", "4a", *choices)


_BASIC_SOURCES = {
    "deal": "S4",
    "drawing": "S4; 0, 1 or 2 stay",
    "opening": "S4; A13, A21",
    "layout": "S4",
    "in play": "S4",
    "going out": "S4; 0-0: A17",
    "blocked": "S4: ryba; A9, A15",
    "tie": "unspecified; each of the heaviest writes",
    "end": "S4; several at once A24",
}

_LINE = ("Ana 1-1", "Ben 1-4 on #1 long-1", "Ana 4-6 on #2 end-b")
_CLOSED = ("Ana 1-1", "Ben 1-5 on #1 short-1")

CZECH_BASIC = Game(
    "czech_basic",
    Rules(
        name="Czech basic",
        spinner=P_NONE,
        in_play="none",
        hand_end=HandEnd(direction="losers_record", double_blank=10),
        target=100,
        exceed=True,
        ends="end_of_hand",
        opening="lowest_double",
        opens_with="deciding",
        blank_opens="not_double",
        ryba_double="with",
    ),
    "A line with two ends; who has no tile that fits draws until one does.\n"
    "The losers of a deal write the pips they hold, the 0-0 as ten; whoever passes 100 loses the game.",
    (_LIMIT, *_COUNTING, *_STOCK, _BLANK, OPENS_WITH, _opener(_EVERY_DEAL, _LATER_WINNER)),
    {2: 7, 3: 7, 4: 7},
    sources=_BASIC_SOURCES,
    example=example_of(*_LINE, "end domino Ana: Ben 0-0 2-3"),
)

KOZA = Game(
    "koza",
    replace(CZECH_BASIC.rules, name="Koza", opening="lowest_double_then_winner", ledger=Ledger(threshold=13)),
    "Czech basic with a memory: less than 13 pips in a deal are only remembered until a deal brings more.\n"
    "Who wins a deal forgets them; whoever has written more than 100 is the goat.",
    (_LIMIT, *_GOAT, *_COUNTING, *_STOCK, _BLANK, OPENS_WITH, _opener(_LATER_WINNER, _EVERY_DEAL)),
    {2: 7, 3: 7, 4: 7},
    "never",
    sources={
        **_BASIC_SOURCES,
        "opening": "S4",
        "going out": "S4; the memory: A14",
        "blocked": "S4: ryba; the same threshold where unspecified",
    },
    example=example_of(*_LINE, "end domino Ana: Ben 5-6"),
)

TEAM_KOZA = Game(
    "team_koza",
    replace(KOZA.rules, name="Team Koza", draw="none"),
    "Koza for two pairs with seven tiles each and no boneyard.\n"
    "The pair that loses a deal writes both its hands, the other nothing, even with tiles left.",
    (_LIMIT, *_TEAM_GOAT, *_COUNTING, _BLANK, OPENS_WITH, _opener(_LATER_WINNER, _EVERY_DEAL)),
    {4: 7},
    "always",
    sources={
        **KOZA.sources,
        "deal": "S4, read as in A16; that leaves no boneyard",
        "drawing": "there is no boneyard",
        "going out": "S4; the threshold for pairs: A16",
        "blocked": "S4: ryba, by the pips of a pair",
        "end": "S4: to 101",
    },
    example=example_of(*_LINE[:2], "Cleo 4-6 on #2 end-b", "end domino Cleo: Ana 2-2, Ben 5-6, Dan 1-3"),
)

_OSEL = "Koza with an opening double that may be joined on all four sides at once.\n"

OSEL = Game(
    "osel",
    replace(KOZA.rules, name="Osel", spinner=P_OPENING_NOW, face_down="from_hand", opening="lowest_double"),
    f"{_OSEL}A double laid face down closes its arm.",
    (_LIMIT, _FACE_DOWN, *_GOAT, *_COUNTING, *_STOCK, _BLANK, OPENS_WITH, _opener(_EVERY_DEAL, _LATER_WINNER)),
    {2: 7, 3: 7, 4: 7},
    "never",
    sources={
        **KOZA.sources,
        "deal": "S4; as Koza",
        "drawing": "unspecified; as Koza",
        "opening": "unspecified; the lowest double, which is laid",
        "layout": "S4; face-down doubles: A10",
        "going out": "as Koza: S4",
        "blocked": "as Koza: S4",
        "end": "as Koza",
    },
    example=example_of(*_CLOSED, "Ana 5-5 on #2 end-b, face down", "end domino Ana: Ben 6-6 2-3"),
)

TEAM_OSEL = Game(
    "team_osel",
    replace(OSEL.rules, name="Team Osel", draw="none"),
    f"{_OSEL}A double laid face down closes its arm; the pair that loses a deal writes both its hands.",
    (_LIMIT, _FACE_DOWN, *_TEAM_GOAT, *_COUNTING, _BLANK, OPENS_WITH, _opener(_EVERY_DEAL, _LATER_WINNER)),
    {4: 7},
    "always",
    sources={
        **OSEL.sources,
        "deal": "S4, read as in A16; that leaves no boneyard",
        "drawing": "there is no boneyard",
        "going out": "only the losing pair writes: S4",
        "blocked": "by prior agreement: S4",
    },
    example=example_of(*_CLOSED, "Cleo 5-5 on #2 end-b, face down", "end domino Cleo: Ana 2-2, Ben 6-6, Dan 2-3"),
)
