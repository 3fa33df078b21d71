"""Writes the text form of a match line by line: see `scorer.text.match_text` for the form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
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
    TurnOver,
    Undo,
)
from scorer.games import find_game
from scorer.match import Match, State
from scorer.rules import Rules
from scorer.sides import Place
from scorer.text.event_json import event_to_json
from scorer.tiles import Tile

KEYWORDS = frozenset(
    ["deal", "end", "hand", "next", "adjust", "undo", "redo", "correct", "insert", "strike", "boneyard", "start"]
)
_PLAIN = re.compile(r"[^\W\d_][\w'-]*")
_REMARK_COLUMN = 40


def name_text(name: str) -> str:
    """Write a name, in double quotes unless it is one plain word."""
    return name if _PLAIN.fullmatch(name) and name not in KEYWORDS else json.dumps(name, ensure_ascii=False)


def header(start: Event) -> list[str]:
    """Return the lines that say who plays what."""
    assert isinstance(start, Start)
    names = [name_text(name) for name in start.players]
    lines = [f"Players: {', '.join(names)}"]
    if start.sides is not None:
        lines.append(f"Sides: {', '.join(' + '.join(names[player] for player in side) for side in start.sides)}")
    lines.append(f"Game: {_title(start.rules.name)}")
    changed = rule_words(start.rules)
    if changed:
        lines.append(f"Rules: {', '.join(changed)}")
    if start.scores is not None:
        lines.append(f"Scores: {', '.join(map(str, start.scores))}")
    if start.remembered is not None:
        lines.append(f"Remembered: {', '.join(map(str, start.remembered))}")
    if start.turn is not None:
        lines.append(f"Turn: {names[start.turn]}")
    if start.layout:
        lines.append(f"Layout: {_title(start.layout)}")
    return lines


def _title(text: str) -> str:
    """Write a text that fills its line, in double quotes unless it is read back as it stands."""
    plain = text.isprintable() and text == text.strip() and text[:1] not in ("", '"') and ";" not in text
    return text if plain else json.dumps(text)


def usual_rules(name: str) -> Rules:
    """Return the rules that a game of that name has unless the text says otherwise."""
    try:
        rules = find_game(name).rules
    except ValueError:
        rules = Rules()
    return rules if rules.name == name else Rules(name=name)


def rule_words(rules: Rules) -> list[str]:
    """Return the fields in which rules differ from those of their game: "target=100", "hand_end.unit=5"."""
    found, usual = _flat(rules.to_json()), _flat(usual_rules(rules.name).to_json())
    return [f"{key}={json.dumps(value).strip(chr(34))}" for key, value in found.items() if value != usual[key]]


def _flat(data: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        flat |= {f"{key}.{name}": part for name, part in value.items()} if isinstance(value, dict) else {key: value}
    return flat


def line(number: int, event: Event, before: State, after: Match) -> str:
    """Return the line of an event: what it says, and as a remark what it did."""
    state = after.state
    words = f"{number}. {_words(event, before)}"
    last = state.last
    told = []
    if isinstance(event, Play) and last is not None:
        told = [last.reason, *(f"{state.players[player]} passed" for player in last.skipped)]
    elif isinstance(event, EndDeal | CountHand):
        told = [state.counted or state.missing]
    remark = "; ".join(filter(None, [*told, after.changes.words]))
    return f"{words:<{_REMARK_COLUMN}} ; {remark}" if remark else words


def _words(event: Event, state: State) -> str:
    names = [name_text(name) for name in state.players]
    match event:
        case Play():
            return _play(event, state)
        case Deal():
            return "deal" if event.opener is None else f"deal {names[event.opener]}"
        case Draw():
            return f"{_who(event.player, state)} draws {event.tiles}"
        case Pass():
            return f"{_who(event.player, state)} passes"
        case PickUp():
            return f"{_who(event.player, state)} takes back #{event.index + 1}"
        case TurnOver():
            return f"{_who(event.player, state)} turns over #{event.index + 1}"
        case Claim():
            return f"{names[event.player]} calls"
        case CountHand():
            return f"hand {names[event.player]}: {_hand(event.hand)}"
        case NextGame():
            return "next game"
        case Adjustment():
            reason = json.dumps(event.reason, ensure_ascii=False)
            return f"adjust {names[event.player]} {event.points:+}: {reason}"
        case Undo() | Redo():
            return f"{'undo' if isinstance(event, Undo) else 'redo'} {event.steps}"
        case EndDeal():
            return _end(event, names)
        case Correction():
            return _correction(event, state)
        case Start():
            return f"start {json.dumps(event_to_json(event), ensure_ascii=False)}"


def _who(player: int | None, state: State) -> str:
    if player is not None:
        return name_text(state.players[player])
    return f"({'next' if state.turn is None else name_text(state.players[state.turn])})"


def _play(event: Play, state: State) -> str:
    words = f"{_who(event.player, state)} {event.tile}{'?' if event.unsure else ''}"
    if event.at is not None:
        words += f" on {_place(event.at)}"
    if event.join is not None:
        words += f" by {event.join}"
    marks = {
        "crosswise": event.across is True,
        "lengthwise": event.across is False,
        "face down": event.face_down,
        f"ring {_place(event.also_at)}" if event.also_at else "": event.also_at is not None,
        "all the same": event.force,
        "not called": not event.claimed,
        "seen": event.seen,
    }
    return ", ".join([words, *(mark for mark, holds in marks.items() if holds)])


def _place(place: Place) -> str:
    return f"#{place[0] + 1} {place[1]}"


def _hand(hand: Hand) -> str:
    return f"{hand} pips" if isinstance(hand, int) else _tiles(hand)


def _tiles(tiles: Iterable[Tile]) -> str:
    return " ".join(map(str, tiles)) or "none"


def _end(event: EndDeal, names: Sequence[str]) -> str:
    words = f"end {event.how}" + ("" if event.went_out is None else f" {names[event.went_out]}")
    hands = [f"{names[player]} {_hand(hand)}" for player, hand in enumerate(event.hands) if hand is not None]
    hands += [f"boneyard {_tiles(event.boneyard)}"] if event.boneyard else []
    return f"{words}: {', '.join(hands)}" if hands else words


def _correction(event: Correction, state: State) -> str:
    verb = {"replace": "correct", "insert": "insert before", "strike": "strike"}[event.how]
    words = f"{verb} {event.number}{' all the same' if event.force else ''}"
    return words if event.event is None else f"{words}: {_words(event.event, state)}"
