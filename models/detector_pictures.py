"""The detector's training pictures: drawn scenes with the quads of the tiles to be found."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from datasets.scenes import SceneMaker
from models.rectangles import long_side_first, nearest_rectangle
from models.training import colour_turns

SIZE = 448
SHORTEST, LONGEST = 26 / 448, 0.85
GROUNDS = 10
# Shares of the pictures in other colours.
RECOLOURED, PERMUTED = 0.15, 0.2

# A picture (size, size, 3) uint8 BGR and the quads (k, 4, 2) of its tiles.
Sample = tuple[NDArray[np.uint8], NDArray[np.float32]]


@dataclass(frozen=True)
class Pictures:
    """n square pictures of tables.

    `pictures` (n, size, size, 3) uint8 BGR. Of each: `quads` (k, 4, 2) float32, the faces to be found, in pixels; and
    `doubtful` (m, 4, 2), faces of which too little can be seen to ask for them, or to call finding them wrong.
    """

    pictures: NDArray[np.uint8]
    quads: tuple[NDArray[np.float32], ...]
    doubtful: tuple[NDArray[np.float32], ...]

    def __len__(self) -> int:
        return len(self.quads)


def make_pictures(seed: int, count: int, size: int = SIZE) -> Pictures:
    """`count` pictures of `size` px from the scenes of `seed`: the same ones whenever asked."""
    maker = SceneMaker(seed, grounds=GROUNDS)
    pictures = np.empty((count, size, size, 3), np.uint8)
    wanted, doubtful = [], []
    for index in range(count):
        scene = maker.scene(size, size, shortest=SHORTEST * size, longest=LONGEST * size)
        pictures[index] = scene.picture
        faces = [tile for tile in scene.tiles if not tile.back and not tile.standing]
        wanted.append(_stack([tile.quad for tile in faces if tile.usable]))
        doubtful.append(_stack([tile.quad for tile in faces if not tile.usable]))
    return Pictures(pictures, tuple(wanted), tuple(doubtful))


def join(parts: list[Pictures]) -> Pictures:
    """The pictures of several parts in one."""
    return Pictures(
        np.concatenate([part.pictures for part in parts]),
        tuple(quads for part in parts for quads in part.quads),
        tuple(quads for part in parts for quads in part.doubtful),
    )


def vary(picture: NDArray[np.uint8], quads: NDArray[np.float32], random: np.random.Generator) -> Sample:
    """A square picture and its quads mirrored and turned by quarters at random, sometimes in other colours."""
    last = len(picture) - 1
    quads = quads.copy()
    if random.random() < 0.5:
        picture, quads[..., 0] = picture[:, ::-1], last - quads[..., 0]
    if random.random() < 0.5:
        picture, quads[..., 1] = picture[::-1], last - quads[..., 1]
    if random.random() < 0.5:
        picture, quads = picture.transpose(1, 0, 2), quads[..., ::-1]
    kind = random.random()
    if kind < RECOLOURED:
        turned = (picture.astype(np.float32) - 127.5) @ colour_turns(random, 1)[0] + 127.5
        picture = np.clip(turned, 0, 255).astype(np.uint8)
    elif kind < RECOLOURED + PERMUTED:
        picture = picture[..., random.permutation(3)]
    return picture, quads


def as_batch(samples: list[Sample]) -> dict[str, torch.Tensor]:
    """Pictures with their quads as Ultralytics' criterion takes them.

    img (n, 3, size, size) RGB from 0 to 1; and of every tile: bboxes (x, y, width, height as shares of the size, angle
    in radians), cls (always 0) and batch_idx, the picture it lies in.
    """
    size = len(samples[0][0])
    rectangles = [_rectangles(quads) for _, quads in samples]
    boxes = torch.from_numpy(np.concatenate(rectangles))
    boxes[:, :4] /= size
    places = np.concatenate([np.full(len(found), index, np.float32) for index, found in enumerate(rectangles)])
    return {
        "img": as_input([picture for picture, _ in samples]),
        "bboxes": boxes,
        "cls": torch.zeros(len(boxes), 1),
        "batch_idx": torch.from_numpy(places),
    }


def as_input(pictures: list[NDArray[np.uint8]]) -> torch.Tensor:
    """Pictures (size, size, 3) uint8 BGR as the network takes them: (n, 3, size, size) RGB from 0 to 1."""
    planes = torch.from_numpy(np.stack(pictures)[..., ::-1].copy()).permute(0, 3, 1, 2)
    return planes.float().div_(255).contiguous(memory_format=torch.channels_last)


def _rectangles(quads: NDArray[np.float32]) -> NDArray[np.float32]:
    return np.array([long_side_first(nearest_rectangle(quad)) for quad in quads], np.float32).reshape(-1, 5)


def _stack(quads: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    return np.array(quads, np.float32).reshape(-1, 4, 2)
