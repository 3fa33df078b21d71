"""The hands at the end of a deal: tiles that lie face up in front of the players, apart from the layout."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

import numpy as np

from scorer.tiles import Tile
from vision.explain import ExplainedTile, Explanation
from vision.pushed import Points, how_pushed, pushed
from vision.sightings import ACCEPTED, Sighting, scaled

# A reading less sure than this is for a person to look at, and so is what is a tile less likely than that.
SURE, LIKELY = 0.8, 0.65
# What lies beside an open tile as tiles do in a row: so far, in tile widths, beside its long edge or beyond its end, no
# further off that line, and turned no more.
_BESIDE, _BEYOND, _ASTRAY = 1.8, 2.6, 0.5
_TURNED = math.cos(math.radians(20))
# What was seen so many times while the layout grew is no hand.
_NO_HAND = 2
# By how much the log-odds are higher that it is one, too.
_IN_A_ROW = 1.5


@dataclass(frozen=True)
class ShownHand:
    """Tiles that lie in front of one player, in no order. `sure`: whether each of them was clearly read, and no more
    lie there."""

    tiles: tuple[Tile, ...]
    sure: bool


class Aside:
    """Where something that may look like a tile lay apart from the layout while the deal was played: backs in the
    boneyard, a card, a coin. Only places are kept, in pixels; what lies there is no part of a hand."""

    def __init__(self) -> None:
        self._seen: list[tuple[Points, int]] = []

    def look(self, explanation: Explanation, seen: Sequence[Sighting]) -> None:
        """Note what was `seen` apart from the layout, which has just grown, so the deal is being played.

        Where it holds one tile the deal has only begun, and nothing beside it can be a hand that was laid open.
        """
        laid = places_laid(explanation)
        now = [one.quad for one in seen if not is_at(one.quad, laid)]
        known = [(quad, times + is_at(quad, now)) for quad, times in self._seen]
        new = [quad for quad in now if not any(_same_place(quad, other) for other, _ in self._seen)]
        times = 1 if len(laid) > 1 else _NO_HAND
        self._seen = known + [(quad, times) for quad in new]

    def follow(self, before: Explanation, now: Explanation) -> None:
        """The camera, or the table, may have been pushed between two looks at one layout."""
        matrix = how_pushed(before, now)
        if matrix is not None:
            self._seen = [(pushed(quad, matrix), times) for quad, times in self._seen]

    def holds(self, quad: Points) -> bool:
        """Whether something was seen at this place before the newest change of the layout: it may have come with a
        hand that was laid open at once with the last tile."""
        return any(times >= _NO_HAND and _same_place(quad, other) for other, times in self._seen)

    def without(self, explanation: Explanation, seen: Sequence[Sighting]) -> list[Sighting]:
        """What was seen that did not lie aside, or is a part of the layout."""
        laid = places_laid(explanation)
        return [one for one in seen if is_at(one.quad, laid) or not self.holds(one.quad)]


def in_rows(explanation: Explanation, seen: Sequence[Sighting]) -> list[Sighting]:
    """What was seen, with what lies in a row with tiles apart from the layout more likely to be a tile."""
    laid = places_laid(explanation)
    sure = [one.quad for one in seen if one.score >= ACCEPTED and not is_at(one.quad, laid)]
    return [_likelier(one) if any(_in_a_row(one.quad, quad) for quad in sure) else one for one in seen]


def _likelier(one: Sighting) -> Sighting:
    if one.score >= ACCEPTED:
        return one
    return replace(one, score=scaled(one.score, math.exp(_IN_A_ROW)))


def _in_a_row(quad: Points, other: Points) -> bool:
    """Whether two quads lie side by side or end to end, as tiles in a row do."""
    across, along = other[1] - other[0], other[2] - other[1]
    width, length = np.linalg.norm(across), np.linalg.norm(along)
    axis, own = along / max(length, 1), quad[2] - quad[1]
    off = (quad.mean(axis=0) - other.mean(axis=0)) / max(width, 1)
    ahead, aside = abs(float(off @ axis)), abs(float(off @ np.array([-axis[1], axis[0]])))
    parallel = abs(float(own @ axis)) > _TURNED * np.linalg.norm(own)
    near = (ahead < _ASTRAY and aside < _BESIDE) or (aside < _ASTRAY and ahead < _BEYOND)
    return bool(parallel and near and not _same_place(quad, other))


def places_laid(explanation: Explanation) -> list[Points]:
    """The quads (4, 2) of the tiles of the layout."""
    return [explanation.tiles[index].sighting.quad for index in explanation.layout]


def is_at(quad: Points, places: Sequence[Points]) -> bool:
    """Whether a quad (4, 2) lies at one of the places, which are quads."""
    return any(_same_place(quad, place) for place in places)


def apart_of(explanation: Explanation) -> list[int]:
    """Which tiles lie apart from the layout."""
    return [index for index in range(len(explanation.tiles)) if index not in explanation.layout]


def _same_place(one: Points, other: Points) -> bool:
    away = np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))
    return bool(away < 0.5 * np.linalg.norm(one[0] - one[1]))


def shown_hands(
    explanation: Explanation, size: tuple[int, int], seats: Mapping[str, int], unread: Sequence[Points] = ()
) -> dict[int, ShownHand]:
    """The tiles apart from the layout in a picture of `size` (width, height), by the player who sits nearest.

    `seats`: the player, from 0, at each side of the picture. Who has no tile there is left out. `unread`: where
    something may be one more.
    """
    taken = {Tile(explanation.tiles[index].a, explanation.tiles[index].b) for index in explanation.layout}
    hands: dict[int, ShownHand] = {}
    apart = [explanation.tiles[index] for index in apart_of(explanation)]
    for seen in sorted(apart, key=lambda tile: -tile.probability):
        player = _nearest(seen.sighting.quad.mean(axis=0), size, seats)
        if player is None:
            continue
        tile, sure = _read(seen, taken)
        taken.add(tile)
        before = hands.get(player, ShownHand((), True))
        hands[player] = ShownHand((*before.tiles, tile), before.sure and sure)
    unclear = {_nearest(quad.mean(axis=0), size, seats) for quad in unread}
    return {player: replace(hand, sure=hand.sure and player not in unclear) for player, hand in hands.items()}


def _read(seen: ExplainedTile, taken: AbstractSet[Tile]) -> tuple[Tile, bool]:
    """Which tile it is, and whether that is sure: a set has each tile once, so it is none that lies elsewhere."""
    listed = [(Tile(seen.a, seen.b), seen.probability), *((Tile(*pips), chance) for pips, chance in seen.others)]
    left = [(tile, chance) for tile, chance in listed if tile not in taken]
    if not left:
        return listed[0][0], False
    tile, chance = left[0]
    gone = sum(chance for tile, chance in listed if tile in taken)
    # Where most of what it looks like lies elsewhere, one of the two was misread.
    clear = seen.sighting.score >= LIKELY and chance / max(1 - gone, chance) >= SURE
    return tile, clear and gone < 1 - gone


def _nearest(place: Points, size: tuple[int, int], seats: Mapping[str, int]) -> int | None:
    across, down = float(place[0]) / size[0], float(place[1]) / size[1]
    away = {"left": across, "right": 1 - across, "top": down, "bottom": 1 - down}
    side = min(seats, key=away.__getitem__, default=None)
    return None if side is None else seats[side]
