"""Reads a line of a text form word by word, and says what it expected where it finds something else."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from scorer.sides import Place, Side
from scorer.text.layout_reader import NotationError
from scorer.tiles import Tile

_NUMBER = re.compile(r"\d{1,9}")
SIGNED = re.compile(r"[+-]?\d{1,9}")
_NAME = re.compile(r"[^\W\d_][\w'-]*")
_IN_NAME = re.compile(r"[\w'-]")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
TILE = re.compile(r"\d{1,2}-\d{1,2}")
_INDEX = re.compile(r"#(\d{1,4})")
_PLACE = re.compile(r"#(\d{1,4}) ([a-z]+-[a-z0-9])")
_SIDE = re.compile(r"[a-z]+-[a-z0-9]")


class Line:
    """What is left to be read of a line."""

    def __init__(self, text: str, names: Sequence[str] = ()) -> None:
        self.text = text
        self.at = 0
        self.names = names

    def skip(self, words: str) -> bool:
        """Go past the words and blanks after them, if they come next."""
        end = self.at + len(words)
        # A word is not the beginning of a longer one, such as a name.
        if not self.text.startswith(words, self.at) or (words[-1].isalpha() and _IN_NAME.match(self.text, end)):
            return False
        self.at = end
        self._blanks()
        return True

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Return what comes next if it is of that form, and go past it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
            self._blanks()
        return found

    def need(self, pattern: re.Pattern[str], what: str) -> re.Match[str]:
        """Return what comes next. Raises NotationError where it is something else."""
        found = self.take(pattern)
        if found is None:
            raise self.expected(what)
        return found

    def number(self) -> int:
        """Read a whole number."""
        return int(self.need(_NUMBER, "a number")[0])

    def name(self) -> str:
        """Read a name."""
        if self.text.startswith('"', self.at):
            return self.quoted()
        return self.need(_NAME, "a name")[0]

    def quoted(self) -> str:
        """Read a text in double quotes."""
        found = self.need(_QUOTED, "a text in double quotes")[0]
        try:
            return str(json.loads(found))
        except ValueError as error:
            raise NotationError(f"{found} cannot be read: {error}") from error

    def player(self) -> int:
        """Read the name of a player."""
        start, name = self.at, self.name()
        if name not in self.names:
            self.at = start
            raise self.expected(f"a player ({', '.join(self.names)})")
        return self.names.index(name)

    def tile(self) -> Tile:
        """Read a tile."""
        return Tile.parse(self.need(TILE, "a tile such as 4-6")[0])

    def place(self) -> Place:
        """Read a place: the number of a tile and one of its sides."""
        found = self.need(_PLACE, "a place such as #1 long-1")
        return int(found[1]) - 1, _side(found[2])

    def index(self) -> int:
        """Read the number of a tile."""
        return int(self.need(_INDEX, "the number of a tile such as #1")[1]) - 1

    def side(self) -> Side:
        """Read a side."""
        return _side(self.need(_SIDE, "a side such as end-a")[0])

    @property
    def over(self) -> bool:
        """Whether nothing but a remark is left."""
        return self.at >= len(self.text) or self.text[self.at] == ";"

    def end(self) -> None:
        """Raise NotationError where there is more to read."""
        if not self.over:
            raise self.expected("the end of the line")

    def expected(self, what: str) -> NotationError:
        """Return the error that says what should come next."""
        found = f'"{self.text[self.at : self.at + 12]}"' if not self.over else "the end of the line"
        return NotationError(f"expected {what} at character {self.at + 1}, found {found}")

    def _blanks(self) -> None:
        while self.text.startswith(" ", self.at):
            self.at += 1


def _side(word: str) -> Side:
    if word not in list(Side):
        raise NotationError(f"{word} is no side of a tile")
    return Side(word)
