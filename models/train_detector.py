"""Train the tile detector on drawn scenes: `python -m models.train_detector [--steps N] [--init FILE] [--resume]`.

The network and its loss are Ultralytics'; the loop is our own, because Ultralytics' trainer counts in epochs over files
and keeps its checkpoints in half precision, while here every picture is drawn afresh, training goes by steps, and a
stopped run goes on with --resume exactly as if it had never been stopped.

Leaves in the run's folder: checkpoint.pt (to resume from or to export, at any time), log.csv and log.png.
"""

from __future__ import annotations

import argparse
import copy
import time
from dataclasses import asdict
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path
from typing import Any

import numpy as np
import torch

from models.detector_measure import Figures, measure
from models.detector_net import Found, build_detector
from models.detector_pictures import SIZE, Pictures, Sample, as_batch, join, make_pictures, vary
from models.replicas import Replicas
from models.training import (
    THREADS,
    Log,
    follow,
    learning_rate,
    load_weights,
    make_optimiser,
    save_checkpoint,
    start_workers,
)

FIRST_SEED, HELD_SEED = 1_000_000, 900_000
HELD_PICTURES = 200
CHUNK_PARTS, PART = 8, 100
PASSES = 2
BATCH, REPLICAS = 8, 2
PEAK_RATE, DECAY = 1.5e-3, 5e-4
LONGEST_GRADIENT = 10.0
MEASURE_EVERY = 5
COLUMNS = ("step", "pictures", "rate", "box", "cls", "dfl", "angle", "recall", "precision", "overlap", "speed")


def single_precision(output: Any) -> Any:
    """The network's nested output with every tensor in single precision, which the loss needs."""
    if isinstance(output, dict):
        return {name: single_precision(value) for name, value in output.items()}
    if isinstance(output, list):
        return [single_precision(value) for value in output]
    return output.float()


def lesson(net: Any, samples: list[Sample]) -> list[float]:
    """Leave the gradients of `samples` in `net`; the losses of box, class, distribution and angle."""
    batch = as_batch(samples)
    net.train()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        output = net(batch["img"])
    loss, items = net.criterion(single_precision(output), batch)
    loss.sum().backward()
    return [float(value) for value in items.values()]


class Training:
    """A training of the detector in `steps` batches, with its checkpoint and log in `folder`.

    Pictures of `size` px come in chunks of `parts` x `part`, drawn by worker processes while the chunk before is
    learned from `PASSES` times. Chunks, order and variations hang on their numbers alone.
    """

    def __init__(
        self, folder: Path, held: Pictures, steps: int, size: int = SIZE, parts: int = CHUNK_PARTS, part: int = PART
    ) -> None:
        torch.manual_seed(0)
        self.folder, self.held, self.steps = folder, held, steps
        self.size, self.parts, self.part = size, parts, part
        self.step = self.chunk = 0
        self.net = build_detector()
        self.replicas = Replicas(self.net, REPLICAS)
        self.average = build_detector()
        self.average.load_state_dict(self.net.state_dict())
        self.optimiser = make_optimiser(self.net, PEAK_RATE, DECAY)

    @property
    def checkpoint(self) -> Path:
        """The file that the training is resumed and exported from."""
        return self.folder / "checkpoint.pt"

    def start_from(self, weights: dict[str, torch.Tensor]) -> None:
        """Begin with these weights instead of random ones. Raises RuntimeError where they are of another network."""
        self.replicas.load(weights)
        self.average.load_state_dict(weights)

    def resume(self) -> None:
        """Go on from the checkpoint. Raises FileNotFoundError where there is none."""
        state = torch.load(self.checkpoint, weights_only=True)
        self.replicas.load(state["net"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.step, self.chunk = state["step"], state["chunk"]

    def run(self, pool: Pool, until_chunk: int | None = None) -> Figures | None:
        """Train to the end, or until `until_chunk` chunks are done; the last figures on the held pictures."""
        log = Log(self.folder / "log.csv", COLUMNS, self.step)
        reached = None
        drawing = self._draw(pool, self.chunk)
        while self.step < self.steps and self.chunk != until_chunk:
            began, first = time.monotonic(), self.step
            pictures = join(drawing.get())
            if self.step + PASSES * (len(pictures) // BATCH) < self.steps:
                drawing = self._draw(pool, self.chunk + 1)
            losses = [loss for number in range(PASSES) for loss in self._learn(pictures, number)]
            self.chunk += 1
            self._save()
            figures: dict[str, float] = dict(zip(COLUMNS[3:7], np.mean(losses, axis=0), strict=True))
            figures["speed"] = (self.step - first) * BATCH / (time.monotonic() - began)
            if self.chunk % MEASURE_EVERY == 0 or self.step == self.steps:
                reached = measure(Found(copy.deepcopy(self.average)), self.held)
                figures.update({name: value for name, value in asdict(reached).items() if name in COLUMNS})
            rate = self.optimiser.param_groups[0]["lr"]
            log.add(step=self.step, pictures=self.step * BATCH, rate=rate, **figures)
        return reached

    def _draw(self, pool: Pool, chunk: int) -> AsyncResult[list[Pictures]]:
        first = FIRST_SEED + chunk * self.parts
        return pool.starmap_async(make_pictures, [(first + i, self.part, self.size) for i in range(self.parts)], 1)

    def _learn(self, pictures: Pictures, number: int) -> list[list[float]]:
        """Pass `number` over a chunk of pictures; the losses of every step."""
        random = np.random.default_rng([self.chunk, number])
        order = random.permutation(len(pictures))
        losses = []
        for start in range(0, len(order) - BATCH + 1, BATCH):
            if self.step == self.steps:
                break
            chosen = order[start : start + BATCH]
            batch = [vary(pictures.pictures[i], pictures.quads[i], random) for i in chosen]
            for group in self.optimiser.param_groups:
                group["lr"] = learning_rate(self.step, self.steps, PEAK_RATE)
            losses.append(self._advance(batch))
        return losses

    def _advance(self, batch: list[Sample]) -> list[float]:
        losses = self.replicas.learn(lesson, [batch[start::REPLICAS] for start in range(REPLICAS)])
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), LONGEST_GRADIENT)
        self.optimiser.step()
        self.optimiser.zero_grad(set_to_none=True)
        self.replicas.agree()
        self.step += 1
        follow(self.average, self.net, self.step)
        return [float(loss) for loss in np.mean(losses, axis=0)]

    def _save(self) -> None:
        state: dict[str, Any] = {"net": self.net.state_dict(), "average": self.average.state_dict()}
        progress = {"step": self.step, "chunk": self.chunk}
        save_checkpoint(self.checkpoint, {**state, "optimiser": self.optimiser.state_dict(), **progress})


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Train the tile detector on drawn scenes.")
    parser.add_argument("--steps", type=int, default=15000, help=f"batches of {BATCH} (default: %(default)s)")
    parser.add_argument("--init", type=Path, help="weights to start from, e.g. models/detector.pt (default: none)")
    parser.add_argument(
        "--out", type=Path, default=Path("runs/detector"), help="the run's folder (default: %(default)s)"
    )
    parser.add_argument("--resume", action="store_true", help="go on from the run's checkpoint")
    options = parser.parse_args()
    torch.set_num_threads(THREADS)
    options.out.mkdir(parents=True, exist_ok=True)
    with start_workers() as pool:
        held = join(pool.starmap(make_pictures, [(HELD_SEED + i, HELD_PICTURES // 4) for i in range(4)], 1))
        training = Training(options.out, held, options.steps)
        if options.resume:
            training.resume()
        elif options.init:
            training.start_from(load_weights(options.init))
        figures = training.run(pool)
    print(f"trained {training.step} steps: {figures}")
    print(f"export with: python -m models.export detector {training.checkpoint}")


if __name__ == "__main__":
    main()
