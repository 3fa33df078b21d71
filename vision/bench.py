"""How long reading a picture takes, stage by stage, and how much of that the bare networks take."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.explain import explain
from vision.networks import Network
from vision.pictures import Picture
from vision.recogniser import Recogniser
from vision.sightings import Sighting


class _Recorder(Network):
    """Passes on to a network and keeps the tensors it was given."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.tensors: list[NDArray[np.float32]] = []

    def run(self, tensor: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.tensors.append(tensor)
        return self.network.run(tensor)


def measure(recogniser: Recogniser, picture: Picture, rounds: int) -> dict[str, Any]:
    """Medians over `rounds` in milliseconds: `stages_ms`, `read_ms` (all of them in one go), `bare_ms` (only the
    networks, on the very tensors of that reading), their `ratio`, and the number of `tiles` read.

    The reading and the bare run take turns, so that a busy machine slows both alike.
    """
    networks = [recogniser.detector.network, recogniser.reader.network]
    recorders = [_Recorder(network) for network in networks]
    recogniser.detector.network, recogniser.reader.network = recorders
    explanation = recogniser.explain(picture)
    recogniser.detector.network, recogniser.reader.network = networks
    height, width = picture.shape[:2]
    boxes = recogniser.boxes(picture)
    sightings: list[Sighting] = recogniser.sightings(picture)
    work: dict[str, Callable[[], object]] = {
        "detect": lambda: recogniser.boxes(picture),
        "read pips": lambda: recogniser.reader.read(picture, boxes.quads),
        "explain": lambda: explain(sightings, width, height),
        "read": lambda: recogniser.explain(picture),
        "bare": lambda: [recorder.network.run(tensor) for recorder in recorders for tensor in recorder.tensors],
    }
    times: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, run in work.items():
            start = time.perf_counter()
            run()
            times[name].append(1000 * (time.perf_counter() - start))
    medians = {name: round(median(values), 2) for name, values in times.items()}
    read_ms, bare_ms = medians.pop("read"), medians.pop("bare")
    return {
        "stages_ms": medians,
        "read_ms": read_ms,
        "bare_ms": bare_ms,
        "ratio": round(read_ms / bare_ms, 3),
        "tiles": len(explanation.tiles),
    }
