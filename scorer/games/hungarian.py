"""The games of the Hungarian source: classic and four-arm."""

from __future__ import annotations

from scorer.deal_end import HandEnd
from scorer.games.game import Game
from scorer.games.options import (
    BLOCKED_WINNER,
    DRAWN_TILE,
    OPENS_WITH,
    REACHED,
    TIE,
    example_of,
    option,
    points,
    sets,
    target,
)
from scorer.rules import Rules
from scorer.spinner import P_ALL_NOW, P_NONE

WORTH = option(
    "worth",
    "What the winner of a deal gets",
    "A20",
    ("pips", "the opponents' pips", {"hand_end": {"basis": "opponents", "boneyard": "ignored"}}),
    (
        "pips_and_boneyard",
        "the pips of the opponents and of the boneyard",
        {"hand_end": {"basis": "opponents", "boneyard": "added"}},
    ),
    (
        "tiles",
        "a point for every tile the opponents hold",
        {"hand_end": {"basis": "tiles_opponents", "boneyard": "ignored"}},
    ),
    (
        "tiles_and_boneyard",
        "a point for every tile of the opponents and of the boneyard",
        {"hand_end": {"basis": "tiles_opponents", "boneyard": "added"}},
    ),
    ("one", "one point", {"hand_end": {"basis": "fixed", "fixed": 1, "boneyard": "ignored"}}),
)
LEAST_DEALS = option(
    "deals",
    "How many deals a game has",
    "4c",
    ("as_many_as_players", "at least as many as there are players", {"everybody_deals": True}),
    ("any", "until the target is reached", {"everybody_deals": False}),
)
_TARGET = target(points(50, 100, 150, 200), "4c")
# The rule book, 4a: with double-nine 13, 9 or 7 tiles for two, three or four; eight can play with the largest sets.
_SETS = sets(most_players=8)

CLASSIC_HUNGARIAN = Game(
    "classic_hungarian",
    Rules(
        name="Classic Hungarian",
        spinner=P_NONE,
        in_play="none",
        hand_end=HandEnd(),
        target=50,
        ends="end_of_hand",
        draw="one",
        opening="agreed",
        everybody_deals=True,
    ),
    "A line with two ends; who has no tile that fits draws one.\n"
    "Whoever goes out gets the pips, or the number, of the tiles that the others still hold.",
    (
        WORTH,
        _TARGET,
        LEAST_DEALS,
        BLOCKED_WINNER,
        TIE,
        DRAWN_TILE,
        option(
            "opener",
            "Who opens a deal",
            "4a",
            ("agreed", "as agreed every time", {"opening": "agreed"}),
            ("winner", "whoever went out", {"opening": "winner"}),
            (
                "highest_double",
                "the holder of the highest double, with it",
                {"opening": "highest_double", "opens_with": "deciding"},
            ),
        ),
        REACHED,
        _SETS,
    ),
    {2: 7, 3: 7, 4: 7},
    sources={
        "deal": "S2; double-nine: 13, 9 or 7 each for two, three or four; to eight with larger sets",
        "drawing": "S2; whether it may be laid at once is unspecified (A19)",
        "opening": "S2",
        "layout": "S2",
        "in play": "S2",
        "going out": "pips or tiles, with the boneyard if agreed: S2 (A20)",
        "blocked": "unspecified",
        "tie": "unspecified",
        "end": "S2",
    },
    example=example_of(
        "Ana 6-6",
        "Ben 6-2 on #1 long-1",
        "Ana 2-5 on #2 end-a",
        "end domino Ana: Ben 4-4 1-2",
    ),
)

HUNGARIAN_FOUR_ARM = Game(
    "hungarian_four_arm",
    Rules(
        name="Hungarian four-arm",
        spinner=P_ALL_NOW,
        in_play="none",
        hand_end=HandEnd(),
        target=50,
        ends="end_of_hand",
        draw="one",
        opening="highest_double",
        opens_with="deciding",
        pick_up="ends_turn",
        everybody_deals=True,
    ),
    "Every double that lies crosswise may be joined on all its sides at once.\n"
    "With an empty boneyard, who cannot play takes an end tile back; the first to go out wins.",
    (
        WORTH,
        _TARGET,
        LEAST_DEALS,
        option(
            "pick_up",
            "Who cannot play when the boneyard is empty",
            "2.7; A19",
            ("ends_turn", "takes an end tile back, which is the turn", {"pick_up": "ends_turn"}),
            ("turn_goes_on", "takes an end tile back and may then play", {"pick_up": "turn_goes_on"}),
            ("never", "passes", {"pick_up": "never"}),
        ),
        option(
            "going_out",
            "The first to be without tiles",
            "4c",
            ("ends_deal", "wins, and the deal is over", {"going_out": "ends_deal"}),
            ("empty_boneyard", "wins only once the boneyard is empty", {"going_out": "empty_boneyard"}),
            ("places", "wins, and the others play on for their places", {"going_out": "places"}),
        ),
        option(
            "draw",
            "Drawing from the boneyard",
            "4a",
            ("one", "one tile", {"draw": "one"}),
            ("until_fits", "until a tile fits", {"draw": "until_fits"}),
        ),
        DRAWN_TILE,
        BLOCKED_WINNER,
        TIE,
        OPENS_WITH,
        REACHED,
        _SETS,
    ),
    {2: 7, 3: 7, 4: 7},
    sources={
        "deal": "as Classic Hungarian: S2",
        "drawing": "S2; whether the turn then ends is unspecified (A19)",
        "opening": "S2",
        "layout": "S2; a double may lie lengthwise and then spins no more",
        "in play": "S2",
        "going out": "the first out wins: S2; how much is unspecified, as Classic Hungarian",
        "blocked": "unspecified",
        "tie": "unspecified",
        "end": "unspecified; as Classic Hungarian",
    },
    example=example_of(
        "Ana 6-6",
        "Ben 6-5 on #1 long-1",
        "Ana 5-5 on #2 end-a",
        "Ben 6-4 on #1 short-1",
        "Ana takes back #3",
        "Ben 5-2 on #2 end-a",
        "end domino Ben: Ana 5-5 1-2",
    ),
)
