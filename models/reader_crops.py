"""The reader's training crops, cut from drawn scenes around quads as inexact as a detector's, and kept in a file."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.scenes import LabelledTile, Scene, SceneMaker
from models.overlap import iou
from models.rectangles import rectangle_quad
from models.training import start_workers
from vision.crops import CROP_CORNERS, CROP_HEIGHT, CROP_WIDTH, FACE_WIDTH, crop_transform, cut_crop
from vision.detector import Detector
from vision.sightings import same_way_round

PICTURE, SHORTEST, LONGEST = 640, 26, 460
PART = 1000
# So many scenes more have no tile at all: what the detector takes for one there is what the reader has to refuse.
CLUTTER = 0.4

# A detector's errors: turn in degrees, size as a logarithm, shift and single corners in widths of the face.
TURN, SIZE, SHIFT, CORNER = 2.5, 0.05, 0.045, 0.02

# A tile of which less can be seen has too few pips left to be read, and one more visible is a tile's face.
READABLE = 0.75

# A proposal is that tile's above the one overlap (IoU), and no tile's below the other; between them it is left out.
THAT_TILE, NOT_THAT_TILE = 0.6, 0.3
DETECTOR = Path(__file__).with_name("detector.onnx")

# Sets beyond double-six are rare, so of more than six pips a half nearly every tile is taken, of the others only some.
RARE_PIPS = 7
RARE_TILES_A_SCENE, COMMON_TILES_A_SCENE = 20, 9


@dataclass(frozen=True)
class Crops:
    """n crops with what they show.

    `pictures` (n, 80, 144, 3) uint8 BGR; `pips` (n, 2) int64, left and right half, 0 to 12; `tile` (n,) bool, a whole
    face laid straight (`pips` and `corners` mean something only there); `corners` (n, 4, 2) float32, how far the
    true corners lie off CROP_CORNERS, in face widths.
    """

    pictures: NDArray[np.uint8]
    pips: NDArray[np.int64]
    tile: NDArray[np.bool_]
    corners: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.tile)


@dataclass(frozen=True)
class _Crop:
    picture: NDArray[np.uint8]
    tile: LabelledTile | None
    corners: NDArray[np.float32]


def corner_offsets(cut: NDArray[np.float32], true: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far the corners `true` lie off CROP_CORNERS in the crop cut at `cut`.

    Both quads (4, 2) are in picture pixels; the offsets (4, 2) in widths of the face.
    """
    points = np.concatenate([true, np.ones((4, 1), np.float32)], axis=1) @ crop_transform(cut).T
    places = points[:, :2] / points[:, 2:]
    return np.asarray((places - CROP_CORNERS) / FACE_WIDTH, np.float32)


def inexact(quad: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """`quad` (4, 2) as a detector gives it: often the nearest rectangle; turned, scaled and shifted a little."""
    if random.random() < 0.5:
        quad = rectangle_quad(quad)
    width = float(np.linalg.norm(quad[1] - quad[0]))
    turn, centre = math.radians(random.normal() * TURN), quad.mean(axis=0)
    matrix = math.exp(random.normal() * SIZE) * np.array(
        [[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]
    )
    shift = random.normal(size=2) * SHIFT * width
    noise = random.normal(size=(4, 2)) * CORNER * width
    return np.asarray((quad - centre) @ matrix.T + centre + shift + noise, np.float32)


def misplaced(quad: NDArray[np.float32], random: np.random.Generator) -> NDArray[np.float32]:
    """A quad (4, 2) that holds no whole face laid straight: beside the one at `quad`, across it, or of another size."""
    across, along, centre = quad[1] - quad[0], quad[2] - quad[1], quad.mean(axis=0)
    kind = random.random()
    if kind < 0.5:
        return np.asarray(quad + along * random.choice([-1, 1]) * random.uniform(0.3, 0.7), np.float32)
    if kind < 0.72:
        return np.asarray(quad + across * random.choice([-1, 1]) * random.uniform(0.4, 0.7), np.float32)
    if kind < 0.88:
        return np.asarray((quad - centre) @ np.array([[0, 1], [-1, 0]]) + centre, np.float32)
    shift = random.normal(size=2) * 0.2 * np.linalg.norm(across)
    return np.asarray((quad - centre) * random.choice([0.5, 1.8]) + centre + shift, np.float32)


def _anywhere(scene: Scene, random: np.random.Generator) -> NDArray[np.float32] | None:
    """A quad of a tile's shape away from every tile, or None where the place drawn is taken."""
    length, turn = random.uniform(30, 200), random.uniform(0, 2 * math.pi)
    centre = random.uniform(60, PICTURE - 60, 2)
    along = np.array([math.cos(turn), math.sin(turn)]) * length / 2
    across = np.array([along[1], -along[0]]) / 2
    if any(np.linalg.norm(tile.quad.mean(axis=0) - centre) < length for tile in scene.tiles):
        return None
    corners = [centre - along - across, centre - along + across, centre + along + across, centre + along - across]
    return np.array(corners, np.float32)


def proposed_crops(scene: Scene, detector: Detector) -> Iterator[_Crop]:
    """The crops that the reader meets in use: where the detector sees a tile, rightly or wrongly."""
    boxes = detector.detect(scene.picture, PICTURE)
    overlaps = np.array([[iou(tile.quad, quad) for tile in scene.tiles] for quad in boxes.quads])
    for quad, overlap in zip(boxes.quads, overlaps.reshape(len(boxes), len(scene.tiles)), strict=True):
        tile = scene.tiles[int(overlap.argmax())] if len(overlap) else None
        best = float(overlap.max(initial=0))
        if tile is None or best < NOT_THAT_TILE or tile.back or tile.standing:
            yield _Crop(cut_crop(scene.picture, quad), None, np.zeros((4, 2), np.float32))
        elif best > THAT_TILE and tile.usable and tile.visible > READABLE:
            cut = as_labelled(quad, tile.quad)
            yield _Crop(cut_crop(scene.picture, cut), tile, corner_offsets(cut, tile.quad))


def as_labelled(quad: NDArray[np.float32], true: NDArray[np.float32]) -> NDArray[np.float32]:
    """The detector's `quad` (4, 2) with half a where the label has it."""
    return quad if same_way_round(quad, true) else np.roll(quad, 2, axis=0)


def scene_crops(scene: Scene, random: np.random.Generator) -> Iterator[_Crop]:
    """The crops taken from one scene: its readable tiles, places beside them, backs, standing tiles, plain ground."""
    picture = scene.picture
    nothing = np.zeros((4, 2), np.float32)

    def no_tile(quad: NDArray[np.float32]) -> _Crop:
        return _Crop(cut_crop(picture, quad), None, nothing)

    faces = [t for t in scene.tiles if t.usable and not t.back and not t.standing and t.visible > READABLE]
    faces = [faces[index] for index in random.permutation(len(faces))]
    rare = [tile for tile in faces if max(tile.a, tile.b) >= RARE_PIPS]
    common = [tile for tile in faces if max(tile.a, tile.b) < RARE_PIPS]
    for tile in rare[:RARE_TILES_A_SCENE] + common[:COMMON_TILES_A_SCENE]:
        cut = inexact(tile.quad, random)
        yield _Crop(cut_crop(picture, cut), tile, corner_offsets(cut, tile.quad))
        if random.random() < 0.22:
            yield no_tile(misplaced(inexact(tile.quad, random), random))
    for tile in scene.tiles:
        if (tile.back or tile.standing) and tile.visible > 0.5 and random.random() < 0.5:
            yield no_tile(inexact(tile.quad, random))
    if random.random() < 0.5:
        empty = _anywhere(scene, random)
        if empty is not None:
            yield no_tile(empty)


def make_crops(seed: int, count: int) -> Crops:
    """`count` crops from scenes of `seed`: the same ones whenever asked."""
    random = np.random.default_rng(seed)
    maker = SceneMaker(seed, grounds=12)
    detector = Detector(DETECTOR, threads=1)
    crops: list[_Crop] = []
    while len(crops) < count:
        kind = "clutter" if random.random() < CLUTTER else None
        scene = maker.scene(PICTURE, PICTURE, SHORTEST, LONGEST, kind)
        crops.extend(scene_crops(scene, random))
        crops.extend(proposed_crops(scene, detector))
    del crops[count:]
    return Crops(
        np.stack([crop.picture for crop in crops]),
        np.array([(crop.tile.a, crop.tile.b) if crop.tile else (0, 0) for crop in crops], np.int64),
        np.array([crop.tile is not None for crop in crops]),
        np.stack([crop.corners for crop in crops]),
    )


def _write_part(task: tuple[Path, int]) -> Path:
    folder, seed = task
    crops = make_crops(seed, PART)
    np.save(folder / f"{seed}_pictures.npy", crops.pictures)
    # The labels come last and whole: where they lie, the part is finished.
    unfinished = folder / f"{seed}.tmp.npz"
    np.savez(unfinished, pips=crops.pips, tile=crops.tile, corners=crops.corners)
    return unfinished.rename(folder / f"{seed}.npz")


def of_detector(folder: Path, weights: Path) -> Path:
    """The place in `folder` for the crops that the detector with these weights proposed."""
    return folder / hashlib.sha256(weights.read_bytes()).hexdigest()[:8]


def cached_crops(folder: Path, first_seed: int, count: int) -> Crops:
    """`count` crops (rounded up to whole parts) of the seeds from `first_seed` on, kept in `folder`.

    Parts that lie there already, of the same detector, are not drawn again, so a run that was stopped goes on where it
    was.
    """
    folder = of_detector(folder, DETECTOR)
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(first_seed, first_seed + math.ceil(count / PART))
    missing = [(folder, seed) for seed in seeds if not (folder / f"{seed}.npz").exists()]
    if missing:
        with start_workers() as pool:
            for done, _ in enumerate(pool.imap_unordered(_write_part, missing), start=1):
                print(f"drawn {done} of {len(missing)} parts of {PART} crops", flush=True)
    pictures = np.empty((len(seeds) * PART, CROP_HEIGHT, CROP_WIDTH, 3), np.uint8)
    labels = []
    for part, seed in enumerate(seeds):
        pictures[part * PART : (part + 1) * PART] = np.load(folder / f"{seed}_pictures.npy")
        with np.load(folder / f"{seed}.npz") as stored:
            labels.append({name: stored[name] for name in ("pips", "tile", "corners")})
    joined = {name: np.concatenate([part[name] for part in labels]) for name in ("pips", "tile", "corners")}
    return Crops(pictures, joined["pips"], joined["tile"], joined["corners"])
