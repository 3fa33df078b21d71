"""What a page sends: small JSON objects, checked before anything is done with them."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from flask import request
from werkzeug.exceptions import BadRequest

from scorer.tiles import Tile

MOST_BYTES = 4096
"""The longest request there is sets up a game: four names and what the table agreed on."""

_LONGEST_TEXT = 80


class Wish:
    """What a person asks for, read from the body of a request. Every method raises BadRequest with the reason."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    @classmethod
    def of_request(cls) -> Wish:
        """Read the body of the present request."""
        if not request.is_json:
            raise BadRequest("send JSON")
        return cls.of_text(request.get_data())

    @classmethod
    def of_text(cls, text: str | bytes) -> Wish:
        """Read JSON."""
        try:
            values = json.loads(text)
        except (ValueError, RecursionError):
            raise BadRequest("that is not JSON") from None
        if not isinstance(values, dict):
            raise BadRequest("send a JSON object")
        return cls(values)

    def text(self, name: str) -> str:
        """A short text."""
        value = self._values.get(name)
        if not isinstance(value, str) or not value or len(value) > _LONGEST_TEXT:
            raise BadRequest(f"say the {name}")
        return value

    def texts(self, name: str, keys: Collection[str]) -> dict[str, str]:
        """Short texts by name, of which only these `keys` are taken; empty ones are left out."""
        values = self._values.get(name)
        if not isinstance(values, dict):
            raise BadRequest(f"say the {name}")
        return {key: Wish(values).text(key) for key in keys if values.get(key)}

    def names(self, name: str, most: int) -> tuple[str, ...]:
        """Up to so many short texts, empty ones left out; none where it says nothing about this."""
        values = self._values.get(name) or []
        if not isinstance(values, list) or len(values) > most:
            raise BadRequest(f"say the {name}")
        return tuple(Wish({name: value}).text(name) for value in values if value != "")

    def flag(self, name: str) -> bool:
        """Whether it says yes to this."""
        return self._values.get(name) is True

    def has(self, name: str) -> bool:
        """Whether it says anything about this."""
        return self._values.get(name) is not None

    def number(self, name: str, most: int, least: int = 0) -> int:
        """A whole number from `least` to `most`."""
        return _number(self._values.get(name), most, least)

    def numbers(self, name: str, count: int, most: int) -> tuple[int | None, ...]:
        """So many whole numbers from 0 to `most`, or nothing (None) in place of some."""
        values = self._values.get(name)
        if not isinstance(values, list) or len(values) != count:
            raise BadRequest(f"say {count} {name}")
        return tuple(None if value is None else _number(value, most) for value in values)

    def tiles(self, name: str, count: int) -> tuple[tuple[Tile, ...] | None, ...]:
        """So many lists of tiles, or nothing (None) in place of some."""
        values = self._values.get(name)
        if not isinstance(values, list) or len(values) != count:
            raise BadRequest(f"say {count} {name}")
        return tuple(None if value is None else _tiles(value, name) for value in values)

    def tile(self, name: str) -> Tile:
        """A tile, as in "4-6"."""
        try:
            return Tile.parse(self.text(name))
        except ValueError as reason:
            raise BadRequest(str(reason)) from None

    def one_of(self, name: str, *words: str) -> str:
        """One of these words."""
        value = self.text(name)
        if value not in words:
            raise BadRequest(f"{name} is one of {', '.join(words)}")
        return value


def _tiles(value: Any, name: str) -> tuple[Tile, ...]:
    if not isinstance(value, list):
        raise BadRequest(f"{name}: lists of tiles")
    return tuple(Wish({"tile": tile}).tile("tile") for tile in value)


def _number(value: Any, most: int, least: int = 0) -> int:
    # JSON's true is Python's 1.
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadRequest(f"a whole number from {least} to {most} is needed")
    return value
