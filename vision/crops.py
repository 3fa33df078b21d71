"""Tiles cut out of a picture and laid straight, as the reader sees them, in training and in use alike."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

# The tile's face takes 128 x 64 px in the middle of the crop, half a on the left; around it lies a margin of an
# eighth of its width, in which the reader finds the true corners of a face that was cut out a little wrong.
CROP_WIDTH, CROP_HEIGHT, MARGIN = 144, 80, 8
FACE_WIDTH = CROP_HEIGHT - 2 * MARGIN

# Where corners 0..3 of a quad lie in the crop: 0-1 is the outer short edge of half a, clockwise. Pixel centres are
# at whole numbers, so the edge of the first pixel lies half a pixel before it, and flips map corners to corners.
CROP_CORNERS = np.array(
    [
        [MARGIN, CROP_HEIGHT - MARGIN],
        [MARGIN, MARGIN],
        [CROP_WIDTH - MARGIN, MARGIN],
        [CROP_WIDTH - MARGIN, CROP_HEIGHT - MARGIN],
    ],
    np.float32,
) - np.float32(0.5)


def crop_transform(quad: NDArray[np.float32]) -> NDArray[np.float64]:
    """The homography picture -> crop, (3, 3), for a quad of (4, 2) picture pixels."""
    return np.asarray(cv2.getPerspectiveTransform(quad.astype(np.float32), CROP_CORNERS), np.float64)


def cut_crop(picture: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The crop (80, 144, 3) uint8 BGR of the face at `quad` (4, 2) in picture pixels."""
    transform = crop_transform(quad)
    longest = max(float(np.linalg.norm(quad[1] - quad[2])), float(np.linalg.norm(quad[3] - quad[0])))
    scale = int(np.clip(longest / (2 * FACE_WIDTH), 1, 4))
    if scale == 1:
        return _warp(picture, transform, CROP_WIDTH, CROP_HEIGHT)
    # A large tile is cut out large and averaged down: sampling it sparsely would make pips flicker.
    enlarge = np.array([[scale, 0, (scale - 1) / 2], [0, scale, (scale - 1) / 2], [0, 0, 1]])
    large = _warp(picture, enlarge @ transform, CROP_WIDTH * scale, CROP_HEIGHT * scale)
    return np.asarray(cv2.resize(large, (CROP_WIDTH, CROP_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def _warp(picture: NDArray[np.uint8], transform: NDArray[np.float64], width: int, height: int) -> NDArray[np.uint8]:
    warped = cv2.warpPerspective(
        picture, transform, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(warped, np.uint8)
