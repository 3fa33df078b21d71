"""Games whose deals are scored at their end, by what is left in the hands: Draw, Block, Matador, Polish 1899."""

from __future__ import annotations

from scorer.deal_end import HandEnd
from scorer.games.game import Game
from scorer.games.options import (
    BLOCKED,
    BLOCKED_WINNER,
    BLOCKED_WORTH,
    DIFFERENCE,
    DRAW,
    FREE_DRAW,
    LEFT_OPENS,
    NO_DRAW,
    OPPONENTS,
    REACHED,
    TIE,
    example_of,
    option,
    points,
    reserve,
    sets,
    sources,
    target,
)
from scorer.rules import Rules
from scorer.spinner import P_NONE

_LINE = ("Ana 6-6", "Ben 6-2 on #1 long-1", "Ana 2-5 on #2 end-a")

DRAW_GAME = Game(
    "draw",
    Rules(name="Draw", spinner=P_NONE, in_play="none", hand_end=HandEnd(), target=100, ends="end_of_hand", reserve=2),
    "A line with two ends; who has no tile that fits draws until one does.\n"
    "Whoever goes out gets the pips in the other hands.",
    (
        target(points(100, 50, 150, 200), "4c"),
        option(
            "counted",
            "What the winner of a deal gets",
            "A11",
            ("hands", "the pips in the opponents' hands", {"hand_end": {"boneyard": "ignored"}}),
            (
                "hands_and_boneyard",
                "the pips in the opponents' hands and in the boneyard",
                {"hand_end": {"boneyard": "added"}},
            ),
            (
                "all_hands_if_blocked",
                "the pips in the opponents' hands, in all hands where the deal is blocked",
                {"hand_end": {"blocked_basis": "everyone"}},
            ),
        ),
        BLOCKED_WINNER,
        TIE,
        option(
            "ring",
            "A tile that joins both ends",
            "2.7; A12",
            ("no", "may not be laid so", {"allow_ring": False}),
            ("yes", "closes the line into a ring", {"allow_ring": True}),
        ),
        DRAW,
        reserve(2, 0, source="4a"),
        LEFT_OPENS,
        REACHED,
        sets(),
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "usually at most seven: S0; 7, 5, 5: arkofbones.com",
        drawing="one, or until one fits, by agreement: S0; two stay: DG",
        opening="the heaviest drawn tile: S0; later unspecified",
        layout="S0; a ring: A12",
        in_play="S0",
        going_out="S0, read as in A11",
        blocked="lightest: common; who closes: S0, read as in A12",
        tie="unspecified; nobody gets points",
        end="agreed: S0; 100: common",
    ),
    example=example_of(*_LINE, "end domino Ana: Ben 4-4 1-2"),
)

BLOCK = Game(
    "block",
    Rules(
        name="Block",
        spinner=P_NONE,
        in_play="none",
        hand_end=HandEnd(blocked_basis="opponents_minus_own"),
        target=100,
        ends="end_of_hand",
        draw="none",
    ),
    "A line with two ends and nothing drawn; who has no tile that fits passes.\n"
    "Whoever goes out gets the pips in the other hands.",
    (
        target(points(100, 50, 150, 200), "4c"),
        option("blocked", BLOCKED_WORTH, "4c", DIFFERENCE, OPPONENTS),
        BLOCKED_WINNER,
        TIE,
        NO_DRAW,
        LEFT_OPENS,
        REACHED,
        sets(),
    ),
    {2: 7, 3: 5, 4: 5},
    sources=sources(
        "OD",
        deal="unspecified",
    ),
    example=example_of(*_LINE, "end blocked: Ana 1-2, Ben 4-4 1-3"),
)

MATADOR = Game(
    "matador",
    Rules(
        name="Matador",
        spinner=P_NONE,
        match="sum7",
        in_play="none",
        hand_end=HandEnd(),
        target=100,
        ends="end_of_hand",
        reserve=2,
        opening="highest_double",
    ),
    "Halves that touch add up to seven; the matadors 0-0, 1-6, 2-5 and 3-4 fit everywhere.\n"
    "Whoever goes out gets the pips in the other hands.",
    (
        target(points(100, 50, 150, 200), "4c"),
        option(
            "crosswise",
            "Behind a matador that lies crosswise",
            "2.8; A23",
            ("same_value", "the value before it goes on", {"matador_shows_both": False}),
            ("both_values", "both its halves are open", {"matador_shows_both": True}),
        ),
        option(
            "blocked",
            BLOCKED_WORTH,
            "4c",
            OPPONENTS,
            ("all_hands", "the pips of all hands", {"hand_end": {"blocked_basis": "everyone"}}),
            DIFFERENCE,
        ),
        BLOCKED_WINNER,
        TIE,
        FREE_DRAW,
        reserve(2, 0, source="4a"),
        option(
            "opener",
            "Who opens a deal",
            "4a",
            ("highest_double", "the holder of the highest double", {"opening": "highest_double"}),
            ("left", "by lot, then the next on the left", {"opening": "lot_then_left"}),
            ("winner", "by lot, then whoever went out", {"opening": "winner"}),
        ),
        REACHED,
    ),
    {2: 7, 3: 6, 4: 5},
    sources=sources(
        "unspecified in S0; 7, 6, 5: CDD; 5: WP",
        drawing="S0; though able: WP; none: DR",
        opening="unspecified in S0; WP",
        layout="S0; crosswise matadors A23",
        in_play="S0",
        going_out="unspecified in S0; DR",
        blocked="DR; all hands, or the difference: WP",
        tie="unspecified",
        end="DR, WP",
    ),
    example=example_of(
        "Ana 2-4",
        "Ben 3-5 on #1 end-b",
        "Ana 1-6 on #2 end-b, crosswise",
        "Ben 5-5 on #3 long-2",
        "end domino Ben: Ana 6-6 2-3",
    ),
)

POLISH_1899 = Game(
    "polish_1899",
    Rules(
        name="Polish 1899",
        spinner=P_NONE,
        in_play="none",
        hand_end=HandEnd(),
        target=0,
        deals=1,
        ends="end_of_hand",
        reserve=2,
    ),
    "Six tiles each and a line with two ends; who has none that fits draws, but the last tiles stay.\n"
    "Every deal is a game of its own: the losers lose by the pips they hold.",
    (
        option(
            "target",
            "What ends the game",
            "4c",
            ("single_deal", "every deal is a game", {"target": 0, "deals": 1}),
            ("50", "50 points", {"target": 50, "deals": 0}),
            ("100", "100 points", {"target": 100, "deals": 0}),
        ),
        reserve(2, 3, 0, source="A18"),
        BLOCKED,
        BLOCKED_WINNER,
        TIE,
        LEFT_OPENS,
        sets(),
    ),
    {2: 6, 3: 6, 4: 6},
    "never",
    sources=sources(
        "S3",
        drawing="S3; two or three stay (A18)",
        opening="unspecified",
        blocked="the lightest hand: S3; for how much is unspecified",
        tie="unspecified",
        end="unspecified; single deals",
    ),
    example=example_of(*_LINE, "end domino Ana: Ben 4-4 1-2"),
)
