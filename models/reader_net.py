"""The pip reader's network: a small CNN that reads one half of a tile, tells tiles from others, finds the corners."""

from __future__ import annotations

import torch
from torch import nn

PIPS = 13
CORNER_NUMBERS = 8

# Columns of the last feature map (18 for a crop of 144 px) that the left half covers, one beyond the middle.
LEFT_COLUMNS = 10


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
        self.tile_head = nn.Sequential(nn.Linear(2 * 96, 48), nn.ReLU(inplace=True), nn.Linear(48, 1))
        self.corner_grid = convolution(96, 8, 1)
        self.corner_head = nn.Sequential(
            nn.Linear(8 * 180 + 96, 56), nn.ReLU(inplace=True), nn.Linear(56, CORNER_NUMBERS)
        )
        self.register_buffer("pips_temperature", torch.ones(()))
        self.register_buffer("tile_temperature", torch.ones(()))

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Pips (N, 13), tile (N,), corners (N, 8) of crops (N, 3, 80, 144), as the class describes them."""
        features = self.features(crops)
        left = features[..., :LEFT_COLUMNS]
        mean = features.mean((2, 3))
        half = torch.cat([self.half_grid(left).flatten(1), left.mean((2, 3)), left.amax((2, 3))], dim=1)
        corners = torch.cat([self.corner_grid(features).flatten(1), mean], dim=1)
        tile = torch.cat([mean, features.amax((2, 3))], dim=1)
        return (
            self.half_head(half) / self.pips_temperature,
            self.tile_head(tile)[:, 0] / self.tile_temperature,
            self.corner_head(corners),
        )
