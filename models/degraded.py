"""Pictures of our own layouts made worse and worse: what probabilities and explanations are measured on.

Layouts are those of deals played by the rules, now and then with a misplayed tile; looks, tables, cameras, light and
film are those of the training's scenes, of other seeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.arrangements import Lying
from datasets.camera import Camera, random_camera
from datasets.deals import play_deal
from datasets.grounds import ground
from datasets.kit import Kit
from datasets.looks import Style, set_style
from datasets.paint import texture_corners
from datasets.photo import as_jpeg, photograph, sensor_noise
from datasets.tabletop import Tabletop, lying_solid, outline, random_light
from datasets.truth import lay_out, loosely
from scorer.arrange import NoRoom
from scorer.layout import Layout
from scorer.tiles import full_set
from vision.pictures import Picture

HIGHEST = 6
WIDTH, HEIGHT = 1280, 720
SHORTEST, LONGEST = 50.0, 110.0  # a tile's length in pixels
FEWEST_TILES = 8
MISPLAYS = 0.25  # of layouts
_ROOM_AT_THE_EDGE = 4.0


@dataclass(frozen=True)
class LaidTile:
    """A tile in sight: its place in the order of play, its quad (4, 2) in pixels, its pips, and if it is a misplay."""

    index: int
    quad: NDArray[np.float32]
    a: int
    b: int
    misplayed: bool


@dataclass(frozen=True)
class LaidTable:
    """A picture (720, 1280, 3), uint8 BGR, of a layout; its tiles in sight, and the joins between those."""

    picture: Picture
    tiles: tuple[LaidTile, ...]
    joins: frozenset[tuple[int, int]]


def laid_tables(seed: int, count: int) -> Iterator[LaidTable]:
    """`count` pictures of layouts as a camera takes them; the same seed gives the same ones."""
    kit = Kit(seed)
    while count:
        deal = play_deal(kit.rng)
        if deal is None or len(deal.plays) < FEWEST_TILES:
            continue
        layout = deal.plays[kit.whole(FEWEST_TILES, len(deal.plays) + 1) - 1].layout
        try:
            yield _photographed(kit, layout)
        except NoRoom:
            continue
        count -= 1


def degraded(kit: Kit, picture: Picture, strength: float) -> Picture:
    """The picture out of focus, shaken, dark, noisy and packed hard: more so the nearer `strength` is to 1."""
    if strength <= 0:
        return picture
    worse = cv2.GaussianBlur(picture, (0, 0), 0.3 + 2.7 * strength)
    length = 1 + 2 * round(5 * strength)
    line = np.zeros((length, length), np.float32)
    line[length // 2] = 1
    middle = (length / 2 - 0.5, length / 2 - 0.5)
    streak = cv2.warpAffine(line, cv2.getRotationMatrix2D(middle, kit.between(0, 180), 1), (length, length))
    worse = cv2.filter2D(worse, -1, np.asarray(streak / max(float(streak.sum()), 1e-3)))
    worse = cv2.convertScaleAbs(worse, alpha=1 - 0.7 * strength)
    worse = sensor_noise(kit, worse, 2 + 12 * strength)
    return np.asarray(as_jpeg(worse, round(92 - 62 * strength)), np.uint8)


def _photographed(kit: Kit, layout: Layout) -> LaidTable:
    style = replace(_double_six(kit), aspect=2.0)
    tiles, misplayed = list(loosely(kit, lay_out(layout), style)), None
    if kit.chance(MISPLAYS):
        misplayed = _misplay(kit, layout, tiles)
    centres = np.array([(tile.x, tile.y) for tile in tiles])
    corners = np.concatenate([centres - 1, centres + 1])
    camera = random_camera(kit, corners, centres, WIDTH, HEIGHT, SHORTEST, LONGEST, style.aspect)
    table = Tabletop(kit, _ground(kit, camera, centres), camera, random_light(kit))
    shape = outline(style.aspect, style.corner_radius)
    solids = [(index, lying_solid(tile, style, camera, table.light, shape)) for index, tile in enumerate(tiles)]
    seen = [(index, solid) for index, solid in solids if solid is not None]
    for _, solid in seen:
        table.cast(solid.ground_outline, solid.shadow_outline)
    table.shade(float(np.mean([solid.length for _, solid in seen])) if seen else SHORTEST)
    laid = []
    for index, solid in sorted(seen, key=lambda pair: pair[1].depth):
        if table.draw_lying(index + 1, solid, style) and _inside(solid.top):
            tile = solid.tile
            laid.append(LaidTile(index, solid.top, tile.a, tile.b, index == misplayed))
    within = {tile.index for tile in laid}
    pairs = [(min(join.first, join.second), max(join.first, join.second)) for join in layout.joins]
    joins = frozenset(pair for pair in pairs if within.issuperset(pair))
    return LaidTable(np.asarray(photograph(kit, table.picture), np.uint8), tuple(laid), joins)


def _double_six(kit: Kit) -> Style:
    while True:
        style = set_style(kit)
        if style.highest == HIGHEST:
            return style


def _misplay(kit: Kit, layout: Layout, tiles: list[Lying]) -> int | None:
    """Put a tile that does not fit at the end of an arm; returns which, None where there is no such end."""
    ends = [end.index for end in layout.open_ends() if not layout[end.index].tile.is_double]
    ends = [index for index in ends if len(layout.neighbours(index)) == 1]
    if not ends:
        return None
    index = kit.pick(ends)
    laid = {placed.tile for placed in layout.placed}
    old = layout[index].tile
    fitting = {old.low, old.high}
    others = [
        tile
        for tile in full_set(HIGHEST)
        if tile not in laid and not tile.is_double and not {tile.low, tile.high} & fitting
    ]
    if not others:
        return None
    chosen = kit.pick(others)
    tiles[index] = replace(tiles[index], a=chosen.low, b=chosen.high)
    return index


def _inside(quad: NDArray[np.float32]) -> bool:
    low, high = quad.min(axis=0), quad.max(axis=0)
    edge = _ROOM_AT_THE_EDGE
    return bool((low > edge).all() and high[0] < WIDTH - edge and high[1] < HEIGHT - edge)


def _ground(kit: Kit, camera: Camera, centres: NDArray[np.float64]) -> Picture:
    texture = ground(kit)
    reach = kit.between(8, 20)
    square = np.array([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]) + centres.mean(0)
    matrix = cv2.getPerspectiveTransform(texture_corners(texture), camera.project_flat(square))
    warped = cv2.warpPerspective(
        texture, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    return np.asarray(warped, np.uint8)
