"""One value that says how a game is played and scored (the rule book, 2.4 and 3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from types import NoneType
from typing import Any, Literal, TypeVar, get_args

from scorer.deal_end import HandEnd
from scorer.layout import P_FIRST, BlankOpens, Layout, SpinnerProfile
from scorer.ledger import Ledger
from scorer.scoring import Scheme

_Match = Literal["equal", "sum7"]
_Muggins = Literal["off", "steal", "lost"]
_Ends = Literal["at_once", "end_of_hand"]
_Draw = Literal["none", "one", "until_fits", "free"]
_Opening = Literal["lot_then_left", "winner", "highest_double", "lowest_double", "lowest_double_then_winner", "agreed"]
_OpensWith = Literal["deciding", "any"]
_PickUp = Literal["never", "ends_turn", "turn_goes_on"]
_FaceDown = Literal["never", "from_hand", "turned_over"]
_GoingOut = Literal["ends_deal", "empty_boneyard", "places"]
_RybaDouble = Literal["without", "with"]
_OverLimit = Literal["all", "highest"]

_WORDS = {
    "match": _Match,
    "in_play": Scheme,
    "muggins": _Muggins,
    "ends": _Ends,
    "draw": _Draw,
    "opening": _Opening,
    "opens_with": _OpensWith,
    "blank_opens": BlankOpens,
    "pick_up": _PickUp,
    "face_down": _FaceDown,
    "going_out": _GoingOut,
    "ryba_double": _RybaDouble,
    "over_limit": _OverLimit,
}


@dataclass(frozen=True, slots=True)
class Rules:
    """How one game is played. Every field is the parameter of that name in the rule book.

    `name`: the game's display name. `match`: how halves join (2.3); `max_pips`: highest half of the set; `in_play`,
    `per_pip` (3.1); `muggins` (3.2); `hand_end` (3.3); `target`, `exceed` (a score must pass the target), `exact`
    (a gain that would pass it is void), `ends` (3.4); `draw`, `reserve`, `opening` (3.5); `opens_with`: whether
    the tile that decides who opens must be laid first (7, A21).

    `blank_opens`: whether a deal may be opened with a blank (7, A13); `draw_ends_turn`: a tile that was drawn may not
    be laid at once; `pick_up`: whether who cannot play takes an end tile back, and whether that ends the turn (7, A19);
    `face_down`: whether a double that closes its arm is laid so from the hand, or turned over where it lies (7, A10);
    `going_out`: whether the first to be without tiles ends the deal, does so only once the boneyard is empty, or the
    others play on for their places; `ryba_double`: whether a deal is blocked although the double of the blocking value
    is not laid (3.3); `ledger`: when penalties are written (3.3); `over_limit`: who loses where several pass the limit
    in one deal (7, A24).
    `target` 0: no score ends the game; `deals`: it ends after so many, 0 for any number; `everybody_deals`: it does not
    end before there were as many deals as players; `bergen_cap`: points in play are capped near the target (3.1).
    `followed`: False where plays are not recorded, only the hands at the end of the deal are (4d); `most_players`: how
    many can play.
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
    blank_opens: BlankOpens = "may"
    draw_ends_turn: bool = False
    pick_up: _PickUp = "never"
    face_down: _FaceDown = "never"
    going_out: _GoingOut = "ends_deal"
    ryba_double: _RybaDouble = "without"
    ledger: Ledger = field(default_factory=Ledger)
    over_limit: _OverLimit = "all"
    deals: int = 0
    everybody_deals: bool = False
    bergen_cap: bool = False
    followed: bool = True
    most_players: int = 4

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            if getattr(self, name) not in get_args(words):
                raise ValueError(f"{name} must be one of {', '.join(get_args(words))}, not {getattr(self, name)!r}")
        if not 1 <= self.max_pips <= 15:
            raise ValueError(f"a set goes up to a double of 1 to 15, not {self.max_pips}")
        if not 0 <= self.deals <= 1000:
            raise ValueError(f"a game has up to 1000 deals, or 0 for any number, not {self.deals}")
        if not (0 if self.deals else 1) <= self.target <= 1_000_000:
            raise ValueError(f"the target must be 1 or more, up to a million, not {self.target}")
        if not 2 <= self.most_players <= 10:
            raise ValueError(f"two to ten can play at most, not {self.most_players}")
        if self.ledger.threshold and not self.writes_penalties:
            raise ValueError("points are remembered only where the losers write theirs: hand_end.direction")
        if not 0 <= self.reserve <= 100:
            raise ValueError(f"the reserve must be 0 or more, up to 100, not {self.reserve}")

    def empty_layout(self) -> Layout:
        """Return the empty table of this game."""
        return Layout(
            self.spinner,
            self.match,
            self.max_pips,
            self.allow_ring,
            self.matador_shows_both,
            blank_opens=self.blank_opens,
        )

    @property
    def writes_penalties(self) -> bool:
        """Whether scores are penalties, so that the lowest is the best."""
        return self.hand_end.direction == "losers_record"

    @property
    def has_limit(self) -> bool:
        """Whether the target is a limit: whoever reaches it loses."""
        return self.writes_penalties and self.target > 0

    def reached(self, score: int) -> bool:
        """Whether a score is enough to win, or to lose where the target is a limit."""
        return self.target > 0 and (score > self.target if self.exceed else score >= self.target)

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
            if "ledger" in values:
                values["ledger"] = _same_kinds(Ledger(**values["ledger"]), Ledger())
            return _same_kinds(cls(**values), cls())
        except TypeError as error:
            raise ValueError(f"these are no rules: {error}") from error


_Value = TypeVar("_Value", SpinnerProfile, HandEnd, Ledger, Rules)


def _same_kinds(value: _Value, usual: _Value) -> _Value:
    """Return a value whose fields are numbers, words and so on where they should be. Raises TypeError."""
    for entry in fields(value):
        found, expected = getattr(value, entry.name), getattr(usual, entry.name)
        kinds = (int, str, NoneType) if expected is None else (type(expected),)
        if type(found) not in kinds:
            raise TypeError(f"{entry.name} cannot be {found!r}")
    return value
