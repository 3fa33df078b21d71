"""Whether the camera sees the table well enough: all of it, large, sharp, lit and without glare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import Explanation
from vision.pictures import Picture

Check = Literal["view", "size", "sharp", "light", "glare"]
Grade = Literal["good", "fair", "bad", "unknown"]

# Lengths of a tile in pixels: from the first on reading is sure, below the second tiles are missed.
LARGE, SMALL = 50.0, 35.0
# A tile nearer to the picture's edge than this share of its length may be cut off.
_EDGE = 0.15
# Of a tile's range of grey, the share of the steepest change across two pixels of a tile 72 long. Blurred until that
# was below the second, photographs and films lost tiles; above the first none was lost.
SHARP, BLURRED = 0.19, 0.13
_SHARP_AT = 72.0
# The lightest grey of a tile, and how far it is from its darkest.
_LIT, _DARK, _CONTRAST = 120, 85, 55
_BLEACHED = 252
# Glare is a bleached patch larger than so many tiles (a white back is one), or so large a share of a tile's own face.
_PATCH, _FACE, _WHOLE_FACE = 1.5, 0.3, 0.6
_TILE_OF_PICTURE = 0.002
_FACE_SIZE = (96, 48)
_THIRDS = (("top left", "top", "top right"), ("left", "middle", "right"), ("bottom left", "bottom", "bottom right"))


@dataclass(frozen=True)
class Finding:
    """What one check found. `where`: the part of the picture that is meant, as "top left"; empty where all is."""

    check: Check
    grade: Grade
    where: str = ""


def findings(picture: Picture, explanation: Explanation | None) -> tuple[Finding, ...]:
    """One finding of each check on a picture (height, width, 3) uint8 BGR, by the tiles that were seen in it.

    Without a tile only the light of the whole picture and its glare can be told.
    """
    quads = [] if explanation is None else [tile.sighting.quad for tile in explanation.tiles]
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    faces = [_face(grey, quad) for quad in quads]
    return (
        _in_view(quads, grey.shape),
        _large(quads, grey.shape),
        _sharp(grey, quads),
        _lit(faces or [grey]),
        _glare(picture, quads, faces),
    )


def _in_view(quads: Sequence[NDArray[np.float32]], shape: tuple[int, ...]) -> Finding:
    if not quads:
        return Finding("view", "unknown")
    size = np.array([shape[1], shape[0]], np.float32)
    for quad in quads:
        room = min(float(quad.min()), float((size - quad).min()))
        if room < _EDGE * _length(quad):
            return Finding("view", "bad", _where(quad.mean(axis=0), shape))
    return Finding("view", "good")


def _large(quads: Sequence[NDArray[np.float32]], shape: tuple[int, ...]) -> Finding:
    if not quads:
        return Finding("size", "unknown")
    smallest = min(quads, key=_length)
    grade = _graded(_length(smallest), LARGE, SMALL)
    return Finding("size", grade, "" if grade == "good" else _where(smallest.mean(axis=0), shape))


def _sharp(grey: NDArray[np.uint8], quads: Sequence[NDArray[np.float32]]) -> Finding:
    if not quads:
        return Finding("sharp", "unknown")
    return Finding("sharp", _graded(float(np.median([sharpness(grey, quad) for quad in quads])), SHARP, BLURRED))


def sharpness(grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> float:
    """The share of a tile's range of grey that changes within two pixels where it changes most, 0 to about 0.5.

    Of a larger tile it is measured in a smaller picture of it: what matters is whether pips run into each other.
    """
    scale = min(1.0, _SHARP_AT / max(_length(quad), 1.0))
    left, top = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    face = grey[top:bottom, left:right].astype(np.float32)
    if scale < 1 and min(face.shape):
        smaller = cv2.resize(face, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        face = np.asarray(smaller, np.float32)
    if min(face.shape) < 3:
        return 0.0
    span = float(np.percentile(face, 95) - np.percentile(face, 5))
    steps = np.concatenate([np.abs(face[2:] - face[:-2]).ravel(), np.abs(face[:, 2:] - face[:, :-2]).ravel()])
    return float(np.percentile(steps, 95)) / span / 2 if span > 1 else 0.0


def _lit(faces: Sequence[NDArray[np.uint8]]) -> Finding:
    light = float(np.median([np.percentile(face, 90) for face in faces]))
    contrast = float(np.median([np.percentile(face, 95) - np.percentile(face, 5) for face in faces]))
    if contrast < _CONTRAST and light >= _LIT:
        return Finding("light", "fair")
    return Finding("light", _graded(light, _LIT, _DARK))


def _glare(picture: Picture, quads: Sequence[NDArray[np.float32]], faces: Sequence[NDArray[np.uint8]]) -> Finding:
    mask = np.asarray(picture.min(axis=2) >= _BLEACHED, np.uint8)
    for quad in quads:
        around = quad.mean(axis=0) + 1.2 * (quad - quad.mean(axis=0))
        cv2.fillConvexPoly(mask, np.rint(around).astype(np.int32), 0)
    tile = float(np.median([_length(quad) ** 2 / 2 for quad in quads])) if quads else _TILE_OF_PICTURE * mask.size
    _, _, stats, centres = cv2.connectedComponentsWithStats(mask)
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()) if len(stats) > 1 else 0
    if largest and stats[largest, cv2.CC_STAT_AREA] > _PATCH * tile:
        return Finding("glare", "bad", _where(centres[largest], picture.shape))
    bleached = [float((face >= _BLEACHED).mean()) for face in faces]
    for quad, share in zip(quads, bleached, strict=True):
        # Where all tiles are bleached the picture is too light, and no lamp stands in it.
        if share > _FACE and share > 3 * float(np.median(bleached)):
            return Finding("glare", "bad" if share > _WHOLE_FACE else "fair", _where(quad.mean(axis=0), picture.shape))
    return Finding("glare", "good")


def _face(grey: NDArray[np.uint8], quad: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The face of a tile, straight, 96 x 48."""
    width, height = _FACE_SIZE
    corners = np.array([[0, height], [0, 0], [width, 0], [width, height]], np.float32)
    turn = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), corners)
    return np.asarray(cv2.warpPerspective(grey, turn, _FACE_SIZE), np.uint8)


def _length(quad: NDArray[np.float32]) -> float:
    """The mean length of a tile's two long edges, in pixels."""
    edges = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(max(edges[0] + edges[2], edges[1] + edges[3]) / 2)


def _where(point: NDArray[np.floating], shape: tuple[int, ...]) -> str:
    column, row = (
        min(2, max(0, int(3 * value / size))) for value, size in zip(point, (shape[1], shape[0]), strict=True)
    )
    return _THIRDS[row][column]


def _graded(value: float, good: float, bad: float) -> Grade:
    if value >= good:
        return "good"
    return "fair" if value >= bad else "bad"
