"""Scenes without a single tile, of things and table tops that the networks never learned from: to count invented tiles.

Only the camera, the light and the film of the training's scenes are used. Nothing that trains may import this.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.camera import Camera, random_camera
from datasets.kit import Kit
from datasets.paint import bgr, disc, flat, hsv, paste, rotated_box, texture_corners, to_bytes
from datasets.photo import photograph
from datasets.strange_things import strange_thing

GROUND = 900
# The pictures' sizes in pixels, and how long a tile would be in them.
SIZES = ((1280, 720), (960, 720), (1080, 1440), (640, 480))
SHORTEST, LONGEST = 45.0, 220.0
MOST_THINGS = 12


@dataclass(frozen=True)
class StrangeScene:
    """A picture (height, width, 3), uint8 BGR, without a tile; the name and the quad (4, 2) in px of each thing."""

    picture: np.ndarray
    things: tuple[tuple[str, np.ndarray], ...]


def strange_scenes(seed: int, count: int) -> Iterator[StrangeScene]:
    """`count` scenes; the same seed gives the same ones."""
    kit = Kit(seed)
    for _ in range(count):
        width, height = kit.pick(SIZES)
        places = kit.rng.uniform(-5, 5, (kit.whole(2, MOST_THINGS + 1), 2))
        camera = random_camera(kit, places, places, width, height, SHORTEST, LONGEST, 2.0)
        picture = _table(kit, camera, places)
        things = [_lay(kit, picture, camera, place) for place in places]
        yield StrangeScene(photograph(kit, picture), tuple(things))


def _table(kit: Kit, camera: Camera, places: np.ndarray) -> np.ndarray:
    texture = to_bytes(kit.pick(GROUNDS)(kit))
    reach = kit.between(5, 20)
    square = np.array([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]) + places.mean(0)
    matrix = cv2.getPerspectiveTransform(texture_corners(texture), camera.project_flat(square))
    size = (camera.width, camera.height)
    return cv2.warpPerspective(texture, matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)


def _lay(kit: Kit, picture: np.ndarray, camera: Camera, place: np.ndarray) -> tuple[str, np.ndarray]:
    name, thing, mask, length = strange_thing(kit)
    high, wide = mask.shape
    scale = 2.0 * length / max(high, wide)
    degrees = kit.between(0, 360)
    quad = camera.project_flat(rotated_box(float(place[0]), float(place[1]), wide * scale, high * scale, degrees))
    if np.abs(quad).max() < 4 * camera.width:
        paste(picture, thing, quad, mask, (kit.whole(-5, 6), kit.whole(2, 7)))
    return name, quad


def bricks(kit: Kit) -> np.ndarray:
    """Oblongs in rows, each row shifted by half: kitchen tiles or a wall."""
    picture = flat(GROUND, GROUND, kit.colour() * 0.6)
    wide, gap, white = kit.whole(70, 160), kit.whole(3, 9), kit.chance(0.5)
    body = hsv(20, kit.whole(0, 30), 235) if white else hsv(kit.whole(0, 14), 140, 140)
    for row, y in enumerate(range(0, GROUND, wide // 2)):
        for x in range(-wide * (row % 2) // 2, GROUND, wide):
            corner = (x + wide - gap, y + wide // 2 - gap)
            cv2.rectangle(picture, (x, y), corner, bgr(body * kit.between(0.92, 1.06)), -1)
    return picture


def hexagons(kit: Kit) -> np.ndarray:
    """Six-sided stones, each with a dot."""
    picture = flat(GROUND, GROUND, kit.colour())
    radius = kit.whole(25, 60)
    colours = [kit.colour() for _ in range(2)]
    angles = np.arange(6) * math.pi / 3 + math.pi / 6
    corner = np.stack([np.cos(angles), np.sin(angles)], 1) * radius * 0.93
    for row, y in enumerate(np.arange(0, GROUND + radius, 1.5 * radius)):
        for x in np.arange(0, GROUND + 2 * radius, math.sqrt(3) * radius) - (row % 2) * radius * 0.866:
            cv2.fillConvexPoly(picture, (corner + np.array([x, y])).astype(np.int32), bgr(colours[0]), cv2.LINE_AA)
            disc(picture, max(0, x), y, radius * 0.28, colours[1])
    return picture


def terrazzo(kit: Kit) -> np.ndarray:
    """Chips of stone of all sizes in a plain ground."""
    picture = flat(GROUND, GROUND, kit.colour("light"))
    for _ in range(700):
        corners = kit.rng.uniform(0, GROUND, 2) + kit.rng.normal(size=(6, 2)) * kit.between(3, 16)
        hull = cv2.convexHull(corners.astype(np.int32))
        cv2.fillConvexPoly(picture, hull, bgr(kit.colour()), cv2.LINE_AA)
    return picture


def houndstooth(kit: Kit) -> np.ndarray:
    """A cloth of broken checks."""
    cell = kit.whole(4, 12)
    y, x = np.mgrid[0:GROUND, 0:GROUND] // cell
    pattern = np.where((x // 4 + y // 4) % 2 == 0, (x // 4) % 2, (x + y) % 4 < 2)
    return np.where(pattern[..., None] > 0, kit.colour("dark"), kit.colour("light")).astype(np.float32)


def spotted_fur(kit: Kit) -> np.ndarray:
    """Rosettes of a leopard, or a dog's spots."""
    picture = flat(GROUND, GROUND, hsv(kit.whole(10, 22), kit.whole(10, 150), kit.whole(180, 245)))
    filled = kit.chance(0.5)
    for _ in range(260):
        centre = (kit.whole(0, GROUND), kit.whole(0, GROUND))
        axes = (kit.whole(8, 26), kit.whole(8, 26))
        start = kit.whole(0, 360)
        end = start + (360 if filled else kit.whole(160, 320))
        cv2.ellipse(picture, centre, axes, 0, start, end, (25, 30, 40), -1 if filled else 7, cv2.LINE_AA)
    return picture


def chevrons(kit: Kit) -> np.ndarray:
    """Zigzag stripes."""
    period, run = kit.whole(24, 70), kit.whole(30, 120)
    y, x = np.mgrid[0:GROUND, 0:GROUND]
    band = (y + np.abs(x % (2 * run) - run)) // period % 2
    return np.where(band[..., None] > 0, kit.colour(), kit.colour()).astype(np.float32)


def circuit(kit: Kit) -> np.ndarray:
    """A printed circuit: tracks, pads in rows, black chips with light legs."""
    picture = flat(GROUND, GROUND, hsv(kit.whole(55, 115), 180, kit.whole(50, 120)))
    pad = hsv(22, 110, 220)
    for _ in range(90):
        x, y, length = kit.whole(0, GROUND), kit.whole(0, GROUND), kit.whole(30, 260)
        end = (x + length, y) if kit.chance(0.5) else (x, y + length)
        cv2.line(picture, (x, y), end, bgr(picture[0, 0] * 1.5), 4)
        disc(picture, x, y, 7, pad)
        disc(picture, x, y, 3, picture[0, 0] * 0.3)
    for _ in range(24):
        x, y, pins = kit.whole(20, GROUND - 200), kit.whole(20, GROUND - 90), kit.whole(3, 9)
        for index in range(pins):
            for row in (y - 6, y + 52):
                cv2.rectangle(picture, (x + 8 + 18 * index, row), (x + 16 + 18 * index, row + 12), bgr(pad), -1)
        cv2.rectangle(picture, (x, y), (x + 18 * pins + 4, y + 56), (32, 30, 30), -1)
        disc(picture, x + 12, y + 44, 5, np.array([70, 70, 70], np.float32))
    return picture


def slotted_metal(kit: Kit) -> np.ndarray:
    """Sheet metal with slots or round holes, each row shifted."""
    metal = hsv(20, kit.whole(0, 40), kit.whole(110, 220))
    picture = flat(GROUND, GROUND, metal)
    step, radius, long = kit.whole(26, 60), kit.between(0.16, 0.34), kit.pick([0, 0, 12, 24])
    for row, y in enumerate(range(0, GROUND, step)):
        for x in range((row % 2) * (step + long) // 2, GROUND, step + long):
            cv2.line(picture, (x, y), (x + long, y), bgr(metal * 0.18), int(2 * radius * step), cv2.LINE_AA)
    return picture


def wickerwork(kit: Kit) -> np.ndarray:
    """Strips that go over and under each other."""
    cell, body = kit.whole(16, 40), hsv(kit.whole(12, 24), kit.whole(40, 160), kit.whole(120, 230))
    y, x = np.mgrid[0:GROUND, 0:GROUND]
    over = (x // cell + y // cell) % 2 == 0
    height = np.where(over, np.sin(math.pi * (y % cell) / cell), np.sin(math.pi * (x % cell) / cell))
    return np.asarray(body * (0.45 + 0.6 * height[..., None]), np.float32)


def halftone(kit: Kit) -> np.ndarray:
    """Printed dots that grow over the sheet."""
    picture = flat(GROUND, GROUND, kit.colour("light"))
    step, ink = kit.whole(16, 44), kit.colour("dark")
    for y in range(0, GROUND, step):
        for x in range(0, GROUND, step):
            disc(picture, x, y, step * 0.52 * (0.15 + 0.8 * x / GROUND), ink)
    return picture


def bubbles(kit: Kit) -> np.ndarray:
    """Air cushions with a gleam on each."""
    picture = flat(GROUND, GROUND, kit.colour("light"))
    step = kit.whole(24, 50)
    for row, y in enumerate(range(0, GROUND, step)):
        for x in range((row % 2) * step // 2, GROUND, step):
            disc(picture, x, y, step * 0.42, picture[0, 0] * 0.86)
            disc(picture, max(0, x - step * 0.1), max(0, y - step * 0.12), step * 0.16, np.full(3, 250, np.float32))
    return picture


def dot_test(kit: Kit) -> np.ndarray:
    """Discs of many sizes and shades close together, as on a chart that tests colour vision."""
    picture = flat(GROUND, GROUND, kit.colour("light"))
    shades = [kit.colour() for _ in range(5)]
    for _ in range(1500):
        x, y = kit.rng.uniform(0, GROUND, 2)
        disc(picture, float(x), float(y), kit.between(5, 20), kit.pick(shades))
    return picture


GROUNDS: tuple[Callable[[Kit], np.ndarray], ...] = (
    bricks,
    hexagons,
    terrazzo,
    houndstooth,
    spotted_fur,
    chevrons,
    circuit,
    slotted_metal,
    wickerwork,
    halftone,
    bubbles,
    dot_test,
)
