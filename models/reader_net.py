"""The pip reader's network: a small CNN that reads one half of a tile, tells tiles from others, finds the corners."""

from __future__ import annotations

from typing import Literal

import torch
from torch import nn
from torch.nn import functional

from vision.crops import CROP_CORNERS, FACE_WIDTH

PIPS = 13
# The outputs that can be taught alone.
Output = Literal["tile", "corners"]

# Columns of the last feature map (18 for a crop of 144 px) that the left half covers, one beyond the middle.
LEFT_COLUMNS = 10
# So many layers see every fourth pixel; those after them, every eighth.
FINE = 3


def convolution(inputs: int, outputs: int, size: int = 3, stride: int = 1) -> nn.Sequential:
    """A convolution, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Residual(nn.Module):  # type: ignore[misc]
    """Two 3 x 3 convolutions beside a straight way through."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = convolution(channels, channels)
        self.second = nn.Sequential(nn.Conv2d(channels, channels, 3, padding=1, bias=False), nn.BatchNorm2d(channels))

    def forward(self, features: torch.Tensor) -> torch.Tensor:
        """(N, C, h, w) -> (N, C, h, w)."""
        return torch.relu(features + self.second(self.first(features)))


class CornerMaps(nn.Module):  # type: ignore[misc]
    """Finds the four corners of a face: the mean place of a map of probabilities each.

    The maps lie over the crop at every fourth pixel and reach two places beyond it on all sides.
    """

    BEYOND, STEP, CHANNELS = 2, 4, 16

    def __init__(self, fine: int, coarse: int) -> None:
        super().__init__()
        self.fine = convolution(fine, self.CHANNELS)
        self.coarse = convolution(coarse, self.CHANNELS, 1)
        self.maps = nn.Sequential(
            convolution(2 * self.CHANNELS, self.CHANNELS, 5), nn.Conv2d(self.CHANNELS, len(CROP_CORNERS), 3, padding=1)
        )
        self.register_buffer("usual", torch.from_numpy(CROP_CORNERS), persistent=False)

    def forward(self, fine: torch.Tensor, coarse: torch.Tensor) -> torch.Tensor:
        """Corners (N, 8) from features at every fourth pixel (N, C, 20, 36) and at every eighth (N, D, 10, 18)."""
        wide = functional.interpolate(self.coarse(coarse), scale_factor=2.0, mode="nearest")
        both = functional.pad(torch.cat([self.fine(fine), wide], dim=1), [self.BEYOND] * 4)
        maps = self.maps(both).float()
        height, width = maps.shape[2:]
        chances = maps.flatten(2).softmax(2).unflatten(2, (height, width))
        across = (torch.arange(width, device=maps.device) - self.BEYOND) * float(self.STEP)
        down = (torch.arange(height, device=maps.device) - self.BEYOND) * float(self.STEP)
        places = torch.stack([(chances.sum(2) * across).sum(2), (chances.sum(3) * down).sum(2)], dim=2)
        return ((places - self.usual) / FACE_WIDTH).flatten(1)


class FaceMap(nn.Module):  # type: ignore[misc]
    """Judges by what lies where whether a crop shows the whole face of one tile: dots in halves, an edge all round."""

    CHANNELS = 32

    def __init__(self, fine: int, coarse: int) -> None:
        super().__init__()
        self.fine = convolution(fine, self.CHANNELS, 3, 2)
        self.coarse = convolution(coarse, self.CHANNELS, 1)
        self.both = nn.Sequential(convolution(2 * self.CHANNELS, self.CHANNELS), nn.MaxPool2d(2))
        self.judge = nn.Sequential(
            nn.Linear(self.CHANNELS * 45, 48), nn.ReLU(inplace=True), nn.Dropout(0.2), nn.Linear(48, 1)
        )
        # Before it is taught it has no say.
        nn.init.zeros_(self.judge[-1].weight)
        nn.init.zeros_(self.judge[-1].bias)

    def forward(self, fine: torch.Tensor, coarse: torch.Tensor) -> torch.Tensor:
        """Logits (N,) from features at every fourth pixel (N, C, 20, 36) and at every eighth (N, D, 10, 18)."""
        both = torch.cat([self.fine(fine), self.coarse(coarse)], dim=1)
        return self.judge(self.both(both).flatten(1))[:, 0]


class ReaderNet(nn.Module):  # type: ignore[misc]
    """Reads the left half of a crop (vision.crops.cut_crop), RGB from 0 to 1, (N, 3, 80, 144).

    `forward` gives three logits tensors:
    pips (N, 13), for 0 to 12 pips on the left half; tile (N,), that the crop shows the whole face of one tile, laid
    straight; corners (N, 8), the x and y by which each true corner of that face lies off its place in
    vision.crops.CROP_CORNERS, in the same order, in units of the face's width in the crop (64 px).

    The right half is read by running the network on the crop turned by half a turn (both axes of the array
    reversed). Its corners then belong to the turned crop: corner i of the crop is corner (i + 2) % 4 of the turned
    one, and its offset there points the other way.

    The two temperatures, fitted after the training, divide the logits, so that the softmax of pips and the sigmoid
    of tile are probabilities that mean what they say.
    """

    def __init__(self) -> None:
        super().__init__()
        self.features = nn.Sequential(
            convolution(3, 20, 5, 2),
            convolution(20, 32, 3, 2),
            convolution(32, 64),
            convolution(64, 96, 3, 2),
            Residual(96),
        )
        # Pips stand in fixed places: what was found is kept apart by a grid of 5 x 5 places over the half, beside
        # the mean and the greatest response, which do not depend on the place.
        self.half_grid = nn.Sequential(convolution(96, 32, 1), nn.AvgPool2d(2))
        self.half_head = nn.Sequential(
            nn.Linear(32 * 25 + 2 * 96, 112), nn.ReLU(inplace=True), nn.Dropout(0.15), nn.Linear(112, PIPS)
        )
        # What a crop is made of and what lies where in it are judged apart; the logits add up.
        self.tile_head = nn.Sequential(nn.Linear(2 * 96, 48), nn.ReLU(inplace=True), nn.Linear(48, 1))
        self.face_map = FaceMap(64, 96)
        # Corners are found in two ways, each taught by itself, and the mean of both is taken: one knows the whole crop
        # and bears blur, the other looks closely at edges.
        self.corner_grid = convolution(96, 8, 1)
        self.corner_head = nn.Sequential(
            nn.Linear(8 * 180 + 96, 56), nn.ReLU(inplace=True), nn.Linear(56, 2 * len(CROP_CORNERS))
        )
        self.corner_maps = CornerMaps(64, 96)
        self.register_buffer("pips_temperature", torch.ones(()))
        self.register_buffer("tile_temperature", torch.ones(()))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Pips (N, 13), tile (N,), corners (N, 8) of crops (N, 3, 80, 144), as the class describes them."""
        pips, tile, corners = self.apart(crops)
        return pips, tile, corners.mean(1)

    def apart(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """As `forward`, with the corners of either way by themselves, (N, 2, 8)."""
        fine = self.features[:FINE](crops)
        features = self.features[FINE:](fine)
        left = features[..., :LEFT_COLUMNS]
        mean = features.mean((2, 3))
        half = torch.cat([self.half_grid(left).flatten(1), left.mean((2, 3)), left.amax((2, 3))], dim=1)
        tile = torch.cat([mean, features.amax((2, 3))], dim=1)
        whole = torch.cat([self.corner_grid(features).flatten(1), mean], dim=1)
        return (
            self.half_head(half) / self.pips_temperature,
            (self.tile_head(tile)[:, 0] + self.face_map(fine, features)) / self.tile_temperature,
            torch.stack([self.corner_head(whole), self.corner_maps(fine, features)], dim=1),
        )

    def parts(self, output: Output) -> nn.ModuleList:
        """The parts that only this output needs."""
        if output == "corners":
            return nn.ModuleList([self.corner_grid, self.corner_head, self.corner_maps])
        return nn.ModuleList([self.tile_head, self.face_map])
