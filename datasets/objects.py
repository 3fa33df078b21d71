"""Things that lie on tables and are no tiles: cards, dice, remote controls, labels, coins, counters and the like.

Each maker returns a picture, a mask (None: the whole rectangle) and how long the thing is in tile lengths.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.looks import PATTERNS
from datasets.near_tiles import near_tile
from datasets.paint import Shade, bgr, flat, hsv, rotated_box, rounded_mask, to_bytes

SIZE = 256
NEAR_TILES = 0.4
BLACK = np.zeros(3, np.float32) + 20
RED = np.array([30, 20, 200], np.float32)

Made = tuple[np.ndarray, np.ndarray | None, float]


@dataclass(frozen=True)
class Thing:
    """An object seen from above: BGR picture, mask, length in tile lengths."""

    picture: np.ndarray
    mask: np.ndarray
    length: float


def random_thing(kit: Kit) -> Thing:
    """An object by chance, two in five of them put together to be taken for a tile."""
    picture, mask, length = near_tile(kit) if kit.chance(NEAR_TILES) else kit.pick(MAKERS)(kit)
    picture = to_bytes(picture)
    height, width = picture.shape[:2]
    if mask is None:
        mask = np.full((height, width), 255, np.uint8)
    if kit.chance(0.3) and min(height, width) > 20:
        noise = kit.white_patch(width, height) * np.float32(kit.between(2, 12))
        picture = cv2.add(picture, cv2.merge([noise, noise, noise]), dtype=cv2.CV_8U)
    return Thing(picture, mask, length)


def any_length(kit: Kit) -> float:
    """From a little shorter than a tile to much longer."""
    return kit.between(0.8, 3.5)


def printed_card(kit: Kit, most: int) -> Made:
    """A label, a box or a sign: a colour or two with logos on it."""
    width, height = SIZE, int(SIZE * kit.between(0.2, 1))
    picture = flat(height, width, kit.colour())
    if kit.chance(0.5):
        cv2.rectangle(picture, (0, 0), (width, int(height * kit.between(0.1, 0.6))), bgr(kit.colour()), -1)
    for _ in range(kit.whole(1, most)):
        x, y = kit.between(0.2, 0.8) * width, kit.between(0.2, 0.8) * height
        kit.lettering.stamp(picture, x, y, kit.between(0.15, 1.2) * height, kit.pick([0, 0, 0, 90]), kit.colour())
    if kit.chance(0.3):
        cv2.rectangle(picture, (4, 4), (width - 5, height - 5), bgr(kit.colour()), 3)
    return picture, rounded_mask(width, height, kit.pick([0, 0, 10, height // 3])), any_length(kit)


def label(kit: Kit) -> Made:
    """A label or a box."""
    return printed_card(kit, 9)


def sign(kit: Kit) -> Made:
    """A card with few and large logos."""
    return printed_card(kit, 4)


def page(kit: Kit) -> Made:
    """A sheet of print."""
    shade: Shade = "dark" if kit.chance(0.33) else "light"
    return kit.lettering.rich_page(int(SIZE * kit.between(0.6, 1.3)), SIZE, shade), None, kit.between(2, 8)


def barcode(kit: Kit) -> Made:
    """A barcode with its number."""
    width, height = SIZE, int(SIZE * kit.between(0.35, 0.8))
    picture = to_bytes(flat(height, width, BLACK * 0 + kit.whole(200, 256)))
    x = 12
    while x < width - 14:
        breadth = kit.whole(1, 7)
        cv2.rectangle(picture, (x, 8), (x + breadth, int(height * 0.8)), bgr(BLACK), -1)
        x += breadth + kit.whole(2, 7)
    number = f"5 901234 {kit.whole(100000, 999999)}"
    kit.lettering.text(picture, number, 14, height * 0.82, max(9, height * 0.13), BLACK)
    return picture, None, any_length(kit)


def suit_shape(suit: str, size: float) -> list[np.ndarray]:
    """The outlines of a heart, spade, diamond or club around 0, 0."""
    if suit == "diamond":
        return [np.array([(0, -1), (0.7, 0), (0, 1), (-0.7, 0)]) * size]
    angles = np.linspace(0, 2 * math.pi, 24)
    if suit == "club":
        ring = np.stack([np.cos(angles), np.sin(angles)], 1) * 0.45
        stem = np.array([(0, 0), (0.35, 1), (-0.35, 1)])
        return [(ring + middle) * size for middle in ((0, -0.45), (-0.5, 0.25), (0.5, 0.25))] + [stem * size]
    x, y = np.sin(angles) ** 3, -(13 * np.cos(angles) - 5 * np.cos(2 * angles) - 2 * np.cos(3 * angles)) / 15
    heart = np.stack([x, y], 1)
    if suit == "heart":
        return [heart * size]
    return [heart * (1, -1) * size, np.array([(0, 0.2), (0.35, 1.1), (-0.35, 1.1)]) * size]


def draw_suit(picture: np.ndarray, suit: str, x: float, y: float, size: float, colour: np.ndarray) -> None:
    """A card's sign."""
    for outline in suit_shape(suit, size):
        cv2.fillPoly(picture, [(outline + np.array([x, y])).astype(np.int32)], bgr(colour), cv2.LINE_AA)


def playing_card(kit: Kit) -> Made:
    """A playing card, its face or its back."""
    width, height = 180, 256
    length = kit.between(1.3, 2.6)
    mask = rounded_mask(width, height, 14)
    if kit.chance(0.25):
        colour = kit.colour()
        pattern = kit.lettering.keypad(60, 90, 9, 6, colour, kit.colour(), colour)
        return cv2.resize(pattern, (width, height)), mask, length
    picture = to_bytes(flat(height, width, BLACK * 0 + 249))
    suit = kit.pick(["spade", "heart", "diamond", "club"])
    colour = RED if suit in ("heart", "diamond") else BLACK
    value = kit.whole(1, 14)
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(value, str(value))
    kit.lettering.text(picture, name, 8, 6, 34, colour)
    draw_suit(picture, suit, 20, 58, 11, colour)
    if value > 10:
        cv2.rectangle(picture, (45, 30), (width - 45, height - 30), bgr(colour), 3)
        kit.lettering.text(picture, name, 62, 80, 90, colour)
        return picture, mask, length
    rows = max(1, value // 2 - 1)
    places = [((0.3, 0.7)[index % 2], 0.15 + 0.7 * (index // 2) / rows) for index in range(value // 2 * 2)]
    if value <= 3:
        places = [(0.5, 0.2 + 0.3 * index) for index in range(value)] if value > 1 else [(0.5, 0.5)]
    elif value % 2:
        places.append((0.5, 0.5))
    for across, down in places:
        draw_suit(picture, suit, width * across, height * down, 16, colour)
    return picture, mask, length


def draw_die(kit: Kit, picture: np.ndarray, mask: np.ndarray, x: float, y: float, size: float, degrees: float) -> None:
    """A die's upper face with its colour taken from what `picture` holds around x, y."""
    body = np.array(picture[int(y), int(x)], np.float32)
    ink = BLACK if body.mean() > 110 else BLACK * 0 + 240
    corners = rotated_box(x, y, size * 0.86, size * 0.86, degrees).astype(np.int32)
    cv2.polylines(mask, [corners], True, [255], int(size * 0.14))
    cv2.fillConvexPoly(mask, corners, [255])
    cv2.polylines(picture, [corners], True, bgr(body * 0.85), int(size * 0.14))
    cv2.fillConvexPoly(picture, corners, bgr(body))
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    for along, across in PATTERNS[kit.whole(1, 7)]:
        centre_x = x + (along * cosine - across * sine) * size * 0.27
        centre_y = y + (along * sine + across * cosine) * size * 0.27
        radius = max(2, int(size * 0.1))
        cv2.circle(picture, (int(centre_x), int(centre_y)), radius, bgr(ink), -1, cv2.LINE_AA)


def die(kit: Kit) -> Made:
    """One die."""
    picture = flat(90, 90, kit.colour("light") if kit.chance(0.7) else kit.colour())
    mask = np.zeros((90, 90), np.uint8)
    draw_die(kit, picture, mask, 45, 45, 80, 0)
    return picture, mask, kit.between(0.35, 0.6)


def dice(kit: Kit) -> Made:
    """Two to five dice close together, as they were thrown."""
    picture = flat(SIZE, SIZE, kit.colour("light") if kit.chance(0.7) else kit.colour())
    mask = np.zeros((SIZE, SIZE), np.uint8)
    for index in range(kit.whole(2, 6)):
        x = 40 + 85 * (index % 3) + kit.whole(-8, 9)
        y = 50 + 100 * (index // 3) + kit.whole(-12, 13)
        draw_die(kit, picture, mask, x, y, 62, kit.between(0, 90))
    return picture, mask, kit.between(1, 2.2)


def remote_control(kit: Kit) -> Made:
    """A remote control or a calculator."""
    width, height = int(SIZE * kit.between(0.28, 0.5)), SIZE
    body = kit.colour("dark") if kit.chance(0.6) else kit.colour()
    rows, columns = kit.whole(3, 12), kit.whole(2, 5)
    pad = kit.lettering.keypad(width, height, rows, columns, body, kit.colour(), kit.colour(), kit.chance(0.6))
    return pad, rounded_mask(width, height, width // 6), kit.between(1, 5)


def keyboard(kit: Kit) -> Made:
    """A computer's keyboard."""
    shades: list[tuple[Shade, Shade]] = [("dark", "light"), ("light", "dark")]
    caps, ink = (kit.colour(shade) for shade in kit.pick(shades))
    body = kit.colour() * 0.6
    height = int(kit.between(100, 150))
    pad = kit.lettering.keypad(340, height, kit.whole(3, 6), kit.whole(7, 15), body, caps, ink)
    return pad, None, kit.between(3, 9)


def coin(kit: Kit) -> Made:
    """A coin."""
    metal = hsv(kit.whole(8, 28), kit.whole(0, 160), kit.whole(90, 240))
    picture = flat(120, 120, metal)
    cv2.circle(picture, (60, 60), 50, bgr(metal * 0.75), 3, cv2.LINE_AA)
    if kit.chance(0.4):
        cv2.circle(picture, (60, 60), 34, bgr(metal * 1.3), -1, cv2.LINE_AA)
    kit.lettering.stamp(picture, 60, 60, 60, 0, metal * 0.5)
    mask = np.zeros((120, 120), np.uint8)
    cv2.circle(mask, (60, 60), 58, [255], -1, cv2.LINE_AA)
    return picture, mask, kit.between(0.25, 0.7)


def letters(kit: Kit) -> Made:
    """Print on the table itself, without a background."""
    mask = kit.lettering.mask()
    scale = min(1.0, 300 / max(mask.shape))
    size = (max(4, int(mask.shape[1] * scale)), max(4, int(mask.shape[0] * scale)))
    mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
    return flat(size[1], size[0], kit.colour()), mask, kit.between(0.5, 5)


def dotted_panel(kit: Kit) -> Made:
    """A plate with dots anywhere, in a line or in a wave."""
    width, height = SIZE, int(SIZE * kit.between(0.3, 1))
    picture = flat(height, width, kit.colour())
    colour = kit.colour()
    count = kit.whole(3, 24)
    radius = int(height * kit.between(0.02, 0.07)) + 1
    order = kit.pick(["anywhere", "line", "wave"], [0.5, 0.25, 0.25])
    for index in range(count):
        x, y = width * (0.08 + 0.84 * index / count), height * 0.5
        if order == "anywhere":
            x, y = kit.between(0.08, 0.92) * width, kit.between(0.08, 0.92) * height
        elif order == "wave":
            y = height * (0.5 + 0.3 * math.sin(index))
        size = radius if kit.chance(0.8) else int(radius * kit.between(0.5, 2)) + 1
        dot = colour if kit.chance(0.8) else kit.colour()
        cv2.circle(picture, (int(x), int(y)), size, bgr(dot), -1, cv2.LINE_AA)
    if kit.chance(0.5):
        kit.lettering.stamp(picture, width / 2, height / 2, height * kit.between(0.3, 0.9), 0, kit.colour())
    return picture, None, any_length(kit)


def perforated_plate(kit: Kit) -> Made:
    """A grating, a socket or a speaker: a grid of holes, more of them than a tile has pips."""
    rows, columns = kit.whole(3, 9), kit.whole(5, 16)
    step = 20
    height, width = rows * step + 12, columns * step + 12
    picture = flat(height, width, kit.colour())
    hole = kit.colour()
    radius = kit.whole(3, 9)
    for row in range(rows):
        for column in range(columns):
            cv2.circle(picture, (16 + column * step, 16 + row * step), radius, bgr(hole), -1, cv2.LINE_AA)
    return picture, rounded_mask(width, height, kit.pick([0, 8, 20])), any_length(kit)


def building_brick(kit: Kit) -> Made:
    """A plastic brick with studs."""
    columns, rows = kit.pick([(6, 2), (2, 2), (4, 4), (8, 1), (6, 3), (10, 2), (8, 6)])
    step = 30
    colour = kit.colour()
    picture = flat(rows * step, columns * step, colour)
    for column in range(columns):
        for row in range(rows):
            x, y = int((column + 0.5) * step), int((row + 0.5) * step)
            cv2.circle(picture, (x + 2, y + 2), 10, bgr(colour * 0.6), -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), 9, bgr(colour * 1.12 + 6), -1, cv2.LINE_AA)
    return picture, None, any_length(kit)


def phone(kit: Kit) -> Made:
    """A phone, its screen on or off."""
    width, height = 130, 256
    picture = flat(height, width, kit.colour("dark"))
    screen = kit.lettering.keypad(108, 220, 6, 4, kit.colour(), kit.colour(), kit.colour())
    picture[18:238, 11:119] = screen if kit.chance(0.5) else 20
    return picture, rounded_mask(width, height, 18), kit.between(2, 4)


def striped_thing(kit: Kit) -> Made:
    """A box or a pen with stripes."""
    width, height = SIZE, int(SIZE * kit.between(0.1, 0.5))
    picture = flat(height, width, kit.colour())
    count = kit.whole(2, 9)
    for index in range(count):
        near, far = (int(width * index / count), 0), (int(width * (index + 0.5) / count), height)
        cv2.rectangle(picture, near, far, bgr(kit.colour()), -1)
    return picture, None, any_length(kit)


def game_piece(kit: Kit) -> Made:
    """A tile of another game: a number, letter or picture on one half, on both or in the middle; never pips."""
    width, height = 200, kit.pick([100, 100, 150, 200])
    light_body = kit.chance(0.75)
    body = hsv(kit.whole(12, 32), kit.whole(0, 70), kit.whole(190, 256)) if light_body else kit.colour()
    ink = kit.colour("dark") if body.mean() > 110 else kit.colour("light")
    picture = flat(height, width, body)
    middles = kit.pick([(0.5,), (0.25, 0.75), (0.25,)])
    if len(middles) == 2 and kit.chance(0.6):
        cv2.line(picture, (width // 2, 8), (width // 2, height - 8), bgr(ink), kit.whole(1, 6))
    degrees = kit.pick([0, 90])
    for middle in middles:
        kit.lettering.stamp(picture, width * middle, height / 2, height * kit.between(0.4, 0.9), degrees, ink)
    return picture, rounded_mask(width, height, kit.pick([2, 12, 24])), kit.between(0.6, 1.3)


MAKERS: tuple[Callable[[Kit], Made], ...] = (
    label,
    label,
    barcode,
    playing_card,
    dice,
    die,
    remote_control,
    keyboard,
    coin,
    letters,
    sign,
    dotted_panel,
    building_brick,
    label,
    striped_thing,
    phone,
    page,
    game_piece,
    perforated_plate,
)
