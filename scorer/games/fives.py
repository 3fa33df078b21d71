"""Games that score the sum of the open ends in play: All Fives and its relatives."""

from __future__ import annotations

from dataclasses import replace

from scorer.deal_end import HandEnd
from scorer.games.game import Game
from scorer.games.options import (
    AT_DEAL_END,
    AT_ONCE,
    CALL,
    DRAW,
    FIRST_SPINS,
    FIVES,
    IN_PLAY,
    LEFT_OPENS,
    NO_DRAW,
    OPENING_SPINS,
    OPENS_WITH,
    PIPS,
    REACHED,
    ROUNDING,
    WINNER_OPENS,
    example_of,
    option,
    points,
    sources,
    spinners,
    target,
)
from scorer.rules import Rules
from scorer.spinner import P_ALL, P_FIRST, P_FIRST_NOW, P_NONE, P_OPENING_NOW, P_SNIFF

_FOUR_ARMS = example_of(
    "Ana 5-5",
    "Ben 5-0 on #1 long-1",
    "Ana 5-4 on #1 long-2",
    "Ben 5-1 on #1 short-1",
    "end domino Ben: Ana 6-6 1-2",
)

ALL_FIVES = Game(
    "all_fives",
    Rules(name="All Fives"),
    "The first double is the spinner: it may be joined on all four sides.\n"
    "Open ends that add up to a multiple of five score that many points.",
    (
        target({**points(250, 200, 150, 100), "61_units": {**FIVES, "target": 61}}, "4c"),
        FIRST_SPINS,
        *IN_PLAY,
        LEFT_OPENS,
        DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "S0",
        deal="S0; 9, 7 or 5 each in PG",
        opening="S0; who went out: PG",
        layout="S0, which leaves open when the short sides open (A5)",
        blocked="S0; the difference: GM",
        tie="unspecified in S0; nobody: AK",
        end="S0 (A1); other targets S0, GM",
    ),
    example=_FOUR_ARMS,
)

# Points are counted by fives, not in pips.
_UNITS = Rules(
    name="Muggins",
    spinner=P_OPENING_NOW,
    in_play="fives_units",
    hand_end=HandEnd(rounding="nearest5", unit=5),
    target=61,
)

MUGGINS = Game(
    "muggins",
    _UNITS,
    "An opening double may be joined on all four sides at once.\n"
    "Every five in the sum of the open ends scores one point.",
    (
        target({"61": {"target": 61}, "100_pips": {**PIPS, "target": 100}, "200_pips": {**PIPS, "target": 200}}, "4c"),
        OPENING_SPINS,
        *IN_PLAY,
        LEFT_OPENS,
        DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "unspecified in S0; PG",
        drawing="PG, BR",
        opening="the heaviest drawn tile: S0; later PG",
        layout="S0; the first double (A3): a variety in S0; none: PG",
        in_play="S0; pips: BR, PG",
        going_out="unspecified in S0; to the nearest five: BR; each hand: WP",
        blocked="BR",
        tie="unspecified; nobody: AK",
        end="unspecified in S0; 200: BR; 100: PP",
    ),
    example=_FOUR_ARMS,
)

THREES = Game(
    "threes",
    replace(_UNITS, name="Threes", in_play="threes_units", hand_end=HandEnd(rounding="nearest3", unit=3)),
    "An opening double may be joined on all four sides at once.\n"
    "Every three in the sum of the open ends scores one point.",
    (
        target(points(61, 100), "4c"),
        OPENING_SPINS,
        *IN_PLAY,
        LEFT_OPENS,
        DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "as Muggins",
        deal="unspecified in S0; CDD",
        layout="S0",
        in_play="S0; its maximum of six is no cap (A22)",
        going_out="unspecified in S0; to the nearest three: digitain.com",
        blocked="digitain.com",
        tie="unspecified",
        end="unspecified",
    ),
    example=example_of(
        "Ana 3-3",
        "Ben 3-6 on #1 long-1",
        "Ana 3-4 on #1 long-2",
        "Ben 3-5 on #1 short-1",
        "end domino Ben: Ana 6-6 1-1",
    ),
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
        target(
            {
                "61_exactly": {"target": 61, "exact": True},
                "over_100": {"target": 100, "exact": False, "exceed": True, "ends": "end_of_hand"},
            },
            "4c",
        ),
        option(
            "scoring",
            "What a sum is worth",
            "3.1",
            ("units", "a point for every five and every three", {"per_pip": False}),
            ("pips", "its pips for each of the two", {"per_pip": True}),
        ),
        AT_ONCE,
        CALL,
        LEFT_OPENS,
        NO_DRAW,
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "GB; six each of four, nine of two: BC",
        drawing="GB, EG, OD; until one fits: DR",
        opening="GB",
        layout="GB, OD",
        in_play="BC, EG, GB, OD; pips: DR",
        going_out="EG, OD",
        blocked="OD",
        tie="nothing to share out",
        end="61 exactly: BC, EG; over 100: OD",
    ),
    example=example_of(
        "Ana 6-6",
        "Ben 6-3 on #1 long-1",
        "Ana 6-4 on #1 long-2",
        "end domino Ana",
    ),
)

FIVE_UP = Game(
    "five_up",
    replace(_UNITS, name="Five-Up", spinner=P_ALL, opening="winner"),
    "Every double spins: it may be joined on all four sides once both its long sides are covered.\n"
    "Every five in the sum of the open ends scores one point.",
    (target(points(61, 100), "4c"), *IN_PLAY, WINNER_OPENS, DRAW),
    {2: 5, 3: 5, 4: 5},
    sources=sources(
        "unspecified",
        deal="PG",
        drawing="PG",
        opening="PG",
        layout="PG, GB",
        in_play="pages of the rule book, 4b",
    ),
    example=_FOUR_ARMS,
)

SNIFF = Game(
    "sniff",
    replace(_UNITS, name="Sniff", spinner=P_SNIFF, opening="winner"),
    "The first double is the sniff: four sides, and its short sides count until they are covered.\n"
    "Every five in the sum of the open ends scores one point.",
    (
        target({"61": {"target": 61}, "250_pips": {**PIPS, "target": 250}}, "4c"),
        *IN_PLAY,
        WINNER_OPENS,
        DRAW,
    ),
    {2: 7, 3: 6, 4: 5},
    sources=sources(
        "PG",
        drawing="OD; at most two: DP",
        layout="American: PG, OD",
        in_play="units: DP; pips: OD",
        going_out="unspecified; the others' pips: DP",
        blocked="DP",
        tie="unspecified",
        end="unspecified",
    ),
    example=_FOUR_ARMS,
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
    (target(points(250, 200, 150, 100), "4c"), FIRST_SPINS, REACHED, AT_DEAL_END, CALL, ROUNDING, WINNER_OPENS),
    {4: 7},
    "always",
    sources=sources(
        "OD",
        deal="S0, OD",
        drawing="there is no boneyard: OD, GB",
        layout="a variant of All Fives: S0, OD",
        going_out="OD, DP",
        blocked="OD, DP",
        tie="nothing to share out",
        end="OD; when it stops is unspecified",
    ),
    example=example_of(
        "Ana 5-5",
        "Ben 5-0 on #1 long-1",
        "Cleo 5-4 on #1 long-2",
        "Dan 5-1 on #1 short-1",
        "end domino Dan: Ana 6-6, Ben 1-2, Cleo 3-4",
    ),
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
        spinners("2.4; A5", first=P_FIRST, first_at_once=P_FIRST_NOW),
        option(
            "scoring",
            "Points in play",
            "A2",
            ("fives_pips", "ends that are a multiple of five", {"in_play": "fives_pips"}),
            ("none", "none", {"in_play": "none"}),
        ),
        option(
            "blocked_winner",
            "Who wins a blocked deal",
            "A8",
            ("fewest_pips", "the fewest pips in hand", {"hand_end": {"blocked_winner": "lowest_side"}}),
            ("most_pips", "the most pips in hand", {"hand_end": {"blocked_winner": "highest_side"}}),
            ("most_points", "the most points in the game", {"hand_end": {"blocked_winner": "higher_game_score"}}),
        ),
        option(
            "rounding",
            "A blocked deal is rounded",
            "A8",
            ("first", "before the winner's pips are taken off", {"hand_end": {"order": "round_then_subtract"}}),
            ("last", "afterwards", {"hand_end": {"order": "subtract_then_round"}}),
        ),
        REACHED,
        AT_ONCE,
        CALL,
        OPENS_WITH,
        DRAW,
    ),
    {2: 7},
    "never",
    sources=sources(
        "S1",
        opening="S1; which tile is laid is unspecified (A21)",
        layout="S1; when the short sides open is unspecified (A5)",
        in_play="not stated in S1 (A2)",
        blocked="S1, read as in A8",
    ),
    example=_FOUR_ARMS,
)
