"""What the tiles show: the reader network run on rectified tiles."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.crops import CROP_CORNERS, FACE_WIDTH, crop_transform, cut_crop
from vision.networks import Network
from vision.pictures import Picture


@dataclass(frozen=True)
class Readings:
    """What the reader says of n quads.

    `pips` (n, 2, 13): log-probability of 0 to 12 pips on half a and on half b. `whole` (n,): probability that the
    quad is the whole face of one lying tile. `quads` (n, 4, 2): the face's corners in picture pixels, set right.
    """

    pips: NDArray[np.float32]
    whole: NDArray[np.float32]
    quads: NDArray[np.float32]


class PipReader:
    """The reader network. Raises WeightsError where its weights are missing or damaged."""

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self.network = Network(weights, ("pips", "tile", "corners"), threads)

    def read(self, picture: Picture, quads: NDArray[np.float32]) -> Readings:
        """The readings at `quads` (n, 4, 2), corners 0-1 the outer short edge of half a, clockwise."""
        if not len(quads):
            return Readings(np.zeros((0, 2, 13), np.float32), np.zeros(0, np.float32), quads)
        pips, whole, corners = self.network.run(reader_input(picture, quads))
        return readings_from_output(quads, pips, whole, corners)


def reader_input(picture: Picture, quads: NDArray[np.float32]) -> NDArray[np.float32]:
    """The network's input (2n, 3, 80, 144): the n crops and then their half turns, RGB 0 to 1."""
    crops = np.stack([cut_crop(picture, quad) for quad in quads])
    both = np.concatenate([crops, crops[:, ::-1, ::-1]])
    return np.asarray(both[..., ::-1].transpose(0, 3, 1, 2) / np.float32(255), np.float32, order="C")


def readings_from_output(
    quads: NDArray[np.float32],
    pips: NDArray[np.float32],
    whole: NDArray[np.float32],
    corners: NDArray[np.float32],
) -> Readings:
    """Readings of n quads from the outputs for n crops and their half turns.

    The network reads the left half; the half turn brings half b there, and gives the corners and the judgement of
    the whole a second time.
    """
    n = len(quads)
    logs = pips - np.logaddexp.reduce(pips, axis=1, keepdims=True)
    offsets = corners.reshape(2 * n, 4, 2)
    # Turned by 180 degrees corner 2 lies where corner 0 was, and every offset points the other way.
    offset = (offsets[:n] - np.roll(offsets[n:], 2, axis=1)) / 2
    found = [
        cv2.perspectiveTransform((CROP_CORNERS + offset[i] * FACE_WIDTH)[None], np.linalg.inv(crop_transform(quads[i])))
        for i in range(n)
    ]
    return Readings(
        np.stack([logs[:n], logs[n:]], axis=1).astype(np.float32),
        (1 / (1 + np.exp(-(whole[:n] + whole[n:]) / 2))).astype(np.float32),
        np.concatenate(found).astype(np.float32),
    )
