"""What every part of the scene maker works with: one stream of chance, fields of noise, lettering."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np

from datasets.lettering import Lettering
from datasets.paint import Shade, random_colour

Item = TypeVar("Item")

NOISE_SIZE = 1024
SLOW_SIZE = 512


class Kit:
    """One stream of chance (`rng`) and what is drawn from it once and used often."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.white = [self.rng.standard_normal((NOISE_SIZE, NOISE_SIZE), dtype=np.float32) for _ in range(3)]
        self.slow = [self.fractal(SLOW_SIZE, cells) for cells in (2, 3, 4, 5, 6, 8)]
        self.lettering = Lettering(self.rng)

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return bool(self.rng.random() < probability)

    def pick(self, items: Sequence[Item], weights: Sequence[float] | None = None) -> Item:
        """One of the items, all alike or by their weights (which add up to 1)."""
        if weights is None:
            return items[int(self.rng.integers(len(items)))]
        left = self.rng.random()
        for item, weight in zip(items, weights, strict=True):
            left -= weight
            if left < 0:
                return item
        return items[-1]

    def between(self, low: float, high: float) -> float:
        """A number from low to high."""
        return float(self.rng.uniform(low, high))

    def whole(self, low: int, high: int) -> int:
        """A whole number from low up to but not including high."""
        return int(self.rng.integers(low, high))

    def bell(self, spread: float = 1.0) -> float:
        """A number around 0, normally distributed."""
        return float(self.rng.normal()) * spread

    def colour(self, shade: Shade | None = None) -> np.ndarray:
        """Any colour, or one of this shade."""
        return random_colour(self.rng, shade)

    def fractal(self, size: int, cells: int, octaves: int = 4, falloff: float = 0.5) -> np.ndarray:
        """Smooth noise of mean 0 and deviation 1: `cells` bumps over `size` pixels, then ever finer ones."""
        field = np.zeros((size, size), np.float32)
        height = 1.0
        for octave in range(octaves):
            count = cells * 2**octave
            if count > size:
                break
            bumps = self.rng.standard_normal((count + 1, count + 1)).astype(np.float32)
            field += height * cv2.resize(bumps, (size, size), interpolation=cv2.INTER_CUBIC)
            height *= falloff
        return np.asarray((field - field.mean()) / (field.std() + 1e-6))

    def slow_patch(self, width: int, height: int) -> np.ndarray:
        """A piece of smooth noise at a size wanted."""
        field = self.pick(self.slow)
        x, y = self.whole(0, SLOW_SIZE // 2), self.whole(0, SLOW_SIZE // 2)
        return cv2.resize(field[y : y + 128, x : x + 256], (width, height))

    def white_patch(self, width: int, height: int) -> np.ndarray:
        """A piece of white noise, not scaled; at most NOISE_SIZE a side, beyond which it repeats."""
        field = self.pick(self.white)
        x = self.whole(0, max(1, NOISE_SIZE - width + 1))
        y = self.whole(0, max(1, NOISE_SIZE - height + 1))
        if width <= NOISE_SIZE and height <= NOISE_SIZE:
            return field[y : y + height, x : x + width]
        repeats = (-(-height // NOISE_SIZE), -(-width // NOISE_SIZE))
        return np.tile(field, repeats)[:height, :width]
