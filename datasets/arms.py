"""Arms that reach over a table: a hand with fingers, a forearm and a sleeve, as a camera above sees them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.paint import bounds, hsv, to_bytes

# px at a tile width of 32.
_LONG, _WIDE = 1500, 320
_TIP = 40.0
_SKINS = ((12, 95, 225), (11, 120, 190), (10, 140, 140), (9, 130, 95))


@dataclass(frozen=True)
class Arm:
    """An arm pointing upwards: BGR and mask, and the point of it that is moved to where the hand should be."""

    picture: np.ndarray
    mask: np.ndarray
    tip: tuple[float, float]


def random_arm(rng: np.random.Generator, tile_px: float) -> Arm:
    """An arm by chance, in size to tiles of this width in px."""
    mask = np.zeros((_LONG, _WIDE), np.uint8)
    middle = _WIDE // 2
    wrist, elbow = int(rng.integers(34, 42)), int(rng.integers(52, 64))
    palm = (middle, int(_TIP) + 78)
    cv2.ellipse(mask, palm, (46, 58), 0, 0, 360, 255, -1)
    for across, reach, pen in ((-30, 34, 19), (-10, 4, 20), (12, 0, 20), (33, 24, 18)):
        start = (middle + across, palm[1] - 30)
        cv2.line(mask, start, (middle + int(across * 0.5), int(_TIP) + reach), 255, pen)
    cv2.line(mask, (middle - 40, palm[1] + 10), (middle - 52, palm[1] - 34), 255, 22)
    forearm = [
        (middle - wrist, palm[1] + 20),
        (middle + wrist, palm[1] + 20),
        (middle + elbow, 620),
        (middle + elbow + 25, _LONG),
        (middle - elbow - 25, _LONG),
        (middle - elbow, 620),
    ]
    cv2.fillConvexPoly(mask, np.array(forearm, np.int32), 255)
    cuff = int(rng.integers(230, 420))
    sleeve = np.zeros_like(mask)
    cv2.fillConvexPoly(
        sleeve,
        np.array(
            [
                (middle - elbow - 8, cuff),
                (middle + elbow + 8, cuff),
                (middle + elbow + 45, _LONG),
                (middle - elbow - 45, _LONG),
            ],
            np.int32,
        ),
        255,
    )
    hue, saturation, value = _SKINS[int(rng.integers(len(_SKINS)))]
    skin = hsv(hue, saturation, value)
    cloth = hsv(int(rng.integers(180)), int(rng.integers(20, 190)), int(rng.integers(30, 220)))
    both = cv2.max(mask, sleeve)
    roundness = cv2.GaussianBlur(both, (0, 0), 16).astype(np.float32)[..., None] / 255
    colours = np.where(sleeve[..., None] > 0, cloth, skin)
    folds = cv2.resize(rng.standard_normal((40, 8)).astype(np.float32), (_WIDE, _LONG), interpolation=cv2.INTER_CUBIC)
    shaded = colours * (0.45 + 0.55 * roundness) + 5 * folds[..., None]
    scale = tile_px / 32
    mirrored = rng.random() < 0.4
    picture, both = to_bytes(shaded), cv2.GaussianBlur(both, (0, 0), 1)
    if mirrored:
        picture, both = picture[:, ::-1], both[:, ::-1]
    size = (round(_WIDE * scale), round(_LONG * scale))
    return Arm(
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA),
        cv2.resize(both, size, interpolation=cv2.INTER_AREA),
        (middle * scale, (_TIP + 30) * scale),
    )


def draw_arm(picture: np.ndarray, arm: Arm, hand: np.ndarray, shoulder: np.ndarray, covered: np.ndarray) -> None:
    """Draw the arm with its hand at a point of the picture, coming from its shoulder (px), and its shadow, in place.

    `covered`: a mask (height, width) in which what it hides is set to 255.
    """
    height, width = picture.shape[:2]
    ahead = (hand - shoulder) / max(1.0, float(np.linalg.norm(hand - shoulder)))
    # The sprite points up: its direction (0, -1) becomes `ahead`.
    cosine, sine = -ahead[1], ahead[0]
    turn = np.array([[cosine, -sine], [sine, cosine]])
    shift = hand - turn @ np.array(arm.tip)
    high, wide = arm.mask.shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)]) @ turn.T + shift
    area = bounds(corners, width, height, 24)
    if area is None:
        return
    left, top, right, bottom = area
    matrix = np.column_stack([turn, shift - np.array([left, top])])
    size = (right - left, bottom - top)
    mask = cv2.warpAffine(arm.mask, matrix, size)
    if not mask.any():
        return
    colours = cv2.warpAffine(arm.picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    region = picture[top:bottom, left:right]
    shadow = cv2.warpAffine(cv2.blur(mask, (23, 23)), np.array([[1, 0, 9], [0, 1, 12]], np.float32), size)
    dark = (255 - shadow // 3).astype(np.uint8)
    shaded = cv2.multiply(region, cv2.merge([dark, dark, dark]), scale=1 / 255)
    share = cv2.merge([mask, mask, mask])
    over = cv2.add(cv2.multiply(colours, share, scale=1 / 255), cv2.multiply(shaded, 255 - share, scale=1 / 255))
    np.copyto(region, over)
    np.maximum(covered[top:bottom, left:right], mask, out=covered[top:bottom, left:right])


def eased(step: float) -> float:
    """How far a hand has come, 0 to 1, at this share of its time."""
    return 0.5 - 0.5 * math.cos(math.pi * min(1.0, max(0.0, step)))
