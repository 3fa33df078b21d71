"""The text form of a whole match, its JSON and its score sheet."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.events import Adjustment, EndDeal, Play
from scorer.games import ALL_FIVES, FIVES_AND_THREES, MUGGINS
from scorer.match import Match
from scorer.sides import Side
from scorer.text import match_text as match_text_module
from scorer.text.match_text import NotationError, match_from_json, match_text, match_to_json, parse_match
from scorer.text.sheet import describe, score_sheet, sheet_csv
from scorer.tiles import Tile

MATCHES = Path(__file__).parents[1] / "data" / "matches"

WRITTEN = """\
fivesight match
Players: Ana, Ben, "Cleo Q", "deal"
Sides: Ana + "Cleo Q", Ben + "deal"
Game: All Fives
Rules: hand_end.round_scope=each_hand, target=100
Scores: 35, 20
Turn: Ben
Layout: 1-4 4-4* 4-6

1. (Ben) 6-6 on #3 end-b                 ; 1 + 12 = 13
2. "Cleo Q" 1-3? on #1 end-a by end-a, seen ; 12 + 3 = 15; Ana and Cleo Q 35 -> 50
3. ("deal") draws 2
4. ("deal") passes
5. Ben 6-3 on #4 long-2, all the same
6. adjust Ben -5: "miscounted; \\"sorry\\""
7. correct 5: Ben 3-6 on #4 long-2
8. insert before 6: ("Cleo Q") 2-2 on #5 end-b, all the same, crosswise
9. strike 8
10. undo
11. redo 1
12. end domino Ben: Ana 1-1 0-0, "Cleo Q" 7 pips, boneyard 5-5
13. correct 12 all the same: end blocked: Ana none, Ben 3 pips, "Cleo Q" 7 pips
14. hand "deal": 5-5 0-5
15. deal Ana
"""


def test_a_match_written_by_a_person_is_read_and_written_again() -> None:
    match = parse_match(WRITTEN)
    text = match_text(match)
    assert parse_match(text).log == match.log
    assert match_text(parse_match(text)) == text
    assert match_from_json(json.dumps(match_to_json(match))).history == match.history
    assert match.state.scores == (70, 15)
    assert '14. hand "deal": 5-5 0-5' in text
    assert match.log[2] == Play(Tile(1, 3), (0, Side.END_A), Side.END_A, 2, seen=True, unsure=True)
    assert match.log[13].event == EndDeal("blocked", ((), 3, 7, None))  # type: ignore[union-attr]


def test_muggins_calls_and_every_mark_of_a_play_are_kept() -> None:
    match = Match.start(
        ["Ana", "Ben"], replace(MUGGINS.with_options(muggins="steal"), allow_ring=True, name='A "game";')
    )
    match.deal()
    match.record(Play(Tile(5, 5), player=0, claimed=False, across=True))
    text = match_text(match)
    assert "2. Ana 5-5, crosswise, not called        ; 5 + 5 = 10" in text
    again = parse_match(
        text + "3. Ben calls\n4. Ben 5-1 on #1 long-1, ring #1 long-2, face down, lengthwise, all the same\n"
    )
    assert again.state.rules == match.state.rules
    assert again.log[4] == Play(Tile(1, 5), (0, Side.LONG_1), None, 1, False, True, (0, Side.LONG_2), force=True)
    assert parse_match(match_text(again)).history == again.history


@pytest.mark.parametrize("name", ["deal-o", "hand's", "end_x", "undo-7", "start-up", "next", "Ana"])
def test_a_name_may_begin_like_a_word_of_the_form(name: str) -> None:
    match = Match.start([name, "Ben"], MUGGINS.rules)
    match.deal(0)
    match.record(Play(Tile(5, 5), player=0))
    match.draw(0, 2)
    assert parse_match(match_text(match)).history == match.history


HEAD = "fivesight match\nPlayers: A, B\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", 'line 1: a match begins with "fivesight match"'),
        ("\n; remark\n1-2", "line 3: a match begins"),
        ("fivesight match\nGame: Sniff", "must be said who plays"),
        ("fivesight match\nPlayers: A", "lines 1 to 2: two to four can play, not 1"),
        ("fivesight match\nSides: A, B", "line 2: Players must be said first"),
        ("fivesight match\nPlayers: A; B\nPlayers: C", "line 3: Players is said twice"),
        (HEAD + "Sides: A B", 'line 3: expected "\\+" or ","'),
        (HEAD + "Colour: red", "line 3: there is no Colour to be said"),
        (HEAD + "Rules: target=5", "line 3: Game must be said first"),
        (HEAD + "Game: Sniff\nRules: aim=5", "line 4: rules have no 'aim'"),
        (HEAD + "Game: Sniff\nRules: hand_end=5", "line 4: rules have no 'hand_end'"),
        (HEAD + "Game: Sniff\nRules: target=many", "line 4: these are no rules"),
        (HEAD + "Game: Sniff\nRules: target=true", "line 4: these are no rules: target cannot be True"),
        (HEAD + "Turn: C", 'line 3: expected a player \\(A, B\\) at character 1, found "C"'),
        (HEAD + "Scores: x", "line 3: expected a score"),
        (HEAD + "Scores: 1, 2 3", "line 3: expected the end of the line"),
        (HEAD + "Layout: 1-2 3-4", "lines 1 to 3: the layout cannot be read"),
        (HEAD + "2. deal", "line 3: this is event 1, not 2"),
        (HEAD + "deal C", "line 3: expected a player"),
        (HEAD + "deal A\n\nA 5-5 on #1 north", "line 5: expected a place such as #1 long-1"),
        (HEAD + "deal A\nA 5-5 on #1 north-1", "line 4: north-1 is no side of a tile"),
        (HEAD + "deal A\nA 5-5, sideways", "line 4: expected one of crosswise"),
        (HEAD + "deal A\nA 5-5\nA 3-4 on #1 long-1", "line 5: 3-4 does not fit"),
        (HEAD + "deal A\nA 5-5\nend won", "line 5: expected domino or blocked"),
        (HEAD + "deal A\nA 5-5\n(B plays", 'line 5: expected "\\)"'),
        (HEAD + "hand A 5-5", 'line 3: expected ":" and the hand'),
        (HEAD + "adjust A 5", 'line 3: expected ":" and the reason'),
        (HEAD + "adjust A 5: why", "line 3: expected a text in double quotes"),
        (HEAD + 'adjust A 5: "\\x"', "line 3: .* cannot be read"),
        (HEAD + "correct 1 deal", 'line 3: expected ":" and what was instead'),
        (HEAD + "correct 0: start {", "line 3: this is not JSON"),
        (HEAD + 'correct 0: start {"kind": "deal"}', "line 3: a match starts with a start"),
        (HEAD + "undo 2", "line 3: nothing can be undone"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_match(text)


def json_of(*events: Any, **others: Any) -> Any:
    return {"format": "fivesight match", "version": 1, "events": list(events), **others}


START = {"kind": "start", "players": ["A", "B"], "rules": ALL_FIVES.rules.to_json()}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", "this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
        ([], "a match is an object"),
        (json_of(START, version=3), "written by a newer version: 3"),
        (json_of(), "there are no events"),
        (json_of({"kind": "deal"}), "event 0: a match begins with its players"),
        (json_of(START, 5), "event 1: an event is an object"),
        (json_of(START, {"kind": "fly"}), "event 1: an event is an object"),
        (json_of(START, {"kind": "deal", "who": 1}), "event 1: deal has no 'who'"),
        (json_of(START, {"kind": "play"}), "event 1: play lacks 'tile'"),
        (json_of(START, {"kind": "play", "tile": 5}), "event 1: tile of play: a text is expected"),
        (json_of(START, {"kind": "play", "tile": "5-5", "at": [0, "up"]}), "event 1: at of play: 'up'"),
        (json_of(START, {"kind": "play", "tile": "5-5", "at": 3}), "event 1: at of play: a list is expected"),
        (json_of(START, {"kind": "play", "tile": "5-5", "force": 1}), "true or false is expected"),
        (json_of(START, {"kind": "deal", "opener": "A"}), "a whole number is expected"),
        (json_of(START, {"kind": "deal", "opener": True}), "a whole number is expected"),
        (json_of(START, {"kind": "end", "how": "strike"}), "how of end is one of domino, blocked"),
        (json_of({**START, "rules": {"target": "5"}}), "event 0: rules of start: these are no rules"),
        (json_of({**START, "rules": {"max_pips": 6.5}}), "max_pips cannot be 6.5"),
        (
            json_of(START, {"kind": "correct", "number": 0, "how": "replace", "event": {"kind": "undo"}}),
            "a correction cannot be of another correction",
        ),
    ],
)
def test_json_that_is_no_match_is_refused(data: Any, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        match_from_json(data)


def test_the_score_sheet_has_a_line_for_everything_that_counted() -> None:
    match = parse_match(WRITTEN)
    rows = [(row.player, row.what, row.points, row.scores) for row in score_sheet(match)]
    assert (
        rows
        == [
            ("Ben", "6-6", 0, (35, 20)),
            ("Cleo Q", "1-3", 15, (50, 20)),
            ("deal", "drew 2", 0, (50, 20)),
            ("deal", "passed", 0, (50, 20)),
            ("Ben", "3-6", 0, (50, 20)),
            ("Ben", "adjusted", -5, (50, 15)),
            ("", "blocked", 0, (50, 15)),
        ]
        or rows[-1][2] > 0
    )
    csv = sheet_csv(match).splitlines()
    assert csv[0] == "event,deal,player,what,end sum,points,why,Ana and Cleo Q,Ben and deal"
    assert csv[2] == "2,1,Cleo Q,1-3?,15,15,12 + 3 = 15,50,20"
    match.record(Adjustment(0, 60, "end of the evening"))
    match.undo()
    assert "turn: Ana; there is no open end" in describe(match_text(match))


def test_a_layout_is_described_with_its_ends_sum_and_points() -> None:
    told = describe("1-4 4-4*(4-3) 4-6")
    assert told.startswith("open ends: 1 (1-4), 4 (4-4), 3 (3-4), 6 (4-6)\n")
    assert told.endswith("end sum: 10\npoints: 10 (1 + 3 + 6 = 10)\n")
    assert "points: 3 (5 + 4 = 9 = 3 threes)" in describe("4-5", FIVES_AND_THREES.rules)
    assert "spinner: not known, one of 4-4, 6-6" in describe("1-4 4-4 4-6 6-6")
    assert describe("") == "open ends: none\nend sum: 0\npoints: 0 (0)\n"
    for text, message in (("1-2\n2-3", "line 2: a layout is one line"), ("\n1-2 3-4", "line 2: 3-4 on 1-2")):
        with pytest.raises(NotationError, match=message):
            describe(text)


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.txt")), ids=lambda path: path.stem)
def test_a_match_on_file_is_scored_as_its_remarks_say(path: Path) -> None:
    """Anybody may add a match: the remarks are what it must come to, and are compared like the rest."""
    text = path.read_text(encoding="utf-8")
    assert match_text(parse_match(text)) == text
    assert " won the game" in describe(text)


def test_the_example_of_the_manual_is_written_as_it_stands() -> None:
    manual = match_text_module.__doc__ or ""
    example = dedent(manual[manual.index("    fivesight match") : manual.index("A line is")]).strip() + "\n"
    assert match_text(parse_match(example)) == example


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from([WRITTEN, json.dumps(match_to_json(parse_match(WRITTEN)))]),
    st.lists(st.tuples(st.integers(0, 3000), st.integers(0, 4), st.text('5-#1,:;()"\n Aend', max_size=4)), max_size=3),
)
def test_a_spoilt_text_is_refused_or_read_as_something(text: str, changes: list[tuple[int, int, str]]) -> None:
    for place, length, put in changes:
        place %= len(text)
        text = text[:place] + put + text[place + length :]
    with suppress(NotationError):
        describe(text)
