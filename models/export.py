"""Trained weights to the files that are shipped: `python -m models.export detector|reader CHECKPOINT`.

Writes models/detector.onnx or models/reader.onnx, checked against the trained network, and beside it the same weights
in half precision (models/detector.pt, models/reader.pt), from which a training can start with --init.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import onnxslim
import torch
from numpy.typing import NDArray

from models.detector_net import STRIDE, Found, build_detector
from models.detector_pictures import as_input as detector_input
from models.detector_pictures import make_pictures
from models.reader_augment import as_input as reader_input
from models.reader_crops import make_crops
from models.reader_net import ReaderNet
from models.training import mean_weights, save_half
from vision.crops import CROP_HEIGHT, CROP_WIDTH

OPSET = 17
LARGEST_FILE, LARGEST_TOGETHER = 12_000_000, 15_000_000
FOLDER = Path(__file__).parent
CHECK_SEED = 800_000

# How far ONNX Runtime may be off the trained network: x, y, width, height in pixels, score, angle in radians.
DETECTOR_TOLERANCE = np.array([0.05, 0.05, 0.05, 0.05, 1e-3, 2e-3])
LIKELY = 0.05
READER_TOLERANCE = 1e-3


def export_detector(weights: dict[str, torch.Tensor], path: Path) -> None:
    """Write the detector as ONNX: "pictures" (batch, 3, height, width) to "found" (batch, 6, anchors).

    Batch, height and width are free, the sides multiples of 32. Raises RuntimeError where the weights are of another
    network and ValueError where the file is too large or does not do what the trained network does.
    """
    net = build_detector()
    net.load_state_dict(weights)
    fused = Found(net.float().fuse(verbose=False), changing_size=True)
    axes = {"pictures": {0: "batch", 2: "height", 3: "width"}, "found": {0: "batch", 2: "anchors"}}
    _write(fused, torch.zeros(2, 3, 8 * STRIDE, 10 * STRIDE), path, ["found"], axes)
    trained = build_detector()
    trained.load_state_dict(weights)
    check_detector(Found(trained), path)


def check_detector(trained: Found, path: Path) -> None:
    """Raise ValueError where the file at `path` finds other rectangles than `trained` on drawn pictures."""
    for size, count in ((448, 2), (640, 1)):
        pictures = detector_input(list(make_pictures(CHECK_SEED, count, size).pictures))
        with torch.no_grad():
            wanted = trained(pictures).numpy()
        (found,) = run_onnx(path, pictures)
        likely = wanted[:, 4] >= LIKELY
        difference = np.abs(found - wanted).transpose(0, 2, 1)
        # Off the tiles only the score counts; what a box of an empty place would be means nothing.
        if (difference[..., 4] > DETECTOR_TOLERANCE[4]).any() or (difference[likely] > DETECTOR_TOLERANCE).any():
            worst = difference[likely].max(axis=0, initial=0).round(5).tolist()
            raise ValueError(f"{path} differs from the trained detector by {worst} (x, y, width, height, score, angle)")


def export_reader(weights: dict[str, torch.Tensor], path: Path) -> None:
    """Write the reader as ONNX: "crops" (batch, 3, 80, 144) to "pips", "tile" and "corners", as ReaderNet describes.

    Raises as `export_detector` does.
    """
    net = ReaderNet()
    net.load_state_dict(weights)
    net.eval()
    names = ["pips", "tile", "corners"]
    axes = {name: {0: "batch"} for name in ("crops", *names)}
    _write(net, torch.zeros(2, 3, CROP_HEIGHT, CROP_WIDTH), path, names, axes)
    check_reader(net, path)


def check_reader(trained: ReaderNet, path: Path) -> None:
    """Raise ValueError where the file at `path` reads drawn crops otherwise than `trained`."""
    crops = reader_input(make_crops(CHECK_SEED, 40).pictures)
    with torch.no_grad():
        wanted = trained(crops)
    for name, right, found in zip(("pips", "tile", "corners"), wanted, run_onnx(path, crops), strict=True):
        difference = float(np.abs(found - right.numpy()).max())
        if difference > READER_TOLERANCE:
            raise ValueError(f"{path} differs from the trained reader by {difference} in {name}")


def run_onnx(path: Path, inputs: torch.Tensor) -> list[NDArray[np.float32]]:
    """The outputs of the network at `path`."""
    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    return list(session.run(None, {session.get_inputs()[0].name: inputs.contiguous().numpy()}))


def check_sizes(folder: Path) -> None:
    """Raise ValueError where a file of weights is too large, or both together are."""
    sizes = {path.name: path.stat().st_size for path in sorted(folder.glob("*.onnx"))}
    if any(size >= LARGEST_FILE for size in sizes.values()) or sum(sizes.values()) >= LARGEST_TOGETHER:
        raise ValueError(f"the weights are too large: {sizes} bytes")


def _write(
    net: torch.nn.Module, example: torch.Tensor, path: Path, outputs: Sequence[str], axes: dict[str, dict[int, str]]
) -> None:
    (given,) = set(axes) - set(outputs)
    torch.onnx.export(
        net,
        (example,),
        path,
        input_names=[given],
        output_names=list(outputs),
        dynamic_axes=axes,
        opset_version=OPSET,
        dynamo=False,
    )
    slim = onnxslim.slim(onnx.load(path))
    # The sizes noted between the operations are not needed, and would be half a megabyte.
    del slim.graph.value_info[:]
    onnx.save(slim, path)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Write trained weights as the files that are shipped.")
    parser.add_argument("which", choices=("detector", "reader"))
    told = "a training's checkpoint.pt, or weights such as models/reader.pt; of several, the mean of their weights"
    parser.add_argument("checkpoints", type=Path, nargs="+", metavar="checkpoint", help=told)
    options = parser.parse_args()
    weights = mean_weights(options.checkpoints)
    path = FOLDER / f"{options.which}.onnx"
    export = export_detector if options.which == "detector" else export_reader
    export(weights, path)
    check_sizes(FOLDER)
    save_half(path.with_suffix(".pt"), weights)
    print(f"{path}: {path.stat().st_size / 1e6:.2f} MB, equal to the trained network")


if __name__ == "__main__":
    main()
