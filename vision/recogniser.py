"""A picture -> what is on the table: detector, reader and explanation together."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.detector import Boxes, Detector, lengths, merge
from vision.explain import Explanation, explain
from vision.pictures import Picture
from vision.reader import PipReader, Readings
from vision.sightings import ACCEPTED, FAINTEST, Sighting

# Looks at a picture: first scaled to 640 px, where most tiles are well seen; then, where tiles turn out smaller
# or larger than the detector likes, once more at the scale that makes a typical one 75 px long.
_FIRST_LOOK = 640
_LONGEST_LOOK = 1280
_GOOD_LENGTH = 75.0
_SHORT, _LONG = 60.0, 260.0

# Where the reader is less sure than this whether it sees a tile, the box may have been cut out badly.
_DOUBTFUL = 0.05


@dataclass(frozen=True)
class Weights:
    """The files of the two networks."""

    detector: Path
    reader: Path

    @staticmethod
    def in_folder(folder: Path) -> Weights:
        """The weights by their usual names in `folder`."""
        return Weights(folder / "detector.onnx", folder / "reader.onnx")


class Recogniser:
    """Reads pictures of tables. Raises WeightsError where weights are missing or damaged."""

    def __init__(self, weights: Weights, threads: int = 2) -> None:
        self.detector = Detector(weights.detector, threads)
        self.reader = PipReader(weights.reader, threads)

    def explain(self, picture: Picture, highest: int | None = None) -> Explanation:
        """The most probable explanation of all tiles in the picture; `highest`: of the set in use, if known."""
        height, width = picture.shape[:2]
        return explain(self.sightings(picture), width, height, highest)

    def sightings(self, picture: Picture) -> list[Sighting]:
        """What may be face-up tiles lying in the picture, each as seen on its own.

        A score is the geometric mean of what the detector and the reader say.
        """
        boxes = self.boxes(picture)
        readings = self._read(picture, boxes.quads)
        scores = np.sqrt(boxes.scores * readings.whole)
        return [
            Sighting(readings.quads[i], readings.pips[i], float(scores[i])) for i in np.flatnonzero(scores >= FAINTEST)
        ]

    def _read(self, picture: Picture, quads: NDArray[np.float32]) -> Readings:
        """Readings at the boxes; those that may be a tile or not once more, at the corners that were found."""
        first = self.reader.read(picture, quads)
        doubtful = np.flatnonzero((first.whole > _DOUBTFUL) & (first.whole < 1 - _DOUBTFUL))
        second = self.reader.read(picture, first.quads[doubtful])
        for again, values in ((first.pips, second.pips), (first.whole, second.whole), (first.quads, second.quads)):
            again[doubtful] = values
        return first

    def boxes(self, picture: Picture) -> Boxes:
        """What the detector sees, looking a second time at another scale where the first look suggests it."""
        first = self.detector.detect(picture, _FIRST_LOOK)
        second_side = second_look(first, max(picture.shape[:2]))
        if second_side is None:
            return first
        return merge(first, self.detector.detect(picture, second_side))


def second_look(first: Boxes, longest: int) -> int | None:
    """The longer side for a second look at a picture `longest` px long, after the boxes of the first; None: no need."""
    factor = min(1.0, _FIRST_LOOK / longest)
    good = first.quads[first.scores >= ACCEPTED]
    typical = float(np.percentile(lengths(good), 20)) * factor if len(good) else 0.0
    if _SHORT <= typical <= _LONG:
        return None
    wanted = int(_FIRST_LOOK * _GOOD_LENGTH / typical) if typical else _LONGEST_LOOK
    side = min(wanted, _LONGEST_LOOK, longest)
    return None if side == min(_FIRST_LOOK, longest) else side
