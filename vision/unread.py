"""What no network saw in a hand that lies open.

Where a set has no dividers its double blank shows nothing that a back might not show, too. It is known by its place, in
a row with open tiles or where something faint was seen; by its colour, which is theirs; and by lying nowhere else. What
else lies in such a row as a tile would is for a person to look at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
# Edges, and the line between the halves, are kept so far away from.
_OFF = round(0.12 * _FINE)
_INNER = slice(_EDGE + _OFF, -_EDGE - _OFF)
# Colours of tiles and table that differ by fewer levels are not told apart.
_LEVELS = 25.0
# A pixel has the tiles' colour where it is nearer to it than this share of the way to the table's; all together are
# nearer still.
_LIKE, _ALIKE = 0.5, 0.3
# So much of the face has that colour, or of anything else not the table's, for there may be pips on it; and at most so
# much of two of the strips around it: neighbours may lie at the others.
_FACE, _SOMETHING, _OUTSIDE = 0.97, 0.65, 0.3
# Of a place that is free no tile covers more.
_COVERED = 0.1
# How far the middles of tiles in a row lie from each other, in tile widths.
_PITCHES = np.arange(1.0, 1.8, 0.04)


def blank_in_hand(
    picture: Picture, explanation: Explanation, faint: Sequence[Sighting], lay_aside: Callable[[Points], bool]
) -> Sighting | None:
    """The double blank among the tiles apart from the layout, where the `explanation` has none; `faint`: what was seen
    there, however weakly; `lay_aside`: whether something lay at a quad during the deal. None where nothing can be
    meant."""
    table, apart = _Table(picture, explanation), _apart(explanation)
    if any(tile.a == tile.b == 0 for tile in explanation.tiles) or not apart:
        return None
    alone = table.free([one.quad for one in faint if not one.pips.argmax(axis=1).any()])
    in_a_row = table.free([place for quad in apart for place in _in_a_row(quad)])
    if np.median([_is_divided(picture, quad) for quad in table.lying]) == 1:
        alone, in_a_row = ([place for place in some if _is_divided(picture, place)] for some in (alone, in_a_row))
    alone = [place for place in alone if table.likeness(place)[0] > 0 and not table.unread_around(place)]
    places = [place for place in (*alone, *in_a_row) if not lay_aside(place)]
    best = max(places, key=lambda place: table.likeness(place)[0], default=None)
    return None if best is None or not table.likeness(best)[0] else Sighting(best, _no_pips(), _SCORE)


def unread_beside(picture: Picture, explanation: Explanation) -> list[Points]:
    """Places in a row with tiles apart from the layout where something of a tile's shape lies that was not read."""
    table = _Table(picture, explanation)
    return [place for quad in _apart(explanation) for place in table.unread_around(quad)]


def _apart(explanation: Explanation) -> list[Points]:
    return [explanation.tiles[index].sighting.quad for index in apart_of(explanation)]


def _in_a_row(quad: Points) -> Iterator[Points]:
    """Places beside a tile and beyond its ends."""
    across, along = quad[1] - quad[0], quad[2] - quad[1]
    for apart in _PITCHES:
        for sign in (-1, 1):
            yield np.asarray(quad + sign * apart * across, np.float32)
            yield np.asarray(quad + sign * (1 + (apart - 1) / 2) * along, np.float32)


class _Table:
    """A picture with the quads of the tiles that are known to be `lying` there, and the colour of each."""

    def __init__(self, picture: Picture, explanation: Explanation) -> None:
        self._picture = picture
        self.lying = [tile.sighting.quad for tile in explanation.tiles]
        self._colours = [np.median(_face(_patch(picture, quad)).reshape(-1, 3), axis=0) for quad in self.lying]
        self._known: dict[bytes, tuple[float, float]] = {}

    def free(self, places: Sequence[Points]) -> list[Points]:
        """The places within the picture that none of the tiles covers."""
        size = self._picture.shape[1], self._picture.shape[0]
        inside = [place for place in places if (place > 0).all() and (place < size).all()]
        return [place for place in inside if not any(_covered(place, quad) for quad in self.lying)]

    def unread_around(self, quad: Points) -> list[Points]:
        """Where something of a tile's shape lies in a row with a tile, or with what may be one: backs lie together."""
        around = [place for place in self.free(list(_in_a_row(quad))) if not _covered(place, quad)]
        return [place for place in around if self.likeness(place)[1] > 0]

    def likeness(self, place: Points) -> tuple[float, float]:
        """How much what lies at a place looks like the bare side of a tile of the colour of the nearest one, and how
        much like anything of a tile's shape: from 0, not at all."""
        key = place.tobytes()
        if key not in self._known:
            away = [float(np.linalg.norm(quad.mean(axis=0) - place.mean(axis=0))) for quad in self.lying]
            self._known[key] = _likeness(_patch(self._picture, place), self._colours[int(np.argmin(away))])
        return self._known[key]


def _covered(place: Points, quad: Points) -> bool:
    """Whether a tile lies on a place, too."""
    if np.linalg.norm(place.mean(axis=0) - quad.mean(axis=0)) > 2 * np.linalg.norm(quad[2] - quad[1]):
        return False
    return shared(place, quad) > _COVERED


def _likeness(patch: NDArray[np.float32], tile: NDArray[np.floating]) -> tuple[float, float]:
    face, sides = _face(patch), _sides(patch)
    # In the middle of a row two of the sides are neighbours.
    free = sorted(sides, key=lambda side: -float(np.linalg.norm(np.median(side.reshape(-1, 3), axis=0) - tile)))[:2]
    table = np.median(np.concatenate([side.reshape(-1, 3) for side in free]), axis=0)
    way = float(np.linalg.norm(tile - table))
    if way < _LEVELS:
        return 0.0, 0.0
    of_tile, of_table = (
        [np.linalg.norm(part - colour, axis=2) < _LIKE * way for part in (face, *sides)] for colour in (tile, table)
    )
    halves = np.array_split(face, 2)
    bare = all(np.linalg.norm(np.median(half.reshape(-1, 3), axis=0) - tile) < _ALIKE * way for half in halves)
    return _stands_out(of_tile, _FACE) if bare else 0.0, _stands_out([~part for part in of_table], _SOMETHING)


def _stands_out(parts: Sequence[NDArray[np.bool_]], least: float) -> float:
    """By how much a face is fuller of something than the sides around it, 0 to 1; 0 where it is not a tile's: two of
    the sides are free."""
    face, *sides = (float(part.mean()) for part in parts)
    return face - sum(sides) / len(sides) if face >= least and sorted(sides)[1] <= _OUTSIDE else 0.0


def _is_divided(picture: Picture, quad: Points) -> bool:
    """Whether a line can be seen between the halves of a tile."""
    patch = _patch(picture, quad)
    face, middle = _face(patch), len(patch) // 2
    line = np.linalg.norm(patch[middle - 1 : middle + 1, _INNER] - np.median(face.reshape(-1, 3), axis=0), axis=2)
    return bool(np.median(line) > _LEVELS)


def _patch(picture: Picture, quad: Points) -> NDArray[np.float32]:
    """A place and what is around it, upright."""
    left, top, right, bottom = _EDGE, _EDGE, _WIDE - _EDGE, _LONG - _EDGE
    corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), corners)
    return cv2.warpPerspective(picture, matrix, (_WIDE, _LONG), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)


def _face(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """Both halves, one above the other, without what may be a line between them."""
    middle = len(patch) // 2
    return np.concatenate([patch[_INNER.start : middle - _OFF], patch[middle + _OFF : _INNER.stop]])[:, _INNER]


def _sides(patch: NDArray[np.float32]) -> tuple[NDArray[np.float32], ...]:
    """The strips along the four sides, some way off."""
    depth, along = _EDGE - _OFF, slice(_EDGE, -_EDGE)
    return patch[:depth, along], patch[-depth:, along], patch[along, :depth], patch[along, -depth:]


def _no_pips() -> NDArray[np.float32]:
    pips = np.full((2, 13), np.log(1e-3), np.float32)
    pips[:, 0] = np.log(1 - 12e-3)
    return pips
