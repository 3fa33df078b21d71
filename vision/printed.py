"""What looks like tiles and is none: a printed border, a pattern, the lid of a box, backs in the boneyard.

It was there before the first tile was laid, and lies there still.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import numpy as np

from scorer.tiles import Tile
from vision.explain import Explanation
from vision.pushed import how_pushed, push, pushed
from vision.reaches import Mask
from vision.sightings import Sighting, clear_kinds, is_face, kind_of, shared

# A face is clearly seen from this probability on.
_CLEAR = 0.9
# A set has each tile once. One misread tile makes a second one of its kind, many of them are not of a set.
_FEWEST_TWICE = 3
# The first tile is laid inside this share of the picture's width and height.
_MIDDLE = 0.6
# One thing alone may be a first tile that was laid somewhere at the edge.
_FEWEST = 2
# Of a picture that has changed more than this another table is seen, or the same from elsewhere.
_OTHERWISE = 0.5
# A thing seen again covers more of itself than this, and its halves are read alike with at least this probability.
_COVERED, _AGREE = 0.6, 0.02

Explain = Callable[[list[Sighting]], Explanation]


class Printed:
    """Remembers what the bare table shows. Not thread-safe.

    `explain`: what a list of sightings shows all together; `recorded`: the tiles of the deal on record, if any.
    """

    def __init__(self, explain: Explain, recorded: Callable[[], Collection[Tile]]) -> None:
        self._explain, self._recorded = explain, recorded
        self._things: list[Sighting] = []
        # What lies there in this deal only, since before its first tile.
        self._lying: list[Sighting] = []
        self._fresh = False

    def look(self, seen: list[Sighting], news: Mask | None, size: tuple[int, int], *, laid: bool) -> None:
        """Take note of what the first look at a view, a picture of `size` (width, height), showed.

        `news`: the cells (90, 160) that look other than in the view before; None: there was none. `laid`: whether a
        layout lay there then.
        """
        self._fresh = news is None or (not laid and news.mean() > _OTHERWISE)
        if self._fresh:
            self._things = self._on_bare_table(seen, size)
        elif self._things:
            self._things = _where_now(self._things, seen)

    def look_again(self, seen: list[Sighting], size: tuple[int, int]) -> None:
        """Take note of what all looks at the same view showed together."""
        if self._fresh:
            self._things = self._on_bare_table(seen, size)

    def before_first(self, lying: Sequence[Sighting]) -> None:
        """Take note of what lay there in the view before the first tile and does still.

        What is clearly a face may be a first tile that was laid at the edge.
        """
        self._lying = [one for one in lying if not _is_clear(one)]

    def follow(self, before: Explanation, now: Explanation) -> None:
        """The camera, or the table, may have been pushed between two looks at one layout."""
        matrix = how_pushed(before, now) if self._lying else None
        if matrix is not None:
            self._lying = [replace(one, quad=pushed(one.quad, matrix)) for one in self._lying]

    def without(self, seen: list[Sighting]) -> list[Sighting]:
        """The sightings that are not of the bare table."""
        return [one for one in seen if not self._is_one(one)] if self._things or self._lying else seen

    def _is_one(self, sighting: Sighting) -> bool:
        return any(
            shared(sighting.quad, thing.quad) > _COVERED and _agree(sighting, thing)
            for thing in (*self._things, *self._lying)
        )

    def _on_bare_table(self, seen: list[Sighting], size: tuple[int, int]) -> list[Sighting]:
        """Which sightings of a first look are no tiles: none where they may be those of a deal that has begun."""
        explained = self._explain(seen)
        if not _is_no_set(seen):
            may_be_tiles = explained.layout or self._recorded() or len(explained.tiles) < _FEWEST
            return [] if may_be_tiles else list(seen)
        begun = self._begun(explained, size)
        return [one for one in seen if not any(one.quad is tile.quad for tile in begun)]

    def _begun(self, explained: Explanation, size: tuple[int, int]) -> list[Sighting]:
        """The tiles of a deal that has begun, among many things that are none."""
        recorded = self._recorded()
        if recorded:
            best = max(_groups(explained), key=lambda group: _on_record(explained, group, recorded), default=[])
            return [explained.tiles[index].sighting for index in best]
        middle = [one.sighting for one in explained.tiles if _in_the_middle(one.sighting, size)]
        return middle if len(middle) == 1 else []


def _is_no_set(seen: Sequence[Sighting]) -> bool:
    """Whether so many of the tiles that are clearly read are there twice that they are none of a set."""
    kinds = clear_kinds(seen)
    return kinds.total() - len(kinds) >= _FEWEST_TWICE


def _is_clear(one: Sighting) -> bool:
    """Whether this is a face beyond doubt."""
    return one.score >= _CLEAR and is_face(one)


def _groups(explained: Explanation) -> list[list[int]]:
    """The tiles that hang together, by their indices."""
    group = {index: [index] for index in range(len(explained.tiles))}
    for join in explained.joins:
        one, other = group[join.first], group[join.second]
        if one is not other:
            one += other
            group.update(dict.fromkeys(other, one))
    return list({id(members): members for members in group.values()}.values())


def _on_record(explained: Explanation, group: Sequence[int], recorded: Collection[Tile]) -> int:
    """How many more tiles of a group are on record than are not."""
    tiles = {Tile(explained.tiles[index].a, explained.tiles[index].b) for index in group}
    known = len(tiles & set(recorded))
    return known - (len(group) - known)


def _in_the_middle(sighting: Sighting, size: tuple[int, int]) -> bool:
    place = sighting.quad.mean(axis=0) / np.array(size)
    return bool((np.abs(place - 0.5) < _MIDDLE / 2).all())


def _agree(one: Sighting, other: Sighting) -> bool:
    """Whether two readings at one place may be of the same thing, whichever half is called a."""
    seen, thing = np.exp(one.pips), np.exp(other.pips)
    return any(bool(((seen * turned).sum(axis=1) >= _AGREE).all()) for turned in (thing, thing[::-1]))


def _where_now(things: list[Sighting], seen: Sequence[Sighting]) -> list[Sighting]:
    """The things where they are after the camera, or a board, was pushed; as they were if it was not."""
    alike = [(thing.quad, one.quad) for thing in things for one in seen if kind_of(thing) == kind_of(one)]
    matrix = push(alike, len(things))
    return things if matrix is None else [replace(thing, quad=pushed(thing.quad, matrix)) for thing in things]
