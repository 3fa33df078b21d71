"""Games that score ends which show the same: Bergen and Double Bergen."""

from __future__ import annotations

from dataclasses import replace

from scorer.deal_end import HandEnd
from scorer.games.game import Game, Option
from scorer.games.options import AT_ONCE, DRAW, REACHED, TIE, example_of, option, reserve, sets, spinners, target
from scorer.rules import Rules
from scorer.spinner import P_FIRST, P_FIRST_NOW, P_NONE

_OPTIONS: tuple[Option, ...] = (
    target({"15": {"target": 15}, "10": {"target": 10}}, "4c"),
    option(
        "going_out",
        "Points for going out",
        "4c",
        ("1", "1", {"hand_end": {"fixed": 1, "blocked_fixed": None}}),
        ("2", "2", {"hand_end": {"fixed": 2, "blocked_fixed": 1}}),
    ),
    option(
        "near_target",
        "Points in play near the target",
        "3.1",
        ("all", "all count", {"bergen_cap": False}),
        ("capped", "at most 2 where 3 are missing, 1 where 2 are", {"bergen_cap": True}),
    ),
    option(
        "blocked_winner",
        "Who wins a blocked deal",
        "4c",
        (
            "lightest",
            "the fewest pips",
            {"hand_end": {"blocked_winner": "lowest_side", "blocked_doubles": "counted"}},
        ),
        (
            "without_doubles",
            "hands without doubles first, then the fewest pips",
            {"hand_end": {"blocked_winner": "no_doubles_first", "blocked_doubles": "ignored"}},
        ),
    ),
    TIE,
    DRAW,
    reserve(2, 0, source="4a"),
    option(
        "opener",
        "Who opens a deal",
        "4a",
        ("lowest_double", "the holder of the lowest double", {"opening": "lowest_double"}),
        ("highest_double", "the holder of the highest double", {"opening": "highest_double"}),
    ),
    AT_ONCE,
    REACHED,
    sets(),
)

BERGEN = Game(
    "bergen",
    Rules(
        name="Bergen",
        spinner=P_NONE,
        in_play="bergen",
        hand_end=HandEnd(basis="fixed", fixed=1),
        target=15,
        reserve=2,
        opening="lowest_double",
    ),
    "A line with two ends: two points when both show the same, three when one of them is a double.\n"
    "Going out scores one more, and so does the lightest hand of a blocked deal.",
    _OPTIONS,
    {2: 6, 3: 6, 4: 5},
    sources={
        "deal": "PG",
        "drawing": "two stay: PG; to the end: OD",
        "opening": "PG; highest double: OD, PP",
        "layout": "PG, OD",
        "in play": "OD, PP, GC; capped: GC",
        "going out": "1: OD, PP; 2: GC",
        "blocked": "OD; without doubles first: PP",
        "tie": "OD",
        "end": "15: OD, PP; 15 for two, 10 for three or four: GC",
    },
    example=example_of(
        "Ana 3-4",
        "Ben 4-2 on #1 end-b",
        "Ana 2-3 on #2 end-a",
        "Ben 3-3 on #3 end-b",
        "end domino Ben",
    ),
)

_FOUR_FIRST = replace(P_FIRST_NOW, four_first=True)

DOUBLE_BERGEN = Game(
    "double_bergen",
    replace(BERGEN.rules, name="Double Bergen", spinner=_FOUR_FIRST),
    "Bergen with a spinner: the first double is joined on all four sides before tiles go anywhere else.\n"
    "Two points when every end shows the same, three when more than two halves do.",
    (
        spinners("2.4, 4b", four_sides_first=_FOUR_FIRST, first_at_once=P_FIRST_NOW, first=P_FIRST),
        *_OPTIONS,
    ),
    BERGEN.dealt,
    sources={
        **BERGEN.sources,
        "layout": "PG; whether the first or an opening double is meant is unspecified",
        "in play": "as Bergen; with more than two ends unspecified",
    },
    example=example_of(
        "Ana 3-3",
        "Ben 3-1 on #1 long-1",
        "Ana 3-2 on #1 long-2",
        "Ben 3-5 on #1 short-1",
        "Ana 3-6 on #1 short-2",
        "end domino Ana",
    ),
)
