"""The upper face of a tile and its back as textures: length along x, half a on the left, float32 BGR.

`light` is the direction from which light comes, as an angle in the texture (x right, y down).
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.looks import Style
from datasets.paint import bar, bgr, disc


def texture_size(style: Style, length: float) -> tuple[int, int]:
    """Height and width in pixels of a texture of this length."""
    width = int(length)
    return max(8, round(width / style.aspect)), width


def face(kit: Kit, style: Style, a: int, b: int, length: float, light: float) -> np.ndarray:
    """The face of the tile a-b."""
    height, width = texture_size(style, length)
    texture = material(kit, style, style.body, height, width)
    if style.divider != "none":
        draw_divider(style, texture, light)
    if style.bordered:
        inset = int(0.06 * height)
        far = (width - 1 - inset, height - 1 - inset)
        pen = max(1, int(0.02 * height))
        cv2.rectangle(texture, (inset, inset), far, bgr(style.divider_colour), pen, cv2.LINE_AA)
    if style.pin_radius:
        draw_pin(style, texture, light)
    for middle, number in ((width * 0.25, a), (width * 0.75, b)):
        draw_pips(kit, style, texture, middle, number, light)
    if style.wear > 0:
        wear_down(kit, style, texture)
    bevel(style, texture, light)
    return texture


def back(kit: Kit, style: Style, length: float, light: float) -> np.ndarray:
    """The back of a tile, plain, with a logo or with a simple figure."""
    height, width = texture_size(style, length)
    texture = material(kit, style, style.back_colour, height, width)
    if style.back == "logo":
        ink = kit.lettering.back_mask(width, height)[..., None] / np.float32(255)
        texture = np.ascontiguousarray(texture + (style.logo_colour - texture) * ink)
    elif style.back == "pattern":
        axes = (int(width * kit.between(0.2, 0.45)), int(height * kit.between(0.2, 0.45)))
        pen = max(1, int(height * 0.04))
        cv2.ellipse(texture, (width // 2, height // 2), axes, 0, 0, 360, bgr(style.logo_colour), pen, cv2.LINE_AA)
        if kit.chance(0.5):
            inset = int(0.1 * height)
            pen = max(1, int(height * 0.02))
            far = (width - inset, height - inset)
            cv2.rectangle(texture, (inset, inset), far, bgr(style.logo_colour), pen, cv2.LINE_AA)
    elif style.back == "print":
        draw_print(kit, style, texture)
    bevel(style, texture, light)
    return texture


def draw_print(kit: Kit, style: Style, texture: np.ndarray) -> None:
    """A coloured picture on a back: now and then on a field of colour, a large logo and smaller ones."""
    height, width = texture.shape[:2]
    if kit.chance(0.4):
        field = bgr(kit.pick(style.print_colours))
        axes = (int(width * kit.between(0.25, 0.48)), int(height * kit.between(0.25, 0.48)))
        if kit.chance(0.5):
            cv2.ellipse(texture, (width // 2, height // 2), axes, 0, 0, 360, field, -1, cv2.LINE_AA)
        else:
            near = (width // 2 - axes[0], height // 2 - axes[1])
            cv2.rectangle(texture, near, (width // 2 + axes[0], height // 2 + axes[1]), field, -1)
    degrees = kit.pick([0, 0, 0, 90])
    kit.lettering.stamp(texture, width / 2, height / 2, height * kit.between(0.6, 1.3), degrees, style.logo_colour)
    for _ in range(kit.whole(0, 4)):
        x, y = width * kit.between(0.12, 0.88), height * kit.between(0.15, 0.85)
        size = height * kit.between(0.15, 0.5)
        kit.lettering.stamp(texture, x, y, size, degrees, kit.pick(style.print_colours))


def material(kit: Kit, style: Style, colour: np.ndarray, height: int, width: int) -> np.ndarray:
    """The bare surface: even, marbled or of wood."""
    texture = np.empty((height, width, 3), np.float32)
    texture[:] = colour
    if style.wooden:
        x, y = kit.whole(0, 1000), kit.whole(0, 1000)
        fibres = cv2.resize(kit.white[1][y : y + 24, x : x + 3], (width, height), interpolation=cv2.INTER_LINEAR)
        texture *= (1 + 0.09 * fibres)[..., None]
    elif style.marbling > 0.01:
        texture *= (1 + style.marbling * kit.slow_patch(width, height))[..., None]
    return texture


def draw_divider(style: Style, texture: np.ndarray, light: float) -> None:
    """The bar between the halves."""
    height, width = texture.shape[:2]
    middle = width / 2
    breadth = max(1.0, style.divider_width * height)
    length = height * style.divider_length
    top, bottom = (height - length) / 2, (height + length) / 2
    if style.divider == "groove":
        bar(texture, middle - breadth / 2, top, middle + breadth / 2, bottom, style.body * 0.55)
        edge = middle + breadth / 2 * math.copysign(1, math.cos(light))
        bar(texture, edge, top, edge + 1, bottom, style.body * 1.2)
    elif style.divider == "double":
        for offset in (-breadth, breadth):
            left, right = middle + offset - breadth * 0.3, middle + offset + breadth * 0.3
            bar(texture, left, top, right, bottom, style.divider_colour)
    else:
        bar(texture, middle - breadth / 2, top, middle + breadth / 2, bottom, style.divider_colour)


def draw_pin(style: Style, texture: np.ndarray, light: float) -> None:
    """The metal pin in the middle of the tile."""
    height, width = texture.shape[:2]
    radius = style.pin_radius * height
    x, y = width / 2, height / 2
    disc(texture, x, y, radius, style.pin_colour * 0.5)
    disc(texture, x, y, radius * 0.85, style.pin_colour)
    glint_x, glint_y = x - math.cos(light) * radius * 0.3, y - math.sin(light) * radius * 0.3
    disc(texture, glint_x, glint_y, radius * 0.4, style.pin_colour * 1.35 + 20)


def draw_pips(kit: Kit, style: Style, texture: np.ndarray, middle: float, number: int, light: float) -> None:
    """The pips of one half around x = middle; the diagonal of 2 and 3 is turned over now and then."""
    height = texture.shape[0]
    radius = style.pip_radii[number] * height
    colour = style.pip_colours[number]
    turned_over = -1 if number in (2, 3) and kit.chance(0.25) else 1
    for along, across in style.spots(number):
        x = middle + along * style.pip_along * height
        y = height / 2 + across * turned_over * style.pip_across * height
        if style.pip_jitter:
            x += kit.bell(style.pip_jitter * height)
            y += kit.bell(style.pip_jitter * height)
        draw_pip(style, texture, x, y, radius, colour, light)


def draw_pip(
    style: Style, texture: np.ndarray, x: float, y: float, radius: float, colour: np.ndarray, light: float
) -> None:
    """One pip: printed flat, ringed, drilled (its shadowed rim towards the light) or glossy."""
    toward_x, toward_y = math.cos(light) * radius, math.sin(light) * radius
    if style.pip_finish == "flat":
        disc(texture, x, y, radius, colour)
        return
    if style.pip_finish == "ring":
        disc(texture, x, y, radius, colour)
        disc(texture, x, y, radius * 0.55, colour * 0.6 + style.body * 0.35)
        return
    disc(texture, x + toward_x * 0.10, y + toward_y * 0.10, radius * 1.08, style.body * 1.15 + 8)
    disc(texture, x, y, radius, colour * 0.6)
    disc(texture, x + toward_x * 0.16, y + toward_y * 0.16, radius * 0.82, colour * 1.05 + 4)
    if style.pip_finish == "gloss":
        disc(texture, x + toward_x * 0.4, y + toward_y * 0.4, radius * 0.28, colour * 0.4 + 150)


def wear_down(kit: Kit, style: Style, texture: np.ndarray) -> None:
    """Dirt, scratches and specks, none of them as round and as large as a pip."""
    height, width = texture.shape[:2]
    if kit.chance(0.7):
        texture *= (1 - style.wear * 0.08 * np.maximum(kit.slow_patch(width, height), -0.5))[..., None]
    for _ in range(int(kit.whole(0, 7) * style.wear + 0.5)):
        start = (kit.whole(0, width), kit.whole(0, height))
        reach = height * kit.between(0.1, 0.9)
        angle = kit.between(0, 2 * math.pi)
        end = (int(start[0] + reach * math.cos(angle)), int(start[1] + reach * math.sin(angle)))
        tone = style.body * kit.between(0.6, 1.3) + kit.between(-25, 30)
        cv2.line(texture, start, end, bgr(tone), 1 if height < 130 or kit.chance(0.8) else 2, cv2.LINE_AA)
    for _ in range(int(kit.whole(0, 9) * style.wear + 0.5)):
        length = max(1.0, height * kit.between(0.006, 0.02))
        centre = (kit.whole(0, width), kit.whole(0, height))
        axes = (int(length * kit.between(1, 2)), max(1, int(length * kit.between(0.3, 0.9))))
        tone = style.body * kit.between(0.35, 0.9) if kit.chance(0.7) else style.body * 0.6 + 90
        cv2.ellipse(texture, centre, axes, kit.whole(0, 180), 0, 360, bgr(tone), -1, cv2.LINE_AA)


def bevel(style: Style, texture: np.ndarray, light: float) -> None:
    """The rounded edge: lighter on the side to which the light falls, and mostly darker all around."""
    height, width = texture.shape[:2]
    across, along = style.bevel * math.sin(light), style.bevel * math.cos(light)
    rows = _rounded(height, style.rim * height, across, style.falloff)
    columns = _rounded(width, style.rim * height, along, style.falloff)
    texture *= (rows[:, None] * columns[None, :])[..., None]


def _rounded(length: int, rim: float, tilt: float, falloff: float) -> np.ndarray:
    """How light a line of so many pixels across the tile is: its ends are rounded over `rim` pixels."""
    places = np.arange(length, dtype=np.float32) + 0.5
    start = np.clip(1 - places / max(rim, 1.0), 0, 1) ** 2
    end = start[::-1]
    return np.asarray(np.maximum((1 - (tilt + falloff) * start) * (1 + (tilt - falloff) * end), 0.05), np.float32)


def glare(kit: Kit, texture: np.ndarray, a: int, b: int, is_back: bool) -> None:
    """A lamp mirrored on the tile, more often on blank halves; sometimes as small as a pip, sometimes hardly seen."""
    blank = 0 in (a, b) and not is_back
    if not kit.chance(0.35 if blank else 0.14):
        return
    height, width = texture.shape[:2]
    x, y = float(kit.whole(0, width)), float(kit.whole(0, height))
    if blank:
        x = width * ((0.25 if a == 0 else 0.75) + kit.between(-0.15, 0.15))
    spread_x, spread_y = width * kit.between(0.1, 0.4), height * kit.between(0.2, 0.8)
    strength = kit.between(30, 170)
    if blank and kit.chance(0.35):
        spread_x, spread_y = height * kit.between(0.05, 0.2), height * kit.between(0.05, 0.2)
        strength = kit.between(10, 90)
    across = np.exp(-(((np.arange(width, dtype=np.float32) - x) / spread_x) ** 2))
    down = np.exp(-(((np.arange(height, dtype=np.float32) - y) / spread_y) ** 2))
    texture += (down[:, None] * across[None, :] * strength)[..., None]
