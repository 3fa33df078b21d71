"""Which other tile a play may have been: what looks made of it, then what is easily taken for it."""

from __future__ import annotations

from collections.abc import Iterator

from scorer.keeper.account import Account, Laid
from scorer.tiles import Tile

_MOST = 5


def likeliest(account: Account, laid: Laid, highest: int) -> tuple[Tile, ...]:
    """Return up to five tiles of a set up to `highest` that a tile of the layout may be instead, the likeliest first.

    None of them lies on the table already.
    """
    taken = {placed.tile for placed in account.layout.placed}
    others = dict.fromkeys(tile for tile in (*_seen(laid), *_near(laid)) if tile not in taken and tile.high <= highest)
    return tuple(others)[:_MOST]


def _seen(laid: Laid) -> Iterator[Tile]:
    """Yield the readings of all looks, by what they say together."""
    scores = laid.evidence.total.scores
    for reading in sorted(scores, key=lambda reading: -scores[reading]):
        yield Tile(*reading)


def _near(laid: Laid) -> Iterator[Tile]:
    """Yield tiles with one pip more or less on one half: the commonest misreadings."""
    low, high = sorted(laid.reading)
    for one, other in ((low, high - 1), (low, high + 1), (low - 1, high), (low + 1, high)):
        if one >= 0 and other >= 0:
            yield Tile(one, other)
