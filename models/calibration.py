"""What is measured of probabilities and explanations: readings of tiles whose truth is known, and figures of those."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.degraded import HEIGHT, HIGHEST, WIDTH, LaidTable
from models.overlap import match_quads
from vision.explain import ExplainedTile, Explanation, explain
from vision.sightings import Sighting

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Look:
    """A picture of a layout as the networks see it."""

    table: LaidTable
    sightings: tuple[Sighting, ...]


@dataclass(frozen=True)
class Read:
    """A tile that was found, with its true pips in the order of the quad that was seen.

    `alone` and `explained`: the reader's own best reading within the set, and that of the joint explanation, with
    its `probability`. `halves`: the reader's log-probabilities, (2, 13).
    """

    true: tuple[int, int]
    alone: tuple[int, int]
    explained: tuple[int, int]
    probability: float
    halves: Floats
    misplayed: bool

    @property
    def right_alone(self) -> bool:
        """Whether the reader's own best reading is true."""
        return sorted(self.alone) == sorted(self.true)

    @property
    def right(self) -> bool:
        """Whether the explained reading is true."""
        return sorted(self.explained) == sorted(self.true)


@dataclass(frozen=True)
class Joined:
    """Joins of layouts: those seen rightly, all that were seen, and those there are between tiles in sight."""

    right: int = 0
    seen: int = 0
    true: int = 0


def tempered(look: Look, temperature: float) -> Look:
    """The look as if the reader's logits for the pips were divided by `temperature` once more."""
    sightings = [replace(sighting, pips=_tempered(sighting.pips, temperature)) for sighting in look.sightings]
    return Look(look.table, tuple(sightings))


def _tempered(logs: NDArray[np.floating], temperature: float) -> NDArray[np.float32]:
    scaled = np.asarray(logs, np.float64) / temperature
    return (scaled - np.logaddexp.reduce(scaled, axis=-1, keepdims=True)).astype(np.float32)


def read_tiles(looks: Iterable[Look]) -> tuple[list[Read], Joined]:
    """Every tile found in the looks, each picture explained jointly, and the joins seen."""
    reads: list[Read] = []
    joined = Joined()
    for look in looks:
        explanation = explain(list(look.sightings), WIDTH, HEIGHT, HIGHEST)
        tiles = look.table.tiles
        pairs = match_quads([tile.quad for tile in tiles], [tile.sighting.quad for tile in explanation.tiles])
        for i, (seen, _) in pairs.items():
            found = explanation.tiles[seen]
            true = (tiles[i].a, tiles[i].b)
            if _turned(tiles[i].quad, found.sighting.quad):
                true = true[::-1]
            reads.append(_read(true, found, tiles[i].misplayed))
        joined = _with_joins(joined, look.table, explanation, {seen: tiles[i].index for i, (seen, _) in pairs.items()})
    return reads, joined


def _turned(true: NDArray[np.float32], seen: NDArray[np.float32]) -> bool:
    return bool(np.abs(true - seen).sum() > np.abs(np.roll(true, 2, axis=0) - seen).sum())


def _read(true: tuple[int, int], found: ExplainedTile, misplayed: bool) -> Read:
    halves = np.asarray(found.sighting.pips, np.float64)
    a, b = halves[:, : HIGHEST + 1].argmax(axis=1).tolist()
    return Read(true, (a, b), (found.a, found.b), found.probability, halves, misplayed)


def _with_joins(joined: Joined, table: LaidTable, explanation: Explanation, index_of: dict[int, int]) -> Joined:
    pairs = [(index_of.get(j.first, -1 - j.first), index_of.get(j.second, -1 - j.second)) for j in explanation.joins]
    seen = {(min(pair), max(pair)) for pair in pairs}
    return Joined(joined.right + len(seen & table.joins), joined.seen + len(seen), joined.true + len(table.joins))


def best_temperature(reads: Iterable[Read]) -> float:
    """The temperature at which the log-loss of the true halves is least."""
    reads = list(reads)
    logs = np.concatenate([read.halves for read in reads])
    true = np.array([value for read in reads for value in read.true])
    candidates = np.geomspace(0.25, 4.0, 161)
    losses = [-_tempered(logs, t)[np.arange(len(true)), true].astype(np.float64).mean() for t in candidates]
    return float(candidates[int(np.argmin(losses))])


def half_confidences(reads: Iterable[Read]) -> tuple[Floats, NDArray[np.bool_]]:
    """How sure the reader is of the likeliest value of each half, and whether that is true."""
    reads = list(reads)
    logs = np.concatenate([read.halves for read in reads])
    true = np.array([value for read in reads for value in read.true])
    return np.exp(logs.max(axis=1)), logs.argmax(axis=1) == true


def tile_confidences(reads: Iterable[Read]) -> tuple[Floats, NDArray[np.bool_]]:
    """How sure the explanation is of each tile, and whether its reading is true."""
    reads = list(reads)
    return np.array([read.probability for read in reads]), np.array([read.right for read in reads])


# Edges of the bins of a reliability diagram: narrow near 1, where nearly all readings are.
EDGES = np.array([0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0])


def reliability(sure: Floats, right: NDArray[np.bool_]) -> list[tuple[float, int, int]]:
    """Per bin of `EDGES` that holds a reading: the mean confidence, how many are right, how many there are."""
    bins = np.clip(np.searchsorted(EDGES, sure, side="right") - 1, 0, len(EDGES) - 2)
    return [
        (float(sure[bins == n].mean()), int(right[bins == n].sum()), int((bins == n).sum()))
        for n in range(len(EDGES) - 1)
        if (bins == n).any()
    ]


def calibration_error(sure: Floats, right: NDArray[np.bool_]) -> float:
    """The expected calibration error: the mean gap between confidence and truth over the bins of `EDGES`."""
    return sum(abs(mean * count - hits) for mean, hits, count in reliability(sure, right)) / len(sure)


def caught(sure: Floats, right: NDArray[np.bool_], share: float) -> tuple[int, int]:
    """How many misreadings are among that share of the readings which are least sure, and how many there are."""
    asked = np.argsort(sure, kind="stable")[: round(share * len(sure))]
    return int((~right[asked]).sum()), int((~right).sum())


def risk_by_coverage(sure: Floats, right: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """The share of readings kept without asking, surest first, and the share of misreadings among those kept."""
    wrong = ~right[np.argsort(-sure, kind="stable")]
    kept = np.arange(1, len(wrong) + 1)
    return kept / len(wrong), np.cumsum(wrong) / kept
