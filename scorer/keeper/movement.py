"""How a whole layout was shifted and turned between two looks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorer.view import Point

# In tile widths: a tile seen no further from its place than this is the one that lay there.
SAME_PLACE = 0.6


@dataclass(frozen=True, slots=True)
class Lie:
    """How a tile lies: its centre in tile widths, and the direction from its lower half to the other in radians."""

    place: Point
    angle: float


@dataclass(frozen=True, slots=True)
class Movement:
    """A shift and a turn of the whole layout, in tile widths and radians."""

    turn: float = 0.0
    shift: Point = (0.0, 0.0)

    def applied(self, point: Point) -> Point:
        """Return where a point is after the movement."""
        x, y = point
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        return cosine * x - sine * y + self.shift[0], sine * x + cosine * y + self.shift[1]

    @classmethod
    def between(cls, pairs: Sequence[tuple[Lie, Lie]]) -> Movement | None:
        """Return the movement of tiles that were seen before and now, or None where most moved each its own way.

        A few of the pairs may be wrong: tiles misread as others.
        """
        if not pairs:
            return cls()
        best = cls._fitted(pairs)
        fitting = best._fitting(pairs)
        if len(fitting) < len(pairs):
            guesses = [cls._of_one(before, now) for before, now in pairs]
            best = max((best, *guesses), key=lambda movement: len(movement._fitting(pairs)))
            fitting = best._fitting(pairs)
            refined = cls._fitted(fitting) if fitting else best
            if len(refined._fitting(pairs)) >= len(fitting):
                best, fitting = refined, refined._fitting(pairs)
        return best if 2 * len(fitting) > len(pairs) or len(pairs) == 1 else None

    def _fitting(self, pairs: Sequence[tuple[Lie, Lie]]) -> list[tuple[Lie, Lie]]:
        return [pair for pair in pairs if math.dist(self.applied(pair[0].place), pair[1].place) < SAME_PLACE]

    @classmethod
    def _of_one(cls, before: Lie, now: Lie) -> Movement:
        turned = cls(now.angle - before.angle)
        x, y = turned.applied(before.place)
        return replace(turned, shift=(now.place[0] - x, now.place[1] - y))

    @classmethod
    def _fitted(cls, pairs: Sequence[tuple[Lie, Lie]]) -> Movement:
        """Return the movement with the least squares."""
        if len(pairs) == 1:
            return cls._of_one(*pairs[0])
        (bx, by), (nx, ny) = (_mean([pair[side].place for pair in pairs]) for side in (0, 1))
        apart = [(b.place[0] - bx, b.place[1] - by, n.place[0] - nx, n.place[1] - ny) for b, n in pairs]
        cosine = sum(x * u + y * v for x, y, u, v in apart)
        sine = sum(x * v - y * u for x, y, u, v in apart)
        turned = cls(math.atan2(sine, cosine))
        x, y = turned.applied((bx, by))
        return replace(turned, shift=(nx - x, ny - y))


def _mean(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
