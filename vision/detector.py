"""Where the tiles are: the detector network and what is left of its boxes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.networks import Network
from vision.pictures import Picture, shrink

# Low on purpose: whether a box is a tile is decided together with the reader.
SCORE_FLOOR = 0.2
# Neighbours in a line never overlap this much; two boxes of one tile do.
SAME_TILE_IOU = 0.4
_STRIDE = 32


@dataclass(frozen=True)
class Boxes:
    """Rotated boxes: `quads` (n, 4, 2) in picture pixels, clockwise, corners 0-1 a short edge; `scores` (n,)."""

    quads: NDArray[np.float32]
    scores: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.scores)

    @staticmethod
    def none() -> Boxes:
        """No boxes."""
        return Boxes(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))


class Detector:
    """The detector network. Raises WeightsError where its weights are missing or damaged."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self.network = Network(weights, ("found",), threads)

    def detect(self, picture: Picture, long_side: int) -> Boxes:
        """The boxes seen with the picture scaled to `long_side` px (never up), those of one tile merged."""
        tensor, factor = detector_input(picture, long_side)
        return boxes_from_output(self.network.run(tensor)[0][0], factor)


def detector_input(picture: Picture, long_side: int) -> tuple[NDArray[np.float32], float]:
    """The network's input (1, 3, height, width), RGB 0 to 1, padded with grey to the stride; and the scale used."""
    scaled, factor = shrink(picture, long_side)
    height, width = scaled.shape[:2]
    padded = cv2.copyMakeBorder(
        scaled, 0, -height % _STRIDE, 0, -width % _STRIDE, cv2.BORDER_CONSTANT, value=(114, 114, 114)
    )
    return np.asarray(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True), np.float32), factor


def boxes_from_output(output: NDArray[np.float32], factor: float) -> Boxes:
    """The boxes in one picture's output (6, anchors): x, y, w, h in px of the input, score, angle in radians."""
    keep = output[4] >= SCORE_FLOOR
    x, y, w, h, score, angle = output[:, keep].astype(float)
    if not len(score):
        return Boxes.none()
    rectangles = [((x[i], y[i]), (w[i], h[i]), math.degrees(angle[i])) for i in range(len(score))]
    chosen = np.asarray(cv2.dnn.NMSBoxesRotated(rectangles, score.tolist(), SCORE_FLOOR, SAME_TILE_IOU), int).ravel()
    quads = np.stack([_quad(x[i], y[i], w[i], h[i], angle[i]) for i in chosen]) / factor
    return Boxes(quads.astype(np.float32), score[chosen].astype(np.float32))


def merge(one: Boxes, other: Boxes) -> Boxes:
    """The boxes of two looks at one picture, those of one tile merged, the surer kept."""
    quads, scores = np.concatenate([one.quads, other.quads]), np.concatenate([one.scores, other.scores])
    if not len(scores):
        return one
    rectangles = [cv2.minAreaRect(quad) for quad in quads]
    chosen = np.asarray(cv2.dnn.NMSBoxesRotated(rectangles, scores.tolist(), SCORE_FLOOR, SAME_TILE_IOU), int).ravel()
    return Boxes(quads[chosen], scores[chosen])


def lengths(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The length of each tile's long axis in pixels, (n,)."""
    axes = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    return np.asarray(np.linalg.norm(axes, axis=1), np.float32)


def _quad(x: float, y: float, w: float, h: float, angle: float) -> NDArray[np.float64]:
    """Corners of a rotated box, clockwise in the picture (y down), 0-1 a short edge."""
    if w < h:
        w, h, angle = h, w, angle + math.pi / 2
    along = np.array([math.cos(angle), math.sin(angle)]) * w / 2
    across = np.array([-math.sin(angle), math.cos(angle)]) * h / 2
    return np.array([x, y]) + np.stack([across - along, -across - along, along - across, along + across])
