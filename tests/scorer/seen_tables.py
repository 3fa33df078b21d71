"""A table for tests: random deals, and the views that a camera would have of them."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from scorer.arrange import Pose, arrange
from scorer.layout import Layout, Side
from scorer.match import Match
from scorer.rules import Rules
from scorer.tiles import full_set
from scorer.view import Point, SeenJoin, SeenTile, View


def random_deal(match: Match, seed: int, most: int = 28) -> None:
    """Play random legal tiles in turn, each by whoever's turn it is, until nothing fits or the game is won."""
    chance = random.Random(seed)
    tiles = list(full_set(match.state.rules.max_pips))
    chance.shuffle(tiles)
    while match.state.phase == "playing" and len(match.state.layout.placed) < most:
        ways = [(tile, way) for tile in tiles for way in match.state.layout.legal_places(tile)]
        if not ways:
            return
        tile, (at, join) = chance.choice(ways)
        tiles.remove(tile)
        match.play(tile, at, join)


def view_of(
    layout: Layout, *, seed: int = 0, moved: tuple[float, float, float] = (0.0, 0.0, 0.0), only: int | None = None
) -> View:
    """Return what a camera would see of a layout: tiles in any order, halves and sides named as they happen to lie.

    `moved`: the shift x, y and the turn in radians of the whole layout; `only`: the first so many tiles.
    """
    chance = random.Random(seed)
    poses = _arranged(layout)
    indices = [placed.index for placed in layout.placed][:only]
    chance.shuffle(indices)
    number_of = {index: number for number, index in enumerate(indices)}
    swapped = {index: chance.random() < 0.5 for index in indices}
    tiles = tuple(_seen(layout, index, poses[index], swapped[index], moved, chance) for index in indices)
    joins = tuple(
        SeenJoin(
            number_of[join.first],
            _side(join.first_side, swapped[join.first]),
            number_of[join.second],
            _side(join.second_side, swapped[join.second]),
            0.9,
        )
        for join in layout.joins
        if join.first in number_of and join.second in number_of
    )
    return View(0.0, tiles, joins)


@lru_cache(maxsize=8)
def _arranged(layout: Layout) -> dict[int, Pose]:
    return arrange(layout, 60, 40)


def _side(side: Side, swapped: bool) -> Side:
    return side.opposite if swapped else side


def _seen(
    layout: Layout, index: int, pose: Pose, swapped: bool, moved: tuple[float, float, float], chance: random.Random
) -> SeenTile:
    tile = layout[index].tile
    a, b = (tile.high, tile.low) if swapped else (tile.low, tile.high)
    x, y = _moved((pose.x, pose.y), moved)
    place = x + chance.uniform(-0.1, 0.1), y + chance.uniform(-0.1, 0.1)
    angle = pose.angle + moved[2] + (math.pi if swapped else 0.0)
    return SeenTile(a, b, 0.97, ((0.0, 0.0),) * 4, place, angle)


def _moved(point: Point, moved: tuple[float, float, float]) -> Point:
    x, y, turn = moved
    cosine, sine = math.cos(turn), math.sin(turn)
    return cosine * point[0] - sine * point[1] + x, sine * point[0] + cosine * point[1] + y


def new_match(players: int = 2, rules: Rules | None = None) -> Match:
    return Match.start(["Ana", "Ben", "Cleo", "Dan"][:players], rules or Rules())
