"""The goat's ledger: small penalties are remembered before they are written (the rule book, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

_Flush = Literal["deal", "sum"]


@dataclass(frozen=True, slots=True)
class Ledger:
    """When penalties are written at once and when they are only remembered.

    `threshold`: a deal of at least so many points is written, with all that was remembered; 0: every deal is.
    `flush`: whether the threshold is tested on the deal alone, or on it and what is remembered together.
    `until_first`: only while nothing is written yet (7, A14). Raises ValueError for anything out of range.
    """

    threshold: int = 0
    flush: _Flush = "deal"
    until_first: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.threshold <= 1000:
            raise ValueError(f"the threshold must be 0 or more, up to 1000, not {self.threshold}")
        if self.flush not in get_args(_Flush):
            raise ValueError(f"flush must be one of {', '.join(get_args(_Flush))}, not {self.flush!r}")


@dataclass(frozen=True, slots=True)
class Entries:
    """What a deal adds to the scores, and what is remembered after it, by side."""

    written: tuple[int, ...]
    remembered: tuple[int, ...]


def enter(
    ledger: Ledger, scores: Sequence[int], remembered: Sequence[int], penalties: Sequence[int], winner: int | None
) -> Entries:
    """Enter the penalties of a deal; `scores`, `remembered`: before it, by side; `winner`: the side that won it.

    Who won the deal forgets first; with nobody's win nobody does.
    """
    written, kept = [], []
    for side, points in enumerate(penalties):
        old = 0 if side == winner else remembered[side]
        exempt = ledger.until_first and scores[side] > 0
        tested = points + old if ledger.flush == "sum" else points
        at_once = points > 0 and (exempt or tested >= ledger.threshold)
        written.append(points + old if at_once else 0)
        kept.append(0 if at_once else points + old)
    return Entries(tuple(written), tuple(kept))
