"""Things for measuring only: kinds of things that the scenes which the networks learn from never show.

Many of them were chosen because they are like tiles: dots in rows, two halves, light oblongs. The makers have the form
of those in `objects`: a picture, a mask (None: the whole rectangle) and the thing's length in tile lengths. Nothing
that trains may import this; a test sees to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.paint import bgr, disc, flat, hsv, rounded_mask, to_bytes

SIZE = 256
WHITE = np.array([244, 246, 248], np.float32)
INK = np.array([28, 26, 26], np.float32)
DOUGH = np.array([92, 158, 208], np.float32)

Made = tuple[np.ndarray, np.ndarray | None, float]
Places = Iterable[tuple[float, float]]


def grid(columns: int, rows: int) -> Places:
    """The middles of the fields of a grid, as shares of width and height."""
    return [((column + 0.5) / columns, (row + 0.5) / rows) for row in range(rows) for column in range(columns)]


def spots(picture: np.ndarray, places: Places, radius: float, colour: np.ndarray, edge: float = 0.0) -> None:
    """Discs at shares of the width and height; `edge`: how much a lower rim is lightened or (below 0) darkened."""
    height, width = picture.shape[:2]
    for x, y in places:
        if edge:
            disc(picture, x * width, y * height + 0.22 * radius, radius * 1.08, colour * (1 + edge))
        disc(picture, x * width, y * height, radius, colour)


def round_mask(size: int) -> np.ndarray:
    """A disc that fills a square."""
    mask = np.zeros((size, size), np.uint8)
    cv2.circle(mask, (size // 2, size // 2), size // 2 - 2, 255, -1, cv2.LINE_AA)
    return mask


def scalloped(mask: np.ndarray, teeth: int) -> np.ndarray:
    """The mask with round bites along its four edges."""
    height, width = mask.shape
    for index in range(teeth + 1):
        at = index / teeth
        for x, y in ((at * width, 0), (at * width, height), (0, at * height), (width, at * height)):
            cv2.circle(mask, (int(x), int(y)), max(3, width // (3 * teeth)), 0, -1, cv2.LINE_AA)
    return mask


def light_body(kit: Kit) -> np.ndarray:
    """White or ivory plastic."""
    return hsv(kit.whole(12, 30), kit.whole(0, 45), kit.whole(205, 252))


def cracker(kit: Kit) -> Made:
    """A baked oblong or square with holes pricked into it."""
    columns, rows = kit.pick([(3, 3), (5, 3), (4, 2), (6, 4), (7, 3)])
    width, height = SIZE, SIZE if columns == rows else SIZE * rows // columns + 24
    picture = flat(height, width, DOUGH * kit.between(0.85, 1.15)) + 9 * kit.white_patch(width, height)[..., None]
    spots(picture, grid(columns, rows), kit.between(4, 8), DOUGH * 0.45, 0.8)
    return picture, scalloped(rounded_mask(width, height, 10), kit.whole(9, 16)), kit.between(0.9, 1.8)


def chip_biscuit(kit: Kit) -> Made:
    """A round biscuit with dark lumps."""
    picture = flat(180, 180, DOUGH * kit.between(0.8, 1.1)) + 12 * kit.white_patch(180, 180)[..., None]
    for _ in range(kit.whole(4, 13)):
        spots(picture, [(kit.between(0.2, 0.8), kit.between(0.2, 0.8))], kit.between(7, 15), INK * 1.6, 1.2)
    return picture, round_mask(180), kit.between(0.7, 1.3)


def shirt_button(kit: Kit) -> Made:
    """A button with two or four holes."""
    colour = kit.colour()
    picture = flat(120, 120, colour)
    disc(picture, 60, 60, 44, colour * 0.88 + 8)
    places = grid(2, 2) if kit.chance(0.7) else [(0.3, 0.5), (0.7, 0.5)]
    spots(picture, [(0.5 + 0.36 * (x - 0.5), 0.5 + 0.36 * (y - 0.5)) for x, y in places], 8, colour * 0.25)
    return picture, round_mask(120), kit.between(0.3, 0.6)


def button_card(kit: Kit) -> Made:
    """Buttons sewn on a card, two rows of them."""
    columns = kit.whole(2, 6)
    width, height = 50 * columns, 110
    picture = flat(height, width, light_body(kit))
    colour = kit.colour()
    for x, y in grid(columns, 2):
        spots(picture, [(x, y)], 17, colour, -0.3)
        near = [(x - 5 / width, y - 5 / height), (x + 5 / width, y + 5 / height)]
        spots(picture, near, 3, colour * 0.2)
    return picture, None, kit.between(1.0, 2.2)


def double_socket(kit: Kit) -> Made:
    """A plate with two sockets: round with two holes, or oblong slots."""
    width, height = SIZE, 136
    body = light_body(kit)
    picture = flat(height, width, body)
    cv2.rectangle(picture, (3, 3), (width - 4, height - 4), bgr(body * 0.86), 2)
    european = kit.chance(0.5)
    for middle in (0.27, 0.73):
        x = middle * width
        if european:
            disc(picture, x, height / 2, 46, body * 0.8)
            disc(picture, x, height / 2, 43, body * 0.93)
            spots(picture, [(middle - 0.07, 0.5), (middle + 0.07, 0.5)], 7, INK)
        else:
            for left, top, right, bottom in ((-22, -20, -14, 12), (14, -20, 22, 12), (-5, 22, 5, 36)):
                corners = ((int(x + left), height // 2 + top), (int(x + right), height // 2 + bottom))
                cv2.rectangle(picture, *corners, bgr(INK), -1)
    return picture, rounded_mask(width, height, 12), kit.between(1.0, 2.5)


def rocker_switch(kit: Kit) -> Made:
    """A double light switch: two blank halves with a gap between them, perhaps with a lamp on each."""
    width, height = 240, kit.pick([120, 160, 240])
    body = light_body(kit)
    picture = flat(height, width, body * 0.95)
    for left, right in ((16, width // 2 - 3), (width // 2 + 3, width - 17)):
        cv2.rectangle(picture, (left, 16), (right, height - 17), bgr(body), -1)
        cv2.rectangle(picture, (left, 16), (right, height - 17), bgr(body * 0.7), 2)
        if kit.chance(0.4):
            spots(picture, [((left + right) / 2 / width, 0.8)], 5, hsv(kit.whole(0, 70), 220, 230))
    return picture, rounded_mask(width, height, 8), kit.between(0.9, 2.2)


def chocolate(kit: Kit) -> Made:
    """A bar of chocolate."""
    columns, rows = kit.pick([(6, 3), (4, 2), (8, 4), (2, 1), (5, 2)])
    step = 46
    brown = hsv(kit.whole(6, 14), kit.whole(120, 200), kit.whole(40, 120)) if kit.chance(0.8) else light_body(kit)
    picture = flat(rows * step, columns * step, brown)
    for x, y in grid(columns, rows):
        left, top = int(x * columns * step - step / 2 + 4), int(y * rows * step - step / 2 + 4)
        cv2.rectangle(picture, (left, top), (left + step - 9, top + step - 9), bgr(brown * 1.3 + 6), -1)
        cv2.rectangle(picture, (left + 8, top + 8), (left + step - 15, top + step - 15), bgr(brown * 1.1), -1)
    return picture, None, kit.between(1.0, 3.0)


def blister_pack(kit: Kit) -> Made:
    """Pills in foil, two rows."""
    columns = kit.pick([3, 4, 5, 6])
    width, height = 46 * columns, 100
    picture = flat(height, width, hsv(0, 0, kit.whole(150, 225))) + 8 * kit.white_patch(width, height)[..., None]
    colour = kit.pick([WHITE, hsv(kit.whole(0, 180), 140, 220), hsv(20, 60, 240)])
    spots(picture, grid(columns, 2), kit.between(12, 18), colour, -0.35)
    return picture, rounded_mask(width, height, 10), kit.between(1.0, 2.0)


def egg_box(kit: Kit) -> Made:
    """A box of eggs seen from above."""
    columns = kit.pick([3, 5, 6])
    width, height = 60 * columns, 128
    grey = hsv(kit.whole(10, 25), kit.whole(10, 60), kit.whole(110, 190))
    picture = flat(height, width, grey) + 7 * kit.white_patch(width, height)[..., None]
    for place in grid(columns, 2):
        spots(picture, [place], 27, grey * 0.6)
        if kit.chance(0.8):
            spots(picture, [place], 22, hsv(kit.whole(8, 18), kit.whole(20, 120), kit.whole(170, 250)), -0.25)
    return picture, rounded_mask(width, height, 8), kit.between(1.5, 4.0)


def four_in_a_row(kit: Kit) -> Made:
    """A game's upright frame with round holes, some of them filled."""
    picture = flat(216, 252, hsv(kit.whole(100, 120), 220, kit.whole(120, 210)))
    colours = (hsv(0, 220, 210), hsv(26, 230, 235), np.array([180, 190, 190], np.float32))
    for place in grid(7, 6):
        spots(picture, [place], 14, kit.pick(colours), -0.2)
    return picture, None, kit.between(2.0, 5.0)


def circle_tile(kit: Kit) -> Made:
    """A tile of another game with rings: no line, no halves, never pips."""
    picture = flat(180, 135, light_body(kit))
    columns, rows = kit.pick([(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)])
    for place in grid(columns, rows):
        radius = min(135 / columns, 180 / rows) * 0.36
        for share, colour in ((1, hsv(60, 200, 110)), (0.75, WHITE), (0.5, hsv(0, 210, 180)), (0.2, WHITE)):
            spots(picture, [place], radius * share, colour)
    return picture, rounded_mask(135, 180, 14), kit.between(0.7, 1.0)


def loudspeaker(kit: Kit) -> Made:
    """A round grille of many small holes."""
    body = kit.colour()
    picture = flat(220, 220, body)
    for ring in range(1, 9):
        count = 6 * ring
        angles = np.linspace(0, 2 * math.pi, count, endpoint=False)
        spots(
            picture, [(0.5 + 0.05 * ring * math.cos(a), 0.5 + 0.05 * ring * math.sin(a)) for a in angles], 4, body * 0.3
        )
    return picture, rounded_mask(220, 220, kit.pick([10, 110])), kit.between(1.0, 2.5)


def ladybird(kit: Kit) -> Made:
    """A red beetle with black spots: a line along it, as many spots on either side."""
    picture = flat(120, 160, hsv(kit.whole(0, 10), 220, kit.whole(150, 230)))
    cv2.line(picture, (30, 60), (160, 60), bgr(INK), 3, cv2.LINE_AA)
    cv2.ellipse(picture, (16, 60), (22, 34), 0, 0, 360, bgr(INK), -1, cv2.LINE_AA)
    spots(picture, [(0.4, 0.25), (0.4, 0.75), (0.62, 0.3), (0.62, 0.7), (0.82, 0.35), (0.82, 0.65)], 10, INK)
    mask = np.zeros((120, 160), np.uint8)
    cv2.ellipse(mask, (80, 60), (78, 56), 0, 0, 360, 255, -1, cv2.LINE_AA)
    return picture, mask, kit.between(0.3, 0.8)


def traffic_light(kit: Kit) -> Made:
    """Three lamps in a row on a dark or yellow box."""
    picture = flat(90, 240, kit.pick([INK * 1.4, hsv(26, 220, 200)]))
    for index, hue in enumerate((0, 25, 62)):
        spots(picture, [((index + 0.5) / 3, 0.5)], 32, hsv(hue, 230, kit.pick([90, 240])), -0.4)
    return picture, rounded_mask(240, 90, 20), kit.between(0.8, 1.6)


def lamp_matrix(kit: Kit) -> Made:
    """A display of round lamps, some of them lit: a sign or a clock."""
    columns, rows = kit.pick([(8, 8), (16, 8), (12, 5), (6, 4)])
    picture = flat(rows * 22, columns * 22, INK)
    lit = hsv(kit.pick([0, 25, 60, 100]), kit.whole(0, 255), 255)
    for place in grid(columns, rows):
        spots(picture, [place], 8, lit if kit.chance(0.4) else INK * 2.2)
    return picture, None, kit.between(1.0, 3.0)


def peg_board(kit: Kit) -> Made:
    """A long wooden strip with pairs of holes, some with pegs, in groups of five."""
    picture = flat(80, 360, hsv(kit.whole(10, 18), 130, kit.whole(110, 200))) + 6 * kit.white_patch(360, 80)[..., None]
    for x, y in grid(14, 3):
        if round(x * 14 + 0.5) % 6:
            spots(picture, [(x, y)], 6, kit.pick([INK, INK, INK, hsv(kit.whole(0, 180), 220, 220)]))
    return picture, rounded_mask(360, 80, 12), kit.between(2.0, 5.0)


def eyelet_strap(kit: Kit) -> Made:
    """A belt or a strap with metal eyelets."""
    width, height = 380, kit.whole(36, 70)
    picture = flat(height, width, kit.colour("dark"))
    columns, rows = kit.whole(4, 10), kit.pick([1, 2])
    spots(picture, grid(columns, rows), height / (3.2 * rows), hsv(24, kit.whole(0, 140), 200))
    spots(picture, grid(columns, rows), height / (6 * rows), INK)
    return picture, None, kit.between(2.0, 6.0)


def screwed_plate(kit: Kit) -> Made:
    """A metal plate with a screw in each corner, or a hinge with a line in its middle."""
    width, height = 240, kit.pick([120, 100, 200])
    metal = hsv(kit.whole(10, 28), kit.whole(0, 120), kit.whole(130, 225))
    picture = flat(height, width, metal) + 5 * kit.white_patch(width, height)[..., None]
    places = [(0.14, 0.24), (0.86, 0.24), (0.14, 0.76), (0.86, 0.76)]
    if kit.chance(0.5):
        cv2.line(picture, (width // 2, 0), (width // 2, height), bgr(metal * 0.5), kit.whole(3, 9))
        places += [(0.3, 0.5), (0.7, 0.5)] if kit.chance(0.5) else []
    spots(picture, places, 13, metal * 0.7, 0.4)
    for x, y in places:
        start = (int(x * width) - 8, int(y * height) - 6)
        cv2.line(picture, start, (start[0] + 16, start[1] + 12), bgr(metal * 0.3), 3, cv2.LINE_AA)
    return picture, rounded_mask(width, height, 8), kit.between(0.8, 1.8)


def plaster(kit: Kit) -> Made:
    """A sticking plaster: a pad with pricked holes in the middle of a strip."""
    skin = hsv(kit.whole(8, 16), kit.whole(60, 130), kit.whole(180, 235))
    picture = flat(80, 250, skin)
    picture[6:74, 88:162] = skin * 1.07
    spots(picture, [(0.36 + 0.28 * x, 0.1 + 0.8 * y) for x, y in grid(6, 5)], 2.5, skin * 0.7)
    spots(picture, [(0.04 + 0.28 * x, 0.1 + 0.8 * y) for x, y in grid(5, 4)], 2.5, skin * 0.75)
    return picture, rounded_mask(250, 80, 38), kit.between(0.9, 1.6)


def eraser(kit: Kit) -> Made:
    """An eraser of two halves, or in a sleeve."""
    width, height = 220, kit.whole(80, 120)
    picture = flat(height, width, light_body(kit))
    picture[:, : int(width * kit.pick([0.5, 0.5, 0.66]))] = kit.colour()
    return picture, rounded_mask(width, height, 12), kit.between(0.7, 1.2)


def raised_writing(kit: Kit) -> Made:
    """A plate with cells of two by three raised dots."""
    cells = kit.whole(2, 7)
    picture = flat(110, 70 * cells, kit.pick([hsv(0, 0, 205), hsv(110, 200, 140), light_body(kit), INK * 1.5]))
    colour = picture[0, 0] * 1.15 + 22
    for cell in range(cells):
        for x, y in grid(2, 3):
            if kit.chance(0.5):
                spots(picture, [((cell + 0.2 + 0.6 * x) / cells, 0.1 + 0.8 * y)], 9, colour, -0.5)
    return picture, rounded_mask(70 * cells, 110, 8), kit.between(0.8, 2.5)


def cassette(kit: Kit) -> Made:
    """A music cassette: two hubs with teeth in a window."""
    picture = flat(160, 256, kit.colour("dark"))
    cv2.rectangle(picture, (16, 12), (239, 112), bgr(light_body(kit)), -1)
    cv2.rectangle(picture, (56, 52), (199, 94), bgr(INK), -1)
    spots(picture, [(0.31, 0.46), (0.69, 0.46)], 19, WHITE)
    spots(picture, [(0.31, 0.46), (0.69, 0.46)], 11, INK * 2)
    spots(picture, [(0.2, 0.9), (0.35, 0.92), (0.65, 0.92), (0.8, 0.9)], 6, INK)
    return picture, rounded_mask(256, 160, 8), kit.between(1.5, 2.5)


def square_code(kit: Kit) -> Made:
    """A ticket with a square code."""
    code = kit.rng.integers(0, 2, (21, 21)).astype(np.float32)
    for row, column in ((0, 0), (0, 14), (14, 0)):
        code[row : row + 7, column : column + 7] = 0
        code[row + 1 : row + 6, column + 1 : column + 6] = 1
        code[row + 2 : row + 5, column + 2 : column + 5] = 0
    picture = flat(130, kit.pick([130, 250]), WHITE)
    picture[12:117, 12:117] = cv2.resize(code * 225 + 20, (105, 105), interpolation=cv2.INTER_NEAREST)[..., None]
    return picture, None, kit.between(0.8, 2.0)


def stamp(kit: Kit) -> Made:
    """A postage stamp, or two that hang together."""
    width, height = kit.pick([(150, 180), (240, 140)]), 0
    wide, high = width
    picture = flat(high, wide, WHITE)
    for left in (0, wide // 2) if wide > high else (0,):
        right = left + (wide // 2 if wide > high else wide)
        cv2.rectangle(picture, (left + 14, 14), (right - 15, high - 15), bgr(kit.colour()), -1)
        disc(picture, (left + right) / 2, high / 2 + height, high * 0.22, kit.colour())
    return picture, scalloped(rounded_mask(wide, high, 0), 11), kit.between(0.6, 1.2)


def clock_face(kit: Kit) -> Made:
    """A watch or a kitchen timer."""
    body, ink = (light_body(kit), INK) if kit.chance(0.6) else (INK * 1.4, WHITE)
    picture = flat(200, 200, body)
    for hour in range(12):
        angle = math.pi * hour / 6
        spots(picture, [(0.5 + 0.4 * math.cos(angle), 0.5 + 0.4 * math.sin(angle))], 6, ink)
    for length, pen in ((60, 6), (82, 3)):
        angle = kit.between(0, 2 * math.pi)
        end = (int(100 + length * math.cos(angle)), int(100 + length * math.sin(angle)))
        cv2.line(picture, (100, 100), end, bgr(ink), pen, cv2.LINE_AA)
    return picture, round_mask(200), kit.between(0.8, 3.0)


def sprinkled_ring(kit: Kit) -> Made:
    """A doughnut."""
    picture = flat(200, 200, kit.pick([hsv(165, 110, 235), hsv(10, 160, 90), light_body(kit)]))
    for _ in range(40):
        x, y = kit.whole(15, 185), kit.whole(15, 185)
        angle = kit.between(0, math.pi)
        end = (int(x + 9 * math.cos(angle)), int(y + 9 * math.sin(angle)))
        cv2.line(picture, (x, y), end, bgr(kit.colour("light")), 5, cv2.LINE_AA)
    mask = round_mask(200)
    cv2.circle(mask, (100, 100), 30, 0, -1, cv2.LINE_AA)
    return picture, mask, kit.between(1.0, 2.0)


MAKERS: tuple[Callable[[Kit], Made], ...] = (
    cracker,
    chip_biscuit,
    shirt_button,
    button_card,
    double_socket,
    rocker_switch,
    chocolate,
    blister_pack,
    egg_box,
    four_in_a_row,
    circle_tile,
    loudspeaker,
    ladybird,
    traffic_light,
    lamp_matrix,
    peg_board,
    eyelet_strap,
    screwed_plate,
    plaster,
    eraser,
    raised_writing,
    cassette,
    square_code,
    stamp,
    clock_face,
    sprinkled_ring,
)


def strange_thing(kit: Kit) -> tuple[str, np.ndarray, np.ndarray, float]:
    """A thing by chance: its name, BGR picture, mask, length in tile lengths."""
    maker = kit.pick(MAKERS)
    picture, mask, length = maker(kit)
    made = to_bytes(picture)
    whole = np.full(made.shape[:2], 255, np.uint8) if mask is None else mask
    return maker.__name__.replace("_", " "), made, whole, length
