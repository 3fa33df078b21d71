"""A picture -> what is on the table: detector, reader and explanation together."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.beliefs import Match
from vision.border import without_border
from vision.detector import Boxes, Detector, lengths, merge
from vision.explain import Explanation, explain
from vision.pictures import Picture
from vision.reader import PipReader, Readings
from vision.regions import Region, changed_regions
from vision.sightings import ACCEPTED, FAINTEST, Sighting, in_company
from vision.stillness import Cells, cells_of

# Looks at a picture: first scaled to 640 px, where most tiles are well seen; then, where tiles turn out smaller
# or larger than the detector likes, once more at the scale that makes a typical one 75 px long.
_FIRST_LOOK = 640
_LONGEST_LOOK = 1280
_GOOD_LENGTH = 75.0
_SHORT, _LONG = 60.0, 260.0

# Where the reader is less sure than this whether it sees a tile, the box may have been cut out badly.
_DOUBTFUL = 0.05
# From this on it may well be one.
_PERHAPS = 0.3


@dataclass(frozen=True)
class Weights:
    """The files of the two networks."""

    detector: Path
    reader: Path

    @staticmethod
    def in_folder(folder: Path) -> Weights:
        """The weights by their usual names in `folder`."""
        return Weights(folder / "detector.onnx", folder / "reader.onnx")


@dataclass(frozen=True)
class Look:
    """What one look at a table showed: its `sightings`, and what the next look builds on: the picture in `cells`, and
    the longer `side`, in pixels, to which the picture was scaled."""

    sightings: tuple[Sighting, ...]
    cells: Cells
    side: int


class Recogniser:
    """Reads pictures of tables. Raises WeightsError where weights are missing or damaged."""

    def __init__(self, weights: Weights, threads: int = 2) -> None:
        self.detector = Detector(weights.detector, threads)
        self.reader = PipReader(weights.reader, threads)

    def explain(self, picture: Picture, highest: int | None = None, match: Match = "equal") -> Explanation:
        """The most probable explanation of all tiles in the picture; `highest`: of the set in use, if known; `match`:
        how halves that touch fit in the game, as in `Rules.match`."""
        height, width = picture.shape[:2]
        explanation = explain(without_border(self.sightings(picture), (width, height)), width, height, highest, match)
        lying = [tile.sighting for tile in explanation.tiles]
        likely = in_company(lying)
        return explanation if len(likely) == len(lying) else explain(likely, width, height, highest, match)

    def sightings(self, picture: Picture) -> list[Sighting]:
        """What may be face-up tiles lying in the picture, each as seen on its own.

        A score is the geometric mean of what the detector and the reader say.
        """
        return self._sighted(picture, self.boxes(picture))

    def shows_face(self, picture: Picture, quad: NDArray[np.float32]) -> bool:
        """Whether a tile that lies at a quad (4, 2) px shows pips: neither a back does nor the double blank."""
        # Where a tile was found by its shape its corners are known roughly.
        read = self.reader.read(picture, self.reader.read(picture, quad[None]).quads)
        return bool(read.whole[0] >= _PERHAPS and read.pips[0].argmax(axis=1).any())

    def faint(self, picture: Picture, least: float) -> list[Sighting]:
        """All that may be face-up tiles at least so likely, 0 to 1."""
        return self._sighted(picture, self.boxes(picture), least)

    def look(self, picture: Picture, before: Look | None = None) -> Look:
        """Look at a table; of one that was looked at `before` from the same place only where it changed since."""
        cells = cells_of(picture)
        regions = None
        if before is not None:
            regions = changed_regions(cells, before.cells, picture.shape[:2], _reach(before.sightings, picture))
        if before is None or regions is None:
            boxes, side = self._looked(picture)
            return Look(tuple(self._sighted(picture, boxes)), cells, side)
        kept = [one for one in before.sightings if not any(region.holds(one.quad) for region in regions)]
        found = [self._boxes_in(picture, region, before.side) for region in regions]
        boxes = Boxes(*(np.concatenate(column) for column in zip(*found, strict=True))) if found else Boxes.none()
        return Look((*kept, *self._sighted(picture, boxes)), cells, before.side)

    def _boxes_in(self, picture: Picture, region: Region, side: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Quads and scores seen in a region, at the scale at which the whole picture would be `side` px long."""
        part = picture[region.window]
        boxes = self.detector.detect(part, math.ceil(side * max(part.shape[:2]) / max(picture.shape[:2])))
        quads = boxes.quads + np.array([region.window[1].start, region.window[0].start], np.float32)
        inside = np.array([region.holds(quad) for quad in quads], bool)
        return quads[inside], boxes.scores[inside]

    def _sighted(self, picture: Picture, boxes: Boxes, least: float = FAINTEST) -> list[Sighting]:
        readings = self._read(picture, boxes.quads)
        scores = np.sqrt(boxes.scores * readings.whole)
        return [
            Sighting(readings.quads[i], readings.pips[i], float(scores[i])) for i in np.flatnonzero(scores >= least)
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
        return self._looked(picture)[0]

    def _looked(self, picture: Picture) -> tuple[Boxes, int]:
        """The boxes of a picture, and the longer side to which it was scaled for the last look."""
        longest = max(picture.shape[:2])
        first = self.detector.detect(picture, _FIRST_LOOK)
        side = second_look(first, longest)
        if side is None:
            return first, min(_FIRST_LOOK, longest)
        return merge(first, self.detector.detect(picture, side)), side


def _reach(sightings: Sequence[Sighting], picture: Picture) -> float:
    """How far around a change a tile may lie that it touched: the length of a tile, in pixels."""
    sure = [sighting.quad for sighting in sightings if sighting.score >= ACCEPTED]
    return float(np.median(lengths(np.stack(sure)))) if sure else max(picture.shape[:2]) / 8


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
