"""The tile detector's network: Ultralytics' YOLO11n-OBB with a single class, built from the installed package."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import torch

STRIDE = 32


def build_detector() -> Any:
    """A YOLO11n-OBB for the one class "tile" with random weights, ready to train; nothing is downloaded.

    Returns Ultralytics' OBBModel with its loss as `criterion`. In training it takes pictures (n, 3, h, w), RGB from
    0 to 1, both sides multiples of `STRIDE`; its criterion takes what that gives and a batch of rectangles.
    """
    os.environ["YOLO_OFFLINE"] = "True"
    import ultralytics
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import OBBModel
    from ultralytics.utils import DEFAULT_CFG, YAML

    plan = YAML.load(Path(ultralytics.__file__).parent / "cfg/models/11/yolo11-obb.yaml")
    plan["nc"], plan["scale"] = 1, "n"
    net = OBBModel(plan, verbose=False)
    net.args = get_cfg(DEFAULT_CFG)
    net.names = {0: "tile"}
    net.criterion = net.init_criterion()
    return net.to(memory_format=torch.channels_last)


class Found(torch.nn.Module):  # type: ignore[misc]
    """The detector as it is used: pictures in, every anchor's rectangle out, before any is struck out as a double.

    `forward` gives (n, 6, anchors) for pictures (n, 3, h, w): x, y, width, height in pixels of the picture, the
    score from 0 to 1, and the direction of the width in radians, from -pi/4 up to 3 pi/4.
    """

    def __init__(self, net: Any, changing_size: bool = False) -> None:
        super().__init__()
        self.net = net.eval()
        head = net.model[-1]
        head.export, head.dynamic = True, changing_size

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """As the class describes it."""
        found: torch.Tensor = self.net(pictures)
        return found
