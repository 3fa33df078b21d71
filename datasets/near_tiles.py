"""Things that have much of a tile but are none, put together by chance: a body, its parts, and marks on it.

A tile is an oblong of 1 : 2 with round pips of a usual size, in the usual patterns, one on either half. What is made
here breaks at least one of these: it is of another shape, has one part or three, marks that are no pips, or as many
dots in an order that no half has.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable

import cv2
import numpy as np

from datasets.kit import Kit
from datasets.paint import bgr, disc, flat, hsv, rounded_mask

LENGTH = 256
# Height of a body as a share of its length; a tile's, 0.5, is left to bodies that nobody can take for tiles.
SQUAT, SLIM = (0.6, 1.0), (0.16, 0.4)
# Radii of dots as shares of the room each has: pips take 0.5 to 0.9 of theirs.
FINE, BULKY = (0.12, 0.4), (0.72, 0.98)

Places = list[tuple[float, float]]
Maker = Callable[[Kit], tuple[np.ndarray, np.ndarray, float]]
Body = tuple[np.ndarray, np.ndarray, np.ndarray]  # picture, mask, colour of the marks


def near_tile(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """Such a thing: float32 BGR picture, mask, length in tile lengths."""
    return kit.pick(KINDS)(kit)


def _body(kit: Kit, height: int) -> Body:
    """A plate of any look, `height` px high."""
    light = kit.chance(0.5)
    colour = hsv(kit.whole(0, 180), kit.whole(0, 50), kit.whole(190, 255)) if light else kit.colour()
    picture = flat(height, LENGTH, colour)
    finish = kit.pick(["plain", "rough", "brushed", "shaded"])
    if finish == "rough":
        picture += kit.between(4, 16) * kit.white_patch(LENGTH, height)[..., None]
    elif finish == "brushed":
        streaks = cv2.resize(kit.white_patch(LENGTH, height)[:, :4], (LENGTH, height))
        picture += kit.between(3, 10) * streaks[..., None]
    elif finish == "shaded":
        picture *= np.linspace(kit.between(0.7, 1), kit.between(0.9, 1.15), LENGTH, dtype=np.float32)[None, :, None]
    if kit.chance(0.35):
        inset = kit.whole(2, max(3, height // 9))
        pen = kit.whole(1, 5)
        rim = bgr(colour * kit.between(0.5, 0.9))
        cv2.rectangle(picture, (inset, inset), (LENGTH - 1 - inset, height - 1 - inset), rim, pen)
    ink = kit.colour("dark") if colour.mean() > 120 else kit.colour("light")
    return picture, _outline(kit, height), ink if kit.chance(0.75) else kit.colour()


def _outline(kit: Kit, height: int) -> np.ndarray:
    """A mask: mostly an oblong with corners of any roundness, sometimes an oval, cut corners or toothed edges."""
    shape = kit.pick(["oblong", "oval", "cut", "toothed"], [0.7, 0.14, 0.08, 0.08])
    if shape == "oblong":
        return rounded_mask(LENGTH, height, int(height * kit.pick([0, 0.05, 0.12, 0.25, 0.5])))
    mask = np.zeros((height, LENGTH), np.uint8)
    if shape == "oval":
        cv2.ellipse(mask, (LENGTH // 2, height // 2), (LENGTH // 2 - 1, height // 2 - 1), 0, 0, 360, 255, -1)
        return mask
    if shape == "cut":
        bite = int(height * kit.between(0.1, 0.35))
        right, low = LENGTH - 1, height - 1
        corners = [(bite, 0), (right - bite, 0), (right, bite), (right, low - bite)]
        corners += [(right - bite, low), (bite, low), (0, low - bite), (0, bite)]
        cv2.fillConvexPoly(mask, np.array(corners), 255)
        return mask
    mask[:] = 255
    tooth = kit.whole(5, 12)
    for x in range(0, LENGTH + tooth, 2 * tooth):
        for y in (0, height):
            cv2.circle(mask, (x, y), tooth, 0, -1)
    return mask


def _height(kit: Kit, share: tuple[float, float]) -> int:
    return int(LENGTH * kit.between(*share))


def _mark(picture: np.ndarray, x: float, y: float, radius: float, ink: np.ndarray, relief: str) -> None:
    """A dot at a place in px: printed, raised or sunk."""
    if relief == "raised":
        disc(picture, x + 0.25 * radius, y + 0.25 * radius, radius, ink * 0.55)
        disc(picture, x, y, radius, ink)
        disc(picture, x - 0.3 * radius, y - 0.3 * radius, 0.35 * radius, ink * 1.3 + 25)
    elif relief == "sunk":
        disc(picture, x, y + 0.2 * radius, radius * 1.06, ink * 1.5 + 40)
        disc(picture, x, y, radius, ink * 0.7)
    else:
        disc(picture, x, y, radius, ink)


def _dots(kit: Kit, picture: np.ndarray, places: Places, radius: float, ink: np.ndarray) -> None:
    """Dots at shares of width and height; mostly alike, sometimes of several sizes or colours."""
    relief = kit.pick(["printed", "printed", "raised", "sunk"])
    sizes = kit.pick([(1.0,), (1.0,), (1.0,), (1.0, 0.5), (0.7, 1.0, 1.5)])
    inks = [ink] if kit.chance(0.75) else [ink, kit.colour(), kit.colour()]
    height, width = picture.shape[:2]
    for x, y in places:
        _mark(picture, x * width, y * height, radius * kit.pick(sizes), kit.pick(inks), relief)


def _lattice(columns: int, rows: int, margin: float = 0.0) -> Places:
    """The middles of the fields of a grid, `margin` (a share of width and height) left free on each side."""
    room = 1 - 2 * margin
    return [
        (margin + room * (column + 0.5) / columns, margin + room * (row + 0.5) / rows)
        for row in range(rows)
        for column in range(columns)
    ]


def dotted_lattice(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """Dots in rows all over, some of them left out now and then: too fine, too bulky or too many for pips."""
    columns, rows = kit.whole(2, 15), kit.whole(1, 6)
    fine = kit.chance(0.5)
    height = _height(kit, kit.pick([SQUAT, SLIM, (0.4, 0.6)]))
    picture, mask, ink = _body(kit, height)
    places = _lattice(columns, rows, kit.between(0, 0.12))
    if kit.chance(0.3):
        places = [place for place in places if kit.chance(0.75)] or places
    room = min(LENGTH / columns, height / rows) / 2
    if fine or columns * rows > 24:
        radius = min(room * kit.between(*(FINE if fine else BULKY)), 0.06 * LENGTH)
    else:
        radius = room * kit.between(*BULKY)
    _dots(kit, picture, places, max(1.5, radius), ink)
    return picture, mask, kit.between(0.7, 2.4)


def scattered_dots(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """Dots without an order, with or without a line across."""
    height = _height(kit, kit.pick([SQUAT, SLIM, (0.42, 0.58)]))
    picture, mask, ink = _body(kit, height)
    places = [(kit.between(0.06, 0.94), kit.between(0.08, 0.92)) for _ in range(kit.whole(3, 30))]
    _dots(kit, picture, places, height * kit.between(0.02, 0.09) + 1, ink)
    if kit.chance(0.3):
        _line_across(kit, picture, 0.5)
    return picture, mask, kit.between(0.6, 2.2)


def dots_on_a_curve(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """Dots along a ring, a wave, the rim or a single line."""
    height = _height(kit, kit.pick([SQUAT, SQUAT, SLIM, (0.42, 0.58)]))
    picture, mask, ink = _body(kit, height)
    count = kit.whole(3, 20)
    along = np.arange(count) / count
    kind = kit.pick(["ring", "ring", "wave", "line", "rim"])
    if kind == "ring":
        reach, turn = kit.between(0.2, 0.42), kit.between(0, 2 * math.pi)
        places = [
            (
                0.5 + reach * height / LENGTH * math.cos(turn + 2 * math.pi * t),
                0.5 + reach * math.sin(turn + 2 * math.pi * t),
            )
            for t in along
        ]
    elif kind == "wave":
        places = [(0.06 + 0.92 * t, 0.5 + 0.3 * math.sin(9 * t)) for t in along]
    elif kind == "line":
        level = kit.between(0.2, 0.8)
        places = [(0.06 + 0.92 * t, level) for t in along]
    else:
        edge = height / LENGTH * 0.1 + 0.02
        places = [(x, y) for x in np.linspace(edge, 1 - edge, kit.whole(2, 7)) for y in (0.1, 0.9)]
    _dots(kit, picture, places, height * kit.between(0.02, 0.07) + 1, ink)
    if kit.chance(0.25):
        _line_across(kit, picture, 0.5)
    return picture, mask, kit.between(0.6, 2.0)


def other_marks(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """A body like a tile's with marks that are no pips: bars, crosses, wide rings, triangles, frames."""
    height = _height(kit, (0.42, 0.6))
    picture, mask, ink = _body(kit, height)
    columns, rows = kit.whole(1, 7), kit.whole(1, 4)
    reach = 0.42 * min(LENGTH / columns, height / rows)
    shape = kit.pick(["bar", "cross", "ring", "triangle", "frame"])
    for x, y in _lattice(columns, rows):
        if kit.chance(0.85):
            _shape(picture, shape, x * LENGTH, y * height, reach, ink, kit.whole(2, 8))
    if kit.chance(0.5):
        _line_across(kit, picture, 0.5)
    return picture, mask, kit.between(0.7, 1.8)


def _shape(picture: np.ndarray, shape: str, x: float, y: float, reach: float, ink: np.ndarray, pen: int) -> None:
    colour = bgr(ink)
    left, right, top, bottom = int(x - reach), int(x + reach), int(y - reach), int(y + reach)
    middle = (int(x), int(y))
    if shape == "bar":
        cv2.line(picture, (left, middle[1]), (right, middle[1]), colour, pen, cv2.LINE_AA)
    elif shape == "cross":
        cv2.line(picture, (left, top), (right, bottom), colour, pen, cv2.LINE_AA)
        cv2.line(picture, (left, bottom), (right, top), colour, pen, cv2.LINE_AA)
    elif shape == "ring":
        cv2.circle(picture, middle, int(reach), colour, min(pen, max(1, int(reach / 3))), cv2.LINE_AA)
    elif shape == "triangle":
        cv2.fillConvexPoly(picture, np.array([(left, bottom), (right, bottom), (middle[0], top)]), colour, cv2.LINE_AA)
    else:
        cv2.rectangle(picture, (left, top), (right, bottom), colour, pen)


def panelled(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """A frame with one to five fields beside each other, raised or sunk, perhaps with a mark on each."""
    fields = kit.pick([1, 2, 3, 3, 4, 5])
    height = _height(kit, kit.pick([SQUAT, (0.4, 0.6), SLIM]))
    picture, mask, ink = _body(kit, height)
    body = picture[height // 2, LENGTH // 2].copy()
    border, gap = kit.between(0.06, 0.2) * height, kit.between(2, 12)
    share = (LENGTH - 2 * border) / fields
    face = body * kit.between(0.85, 1.15) if kit.chance(0.6) else kit.colour()
    for index in range(fields):
        left, right = int(border + index * share + gap / 2), int(border + (index + 1) * share - gap / 2)
        top, bottom = int(border), int(height - border)
        cv2.rectangle(picture, (left, top), (right, bottom), bgr(face), -1)
        cv2.line(picture, (left, top), (right, top), bgr(face * 1.2 + 12), kit.whole(1, 4))
        cv2.line(picture, (left, bottom), (right, bottom), bgr(face * 0.6), kit.whole(1, 4))
        cv2.line(picture, (right, top), (right, bottom), bgr(face * 0.7), kit.whole(1, 3))
        if kit.chance(0.4):
            _dots(kit, picture, [((left + right) / 2 / LENGTH, kit.pick([0.5, 0.25, 0.8]))], height * 0.05 + 1, ink)
    return picture, mask, kit.between(0.7, 2.2)


def two_coloured(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """A body in bands of several colours, blank or with a few dots."""
    height = _height(kit, kit.pick([SQUAT, (0.4, 0.6), SLIM]))
    picture, mask, ink = _body(kit, height)
    edges = [0, *sorted(kit.whole(30, LENGTH - 30) for _ in range(kit.whole(1, 4))), LENGTH]
    for left, right in itertools.pairwise(edges):
        if kit.chance(0.6):
            picture[:, left:right] = kit.colour()
    if kit.chance(0.4):
        places = [(kit.between(0.1, 0.9), kit.between(0.15, 0.85)) for _ in range(kit.whole(1, 8))]
        _dots(kit, picture, places, height * kit.between(0.04, 0.1), ink)
    return picture, mask, kit.between(0.6, 2.0)


def of_three_parts(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """A strip of three parts with lines between them and dots on each."""
    parts = 3  # four or five could be tiles in a line
    height = int(LENGTH / parts * kit.between(0.8, 1.2))
    picture, mask, ink = _body(kit, height)
    for part in range(parts):
        if part:
            _line_across(kit, picture, part / parts)
        order = _lattice(*kit.pick([(1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]), 0.12)
        places = [((part + x) / parts, y) for x, y in order]
        _dots(kit, picture, places, height * kit.between(0.05, 0.1), ink)
    return picture, mask, kit.between(1.0, 2.2)


def one_part(kit: Kit) -> tuple[np.ndarray, np.ndarray, float]:
    """A disc, a square or an oval with few dots: a counter, a knob, a button."""
    picture, mask, ink = _body(kit, LENGTH)
    if kit.chance(0.6):
        mask = rounded_mask(LENGTH, LENGTH, LENGTH // 2)
    count = kit.whole(1, 7)
    turn, reach = kit.between(0, 2 * math.pi), kit.between(0.08, 0.3)
    angles = [turn + 2 * math.pi * index / count for index in range(count)]
    places = [(0.5 + reach * math.cos(angle), 0.5 + reach * math.sin(angle)) for angle in angles]
    if kit.chance(0.5):
        cv2.circle(picture, (LENGTH // 2, LENGTH // 2), int(LENGTH * kit.between(0.3, 0.48)), bgr(ink), kit.whole(1, 9))
    _dots(kit, picture, places, LENGTH * kit.between(0.02, 0.09), ink)
    return picture, mask, kit.between(0.3, 1.2)


def _line_across(kit: Kit, picture: np.ndarray, at: float) -> None:
    """A line from one long edge to the other."""
    x = int(at * picture.shape[1])
    colour = bgr(kit.colour())
    cv2.line(picture, (x, 0), (x, picture.shape[0]), colour, kit.whole(1, 7))


KINDS: tuple[Maker, ...] = (
    dotted_lattice,
    dotted_lattice,
    scattered_dots,
    dots_on_a_curve,
    other_marks,
    panelled,
    two_coloured,
    of_three_parts,
    one_part,
)
