"""Table tops of one small figure repeated in rows: what paves, perforates or patterns a surface."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.paint import bgr, flat


def repeated_motif(kit: Kit, size: int) -> np.ndarray:
    """One figure of up to four dots, bars, rings, frames, fields or polygons, over and over."""
    picture = flat(size, size, kit.colour())
    step = kit.whole(24, 120)
    wide, high = step, int(step * kit.pick([1, 1, 0.5, 0.87]))
    marks = [kit.pick(["dot", "dot", "bar", "ring", "frame", "field", "polygon"]) for _ in range(kit.whole(1, 5))]
    figure = [(mark, kit.rng.uniform(-0.3, 0.3, 2), kit.between(0.08, 0.42), kit.colour()) for mark in marks]
    corners = kit.rng.normal(size=(kit.whole(3, 7), 2)).astype(np.float32)
    pen, shift = kit.whole(1, 6), kit.pick([0, 0, 0.5])
    for row in range(-1, size // max(1, high) + 2):
        for column in range(-1, size // wide + 2):
            middle = np.array([(column + row % 2 * shift) * wide, row * high])
            for mark, (across, down), share, colour in figure:
                x, y = middle + np.array([across * wide, down * high])
                _figure(picture, mark, float(x), float(y), share * min(wide, high), bgr(colour), pen, corners)
    return picture


def _figure(
    picture: np.ndarray, mark: str, x: float, y: float, reach: float, colour: list[float], pen: int, corners: np.ndarray
) -> None:
    middle, reach_px = (int(x), int(y)), max(1, int(reach))
    near, far = (middle[0] - reach_px, middle[1] - reach_px), (middle[0] + reach_px, middle[1] + reach_px)
    if mark == "dot":
        cv2.circle(picture, middle, reach_px, colour, -1, cv2.LINE_AA)
    elif mark == "ring":
        cv2.circle(picture, middle, reach_px, colour, pen, cv2.LINE_AA)
    elif mark == "bar":
        cv2.line(picture, (near[0], middle[1]), (far[0], middle[1]), colour, pen, cv2.LINE_AA)
    elif mark == "frame":
        cv2.rectangle(picture, near, far, colour, pen)
    elif mark == "field":
        cv2.rectangle(picture, (near[0], middle[1] - reach_px // 2), (far[0], middle[1] + reach_px // 2), colour, -1)
    else:
        hull = cv2.convexHull((corners * reach * 0.6 + np.array([x, y])).astype(np.int32))
        cv2.fillConvexPoly(picture, hull, colour, cv2.LINE_AA)
