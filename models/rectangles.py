"""Rotated rectangles: what the tile detector is taught to find, and what it hands to the reader."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

# The perspective of an oblique camera makes the face's area differ a little from its mean edges' product. The
# rectangle takes the face's area within these bounds; beyond them the quad is no picture of a tile.
AREA_STRETCH = (0.9, 1.05)


def nearest_rectangle(quad: NDArray[np.float32]) -> tuple[float, float, float, float, float]:
    """The rectangle nearest to the face at `quad` (4, 2), in pixels.

    Returns (x, y, width, height, angle): the centre; the lengths of the sides along edge 0-1 and along edge 1-2;
    and the direction of edge 0-1 in radians, x right and y down. It is the closest right-angled frame to the
    quad's two mean edges, which for an oblique tile overlaps the face better than the rectangle of least area:
    that one reaches out to every acute corner.
    """
    corners = quad.astype(np.float64)
    first = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
    second = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
    edges = np.stack([first / np.linalg.norm(first), second / np.linalg.norm(second)], axis=1)
    left, _, right = np.linalg.svd(edges)
    axes = left @ right
    width, height = abs(float(axes[:, 0] @ first)), abs(float(axes[:, 1] @ second))
    across, along = corners[2] - corners[0], corners[3] - corners[1]
    area = abs(float(across[0] * along[1] - across[1] * along[0])) / 2
    stretch = float(np.clip(math.sqrt(area / (width * height)), *AREA_STRETCH))
    x, y = corners.mean(axis=0)
    return float(x), float(y), width * stretch, height * stretch, math.atan2(axes[1, 0], axes[0, 0])


def rectangle_quad(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The corners (4, 2) of the rectangle nearest to `quad`, each in its own corner's place."""
    x, y, width, height, angle = nearest_rectangle(quad)
    along = np.array([math.cos(angle), math.sin(angle)]) * width / 2
    across = np.array([-math.sin(angle), math.cos(angle)]) * height / 2
    # Edge 1-2 lies a quarter turn to the right or to the left of edge 0-1, as the quad is clockwise or not.
    if float(across @ (quad[2] - quad[1])) < 0:
        across = -across
    signs = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    return np.array([(x, y) + u * along + v * across for u, v in signs], np.float32)


def long_side_first(
    rectangle: tuple[float, float, float, float, float],
) -> tuple[float, float, float, float, float]:
    """The same rectangle with width >= height and its angle in [-pi/4, 3 pi/4), the form the detector learns."""
    x, y, width, height, angle = rectangle
    if width < height:
        width, height, angle = height, width, angle + math.pi / 2
    return x, y, width, height, (angle + math.pi / 4) % math.pi - math.pi / 4
