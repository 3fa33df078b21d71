"""What one settled look at the table showed. Made by vision, by a test or by a person; read by the keeper."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.layout import Layout
from scorer.sides import Side

Point = tuple[float, float]


@dataclass(frozen=True)
class SeenTile:
    """One tile of the layout.

    `a`, `b`: pips of the two halves as explained. `probability`: that both are right, 0 to 1. `others`: the
    likeliest other readings ((a, b), probability), best first. `quad`: corners of the top face in picture
    pixels, clockwise; corners 0-1 are the outer short edge of half a, 2-3 that of half b. `place`: centre in
    the plane of the table, in tile widths (a tile is 1 x 2). `angle`: direction from half a to half b in that
    plane, in radians, x right and y down as in the picture. `face_down`: only its back is seen; `a`, `b` and their
    probabilities say nothing then.
    """

    a: int
    b: int
    probability: float
    quad: tuple[Point, Point, Point, Point]
    place: Point
    angle: float
    others: tuple[tuple[tuple[int, int], float], ...] = ()
    face_down: bool = False


@dataclass(frozen=True)
class SeenJoin:
    """Two tiles of the layout that touch: indices into `View.tiles`, the side of each, and a probability 0 to 1."""

    first: int
    first_side: Side
    second: int
    second_side: Side
    probability: float


@dataclass(frozen=True)
class Reach:
    """A hand or an arm over the table, from `start` to `end` in seconds of the source's clock.

    `seat`: the player at whose side it came and went, from 0; None where that was not clear.
    """

    seat: int | None
    start: float
    end: float


@dataclass(frozen=True)
class View:
    """The graph of tiles and joins as they lie, at `time` in seconds of the source's clock.

    `apart`: how many tiles lie away from the layout; they are neither read nor stored before the deal is counted.
    `unseen`: in words, what could not be seen. `reaches`: those since the view before, oldest first; none where
    nobody watches for them.
    """

    time: float
    tiles: tuple[SeenTile, ...] = ()
    joins: tuple[SeenJoin, ...] = ()
    apart: int = 0
    unseen: tuple[str, ...] = ()
    reaches: tuple[Reach, ...] = ()

    def layout(self, table: Layout, spinner: int | None = None) -> Layout:
        """The layout as it lies, by the rules of an empty `table` (`Rules.empty_layout`).

        `spinner`: the index of the double that spins, where it is known; a picture does not tell which was first,
        so otherwise `Layout.spinner_candidates` names those that may.
        """
        joins = [(join.first, join.first_side, join.second, join.second_side) for join in self.joins]
        tiles = [self._double_that_closes(number) if t.face_down else (t.a, t.b) for number, t in enumerate(self.tiles)]
        backs = [number for number, tile in enumerate(self.tiles) if tile.face_down]
        return table.from_graph(tiles, joins, spinner=spinner, face_down=backs)

    def _double_that_closes(self, number: int) -> tuple[int, int]:
        """Return the double of the value at the end that a tile lying face down closes (the rule book, 2.7)."""
        for join in self.joins:
            for own, other, side in (
                (join.first, join.second, join.second_side),
                (join.second, join.first, join.first_side),
            ):
                if own == number and not self.tiles[other].face_down:
                    tile = self.tiles[other]
                    value = tile.b if side is Side.END_B else tile.a
                    return value, value
        return 0, 0
