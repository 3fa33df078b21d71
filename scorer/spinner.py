"""Spinner profiles: which doubles may be joined on all four sides, and how they count (the rule book, 2.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Which = Literal["none", "first_double", "opening_double", "all_doubles"]
Opens = Literal["after_both", "at_once"]
EndTest = Literal["long_sides", "any_two"]


@dataclass(frozen=True, slots=True)
class SpinnerProfile:
    """How a game treats its spinner.

    `which` doubles spin; when the short sides `opens`: after both long sides are covered, or at once;
    `exposed_short`: whether short sides still uncovered count (American Sniff); `end_test`: whether a double
    counts while a long side is free, or while it has fewer than two neighbours of any kind; `four_first`: while a side
    of the spinner is free, tiles go nowhere else (Double Bergen).
    Raises ValueError for a word that is none of these.
    """

    which: Which = "first_double"
    opens: Opens = "after_both"
    exposed_short: bool = False
    end_test: EndTest = "long_sides"
    four_first: bool = False

    def __post_init__(self) -> None:
        for name, words in (("which", Which), ("opens", Opens), ("end_test", EndTest)):
            if getattr(self, name) not in get_args(words):
                raise ValueError(f"{name} must be one of {', '.join(get_args(words))}, not {getattr(self, name)!r}")


P_NONE = SpinnerProfile("none")
P_FIRST = SpinnerProfile("first_double")
P_FIRST_NOW = SpinnerProfile("first_double", "at_once")
P_OPENING = SpinnerProfile("opening_double")
P_OPENING_NOW = SpinnerProfile("opening_double", "at_once")
P_ALL = SpinnerProfile("all_doubles")
P_ALL_NOW = SpinnerProfile("all_doubles", "at_once")
P_SNIFF = SpinnerProfile("first_double", exposed_short=True)
P_FIRST_NOW_ANY2 = SpinnerProfile("first_double", "at_once", end_test="any_two")

# The freest reading, for a table whose game is not known.
AS_IT_LIES = SpinnerProfile("all_doubles", "at_once", end_test="any_two")

PROFILES = {
    "P_none": P_NONE,
    "P_first": P_FIRST,
    "P_first_now": P_FIRST_NOW,
    "P_opening": P_OPENING,
    "P_opening_now": P_OPENING_NOW,
    "P_all": P_ALL,
    "P_all_now": P_ALL_NOW,
    "P_sniff": P_SNIFF,
    "P_first_now_any2": P_FIRST_NOW_ANY2,
    "as_it_lies": AS_IT_LIES,
}
