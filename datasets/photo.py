"""What light, lens, sensor and file do to a picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets.kit import Kit

LIGHT_STEP = 8  # light is worked out on every eighth pixel


def photograph(kit: Kit, picture: np.ndarray) -> np.ndarray:
    """The picture as a camera would deliver it."""
    picture = lighten(kit, picture)
    picture = lens(kit, picture)
    if kit.chance(0.7):
        picture = sensor_noise(kit, picture, abs(kit.bell(5)) + 0.5)
    if kit.chance(0.35):
        exponent = kit.between(0.6, 1.6)
        curve = np.clip(255 * (np.arange(256) / 255) ** exponent, 0, 255).astype(np.uint8)
        picture = cv2.LUT(picture, curve)
    if kit.chance(0.05):
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    if kit.chance(0.8):
        picture = as_jpeg(picture, kit.whole(30, 96))
    return picture


def lighten(kit: Kit, picture: np.ndarray) -> np.ndarray:
    """Exposure, white balance, a fall of light over the table, a shadow's edge, lamps mirrored on the table."""
    height, width = picture.shape[:2]
    gains = kit.rng.normal(1, 0.04, 3).astype(np.float32)
    warmth = kit.between(-0.14, 0.14)
    gains += np.array([-warmth, 0, warmth], np.float32)
    exposures = [kit.between(0.75, 1.2), kit.between(0.35, 0.9), kit.between(0.12, 0.4), kit.between(1.1, 1.6)]
    gains *= kit.pick(exposures, [0.62, 0.2, 0.07, 0.11])
    rows, columns = max(1, height // LIGHT_STEP), max(1, width // LIGHT_STEP)
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x, y = x / columns - 0.5, y / rows - 0.5
    angle = kit.between(0, 2 * math.pi)
    light = 1 + kit.between(0, 0.5) * (x * math.cos(angle) + y * math.sin(angle))
    light *= 1 - kit.between(0, 0.5) * (x * x + y * y)
    if kit.chance(0.25):
        angle = kit.between(0, 2 * math.pi)
        beyond = (x * math.cos(angle) + y * math.sin(angle) - kit.between(-0.3, 0.3)) / kit.between(0.01, 0.08)
        light *= 1 - kit.between(0.2, 0.6) / (1 + np.exp(-np.clip(beyond, -30, 30)))
    coarse = (light[..., None] * gains).astype(np.float32)
    field = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_LINEAR)
    picture = cv2.multiply(picture, field, dtype=cv2.CV_8U)
    lamps = np.zeros_like(light)
    for _ in range(kit.pick([0, 0, 1, 2])):
        lamp_x = (x - kit.between(-0.5, 0.5)) / kit.between(0.03, 0.2)
        lamp_y = (y - kit.between(-0.5, 0.5)) / kit.between(0.03, 0.2)
        lamps += kit.between(20, 140) * np.exp(-(lamp_x**2 + lamp_y**2))
    if lamps.max() > 0:
        added = np.clip(cv2.resize(lamps, (width, height)), 0, 255).astype(np.uint8)
        picture = cv2.add(picture, cv2.merge([added, added, added]))
    return picture


def lens(kit: Kit, picture: np.ndarray) -> np.ndarray:
    """Out of focus, shaken, small and blown up, or sharpened by the camera; four in ten pictures are left alone."""
    height, width = picture.shape[:2]
    kind = kit.rng.random()
    if kind < 0.30:
        return cv2.GaussianBlur(picture, (0, 0), kit.between(0.4, 1.5))
    if kind < 0.38:
        length = kit.whole(3, 10)
        streak = np.zeros((length, length), np.float32)
        streak[length // 2] = 1
        middle = (length / 2 - 0.5, length / 2 - 0.5)
        turn = cv2.getRotationMatrix2D(middle, kit.between(0, 180), 1)
        turned = cv2.warpAffine(streak, turn, (length, length))
        return cv2.filter2D(picture, -1, np.asarray(turned / max(float(turned.sum()), 1e-3), np.float32))
    if kind < 0.50:
        scale = kit.between(0.45, 0.85)
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return cv2.resize(small, (width, height), interpolation=kit.pick([cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    if kind < 0.60:
        return cv2.addWeighted(picture, 1.7, cv2.GaussianBlur(picture, (0, 0), 1.2), -0.7, 0)
    return picture


def sensor_noise(kit: Kit, picture: np.ndarray, strength: float) -> np.ndarray:
    """Noise of this deviation, grey or coloured."""
    height, width = picture.shape[:2]
    noise = kit.white_patch(width, height) * np.float32(strength)
    layers = [noise, noise, noise]
    if kit.chance(0.4):
        layers = [noise, np.roll(noise, 37, 0), np.roll(noise, 91, 1)]
    return cv2.add(picture, cv2.merge(layers), dtype=cv2.CV_8U)


def as_jpeg(picture: np.ndarray, quality: int) -> np.ndarray:
    """The picture after it was stored as a JPEG."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    decoded = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture if decoded is None else decoded
