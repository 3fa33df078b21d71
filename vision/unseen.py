"""What of the layout a picture cannot show: line ends at its edge, and tiles under something."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.joins import Contact, Edge, Pose
from vision.plane import TablePlane

# A tile joined at an end reaches at least this far beyond it, in tile widths: half of a crosswise double.
_NEXT = 0.6
# One tile under something leaves a gap of a crosswise double to a lengthwise tile in a line that goes straight on.
_SHORTEST_GAP, _LONGEST_GAP = 0.8, 2.4
_ASTRAY = 0.35
_TURNED = math.radians(12)
_SIDES = {"left": "on the left", "right": "on the right", "top": "at the top", "bottom": "at the bottom"}


@dataclass(frozen=True)
class _End:
    """The open end of a line: the middle of its edge, in tile widths, and the direction it faces in radians."""

    x: float
    y: float
    facing: float

    def beyond(self, distance: float) -> tuple[float, float]:
        return self.x + distance * math.cos(self.facing), self.y + distance * math.sin(self.facing)


def unseen(
    poses: Sequence[Pose],
    joins: Sequence[Contact],
    layout: Sequence[int],
    plane: TablePlane,
    size: tuple[int, int],
) -> tuple[str, ...]:
    """Say what cannot be seen of the `layout`, indices into `poses`, in a picture of `size` (width, height).

    "The line runs out of the picture on the left.": a tile joined there would lie outside. "A tile of the line seems
    to be covered.": where a line ends, another goes straight on behind a gap of one tile.
    """
    ends = [end for tile in layout for end in _open_ends(tile, poses[tile], joins)]
    said = [f"The line runs out of the picture {_SIDES[side]}." for end in ends if (side := _leaves(end, plane, size))]
    others = [poses[tile] for tile in range(len(poses)) if tile not in layout]
    if any(_goes_on(end, other) for end in ends for other in others):
        said.append("A tile of the line seems to be covered.")
    return tuple(dict.fromkeys(said))


def _open_ends(tile: int, pose: Pose, joins: Sequence[Contact]) -> list[_End]:
    """The ends of a tile in the direction of its line to which nothing is joined."""
    used = {edge for join in joins for end, edge in _touched(join) if end == tile}
    if not used:
        return []
    across = used & {Edge.LEFT_MIDDLE, Edge.RIGHT_MIDDLE}
    if across:
        sides = {Edge.LEFT_MIDDLE: -math.pi / 2, Edge.RIGHT_MIDDLE: math.pi / 2}
        return [_end(pose, pose.angle + turn, 0.5) for edge, turn in sides.items() if edge not in used]
    halves = {edge.half for edge in used}
    return [_end(pose, pose.angle + (0.0 if half else math.pi), 1.0) for half in (0, 1) if half not in halves]


def _touched(join: Contact) -> tuple[tuple[int, Edge], tuple[int, Edge]]:
    return (join.first, join.first_edge), (join.second, join.second_edge)


def _end(pose: Pose, facing: float, distance: float) -> _End:
    return _End(pose.x + distance * math.cos(facing), pose.y + distance * math.sin(facing), facing)


def _leaves(end: _End, plane: TablePlane, size: tuple[int, int]) -> str | None:
    """The side of the picture at which a tile joined to this end would leave it, if it would."""
    x, y = plane.to_picture(np.array(end.beyond(_NEXT)))
    beyond = {"left": -x, "right": x - size[0], "top": -y, "bottom": y - size[1]}
    side = max(beyond, key=lambda name: float(beyond[name]))
    return side if beyond[side] > 0 else None


def _goes_on(end: _End, other: Pose) -> bool:
    """Whether another tile lies in the straight continuation of a line, one tile further on."""
    dx, dy = other.x - end.x, other.y - end.y
    ahead = dx * math.cos(end.facing) + dy * math.sin(end.facing)
    astray = abs(dy * math.cos(end.facing) - dx * math.sin(end.facing))
    turned = abs(math.remainder(other.angle - end.facing, math.pi / 2))
    lengthwise = abs(math.remainder(other.angle - end.facing, math.pi)) < math.pi / 4
    gap = ahead - (1.0 if lengthwise else 0.5)
    return astray < _ASTRAY and turned < _TURNED and _SHORTEST_GAP < gap < _LONGEST_GAP
