"""How well a detector finds the tiles of pictures it was not trained on."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from models.detector_net import Found
from models.detector_pictures import Pictures, as_input

SCORE = 0.5
MATCHING_OVERLAP = 0.5
SAME_TILE_OVERLAP = 0.3
CANDIDATES = 300


@dataclass(frozen=True)
class Figures:
    """Rates from 0 to 1, at rotated IoU 0.5 and score 0.5, of faces that can be seen well enough.

    `recall`: of them, found. `precision`: of what was found, faces (finding a face that can hardly be seen counts
    neither way). `overlap`: mean IoU of found rectangle and true face. `tiles`: how many there were to find.
    """

    recall: float
    precision: float
    overlap: float
    tiles: int


def overlap(first: NDArray[np.float32], second: NDArray[np.float32]) -> float:
    """Intersection over union of two convex quads (4, 2)."""
    shared, _ = cv2.intersectConvexConvex(first, second)
    union = cv2.contourArea(first) + cv2.contourArea(second) - shared
    return float(shared / union) if union > 0 else 0.0


def found_quads(output: NDArray[np.float32]) -> list[NDArray[np.float32]]:
    """The quads (4, 2) of one picture's output (6, anchors), best score first, each tile once."""
    likely = output[:, output[4] >= SCORE]
    likely = likely[:, np.argsort(-likely[4], kind="stable")[:CANDIDATES]]
    quads: list[NDArray[np.float32]] = []
    for x, y, width, height, _, angle in likely.T.tolist():
        quad = cv2.boxPoints(((x, y), (width, height), math.degrees(angle))).astype(np.float32)
        if all(overlap(quad, kept) < SAME_TILE_OVERLAP for kept in quads):
            quads.append(quad)
    return quads


def measure(detector: Found, held: Pictures) -> Figures:
    """The figures of `detector` on `held` pictures."""
    right, invented, tiles = 0, 0, 0
    overlaps: list[float] = []
    for picture, wanted, doubtful in zip(held.pictures, held.quads, held.doubtful, strict=True):
        left = list(wanted)
        tiles += len(left)
        with torch.no_grad():
            output = detector(as_input([picture]))[0].numpy()
        for quad in found_quads(output):
            best = max(range(len(left)), key=lambda index: overlap(quad, left[index]), default=None)
            if best is not None and overlap(quad, left[best]) >= MATCHING_OVERLAP:
                overlaps.append(overlap(quad, left.pop(best)))
                right += 1
            elif not any(overlap(quad, face) >= MATCHING_OVERLAP for face in doubtful):
                invented += 1
    return Figures(
        recall=right / max(1, tiles),
        precision=right / max(1, right + invented),
        overlap=float(np.mean(overlaps)) if overlaps else 0.0,
        tiles=tiles,
    )
