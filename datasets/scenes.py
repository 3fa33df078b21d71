"""Synthetic photographs of tables with domino tiles, each tile labelled exactly: what the networks learn from.

    maker = SceneMaker(seed=1)
    scene = maker.scene()

The same seed gives the same pictures in the same order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from datasets.arrangements import Arrangement, Lying
from datasets.camera import Camera, random_camera
from datasets.clutter import Clutter
from datasets.grounds import ground
from datasets.kit import Kit
from datasets.looks import Style, dark_style, set_style
from datasets.paint import flat, hsv, texture_corners
from datasets.photo import photograph
from datasets.standing import StandingSolid, draw_standing, stand_up
from datasets.tabletop import LyingSolid, Tabletop, lying_solid, outline, random_light

KINDS = ("chain", "scatter", "rows", "single", "mix", "backs", "clutter")
KIND_SHARES = (0.38, 0.18, 0.14, 0.08, 0.09, 0.03, 0.10)
MOST_TILES = 250  # faces are told apart by a byte
LEAST_VISIBLE = 0.62
LEAST_LENGTH = 16.0
NEW_GROUND_EVERY = 40


@dataclass(frozen=True)
class LabelledTile:
    """One tile of a picture.

    `quad`: (4, 2) float32, px, clockwise in the picture; corners 0-1 are the outer short edge of half a, 2-3 that of
    half b (of a back: any short edge first). It is the flat upper face; of a standing tile the broad side in view.
    `visible`: the visible share of it. `usable`: lying (face up or, where `back`, face down), with its middle in the
    picture, visible and large enough: to be found, or not to be taken for a face.
    """

    quad: np.ndarray
    a: int
    b: int
    back: bool
    standing: bool
    visible: float
    usable: bool


@dataclass(frozen=True)
class Scene:
    """A picture (height, width, 3), uint8 BGR, and the tiles in it."""

    picture: np.ndarray
    tiles: tuple[LabelledTile, ...]


@dataclass(frozen=True)
class Plan:
    """What is unusual about a scene: an oblique look at thick tiles, a tile very near, small dark tiles."""

    style: Style
    pitch: float | None = None
    length: float | None = None
    grey_ground: bool = False


class SceneMaker:
    """Makes scenes; `grounds` table tops are kept ready, one of them replaced every so often."""

    def __init__(self, seed: int, grounds: int = 40) -> None:
        self.kit = Kit(seed)
        self.clutter = Clutter(self.kit)
        self.grounds = [ground(self.kit) for _ in range(grounds)]
        self.made = 0

    def scene(
        self,
        width: int = 640,
        height: int = 640,
        shortest: float = 34,
        longest: float = 400,
        kind: str | None = None,
    ) -> Scene:
        """The next scene.

        `shortest`, `longest`: within which a tile's length is kept at the middle of the view (a few scenes go beyond
        on purpose). `kind`: one of KINDS ("backs": no face in sight; "clutter": no lying tile), by chance if None.
        """
        kit = self.kit
        self.made += 1
        if self.made % NEW_GROUND_EVERY == 0:
            self.grounds[kit.whole(0, len(self.grounds))] = ground(kit)
        plan = self._plan(width)
        styles = [plan.style]
        if kit.chance(0.08):
            other = set_style(kit)
            while other.highest < plan.style.highest:
                other = replace(plan.style, body=other.body, side=other.side) if kit.chance(0.2) else set_style(kit)
            styles.append(replace(other, aspect=plan.style.aspect))
        kind = kind or kit.pick(KINDS, KIND_SHARES)
        arrangement = self._arrange(kind, plan.style)
        centres = np.array([(tile.x, tile.y) for tile in arrangement.tiles])
        reach = plan.style.aspect / 2
        corners = np.concatenate([centres + reach, centres - reach])
        camera = random_camera(
            kit, corners, centres, width, height, shortest, longest, plan.style.aspect, plan.pitch, plan.length
        )
        picture = self._ground(camera, centres, plan)
        self.clutter.shapes(picture)
        self.clutter.objects(picture, camera, centres, plan.style.aspect)
        if kind == "clutter":
            self.clutter.in_place_of_tiles(picture, camera, centres, plan.style.aspect)
            arrangement.tiles.clear()
        table = Tabletop(kit, picture, camera, random_light(kit))
        labels = self._draw_tiles(table, arrangement, centres, styles)
        if kit.chance(0.14):
            table.cover_mask(self.clutter.hand(table.picture))
        return Scene(photograph(kit, table.picture), finished(labels, table, width, height))

    def _plan(self, width: int) -> Plan:
        kit = self.kit
        style = set_style(kit)
        kind = kit.rng.random()
        if kind < 0.14:
            thick = replace(style, thickness=kit.between(0.3, 0.62), side=style.body * kit.between(0.5, 1.0))
            return Plan(thick, pitch=math.radians(kit.between(38, 56)))
        if kind < 0.27:
            return Plan(style, length=kit.between(0.34, 0.86) * width)
        if kind < 0.36:
            return Plan(dark_style(kit, style), length=kit.between(27, 48), grey_ground=kit.chance(0.4))
        return Plan(style)

    def _arrange(self, kind: str, style: Style) -> Arrangement:
        kit = self.kit
        arrangement = Arrangement(kit, style.aspect, style.highest)
        if kind in ("chain", "mix"):
            arrangement.chain()
        elif kind == "scatter":
            arrangement.scatter(kit.whole(3, 26), backs=kit.pick([0, 0.1, 0.4]))
        elif kind == "rows":
            arrangement.rows()
        elif kind == "single":
            arrangement.scatter(kit.whole(1, 4), spread=kit.between(1, 4))
        elif kind == "backs":
            arrangement.scatter(kit.whole(1, 6), backs=1.0)
        elif kind == "clutter":
            arrangement.scatter(kit.whole(2, 15))
        else:
            raise ValueError(f"no kind of scene is called {kind!r}; there are {', '.join(KINDS)}")
        if kind == "mix":
            arrangement.scatter(kit.whole(2, 9), spread=max(4, arrangement.reach() * 0.7 + 2), backs=0.4)
        if not arrangement.tiles:
            arrangement.put(Lying(0, 0, 0, *arrangement.random_pips()))
        del arrangement.tiles[MOST_TILES:]
        return arrangement

    def _ground(self, camera: Camera, centres: np.ndarray, plan: Plan) -> np.ndarray:
        """The bare table: in perspective, or (three in ten) as if photographed from straight above."""
        kit = self.kit
        width, height = camera.width, camera.height
        if plan.grey_ground:
            noise = kit.white_patch(width, height)[..., None] * np.float32(kit.between(0, 8))
            grey = flat(height, width, hsv(kit.whole(0, 180), kit.whole(0, 30), kit.whole(50, 200)))
            return np.clip(grey + noise, 0, 255).astype(np.uint8)
        texture = kit.pick(self.grounds)
        size = texture.shape[0]
        if kit.chance(0.7):
            reach = kit.between(6, 24)
            square = np.array([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]) + centres.mean(0)
            matrix = cv2.getPerspectiveTransform(texture_corners(texture), camera.project_flat(square))
        else:
            angle = kit.between(0, 2 * math.pi)
            scale = kit.between(0.7, 1.6) * max(width, height) / size
            cosine, sine = scale * math.cos(angle), scale * math.sin(angle)
            matrix = np.array([[cosine, -sine, 0], [sine, cosine, 0], [0, 0, 1]])
            middle = np.array([width / 2, height / 2])
            matrix[:2, 2] = middle - matrix[:2, :2] @ np.array([size / 2, size / 2])
        picture = cv2.warpPerspective(
            texture, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        if kit.chance(0.35):
            picture = cv2.convertScaleAbs(picture, alpha=kit.between(0.25, 1.1), beta=kit.between(0, 30))
        if kit.chance(0.2):
            layers = cv2.split(picture)
            picture = cv2.merge([layers[int(channel)] for channel in kit.rng.permutation(3)])
        return picture

    def _draw_tiles(
        self, table: Tabletop, arrangement: Arrangement, centres: np.ndarray, styles: list[Style]
    ) -> list[tuple[int, LyingSolid | StandingSolid]]:
        """Shadows first, then the tiles from far to near; returns each one's number and what was drawn."""
        kit = self.kit
        style = styles[0]
        shape = outline(style.aspect, style.corner_radius)
        solids: list[LyingSolid | StandingSolid] = []
        lengths = []
        for tile in arrangement.tiles:
            solid = lying_solid(tile, style, table.camera, table.light, shape)
            if solid is None:
                continue
            table.cast(solid.ground_outline, solid.shadow_outline)
            lengths.append(solid.length)
            solids.append(solid)
        if kit.chance(0.22):
            solids += stand_up(kit, table, style, arrangement, centres)
        table.shade(float(np.mean(lengths)) if lengths else 60)
        solids.sort(key=lambda solid: solid.depth)
        drawn: list[tuple[int, LyingSolid | StandingSolid]] = []
        for number, each in enumerate(solids, start=1):
            if isinstance(each, StandingSolid):
                draw_standing(kit, table, number, each, style)
            elif not table.draw_lying(number, each, kit.pick(styles)):
                continue
            drawn.append((number, each))
        return drawn


def finished(
    drawn: list[tuple[int, LyingSolid | StandingSolid]], table: Tabletop, width: int, height: int
) -> tuple[LabelledTile, ...]:
    """The labels of what was drawn."""
    shares = table.visible()
    labels = []
    for number, solid in drawn:
        visible = shares.get(number, 0.0)
        if isinstance(solid, StandingSolid):
            quad, side = solid.quad, solid.broad
            if quad is not None and side is not None:
                is_back = side.kind == "back"
                labels.append(LabelledTile(quad, solid.a, solid.b, is_back, True, visible, False))
            continue
        x, y = solid.top.mean(0)
        inside = 0 <= x < width and 0 <= y < height
        long_side = float(np.linalg.norm(solid.top[1] - solid.top[2]))
        usable = bool(inside and visible > LEAST_VISIBLE and long_side > LEAST_LENGTH)
        tile = solid.tile
        labels.append(LabelledTile(solid.top, tile.a, tile.b, tile.back, False, visible, usable))
    return tuple(labels)
