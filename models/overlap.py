"""How much quads overlap, and which of those seen are which of the true ones."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

FOUND_IOU = 0.5


def match_quads(true: list[NDArray[np.float32]], seen: list[NDArray[np.float32]]) -> dict[int, tuple[int, float]]:
    """For each true quad that was found: the seen quad's index and their IoU (at least 0.5), the best pairs first."""
    pairs = sorted(
        ((iou(a, b), i, j) for i, a in enumerate(true) for j, b in enumerate(seen)), key=lambda pair: -pair[0]
    )
    found: dict[int, tuple[int, float]] = {}
    taken: set[int] = set()
    for overlap, i, j in pairs:
        if overlap >= FOUND_IOU and i not in found and j not in taken:
            found[i] = (j, overlap)
            taken.add(j)
    return found


def iou(one: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """Intersection over union of two convex quads."""
    if np.abs(one.mean(axis=0) - other.mean(axis=0)).max() > np.ptp(one, axis=0).max() + np.ptp(other, axis=0).max():
        return 0.0
    shared = cv2.intersectConvexConvex(one, other)[0]
    union = cv2.contourArea(one) + cv2.contourArea(other) - shared
    return float(shared / union) if union > 0 else 0.0
