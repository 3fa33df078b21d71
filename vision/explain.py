"""Sightings -> one most probable explanation of them all: what each tile is, and which of them are joined.

A set has each tile once, halves that touch nearly always carry the same number, a chain is a tree and a double lies
crosswise. All of these are strong but finite priors: people misplay, sets get mixed, and that must stay visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scorer.sides import Side
from scorer.view import SeenJoin, SeenTile, View
from vision.beliefs import VALUES, Match, chance_across, like_odds, own_beliefs, settled_beliefs
from vision.joins import Contact, Edge, Pose, contacts, pose_of
from vision.plane import TablePlane
from vision.sightings import Sighting, lying_tiles, scaled
from vision.unseen import unseen


@dataclass(frozen=True)
class ExplainedTile:
    """A sighting as explained: its reading (a, b), the probability of that, the next likeliest, and where it lies.

    `face_down`: only its back is seen, and it says nothing of the rest.
    """

    sighting: Sighting
    a: int
    b: int
    probability: float
    others: tuple[tuple[tuple[int, int], float], ...]
    pose: Pose
    face_down: bool = False


@dataclass(frozen=True)
class Explanation:
    """All tiles of a picture, their joins, and the indices of those that form the layout: the largest group,
    or a single tile that lies alone in the middle. `unseen`: in words, what of it cannot be seen."""

    tiles: tuple[ExplainedTile, ...]
    joins: tuple[Contact, ...]
    layout: tuple[int, ...]
    plane: TablePlane | None
    unseen: tuple[str, ...] = ()

    def view(self, time: float = 0.0) -> View:
        """The View of DESIGN: the layout only; of the tiles apart from it just how many there are."""
        index = {tile: place for place, tile in enumerate(self.layout)}
        joins = [join for join in self.joins if join.first in index]
        tiles = tuple(_seen(self.tiles[tile]) for tile in self.layout)
        return View(
            time=time,
            tiles=tiles,
            joins=tuple(
                SeenJoin(
                    index[join.first],
                    _side(join.first_edge),
                    index[join.second],
                    _side(join.second_edge),
                    join.probability,
                )
                for join in joins
            ),
            apart=len(self.tiles) - len(self.layout),
            unseen=self.unseen,
        )


def explain(
    sightings: list[Sighting],
    width: int,
    height: int,
    highest: int | None = None,
    match: Match = "equal",
    *,
    rings: bool = False,
    backs: Sequence[NDArray[np.float32]] = (),
) -> Explanation:
    """The most probable explanation of the sightings in a picture of width x height.

    `highest`: the highest number of pips of the set in use; None: told from what is seen. `match`: how halves that
    touch fit in this game, as in `Rules.match`; `rings`: whether a tile may close a line into a ring. `backs`: quads
    (4, 2) px of doubles that lie face down at ends of lines; those that touch no line are left out.
    """
    sightings, plane = lying_tiles(sightings, width, height)
    if plane is None:
        return Explanation((), (), (), None)
    quads = [*(sighting.quad for sighting in sightings), *backs]
    poses = [pose_of(quad, plane) for quad in quads]
    own = own_beliefs(sightings, highest)
    doubles = [chance_across(belief, match) > 0.5 for belief in own] + [True] * len(backs)
    weighed = [_weigh(contact, own, match) for contact in contacts(poses, doubles)]
    joins, closing = _choose(weighed, len(poses))
    beliefs = settled_beliefs(own, [join for join in joins if join.second < len(own)], match)
    if rings:
        joins += closing
    tiles = [_explained(*parts) for parts in zip(sightings, beliefs, poses[: len(own)], strict=True)]
    tiles += [_back(quad, pose) for quad, pose in zip(backs, poses[len(own) :], strict=True)]
    layout = _largest_group(len(tiles), joins) or _alone_in_the_middle(sightings, width, height)
    hidden = unseen(poses[: len(own)], joins, [tile for tile in layout if tile < len(own)], plane, (width, height))
    return _without_loose_backs(Explanation(tuple(tiles), tuple(joins), layout, plane, hidden), len(own))


def _without_loose_backs(explanation: Explanation, faces: int) -> Explanation:
    """The explanation without the tiles from number `faces` on that are no part of the layout."""
    kept = [tile for tile in range(len(explanation.tiles)) if tile < faces or tile in explanation.layout]
    number = {tile: place for place, tile in enumerate(kept)}
    joins = tuple(
        replace(join, first=number[join.first], second=number[join.second])
        for join in explanation.joins
        if join.first in number and join.second in number
    )
    layout = tuple(number[tile] for tile in explanation.layout)
    tiles = tuple(explanation.tiles[tile] for tile in kept)
    return replace(explanation, tiles=tiles, joins=joins, layout=layout)


def _back(quad: NDArray[np.float32], pose: Pose) -> ExplainedTile:
    nothing = np.full((2, VALUES), -np.log(VALUES), np.float32)
    return ExplainedTile(Sighting(quad, nothing, 1.0), 0, 0, 0.0, (), pose, face_down=True)


def _explained(sighting: Sighting, belief: NDArray[np.float64], pose: Pose) -> ExplainedTile:
    order = np.argsort(-belief, axis=None)[:4]
    ranked = [((int(k) // VALUES, int(k) % VALUES), float(belief.flat[k])) for k in order]
    (a, b), probability = ranked[0]
    return ExplainedTile(sighting, a, b, probability, tuple(ranked[1:]), pose)


# How much rarer a join is that uses a side twice (a branch from a tile that is no spinner) than one that does not.
_SIDE_TWICE = 0.05
_JOINED = 0.5
# By how many times the odds are higher that what lies face down beyond an end is joined to it.
_AT_AN_END = 20.0
# A tile that closes a ring is laid with care: lines that merely come near each other are more frequent than rings.
_RING = 0.9
# Players keep their tiles in front of them, outside this share of the picture's width and height.
_MIDDLE = 0.6


def _choose(weighed: list[Contact], count: int) -> tuple[list[Contact], list[Contact]]:
    """The joins of so many tiles: the most probable contacts that form a forest, each edge used once, halves that fit
    likelier; and those that besides would close a line into a ring."""
    group = list(range(count))
    used: set[tuple[int, Edge]] = set()
    sides: Counter[tuple[int, Edge]] = Counter()
    chosen, closing = [], []
    for contact in sorted(weighed, key=lambda contact: -contact.probability):
        ends = ((contact.first, contact.first_edge), (contact.second, contact.second_edge))
        lies = _sides_of(contact)
        again = any(sides[side] for side in lies)
        probability = scaled(contact.probability, _SIDE_TWICE) if again else contact.probability
        one, other = _root(group, contact.first), _root(group, contact.second)
        if probability <= _JOINED or any(end in used for end in ends):
            continue
        join = replace(contact, probability=probability)
        if one == other:
            closing += [join] if probability > _RING and not again else []
            continue
        group[one] = other
        used.update(ends)
        sides.update(lies)
        chosen.append(join)
    return chosen, [join for join in closing if not any(sides[side] for side in _sides_of(join))][:1]


def _sides_of(join: Contact) -> tuple[tuple[int, Edge], tuple[int, Edge]]:
    return (join.first, _same_side(join.first_edge)), (join.second, _same_side(join.second_edge))


def _weigh(contact: Contact, own: list[NDArray[np.float64]], match: Match) -> Contact:
    """The contact with its probability weighed by how well the touching halves agree."""
    if contact.second >= len(own):
        # A back says nothing of that, but was looked for beyond an end.
        return replace(contact, probability=scaled(contact.probability, _AT_AN_END))
    one, other = contact.first_edge.half, contact.second_edge.half
    odds = like_odds(own[contact.first], one, own[contact.second], other, match)
    return replace(contact, probability=scaled(contact.probability, odds))


def _same_side(edge: Edge) -> Edge:
    """The side of the rule book's model that an edge of a lengthwise tile belongs to; a double's are its own."""
    if edge in (Edge.LEFT_A, Edge.RIGHT_A):
        return Edge.END_A
    if edge in (Edge.LEFT_B, Edge.RIGHT_B):
        return Edge.END_B
    return edge


def _root(group: list[int], tile: int) -> int:
    while group[tile] != tile:
        tile = group[tile]
    return tile


def _largest_group(count: int, joins: list[Contact]) -> tuple[int, ...]:
    """The tiles of the largest group of joined ones; none where no two are joined."""
    group = list(range(count))
    for join in joins:
        group[_root(group, join.first)] = _root(group, join.second)
    sizes = Counter(_root(group, tile) for tile in range(count))
    root, size = sizes.most_common(1)[0]
    return tuple(tile for tile in range(count) if _root(group, tile) == root) if size > 1 else ()


def _alone_in_the_middle(sightings: list[Sighting], width: int, height: int) -> tuple[int, ...]:
    """The one tile that lies away from the edges, where a deal begins; none where there are several or none."""
    places = np.stack([sighting.quad.mean(axis=0) for sighting in sightings]) / [width, height]
    inside = np.flatnonzero((np.abs(places - 0.5) < _MIDDLE / 2).all(axis=1))
    return (int(inside[0]),) if len(inside) == 1 else ()


def _seen(tile: ExplainedTile) -> SeenTile:
    corners = [(float(x), float(y)) for x, y in tile.sighting.quad]
    return SeenTile(
        tile.a,
        tile.b,
        tile.probability,
        (corners[0], corners[1], corners[2], corners[3]),
        (tile.pose.x, tile.pose.y),
        tile.pose.angle,
        tile.others,
        tile.face_down,
    )


def _side(edge: Edge) -> Side:
    if edge is Edge.LEFT_MIDDLE:
        return Side.LONG_1
    if edge is Edge.RIGHT_MIDDLE:
        return Side.LONG_2
    return Side.END_B if edge.half else Side.END_A
