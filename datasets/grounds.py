"""Table tops: square textures of wood, felt, cloth, stone, leather and print, without a tile on them."""

from __future__ import annotations

import math
from collections.abc import Callable

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.motifs import repeated_motif
from datasets.paint import bgr, flat, hsv, to_bytes

GROUND_SIZE = 900

Maker = Callable[[Kit, int], np.ndarray]


def ground(kit: Kit, size: int = GROUND_SIZE) -> np.ndarray:
    """A table top by chance, a uint8 picture of size x size."""
    kinds = MATERIALS if kit.chance(0.5) else PATTERNS
    return to_bytes(kit.pick(kinds)(kit, size))


def grid(size: int) -> tuple[np.ndarray, np.ndarray]:
    """x and y of every pixel, from 0 to 1."""
    y, x = np.mgrid[0:size, 0:size].astype(np.float32) / size
    return x, y


def uneven(kit: Kit, picture: np.ndarray, cells: int, strength: float) -> np.ndarray:
    """The picture with brightness that varies a little over its surface."""
    return np.asarray(picture * (1 + strength * kit.fractal(picture.shape[0], cells, 3)[..., None]))


def wood(kit: Kit, size: int) -> np.ndarray:
    """Planks or a slab, with rings and fibres."""
    x, y = grid(size)
    waves = kit.fractal(size, 3, 3)
    threads = kit.rng.standard_normal((kit.whole(60, 300), kit.whole(3, 10))).astype(np.float32)
    fibres = cv2.resize(threads, (size, size), interpolation=cv2.INTER_LINEAR)
    bend = waves * kit.between(0.05, 0.5) + 0.4 * np.sin(x * kit.between(2, 8))
    rings = np.sin((y * kit.between(6, 40) + bend) * 2 * math.pi)
    grain = 0.45 * rings + 0.5 * fibres + 0.25 * waves
    colour = hsv(kit.whole(5, 22), kit.whole(30, 200), kit.whole(40, 235))
    picture = colour * (1 + grain[..., None] * kit.between(0.03, 0.16))
    if kit.chance(0.6):
        planks = kit.whole(2, 7)
        for plank in range(planks):
            top = int((plank + kit.rng.random() * 0.2) * size / planks)
            picture[top : top + size // planks] *= kit.between(0.75, 1.15)
            cv2.line(picture, (0, top), (size, top), bgr(colour * 0.3), kit.whole(1, 5))
    return picture


def smooth(kit: Kit, size: int, colour: np.ndarray, roughness: float) -> np.ndarray:
    """One colour, a little uneven, with a fine grain."""
    picture = colour * (1 + 0.04 * kit.rng.random() * kit.fractal(size, 4, 3)[..., None])
    grain = cv2.resize(kit.white[0], (size, size))
    return picture + kit.between(0, roughness) * grain[..., None]


def felt(kit: Kit, size: int) -> np.ndarray:
    """A card table's felt."""
    colour = hsv(kit.pick([60, 55, 75, 110, 0, 175, 120]), kit.whole(90, 230), kit.whole(50, 190))
    return smooth(kit, size, colour, 18)


def plain(kit: Kit, size: int) -> np.ndarray:
    """A table of any one colour."""
    return smooth(kit, size, kit.colour(), 10)


def dark(kit: Kit, size: int) -> np.ndarray:
    """A dark table."""
    return smooth(kit, size, kit.colour("dark"), 10)


def light(kit: Kit, size: int) -> np.ndarray:
    """A light table."""
    return smooth(kit, size, kit.colour("light") * 0.5 + 110, 10)


def cloth(kit: Kit, size: int) -> np.ndarray:
    """A woven cloth."""
    x, y = grid(size)
    threads = kit.between(60, 260) * 2 * math.pi
    weave = np.sin(x * threads) * np.sin(y * threads) + 0.5 * kit.fractal(size, 5, 5)
    return kit.colour() * (1 + kit.between(0.03, 0.15) * weave[..., None])


def stripes(kit: Kit, size: int) -> np.ndarray:
    """Regular stripes of two or three colours."""
    x, _ = grid(size)
    count = kit.between(4, 40) * 2 * math.pi
    first, second = kit.colour(), kit.colour()
    share = ((np.sin(x * count) + kit.between(-0.6, 0.6)) > 0).astype(np.float32)[..., None]
    picture = first * share + second * (1 - share)
    if kit.chance(0.5):
        picture = np.where((np.sin(x * count * 2.1 + 1) > 0.8)[..., None], kit.colour(), picture)
    return uneven(kit, picture, 30, 0.06)


def checks(kit: Kit, size: int) -> np.ndarray:
    """Gingham."""
    x, y = grid(size)
    count = kit.between(3, 16) * 2 * math.pi
    first, second = kit.colour(), kit.colour()
    share = ((np.sin(x * count) > 0).astype(np.float32) + (np.sin(y * count) > 0))[..., None] / 2
    return uneven(kit, first * share + second * (1 - share), 30, 0.05)


def floral(kit: Kit, size: int) -> np.ndarray:
    """A cloth with patches and leaves of five colours."""
    picture = flat(size, size, kit.colour())
    colours = [kit.colour() for _ in range(5)]
    for _ in range(kit.whole(40, 260)):
        colour = kit.pick(colours) * kit.between(0.8, 1.2)
        centre = (kit.whole(0, size), kit.whole(0, size))
        length = kit.whole(6, 60)
        axes = (length, max(2, int(length * kit.between(0.2, 1))))
        pen = -1 if kit.chance(0.7) else 2
        cv2.ellipse(picture, centre, axes, kit.whole(0, 180), 0, 360, bgr(colour), pen, cv2.LINE_AA)
    return uneven(kit, picture, 20, 0.05)


def board(kit: Kit, size: int) -> np.ndarray:
    """A printed game board: a grid with stars on some of its cells."""
    picture = flat(size, size, kit.colour())
    colours = [kit.colour() for _ in range(5)]
    cells = kit.whole(6, 16)
    step = size / cells
    for line in range(cells + 1):
        at = int(line * step)
        cv2.line(picture, (at, 0), (at, size), bgr(colours[0]), 2)
        cv2.line(picture, (0, at), (size, at), bgr(colours[0]), 2)
    angles = np.arange(8) * math.pi / 4
    for _ in range(cells * cells // 3):
        x, y = (kit.rng.integers(0, cells, 2) + 0.5) * step
        outer = step * kit.between(0.15, 0.45)
        radii = np.where(np.arange(8) % 2 == 0, outer, outer * kit.between(0.25, 0.6))
        corners = np.stack([x + radii * np.cos(angles), y + radii * np.sin(angles)], 1).astype(np.int32)
        cv2.fillPoly(picture, [corners], bgr(kit.pick(colours)), cv2.LINE_AA)
    return uneven(kit, picture, 20, 0.05)


def veined(kit: Kit, size: int, cells: int) -> np.ndarray:
    """Veins of a darker tone of the same colour."""
    share = np.abs(np.sin(kit.fractal(size, cells, 5, 0.6) * kit.between(1, 4)))[..., None]
    colour = kit.colour()
    return np.asarray(colour * (share + kit.between(0.6, 0.95) * (1 - share)))


def marble(kit: Kit, size: int) -> np.ndarray:
    """Marble."""
    return veined(kit, size, 3)


def leather(kit: Kit, size: int) -> np.ndarray:
    """Coarse leather."""
    return veined(kit, size, 40)


def blurred(kit: Kit, size: int) -> np.ndarray:
    """Clouds of any colours, as nothing in particular looks out of focus."""
    layers = [kit.fractal(size, kit.whole(2, 12), 5, 0.7) for _ in range(3)]
    return np.asarray(np.stack(layers, 2) * kit.between(10, 60) + kit.colour())


def news(kit: Kit, size: int) -> np.ndarray:
    """A newspaper."""
    paper = kit.colour("light") if kit.chance(0.4) else hsv(20, 20, kit.whole(190, 250))
    height = kit.pick([9, 11, 14, 18, 26, 40])
    return kit.lettering.page(size, size, kit.whole(1, 7), height, kit.colour("dark"), paper).astype(np.float32)


def wrapping(kit: Kit, size: int) -> np.ndarray:
    """The print of a box: logos on blocks of colour."""
    return printed(kit, size, True)


def logos(kit: Kit, size: int) -> np.ndarray:
    """Logos on one colour."""
    return printed(kit, size, False)


def printed(kit: Kit, size: int, blocks: bool) -> np.ndarray:
    """Logos, if wanted between blocks of colour."""
    picture = flat(size, size, kit.colour())
    colours = [kit.colour() for _ in range(4)]
    for _ in range(kit.whole(4, 30)):
        if blocks and kit.chance(0.4):
            x, y = kit.whole(-50, size), kit.whole(-50, size)
            far = (x + kit.whole(30, 500), y + kit.whole(30, 500))
            cv2.rectangle(picture, (x, y), far, bgr(kit.pick(colours)), -1)
        middle = (kit.between(0, size), kit.between(0, size))
        degrees = kit.pick([0.0, 0.0, 90.0, kit.between(0, 360)])
        kit.lettering.stamp(picture, *middle, kit.between(30, 260), degrees, kit.pick(colours))
    return uneven(kit, picture, 20, 0.04)


def keys(kit: Kit, size: int) -> np.ndarray:
    """Keys or buttons all over."""
    colour = kit.colour()
    body = colour * kit.between(0.3, 0.9)
    caps = kit.colour(kit.pick(["dark", "light"]))
    rows, columns = kit.whole(4, 16), kit.whole(4, 18)
    pad = kit.lettering.keypad(size, size, rows, columns, body, caps, kit.colour(), kit.chance(0.25))
    return pad.astype(np.float32)


def dots(kit: Kit, size: int) -> np.ndarray:
    """Dots in rows, straight, shifted or scattered."""
    picture = flat(size, size, kit.colour())
    colours = [kit.colour() for _ in range(kit.whole(1, 4))]
    step = kit.between(14, 90)
    radius = max(1, int(step * kit.between(0.12, 0.4)))
    shift = 0.5 if kit.chance(0.5) else 0.0
    jitter = kit.pick([0, 0, 0.3])
    count = int(size / step) + 2
    for row in range(count):
        for column in range(count):
            x = (column + row % 2 * shift + kit.bell(jitter)) * step
            y = (row + kit.bell(jitter)) * step
            cv2.circle(picture, (int(x), int(y)), radius, bgr(kit.pick(colours)), -1, cv2.LINE_AA)
    return uneven(kit, picture, 20, 0.04)


def plaid(kit: Kit, size: int) -> np.ndarray:
    """Bands of several colours both ways."""
    x, y = grid(size)
    picture = flat(size, size, kit.colour())
    for field in (y, x):
        for _ in range(kit.whole(2, 5)):
            wave = np.sin(field * kit.between(3, 14) * 2 * math.pi + kit.between(0, 2 * math.pi))
            share = ((wave > kit.between(0.2, 0.95)) * kit.between(0.3, 0.8))[..., None]
            picture = picture * (1 - share) + kit.colour() * share
    grain = cv2.resize(kit.white[0], (size, size))[..., None]
    return np.asarray(picture * (1 + 0.06 * kit.between(0.2, 1) * grain))


def squares(kit: Kit, size: int) -> np.ndarray:
    """The fields of a game's board, mostly of one colour, with lines and marks: any two look like a blank tile."""
    fields = kit.whole(6, 26)
    colours = [kit.colour() for _ in range(kit.whole(2, 5))]
    others = kit.between(0.05, 0.6)
    picture = flat(size, size, colours[0])
    ink = bgr(colours[0] * kit.between(0.2, 0.8))
    edges = np.linspace(0, size, fields + 1).astype(int)
    for row in range(fields):
        for column in range(fields):
            corner, far = (edges[column], edges[row]), (edges[column + 1], edges[row + 1])
            if kit.chance(others):
                cv2.rectangle(picture, corner, far, bgr(kit.pick(colours)), -1)
            if kit.chance(0.06):
                middle = ((corner[0] + far[0]) // 2, (corner[1] + far[1]) // 2)
                cv2.circle(picture, middle, max(1, (far[0] - corner[0]) // 7), ink, -1, cv2.LINE_AA)
    pen = kit.whole(1, 5)
    for edge in edges:
        cv2.line(picture, (int(edge), 0), (int(edge), size), ink, pen, cv2.LINE_AA)
        cv2.line(picture, (0, int(edge)), (size, int(edge)), ink, pen, cv2.LINE_AA)
    return uneven(kit, picture, 20, 0.04)


def petals(kit: Kit, size: int) -> np.ndarray:
    """Flowers."""
    picture = flat(size, size, kit.colour())
    colours = [kit.colour() for _ in range(kit.whole(2, 6))]
    usual = kit.between(8, 70)
    for _ in range(int(min(400, max(20, 60000 / usual**2 * kit.between(2, 8))))):
        flower(kit, picture, kit.between(0, size), kit.between(0, size), usual * kit.between(0.5, 1.4), colours)
    return uneven(kit, picture, 20, 0.05)


def flower(kit: Kit, picture: np.ndarray, x: float, y: float, size: float, colours: list[np.ndarray]) -> None:
    """One flower: petals around a dot."""
    count = kit.whole(4, 9)
    start = kit.between(0, 360)
    colour = bgr(kit.pick(colours))
    axes = (max(1, int(size * 0.5)), max(1, int(size * 0.27)))
    for petal in range(count):
        degrees = start + 360 * petal / count
        angle = math.radians(degrees)
        centre = (int(x + size * 0.6 * math.cos(angle)), int(y + size * 0.6 * math.sin(angle)))
        cv2.ellipse(picture, centre, axes, degrees, 0, 360, colour, -1, cv2.LINE_AA)
    cv2.circle(picture, (int(x), int(y)), max(1, int(size * 0.25)), bgr(kit.pick(colours)), -1, cv2.LINE_AA)


def grainy(kit: Kit, size: int, bright: bool) -> np.ndarray:
    """A fine grain, dark on light or the other way round."""
    colour = kit.colour(kit.pick(["dark", "light"])) if kit.chance(0.6) else kit.colour()
    blurred_noise = cv2.GaussianBlur(kit.white_patch(size, size), (0, 0), kit.between(0.6, 3))
    grain = np.asarray(blurred_noise / (blurred_noise.std() + 1e-6))
    if bright:
        grain = 1.2 - np.abs(grain)
    picture = colour * (1 + kit.between(0.04, 0.2) * grain[..., None]) + grain[..., None] * kit.between(0, 6)
    return uneven(kit, picture, 4, 0.06)


def grain(kit: Kit, size: int) -> np.ndarray:
    """A rough plastic or stone."""
    return grainy(kit, size, False)


def fine_leather(kit: Kit, size: int) -> np.ndarray:
    """Leather with fine creases."""
    return grainy(kit, size, True)


def knit(kit: Kit, size: int) -> np.ndarray:
    """Knitted wool."""
    x, y = grid(size)
    stitches = kit.between(20, 90)
    bend = np.abs(np.sin(y * stitches * math.pi * kit.between(0.5, 2))) * 0.35
    loops = np.abs(np.sin((x * stitches + bend) * math.pi))
    loops *= np.abs(np.sin(y * stitches * kit.between(0.5, 2) * math.pi))
    wool = kit.colour() * (0.55 + 0.5 * loops[..., None])
    return wool * (1 + 0.06 * cv2.resize(kit.white[1], (size, size))[..., None])


def uneven_stripes(kit: Kit, size: int) -> np.ndarray:
    """Stripes of any breadth and colour."""
    picture = flat(size, size, kit.colour())
    x = 0
    while x < size:
        breadth = kit.whole(2, 60)
        picture[:, x : x + breadth] = kit.colour()
        x += breadth + kit.pick([0, kit.whole(0, 60)])
    return uneven(kit, picture, 30, 0.05)


def damask(kit: Kit, size: int) -> np.ndarray:
    """A tablecloth woven in two tones with scrolls that repeat."""
    cell = kit.whole(90, 300)
    tile = np.zeros((cell, cell), np.uint8)
    for _ in range(kit.whole(4, 14)):
        centre = (kit.whole(0, cell), kit.whole(0, cell))
        axes = (kit.whole(6, max(8, cell // 3)), kit.whole(4, max(6, cell // 5)))
        start = kit.whole(0, 360)
        pen = kit.whole(2, 9)
        cv2.ellipse(tile, centre, axes, kit.whole(0, 180), start, start + kit.whole(90, 360), [255], pen, cv2.LINE_AA)
    np.maximum(tile, tile[:, ::-1].copy(), out=tile)
    repeats = size // cell + 1
    share = np.tile(tile, (repeats, repeats))[:size, :size, None].astype(np.float32) / 255
    colour = kit.colour()
    other = colour * kit.between(0.6, 1.5) if kit.chance(0.7) else kit.colour()
    return uneven(kit, colour * (1 - share) + other * share, 30, 0.05)


MATERIALS: tuple[Maker, ...] = (
    wood,
    wood,
    felt,
    plain,
    cloth,
    stripes,
    checks,
    floral,
    marble,
    dark,
    blurred,
    board,
    leather,
    light,
)
PATTERNS: tuple[Maker, ...] = (
    news,
    news,
    wrapping,
    logos,
    keys,
    dots,
    plaid,
    petals,
    grain,
    fine_leather,
    knit,
    uneven_stripes,
    damask,
    squares,
    squares,
    repeated_motif,
    repeated_motif,
    repeated_motif,
)
