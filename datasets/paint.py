"""Colours and the few drawing operations that every maker of pictures here shares.

Pictures are BGR; colours are float32 arrays of three channels from 0 to 255. Polygons and discs are drawn with
sixteenths of a pixel, so that a tile's edge lies where its label says.
"""

from __future__ import annotations

import math
from typing import Literal

import cv2
import numpy as np

Shade = Literal["dark", "light"]

SUBPIXEL_BITS = 4
SUBPIXELS = 1 << SUBPIXEL_BITS


def hsv(hue: float, saturation: float, value: float) -> np.ndarray:
    """The colour of a hue from 0 to 180 (any other wraps round), a saturation and a value from 0 to 255."""
    sector = (hue % 180) / 30
    value = min(255.0, max(0.0, value))
    chroma = value * min(255.0, max(0.0, saturation)) / 255
    between = chroma * (1 - abs(sector % 2 - 1))
    red, green, blue = (
        (chroma, between, 0.0),
        (between, chroma, 0.0),
        (0.0, chroma, between),
        (0.0, between, chroma),
        (between, 0.0, chroma),
        (chroma, 0.0, between),
    )[int(sector) % 6]
    base = value - chroma
    return np.array([blue + base, green + base, red + base], np.float32)


def random_colour(rng: np.random.Generator, shade: Shade | None = None) -> np.ndarray:
    """Any colour, half of them nearly grey; of the given shade if one is given."""
    hue = int(rng.integers(0, 180))
    saturation = int(rng.integers(0, 40)) if rng.random() < 0.5 else int(rng.integers(40, 255))
    low, high = {"dark": (5, 80), "light": (140, 256), None: (10, 256)}[shade]
    return hsv(hue, saturation, int(rng.integers(low, high)))


def bgr(colour: np.ndarray) -> list[float]:
    """The colour as OpenCV wants it, within range."""
    return [min(255.0, max(0.0, float(channel))) for channel in colour]


def fixed(points: np.ndarray) -> np.ndarray:
    """Points as OpenCV's drawing wants them with SUBPIXEL_BITS."""
    return np.asarray(points * SUBPIXELS).round().astype(np.int32)


def fill_polygon(picture: np.ndarray, points: np.ndarray, colour: np.ndarray) -> None:
    """Fill a convex polygon, smoothly."""
    cv2.fillConvexPoly(picture, fixed(points), bgr(colour), cv2.LINE_AA, SUBPIXEL_BITS)


def disc(picture: np.ndarray, x: float, y: float, radius: float, colour: np.ndarray) -> None:
    """Fill a circle, smoothly; in a float picture the colour may be any."""
    centre = (int(x * SUBPIXELS), int(y * SUBPIXELS))
    cv2.circle(picture, centre, max(4, int(radius * SUBPIXELS)), bgr(colour), -1, cv2.LINE_AA, SUBPIXEL_BITS)


def bar(picture: np.ndarray, left: float, top: float, right: float, bottom: float, colour: np.ndarray) -> None:
    """Fill an upright rectangle given with fractions of a pixel."""
    corners = [int(value * SUBPIXELS) for value in (left, top, right, bottom)]
    cv2.rectangle(picture, corners[:2], corners[2:], bgr(colour), -1, cv2.LINE_AA, SUBPIXEL_BITS)


def flat(height: int, width: int, colour: np.ndarray) -> np.ndarray:
    """A float32 picture of one colour."""
    picture = np.empty((height, width, 3), np.float32)
    picture[:] = colour
    return picture


def to_bytes(picture: np.ndarray) -> np.ndarray:
    """The float picture as uint8, clipped."""
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def blend(region: np.ndarray, colours: np.ndarray, mask: np.ndarray) -> None:
    """Lay `colours` over `region` (all uint8, in place) as far as `mask` (0 to 255) says."""
    share = cv2.merge([mask, mask, mask])
    over = cv2.multiply(colours, share, scale=1 / 255)
    under = cv2.multiply(region, 255 - share, scale=1 / 255)
    np.copyto(region, cv2.add(over, under))


def rounded_mask(width: int, height: int, radius: int) -> np.ndarray:
    """A mask (255 inside) of a rectangle with rounded corners."""
    mask = np.zeros((height, width), np.uint8)
    radius = max(0, min(radius, (min(width, height) - 1) // 2))
    cv2.rectangle(mask, (radius, 0), (width - 1 - radius, height - 1), 255, -1)
    cv2.rectangle(mask, (0, radius), (width - 1, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius, 255, -1, cv2.LINE_AA)
    return mask


def bounds(points: np.ndarray, width: int, height: int, margin: int = 0) -> tuple[int, int, int, int] | None:
    """Left, top, right and bottom of the part of the picture that the points span; None if that is under 3 px."""
    left, top = np.floor(points.min(0)).astype(int) - margin
    right, bottom = np.ceil(points.max(0)).astype(int) + margin
    left, top, right, bottom = max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom))
    if right - left < 3 or bottom - top < 3:
        return None
    return left, top, right, bottom


def texture_corners(texture: np.ndarray) -> np.ndarray:
    """The corners of a texture from its top left one, clockwise."""
    height, width = texture.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def paste(
    picture: np.ndarray,
    texture: np.ndarray,
    quad: np.ndarray,
    mask: np.ndarray | None = None,
    shadow: tuple[int, int] | None = None,
) -> None:
    """Lay a texture (its corners clockwise from the top left one at `quad`) on the picture, in place.

    `mask`: how far each pixel of the texture covers (all of it if None); `shadow`: a soft shadow, shifted so.
    """
    area = bounds(quad, picture.shape[1], picture.shape[0])
    if area is None:
        return
    left, top, right, bottom = area
    target = (quad - np.array([left, top])).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(texture_corners(texture), target)
    size = (right - left, bottom - top)
    if mask is None:
        mask = np.full(texture.shape[:2], 255, np.uint8)
    warped = cv2.warpPerspective(texture, matrix, size)
    warped_mask = cv2.warpPerspective(mask, matrix, size)
    region = picture[top:bottom, left:right]
    if shadow is not None and min(size) > 8:
        shift = np.array([[1, 0, shadow[0]], [0, 1, shadow[1]]], np.float32)
        dark = cv2.blur(cv2.warpAffine(warped_mask, shift, size), (5, 5))
        light = 255 - dark // 3
        np.copyto(region, cv2.multiply(region, cv2.merge([light, light, light]), scale=1 / 255))
    blend(region, warped, warped_mask)


def rotated_box(x: float, y: float, width: float, height: float, degrees: float) -> np.ndarray:
    """The corners of a turned rectangle, clockwise from the one that is top left before the turn."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    along = np.array([cosine, sine]) * width / 2
    across = np.array([-sine, cosine]) * height / 2
    centre = np.array([x, y])
    corners = [centre - along - across, centre + along - across, centre + along + across, centre - along + across]
    return np.array(corners, np.float32)
