"""What both trainings share: worker processes that draw pictures, the schedule, checkpoints, the log and its curves."""

from __future__ import annotations

import csv
import math
import multiprocessing
import os
from collections.abc import Mapping, Sequence
from multiprocessing.pool import Pool
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

THREADS = 1
WORKERS = 2
WORKER_NICENESS = 10
WARM_UP_STEPS = 100
LAST_RATE = 0.02
LONGEST_MEMORY = 0.998


def start_workers() -> Pool:
    """Processes that draw pictures behind the training, at a lower priority. The caller closes the pool."""
    return multiprocessing.get_context("spawn").Pool(WORKERS, initializer=_prepare_worker)


def _prepare_worker() -> None:
    cv2.setNumThreads(1)
    os.nice(WORKER_NICENESS)
    # A parent pinned to a core by OpenMP would hand that single core down to every worker.
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, range(os.cpu_count() or 1))


def learning_rate(step: int, steps: int, peak: float) -> float:
    """The rate of step 0 .. steps - 1: a short rise to `peak`, then half a cosine down to `LAST_RATE` of it."""
    rise = min(1.0, (step + 1) / WARM_UP_STEPS)
    fall = 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps)))
    return peak * rise * (LAST_RATE + (1 - LAST_RATE) * fall)


def colour_turns(random: np.random.Generator, count: int) -> NDArray[np.float32]:
    """Turns of the cube of colours about its middle, by chance, not mirrored: (count, 3, 3)."""
    return np.asarray(np.linalg.qr(random.standard_normal((count, 3, 3)))[0], np.float32)


def make_optimiser(net: torch.nn.Module, peak: float, decay: float) -> torch.optim.Optimizer:
    """AdamW that decays the weights of convolutions and linear layers, but no bias and no normalisation."""
    parameters = list(net.parameters())
    groups = [
        {"params": [p for p in parameters if p.ndim > 1], "weight_decay": decay},
        {"params": [p for p in parameters if p.ndim <= 1], "weight_decay": 0.0},
    ]
    return torch.optim.AdamW(groups, lr=peak, betas=(0.9, 0.99))


def follow(average: torch.nn.Module, net: torch.nn.Module, step: int) -> None:
    """Move the running average of the weights a little towards `net`; early on it forgets faster."""
    memory = min(LONGEST_MEMORY, (20 + step) / (40 + step))
    newest = net.state_dict()  # detached from the gradients, like the average's own
    for name, value in average.state_dict().items():
        if value.dtype.is_floating_point:
            value.lerp_(newest[name], 1 - memory)
        else:
            value.copy_(newest[name])


def save_checkpoint(path: Path, state: Mapping[str, Any]) -> None:
    """Write `state` so that a run stopped in the middle leaves the last whole checkpoint."""
    unfinished = path.with_suffix(".tmp")
    torch.save(dict(state), unfinished)
    unfinished.replace(path)


def load_weights(path: Path) -> dict[str, torch.Tensor]:
    """The weights of a checkpoint (its running average) or of a file of weights alone, in single precision.

    Raises FileNotFoundError where there is no such file and ValueError where it holds no weights.
    """
    stored = torch.load(path, map_location="cpu", weights_only=True)
    weights = stored.get("average", stored) if isinstance(stored, dict) else None
    if not weights or not all(isinstance(value, torch.Tensor) for value in weights.values()):
        raise ValueError(f"{path} holds no weights: give a checkpoint of a training or a file of models/*.pt")
    return {name: value.float() if value.dtype.is_floating_point else value for name, value in weights.items()}


def mean_weights(paths: Sequence[Path]) -> dict[str, torch.Tensor]:
    """The mean of the weights of several files, which are of one training's stages: better than each of them.

    Wortsman et al., "Model soups", ICML 2022. Raises as `load_weights` does, and ValueError where the files are not of
    one network.
    """
    first, *others = [load_weights(path) for path in paths]
    mean = dict(first)
    for number, weights in enumerate(others, start=2):
        if {name: value.shape for name, value in weights.items()} != {
            name: value.shape for name, value in first.items()
        }:
            raise ValueError(f"{paths[number - 1]} holds weights of another network than {paths[0]}")
        for name, value in weights.items():
            if value.dtype.is_floating_point:
                mean[name] = mean[name].lerp(value, 1 / number)
    return mean


def save_half(path: Path, weights: Mapping[str, torch.Tensor]) -> None:
    """Write weights in half precision: enough to go on training from, at half the size."""
    torch.save({k: v.half() if v.dtype.is_floating_point else v for k, v in weights.items()}, path)


class Log:
    """A CSV file with a line a report, and beside it a picture of its curves.

    `columns` are the names of the figures; the first one, the step, is the curves' horizontal axis.
    """

    def __init__(self, path: Path, columns: Sequence[str], steps_done: int) -> None:
        self.path = path
        self.columns = tuple(columns)
        rows = []
        if steps_done and path.exists():
            # A run that was stopped after its last checkpoint has reported steps that will now be done again.
            with path.open(newline="") as file:
                rows = [row for row in csv.DictReader(file) if float(row[self.columns[0]]) <= steps_done]
        with path.open("w", newline="") as file:
            writer = csv.DictWriter(file, self.columns, extrasaction="ignore")
            writer.writeheader()
            writer.writerows(rows)

    def add(self, **figures: float) -> None:
        """Report one line, on the terminal too; figures left out stay empty."""
        shown = {name: f"{figures[name]:.6g}" if name in figures else "" for name in self.columns}
        with self.path.open("a", newline="") as file:
            csv.DictWriter(file, self.columns).writerow(shown)
        print("  ".join(f"{name} {value}" for name, value in shown.items() if value), flush=True)
        self._draw()

    def _draw(self) -> None:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        with self.path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        names = self.columns[1:]
        figure, axes = pyplot.subplots(math.ceil(len(names) / 3), 3, figsize=(13, 2.6 * math.ceil(len(names) / 3)))
        for name, axis in zip(names, axes.flat, strict=False):
            points = [(float(row[self.columns[0]]), float(row[name])) for row in rows if row.get(name)]
            axis.plot([x for x, _ in points], [y for _, y in points], marker=".", markersize=3, linewidth=1)
            axis.set_title(name, fontsize=9)
            axis.grid(alpha=0.3)
        figure.subplots_adjust(left=0.05, right=0.98, bottom=0.06, top=0.94, hspace=0.5)
        figure.savefig(self.path.with_suffix(".png"), dpi=80)
        pyplot.close(figure)
