"""How long reading a picture takes, stage by stage, and how much of that the bare networks take."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Explanation, explain
from vision.networks import Network
from vision.pictures import Picture
from vision.recogniser import Recogniser
from vision.sightings import Sighting

# Another detector with the same weights: given a picture and the longer side to scale it to.
Rival = Callable[[Picture, int], object]

# How far around a tile's middle, in its half lengths, the table is painted over to take the tile away.
_TAKEN_AWAY = 1.25


class _Recorder(Network):
    """Passes on to a network and keeps the tensors it was given."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.tensors: list[NDArray[np.float32]] = []

    def run(self, tensor: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.tensors.append(tensor)
        return self.network.run(tensor)


def measure(recogniser: Recogniser, picture: Picture, rounds: int, rival: Rival | None = None) -> dict[str, Any]:
    """Medians over `rounds` in milliseconds, and what they are of.

    `read_ms`: reading a picture seen for the first time, all stages in one go; `stages_ms`: each of them. `bare_ms`:
    only the networks, on the very tensors of that reading, and `ratio`, read to bare. `again_ms`: reading it after it
    was seen without one of its tiles, as after a play. `rival_ms`: the `rival` at the looks of "detect", None without
    one. `looks`: the longer side, in pixels, of the detector's input at each look. `tiles`: how many were read.

    Raises ValueError for a picture without tiles. All take turns, so that a busy machine slows them alike.
    """
    recorders, explanation = _recorded(recogniser, picture)
    if not explanation.tiles:
        raise ValueError("a picture without tiles tells nothing of how long reading takes")
    height, width = picture.shape[:2]
    boxes = recogniser.boxes(picture)
    sightings: list[Sighting] = recogniser.sightings(picture)
    looks = [max(tensor.shape[2:]) for tensor in recorders[0].tensors]
    before = recogniser.look(_without_a_tile(picture, explanation))
    work: dict[str, Callable[[], object]] = {
        "detect": lambda: recogniser.boxes(picture),
        "read pips": lambda: recogniser.reader.read(picture, boxes.quads),
        "explain": lambda: explain(sightings, width, height),
        "read": lambda: recogniser.explain(picture),
        "bare": lambda: [recorder.network.run(tensor) for recorder in recorders for tensor in recorder.tensors],
        "again": lambda: explain(list(recogniser.look(picture, before).sightings), width, height),
    }
    if rival is not None:
        work["rival"] = lambda: [rival(picture, side) for side in looks]
    medians = _medians(work, rounds)
    read_ms, bare_ms, again_ms = (medians.pop(name) for name in ("read", "bare", "again"))
    return {
        "read_ms": read_ms,
        "bare_ms": bare_ms,
        "ratio": round(read_ms / bare_ms, 3),
        "again_ms": again_ms,
        "rival_ms": medians.pop("rival", None),
        "stages_ms": medians,
        "looks": looks,
        "tiles": len(explanation.tiles),
    }


def _recorded(recogniser: Recogniser, picture: Picture) -> tuple[list[_Recorder], Explanation]:
    """What the networks were given while the picture was read, and what came of it."""
    networks = [recogniser.detector.network, recogniser.reader.network]
    recorders = [_Recorder(network) for network in networks]
    recogniser.detector.network, recogniser.reader.network = recorders
    try:
        return recorders, recogniser.explain(picture)
    finally:
        recogniser.detector.network, recogniser.reader.network = networks


def _medians(work: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Each piece of work once unmeasured, then all of them in turn, `rounds` times; medians in milliseconds."""
    times: dict[str, list[float]] = {name: [] for name in work}
    for number in range(rounds + 1):
        for name, run in work.items():
            start = time.perf_counter()
            run()
            if number:
                times[name].append(1000 * (time.perf_counter() - start))
    return {name: round(median(values), 2) for name, values in times.items()}


def _without_a_tile(picture: Picture, explanation: Explanation) -> Picture:
    """The table before the last play: what lies around one of its outer tiles is painted over that tile."""
    quads = [tile.sighting.quad for tile in explanation.tiles]
    middle = np.mean([quad.mean(axis=0) for quad in quads], axis=0)
    last = max(quads, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - middle)))
    mask = np.zeros(picture.shape[:2], np.uint8)
    centre = last.mean(axis=0)
    around = np.asarray(np.round(centre + _TAKEN_AWAY * (last - centre)), np.int32)
    cv2.fillConvexPoly(mask, around, [255])
    return np.asarray(cv2.inpaint(picture, mask, 5, cv2.INPAINT_TELEA), np.uint8)
