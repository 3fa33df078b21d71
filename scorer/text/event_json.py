"""Events as plain JSON values, and back exactly: what the store keeps and what programs exchange."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any, get_args

from scorer.deal_end import Hand, How
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
from scorer.rules import Rules
from scorer.sides import Place, Side
from scorer.text.layout_reader import NotationError
from scorer.tiles import Tile

_KINDS: dict[str, type[Event]] = {
    "start": Start,
    "deal": Deal,
    "play": Play,
    "draw": Draw,
    "pass": Pass,
    "pick up": PickUp,
    "turn over": TurnOver,
    "claim": Claim,
    "end": EndDeal,
    "hand": CountHand,
    "next game": NextGame,
    "adjust": Adjustment,
    "correct": Correction,
    "undo": Undo,
    "redo": Redo,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def event_to_json(event: Event) -> dict[str, Any]:
    """Return an event as JSON values: its `kind`, and every field that is not as usual."""
    data: dict[str, Any] = {"kind": _NAMES[type(event)]}
    for entry in fields(event):
        value = getattr(event, entry.name)
        if value != entry.default:
            data[entry.name] = _plain(value)
    return data


def event_from_json(data: Any) -> Event:
    """Read what `event_to_json` wrote. Raises NotationError for anything else."""
    if not isinstance(data, Mapping) or not isinstance(data.get("kind"), str) or data["kind"] not in _KINDS:
        raise NotationError(f'an event is an object whose "kind" is one of {", ".join(_KINDS)}')
    name_of_kind, kind = data["kind"], _KINDS[data["kind"]]
    known = {entry.name: entry for entry in fields(kind)}
    values = {}
    for name, value in data.items():
        if name == "kind" or (value is None and name in known and known[name].default is None):
            continue
        if name not in known:
            raise NotationError(f"{name_of_kind} has no {name!r}")
        try:
            values[name] = _READERS[name](value)
        except (TypeError, ValueError) as error:
            raise NotationError(f"{name} of {name_of_kind}: {error}") from error
    missing = [name for name, entry in known.items() if entry.default is MISSING and name not in values]
    if missing:
        raise NotationError(f"{name_of_kind} lacks {missing[0]!r}")
    if "how" in values and values["how"] not in _HOWS[kind]:
        raise NotationError(f"how of {name_of_kind} is one of {', '.join(_HOWS[kind])}, not {values['how']!r}")
    return kind(**values)


def _plain(value: Any) -> Any:
    if isinstance(value, Tile):
        return str(value)
    if isinstance(value, Rules):
        return value.to_json()
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return event_to_json(value) if type(value) in _NAMES else value


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"a whole number is expected, not {value!r}")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"a text is expected, not {value!r}")
    return value


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"true or false is expected, not {value!r}")
    return value


def _many(read: Callable[[Any], Any]) -> Callable[[Any], tuple[Any, ...]]:
    def read_all(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list | tuple):
            raise TypeError(f"a list is expected, not {value!r}")
        return tuple(map(read, value))

    return read_all


def _place(value: Any) -> Place:
    index, side = _many(lambda part: part)(value)
    return _number(index), Side(side)


def _tile(value: Any) -> Tile:
    return Tile.parse(_text(value))


def _hand(value: Any) -> Hand:
    tiles: Hand = _number(value) if isinstance(value, int) else _many(_tile)(value)
    return tiles


def _event(value: Any) -> Any:
    event = event_from_json(value)
    if isinstance(event, Correction | Undo | Redo):
        raise ValueError("a correction cannot be of another correction")
    return event


_HOWS: dict[type[Event], tuple[str, ...]] = {EndDeal: get_args(How), Correction: ("replace", "strike", "insert")}


_READERS: dict[str, Callable[[Any], Any]] = {
    "players": _many(_text),
    "rules": Rules.from_json,
    "sides": _many(_many(_number)),
    "scores": _many(_number),
    "turn": _number,
    "layout": _text,
    "remembered": _many(_number),
    "opener": _number,
    "tile": _tile,
    "at": _place,
    "join": Side,
    "player": _number,
    "across": _yes_or_no,
    "face_down": _yes_or_no,
    "also_at": _place,
    "force": _yes_or_no,
    "claimed": _yes_or_no,
    "seen": _yes_or_no,
    "unsure": _yes_or_no,
    "tiles": _number,
    "how": _text,
    "hands": _many(lambda hand: None if hand is None else _hand(hand)),
    "hand": _hand,
    "went_out": _number,
    "boneyard": _many(_tile),
    "points": _number,
    "reason": _text,
    "number": _number,
    "index": _number,
    "event": _event,
    "steps": _number,
}
