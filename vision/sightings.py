"""Tiles as they are seen one by one, and which of what was seen are tiles lying on the table."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.tiles import Tile
from vision.plane import TablePlane

# A sighting is a tile where its score reaches this. Weaker ones are kept as far as that: another look may be surer.
ACCEPTED, FAINTEST = 0.5, 0.2
# In two looks at one table the same tile covers more of itself than this, and a place not seen scores so much.
_SAME_PLACE, _UNSEEN = 0.6, 0.15

# A score's log-odds lose half the sum of squares of how far (the logarithms of) length and width are from a tile's,
# each by its spread: a tile in a rack, or a part of one, is hardly ever of the size of those that lie. Far tiles are
# small in the picture, and their edges known to a pixel or two only.
_SIZE_SPREAD = 0.17
_EDGE_PIXELS = 1.5
_FEWEST_TO_COMPARE = 2
# A second double blank loses all but this share of its odds: sets are mixed now and then.
_SECOND_BLANK = 0.018
# By so much the odds of what lies alone, or with one other, are less than its score says, where none is sure. In 720
# drawn scenes, most of them with few tiles or none, of what was alone 3 of 33 things that scored 0.5 to 0.8 were tiles,
# 6 of 18 up to 0.85, 12 of 19 up to 0.9; of two that scored 0.5 to 0.8, 8 of 21; of three and more of a size most.
_BY_COMPANY = {1: 0.18, 2: 1 / 2}
_SURE = 0.9
# A half is clearly read from this probability on.
_CLEAR = 0.9
_BLANK = Tile(0, 0)
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


def together(looks: list[list[Sighting]]) -> list[Sighting]:
    """What several looks at one unmoved table show together, each place once.

    Readings are averaged, not multiplied: equal frames err alike. A place that a look did not see as a tile counts
    there as hardly one.
    """
    places: list[list[Sighting]] = []
    for look in looks:
        taken: set[int] = set()
        for sighting in look:
            same = (
                n
                for n, seen in enumerate(places)
                if n not in taken and shared(sighting.quad, seen[0].quad) > _SAME_PLACE
            )
            place = next(same, None)
            if place is None:
                places.append([])
                place = len(places) - 1
            places[place].append(sighting)
            taken.add(place)
    return [_average(seen, len(looks)) for seen in places]


def _average(seen: list[Sighting], looks: int) -> Sighting:
    best = max(seen, key=lambda sighting: sighting.score)
    # The halves of one look may be called the other way round than those of another.
    pips = [sighting.pips if same_way_round(sighting.quad, best.quad) else sighting.pips[::-1] for sighting in seen]
    scores = [sighting.score for sighting in seen] + [_UNSEEN] * (looks - len(seen))
    mean = float(np.mean([_log_odds(score) for score in scores]))
    return Sighting(best.quad, np.mean(pips, axis=0), 1 / (1 + math.exp(-mean)))


def same_way_round(quad: NDArray[np.float32], other: NDArray[np.float32]) -> bool:
    """Whether half a of a quad (4, 2) lies where that of another one at the same place does, and not half b."""
    straight, turned = (np.linalg.norm(one - other, axis=1).sum() for one in (quad, np.roll(quad, 2, axis=0)))
    return bool(straight <= turned)


def lies_on(quad: NDArray[np.floating], other: NDArray[np.floating]) -> bool:
    """Whether the middle of a quad (4, 2) lies on another."""
    x, y = (float(value) for value in quad.mean(axis=0))
    return bool(cv2.pointPolygonTest(np.asarray(other, np.float32), (x, y), False) >= 0)


def kind_of(sighting: Sighting) -> Tile:
    """The tile that the sighting most probably is, taken on its own."""
    return Tile(*map(int, sighting.pips.argmax(axis=1)))


def is_face(sighting: Sighting) -> bool:
    """Whether both halves are clearly read, and not as a double blank: backs look like it."""
    return bool((np.exp(sighting.pips.max(axis=1)) >= _CLEAR).all()) and kind_of(sighting) != _BLANK


def clear_kinds(seen: Sequence[Sighting]) -> Counter[Tile]:
    """How many times each tile is clearly seen, double blanks left out."""
    return Counter(kind_of(one) for one in seen if one.score >= ACCEPTED and is_face(one))


def shared(quad: NDArray[np.float32], other: NDArray[np.float32]) -> float:
    """The share of the first of two quads (4, 2) that the other covers, 0 to 1."""
    return float(cv2.intersectConvexConvex(quad, other)[0]) / max(cv2.contourArea(quad), 1.0)


def lying_tiles(sightings: list[Sighting], width: int, height: int) -> tuple[list[Sighting], TablePlane | None]:
    """The sightings that remain likely to be lying tiles when all of them are compared, and the plane they lie in."""
    likely = apart_from_surer([one for one in _one_blank(sightings) if one.score >= ACCEPTED])
    if not likely:
        return [], None
    surest = likely[0]
    kept, plane, odds = _of_one_size(likely, width, height)
    if all(one is not surest for one in kept):
        # Several doubtful things of a size must not outvote the one tile that is sure.
        with_surest = _of_one_size(likely, width, height, kept_always=surest)
        if with_surest[2] > odds:
            kept, plane, _ = with_surest
    return kept, plane


def in_company(kept: list[Sighting]) -> list[Sighting]:
    """The lying tiles of a single picture that stay likely where none is sure and they are few.

    What is alone mostly is no tile. Of a table that is watched more is known: what lay there before, what is played.
    """
    if any(one.score >= _SURE for one in kept):
        return kept
    likely = [one for one in kept if scaled(one.score, _BY_COMPANY.get(len(kept), 1.0)) >= ACCEPTED]
    return likely if len(likely) == len(kept) else in_company(likely)


def _of_one_size(
    likely: list[Sighting], width: int, height: int, *, kept_always: Sighting | None = None
) -> tuple[list[Sighting], TablePlane, float]:
    """The sightings without those of another size than the rest, the plane, and the log-odds of all that remain."""
    kept = list(likely)
    while True:
        quads = np.stack([sighting.quad for sighting in kept])
        plane = TablePlane.fit(quads, width, height)
        odds = _odds_by_size(quads, plane) + [_log_odds(sighting.score) for sighting in kept]
        worst = min((index for index, one in enumerate(kept) if one is not kept_always), key=odds.item, default=None)
        # The worst one may have bent the plane for the others, so they are judged anew without it.
        if worst is None or len(kept) < _FEWEST_TO_COMPARE or odds.min() > _log_odds(ACCEPTED):
            return kept, plane, float(odds.sum())
        del kept[worst]


def _one_blank(sightings: list[Sighting]) -> list[Sighting]:
    """The sightings, those without a pip doubted where there are several: a set has one double blank and many backs."""
    blanks = [n for n, one in enumerate(sightings) if one.score >= ACCEPTED and not one.pips.argmax(axis=1).any()]
    if len(blanks) < 2:
        return sightings
    doubted = list(sightings)
    surest = max(blanks, key=lambda n: sightings[n].score)
    for n in blanks:
        odds = 1 / len(blanks) if n == surest else _SECOND_BLANK
        doubted[n] = replace(sightings[n], score=scaled(sightings[n].score, odds))
    return doubted


def scaled(probability: float, odds: float) -> float:
    """The probability whose odds are so many times those of this one."""
    return probability * odds / (probability * odds + 1 - probability)


def apart_from_surer(sightings: Sequence[Sighting]) -> list[Sighting]:
    """The sightings that do not lie across a surer one: of a line without dividers any two halves look like a tile."""
    kept: list[Sighting] = []
    for sighting in sorted(sightings, key=lambda sighting: -sighting.score):
        if all(shared(sighting.quad, other.quad) <= _OVERLAP for other in kept):
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
