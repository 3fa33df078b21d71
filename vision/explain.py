"""Sightings -> one most probable explanation of them all: what each tile is, and which of them are joined.

A set has each tile once, halves that touch nearly always carry the same number, a chain is a tree and a double lies
crosswise. All of these are strong but finite priors: people misplay, sets get mixed, and that must stay visible.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.sides import Side
from scorer.view import SeenJoin, SeenTile, View
from vision.joins import Contact, Edge, Pose, contacts, pose_of
from vision.plane import TablePlane

VALUES = 13

# A sighting is a tile where its score reaches this.
ACCEPTED = 0.5


@dataclass(frozen=True)
class Sighting:
    """A tile seen in one picture.

    `quad` (4, 2) px, clockwise, corners 0-1 the outer short edge of half a. `pips` (2, 13): log-probability of
    0 to 12 pips on each half. `score`: probability that it is the face of a lying tile, 0 to 1.
    """

    quad: NDArray[np.float32]
    pips: NDArray[np.float32]
    score: float


@dataclass(frozen=True)
class ExplainedTile:
    """A sighting as explained: its reading (a, b), the probability of that, the next likeliest, and where it lies."""

    sighting: Sighting
    a: int
    b: int
    probability: float
    others: tuple[tuple[tuple[int, int], float], ...]
    pose: Pose


@dataclass(frozen=True)
class Explanation:
    """All tiles of a picture, their joins, and the indices of those that form the layout (the largest group)."""

    tiles: tuple[ExplainedTile, ...]
    joins: tuple[Contact, ...]
    layout: tuple[int, ...]
    plane: TablePlane | None

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
        )


def explain(sightings: list[Sighting], width: int, height: int, highest: int | None = None) -> Explanation:
    """The most probable explanation of the sightings in a picture of width x height.

    `highest`: the highest number of pips of the set in use; None: told from what is seen.
    """
    sightings, plane = _of_one_size(sightings, width, height)
    if plane is None:
        return Explanation((), (), (), None)
    poses = [pose_of(sighting.quad, plane) for sighting in sightings]
    own = _own_beliefs(sightings, highest)
    doubles = [bool(np.trace(belief) > 0.5) for belief in own]
    joins = _choose(contacts(poses, doubles), own)
    beliefs = _unique(own, joins)
    tiles = tuple(_explained(*parts) for parts in zip(sightings, beliefs, poses, strict=True))
    return Explanation(tiles, tuple(joins), _largest_group(len(tiles), joins), plane)


# ---- which sightings are tiles lying on the table ----

# A score's log-odds lose half the sum of squares of how far (the logarithms of) length and width are from a tile's,
# each by its spread: a tile in a rack, or a part of one, is hardly ever of the size of those that lie. Far tiles are
# small in the picture, and their edges known to a pixel or two only.
_SIZE_SPREAD = 0.17
_EDGE_PIXELS = 1.5
_FEWEST_TO_COMPARE = 3
# Neighbours overlap by less than this share of a tile, however roughly they were seen.
_OVERLAP = 0.2


def _of_one_size(sightings: list[Sighting], width: int, height: int) -> tuple[list[Sighting], TablePlane | None]:
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


# ---- what each tile is ----

_BEYOND_SET = np.log(1e-3)
_LIKE_JOIN = 0.97
_CROSSWISE_DOUBLE = 0.99
_TWICE = 0.02
# Two tiles above six, or one that is sure, mean a larger set.
_LARGER_SET = 0.9


def _own_beliefs(sightings: list[Sighting], highest: int | None) -> list[NDArray[np.float64]]:
    """P(a, b), (13, 13), of each tile from its own picture and the set in use."""
    pips = np.stack([sighting.pips for sighting in sightings]).astype(np.float64)
    if highest is None:
        above_six = np.exp(pips[:, :, 7:]).sum(axis=2).max(axis=1)
        highest = 12 if above_six.max() > _LARGER_SET else 6
    pips[:, :, highest + 1 :] += _BEYOND_SET
    beliefs = np.exp(pips[:, 0, :, None] + pips[:, 1, None, :])
    return list(beliefs / beliefs.sum(axis=(1, 2), keepdims=True))


def _toward(belief: NDArray[np.float64], half: int) -> NDArray[np.float64]:
    """P(value) of one half."""
    return np.asarray(belief.sum(axis=1 - half))


def _with_neighbour(value: NDArray[np.float64]) -> NDArray[np.float64]:
    """What a neighbour's touching half says about ours: like values nearly always, any other now and then."""
    return np.asarray(_LIKE_JOIN * value + (1 - _LIKE_JOIN) / (VALUES - 1) * (value.sum() - value))


def _spread(own: list[NDArray[np.float64]], joins: list[Contact]) -> list[NDArray[np.float64]]:
    """P(a, b) of each tile given all tiles of its tree: exact sum-product, each join once in each direction."""
    at: dict[int, list[tuple[int, int, int]]] = {tile: [] for tile in range(len(own))}
    lying = [belief.copy() for belief in own]
    for join in joins:
        at[join.first].append((join.first_edge.half, join.second, join.second_edge.half))
        at[join.second].append((join.second_edge.half, join.first, join.first_edge.half))
        for tile, edge in ((join.first, join.first_edge), (join.second, join.second_edge)):
            if edge in (Edge.LEFT_MIDDLE, Edge.RIGHT_MIDDLE):
                lying[tile] *= np.where(np.eye(VALUES, dtype=bool), _CROSSWISE_DOUBLE, 1 - _CROSSWISE_DOUBLE)

    def collect(tile: int, origin: int) -> NDArray[np.float64]:
        belief = lying[tile]
        for half, other, other_half in at[tile]:
            if other != origin:
                message = _with_neighbour(_toward(collect(other, tile), other_half))
                belief = belief * (message[:, None] if half == 0 else message[None, :])
        return np.asarray(belief / belief.sum())

    return [collect(tile, -1) for tile in range(len(own))]


def _unique(own: list[NDArray[np.float64]], joins: list[Contact]) -> list[NDArray[np.float64]]:
    """Beliefs after the joins, with a set's one tile of a kind: of two alike the less sure one is doubted."""
    own = [belief.copy() for belief in own]
    doubted: set[tuple[int, tuple[int, int]]] = set()
    while True:
        beliefs = _spread(own, joins)
        kinds = [_top(belief) for belief in beliefs]
        alike = Counter(tuple(sorted(kind)) for kind in kinds)
        rivals = [
            (beliefs[tile][kind], tile, (min(kind), max(kind)))
            for tile, kind in enumerate(kinds)
            if alike[tuple(sorted(kind))] > 1 and (tile, (min(kind), max(kind))) not in doubted
        ]
        rivals = [rival for rival in rivals if rival[0] < max(other[0] for other in _same_kind(rivals, rival[2]))]
        if not rivals:
            return beliefs
        _, tile, (low, high) = min(rivals)
        doubted.add((tile, (low, high)))
        own[tile][low, high] *= _TWICE
        if low != high:
            own[tile][high, low] *= _TWICE
        own[tile] /= own[tile].sum()


def _same_kind(
    rivals: list[tuple[float, int, tuple[int, int]]], kind: tuple[int, int]
) -> list[tuple[float, int, tuple[int, int]]]:
    return [rival for rival in rivals if rival[2] == kind]


def _top(belief: NDArray[np.float64]) -> tuple[int, int]:
    a, b = np.unravel_index(int(belief.argmax()), belief.shape)
    return int(a), int(b)


def _explained(sighting: Sighting, belief: NDArray[np.float64], pose: Pose) -> ExplainedTile:
    order = np.argsort(-belief, axis=None)[:4]
    ranked = [((int(k) // VALUES, int(k) % VALUES), float(belief.flat[k])) for k in order]
    (a, b), probability = ranked[0]
    return ExplainedTile(sighting, a, b, probability, tuple(ranked[1:]), pose)


# ---- which tiles are joined ----

# How much rarer a join is that uses a side twice (a branch from a tile that is no spinner) than one that does not.
_SIDE_TWICE = 0.05
_JOINED = 0.5


def _choose(candidates: list[Contact], own: list[NDArray[np.float64]]) -> list[Contact]:
    """The joins: the most probable contacts that form a forest, each edge used once, like halves likelier."""
    weighed = sorted((_weigh(contact, own) for contact in candidates), key=lambda contact: -contact.probability)
    group = list(range(len(own)))
    used: set[tuple[int, Edge]] = set()
    sides: Counter[tuple[int, Edge]] = Counter()
    chosen = []
    for contact in weighed:
        ends = ((contact.first, contact.first_edge), (contact.second, contact.second_edge))
        again = any(sides[(tile, _same_side(edge))] for tile, edge in ends)
        probability = _scaled(contact.probability, _SIDE_TWICE) if again else contact.probability
        one, other = _root(group, contact.first), _root(group, contact.second)
        if probability <= _JOINED or one == other or any(end in used for end in ends):
            continue
        group[one] = other
        used.update(ends)
        sides.update((tile, _same_side(edge)) for tile, edge in ends)
        chosen.append(Contact(contact.first, contact.first_edge, contact.second, contact.second_edge, probability))
    return chosen


def _scaled(probability: float, odds: float) -> float:
    return probability * odds / (probability * odds + 1 - probability)


def _weigh(contact: Contact, own: list[NDArray[np.float64]]) -> Contact:
    """The contact with its probability weighed by how well the touching halves agree."""
    one = _toward(own[contact.first], contact.first_edge.half)
    other = _toward(own[contact.second], contact.second_edge.half)
    alike = float(one @ other)
    by_chance = alike / 7 + (1 - alike) * 6 / 7
    odds = (_LIKE_JOIN * alike + (1 - _LIKE_JOIN) * (1 - alike)) / by_chance
    return Contact(
        contact.first, contact.first_edge, contact.second, contact.second_edge, _scaled(contact.probability, odds)
    )


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
    """The tiles of the largest group of joined ones; a tile that lies quite alone is a layout too, several are none."""
    group = list(range(count))
    for join in joins:
        group[_root(group, join.first)] = _root(group, join.second)
    sizes = Counter(_root(group, tile) for tile in range(count))
    root, size = sizes.most_common(1)[0]
    if size == 1 and count > 1:
        return ()
    return tuple(tile for tile in range(count) if _root(group, tile) == root)


# ---- the View ----


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
    )


def _side(edge: Edge) -> Side:
    if edge is Edge.LEFT_MIDDLE:
        return Side.LONG_1
    if edge is Edge.RIGHT_MIDDLE:
        return Side.LONG_2
    return Side.END_B if edge.half else Side.END_A
