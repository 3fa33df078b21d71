"""The table of a film: a set of tiles, a ground, a lamp, a camera, and where each player sits and keeps tiles.

Everything that lies there is drawn afresh when it changes, and only then; what each tile looks like never does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import cv2
import numpy as np

from datasets import grounds
from datasets.arrangements import Lying
from datasets.camera import Camera, turn_matrix
from datasets.kit import Kit
from datasets.looks import Style, set_style
from datasets.objects import Thing
from datasets.paint import flat, hsv, paste, rotated_box, texture_corners, to_bytes
from datasets.standing import Stance, draw_standing, standing_solid
from datasets.tabletop import Light, LyingSolid, Tabletop, lying_solid, outline

Side = Literal["bottom", "left", "top", "right"]

WIDTH, HEIGHT = 1280, 720
SHORTEST_TILE, LONGEST_TILE = 56.0, 64.0  # px at the middle of the picture
GROUND_REACH = 26.0  # tile widths from the middle of the table to its edge
LEAST_CONTRAST = 150.0  # between tiles and ground, summed over the channels
TABLES = ("felt", "wood", "plain", "leather", "cloth", "marble")
# Clockwise as seen from above, which is how turns go round most tables.
AROUND: tuple[Side, ...] = ("bottom", "left", "top", "right")
INWARD: dict[Side, tuple[int, int]] = {"bottom": (0, -1), "top": (0, 1), "left": (1, 0), "right": (-1, 0)}
# Degrees that a tile standing at a side is turned by so that its face looks to who sits there.
_FACING: dict[Side, float] = {"bottom": 0, "left": 90, "top": 180, "right": 270}

RACK_INSET, HAND_INSET = 8.0, 80.0  # px from the picture's edge
_IN_A_ROW = 8
# px from the picture's edges to where the layout may lie.
_LAYOUT_ACROSS, _LAYOUT_DOWN = 300.0, 140.0


@dataclass(frozen=True)
class Laid:
    """Something that is no tile, on the table: where in tile widths, how turned, how long."""

    thing: Thing
    x: float
    y: float
    degrees: float
    length: float


class Stage:
    """A table by chance, for players at these `sides`."""

    def __init__(self, seed: int, sides: Sequence[Side]) -> None:
        kit = Kit(seed)
        self.seed, self.sides, self.kit = seed, tuple(sides), kit
        self.table = kit.pick(TABLES)
        self._texture = _ground(kit, self.table)
        self.style = _style(kit, self._texture.mean((0, 1)))
        self.light = Light(
            angle=kit.between(0, 2 * math.pi),
            slope=kit.between(0.2, 0.8),
            darkness=kit.between(0.25, 0.5),
            contact=0.35,
            softness=kit.between(0.04, 0.1),
        )
        self._glow = _glow(kit)
        length = kit.between(SHORTEST_TILE, LONGEST_TILE)
        focal = WIDTH / 2 / math.tan(math.radians(kit.between(54, 66)) / 2)
        self._shape = outline(self.style.aspect, self.style.corner_radius)
        self._faces: dict[tuple[int, int, bool, int, int], np.ndarray] = {}
        self.look_from(
            Camera(
                width=WIDTH,
                height=HEIGHT,
                target=np.zeros(3),
                turn=turn_matrix(0, math.radians(kit.between(0, 16))),
                distance=focal * self.style.aspect / length,
                focal=focal,
                roll=math.radians(kit.between(-2, 2)),
                middle=(WIDTH / 2 + kit.bell(6), HEIGHT / 2 + kit.bell(6)),
            )
        )
        # Tiles lie where they were laid, however the camera is nudged later.
        self._first_matrix = self._matrix

    def look_from(self, camera: Camera) -> None:
        """Look from this camera from now on."""
        self.camera = camera
        square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) * 5
        self._matrix = cv2.getPerspectiveTransform(camera.project_flat(square), square)
        texture, reach = self._texture, GROUND_REACH
        matrix = cv2.getPerspectiveTransform(texture_corners(texture), camera.project_flat(square / 5 * reach))
        self._ground = cv2.warpPerspective(
            texture, matrix, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )

    def nudge(self, across: float, down: float, degrees: float) -> None:
        """Push the camera by so many px of the picture, and turn it."""
        middle = (self.camera.middle[0] + across, self.camera.middle[1] + down)
        self.look_from(replace(self.camera, middle=middle, roll=self.camera.roll + math.radians(degrees)))

    @property
    def tile_px(self) -> float:
        """A tile's width in px at the middle of the picture."""
        return self.camera.focal / self.camera.distance

    @property
    def room(self) -> tuple[float, float]:
        """Width and height, in tile widths, of the place where the layout may lie."""
        across, down = _LAYOUT_ACROSS, _LAYOUT_DOWN
        corners = [(across, down), (WIDTH - across, down), (WIDTH - across, HEIGHT - down), (across, HEIGHT - down)]
        points = np.array([self.on_table(corner) for corner in corners])
        return 2 * float(np.abs(points[:, 0]).min()), 2 * float(np.abs(points[:, 1]).min())

    def on_table(self, point: tuple[float, float] | np.ndarray) -> np.ndarray:
        """A point of the picture in px, as the camera stood at first, in tile widths on the table."""
        matrix = getattr(self, "_first_matrix", self._matrix)
        return np.asarray(cv2.perspectiveTransform(np.array([[point]], np.float64), matrix)[0, 0])

    def in_picture(self, x: float, y: float) -> np.ndarray:
        """A point of the table in px of the picture."""
        return np.asarray(self.camera.project_flat(np.array([(x, y)]))[0])

    def at_side(self, side: Side, along: float, inset: float) -> np.ndarray:
        """A point of the table: so many px along a side of the picture from its middle, and so many from its edge."""
        (right, down), middle = INWARD[side], np.array([WIDTH / 2, HEIGHT / 2])
        edge = middle - np.array([right, down]) * middle
        return self.on_table(edge + np.array([right, down]) * inset + np.array([-down, right]) * along)

    def hand_row(self, side: Side, tiles: Sequence[tuple[int, int]]) -> list[Lying]:
        """Tiles laid face up in front of who sits there, side by side."""
        gap = 1.35 if len(tiles) < 9 else 1.12
        row = []
        for index, (a, b) in enumerate(tiles):
            along = (index - (len(tiles) - 1) / 2) * gap * self.tile_px
            x, y = self.at_side(side, along, HAND_INSET)
            row.append(Lying(float(x), float(y), _FACING[side] + 90 + self.kit.bell(2.5), a, b))
        return row

    def quad(self, tile: Lying) -> np.ndarray:
        """The corners of a tile's top face in px: 0-1 the outer short edge of half a, clockwise in the picture."""
        solid = self._solid(tile)
        return solid.top if solid is not None else np.full((4, 2), -1000.0)

    def _solid(self, tile: Lying) -> LyingSolid | None:
        return lying_solid(tile, self.style, self.camera, self.light, self._shape)

    def bare(self, racks: dict[Side, list[tuple[int, int]]], things: Iterable[Laid]) -> np.ndarray:
        """The table with what is no tile of the layout: things, and tiles standing in front of the players."""
        picture = self._ground.copy()
        for laid in things:
            high, wide = laid.thing.mask.shape
            scale = laid.length / max(wide, high)
            box = rotated_box(laid.x, laid.y, wide * scale, high * scale, laid.degrees)
            paste(picture, laid.thing.picture, self.camera.project_flat(box), laid.thing.mask, (4, 5))
        table = Tabletop(self.kit, picture, self.camera, self.light)
        standing = []
        for side, tiles in racks.items():
            rows = [tiles[at : at + _IN_A_ROW] for at in range(0, len(tiles), _IN_A_ROW)]
            for row, members in enumerate(rows):
                for index, (a, b) in enumerate(members):
                    along = (index - (len(members) - 1) / 2) * (self.style.aspect + 0.12) * self.tile_px
                    x, y = self.at_side(side, along, RACK_INSET + 0.9 * self.tile_px * row)
                    stance = Stance(float(x), float(y), _FACING[side], False, True, 0.0)
                    solid = standing_solid(table, stance, self.style, self.style.thickness, a, b)
                    if solid is not None:
                        standing.append(solid)
        table.shade(self.tile_px * self.style.aspect)
        for solid in sorted(standing, key=lambda solid: solid.depth):
            self._as_always(Lying(0, 0, 0, solid.a, solid.b, back=True))
            draw_standing(self.kit, table, 1, solid, self.style)
        return table.picture

    def draw(self, bare: np.ndarray, tiles: Sequence[Lying]) -> np.ndarray:
        """The table with tiles lying on it, in its light; without noise."""
        table = _Remembering(self.kit, bare.copy(), self.camera, self.light, self._faces)
        solids = [solid for tile in tiles if (solid := self._solid(tile)) is not None]
        for solid in solids:
            table.cast(solid.ground_outline, solid.shadow_outline)
        table.shade(self.tile_px * self.style.aspect)
        for solid in sorted(solids, key=lambda solid: solid.depth):
            self._as_always(solid.tile)
            table.draw_lying(1, solid, self.style)
        lit = cv2.multiply(table.picture, self._glow, dtype=cv2.CV_8U)
        return cv2.GaussianBlur(lit, (0, 0), 0.6)

    def carry(self, picture: np.ndarray, tile: Lying) -> None:
        """Draw a tile that is carried over the table on a picture that is lit already, in place."""
        solid = self._solid(tile)
        if solid is None:
            return
        table = _Remembering(self.kit, picture, self.camera, self.light, self._faces)
        self._as_always(tile)
        table.draw_lying(1, solid, self.style)

    def _as_always(self, tile: Lying) -> None:
        """What chance says of a tile's look it says every time; all backs look alike."""
        self.kit.rng = np.random.default_rng([self.seed] if tile.back else [self.seed, tile.a, tile.b])


class _Remembering(Tabletop):
    """A table top that draws each face once and then remembers it."""

    def __init__(
        self,
        kit: Kit,
        picture: np.ndarray,
        camera: Camera,
        light: Light,
        faces: dict[tuple[int, int, bool, int, int], np.ndarray],
    ) -> None:
        super().__init__(kit, picture, camera, light)
        self._faces = faces

    def _texture(self, solid: LyingSolid, style: Style) -> np.ndarray:
        tile = solid.tile
        key = (tile.a, tile.b, tile.back, round(solid.length / 8), round(tile.degrees / 8))
        if key not in self._faces:
            self._faces[key] = super()._texture(solid, style)
        return self._faces[key]


def _ground(kit: Kit, table: str) -> np.ndarray:
    size = 1500
    colour = hsv(kit.whole(0, 180), kit.whole(40, 190), kit.whole(60, 190))
    if table == "felt":
        cloth = grounds.uneven(kit, flat(size, size, hsv(kit.whole(55, 76), 165, kit.whole(75, 120))), 4, 0.03)
        return to_bytes(cloth + 5 * kit.white_patch(size, size)[..., None])
    if table == "wood":
        texture = grounds.wood(kit, size)
        return to_bytes(texture * (hsv(kit.whole(10, 16), 140, kit.whole(90, 190)) / texture.mean((0, 1))))
    if table == "leather":
        return to_bytes(grounds.leather(kit, size))
    if table == "cloth":
        return to_bytes(grounds.cloth(kit, size))
    if table == "marble":
        return to_bytes(grounds.marble(kit, size))
    return to_bytes(grounds.smooth(kit, size, colour, 4))


def _style(kit: Kit, ground: np.ndarray) -> Style:
    """A double-six set that stands out against the ground."""
    while True:
        style = set_style(kit)
        if style.highest == 6 and style.opacity == 1.0 and np.abs(style.body - ground).sum() > LEAST_CONTRAST:
            # Layouts are arranged of tiles twice as long as wide.
            return replace(style, aspect=min(2.04, max(1.96, style.aspect)), thickness=min(0.42, style.thickness))


def _glow(kit: Kit) -> np.ndarray:
    """How light falls over the picture: a little stronger on one side, weaker in the corners, warm or cold."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    x, y = x / WIDTH - 0.5, y / HEIGHT - 0.5
    angle = kit.between(0, 2 * math.pi)
    light = 1 + kit.between(0.05, 0.25) * (x * math.cos(angle) + y * math.sin(angle)) - 0.35 * (x * x + y * y)
    warmth = kit.between(-0.06, 0.08)
    return np.asarray(light[..., None] * np.array([1 - warmth, 1, 1 + warmth]), np.float32)
