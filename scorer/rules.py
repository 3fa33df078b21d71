"""One value that says how a game is played and scored (the rule book, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import NoneType
from typing import Any, Literal, TypeVar, get_args

from scorer.deal_end import HandEnd
from scorer.layout import P_FIRST, Layout, SpinnerProfile
from scorer.scoring import Scheme

_Match = Literal["equal", "sum7"]
_Muggins = Literal["off", "steal", "lost"]
_Ends = Literal["at_once", "end_of_hand"]
_Draw = Literal["none", "one", "until_fits", "free"]
_Opening = Literal["lot_then_left", "winner", "highest_double", "lowest_double", "agreed"]
_OpensWith = Literal["deciding", "any"]

_WORDS = {
    "match": _Match,
    "in_play": Scheme,
    "muggins": _Muggins,
    "ends": _Ends,
    "draw": _Draw,
    "opening": _Opening,
    "opens_with": _OpensWith,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """How one game is played. Every field is the parameter of that name in the rule book.

    `name`: the game's display name. `match`: how halves join (2.3); `max_pips`: highest half of the set; `in_play`,
    `per_pip` (3.1); `muggins` (3.2); `hand_end` (3.3); `target`, `exceed` (a score must pass the target), `exact`
    (a gain that would pass it is void), `ends` (3.4); `draw`, `reserve`, `opening` (3.5); `opens_with`: whether
    the tile that decides who opens must be laid first (7, A21).
    Raises ValueError for anything that is out of range.
    """

    name: str = "All Fives"
    spinner: SpinnerProfile = P_FIRST
    match: _Match = "equal"
    max_pips: int = 6
    allow_ring: bool = False
    matador_shows_both: bool = False
    in_play: Scheme = "fives_pips"
    per_pip: bool = False
    muggins: _Muggins = "off"
    hand_end: HandEnd = field(default_factory=lambda: HandEnd(rounding="nearest5"))
    target: int = 250
    exceed: bool = False
    exact: bool = False
    ends: _Ends = "at_once"
    draw: _Draw = "until_fits"
    reserve: int = 0
    opening: _Opening = "lot_then_left"
    opens_with: _OpensWith = "any"

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            if getattr(self, name) not in get_args(words):
                raise ValueError(f"{name} must be one of {', '.join(get_args(words))}, not {getattr(self, name)!r}")
        if not 1 <= self.max_pips <= 15:
            raise ValueError(f"a set goes up to a double of 1 to 15, not {self.max_pips}")
        if not 1 <= self.target <= 1_000_000:
            raise ValueError(f"the target must be 1 or more, up to a million, not {self.target}")
        if not 0 <= self.reserve <= 100:
            raise ValueError(f"the reserve must be 0 or more, up to 100, not {self.reserve}")

    def empty_layout(self) -> Layout:
        """Return the empty table of this game."""
        return Layout(self.spinner, self.match, self.max_pips, self.allow_ring, self.matador_shows_both)

    def reached(self, score: int) -> bool:
        """Whether a score is enough to win."""
        return score > self.target if self.exceed else score >= self.target

    def to_json(self) -> dict[str, Any]:
        """Return every field as plain JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        """Read what `to_json` wrote; a field left out has its default. Raises ValueError for an unknown field."""
        known = {entry.name for entry in fields(cls)}
        unknown = sorted(set(data) - known)
        if unknown:
            raise ValueError(f"rules have no {unknown[0]!r}")
        values = dict(data)
        try:
            if "spinner" in values:
                values["spinner"] = _same_kinds(SpinnerProfile(**values["spinner"]), SpinnerProfile())
            if "hand_end" in values:
                values["hand_end"] = _same_kinds(HandEnd(**values["hand_end"]), HandEnd())
            return _same_kinds(cls(**values), cls())
        except TypeError as error:
            raise ValueError(f"these are no rules: {error}") from error


_Value = TypeVar("_Value", SpinnerProfile, HandEnd, Rules)


def _same_kinds(value: _Value, usual: _Value) -> _Value:
    """Return a value whose fields are numbers, words and so on where they should be. Raises TypeError."""
    for entry in fields(value):
        found, expected = getattr(value, entry.name), getattr(usual, entry.name)
        kinds = (int, str, NoneType) if expected is None else (type(expected),)
        if type(found) not in kinds:
            raise TypeError(f"{entry.name} cannot be {found!r}")
    return value
