"""Games whose plays a person follows: the table is shown and the hands are counted, nothing in between (4d)."""

from __future__ import annotations

from scorer.deal_end import HandEnd
from scorer.games.game import Game
from scorer.games.hungarian import LEAST_DEALS, WORTH
from scorer.games.options import LIGHTEST, LIGHTEST_HAND, REACHED, example_of, option, points, target
from scorer.rules import Rules
from scorer.spinner import AS_IT_LIES

MEXICAN_TRAIN = Game(
    "mexican_train",
    Rules(
        name="Mexican Train",
        spinner=AS_IT_LIES,
        max_pips=12,
        in_play="none",
        hand_end=HandEnd(direction="losers_record"),
        target=0,
        deals=13,
        ends="end_of_hand",
        draw="one",
        opening="agreed",
        followed=False,
        most_players=8,
    ),
    "A train for everybody and one for all, from 12-12 in the first deal down to 0-0 in the last.\n"
    "Only the hands are counted: the others write their pips, and the lowest total wins.",
    (
        option(
            "deals",
            "How many deals a game has",
            "4c",
            ("13", "13, from 12-12 to 0-0", {"deals": 13}),
            ("7", "7", {"deals": 7}),
            ("1", "1", {"deals": 1}),
        ),
        option(
            "lightest",
            "The lightest hand of a blocked deal",
            "4c",
            ("writes", "writes its pips, too", {"hand_end": {"ryba_winner_records": True}}),
            ("exempt", "writes nothing", {"hand_end": {"ryba_winner_records": False}}),
        ),
    ),
    {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 11, 8: 11},
    "never",
    sources={
        "deal": "S2; others, to ten players: BH",
        "drawing": "BH, OD",
        "opening": "BH",
        "layout": "BH, OD; S2 does not know it. Whose train is whose, and its markers, need a person",
        "in play": "nothing",
        "going out": "a leaflet of documentine",
        "blocked": "htuse.com",
        "tie": "nothing to share out",
        "end": "13 deals: BH; the lowest total: OD",
    },
    example=example_of("end domino Ana: Ben 10-12 0-3"),
)

# Who laid the last tile is not known, and cannot decide.
_BLOCKED_WINNER = option("blocked_winner", "Who wins a blocked deal", "3.3", LIGHTEST, LIGHTEST_HAND)

SUPER_DOMINO = Game(
    "super_domino",
    Rules(
        name="Super domino",
        spinner=AS_IT_LIES,
        max_pips=15,
        in_play="none",
        hand_end=HandEnd(),
        target=50,
        ends="end_of_hand",
        draw="one",
        opening="agreed",
        everybody_deals=True,
        followed=False,
        most_players=8,
    ),
    "Nine tiles each of a set up to 15-15; the opening double has six places, and 15, 14, 13 and 3 have powers.\n"
    "Only the hands are counted, as in Classic Hungarian.",
    (WORTH, target(points(50, 100, 150, 200), "4c"), LEAST_DEALS, _BLOCKED_WINNER, REACHED),
    dict.fromkeys(range(2, 9), 9),
    sources={
        "deal": "nine each: S2; set and players unspecified",
        "drawing": "4d",
        "opening": "a double: S2; who opens is unspecified",
        "layout": "S2; too little is said to follow it: 4d",
        "in play": "S2",
        "going out": "as Classic Hungarian: S2",
        "blocked": "unspecified",
        "tie": "unspecified",
        "end": "unspecified; as Classic Hungarian",
    },
    example=example_of("end domino Ana: Ben 14-15 3-3"),
)
