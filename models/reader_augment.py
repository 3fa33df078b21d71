"""How the reader's crops are varied while it learns: mirrored with their labels, and seen by other cameras."""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from models.reader_crops import Crops
from models.training import colour_turns

# Batches are blurred and coarsened in groups of this many crops, which is much faster than one by one.
GROUP = 16
COARSE_LENGTHS = (24, 50)
# Shares of the crops: with little contrast, and with their colours turned into others.
FAINT, RECOLOURED = 0.2, 0.35

# Which old corner stands at each place of a crop mirrored left-right, and of one mirrored top-bottom.
SWAP_ENDS = [3, 2, 1, 0]
SWAP_SIDES = [1, 0, 3, 2]


def mirror(crops: Crops, ends: NDArray[np.bool_], sides: NDArray[np.bool_]) -> Crops:
    """The crops with left and right exchanged where `ends` (n,) and top and bottom where `sides` (n,).

    Pips and corners go with them: pips[:, 0] is always the left half, corners[:, i] always belongs to
    CROP_CORNERS[i]. Both together are half a turn.
    """
    pictures, pips, corners = crops.pictures.copy(), crops.pips.copy(), crops.corners.copy()
    pictures[ends] = pictures[ends][:, :, ::-1]
    pips[ends] = pips[ends][:, ::-1]
    corners[ends] = corners[ends][:, SWAP_ENDS] * np.array([-1, 1], np.float32)
    pictures[sides] = pictures[sides][:, ::-1]
    corners[sides] = corners[sides][:, SWAP_SIDES] * np.array([1, -1], np.float32)
    return Crops(pictures, pips, crops.tile, corners)


def as_input(pictures: NDArray[np.uint8]) -> torch.Tensor:
    """Crops (n, 80, 144, 3) uint8 BGR as the network takes them: (n, 3, 80, 144) RGB from 0 to 1."""
    planes = np.ascontiguousarray(pictures[..., ::-1])
    return torch.from_numpy(planes).permute(0, 3, 1, 2).float().div_(255)


def vary(inputs: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """The crops (n, 3, 80, 144), 0 to 1, as other cameras and other light would show them, and in other colours."""
    count = len(inputs)
    faint = random.random(count) < FAINT
    gain = _column(np.where(faint, random.uniform(0.25, 0.7, count), random.uniform(0.7, 1.3, count)))
    offset = _column(random.uniform(-0.12, 0.12, count))
    varied = torch.cat([_coarsen(group, random) for group in inputs.split(GROUP)])
    varied = (varied - 0.5) * gain
    inverted = torch.from_numpy(random.random(count) < 0.25)
    varied[inverted] = -varied[inverted]
    recoloured = torch.from_numpy(random.random(count) < RECOLOURED)
    varied[recoloured] = _recoloured(varied[recoloured], random)
    varied += 0.5 + offset
    noisy = torch.from_numpy(random.random(count) < 0.3)
    grain = random.standard_normal((int(noisy.sum()), *inputs.shape[1:]), np.float32)
    varied[noisy] += torch.from_numpy(grain) * _column(random.uniform(0.01, 0.08, len(grain)))
    return varied.clamp_(0, 1)


def _recoloured(centred: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """Crops (n, 3, 80, 144) about 0, each with its colours turned at random: pips may differ in hue alone."""
    return torch.einsum("nij,njhw->nihw", torch.from_numpy(colour_turns(random, len(centred))), centred)


def _column(values: NDArray[np.float64]) -> torch.Tensor:
    return torch.from_numpy(values.astype(np.float32))[:, None, None, None]


def _coarsen(group: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """Sometimes as from a picture in which the tile is 24 to 50 px long, sometimes blurred along an axis or both."""
    height, width = group.shape[2:]
    kind = random.random()
    if kind < 0.25:
        scale = random.uniform(*COARSE_LENGTHS) / 128
        small = functional.interpolate(group, (round(height * scale), round(width * scale)), mode="area")
        return functional.interpolate(small, (height, width), mode="bilinear", align_corners=False)
    if kind < 0.4:
        size = [(1, 3), (3, 1), (3, 3), (1, 7), (7, 1), (5, 5)][random.integers(6)]
        return functional.avg_pool2d(group, size, 1, (size[0] // 2, size[1] // 2), count_include_pad=False)
    return group
