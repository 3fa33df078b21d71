"""Reads the text form of a match line by line: see `scorer.text.match_text` for the form."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.deal_end import Hand
from scorer.events import (
    Adjustment,
    Claim,
    Correction,
    CountHand,
    Deal,
    Draw,
    EndDeal,
    Event,
    NextGame,
    Pass,
    PickUp,
    Play,
    Redo,
    Start,
    TableEvent,
    TurnOver,
    Undo,
)
from scorer.match import State
from scorer.rules import Rules
from scorer.text.event_json import event_from_json
from scorer.text.layout_reader import NotationError
from scorer.text.line import SIGNED, TILE, Line
from scorer.text.match_writer import usual_rules
from scorer.tiles import Tile


def read_header(lines: Sequence[tuple[int, str]]) -> Start:
    """Read the numbered lines before the first event. Raises NotationError naming the line."""
    told: dict[str, Any] = {}
    for number, text in lines:
        key, _, value = text.partition(":")
        try:
            if key not in _HEADER or key in told:
                raise NotationError(f"{key} is said twice" if key in told else f"there is no {key} to be said")
            told[key] = _HEADER[key](value.strip(), told)
        except NotationError as error:
            raise NotationError(f"line {number}: {error}") from error
    if "Players" not in told:
        raise NotationError("before the first event must be said who plays: Players: Ana, Ben")
    rules = told.get("Rules") or told.get("Game") or usual_rules("All Fives")
    return Start(
        told["Players"],
        rules,
        told.get("Sides"),
        told.get("Scores"),
        told.get("Turn"),
        told.get("Layout", ""),
        told.get("Remembered"),
    )


def _earlier(told: Mapping[str, Any], key: str) -> Any:
    if key not in told:
        raise NotationError(f"{key} must be said first")
    return told[key]


def _names(text: str, _: Mapping[str, Any]) -> tuple[str, ...]:
    line = Line(text)
    names = [line.name()]
    while line.skip(","):
        names.append(line.name())
    line.end()
    return tuple(names)


def _sides(text: str, told: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    line = Line(text, _earlier(told, "Players"))
    sides = [[line.player()]]
    while not line.over:
        if line.skip("+"):
            sides[-1].append(line.player())
        elif line.skip(","):
            sides.append([line.player()])
        else:
            raise line.expected('"+" or ","')
    return tuple(map(tuple, sides))


def _scores(text: str, _: Mapping[str, Any]) -> tuple[int, ...]:
    line = Line(text)
    scores = [int(line.need(SIGNED, "a score")[0])]
    while line.skip(","):
        scores.append(int(line.need(SIGNED, "a score")[0]))
    line.end()
    return tuple(scores)


def _turn_of(text: str, told: Mapping[str, Any]) -> int:
    line = Line(text, _earlier(told, "Players"))
    player = line.player()
    line.end()
    return player


def _title(text: str) -> str:
    """Read a text that fills its line."""
    if not text.startswith('"'):
        return text.partition(";")[0].strip()
    line = Line(text)
    title = line.quoted()
    line.end()
    return title


def _rules(text: str, told: Mapping[str, Any]) -> Rules:
    data: dict[str, Any] = _earlier(told, "Game").to_json()
    for change in text.partition(";")[0].split(","):
        key, _, word = change.strip().partition("=")
        part, _, inner = key.partition(".")
        fields = data.get(part) if inner else data
        name = inner or part
        if not isinstance(fields, dict) or name not in fields or isinstance(fields[name], dict):
            raise NotationError(f"rules have no {key!r}")
        fields[name] = _value(word)
    try:
        return Rules.from_json(data)
    except ValueError as error:
        raise NotationError(str(error)) from error


def _value(word: str) -> Any:
    named = {"true": True, "false": False, "null": None}
    if word in named:
        return named[word]
    return int(word) if SIGNED.fullmatch(word) else word


_HEADER: dict[str, Callable[[str, Mapping[str, Any]], Any]] = {
    "Players": _names,
    "Sides": _sides,
    "Game": lambda text, _: usual_rules(_title(text)),
    "Rules": _rules,
    "Scores": _scores,
    "Remembered": _scores,
    "Turn": _turn_of,
    "Layout": lambda text, _: _title(text),
}


def read_event(text: str, number: int, state: State) -> Event:
    """Read the event of a line, which is the `number`-th and comes after `state`. Raises NotationError."""
    line = Line(text, state.players)
    told = line.take(re.compile(r"(\d{1,9})\."))
    if told is not None and int(told[1]) != number:
        raise NotationError(f"this is event {number}, not {told[1]}")
    if line.skip("undo"):
        event: Event = Undo(1 if line.over else line.number())
    elif line.skip("redo"):
        event = Redo(1 if line.over else line.number())
    elif line.skip("correct"):
        event = _correction(line, "replace")
    elif line.skip("insert before"):
        event = _correction(line, "insert")
    elif line.skip("strike"):
        event = Correction(line.number(), "strike", None, line.skip("all the same"))
    else:
        event = _table_event(line)
    line.end()
    return event


def _correction(line: Line, how: Any) -> Correction:
    number, force = line.number(), line.skip("all the same")
    if not line.skip(":"):
        raise line.expected('":" and what was instead')
    return Correction(number, how, _table_event(line), force)


def _table_event(line: Line) -> TableEvent:
    if line.skip("deal"):
        return Deal(None if line.over else line.player())
    if line.skip("next game"):
        return NextGame()
    if line.skip("end"):
        return _end(line)
    if line.skip("hand"):
        player = line.player()
        if not line.skip(":"):
            raise line.expected('":" and the hand')
        return CountHand(player, _hand(line))
    if line.skip("adjust"):
        player, points = line.player(), int(line.need(SIGNED, "points")[0])
        if not line.skip(":"):
            raise line.expected('":" and the reason in double quotes')
        return Adjustment(player, points, line.quoted())
    if line.skip("start"):
        return _start(line)
    return _turn(line)


def _turn(line: Line) -> TableEvent:
    """Read what a player does."""
    player: int | None = None
    if line.skip("("):
        line.name()
        if not line.skip(")"):
            raise line.expected('")"')
    else:
        player = line.player()
    if line.skip("passes"):
        return Pass(player)
    if line.skip("draws"):
        return Draw(player, line.number())
    if line.skip("takes back"):
        return PickUp(line.index(), player)
    if line.skip("turns over"):
        return TurnOver(line.index(), player)
    if line.skip("calls") and player is not None:
        return Claim(player)
    return _play(line, player)


def _play(line: Line, player: int | None) -> Play:
    tile = line.tile()
    unsure = line.skip("?")
    at = line.place() if line.skip("on") else None
    join = line.side() if line.skip("by") else None
    marks: dict[str, Any] = {}
    while line.skip(","):
        marks |= _mark(line)
    return Play(tile, at, join, player, unsure=unsure, **marks)


_MARKS: dict[str, dict[str, Any]] = {
    "crosswise": {"across": True},
    "lengthwise": {"across": False},
    "face down": {"face_down": True},
    "all the same": {"force": True},
    "not called": {"claimed": False},
    "seen": {"seen": True},
}


def _mark(line: Line) -> dict[str, Any]:
    if line.skip("ring"):
        return {"also_at": line.place()}
    for words, fields in _MARKS.items():
        if line.skip(words):
            return fields
    raise line.expected(f"one of {', '.join(_MARKS)}")


def _end(line: Line) -> EndDeal:
    how: Any = "domino" if line.skip("domino") else "blocked" if line.skip("blocked") else None
    if how is None:
        raise line.expected("domino or blocked")
    went_out = None if line.over or line.text[line.at] == ":" else line.player()
    hands: list[Hand | None] = [None] * len(line.names)
    boneyard: tuple[Tile, ...] = ()
    more = line.skip(":")
    while more:
        if line.skip("boneyard"):
            boneyard = _tiles(line)
        else:
            player = line.player()
            hands[player] = _hand(line)
        more = line.skip(",")
    return EndDeal(how, tuple(hands), went_out, boneyard)


def _hand(line: Line) -> Hand:
    if line.skip("none"):
        return ()
    pips = line.take(re.compile(r"(\d{1,9}) pips?"))
    return _tiles(line) if pips is None else int(pips[1])


def _tiles(line: Line) -> tuple[Tile, ...]:
    tiles = [line.tile()]
    while not line.over and TILE.match(line.text, line.at):
        tiles.append(line.tile())
    return tuple(tiles)


def _start(line: Line) -> Start:
    try:
        data, length = json.JSONDecoder().raw_decode(line.text[line.at :])
    except ValueError as error:
        raise NotationError(f"this is not JSON: {error}") from error
    line.at += length
    line.skip(" ")
    event = event_from_json(data)
    if not isinstance(event, Start):
        raise NotationError("a match starts with a start")
    return event
