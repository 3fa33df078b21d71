"""A camera that makes the mistakes of a real one: layouts turned into Views, for simulations of the keeper."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from functools import lru_cache

from scorer.arrange import Pose, arrange
from scorer.layout import Layout
from scorer.sides import Join, Side
from scorer.view import Point, Reach, SeenJoin, SeenTile, View

_NOWHERE = ((0.0, 0.0),) * 4
# In equal views the same mistake is made again so often.
_PERSISTS = 0.5
# Of misread tiles the true reading is the second likeliest so often; else it is not named at all.
_TRUE_IS_SECOND = 0.85

Reading = tuple[int, int]


@dataclass(frozen=True)
class Noise:
    """How often what goes wrong. `misread`, `unsure`: a tile in a view is read wrongly, or right with little
    confidence; `missed`: a view lacks a tile; `lost`: a play and the next are seen together only; `taken_back`,
    `relaid`, `wrong_seat`: of plays; `restart`: of deals. `backs_seen`: tiles that lie face down are seen, too."""

    misread: float = 0.01
    unsure: float = 0.005
    missed: float = 0.02
    lost: float = 0.003
    taken_back: float = 0.02
    relaid: float = 0.05
    wrong_seat: float = 0.03
    restart: float = 0.2
    backs_seen: bool = True


NOISE = Noise()
NO_NOISE = Noise(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class Eyes:
    """Looks at one table, view by view, and remembers what it got wrong."""

    def __init__(self, noise: Noise, chance: random.Random, final: Layout) -> None:
        """Open the eyes. `final`: the layout at the end of the deal."""
        self._final = final
        self._noise = noise
        self._chance = chance
        self._reaches: list[Reach] = []
        self._time = 0.0
        self._before: Layout | None = None
        self._readings: dict[int, tuple[tuple[Reading, float], ...]] = {}
        self._missed: int | None = None
        self._moved = (0.0, 0.0, 0.0)
        self._room = (60.0, 40.0)

    def reach(self, seat: int) -> None:
        """Somebody reaches over the table."""
        self._reaches.append(Reach(seat, self._time, self._time + 1.0))

    def forget_reaches(self) -> None:
        """Nobody saw who reached."""
        self._reaches.clear()

    def relay(self) -> None:
        """The layout is shifted and turned, and sometimes laid with other bends."""
        self._moved = (self._chance.uniform(-5, 5), self._chance.uniform(-5, 5), self._chance.uniform(-3, 3))
        if self._chance.random() < 0.5:
            self._room = (self._chance.choice((18.0, 22.0, 30.0)), 60.0)

    def view(self, layout: Layout) -> View:
        """Return what is seen of a layout now."""
        same = layout == self._before and not self._reaches
        self._before = layout
        self._time += 1.0
        readings = {placed.index: self._reading(layout, placed.index, same=same) for placed in layout.placed}
        self._readings = readings
        seen = self._seen(layout, same=same)
        view = self._view(layout, seen, readings)
        self._reaches = []
        return view

    def _seen(self, layout: Layout, *, same: bool) -> set[int]:
        """Return which tiles are seen together: without one that is missed, the rest may fall into pieces."""
        indices = {placed.index for placed in layout.placed if self._noise.backs_seen or not placed.face_down}
        if not (same and self._missed is not None and self._chance.random() < _PERSISTS):
            missed = self._chance.random() < self._noise.missed and len(indices) > 1
            self._missed = self._chance.choice(sorted(indices)) if missed else None
        if self._missed is None:
            return indices
        return max(_pieces(layout, indices - {self._missed}), key=len)

    def _reading(self, layout: Layout, index: int, *, same: bool) -> tuple[tuple[Reading, float], ...]:
        """Return the readings of a tile with their probabilities, likeliest first, the lower half first."""
        tile = layout[index].tile
        if same and index in self._readings and self._chance.random() < _PERSISTS:
            return self._readings[index]
        true, false = (tile.low, tile.high), self._like((tile.low, tile.high))
        if self._chance.random() < self._noise.misread:
            probability = self._chance.uniform(0.4, 0.93)
            second = true if self._chance.random() < _TRUE_IS_SECOND else self._like(false)
            return (false, probability), (second, 0.85 * (1 - probability))
        rest = 10 ** self._chance.uniform(-3.5, -1.5)
        if self._chance.random() < self._noise.unsure:
            rest = self._chance.uniform(0.1, 0.45)
        return (true, 1 - rest), (false, 0.85 * rest)

    def _like(self, reading: Reading) -> Reading:
        """Return a reading with one half other, mostly by one pip."""
        half = self._chance.randrange(2)
        step = self._chance.choice((-1, 1, 1, -1, -2, 2))
        other = list(reading)
        other[half] = other[half] + step if 0 <= other[half] + step <= 6 else other[half] - step
        return other[0], other[1]

    def _view(self, layout: Layout, seen: set[int], readings: dict[int, tuple[tuple[Reading, float], ...]]) -> View:
        indices = sorted(seen)
        self._chance.shuffle(indices)
        number_of = {index: number for number, index in enumerate(indices)}
        swapped = {index: self._chance.random() < 0.5 for index in indices}
        # A tile never moves because of one laid later: one arrangement does for the whole deal.
        begun = self._final.placed[: len(layout.placed)] == layout.placed and set(layout.joins) <= set(
            self._final.joins
        )
        poses = _arranged(self._final if begun else layout, self._room)
        tiles = tuple(
            self._tile(poses[index], readings[index], swapped=swapped[index], back=layout[index].face_down)
            for index in indices
        )
        joins = tuple(
            _join(join, number_of, swapped) for join in layout.joins if join.first in seen and join.second in seen
        )
        apart = len(layout.placed) - len(seen) - (self._missed is not None)
        return View(self._time, tiles, joins, max(0, apart), reaches=tuple(self._reaches))

    def _tile(self, pose: Pose, readings: tuple[tuple[Reading, float], ...], *, swapped: bool, back: bool) -> SeenTile:
        turned = [((b, a) if swapped else (a, b), p) for (a, b), p in readings]
        (a, b), probability = turned[0]
        x, y = self._lies((pose.x, pose.y))
        angle = pose.angle + self._moved[2] + (math.pi if swapped else 0.0) + self._jitter()
        place = (x + self._jitter(), y + self._jitter())
        if back:
            return SeenTile(0, 0, 0.0, _NOWHERE, place, angle, face_down=True)
        return SeenTile(a, b, probability, _NOWHERE, place, angle, tuple(turned[1:]))

    def _lies(self, point: Point) -> Point:
        x, y, turn = self._moved
        cosine, sine = math.cos(turn), math.sin(turn)
        return cosine * point[0] - sine * point[1] + x, sine * point[0] + cosine * point[1] + y

    def _jitter(self) -> float:
        return self._chance.gauss(0.0, 0.04)


@lru_cache(maxsize=32)
def _arranged(layout: Layout, room: tuple[float, float]) -> dict[int, Pose]:
    return arrange(layout, *room, crowded=True)


def _join(join: Join, number_of: dict[int, int], swapped: dict[int, bool]) -> SeenJoin:
    return SeenJoin(
        number_of[join.first],
        _side(join.first_side, swapped[join.first]),
        number_of[join.second],
        _side(join.second_side, swapped[join.second]),
        0.95,
    )


def _side(side: Side, swapped: bool) -> Side:
    return side.opposite if swapped else side


def _pieces(layout: Layout, indices: set[int]) -> list[set[int]]:
    """Return the groups of tiles that hang together."""
    pieces: list[set[int]] = []
    left = set(indices)
    while left:
        piece, waiting = set(), [left.pop()]
        while waiting:
            index = waiting.pop()
            piece.add(index)
            for join in layout.joins:
                if index in (join.first, join.second):
                    other = join.other(index)[0]
                    if other in left:
                        left.discard(other)
                        waiting.append(other)
        pieces.append(piece)
    return pieces
