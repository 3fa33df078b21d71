"""Train the pip reader on drawn tiles: `python -m models.train_reader [--steps N] [--resume]`.

Draws the crops (kept under the run's folder, so that a later run need not), trains by steps, and leaves in that
folder: checkpoint.pt (to resume from or to export), log.csv and log.png. A stopped run goes on with --resume
exactly as if it had never been stopped.
"""

from __future__ import annotations

import argparse
import copy
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

import numpy as np
import torch
from torch.nn import functional

from models.reader_augment import as_input, mirror, vary
from models.reader_crops import RARE_PIPS, Crops, cached_crops
from models.reader_net import Output, ReaderNet
from models.training import (
    THREADS,
    Log,
    follow,
    learning_rate,
    load_weights,
    make_optimiser,
    save_checkpoint,
)

FIRST_SEED, HELD_SEED = 10_000, 900_000
HELD_CROPS = 3000
BATCH = 128
# In an epoch a crop with more than six pips on a half comes up this many times, any other once.
RARE_REPEATS = 3
PEAK_RATE, DECAY = 3e-3, 1e-3
SMOOTHING = 0.02
TILE_WEIGHT, CORNER_WEIGHT, CORNER_BETA = 0.5, 4.0, 0.03
REPORT_EVERY = 400
COLUMNS = (
    "step", "rate", "loss_pips", "loss_tile", "loss_corners",
    "half_accuracy", "tile_accuracy", "face_accuracy", "corner_error", "corner_error_before",
)  # fmt: skip


@dataclass(frozen=True)
class Figures:
    """What a reader reaches on held crops, each read both ways round.

    Rates from 0 to 1: `half_accuracy` and `tile_accuracy` (both halves) of whole faces, `face_accuracy` of telling
    faces from everything else. In widths of the face: `corner_error`, the mean distance of the corners found from
    the true ones, and `corner_error_before`, that of the quads that the crops were cut at.
    """

    half_accuracy: float
    tile_accuracy: float
    face_accuracy: float
    corner_error: float
    corner_error_before: float


def losses(net: ReaderNet, crops: Crops, inputs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The losses of pips (left halves of faces), of tile or not, and of the corners of faces."""
    with torch.autocast("cpu", dtype=torch.bfloat16):
        pips, tile, corners = net.apart(inputs)
    face = torch.from_numpy(crops.tile)
    return (
        functional.cross_entropy(
            pips.float()[face], torch.from_numpy(crops.pips[:, 0])[face], label_smoothing=SMOOTHING
        ),
        functional.binary_cross_entropy_with_logits(tile.float(), face.float()),
        functional.smooth_l1_loss(
            corners.float()[face],
            torch.from_numpy(crops.corners).flatten(1)[face, None].expand(-1, corners.shape[1], -1),
            beta=CORNER_BETA,
        ),
    )


def outputs_both_ways(net: torch.nn.Module, crops: Crops) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Pips (2, n, 13), tile (2, n) and corners (2, n, 4, 2) of the crops as they are and turned by half a turn."""
    net.eval()
    ways = []
    for pictures in (crops.pictures, crops.pictures[:, ::-1, ::-1]):
        with torch.no_grad():
            parts = [net(as_input(pictures[start : start + 256])) for start in range(0, len(crops), 256)]
        ways.append([torch.cat(column) for column in zip(*parts, strict=True)])
    pips, tile, corners = (torch.stack(pair) for pair in zip(*ways, strict=True))
    return pips, tile, corners.unflatten(2, (4, 2))


def measure(net: torch.nn.Module, held: Crops) -> Figures:
    """The figures of `net` on `held` crops."""
    pips, tile, corners = outputs_both_ways(net, held)
    read = held.pips == pips.argmax(2).numpy().T
    found = (corners[0] - corners[1].roll(2, dims=1)).numpy() / 2
    distance = np.linalg.norm(found - held.corners, axis=2)[held.tile]
    before = np.linalg.norm(held.corners, axis=2)[held.tile]
    return Figures(
        half_accuracy=float(read[held.tile].mean()),
        tile_accuracy=float(read[held.tile].all(axis=1).mean()),
        face_accuracy=float(((tile.mean(0) > 0).numpy() == held.tile).mean()),
        corner_error=float(distance.mean()),
        corner_error_before=float(before.mean()),
    )


def fit_temperatures(net: ReaderNet, held: Crops) -> None:
    """Set the temperatures at which the log-loss of pips and of tile on `held` crops is least."""
    net.pips_temperature.fill_(1.0)
    net.tile_temperature.fill_(1.0)
    pips, tile, _ = outputs_both_ways(net, held)
    face = torch.from_numpy(held.tile)
    read, true = pips[:, face].flatten(0, 1), torch.from_numpy(held.pips)[face].T.flatten()
    temperatures = torch.logspace(-1, 1, 401, base=4.0)
    by_pips = torch.stack([functional.cross_entropy(read / t, true) for t in temperatures])
    truth = face.float().expand(2, -1)
    by_tile = torch.stack([functional.binary_cross_entropy_with_logits(tile / t, truth) for t in temperatures])
    net.pips_temperature.copy_(temperatures[by_pips.argmin()])
    net.tile_temperature.copy_(temperatures[by_tile.argmin()])


class Training:
    """A training of the reader on `crops` in `steps` batches, with its checkpoint and log in `folder`.

    `only`: everything that this output does not need alone stays as it is.
    """

    def __init__(
        self, folder: Path, crops: Crops, held: Crops, steps: int, batch: int = BATCH, *, only: Output | None = None
    ) -> None:
        torch.manual_seed(0)
        self.folder, self.crops, self.held = folder, crops, held
        self.steps, self.batch = steps, min(batch, len(crops))
        self.step = 0
        rare = np.flatnonzero(crops.tile & (crops.pips.max(axis=1) >= RARE_PIPS))
        self.epoch = np.concatenate([np.arange(len(crops)), np.repeat(rare, RARE_REPEATS - 1)])
        self.net = ReaderNet().to(memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net)
        self.taught = self.net.parts(only) if only else self.net
        if only:
            self.net.requires_grad_(False)
            self.taught.requires_grad_(True)
        self.optimiser = make_optimiser(self.taught, PEAK_RATE, DECAY)

    @property
    def checkpoint(self) -> Path:
        """The file that the training is resumed and exported from."""
        return self.folder / "checkpoint.pt"

    def start_from(self, weights: dict[str, torch.Tensor]) -> None:
        """Begin with these weights instead of random ones; parts of the network that they lack begin untaught.

        Raises ValueError where they are of another network.
        """
        strange = self.net.load_state_dict(weights, strict=False).unexpected_keys
        if strange:
            raise ValueError(f"these are not the weights of a reader: it has no {strange[0]}")
        self.average.load_state_dict(self.net.state_dict())
        for net in (self.net, self.average):
            net.pips_temperature.fill_(1.0)
            net.tile_temperature.fill_(1.0)

    def resume(self) -> None:
        """Go on from the checkpoint. Raises FileNotFoundError where there is none."""
        state = torch.load(self.checkpoint, weights_only=True)
        self.net.load_state_dict(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step = state["step"]

    def run(self, until: int | None = None) -> Figures:
        """Train to the end, or to step `until`; the figures reached on the held crops."""
        log = Log(self.folder / "log.csv", COLUMNS, self.step)
        reached = measure(self.average, self.held)
        last = self.steps if until is None else min(until, self.steps)
        while self.step < last:
            stop = min(last, (self.step // REPORT_EVERY + 1) * REPORT_EVERY)
            sums = np.zeros(3)
            taken = stop - self.step
            rate = 0.0
            while self.step < stop:
                rate = learning_rate(self.step, self.steps, PEAK_RATE)
                sums += self._advance(rate)
            reached = measure(self.average, self.held)
            names = ("loss_pips", "loss_tile", "loss_corners")
            log.add(step=self.step, rate=rate, **dict(zip(names, sums / taken, strict=True)), **asdict(reached))
            if self.step == self.steps:
                fit_temperatures(self.average, self.held)
            self._save()
        return reached

    def _advance(self, rate: float) -> list[float]:
        """One step, all of whose chances hang on its number alone: a resumed run takes the very same ones."""
        random = np.random.default_rng([1, self.step])
        torch.manual_seed(self.step)
        batches = len(self.epoch) // self.batch
        order = np.random.default_rng([2, self.step // batches]).permutation(self.epoch)
        start = self.step % batches * self.batch
        chosen = order[start : start + self.batch]
        crops = Crops(*(getattr(self.crops, name)[chosen] for name in ("pictures", "pips", "tile", "corners")))
        crops = mirror(crops, random.random(self.batch) < 0.5, random.random(self.batch) < 0.5)
        inputs = vary(as_input(crops.pictures), random).contiguous(memory_format=torch.channels_last)
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.net.eval()
        self.taught.train()
        pips, tile, corners = losses(self.net, crops, inputs)
        (pips + TILE_WEIGHT * tile + CORNER_WEIGHT * corners).backward()
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.step += 1
        follow(self.average, self.net, self.step)
        return [pips.item(), tile.item(), corners.item()]

    def _save(self) -> None:
        state: dict[str, Any] = {"net": self.net.state_dict(), "average": self.average.state_dict()}
        save_checkpoint(self.checkpoint, {**state, "optimiser": self.optimiser.state_dict(), "step": self.step})


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Train the pip reader on drawn tiles.")
    parser.add_argument("--steps", type=int, default=6000, help=f"batches of {BATCH} crops (default: %(default)s)")
    parser.add_argument("--crops", type=int, default=120_000, help="crops to draw (default: %(default)s)")
    parser.add_argument("--init", type=Path, help="weights to start from, e.g. models/reader.pt (default: none)")
    parser.add_argument("--only", choices=get_args(Output), help="teach this alone; the rest stays as --init has it")
    parser.add_argument("--out", type=Path, default=Path("runs/reader"), help="the run's folder (default: %(default)s)")
    parser.add_argument("--resume", action="store_true", help="go on from the run's checkpoint")
    options = parser.parse_args()
    torch.set_num_threads(THREADS)
    options.out.mkdir(parents=True, exist_ok=True)
    crops = cached_crops(options.out / "crops", FIRST_SEED, options.crops)
    held = cached_crops(options.out / "held", HELD_SEED, HELD_CROPS)
    training = Training(options.out, crops, held, options.steps, only=options.only)
    if options.resume:
        training.resume()
    elif options.init:
        training.start_from(load_weights(options.init))
    figures = training.run()
    print(
        f"trained {training.step} steps: {figures}\nexport with: python -m models.export reader {training.checkpoint}"
    )


if __name__ == "__main__":
    main()
