"""A table on which something happens: what lies there, drawn frame by frame, and the arms that reach over it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from datasets.arms import draw_arm, eased, random_arm
from datasets.arrangements import Lying
from datasets.stage import AROUND, HEIGHT, INWARD, WIDTH, Laid, Side, Stage

RATE = 15
NOISE = 1.8  # deviation of the sensor noise
DARK = 0.3  # less light than this share of the usual shows nothing
_NOISES = 7
_SHOULDER = 560.0  # px from the picture's edge to where an arm comes from
_OUT_OF_SIGHT = 120.0

Pips = tuple[int, int]


@dataclass(frozen=True)
class Shot:
    """One frame and what is true of it.

    `kind`: "settled" where the layout lies as after the last play and nothing is over it, "hand" where an arm or a
    tile in the fingers is in the picture, else "other" (something moves, or a tile lies there that is taken back).
    `tiles`: the layout; `apart`: all other tiles that lie face up; `covered`: a mask of what arms hide, or None.
    """

    picture: np.ndarray
    kind: str
    tiles: tuple[Lying, ...]
    apart: tuple[Lying, ...]
    side: Side | None = None
    covered: np.ndarray | None = field(default=None, repr=False)


class FilmTable:
    """One table in the course of an evening, and who reaches over it. `noise`: deviation of the sensor noise.

    Places are given as if nobody had ever bumped into the table.
    """

    def __init__(self, stage: Stage, seed: int, noise: float = NOISE) -> None:
        self.stage = stage
        self.rng = np.random.default_rng([seed, 77])
        self.layout: list[Lying] = []
        self.apart: list[Lying] = []
        self.racks: dict[Side, list[Pips]] = {}
        self.things: list[Laid] = []
        self.light = 1.0
        # Whether what lies there now is not to be scored: a tile that is taken back soon, tiles being washed.
        self.unsettled = False
        self._arms = {side: random_arm(self.rng, stage.tile_px) for side in AROUND}
        grain = (self.rng.standard_normal((HEIGHT, WIDTH, 3), dtype=np.float32) * noise).round().astype(np.int16)
        self._noises = [np.roll(grain, (37 * number, 91 * number), (0, 1)) for number in range(_NOISES)]
        self._frame = 0
        self._bumps: list[tuple[float, float, float]] = []
        self._bare: np.ndarray | None = None
        self._lit: np.ndarray | None = None

    def _changed(self, *, below: bool = False) -> None:
        """Something lies otherwise now; `below`: something that is no lying tile, too."""
        self._lit = None
        if below:
            self._bare = None

    def _table(self) -> np.ndarray:
        if self._bare is None:
            self._bare = self.stage.bare(self.racks, self.things)
        if self._lit is None:
            self._lit = self.stage.draw(self._bare, [*self.layout, *self.apart])
        return self._lit

    @property
    def _still(self) -> str:
        return "other" if self.unsettled or self.light < DARK else "settled"

    def _shot(
        self, picture: np.ndarray, kind: str, side: Side | None = None, covered: np.ndarray | None = None
    ) -> Shot:
        if self.light != 1.0:
            picture = cv2.convertScaleAbs(picture, alpha=self.light)
        # Never the same noise twice in a row: only dead cameras repeat themselves.
        noise = self._noises[self._frame % _NOISES]
        self._frame += 1
        seen = tuple(tile for tile in self.apart if not tile.back)
        return Shot(cv2.add(picture, noise, dtype=cv2.CV_8U), kind, tuple(self.layout), seen, side, covered)

    def wait(self, seconds: float) -> Iterator[Shot]:
        """Nothing happens."""
        for _ in range(max(1, round(seconds * RATE))):
            yield self._shot(self._table(), self._still)

    def deal(self, hands: Sequence[Sequence[Pips]], boneyard: Sequence[Pips]) -> None:
        """All tiles stand in front of the players, or lie in the boneyard, face down."""
        self.racks = {side: list(hand) for side, hand in zip(self.stage.sides, hands, strict=True)}
        self.layout = []
        self.apart = self._boneyard(boneyard)
        self._changed(below=True)

    def _over(self, tile: Lying) -> np.ndarray:
        """Where a hand is when it holds a tile: px of the picture."""
        return self.stage.in_picture(tile.x, tile.y)

    def _home(self, side: Side, hand: np.ndarray) -> np.ndarray:
        """Where an arm's hand is out of sight, on the way from the player to a point."""
        (right, down), middle = INWARD[side], np.array([WIDTH / 2, HEIGHT / 2])
        edge = middle - np.array([right, down]) * middle
        along = np.array([-down, right])
        sideways = float((hand - middle) @ along) * 0.45
        return np.asarray(edge - np.array([right, down]) * _OUT_OF_SIGHT + along * sideways)

    def _steps(self, side: Side, hand: np.ndarray) -> int:
        """How many frames a hand needs from out of sight to a point: it moves by some 60 px a frame."""
        return int(np.clip(np.linalg.norm(hand - self._home(side, hand)) / 62, 5, 14)) + int(self.rng.integers(0, 3))

    def _in(self, side: Side, hand: np.ndarray, carrying: Lying | None = None) -> Iterator[Shot]:
        home, steps = self._home(side, hand), self._steps(side, hand)
        for step in range(steps):
            yield self._armed(side, home + (hand - home) * eased(step / steps), carrying)

    def _stay(
        self, side: Side, hand: np.ndarray, carrying: Lying | None = None, frames: int | None = None
    ) -> Iterator[Shot]:
        if frames is None:
            for _ in range(int(self.rng.integers(2, 6))):
                yield self._armed(side, hand + self.rng.normal(size=2) * 1.5, carrying)
            return
        resting = self._drawn([(side, hand)], carrying)
        for _ in range(frames):
            yield self._shot(resting[0], "hand", side, resting[1])

    def _out(self, side: Side, hand: np.ndarray, carrying: Lying | None = None) -> Iterator[Shot]:
        home, steps = self._home(side, hand), self._steps(side, hand)
        for step in range(1, steps):
            yield self._armed(side, hand + (home - hand) * eased(step / steps), carrying)

    def _armed(self, side: Side, hand: np.ndarray, carrying: Lying | None = None) -> Shot:
        return self._armed_all([(side, hand)], carrying)

    def _armed_all(self, hands: Sequence[tuple[Side, np.ndarray]], carrying: Lying | None = None) -> Shot:
        picture, covered = self._drawn(hands, carrying)
        seen = bool(covered.any())
        return self._shot(picture, "hand", hands[0][0], covered) if seen else self._shot(picture, self._still)

    def _drawn(self, hands: Sequence[tuple[Side, np.ndarray]], carrying: Lying | None) -> tuple[np.ndarray, np.ndarray]:
        """The table with arms over it, and the mask of what they cover."""
        picture, covered = self._table().copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
        for side, hand in hands:
            if carrying is not None:
                x, y = self.stage.on_table(hand)
                self.stage.carry(picture, replace(carrying, x=float(x), y=float(y)))
            away = self._home(side, hand) - np.array(INWARD[side]) * _SHOULDER
            # Fingers hold a tile by its near half.
            back = np.array(INWARD[side]) * -0.5 * self.stage.tile_px if carrying is not None else np.zeros(2)
            draw_arm(picture, self._arms[side], hand + back, away, covered)
        return picture, covered

    def _bumped(self, tile: Lying) -> Lying:
        """Where a tile comes to lie on a table that was bumped into."""
        for bump in self._bumps:
            tile = moved(tile, bump)
        return tile

    def _away(self, tile: Lying) -> None:
        """A tile is taken up from the table."""
        self.apart = [other for other in self.apart if (other.a, other.b) != (tile.a, tile.b)]
        self.layout = [other for other in self.layout if (other.a, other.b) != (tile.a, tile.b)]

    def _take(self, side: Side, tile: Pips) -> None:
        """A tile leaves a rack."""
        self.racks[side] = [other for other in self.racks[side] if frozenset(other) != frozenset(tile)]
        self._changed(below=True)

    def _boneyard(self, tiles: Sequence[Pips]) -> list[Lying]:
        """Face down in rows in a corner."""
        found = []
        for index, (a, b) in enumerate(tiles):
            row, column = divmod(index, 4)
            corner = np.array([172.0 + 1.2 * self.stage.tile_px * column, 60.0 + 2.35 * self.stage.tile_px * row])
            x, y = self.stage.on_table(corner)
            found.append(Lying(float(x), float(y), 90.0 + (a * 7 + b) % 5 - 2, a, b, back=True))
        return found


def moved(tile: Lying, bump: tuple[float, float, float]) -> Lying:
    """A tile after a bump: across, down, degrees around the middle of the table."""
    across, down, degrees = bump
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    x, y = cosine * tile.x - sine * tile.y + across, sine * tile.x + cosine * tile.y + down
    return replace(tile, x=x, y=y, degrees=tile.degrees + degrees)
