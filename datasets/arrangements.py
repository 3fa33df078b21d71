"""How tiles lie on a table: as a game was played, in rows, scattered.

The plane: x right, y down as in a picture taken from straight above, in tile widths; a tile is `aspect` long. Its
angle, in degrees, is that of the direction from half a to half b.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.kit import Kit

Box = tuple[tuple[float, float], tuple[float, float], float]  # centre, size, degrees: as OpenCV has it


@dataclass(frozen=True)
class Lying:
    """A tile flat on the table."""

    x: float
    y: float
    degrees: float
    a: int
    b: int
    back: bool = False


@dataclass(frozen=True)
class LooseEnd:
    """Where a chain may go on: the middle of the end's edge, its direction, the pips there."""

    x: float
    y: float
    degrees: float
    pips: int


class Arrangement:
    """Tiles of one length that lie on a table without lying on each other."""

    def __init__(self, kit: Kit, aspect: float, highest: int) -> None:
        self.kit = kit
        self.aspect = aspect
        self.highest = highest
        self.tiles: list[Lying] = []
        self.boxes: list[Box] = []

    def box(self, tile: Lying, length: float | None = None, width: float = 1.0) -> Box:
        """The tile's outline."""
        return (tile.x, tile.y), (length or self.aspect, width), tile.degrees

    def overlap(self, box: Box, most: float) -> bool:
        """Whether the box would lie on another tile by more than this area."""
        (x, y), _, _ = box
        reach = self.aspect**2 * 1.3
        for other in self.boxes:
            (other_x, other_y), _, _ = other
            if (other_x - x) ** 2 + (other_y - y) ** 2 >= reach:
                continue
            kind, shared = cv2.rotatedRectangleIntersection(box, other)
            if kind != cv2.INTERSECT_NONE and shared is not None and cv2.contourArea(shared) > most:
                return True
        return False

    def put(self, tile: Lying) -> None:
        """Lay a tile down."""
        self.tiles.append(tile)
        self.boxes.append(self.box(tile))

    def random_pips(self) -> tuple[int, int]:
        """Two numbers of the set."""
        return self.kit.whole(0, self.highest + 1), self.kit.whole(0, self.highest + 1)

    def scatter(self, count: int, spread: float | None = None, backs: float = 0.1) -> None:
        """Lay loose tiles around; one time in eight they lie on each other a little."""
        kit = self.kit
        spread = spread or math.sqrt(count) * kit.between(1.3, 2.6) + 0.5
        most = 0.3 if kit.chance(0.12) else 0.01
        square = kit.chance(0.15)
        for _ in range(count * 4):
            if count <= 0:
                break
            degrees = 90 * kit.whole(0, 4) + kit.bell(3) if square else kit.between(0, 360)
            a, b = self.random_pips()
            tile = Lying(kit.between(-spread, spread), kit.between(-spread, spread), degrees, a, b, kit.chance(backs))
            if not self.overlap(self.box(tile), most):
                self.put(tile)
                count -= 1

    def rows(self) -> None:
        """Lay tiles side by side, or end to end, in one to three rows, as a hand or as tiles put away."""
        kit = self.kit
        row_count, column_count = kit.whole(1, 4), kit.whole(2, 9)
        gap, row_gap = kit.pick([0, 0.02, 0.1, 0.4]), kit.pick([0, 0.03, 0.2, 0.8])
        backs = kit.pick([0, 0, 0.1, 0.4])
        end_to_end = kit.chance(0.3)
        jitter = kit.pick([0.5, 2.0, 5.0])
        for row in range(row_count):
            for column in range(column_count):
                if kit.chance(0.06):
                    continue
                if end_to_end:
                    x, y, degrees = column * (self.aspect + gap), row * (1 + row_gap), 0.0
                else:
                    x, y, degrees = column * (1 + gap), row * (self.aspect + row_gap), 90.0
                degrees += kit.bell(jitter * 0.5) + 180 * kit.whole(0, 2)
                a, b = self.random_pips()
                self.put(Lying(x + kit.bell(0.02), y + kit.bell(0.05), degrees, a, b, kit.chance(backs)))

    def chain(self) -> None:
        """Lay a game: from a first tile, often a double with arms on two or four sides, tile to tile with turns."""
        kit = self.kit
        matching, crosswise = kit.chance(0.85), kit.chance(0.85)
        self._turn_jitter = kit.pick([0.5, 1.5, 5.0])
        self._place_jitter = kit.pick([0.01, 0.04, 0.09])
        gap = kit.pick([0, 0.03, 0.12, 0.33, 0.55], [0.3, 0.25, 0.25, 0.15, 0.05])
        turns = kit.pick([0.05, 0.15, 0.3])
        wanted = kit.whole(2, 22)
        stock = [(a, b) for a in range(self.highest + 1) for b in range(a, self.highest + 1)]
        stock = [stock[int(index)] for index in kit.rng.permutation(len(stock))]
        ends = self._start(stock, crosswise)
        tries = 0
        while len(self.tiles) < wanted and tries < 80 and stock and ends:
            tries += 1
            number = kit.whole(0, len(ends))
            end = ends[number]
            fitting = [tile for tile in stock if end.pips in tile] if matching else stock
            if not fitting:
                ends.pop(number)
                continue
            drawn = kit.pick(fitting)
            a, b = drawn if drawn[0] == end.pips or not matching else (drawn[1], drawn[0])
            distance = gap * kit.between(0.3, 1.2)
            tile, following = self._next(end, a, b, distance, crosswise, turns)
            if not self.overlap(self.box(tile, self.aspect * 0.96, 0.96), 0.06):
                self._put_loosely(tile)
                stock.remove(drawn)
                ends[number] = following
            elif kit.chance(0.3):
                ends.pop(number)

    def _put_loosely(self, tile: Lying) -> None:
        kit = self.kit
        x, y = tile.x + kit.bell(self._place_jitter * 0.5), tile.y + kit.bell(self._place_jitter * 0.5)
        self.put(Lying(x, y, tile.degrees + kit.bell(self._turn_jitter), tile.a, tile.b))

    def _start(self, stock: list[tuple[int, int]], crosswise: bool) -> list[LooseEnd]:
        kit = self.kit
        first = stock.pop() if kit.chance(0.6) else None
        if first is None or first[0] != first[1]:
            double = next((tile for tile in stock if tile[0] == tile[1]), None)
            if kit.chance(0.6) and double is not None:
                first = double
                stock.remove(double)
            elif first is None:
                first = stock.pop()
        a, b = first
        half = self.aspect / 2
        if a != b or not crosswise:
            self._put_loosely(Lying(0, 0, 0, a, b))
            return [LooseEnd(half, 0, 0, b), LooseEnd(-half, 0, 180, a)]
        self._put_loosely(Lying(0, 0, 90, a, a))
        ends = [LooseEnd(0.5, 0, 0, a), LooseEnd(-0.5, 0, 180, a)]
        if kit.chance(0.5):
            ends += [LooseEnd(0, half, 90, a), LooseEnd(0, -half, 270, a)]
        return ends

    def _next(self, end: LooseEnd, a: int, b: int, gap: float, crosswise: bool, turns: float) -> tuple[Lying, LooseEnd]:
        kit = self.kit
        half = self.aspect / 2
        ahead = np.array([math.cos(math.radians(end.degrees)), math.sin(math.radians(end.degrees))])
        edge = np.array([end.x, end.y])
        if a == b and crosswise and kit.chance(0.95):
            centre = edge + ahead * (0.5 + gap)
            degrees, onward, tip = end.degrees + 90, end.degrees, centre + ahead * 0.5
        elif kit.chance(turns):
            degrees = onward = end.degrees + (90 if kit.chance(0.5) else -90)
            aside = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
            centre = edge + ahead * (0.5 + gap) + aside * (half - 0.5)
            tip = centre + aside * half
        else:
            degrees = onward = end.degrees
            centre = edge + ahead * (half + gap)
            tip = centre + ahead * half
        tile = Lying(float(centre[0]), float(centre[1]), degrees, a, b)
        return tile, LooseEnd(float(tip[0]), float(tip[1]), onward, b)

    def reach(self) -> float:
        """How far from the middle the tiles lie."""
        return max((abs(tile.x) + abs(tile.y) for tile in self.tiles), default=0.0)
