"""The plane of the table, found from the tiles themselves: they are all of one size."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# Corners 0..3 of a tile of 1 x 2 around its centre, half a at -x: clockwise in a picture, y down.
TILE = np.array([[-1.0, 0.5], [-1.0, -0.5], [1.0, -0.5], [1.0, 0.5]])

# Corners are good to about a twentieth of a tile's width; a tile that is off by more counts less and less.
_CORNER_NOISE = 0.05
_DOUBTED = 1.5 * _CORNER_NOISE
# How far cameras over tables stray from straight down: the vanishing line (per half picture), the ratio of the
# two scales (its logarithm) and the skew. Wide enough for 55 degrees, and they decide where one tile is seen.
_PRIOR_SPREAD = np.array([0.6, 0.6, 0.4, 0.2])
_ROUNDS = 20


@dataclass(frozen=True)
class TablePlane:
    """The homography picture -> table. `matrix` (3, 3): picture pixels to tile widths (a tile is 1 x 2).

    `error`: root mean square distance, in tile widths, between the tiles' corners and those of true tiles.
    """

    matrix: NDArray[np.float64]
    error: float

    def to_table(self, points: NDArray[np.floating]) -> Points:
        """Picture pixels (..., 2) to tile widths."""
        return _project(self.matrix, points)

    def to_picture(self, points: NDArray[np.floating]) -> Points:
        """Tile widths (..., 2) to picture pixels."""
        return _project(np.asarray(np.linalg.inv(self.matrix)), points)

    @staticmethod
    def fit(quads: NDArray[np.floating], width: int, height: int) -> TablePlane:
        """The plane in which the quads (n, 4, 2), n >= 1, of a picture of width x height are most nearly true tiles.

        A least-squares fit of a vanishing line and of two scales and a skew, each tile free in place and turn, with
        weights that let single wrong quads count little. Raises ValueError where there are no quads.
        """
        if not len(quads):
            raise ValueError("a plane needs at least one tile")
        half = max(width, height) / 2
        normalise = np.array([[1 / half, 0, -width / 2 / half], [0, 1 / half, -height / 2 / half], [0, 0, 1]])
        corners = _project(normalise, quads)
        edges = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2)
        start = -np.log(np.median(edges.sum(axis=1)) / 6)
        parameters = np.array([0.0, 0.0, start, start, 0.0])
        for _ in range(_ROUNDS):
            residual, weight = _residuals(parameters, corners)
            jacobian = np.stack(
                [(_residuals(parameters + step, corners)[0] - residual) / 1e-5 for step in np.eye(5) * 1e-5]
            )
            scaled = jacobian * weight
            change = np.linalg.solve(scaled @ jacobian.T + 1e-9 * np.eye(5), -scaled @ residual)
            change = np.clip(change, -0.3, 0.3)
            parameters = parameters + change
            if np.abs(change).max() < 1e-5:
                break
        distances = _tile_residuals(parameters, corners)
        error = float(np.sqrt((distances**2).sum(axis=2).mean()))
        return TablePlane(_matrix(parameters) @ normalise, error)


def _project(matrix: Points, points: NDArray[np.floating]) -> Points:
    flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
    return np.asarray(cv2.perspectiveTransform(flat, matrix), np.float64).reshape(points.shape)


def _matrix(parameters: NDArray[np.float64]) -> NDArray[np.float64]:
    line_x, line_y, log_x, log_y, skew = parameters
    affine = np.array([[np.exp(log_x), skew * np.exp(log_x), 0], [0, np.exp(log_y), 0], [0, 0, 1]])
    return np.asarray(affine @ np.array([[1, 0, 0], [0, 1, 0], [line_x, line_y, 1]]))


def _tile_residuals(parameters: NDArray[np.float64], corners: Points) -> Points:
    """What remains of each corner, (n, 4, 2) in tile widths, after laying a true tile on each quad."""
    # Points behind the vanishing line have no place on the table; a tiny weight keeps the fit away from there.
    homogeneous = np.concatenate([corners, np.ones((*corners.shape[:2], 1))], axis=2) @ _matrix(parameters).T
    table = homogeneous[..., :2] / np.maximum(homogeneous[..., 2:], 0.05)
    centred = table - table.mean(axis=1, keepdims=True)
    # The best turn of a flat figure in closed form: the angle of the summed complex products.
    seen, true = centred[..., 0] + 1j * centred[..., 1], TILE[:, 0] + 1j * TILE[:, 1]
    turn = (seen * true.conj()).sum(axis=1, keepdims=True)
    left = seen - true * turn / np.maximum(np.abs(turn), 1e-9)
    return np.stack([left.real, left.imag], axis=2)


def _residuals(parameters: NDArray[np.float64], corners: Points) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """All residuals, flat, the priors' last, and their weights (Cauchy's)."""
    tiles = _tile_residuals(parameters, corners)
    size = np.sqrt((tiles**2).mean(axis=(1, 2)))
    weights = (1 / (1 + (size / _DOUBTED) ** 2)).repeat(8)
    line_x, line_y, log_x, log_y, skew = parameters
    priors = _CORNER_NOISE * np.array([line_x, line_y, log_x - log_y, skew]) / _PRIOR_SPREAD
    return np.concatenate([tiles.ravel(), priors]), np.concatenate([weights, np.ones(4)])
