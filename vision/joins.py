"""Which tiles touch, and where: the geometry of joins in the plane of the table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.plane import TablePlane


class Edge(StrEnum):
    """Where a tile can be touched. `LEFT` and `RIGHT` of half a or b: its part of a long edge; `MIDDLE`: a double's."""

    END_A = "end-a"
    END_B = "end-b"
    LEFT_A = "left-a"
    LEFT_B = "left-b"
    LEFT_MIDDLE = "left-middle"
    RIGHT_A = "right-a"
    RIGHT_B = "right-b"
    RIGHT_MIDDLE = "right-middle"

    @property
    def half(self) -> int:
        """0 for half a, 1 for half b. Either would do for the middle of a double."""
        return 1 if self.value.endswith("-b") else 0


@dataclass(frozen=True)
class Pose:
    """A tile on the table: centre in tile widths, `angle` from half a to half b in radians (x right, y down)."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True)
class Contact:
    """Two tiles that lie as if joined: their indices, the edge of each that touches, and a probability 0 to 1."""

    first: int
    first_edge: Edge
    second: int
    second_edge: Edge
    probability: float


def pose_of(quad: NDArray[np.floating], plane: TablePlane) -> Pose:
    """The pose of a quad (4, 2) in picture pixels."""
    corners = plane.to_table(quad)
    axis = corners[2:].sum(axis=0) - corners[:2].sum(axis=0)
    # The centre of the face is where its diagonals cross; on the table that is the mean of the corners.
    x, y = corners.mean(axis=0)
    return Pose(float(x), float(y), math.atan2(axis[1], axis[0]))


# A contact's log-odds: _SURE for a perfect one, less half the sum of squares of what is off, each by its spread:
# the gap beyond a usual one and the shift along the edge in tile widths, the turn in radians.
# `_BENT_AT_DOUBLE` is how much less likely a tile touches one half of a double than its middle.
_SURE = 4.5
_USUAL_GAP, _GAP_SPREAD = 0.1, 0.13
_OVERLAP_SPREAD = 0.12
_END_SHIFT_SPREAD, _SIDE_SHIFT_SPREAD, _DOUBLE_SHIFT_SPREAD = 0.15, 0.2, 0.08
_TURN_SPREAD = math.radians(8)
_BENT_AT_DOUBLE = 1.0
_FARTHEST = 2.6


def contacts(poses: list[Pose], doubles: list[bool]) -> list[Contact]:
    """All contacts between tiles at these poses; `doubles` tells which tiles may lie as doubles do when crosswise."""
    found = []
    for i, one in enumerate(poses):
        for j in range(i + 1, len(poses)):
            other = poses[j]
            if math.hypot(one.x - other.x, one.y - other.y) > _FARTHEST:
                continue
            options = _end_to_end(i, one, j, other)
            options += _end_to_side(i, one, j, other, doubles[j])
            reverse = _end_to_side(j, other, i, one, doubles[i])
            if doubles[j]:
                options += _side_to_double(i, one, j, other)
            if doubles[i]:
                reverse += _side_to_double(j, other, i, one)
            options += [Contact(i, c.second_edge, j, c.first_edge, c.probability) for c in reverse]
            best = max(options, key=lambda contact: contact.probability, default=None)
            if best is not None and best.probability > 0.02:
                found.append(best)
    return found


def _ends(pose: Pose) -> list[tuple[Edge, float, float, float]]:
    """The middle of each outer short edge: which, x, y and the direction it faces."""
    dx, dy = math.cos(pose.angle), math.sin(pose.angle)
    return [
        (Edge.END_A, pose.x - dx, pose.y - dy, pose.angle + math.pi),
        (Edge.END_B, pose.x + dx, pose.y + dy, pose.angle),
    ]


def _seen_from(pose: Pose, x: float, y: float) -> tuple[float, float]:
    """A point in a tile's own frame: along its axis towards half b, and to the right of it (y down)."""
    dx, dy = math.cos(pose.angle), math.sin(pose.angle)
    return (x - pose.x) * dx + (y - pose.y) * dy, -(x - pose.x) * dy + (y - pose.y) * dx


def _turned(angle: float, target: float) -> float:
    return abs(math.remainder(angle - target, 2 * math.pi))


def _probability(gap: float, shift: float, shift_spread: float, turn: float, rarer: float = 0.0) -> float:
    beyond = (gap - _USUAL_GAP) / _GAP_SPREAD if gap > 0 else gap / _OVERLAP_SPREAD
    off = (max(0.0, beyond) if gap > 0 else beyond) ** 2 + (shift / shift_spread) ** 2 + (turn / _TURN_SPREAD) ** 2
    return 1 / (1 + math.exp(min(off / 2 + rarer - _SURE, 500)))


def _end_to_end(i: int, one: Pose, j: int, other: Pose) -> list[Contact]:
    found = []
    for edge, _, _, facing in _ends(one):
        for edge_other, x, y, facing_other in _ends(other):
            along, across = _seen_from(one, x, y)
            gap = (along if edge is Edge.END_B else -along) - 1
            turn = _turned(facing, facing_other + math.pi)
            found.append(Contact(i, edge, j, edge_other, _probability(gap, across, _END_SHIFT_SPREAD, turn)))
    return found


def _side_to_double(i: int, one: Pose, j: int, double: Pose) -> list[Contact]:
    """Contacts of the side of a half of tile i with the middle of a long edge of a double: a turn with a double."""
    found = []
    along, across = _seen_from(one, double.x, double.y)
    for middle, name in ((-0.5, "a"), (0.5, "b")):
        touched = Edge(f"{'right' if across > 0 else 'left'}-{name}")
        edge = Edge.RIGHT_MIDDLE if _seen_from(double, one.x, one.y)[1] > 0 else Edge.LEFT_MIDDLE
        turn = abs(math.remainder(one.angle - double.angle, math.pi))
        # Tiles side by side in a row of a hand are half a tile off, so this must fit more closely than other turns.
        found.append(
            Contact(i, touched, j, edge, _probability(abs(across) - 1, along - middle, _DOUBLE_SHIFT_SPREAD, turn))
        )
    return found


def _end_to_side(i: int, one: Pose, j: int, other: Pose, double: bool) -> list[Contact]:
    """Contacts of an end of tile i with a long edge of tile j: the middle of a double's, or a half's own part."""
    found = []
    for edge, x, y, facing in _ends(one):
        along, across = _seen_from(other, x, y)
        gap = abs(across) - 0.5
        right = across > 0
        turn = _turned(facing, other.angle + (-math.pi / 2 if right else math.pi / 2))
        for middle, name in ((0.0, "middle"), (-0.5, "a"), (0.5, "b")):
            if name == "middle" and not double:
                continue
            # A line may bend at a double that lies lengthwise, too, but most doubles lie crosswise.
            rarer = _BENT_AT_DOUBLE if double and name != "middle" else 0.0
            side = Edge(f"{'right' if right else 'left'}-{name}")
            found.append(Contact(i, edge, j, side, _probability(gap, along - middle, _SIDE_SHIFT_SPREAD, turn, rarer)))
    return found
