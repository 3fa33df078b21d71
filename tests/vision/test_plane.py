"""The table's plane, from tiles of which the truth is known."""

import math
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.plane import TILE, TablePlane

WIDTH, HEIGHT = 1280, 720


def camera(tilt_degrees: float, turn_degrees: float = 20.0, focal: float = 1100.0, height: float = 22.0) -> np.ndarray:
    """The homography table (tile widths) -> picture of a camera tilted from straight down."""
    tilt, turn = math.radians(tilt_degrees), math.radians(turn_degrees)
    about_z = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, math.cos(tilt), -math.sin(tilt)], [0, math.sin(tilt), math.cos(tilt)]])
    rotation = about_x @ about_z
    inner = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1]])
    return np.asarray(inner @ np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, height]]))


def pictured(table: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    """Corners (n, 4, 2) on the table as a camera shows them."""
    return np.asarray(cv2.perspectiveTransform(table.reshape(-1, 1, 2), matrix)).reshape(-1, 4, 2)


def tiles(places: Sequence[tuple[float, float, float]]) -> np.ndarray:
    """Corners (n, 4, 2) on the table of tiles at x, y, turned by an angle in degrees."""
    found = []
    for x, y, degrees in places:
        angle = math.radians(degrees)
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        found.append(TILE @ turn + [x, y])
    return np.array(found)


PLACES = [(-6, -2, 0), (-3.9, -2, 0), (-2.3, -2, 90), (0, -2, 5), (2, 1, 40), (5, 2.5, 90), (-5, 3, 130)]


@pytest.mark.parametrize("tilt", [0, 20, 45, 55])
def test_true_corners_give_the_true_plane(tilt: float) -> None:
    table = tiles(PLACES)
    quads = pictured(table, camera(tilt))
    plane = TablePlane.fit(quads, WIDTH, HEIGHT)
    assert plane.error < 0.01
    seen = plane.to_table(quads).mean(axis=1)
    true = table.mean(axis=1)
    # The plane's own axes are free: what must agree are the distances between tiles.
    distances = np.linalg.norm(seen[:, None] - seen, axis=2)
    assert np.abs(distances - np.linalg.norm(true[:, None] - true, axis=2)).max() < 0.1


def test_a_wrong_quad_does_not_bend_the_plane() -> None:
    table = tiles(PLACES)
    quads = pictured(table, camera(30))
    quads[3] = quads[3].mean(axis=0) + 1.5 * (quads[3] - quads[3].mean(axis=0))
    plane = TablePlane.fit(quads, WIDTH, HEIGHT)
    right = np.delete(np.arange(len(PLACES)), 3)
    seen, true = plane.to_table(quads).mean(axis=1)[right], table.mean(axis=1)[right]
    distances = np.linalg.norm(seen[:, None] - seen, axis=2)
    assert np.abs(distances - np.linalg.norm(true[:, None] - true, axis=2)).max() < 0.35


def test_one_tile_is_enough() -> None:
    quads = pictured(tiles([(1, 1, 30)]), camera(0))
    plane = TablePlane.fit(quads, WIDTH, HEIGHT)
    edges = np.linalg.norm(np.diff(plane.to_table(quads)[0], axis=0), axis=1)
    assert edges == pytest.approx([1, 2, 1], abs=0.02)


def test_there_and_back() -> None:
    quads = pictured(tiles(PLACES), camera(40))
    plane = TablePlane.fit(quads, WIDTH, HEIGHT)
    assert plane.to_picture(plane.to_table(quads)) == pytest.approx(quads, abs=1e-6)


def test_no_tiles_no_plane() -> None:
    with pytest.raises(ValueError, match="at least one tile"):
        TablePlane.fit(np.zeros((0, 4, 2)), WIDTH, HEIGHT)
