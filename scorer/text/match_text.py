"""The text form of a whole match, its JSON, and both back again exactly.

    fivesight match
    Players: Ana, Ben
    Game: All Fives
    Rules: hand_end.round_scope=each_hand, target=100

    1. deal Ana
    2. (Ana) 5-5                             ; 5 + 5 = 10; Ana 0 -> 10
    3. Ben 0-5 on #1 long-1, seen            ; 10 + 0 = 10; Ben 0 -> 10
    4. Ana draws 2
    5. end domino Ben: Ana 6-6 1-2           ; Ben went out: 15 pips, 15 points; Ben 10 -> 25
    6. correct 3: Ben 3-5 on #1 long-1, seen ; Ben 25 -> 15

A line is an event, after its number; `;` begins a remark, which nobody needs to write and which is not read. A name in
parentheses was told by the order of turns and follows it. Names of more than one word stand in double quotes.
`Sides: Ana + Cleo, Ben + Dan` names pairs; `Scores:`, `Remembered:`, `Turn:` and `Layout:` a match that was joined in
its middle.
Rules are those of the game but for the fields named. The events:

    deal [Ana]    Ana 5-0 [on #1 long-1] [by end-a] [, seen ...]    Ana draws 2    Ana passes    Ana calls
    end blocked: Ana 6-6 1-2, Ben 12 pips, Cleo none, boneyard 0-0  end domino Ana    hand Ben: 6-6 1-2
    Ana takes back #7    Ana turns over #7    next game    adjust Ana -5: "why"    undo 2    redo 2
    correct 5: <event>    insert before 5: <event>    strike 5    (each followed by `all the same` where it was forced)

`#1` is the tile laid first; `5-0?` was not certain. A play may be `crosswise`, `lengthwise`, `face down`,
`all the same` (it may not be, but was), `not called`, `seen`, or close a `ring #4 end-b`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from scorer.match import Match, Refused
from scorer.text.event_json import event_from_json, event_to_json
from scorer.text.layout_reader import NotationError
from scorer.text.match_reader import read_event, read_header
from scorer.text.match_writer import header, line

__all__ = ["NotationError", "match_from_json", "match_text", "match_to_json", "parse_match"]

FORMAT = "fivesight match"
# 2: rules of penalty games, tiles taken back or turned over. Whatever 1 wrote is read as it was.
VERSION = 2

_HEADER_LINE = re.compile(r"[A-Z][a-z]+:")


def match_text(match: Match) -> str:
    """Write a match: all that was recorded, with remarks on what every event did."""
    lines = [FORMAT, *header(match.log[0]), ""]
    so_far = Match.fold(match.log[:1])
    for number, event in enumerate(match.log[1:], 1):
        before = so_far.state
        so_far.record(event)
        lines.append(line(number, event, before, so_far))
    return "\n".join(lines) + "\n"


def parse_match(text: str) -> Match:
    """Read what `match_text` wrote, or a person. Raises NotationError naming the line, also where an event is one
    that cannot be."""
    lines = list(_lines(text))
    if not lines or lines[0][1] != FORMAT:
        raise NotationError(f'line {lines[0][0] if lines else 1}: a match begins with "{FORMAT}"')
    head = 1
    while head < len(lines) and _HEADER_LINE.match(lines[head][1]):
        head += 1
    start = read_header(lines[1:head])
    try:
        match = Match(start)
    except Refused as error:
        raise NotationError(f"lines {lines[0][0]} to {lines[head - 1][0]}: {error}") from error
    for number, words in lines[head:]:
        try:
            match.record(read_event(words, len(match.log), match.state))
        except (NotationError, Refused) as error:
            raise NotationError(f"line {number}: {error}") from error
    return match


def match_to_json(match: Match) -> dict[str, Any]:
    """Return a match as plain JSON values: all that was recorded."""
    return {"format": FORMAT, "version": VERSION, "events": [event_to_json(event) for event in match.log]}


def match_from_json(data: Any) -> Match:
    """Read what `match_to_json` wrote, as values or as a text. Raises NotationError naming the event."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise NotationError(f"this is not JSON: {error}") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("events"), list):
        raise NotationError(f'a match is an object with "format": "{FORMAT}" and its "events"')
    if data.get("version") not in range(1, VERSION + 1):
        raise NotationError(f"this match was written by a newer version: {data.get('version')!r}")
    return _folded(data["events"])


def _folded(events: Iterable[Any]) -> Match:
    match: Match | None = None
    for number, data in enumerate(events):
        try:
            event = event_from_json(data)
            if match is None:
                match = Match.fold([event])
            else:
                match.record(event)
        except (NotationError, Refused) as error:
            raise NotationError(f"event {number}: {error}") from error
    if match is None:
        raise NotationError("there are no events")
    return match


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield what is to be read, with its line number; blank lines and remarks are left out."""
    for number, full in enumerate(text.splitlines(), 1):
        words = full.strip()
        if words and not words.startswith(";"):
            yield number, words
