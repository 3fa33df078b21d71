"""A keeper that follows written layouts, and the looks that it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from seen_tables import new_match, view_of

from scorer.keeper import Keeper
from scorer.notation import parse_layout
from scorer.view import Reach, View

Reading = tuple[int, int]


def look(text: str, *, seats: Iterable[int] = (), time: float = 0.0) -> View:
    """Return a look at a layout, after reaches from these seats."""
    reaches = tuple(Reach(seat, time, time + 1) for seat in seats)
    return replace(view_of(parse_layout(text)), time=time, reaches=reaches)


def misread(view: View, tile: Reading, seen: Reading, probability: float, *others: tuple[Reading, float]) -> View:
    """Return the view with a tile read as another one; all readings have the lower half first."""
    tiles = []
    for one in view.tiles:
        if {one.a, one.b} == set(tile):
            readings = [(seen, probability), *others]
            if one.a > one.b:
                readings = [(reading[::-1], chance) for reading, chance in readings]
            one = replace(one, a=readings[0][0][0], b=readings[0][0][1], probability=probability)
            one = replace(one, others=tuple(readings[1:]))
        tiles.append(one)
    return replace(view, tiles=tuple(tiles))


def plays(keeper: Keeper) -> list[tuple[int, str, bool]]:
    """Return who laid which tile by the record, and whether it is marked with a "?"."""
    return [(play.player, str(play.tile), play.unsure) for play in keeper.state().match.plays]


def follow(*texts: str, players: int = 2) -> Keeper:
    """Return a keeper that looked at these layouts, one after the other."""
    keeper = Keeper(new_match(players))
    for text in texts:
        keeper.look(look(text))
    return keeper
