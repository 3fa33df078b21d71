"""What each tile is: its own picture, the set in use, the tiles it touches, and that a set has each tile once."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from vision.joins import Contact, Edge
from vision.sightings import Sighting

VALUES = 13

# How halves that touch fit: the same value, or in Matador seven together (the rule book, 2.3).
Match = Literal["equal", "sum7"]

_BEYOND_SET = np.log(1e-3)
LIKE_JOIN = 0.97
_CROSSWISE_DOUBLE = 0.99
_TWICE = 0.02
# A half that shows more than six as surely as this means a larger set.
_LARGER_SET = 0.9

_DOUBLES = np.eye(VALUES, dtype=bool)
_SEVEN = np.add.outer(np.arange(VALUES), np.arange(VALUES)) == 7
# They fit everywhere in Matador (the rule book, 2.8).
_MATADORS = _SEVEN.copy()
_MATADORS[0, 0] = True
# So many values a half may have, where its neighbour says nothing of it.
_ANY_VALUE = 7


def own_beliefs(sightings: list[Sighting], highest: int | None) -> list[NDArray[np.float64]]:
    """P(a, b), (13, 13), of each tile from its own picture and the set in use."""
    pips = np.stack([sighting.pips for sighting in sightings]).astype(np.float64)
    if highest is None:
        above_six = np.exp(pips[:, :, 7:]).sum(axis=2).max(axis=1)
        highest = 12 if above_six.max() > _LARGER_SET else 6
    pips[:, :, highest + 1 :] += _BEYOND_SET
    beliefs = np.exp(pips[:, 0, :, None] + pips[:, 1, None, :])
    return list(beliefs / beliefs.sum(axis=(1, 2), keepdims=True))


def of_half(belief: NDArray[np.float64], half: int) -> NDArray[np.float64]:
    """P(value) of one half."""
    return np.asarray(belief.sum(axis=1 - half))


def chance_across(belief: NDArray[np.float64], match: Match = "equal") -> float:
    """The probability that a tile may lie crosswise: a double, or in Matador a matador, too."""
    return float(belief[_may_lie_across(match)].sum())


def _may_lie_across(match: Match) -> NDArray[np.bool_]:
    # Doubles lie lengthwise in Matador, but a habit is strong.
    return _DOUBLES if match == "equal" else _DOUBLES | _MATADORS


def like_odds(
    one: NDArray[np.float64], half: int, other: NDArray[np.float64], other_half: int, match: Match = "equal"
) -> float:
    """How much likelier two beliefs P(a, b) are if the tiles touch with these halves than if they do not."""
    if match == "equal":
        alike, anyhow = float(of_half(one, half) @ of_half(other, other_half)), 0.0
    else:
        ordinary, other_ordinary = np.where(_MATADORS, 0.0, one), np.where(_MATADORS, 0.0, other)
        alike = float(of_half(ordinary, half) @ _SEVEN @ of_half(other_ordinary, other_half))
        anyhow = 1 - float(ordinary.sum() * other_ordinary.sum())
    unlike = 1 - alike - anyhow
    by_chance = alike / _ANY_VALUE + unlike * (_ANY_VALUE - 1) / _ANY_VALUE
    return (LIKE_JOIN * alike + (1 - LIKE_JOIN) * unlike + anyhow) / (by_chance + anyhow)


def _message(belief: NDArray[np.float64], other_half: int, half: int, match: Match) -> NDArray[np.float64]:
    """What a neighbour touching with its `other_half` says about our tile touching with `half`, (13, 13) or broadcast
    to it: values that fit nearly always, any other now and then; nothing where one of the two is a matador."""
    fitting, matadors = (_DOUBLES, 0.0) if match == "equal" else (_SEVEN, float(belief[_MATADORS].sum()))
    if match == "sum7":
        belief = np.where(_MATADORS, 0.0, belief)
    touching = of_half(belief, other_half)
    value = fitting @ touching
    said = np.asarray(LIKE_JOIN * value + (1 - LIKE_JOIN) / (VALUES - 1) * (touching.sum() - value))
    said = said + matadors / _ANY_VALUE
    said = said[:, None] if half == 0 else said[None, :]
    return said if match == "equal" else np.where(_MATADORS, 1 / _ANY_VALUE, said)


def _spread(own: list[NDArray[np.float64]], joins: list[Contact], match: Match) -> list[NDArray[np.float64]]:
    """P(a, b) of each tile given all tiles of its tree: exact sum-product, each join once in each direction."""
    at: dict[int, list[tuple[int, int, int]]] = {tile: [] for tile in range(len(own))}
    lying = [belief.copy() for belief in own]
    for join in joins:
        at[join.first].append((join.first_edge.half, join.second, join.second_edge.half))
        at[join.second].append((join.second_edge.half, join.first, join.first_edge.half))
        for tile, edge in ((join.first, join.first_edge), (join.second, join.second_edge)):
            if edge in (Edge.LEFT_MIDDLE, Edge.RIGHT_MIDDLE):
                lying[tile] *= np.where(_may_lie_across(match), _CROSSWISE_DOUBLE, 1 - _CROSSWISE_DOUBLE)

    def collect(tile: int, origin: int) -> NDArray[np.float64]:
        belief = lying[tile]
        for half, other, other_half in at[tile]:
            if other != origin:
                belief = belief * _message(collect(other, tile), other_half, half, match)
        return np.asarray(belief / belief.sum())

    return [collect(tile, -1) for tile in range(len(own))]


def settled_beliefs(
    own: list[NDArray[np.float64]], joins: list[Contact], match: Match = "equal"
) -> list[NDArray[np.float64]]:
    """Beliefs after the joins, with a set's one tile of a kind: of two alike the less sure one is doubted."""
    own = [belief.copy() for belief in own]
    doubted: set[tuple[int, tuple[int, int]]] = set()
    while True:
        beliefs = _spread(own, joins, match)
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
