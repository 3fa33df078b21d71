"""Probabilities that mean what they say, and what the joint explanation is worth: `python -m models.calibrate`.

Fits the temperature of the reader's pips on pictures of our own layouts, degraded by chance, and measures on others:
how reliable the probabilities are, how many misreadings asking about the least sure tiles catches, and how many tiles
are read right before and after all sightings are explained at once. Writes docs/CALIBRATION.md and its picture.
With --store the temperature goes into models/reader.onnx and models/reader.pt, where it is applied by the network.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from datasets.kit import Kit
from models.calibration import (
    Joined,
    Look,
    Read,
    best_temperature,
    calibration_error,
    caught,
    half_confidences,
    read_tiles,
    reliability,
    risk_by_coverage,
    tempered,
    tile_confidences,
)
from models.degraded import degraded, laid_tables
from models.statistics import Rate, f1
from models.tables import table
from vision.recogniser import Recogniser, Weights

FOLDER = Path(__file__).parent
DOCUMENT = FOLDER.parent / "docs" / "CALIBRATION.md"
FIT_SEED, FIT_PICTURES = 9_100_001, 100
MEASURE_SEED, MEASURE_PICTURES = 9_200_001, 100
# The strengths of degradation measured at; the first is a picture as a camera takes it.
STRENGTHS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
# Up to here no more than a tile in a hundred or so is misread, as on photographs of real tables.
REALISTIC = 0.2
MOST_TO_FIT = 0.5
MISREAD = 0.05
ASKED = 0.02
TEMPERATURE = "pips_temperature"


def fitting_looks(recogniser: Recogniser, count: int) -> list[Look]:
    """Looks at `count` layouts, each degraded as much as chance will have it."""
    kit = Kit(FIT_SEED)
    looks = []
    for each in laid_tables(FIT_SEED, count):
        picture = degraded(kit, each.picture, kit.between(0, MOST_TO_FIT))
        looks.append(Look(each, tuple(recogniser.sightings(picture))))
    return looks


def measuring_looks(recogniser: Recogniser, count: int) -> dict[float, list[Look]]:
    """Looks at `count` other layouts, by strength of degradation."""
    kit = Kit(MEASURE_SEED)
    looks: dict[float, list[Look]] = {strength: [] for strength in STRENGTHS}
    for each in laid_tables(MEASURE_SEED, count):
        for strength in STRENGTHS:
            picture = degraded(kit, each.picture, strength)
            looks[strength].append(Look(each, tuple(recogniser.sightings(picture))))
    return looks


def store_temperature(factor: float, onnx_file: Path, weights_file: Path) -> float:
    """Multiply the temperature in the reader's files by `factor`; returns the new one.

    Raises ValueError where a file holds no temperature.
    """
    import onnx
    import torch

    model = onnx.load(onnx_file)
    held = next((each for each in model.graph.initializer if each.name == TEMPERATURE), None)
    weights: dict[str, Any] = torch.load(weights_file, map_location="cpu", weights_only=True)
    if held is None or TEMPERATURE not in weights:
        raise ValueError(f"{onnx_file} and {weights_file} hold no temperature: export the reader again")
    new = np.asarray(onnx.numpy_helper.to_array(held) * np.float32(factor), np.float32)
    held.CopyFrom(onnx.numpy_helper.from_array(new, TEMPERATURE))
    weights[TEMPERATURE] = torch.from_numpy(new.copy()).to(weights[TEMPERATURE].dtype)
    onnx.save(model, onnx_file)
    torch.save(weights, weights_file)
    return float(new)


def document(weights: Weights, factor: float, looks: dict[float, list[Look]]) -> tuple[str, dict[str, Any]]:
    """The document in Markdown on the looks at all strengths, and what its picture shows."""
    before = {strength: read_tiles(some) for strength, some in looks.items()}
    after = {strength: read_tiles([tempered(look, factor) for look in some]) for strength, some in looks.items()}
    wrong = {strength: 1 - float(np.mean([read.right for read in reads])) for strength, (reads, _) in after.items()}
    heavy = min(looks, key=lambda strength: abs(wrong[strength] - MISREAD))
    plain, pooled = _pooled(before, 1.0), _pooled(after, 1.0)
    asked = [_asked_row(f"{strength:g}", reads) for strength, (reads, _) in after.items()]
    asked.insert(0, _asked_row(f"all up to {REALISTIC:g}", _pooled(after, REALISTIC)))
    asked.insert(1, _asked_row("all up to 0.3", _pooled(after, 0.3)))
    views = [_view_row(strength, reads, f1(j.right, j.seen, j.true)) for strength, (reads, j) in after.items()]
    errors = [
        (name, f"{calibration_error(*sure(plain)):.4f}", f"{calibration_error(*sure(pooled)):.4f}")
        for name, sure in (("halves, by the reader", half_confidences), ("tiles, explained", tile_confidences))
    ]
    text = _TEXT.format(
        pictures=len(looks[0.0]),
        tiles=sum(len(look.table.tiles) for look in looks[0.0]),
        strengths=len(looks),
        weights=table(
            ("weights", "sha256"),
            [
                (f"`{path.name}`", f"`{hashlib.sha256(path.read_bytes()).hexdigest()}`")
                for path in (weights.detector, weights.reader)
            ],
        ),
        fitted=FIT_PICTURES,
        factor=factor,
        found=len(pooled),
        errors=table(("", "as the weights are", "with that temperature"), errors),
        heavy=heavy,
        realistic=REALISTIC,
        asked=table(("strength", "misread", "caught by asking 2 %", "caught by asking 5 %"), asked),
        views=table(_VIEW_TITLES, views),
    )
    figures = {"halves": half_confidences(pooled), "tiles": tile_confidences(pooled)}
    return text, {**figures, "heavy": heavy, "curve": tile_confidences(after[heavy][0])}


_TEXT = """# Probabilities, and what explaining is worth

Made by `python -m models.calibrate` on pictures of our own (`models/degraded.py`): {pictures} layouts of {tiles} tiles
in sight, of deals played by the rules, one in four with a misplayed tile; each at {strengths} strengths of degradation.
Strength 0 is a picture as the training's own camera takes it, with its blur, noise, shadows, glare and packing.
Intervals are Wilson's at 95 %.

{weights}

## Are the probabilities true?

Fitted on {fitted} other layouts, the reader's logits for the pips are to be divided by {factor:.3f} once more (1: they
are right as they are; `--store` puts it into the weights). Expected calibration error of the {found} tiles found, over
all strengths:

{errors}

![Reliability, and risk by coverage](calibration.png)

## Does asking about the least sure tiles catch the misreadings?

Of the tiles found, those misread after explaining, and how many of these are among the least sure 2 % and 5 % of
tiles. The goal: 80 % of the misreadings among the least sure 2 %, at realistic degradation: up to {realistic:g}, where
a tile in a hundred is misread. On the real photographs none of the tiles found is ([ACCURACY.md](ACCURACY.md)): too
few to judge by. Nearest to 5 % of tiles misread is strength {heavy:g}, of which the picture shows the curve.

{asked}

## Tiles right without and with the joint explanation

The reader's best reading of each tile alone, within the set in use; and after all sightings were explained at once.

{views}
"""
_VIEW_TITLES = (
    "strength",
    "tiles found",
    "right alone",
    "right explained",
    "put right",
    "spoilt",
    "misplays right alone, explained",
    "joins F1",
)


def _pooled(by_strength: dict[float, tuple[list[Read], Joined]], most: float) -> list[Read]:
    """The readings at all strengths up to `most`."""
    return [read for strength, (reads, _) in by_strength.items() if strength <= most for read in reads]


def _asked_row(name: str, reads: list[Read]) -> tuple[str, ...]:
    sure, right = tile_confidences(reads)
    wrong = Rate(int((~right).sum()), len(right))
    return (name, str(wrong), *(str(Rate(*caught(sure, right, share))) for share in (ASKED, 0.05)))


def _view_row(strength: float, reads: list[Read], joins: float | None) -> tuple[str, ...]:
    misplays = [read for read in reads if read.misplayed]
    return (
        f"{strength:g}",
        str(len(reads)),
        str(Rate(sum(read.right_alone for read in reads), len(reads))),
        str(Rate(sum(read.right for read in reads), len(reads))),
        str(sum(read.right and not read.right_alone for read in reads)),
        str(sum(read.right_alone and not read.right for read in reads)),
        f"{sum(read.right_alone for read in misplays)}, {sum(read.right for read in misplays)} of {len(misplays)}",
        "-" if joins is None else f"{100 * joins:.1f} %",
    )


def draw(path: Path, shown: dict[str, Any]) -> None:
    """The picture of the document: reliability of halves and of tiles, and the risk-coverage curve."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 4))
    for name, label in (("halves", "halves, by the reader"), ("tiles", "tiles, explained")):
        points = reliability(*shown[name])
        shares = [hits / count for _, hits, count in points]
        lows, highs = zip(*(Rate(hits, count).interval for _, hits, count in points), strict=True)
        bars = [np.subtract(shares, lows), np.subtract(highs, shares)]
        left.errorbar([mean for mean, _, _ in points], shares, np.abs(bars), marker="o", markersize=3, label=label)
    left.plot([0, 1], [0, 1], color="grey", linewidth=0.8)
    left.set(xlabel="probability given", ylabel="share right", title="Reliability, all strengths")
    left.legend()
    coverage, risk = risk_by_coverage(*shown["curve"])
    right.plot(100 * coverage, 100 * risk)
    right.axvline(100 * (1 - ASKED), color="grey", linewidth=0.8, linestyle="--")
    right.set(xlabel="tiles not asked about, %", ylabel="of them misread, %")
    right.set_title(f"Risk by coverage, strength {shown['heavy']:g}")
    for axis in (left, right):
        axis.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=80, metadata={"Software": None})
    pyplot.close(figure)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m models.calibrate", description=__doc__.partition("\n")[0])
    parser.add_argument("--store", action="store_true", help="put the fitted temperature into the reader's files")
    parser.add_argument("--pictures", type=int, default=MEASURE_PICTURES, help="layouts to measure on (%(default)s)")
    options = parser.parse_args()
    weights = Weights.in_folder(FOLDER)
    fitted = best_temperature(read_tiles(fitting_looks(Recogniser(weights), FIT_PICTURES))[0])
    print(f"temperature to divide by once more: {fitted:.3f}", flush=True)
    if options.store:
        stored = store_temperature(fitted, weights.reader, weights.reader.with_suffix(".pt"))
        print(f"stored in {weights.reader.name} and {weights.reader.stem}.pt: {stored:.3f}", flush=True)
        fitted = 1.0
    text, shown = document(weights, fitted, measuring_looks(Recogniser(weights), options.pictures))
    DOCUMENT.write_text(text, encoding="utf-8")
    draw(DOCUMENT.with_name("calibration.png"), shown)
    print(text)


if __name__ == "__main__":
    main()
