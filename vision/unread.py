"""What no network saw in a hand that lies open.

Where a set has no dividers its double blank shows nothing that a back might not show, too. It is known by its place, in
a row with open tiles or where something faint was seen; by its colour, which is theirs; and by lying nowhere else. What
else lies in such a row as a tile would is for a person to look at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Explanation
from vision.hands import LIKELY, apart_of
from vision.pictures import Picture
from vision.pushed import Points
from vision.sightings import Sighting, shared

# Weaker than this nothing is looked at.
FAINT = 0.03
# Sure enough to be counted, and so unsure that a person looks.
_SCORE = LIKELY - 0.05
# A patch shows a place with so many pixels a tile width, and so many tile widths around it.
_FINE, _MARGIN = 20, 0.35
_WIDE, _LONG = round((1 + 2 * _MARGIN) * _FINE), round((2 + 2 * _MARGIN) * _FINE)
_EDGE = round(_MARGIN * _FINE)
# Colours of tiles and table that differ by fewer levels are not told apart.
_LEVELS = 25.0
# A pixel has the tiles' colour where it is nearer to it than this share of the way to the table's; all together are
# nearer still.
_LIKE, _ALIKE = 0.5, 0.3
# So much of the face has that colour, or of anything else not the table's, for there may be pips on it; and at most so
# much of the strips around it.
_FACE, _SOMETHING, _OUTSIDE = 0.85, 0.65, 0.3
# Of a place that is free no tile covers more.
_COVERED = 0.1
_APART = np.arange(1.0, 1.8, 0.04)


def blank_in_hand(picture: Picture, explanation: Explanation, faint: Sequence[Sighting]) -> Sighting | None:
    """The double blank among the tiles apart from the layout, where the `explanation` has none; `faint`: what was seen
    there, however weakly. None where nothing can be meant."""
    lying = [tile.sighting.quad for tile in explanation.tiles]
    apart = [explanation.tiles[index].sighting.quad for index in apart_of(explanation)]
    if any(tile.a == tile.b == 0 for tile in explanation.tiles) or not apart:
        return None
    alone = [one.quad for one in faint if not one.pips.argmax(axis=1).any()]
    places = [quad for quad in alone if not _unread_around(picture, quad, lying)]
    places += [place for quad in apart for place in _in_a_row(quad)]
    if np.median([_is_divided(picture, quad) for quad in lying]) == 1:
        places = [place for place in places if _is_divided(picture, place)]
    likeness = [(_likeness(picture, place, lying)[0], place) for place in places if _is_free(place, lying, picture)]
    best, place = max(likeness, key=lambda pair: pair[0], default=(0.0, None))
    return Sighting(place, _no_pips(), _SCORE) if place is not None and best > 0 else None


def unread_beside(picture: Picture, explanation: Explanation) -> list[Points]:
    """Places in a row with tiles apart from the layout where something of a tile's shape lies that was not read."""
    lying = [tile.sighting.quad for tile in explanation.tiles]
    apart = [explanation.tiles[index].sighting.quad for index in apart_of(explanation)]
    return [place for quad in apart for place in _unread_around(picture, quad, lying)]


def _unread_around(picture: Picture, quad: Points, lying: Sequence[Points]) -> list[Points]:
    """Where something of a tile's shape lies in a row with a tile, or with what may be one: backs lie together."""
    others = [*lying, quad]
    free = [place for place in _in_a_row(quad) if _is_free(place, others, picture)]
    return [place for place in free if _likeness(picture, place, lying)[1] > 0]


def _in_a_row(quad: Points) -> Iterator[Points]:
    """Places beside a tile and beyond its ends."""
    across, along = quad[1] - quad[0], quad[2] - quad[1]
    for apart in _APART:
        for sign in (-1, 1):
            yield np.asarray(quad + sign * apart * across, np.float32)
            yield np.asarray(quad + sign * (1 + (apart - 1) / 2) * along, np.float32)


def _is_free(place: Points, lying: Sequence[Points], picture: Picture) -> bool:
    height, width = picture.shape[:2]
    inside = bool((place > 0).all() and (place < [width, height]).all())
    here = Sighting(place, _no_pips(), 0.0)
    return inside and all(shared(here, Sighting(quad, here.pips, 0.0)) <= _COVERED for quad in lying)


@dataclass(frozen=True)
class _Shares:
    """How much of the face of a place is of some kind, and of the strip along the third fullest of its sides: a
    neighbour may lie at the fourth, and a shadow at another. Shares from 0 to 1."""

    face: float
    outside: float

    def stands_out(self, least: float) -> float:
        """By how much the face is fuller than what is around it; 0 where it is not a tile's."""
        return self.face - self.outside if self.face >= least and self.outside <= _OUTSIDE else 0.0


def _likeness(picture: Picture, place: Points, lying: Sequence[Points]) -> tuple[float, float]:
    """How much what lies at a place looks like the bare side of a tile of the colour of the nearest of those `lying`,
    and how much like anything of a tile's shape: from 0, not at all."""
    nearest = min(lying, key=lambda quad: float(np.linalg.norm(quad.mean(axis=0) - place.mean(axis=0))))
    tile = np.median(_face(_patch(picture, nearest)).reshape(-1, 3), axis=0)
    patch = _patch(picture, place)
    face, sides = _face(patch), _sides(patch)
    table = np.median(np.concatenate([side.reshape(-1, 3) for side in sides]), axis=0)
    way = float(np.linalg.norm(tile - table))
    if way < _LEVELS:
        return 0.0, 0.0
    of_tile, of_table = (
        [np.linalg.norm(part - colour, axis=2) < _LIKE * way for part in (face, *sides)] for colour in (tile, table)
    )
    bare = np.linalg.norm(np.median(face.reshape(-1, 3), axis=0) - tile) < _ALIKE * way
    anything = _shares([~part for part in of_table]).stands_out(_SOMETHING)
    return _shares(of_tile).stands_out(_FACE) if bare else 0.0, anything


def _shares(parts: Sequence[NDArray[np.bool_]]) -> _Shares:
    face, *sides = (float(part.mean()) for part in parts)
    return _Shares(face, sorted(sides)[2])


def _is_divided(picture: Picture, quad: Points) -> bool:
    """Whether a line can be seen between the halves of a tile."""
    face = _face(_patch(picture, quad))
    middle = len(face) // 2
    line = np.linalg.norm(face[middle - 1 : middle + 1] - np.median(face.reshape(-1, 3), axis=0), axis=2)
    return bool(np.median(line) > _LEVELS)


def _patch(picture: Picture, quad: Points) -> NDArray[np.float32]:
    """A place and what is around it, upright."""
    left, top, right, bottom = _EDGE, _EDGE, _WIDE - _EDGE, _LONG - _EDGE
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), corners)
    return cv2.warpPerspective(picture, matrix, (_WIDE, _LONG), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def _face(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    inner = _EDGE + round(0.12 * _FINE)
    return patch[inner:-inner, inner:-inner]


def _sides(patch: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """The strips along the four sides, some way off."""
    depth = _EDGE - round(0.12 * _FINE)
    inner = slice(_EDGE, -_EDGE)
    return patch[:depth, inner], patch[-depth:, inner], patch[inner, :depth], patch[inner, -depth:]


def _no_pips() -> NDArray[np.float32]:
    pips = np.full((2, 13), np.log(1e-3), np.float32)
    pips[:, 0] = np.log(1 - 12e-3)
    return pips
