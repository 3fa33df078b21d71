"""What the keeper tells vision: the rules, the set, and the tiles that are beyond doubt, by where they lie."""

from __future__ import annotations

import math
from dataclasses import dataclass

from scorer.keeper.account import CERTAIN, Account
from scorer.rules import Rules
from scorer.view import Point


@dataclass(frozen=True, slots=True)
class KnownTile:
    """A tile of the layout: its pips `a` and `b`, its centre in tile widths and the direction from half a to half b in
    radians, as in the last view that showed it, and the probability that the pips are right."""

    a: int
    b: int
    place: Point
    angle: float
    probability: float


@dataclass(frozen=True, slots=True)
class Known:
    """A prior for the next look. `highest`: the highest half of the set; `tiles`: those that are certain."""

    rules: Rules
    highest: int
    tiles: tuple[KnownTile, ...] = ()


def known(account: Account, rules: Rules) -> Known:
    """Return what is known of the table while the deal of this account is played."""
    tiles = tuple(
        KnownTile(*laid.reading, laid.lie.place, math.remainder(laid.lie.angle, math.tau), laid.sure)
        for laid in account.lying
        if laid.lie is not None and laid.sure >= CERTAIN and not account.layout[account.index_of(laid.key)].face_down
    )
    return Known(rules, rules.max_pips, tiles)
