"""A pinhole camera over a table.

The table's plane: x right, y towards the viewer's side of the picture (down), z up from the table, in tile widths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from datasets.kit import Kit


@dataclass(frozen=True)
class Camera:
    """Looks at `target` on the table from `distance`; `turn` is the rotation of the table into the view.

    Picture points are `focal` times the view's slopes, then rolled, then shifted to the picture's `middle`.
    """

    width: int
    height: int
    target: np.ndarray  # (3,)
    turn: np.ndarray  # (3, 3)
    distance: float
    focal: float
    roll: float
    middle: tuple[float, float]

    def project(self, points: np.ndarray) -> np.ndarray:
        """Points (n, 3) of the table's space as (n, 2) float32 points of the picture."""
        turned = (np.asarray(points, np.float64) - self.target) @ self.turn.T
        depth = np.maximum(self.distance - turned[:, 2], 0.2)
        x, y = self.focal * turned[:, 0] / depth, self.focal * turned[:, 1] / depth
        cosine, sine = math.cos(self.roll), math.sin(self.roll)
        across, down = cosine * x - sine * y + self.middle[0], sine * x + cosine * y + self.middle[1]
        return np.stack([across, down], 1).astype(np.float32)

    def project_flat(self, points: np.ndarray, z: float = 0.0) -> np.ndarray:
        """Points (n, 2) of the table, lifted to height z, in the picture."""
        return self.project(np.column_stack([points, np.full(len(points), z)]))

    @property
    def place(self) -> np.ndarray:
        """Where the camera is, in the table's space."""
        return np.asarray(self.target + self.turn.T @ np.array([0, 0, self.distance]))

    def outside(self, points: np.ndarray, margin: float = 0.0) -> bool:
        """Whether all these picture points lie beyond one side of the picture."""
        low, high = points.min(0), points.max(0)
        right, bottom = self.width + margin, self.height + margin
        return bool(high[0] < -margin or high[1] < -margin or low[0] > right or low[1] > bottom)


def turn_matrix(yaw: float, pitch: float) -> np.ndarray:
    """The rotation that turns the table by yaw, then tilts it away by pitch (both in radians)."""
    cosine, sine = math.cos(yaw), math.sin(yaw)
    spin = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
    cosine, sine = math.cos(pitch), math.sin(pitch)
    tilt = np.array([[1, 0, 0], [0, cosine, -sine], [0, sine, cosine]])
    return np.asarray(tilt @ spin)


def random_camera(
    kit: Kit,
    corners: np.ndarray,
    centres: np.ndarray,
    width: int,
    height: int,
    shortest: float,
    longest: float,
    aspect: float,
    pitch: float | None = None,
    length: float | None = None,
) -> Camera:
    """A camera that sees the tiles: straight down to 55 degrees oblique.

    `corners`, `centres`: points (n, 2) that should be seen, and the tiles' centres. A tile's length in the picture
    is kept within shortest and longest, or is `length` where given; then the view goes to one of the tiles.
    """
    drawn_pitch = kit.pick([kit.between(0, 12), kit.between(0, 35), kit.between(20, 55)], [0.4, 0.35, 0.25])
    pitch = math.radians(drawn_pitch) if pitch is None else pitch
    yaw = kit.between(0, 2 * math.pi) if kit.chance(0.6) else math.radians(90 * kit.whole(0, 4) + kit.bell(4))
    focal = 0.5 * max(width, height) / math.tan(math.radians(kit.between(30, 65)) / 2)
    span = max(np.ptp(corners[:, 0]), np.ptp(corners[:, 1]), 2)
    target = (corners.min(0) + corners.max(0)) / 2
    coverage = kit.between(0.45, 1.15)
    fitting = focal * aspect / (span * focal / (coverage * min(width, height)))
    wanted = min(max(fitting, shortest), longest) if length is None else length
    shift = kit.rng.uniform(-0.12, 0.12, 2) * (1 if coverage < 0.95 else 0.4)
    if length is not None:
        if wanted > fitting:
            target = centres[kit.whole(0, len(centres))] + kit.rng.normal(size=2) * 0.25
        shift = kit.rng.uniform(-0.08, 0.08, 2)
    elif wanted > fitting * 1.3:
        target = corners[kit.whole(0, len(corners))]
    middle = (width * (0.5 + float(shift[0])), height * (0.5 + float(shift[1])))
    return Camera(
        width=width,
        height=height,
        target=np.array([target[0], target[1], 0.0]),
        turn=turn_matrix(yaw, pitch),
        distance=focal * aspect / wanted,
        focal=focal,
        roll=kit.bell(0.06),
        middle=middle,
    )
