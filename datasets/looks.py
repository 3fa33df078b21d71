"""What a set of tiles looks like: colours, pips, dividers, pins, edges, backs, wear; drawn by chance.

Lengths are in tile widths (the short side of a tile) unless said otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.kit import Kit
from datasets.paint import hsv

Divider = Literal["line", "groove", "double", "none"]
Finish = Literal["flat", "drilled", "ring", "gloss"]
Back = Literal["plain", "logo", "pattern", "print"]

Spot = tuple[float, float]  # along the tile, across it, each from -1 to 1

_SIX = ((-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0))
_EIGHT = (*_SIX, (-1.0, 0.0), (1.0, 0.0))
_FOURS = tuple((-1 + 2 * step / 3, float(across)) for across in (-1, 1) for step in range(4))

PATTERNS: dict[int, tuple[Spot, ...]] = {
    0: (),
    1: ((0.0, 0.0),),
    2: ((-1.0, -1.0), (1.0, 1.0)),
    3: ((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)),
    4: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)),
    5: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0), (0.0, 0.0)),
    6: _SIX,
    7: (*_SIX, (0.0, 0.0)),
    8: _EIGHT,
    9: (*_EIGHT, (0.0, 0.0)),
    10: (*_FOURS, (-1.0, 0.0), (1.0, 0.0)),
    11: (*_FOURS, (-2 / 3, 0.0), (0.0, 0.0), (2 / 3, 0.0)),
    12: (*_FOURS, (-1.0, 0.0), (-1 / 3, 0.0), (1 / 3, 0.0), (1.0, 0.0)),
}

WIDE_ELEVEN = (*_FOURS, (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0))

# The hues that sets with one colour a number usually give to 1 to 12 (OpenCV's hue, saturation, value).
USUAL_COLOURS = (
    (103, 190, 190),
    (60, 200, 150),
    (178, 210, 210),
    (10, 180, 150),
    (112, 230, 190),
    (20, 230, 235),
    (160, 200, 200),
    (85, 200, 160),
    (135, 190, 140),
    (8, 220, 240),
    (175, 170, 120),
    (30, 40, 150),
)


@dataclass(frozen=True)
class Style:
    """One set's look. Colours are BGR; `highest` is the highest number of pips on a half."""

    highest: int
    body: np.ndarray
    wooden: bool
    aspect: float  # length over width
    corner_radius: float
    thickness: float
    side: np.ndarray
    band: np.ndarray | None  # colour of the lower layer of two-layered tiles
    rim: float  # how far the edges are rounded
    bevel: float  # how much lighter a rounded edge is towards the light, and darker away from it
    falloff: float  # how much darker it is on all sides
    marbling: float
    wear: float  # 0 new, 1 full of scratches and dirt
    opacity: float  # 1: nothing shines through
    pip_colours: tuple[np.ndarray, ...]  # by number, 0 to highest
    pip_radii: tuple[float, ...]  # by number, 0 to highest
    pip_along: float  # distance of the outer pips from the middle of the half, along the tile
    pip_across: float
    pip_finish: Finish
    pip_jitter: float
    six_turned: bool
    turned_numbers: bool  # 10 to 12 with their rows of four across the tile
    wide_eleven: bool  # the middle row of 11 reaches as far as the rows of four
    divider: Divider
    divider_colour: np.ndarray
    divider_width: float
    divider_length: float  # share of the tile's width
    pin_radius: float  # 0: no pin
    pin_colour: np.ndarray
    bordered: bool
    back: Back
    back_colour: np.ndarray
    logo_colour: np.ndarray
    print_colours: tuple[np.ndarray, ...]  # further colours of a printed back

    def spots(self, number: int) -> tuple[Spot, ...]:
        """Where the pips of a number lie on this set's halves."""
        turned = (number == 6 and self.six_turned) or (number >= 10 and self.turned_numbers)
        pattern = WIDE_ELEVEN if number == 11 and self.wide_eleven else PATTERNS[number]
        return tuple((across, along) for along, across in pattern) if turned else pattern


def body_colour(kit: Kit) -> tuple[np.ndarray, bool]:
    """The colour of a set's tiles, and whether they are of wood."""
    kind = kit.rng.random()
    if kind < 0.62:  # white or ivory
        return hsv(kit.whole(12, 32), kit.whole(0, 70), kit.whole(190, 256)), False
    if kind < 0.74:  # black
        return hsv(kit.whole(0, 180), kit.whole(0, 50), kit.whole(8, 50)), False
    if kind < 0.90:  # coloured
        return hsv(kit.whole(0, 180), kit.whole(90, 250), kit.whole(50, 245)), False
    if kind < 0.97:
        return hsv(kit.whole(8, 20), kit.whole(60, 180), kit.whole(70, 220)), True
    return hsv(0, 0, kit.whole(90, 180)), False


def pip_colour(kit: Kit, light_body: bool) -> np.ndarray:
    """A colour that pips have on light or on dark tiles."""
    if light_body:
        if kit.chance(0.6):
            return hsv(0, 0, kit.whole(0, 40))
        return hsv(kit.whole(0, 180), kit.whole(120, 255), kit.whole(40, 200))
    if kit.chance(0.75):
        return hsv(15, kit.whole(0, 40), kit.whole(200, 256))
    return hsv(kit.whole(0, 180), kit.whole(60, 220), kit.whole(180, 256))


def pip_colours(kit: Kit, body: np.ndarray, light_body: bool, highest: int) -> list[np.ndarray]:
    """The colours of the numbers from 0 up: one for all, or one each; never too near to the tile's own."""
    many = kit.chance(0.8) if highest > 6 else kit.chance(0.3)
    usual = many and kit.chance(0.6 if highest > 6 else 0.3)
    single = pip_colour(kit, light_body)
    shift = kit.bell(4)
    colours = []
    for number in range(highest + 1):
        colour = pip_colour(kit, light_body) if many else single
        if usual and number > 0:
            hue, saturation, value = USUAL_COLOURS[number - 1]
            brightness = value * kit.between(0.75, 1.15) + (0 if light_body else 60)
            colour = hsv(hue + shift + kit.bell(5), saturation * kit.between(0.7, 1.15), brightness)
        elif many and kit.chance(0.5):
            value = kit.whole(60, 215) if light_body else kit.whole(170, 256)
            colour = hsv(kit.whole(0, 180), kit.whole(100, 255), value)
        for _ in range(6):
            if np.abs(colour - body).sum() > 120:
                break
            colour = pip_colour(kit, light_body)
        colours.append(colour)
    return colours


def pip_sizes(kit: Kit, highest: int, along: float, across: float) -> tuple[float, ...]:
    """The radius of the pips of each number: small enough that they do not touch."""
    usual = kit.between(0.072, 0.135) if highest == 6 else kit.between(0.065, 0.11)
    smaller = kit.between(0.75, 1.0)
    room = min(along, across)
    radii = []
    for number in range(highest + 1):
        radius = usual
        if number > 6:
            radius = min(usual * smaller, 0.47 * room)
        if number > 9:
            radius = min(usual * smaller, 0.31 * room)
        radii.append(radius)
    return tuple(radii)


def set_style(kit: Kit) -> Style:
    """A set's look by chance."""
    body, wooden = body_colour(kit)
    light_body = body.mean() > 105
    highest = kit.pick([6, 9, 12], [0.85, 0.06, 0.09])
    colours = pip_colours(kit, body, light_body, highest)
    pips_across = kit.between(0.23, 0.31) if highest == 6 else kit.between(0.25, 0.345)
    pips_along = pips_across * kit.between(0.9, 1.05)
    if kit.chance(0.6):
        divider_colour = colours[min(6, highest)] if highest == 6 else hsv(0, 0, kit.whole(0, 60))
    else:
        divider_colour = body * kit.between(0.3, 0.75) if light_body else body * 0.5 + 100
    band = kit.colour() if kit.chance(0.25) else None
    finish: list[Finish] = ["flat", "drilled", "drilled", "ring", "gloss"]
    backs: list[Back] = ["plain", "plain", "logo", "logo", "pattern", "print"]
    dividers: list[Divider] = ["line", "groove", "double", "none"]
    return Style(
        highest=highest,
        body=body,
        wooden=wooden,
        aspect=kit.between(1.85, 2.12),
        corner_radius=kit.pick([0.0, 0.05, 0.1, 0.16, 0.22]) * kit.between(0.6, 1.2),
        thickness=kit.between(0.12, 0.55),
        side=body * kit.between(0.55, 0.95),
        band=band,
        rim=kit.between(0.02, 0.16),
        bevel=kit.between(0, 0.35),
        falloff=kit.between(0, 0.6) if kit.chance(0.6) else 0.0,
        marbling=kit.between(0, 0.05),
        wear=kit.between(0.1, 1) if kit.chance(0.3) else 0.0,
        opacity=kit.between(0.7, 0.93) if kit.chance(0.03) else 1.0,
        pip_colours=tuple(colours),
        pip_radii=pip_sizes(kit, highest, pips_along, pips_across),
        pip_along=pips_along,
        pip_across=pips_across,
        pip_finish=kit.pick(finish) if highest == 6 else kit.pick(finish, [0.25, 0.15, 0.15, 0.05, 0.4]),
        pip_jitter=kit.pick([0, 0, 0.008]),
        six_turned=kit.chance(0.04),
        turned_numbers=kit.chance(0.1),
        wide_eleven=kit.chance(0.6),
        divider=kit.pick(dividers, [0.63, 0.2, 0.12, 0.05]),
        divider_colour=divider_colour,
        divider_width=kit.between(0.015, 0.075),
        divider_length=kit.pick([1.0, kit.between(0.7, 0.96), kit.between(0.5, 0.9)]),
        pin_radius=kit.between(0.05, 0.12) if kit.chance(0.35) else 0.0,
        pin_colour=hsv(kit.whole(14, 28), kit.whole(30, 190), kit.whole(130, 245)),
        bordered=kit.chance(0.06),
        back=kit.pick(backs),
        back_colour=body if kit.chance(0.7) or band is None else band,
        logo_colour=kit.colour(),
        print_colours=tuple(kit.colour() for _ in range(3)),
    )


def dark_style(kit: Kit, style: Style) -> Style:
    """The same set nearly black, with light pips and mostly without a divider: the hardest when seen small."""
    body = hsv(kit.whole(0, 180), kit.whole(0, 40), kit.whole(8, 70))
    pips = hsv(kit.whole(0, 180), kit.whole(0, 50), kit.whole(150, 256))
    radius = kit.between(0.06, 0.11)
    return replace(
        style,
        body=body,
        wooden=False,
        divider="none" if kit.chance(0.75) else "line",
        divider_colour=body * kit.between(0.4, 1.6) + 10,
        pin_radius=0.0,
        side=body * kit.between(0.6, 1.3),
        band=None,
        back_colour=body,
        pip_finish="flat",
        pip_colours=tuple(pips for _ in style.pip_colours),
        pip_radii=tuple(min(radius, usual) if number > 6 else radius for number, usual in enumerate(style.pip_radii)),
    )
