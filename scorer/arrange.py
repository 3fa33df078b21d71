"""Where the tiles of a layout lie: a pose for each, compact, without overlaps, and the same when more are laid."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from scorer.layout import Layout
from scorer.sides import Place, Placed, Side
from scorer.tiles import Tile

# In tile widths: tiles that are not joined lie at least this far apart.
GAP = 0.3
# How many tiles further every arm must be able to go on.
_FORESIGHT = 3

_Vector = tuple[int, int]
_Box = tuple[float, float, float, float]


class NoRoom(ValueError):  # noqa: N818 - it says what is the matter
    """A tile cannot be arranged without overlap inside the given size. `index`: which."""

    def __init__(self, index: int, tile: object) -> None:
        super().__init__(f"there is no room to draw {tile}")
        self.index = index


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a tile lies, in tile widths (a tile is 1 x 2), x right and y down from the centre of the table.

    `x`, `y`: its centre. `angle`: the direction from half a (the lower one) to half b, in radians, a multiple of
    a right angle.
    """

    x: float
    y: float
    angle: float

    @property
    def along(self) -> _Vector:
        """The same direction as a unit vector."""
        return round(math.cos(self.angle)), round(math.sin(self.angle))

    @property
    def box(self) -> _Box:
        """What the tile covers: left, top, right and bottom."""
        dx, dy = (1.0, 0.5) if self.along[0] else (0.5, 1.0)
        return self.x - dx, self.y - dy, self.x + dx, self.y + dy


def arrange(layout: Layout, width: float = 21.0, height: float = 11.0, *, crowded: bool = False) -> dict[int, Pose]:
    """Return a pose for every tile, by index, inside `width` x `height` tile widths around the first one.

    Doubles lie crosswise as the layout says; halves that are joined touch; arms run straight as long as they can
    and turn where the table ends. A tile never moves because of one laid later. The join that closes a ring is
    not drawn touching. Raises NoRoom where an arm cannot go on; if `crowded`, tiles overlap there instead.
    """
    table = _Table(layout, width, height, crowded)
    for index, parent in _laying(layout):
        table.lay(index, parent)
    return table.poses


def extent(poses: dict[int, Pose]) -> _Box:
    """Return left, top, right and bottom of all tiles together; zeros for none."""
    boxes = [pose.box for pose in poses.values()]
    if not boxes:
        return 0.0, 0.0, 0.0, 0.0
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _laying(layout: Layout) -> Iterator[tuple[int, tuple[Side, Place] | None]]:
    """Yield every tile after the one it is drawn at: (index, (own side, place of that one)), None for the first."""
    if layout.order_known:
        for placed in layout.placed:
            earlier = [
                (side, place)
                for side, places in layout.neighbours(placed.index).items()
                for place in places
                if place[0] < placed.index
            ]
            yield placed.index, min(earlier, key=lambda item: item[1], default=None)
        return
    left = [placed.index for placed in layout.placed]
    if layout.spinner is not None:
        left.sort(key=lambda index: index != layout.spinner)
    seen: set[int] = set()
    for root in left:
        if root in seen:
            continue
        seen.add(root)
        waiting: list[tuple[int, tuple[Side, Place] | None]] = [(root, None)]
        while waiting:
            index, parent = waiting.pop(0)
            yield index, parent
            for side, places in sorted(layout.neighbours(index).items()):
                for other, other_side in places:
                    if other not in seen:
                        seen.add(other)
                        waiting.append((other, (other_side, (index, side))))


def _turned(vector: _Vector, quarter: int) -> _Vector:
    """Turn clockwise (as y points down) by quarter turns."""
    for _ in range(quarter % 4):
        vector = -vector[1], vector[0]
    return vector


def _angle(vector: _Vector) -> float:
    return math.atan2(vector[1], vector[0])


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge that a tile can touch: its middle, in tile widths, and the direction `out` of the tile that has it."""

    x: float
    y: float
    out: _Vector


def edges(placed: Placed, pose: Pose, side: Side, own: Side, *, spins: bool) -> list[list[Edge]]:
    """Return the edges of a side that a tile can touch with its side `own`: straight on, else round a corner, else
    by what players do only where the table ends."""
    along = pose.along
    if side.is_long:
        out = _turned(along, 3 if side is Side.LONG_1 else 1)
        # A line may bend at a double that is not a spinner (the rule book, 2.2).
        bends = (
            [] if spins else [Edge(pose.x + ahead[0], pose.y + ahead[1], ahead) for ahead in (along, _turned(along, 2))]
        )
        return [[Edge(pose.x + out[0] / 2, pose.y + out[1] / 2, out)], [], bends]
    ahead = along if side in (Side.END_B, Side.SHORT_2) else _turned(along, 2)
    straight = Edge(pose.x + ahead[0], pose.y + ahead[1], ahead)
    if side.is_short:
        return [[straight], [], []]
    half_x, half_y = pose.x + ahead[0] / 2, pose.y + ahead[1] / 2
    flanks = [Edge(half_x + out[0] / 2, half_y + out[1] / 2, out) for out in (_turned(ahead, 1), _turned(ahead, 3))]
    # On a flank a crosswise double lies along the tile it is joined to, which is easily misread.
    return [[straight], [], flanks] if own.is_long else [[straight], flanks, []]


def _pose_at(edge: Edge, own: Side) -> Pose:
    """Return the pose of a tile whose side `own` touches an edge straight on."""
    out = edge.out
    if own.is_long:
        along = _turned(out, 3 if own is Side.LONG_1 else 1)
        return Pose(edge.x + out[0] / 2, edge.y + out[1] / 2, _angle(along))
    along = out if own in (Side.END_A, Side.SHORT_1) else _turned(out, 2)
    return Pose(edge.x + out[0], edge.y + out[1], _angle(along))


# Tiles imagined further along an arm; their numbers never meet those of real ones.
_IMAGINED = -1
_LENGTHWISE = Placed(_IMAGINED, Tile(0, 1), across=False)
_CROSSWISE = Placed(_IMAGINED, Tile(0, 0), across=True)


class _Table:
    """Tiles arranged so far, inside a size."""

    def __init__(self, layout: Layout, width: float, height: float, crowded: bool) -> None:
        self._layout = layout
        self._crowded = crowded
        self._limits = (-width / 2, -height / 2, width / 2, height / 2)
        self._covered: set[Place] = set()
        self._boxes: dict[int, _Box] = {}
        self.poses: dict[int, Pose] = {}

    def lay(self, index: int, parent: tuple[Side, Place] | None) -> None:
        """Give a tile its pose at the side of its parent, or a free place of its own."""
        placed = self._layout[index]
        if parent is None:
            self._put(index, self._own_place(placed))
            return
        own, (other, side) = parent
        touched = edges(self._layout[other], self.poses[other], side, own, spins=self._layout.is_spinner(other))
        self._covered |= {(other, side), (index, own)}
        best: tuple[list[int], Pose] | None = None
        for number, level in enumerate(touched):
            for pose in (_pose_at(edge, own) for edge in level):
                if not self._is_free(pose.box, other):
                    continue
                ease = self._ease(index, pose)
                if best is None or (ease[:1] > best[0][:1] if number > 1 else ease > best[0]):
                    best = ease, pose
        if best is not None:
            self._put(index, best[1])
        elif self._crowded:
            self._put(index, _pose_at(touched[0][0], own))
        else:
            raise NoRoom(index, placed.tile)

    def _spins(self, index: int) -> bool:
        """Whether a line cannot bend at a double: a spinner, or an imagined one that may become the spinner."""
        if index >= 0:
            return self._layout.is_spinner(index)
        which = self._layout.profile.which
        return which == "all_doubles" or (which == "first_double" and self._layout.spinner not in self.poses)

    def _put(self, index: int, pose: Pose) -> None:
        self.poses[index] = pose
        self._boxes[index] = pose.box

    def _own_place(self, placed: Placed) -> Pose:
        """Return the free place nearest to the centre for a tile that is joined to none before it."""
        angle = math.pi / 2 if placed.across else 0.0
        right, bottom = int(self._limits[2]), int(self._limits[3])
        spots = [(x, y) for x in range(-right, right + 1) for y in range(-bottom, bottom + 1)]
        for x, y in sorted(spots, key=lambda spot: (spot[0] ** 2 + spot[1] ** 2, spot)):
            pose = Pose(float(x), float(y), angle)
            left, top, far_right, far_bottom = pose.box
            # A line of its own needs a tile's width around it.
            around = (left - 1, top - 1, far_right + 1, far_bottom + 1)
            if self._is_free(pose.box) and not any(_overlap(around, box) for box in self._boxes.values()):
                return pose
        if self._crowded:
            return Pose(0.0, 0.0, angle)
        raise NoRoom(placed.index, placed.tile)

    def _is_free(self, box: _Box, *joined: int) -> bool:
        left, top, right, bottom = self._limits
        if box[0] < left or box[1] < top or box[2] > right or box[3] > bottom:
            return False
        around = (box[0] - GAP, box[1] - GAP, box[2] + GAP, box[3] + GAP)
        return not any(_overlap(around, other) for index, other in self._boxes.items() if index not in joined)

    def _ease(self, index: int, pose: Pose) -> list[int]:
        """Return how far every arm can go on once a tile lies at `pose`, the worst first: more is better."""
        self._put(index, pose)
        ease = []
        for other in self.poses:
            placed = self._layout[other]
            for side in self._sides_to_come(placed):
                ease.append(self._steps(self.poses[other], other, placed, side, _FORESIGHT))
        del self.poses[index], self._boxes[index]
        return sorted(ease)

    def _sides_to_come(self, placed: Placed) -> list[Side]:
        """Return the sides where tiles may be joined sooner or later."""
        if placed.face_down:
            return []
        spins = placed.across and self._layout.is_spinner(placed.index)
        return [
            side for side in placed.sides if (placed.index, side) not in self._covered and (spins or not side.is_short)
        ]

    def _steps(self, pose: Pose, index: int, placed: Placed, side: Side, depth: int) -> int:
        """Return how many tiles, up to `depth`, the arm at a side can still take, whatever they are."""
        if depth == 0:
            return 0
        single = self._most(pose, index, placed, side, _LENGTHWISE, depth)
        if placed.across and placed.tile.is_double:
            return single
        return min(single, self._most(pose, index, placed, side, _CROSSWISE, depth))

    def _most(self, pose: Pose, index: int, placed: Placed, side: Side, imagined: Placed, depth: int) -> int:
        """Return the steps that begin with an imagined tile, laid as well as can be."""
        own = imagined.sides[0]
        most = 0
        levels = edges(placed, pose, side, own, spins=self._spins(index))
        if imagined.across and self._spins(_IMAGINED):
            # An arm that leaves a spinner lying on a flank would run along the tile it lies on.
            levels = levels[:1]
        for level in levels:
            for edge in level:
                ahead = _pose_at(edge, own)
                if self._is_free(ahead.box, index):
                    most = max(most, 1 + self._then(ahead, imagined, own.opposite, depth - 1))
                    if most == depth:
                        return depth
        return most

    def _then(self, pose: Pose, placed: Placed, side: Side, depth: int) -> int:
        """Return the steps beyond an imagined tile."""
        if depth == 0:
            return 0
        self._boxes[_IMAGINED - depth] = pose.box
        steps = self._steps(pose, _IMAGINED - depth, placed, side, depth)
        del self._boxes[_IMAGINED - depth]
        return steps


def _overlap(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
