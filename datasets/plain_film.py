"""The plain film of one deal with which tests go fast: one tile after another appears under a still camera.

    python -m datasets.plain_film --seed 7 --out datasets/sample

writes deal.mp4 and deal.json. Nobody is seen: between two plays one frame differs from the next. Films of whole
matches, with all that happens at a table, are made by datasets.films; the one that `fivesight demo` follows, too:

    python -m datasets.films datasets/sample --films 1 --deals 1 --seed 3
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np

from datasets import grounds
from datasets.arrangements import Lying
from datasets.camera import Camera, turn_matrix
from datasets.deals import Deal, good_deal
from datasets.kit import Kit
from datasets.looks import Style
from datasets.paint import flat, hsv, texture_corners, to_bytes
from datasets.tabletop import Light, LyingSolid, Tabletop, lying_solid, outline
from datasets.truth import film_truth, is_bent, lay_out, loosely
from scorer.arrange import NoRoom

Table = Literal["felt", "wood"]

WIDTH, HEIGHT = 1280, 720
FRAMES_A_SECOND = 4
FRAMES_A_PLAY = 12
LAST_FRAMES = 20
LONGEST_TILE, SHORTEST_TILE = 72.0, 60.0  # px at the middle of the picture
NOISE = 1.8  # deviation of the sensor noise
GROUND_REACH = 22.0  # tile widths from the middle of the table to its edge
TABLES: tuple[Table, ...] = ("felt", "wood")


@dataclass(frozen=True)
class Set:
    """What one film shows always alike: the camera, the light, the tiles' look and where each of them lies."""

    kit: Kit
    seed: int
    table: Table
    style: Style
    camera: Camera
    light: Light
    ground: np.ndarray
    glow: np.ndarray
    tiles: tuple[Lying, ...]


def make_film(seed: int, path: Path, table: Table | None = None) -> dict[str, Any]:
    """Write the film of the deal that the seed gives as an .mp4, and its truth as .json beside it; return the truth.

    Raises OSError where the film cannot be written.
    """
    rng = np.random.default_rng(seed)
    deal = deal_on_table(rng)
    stage = set_up(seed, deal, table)
    path.parent.mkdir(parents=True, exist_ok=True)
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, FRAMES_A_SECOND, (WIDTH, HEIGHT))
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as a film")
    for frame in frames(stage, deal):
        writer.write(frame)
    writer.release()
    quads = [solid.top for solid in solids(stage)]
    truth = film_truth(path.stem, seed, deal, stage.tiles, quads, shown_plays(deal), description(stage))
    path.with_suffix(".json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")
    return truth


def deal_on_table(rng: np.random.Generator) -> Deal:
    """A deal worth watching that fits on the table, its doubles all crosswise in the middle of their lines."""
    while True:
        deal = good_deal(rng)
        try:
            tiles = lay_out(deal.layout)
        except NoRoom:
            continue
        if not any(is_bent(deal.layout, index, tiles) for index in range(len(tiles))):
            return deal


def ivory(kit: Kit) -> Style:
    """Ivory tiles with black drilled pips, a divider and a brass pin."""
    body = hsv(kit.whole(19, 24), kit.whole(35, 60), kit.whole(215, 235))
    black = hsv(0, 0, 22)
    return Style(
        highest=6,
        body=body,
        wooden=False,
        aspect=2.0,
        corner_radius=0.1,
        thickness=0.38,
        side=body * 0.78,
        band=None,
        rim=0.06,
        bevel=0.1,
        falloff=0.0,
        marbling=0.012,
        wear=0.0,
        opacity=1.0,
        pip_colours=(black,) * 7,
        pip_radii=(0.1,) * 7,
        pip_along=0.27,
        pip_across=0.28,
        pip_finish="drilled",
        pip_jitter=0.003,
        six_turned=False,
        turned_numbers=False,
        wide_eleven=False,
        divider="line",
        divider_colour=black,
        divider_width=0.035,
        divider_length=0.84,
        pin_radius=0.06,
        pin_colour=hsv(22, 150, 200),
        bordered=False,
        back="plain",
        back_colour=body,
        logo_colour=black,
        print_colours=(),
    )


def set_up(seed: int, deal: Deal, table: Table | None = None) -> Set:
    """Lay the table and put up the camera for a deal."""
    kit = Kit(seed)
    kind = kit.pick(TABLES) if table is None else table
    style = ivory(kit)
    tiles = loosely(kit, lay_out(deal.layout), style)
    middles = np.array([(tile.x, tile.y) for tile in tiles])
    low, high = middles.min(0) - 1.2, middles.max(0) + 1.2
    room = min(0.9 * WIDTH / (high[0] - low[0]), 0.86 * HEIGHT / (high[1] - low[1]))
    length = min(LONGEST_TILE, max(SHORTEST_TILE, room * style.aspect))
    focal = WIDTH / 2 / math.tan(math.radians(kit.between(56, 66)) / 2)
    target = (low + high) / 2
    camera = Camera(
        width=WIDTH,
        height=HEIGHT,
        target=np.array([target[0], target[1], 0.0]),
        turn=turn_matrix(0, math.radians(kit.between(7, 14))),
        distance=focal * style.aspect / length,
        focal=focal,
        roll=math.radians(kit.between(-2, 2)),
        middle=(WIDTH / 2 + kit.bell(8), HEIGHT / 2 + kit.bell(6)),
    )
    light = Light(
        angle=kit.between(0, 2 * math.pi),
        slope=kit.between(0.3, 0.7),
        darkness=kit.between(0.3, 0.5),
        contact=0.35,
        softness=kit.between(0.04, 0.08),
    )
    return Set(kit, seed, kind, style, camera, light, table_top(kit, kind, camera), glow(kit), tiles)


def table_top(kit: Kit, kind: Table, camera: Camera) -> np.ndarray:
    """Green felt or brown wood as the camera sees it."""
    size = 1500
    if kind == "felt":
        cloth = grounds.uneven(kit, flat(size, size, hsv(kit.whole(62, 76), 165, 92)), 4, 0.03)
        texture = cloth + 5 * kit.white_patch(size, size)[..., None]
    else:
        texture = grounds.wood(kit, size)
        texture = texture * (hsv(13, 140, 140) / texture.mean((0, 1)))
    reach = GROUND_REACH
    square = np.array([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]) + camera.target[:2]
    matrix = cv2.getPerspectiveTransform(texture_corners(texture), camera.project_flat(square))
    return cv2.warpPerspective(
        to_bytes(texture), matrix, (WIDTH, HEIGHT), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT
    )


def glow(kit: Kit) -> np.ndarray:
    """How light falls over the picture: warm, a little stronger on one side, weaker in the corners."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)
    x, y = x / WIDTH - 0.5, y / HEIGHT - 0.5
    angle = kit.between(0, 2 * math.pi)
    light = 1 + 0.16 * (x * math.cos(angle) + y * math.sin(angle)) - 0.35 * (x * x + y * y)
    return np.asarray(light[..., None] * np.array([1.03, 1.1, 1.14]), np.float32)


def solids(stage: Set) -> list[LyingSolid]:
    """All tiles of the deal as the camera sees them."""
    shape = outline(stage.style.aspect, stage.style.corner_radius)
    found = [lying_solid(tile, stage.style, stage.camera, stage.light, shape) for tile in stage.tiles]
    return [solid for solid in found if solid is not None]


def settled(stage: Set, count: int) -> np.ndarray:
    """The table with the first `count` tiles on it, without noise."""
    kit = stage.kit
    table = Tabletop(kit, stage.ground.copy(), stage.camera, stage.light)
    shown = list(enumerate(solids(stage)))[:count]
    for _, solid in shown:
        table.cast(solid.ground_outline, solid.shadow_outline)
    table.shade(LONGEST_TILE)
    for index, solid in sorted(shown, key=lambda pair: pair[1].depth):
        kit.rng = np.random.default_rng([stage.seed, index])  # a tile looks the same in every frame
        table.draw_lying(index + 1, solid, stage.style)
    picture = cv2.multiply(table.picture, stage.glow, dtype=cv2.CV_8U)
    return cv2.GaussianBlur(picture, (0, 0), 0.6)


def shown_plays(deal: Deal) -> list[int]:
    """For every frame the play after which it was taken."""
    plays = [play for play in range(len(deal.plays)) for _ in range(FRAMES_A_PLAY)]
    return plays + [len(deal.plays) - 1] * LAST_FRAMES


def frames(stage: Set, deal: Deal) -> Iterator[np.ndarray]:
    """Every frame of the film, each with its own noise."""
    rng = np.random.default_rng([stage.seed, 1000])
    clean, shown = stage.ground, -1
    for play in shown_plays(deal):
        if play != shown:
            clean, shown = settled(stage, play + 1), play
        noise = rng.standard_normal((HEIGHT, WIDTH), dtype=np.float32) * np.float32(NOISE)
        layers = [noise, np.roll(noise, 41, 0), np.roll(noise, 83, 1)]
        yield cv2.add(clean, cv2.merge(layers), dtype=cv2.CV_8U)


def description(stage: Set) -> dict[str, Any]:
    """What the truth says about the picture."""
    return {
        "image_size": [WIDTH, HEIGHT],
        "frames_a_second": FRAMES_A_SECOND,
        "set": {"look": "ivory, black pips, brass pin", "highest": stage.style.highest},
        "table": stage.table,
        "tile_length_px_at_centre": round(stage.camera.focal * stage.style.aspect / stage.camera.distance, 1),
    }


def main() -> None:
    """Make a film by the command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.plain_film", description="Make the film of a deal.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", choices=TABLES, help="by chance if not given")
    parser.add_argument("--out", type=Path, default=Path("film"), metavar="DIR")
    chosen = parser.parse_args()
    truth = make_film(chosen.seed, chosen.out / "deal.mp4", chosen.table)
    size = (chosen.out / "deal.mp4").stat().st_size / 1e6
    print(f"{len(truth['plays'])} plays, {truth['scores']} in play, {len(truth['frames'])} frames, {size:.1f} MB")


if __name__ == "__main__":
    main()
