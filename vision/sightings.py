"""Tiles as they are seen one by one, and which of what was seen are tiles lying on the table."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane import TablePlane

# A sighting is a tile where its score reaches this.
ACCEPTED = 0.5

# A score's log-odds lose half the sum of squares of how far (the logarithms of) length and width are from a tile's,
# each by its spread: a tile in a rack, or a part of one, is hardly ever of the size of those that lie. Far tiles are
# small in the picture, and their edges known to a pixel or two only.
_SIZE_SPREAD = 0.17
_EDGE_PIXELS = 1.5
_FEWEST_TO_COMPARE = 3
# Neighbours overlap by less than this share of a tile, however roughly they were seen.
_OVERLAP = 0.2


@dataclass(frozen=True)
class Sighting:
    """A tile seen in one picture.

    `quad` (4, 2) px, clockwise, corners 0-1 the outer short edge of half a. `pips` (2, 13): log-probability of
    0 to 12 pips on each half. `score`: probability that it is the face of a lying tile, 0 to 1.
    """

    quad: NDArray[np.float32]
    pips: NDArray[np.float32]
    score: float


def lying_tiles(sightings: list[Sighting], width: int, height: int) -> tuple[list[Sighting], TablePlane | None]:
    """The sightings that remain likely to be lying tiles when all of them are compared, and the plane they lie in."""
    kept = _apart_from_surer(sightings)
    while kept:
        quads = np.stack([sighting.quad for sighting in kept])
        plane = TablePlane.fit(quads, width, height)
        odds = _odds_by_size(quads, plane) + [_log_odds(sighting.score) for sighting in kept]
        worst = int(odds.argmin())
        # The worst one may have bent the plane for the others, so they are judged anew without it.
        if len(kept) < _FEWEST_TO_COMPARE or odds[worst] > _log_odds(ACCEPTED):
            return kept, plane
        del kept[worst]
    return [], None


def _apart_from_surer(sightings: list[Sighting]) -> list[Sighting]:
    """The sightings that do not lie across a surer one: of a line without dividers any two halves look like a tile."""
    kept: list[Sighting] = []
    for sighting in sorted(sightings, key=lambda sighting: -sighting.score):
        area = cv2.contourArea(sighting.quad)
        shared = (cv2.intersectConvexConvex(sighting.quad, other.quad)[0] for other in kept)
        if all(common <= _OVERLAP * area for common in shared):
            kept.append(sighting)
    return kept


def _odds_by_size(quads: NDArray[np.float32], plane: TablePlane) -> NDArray[np.float64]:
    """What the sizes of the quads (n, 4, 2) on the table take from the log-odds that they are tiles, (n,)."""
    seen, lying = _edges(quads), _edges(plane.to_table(quads))
    off = np.log(lying / [1, 2]) ** 2 / (_SIZE_SPREAD**2 + (_EDGE_PIXELS / seen) ** 2)
    return np.asarray(-off.sum(axis=1) / 2)


def _edges(quads: NDArray[np.floating]) -> NDArray[np.float64]:
    """The mean width and length of quads (n, 4, 2), as (n, 2)."""
    edges = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2)
    return np.asarray((edges[:, :2] + edges[:, 2:]) / 2, np.float64)


def _log_odds(probability: float) -> float:
    return float(np.log(max(probability, 1e-6) / max(1 - probability, 1e-6)))
