"""Doubles that lie face down at the ends of lines (the rule book, 2.7): what is new there, as large as a tile, and
shows no face.

No network finds them, for a back looks as it likes. The table as it looked before is remembered wherever no tile of the
layout lies, and what is new beyond an open end is compared with a tile that would lie there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import ExplainedTile, Explanation
from vision.joins import Contact, Pose
from vision.pictures import Picture
from vision.plane import TILE, TablePlane
from vision.pushed import how_pushed
from vision.sightings import Sighting, lies_on

Quad = NDArray[np.float32]
Patch = NDArray[np.float32]
# One value or many; and integral images of what is new, and of what counts.
Places = NDArray[np.float64]
Sums = Sequence[Places]

# What lies beyond an end is looked at in a patch that begins so many tile widths before it and is so wide and deep, at
# so many pixels a tile width.
_BEFORE, _SIZE, _FINE = 2.5, 7.0, 16
# A pixel is new if it differs by more levels than this, and than so many times what is usual around.
_LEVELS, _USUAL = 14.0, 4.0
# Where a tile may lie beyond an end: gaps and shifts in tile widths, turns in degrees.
_GAPS, _SHIFTS, _TURNS = np.arange(0.0, 0.31, 0.06), np.arange(-0.24, 0.25, 0.06), np.arange(-9.0, 9.1, 3.0)
# Of a face so much must be new, and of the last quarter of a tile width at both its ends; of the strips along its sides
# no more, but for its shadow on one side of two, nor up to a tile's width around.
_NEW, _ENDS, _CLEAN, _AROUND = 0.8, 0.6, 0.3, 0.3
# What is new ahead of a tile may be its shadow, and counts for this part only.
_SHADED = 0.4
# A place of which less than this is missing from the share that is new is as good as another.
_AS_GOOD = 0.02
# Of fewer pixels nothing is said.
_FEWEST = 12
# Light that has changed by a smaller share than this has not.
_LIT = 0.02
# Where less than this is new, nothing was laid.
_NOTHING = 0.12
# What is seen of a tile of the layout reaches so many tile widths beyond it where its corners were seen roughly; and
# so far with its shadow.
_ROUGHLY, _SHADOW = 0.12, 0.45

Explain = Callable[[list[Sighting], Sequence[Quad]], Explanation]


@dataclass(frozen=True)
class _End:
    """A half at which a line may go on: a point on its edge, in tile widths, and the direction it faces in radians."""

    x: float
    y: float
    facing: float


@dataclass(frozen=True)
class _Spot:
    """Where a tile would lie, and how much is new there, as shares, 0 to 1.

    On its `face`; at the emptier of its two `ends`; `close` around it; at its `sides`, on the cleaner one of the two
    beside it or, for a part, ahead; further `around`.
    """

    pose: Pose
    face: float = 0.0
    ends: float = 0.0
    close: float = 0.0
    sides: float = 0.0
    around: float = 0.0

    @property
    def is_tile(self) -> bool:
        return self.face >= _NEW and self.ends >= _ENDS and self.sides <= _CLEAN and self.around <= _AROUND


class Backs:
    """Explains looks at a table on which doubles may lie face down. Not thread-safe.

    `explain`: what sightings, and backs at these quads (4, 2) in pixels, show all together; `shows_face`: whether a
    tile that lies at a quad in a picture shows its face.
    """

    def __init__(self, explain: Explain, shows_face: Callable[[Picture, Quad], bool]) -> None:
        self._explain, self._shows_face = explain, shows_face
        self._ground: Picture | None = None
        self._before: Explanation | None = None
        self._found: list[Quad] = []

    @property
    def found(self) -> tuple[Quad, ...]:
        """Where doubles lie face down in the picture that was looked at last."""
        return tuple(self._found)

    def look(
        self, picture: Picture, sightings: list[Sighting], *, covered: bool, blank_only: bool = False
    ) -> Explanation:
        """What a settled picture shows.

        `covered`: something is over the table; what lay there lies there still. `blank_only`: no double is laid face
        down in this game, but the double blank shows nothing either where the set has no dividers.
        """
        if covered:
            return self._explain(_not_under(sightings, self._found), self._found)
        blanks = [] if blank_only else _blanks_that_fit_nowhere(self._explain(sightings, ()))
        faces = _not_under(sightings, blanks)
        explanation = self._explain(faces, ())
        ground = self._ground_of(picture, explanation)
        self._found, pending = list(blanks), []
        if ground is not None and explanation.plane is not None:
            for spot in _spots(picture, ground, explanation, explanation.plane, blank_only=blank_only):
                quad = np.asarray(explanation.plane.to_picture(_placed(TILE, spot.pose)), np.float32)
                if spot.is_tile and not self._shows_face(picture, quad) and not _under(quad, self._found):
                    self._found.append(quad)
                elif spot.face > _NOTHING:
                    pending.append(spot.pose)
        explanation = self._explain(_not_under(faces, self._found), self._found)
        self._remember(picture, ground, explanation, pending)
        return explanation

    def _ground_of(self, picture: Picture, explanation: Explanation) -> Picture | None:
        """The table as it looked before, as it lies in this picture: the camera may have been pushed, or the table and
        all that lies on it. None where no line lay there yet."""
        ground, before = self._ground, self._before
        if ground is None or before is None or ground.shape != picture.shape or not explanation.layout:
            return None
        ground = _as_lit(ground, picture)
        faces = tuple(index for index in before.layout if not before.tiles[index].face_down)
        matrix = how_pushed(replace(before, layout=faces), explanation)
        if matrix is None:
            return ground
        size = picture.shape[1], picture.shape[0]
        moved = np.asarray(cv2.warpAffine(ground, matrix, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)
        # On a table that somebody bumped into the tiles have moved, and the ground has not.
        return min((ground, moved), key=lambda one: _difference(picture, one))

    def _remember(
        self, picture: Picture, ground: Picture | None, explanation: Explanation, pending: Sequence[Pose]
    ) -> None:
        """Take note of the ground, but not where tiles of the layout lie, nor where something may be one."""
        self._before = explanation
        if ground is None or explanation.plane is None:
            self._ground = picture.copy()
            return
        poses = [*(explanation.tiles[index].pose for index in explanation.layout), *pending]
        mask = np.full(picture.shape[:2], 255, np.uint8)
        for pose in poses:
            ring = explanation.plane.to_picture(_placed(_grown(_SHADOW), pose))
            cv2.fillConvexPoly(mask, np.asarray(ring.round(), np.int32), 0)
        self._ground = ground.copy()
        cv2.copyTo(picture, mask, self._ground)


def _blanks_that_fit_nowhere(explanation: Explanation) -> list[Quad]:
    """The quads of tiles without a pip that are joined to a half with some: white backs look like the double blank."""
    found = []
    for join in explanation.joins:
        for own, other, half in (
            (join.first, join.second, join.second_edge.half),
            (join.second, join.first, join.first_edge.half),
        ):
            tile, beside = explanation.tiles[own], explanation.tiles[other]
            if tile.a == tile.b == 0 and (beside.a, beside.b)[half]:
                found.append(tile.sighting.quad)
    return found


def _under(quad: Quad, others: Sequence[Quad]) -> bool:
    """Whether the middle of a quad lies on one of the others."""
    return any(lies_on(quad, other) for other in others)


def _not_under(sightings: Sequence[Sighting], quads: Sequence[Quad]) -> list[Sighting]:
    return [one for one in sightings if not _under(one.quad, quads)]


def _as_lit(ground: Picture, picture: Picture) -> Picture:
    """The ground in the light of a picture: the lamp may have been dimmed."""
    now, before = (np.median(one[::4, ::4], axis=(0, 1)) for one in (picture, ground))
    gain = now / np.maximum(before, 1)
    if np.abs(np.log(np.maximum(gain, 0.01))).max() < _LIT:
        return ground
    return np.asarray(np.clip(ground * gain, 0, 255).round(), np.uint8)


def _difference(picture: Picture, ground: Picture) -> float:
    """How much most of two pictures differs, in levels."""
    small = [cv2.resize(one, (320, 180), interpolation=cv2.INTER_AREA).astype(np.float32) for one in (picture, ground)]
    return float(np.abs(small[0] - small[1]).max(axis=2).mean())


def _placed(corners: NDArray[np.float64], pose: Pose) -> NDArray[np.float64]:
    """Corners (n, 2) around a tile's middle, in its own frame, on the table."""
    cosine, sine = math.cos(pose.angle), math.sin(pose.angle)
    return np.asarray(corners @ np.array([[cosine, sine], [-sine, cosine]]) + [pose.x, pose.y])


def _grown(margin: float) -> NDArray[np.float64]:
    return np.asarray(TILE + np.sign(TILE) * margin)


def _ends(explanation: Explanation, *, blank_only: bool) -> Iterator[tuple[_End, ...]]:
    """For every half at which a double may lie face down: the ways it faces. The double of its value lies nowhere."""
    lying = {tile.a for tile in map(explanation.tiles.__getitem__, explanation.layout) if tile.a == tile.b}
    for index in explanation.layout:
        tile = explanation.tiles[index]
        for half in {0, 1} - _joined_halves(index, explanation.joins):
            value = (tile.a, tile.b)[half]
            if tile.a != tile.b and value not in lying and not (blank_only and value):
                yield _ways(tile, half)


def _joined_halves(index: int, joins: Sequence[Contact]) -> set[int]:
    ends = ((join.first, join.first_edge, join.second, join.second_edge) for join in joins)
    return {
        edge.half
        for first, first_edge, second, second_edge in ends
        for tile, edge in ((first, first_edge), (second, second_edge))
        if tile == index
    }


def _ways(tile: ExplainedTile, half: int) -> tuple[_End, ...]:
    """Straight on, and to both sides of the half."""
    pose = tile.pose
    ahead = pose.angle + (0.0 if half else math.pi)
    x, y = pose.x + math.cos(ahead) / 2, pose.y + math.sin(ahead) / 2
    return tuple(
        _End(x + math.cos(facing) / 2, y + math.sin(facing) / 2, facing)
        for facing in (ahead, ahead + math.pi / 2, ahead - math.pi / 2)
    )


def _spots(
    picture: Picture, ground: Picture, explanation: Explanation, plane: TablePlane, *, blank_only: bool
) -> Iterator[_Spot]:
    """For every open half, where a tile beyond it would fit best what is new there."""
    lying = [explanation.tiles[index].pose for index in explanation.layout]
    for ways in _ends(explanation, blank_only=blank_only):
        spots = [_beyond(end, *_novelty(picture, ground, plane, end, lying)) for end in ways]
        yield max(spots, key=lambda spot: spot.face - spot.close)


def _novelty(
    picture: Picture, ground: Picture, plane: TablePlane, end: _End, lying: Sequence[Pose]
) -> tuple[Patch, Patch]:
    """The patch beyond an end, the end in the middle of its left part, facing right: where something is new, and what
    of it counts: not where tiles of the layout lie, nor outside the picture. Both (n, n), 0 or 1."""
    cosine, sine = math.cos(end.facing) * _FINE, math.sin(end.facing) * _FINE
    to_patch = np.array(
        [
            [cosine, sine, _BEFORE * _FINE - cosine * end.x - sine * end.y],
            [-sine, cosine, _SIZE / 2 * _FINE + sine * end.x - cosine * end.y],
            [0, 0, 1],
        ]
    )
    matrix, size = to_patch @ plane.matrix, (round(_SIZE * _FINE),) * 2
    now, before = (
        cv2.GaussianBlur(cv2.warpPerspective(one, matrix, size), (3, 3), 0).astype(np.float32)
        for one in (picture, ground)
    )
    inside = cv2.warpPerspective(np.ones(picture.shape[:2], np.uint8), matrix, size, flags=cv2.INTER_NEAREST)
    for pose in lying:
        corners = np.column_stack([_placed(_grown(_ROUGHLY), pose), np.ones(4)]) @ to_patch.T
        cv2.fillConvexPoly(inside, np.asarray(corners[:, :2].round(), np.int32), 0)
    if not inside.any():
        return np.zeros(size, np.float32), np.zeros(size, np.float32)
    # Light falls a little otherwise on each part of a table.
    gain = np.median(before[inside > 0], axis=0) / np.maximum(np.median(now[inside > 0], axis=0), 1)
    off = np.abs(now * gain - before).max(axis=2)
    new = off > max(_LEVELS, _USUAL * float(np.median(off[inside > 0])))
    counted = np.asarray(inside, np.float32)
    return np.asarray(new * counted, np.float32), counted


def _beyond(end: _End, new: Patch, counted: Patch) -> _Spot:
    """Where a tile beyond an end, crosswise or lengthwise, would fit best what is new."""
    gaps, shifts = np.meshgrid(_GAPS, _SHIFTS, indexing="ij")
    best = _Spot(_pose(end, 0.0, 0.5, 0.0, lengthwise=False))
    if new.sum() < _FINE**2:
        return best
    for turn in _TURNS:
        turned = cv2.getRotationMatrix2D((_BEFORE * _FINE, _SIZE / 2 * _FINE), float(turn), 1.0)
        sums = [_summed(cv2.warpAffine(one, turned, one.shape[::-1])) for one in (new, counted)]
        for along, aside in ((0.5, 1.0), (1.0, 0.5)):
            x, y = _BEFORE + along + gaps, _SIZE / 2 + shifts
            face = _share(sums, x, y, along - 0.08, aside - 0.08)
            close = _ring(sums, (x, y), (along, aside), 0.1, 0.3)
            at = np.unravel_index(int((face - close).argmax()), face.shape)
            if face[at] - close[at] > best.face - best.close:
                # A shadow draws the place away from the line: people lay tiles close to it.
                away = np.where(face >= face[at] - _AS_GOOD, gaps + np.abs(shifts), np.inf)
                lies = np.unravel_index(int(away.argmin()), away.shape)
                pose = _pose(end, float(turn), along + float(gaps[lies]), float(shifts[lies]), lengthwise=along > aside)
                here = (x[at], y[at]), (along, aside)
                around = float(_ring(sums, *here, 0.4, 1.0))
                best = _Spot(
                    pose, float(face[at]), _emptier_end(sums, *here), float(close[at]), _dirt(sums, *here), around
                )
    return best


def _emptier_end(sums: Sums, place: tuple[Places, Places], reach: tuple[float, float]) -> float:
    """How much is new on the emptier of the two ends of a tile."""
    (x, y), (along, aside) = place, reach
    if along > aside:
        ends = [_share(sums, x + sign * (along - 0.2), y, 0.12, aside - 0.08) for sign in (-1, 1)]
    else:
        ends = [_share(sums, x, y + sign * (aside - 0.2), along - 0.08, 0.12) for sign in (-1, 1)]
    return float(min(ends))


def _dirt(sums: Sums, place: tuple[Places, Places], reach: tuple[float, float]) -> float:
    """How much is new beside a tile, on the cleaner one of its two sides; or ahead, where its shadow may lie."""
    (x, y), (along, aside) = place, reach
    ahead = _share(sums, x + along + 0.2, y, 0.1, aside)
    beside = [_share(sums, x, y + sign * (aside + 0.2), along, 0.1) for sign in (-1, 1)]
    return float(max(_SHADED * ahead, min(beside)))


def _summed(patch: NDArray[np.generic]) -> NDArray[np.float64]:
    return np.asarray(cv2.integral(np.asarray(patch, np.float32)), np.float64)


def _pose(end: _End, turn: float, ahead: float, shift: float, *, lengthwise: bool) -> Pose:
    facing = end.facing + math.radians(turn)
    x = end.x + ahead * math.cos(facing) - shift * math.sin(facing)
    y = end.y + ahead * math.sin(facing) + shift * math.cos(facing)
    return Pose(x, y, facing if lengthwise else facing + math.pi / 2)


def _share(sums: Sums, x: Places, y: Places, along: float, aside: float) -> Places:
    """The share that is new of rectangles around places (x, y) that reach so far along and aside, in tile widths."""
    new, counted = (_sum(one, x, y, along, aside) for one in sums)
    return np.asarray(np.where(counted >= _FEWEST, new / np.maximum(counted, 1), 0.0))


def _ring(sums: Sums, place: tuple[Places, Places], reach: tuple[float, float], inner: float, outer: float) -> Places:
    """The share that is new between tiles grown by `inner` tile widths and by `outer`."""
    (new, counted), (less_new, less) = (
        [_sum(one, *place, reach[0] + grown, reach[1] + grown) for one in sums] for grown in (outer, inner)
    )
    return np.asarray(np.where(counted - less >= _FEWEST, (new - less_new) / np.maximum(counted - less, 1), 0.0))


def _sum(total: Places, x: Places, y: Places, along: float, aside: float) -> Places:
    high, wide = total.shape
    left, right = (np.clip(np.rint((x + sign * along) * _FINE), 0, wide - 1).astype(int) for sign in (-1, 1))
    top, bottom = (np.clip(np.rint((y + sign * aside) * _FINE), 0, high - 1).astype(int) for sign in (-1, 1))
    return np.asarray(total[bottom, right] - total[top, right] - total[bottom, left] + total[top, left])
