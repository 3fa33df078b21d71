"""Dominoes printed around a board are told from tiles in a single picture."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from test_hands import SIZE, sighting

from vision.border import without_border
from vision.sightings import Sighting

KINDS = [(a, b) for a in range(7) for b in range(a, 7)]
LAYOUT = [sighting(610, 360, 1, 2), sighting(671, 360, 2, 3), sighting(732, 360, 3, 4)]
PLACES = [(90 + 100 * column, y) for y in (60, 660) for column in range(12)]
PLACES += [(x, 160 + 100 * row) for x in (90, 1190) for row in range(5)]


def around(kinds: int) -> list[Sighting]:
    """Things at the edge of a board, of so many different kinds."""
    return [sighting(x, y, *KINDS[number % kinds]) for number, (x, y) in enumerate(PLACES)]


def tilted(one: Sighting, matrix: NDArray[np.float64]) -> Sighting:
    flat = np.c_[one.quad, np.ones(4)] @ matrix.T
    return replace(one, quad=(flat[:, :2] / flat[:, 2:]).astype(np.float32))


@pytest.mark.parametrize("matrix", [np.eye(3), np.array([[0.9, 0.15, 0], [0.1, 0.6, 60], [0.0001, 0.0009, 1]])])
def test_what_runs_around_a_board_is_no_tile(matrix: NDArray[np.float64]) -> None:
    border, layout = ([tilted(one, matrix) for one in some] for some in (around(17), LAYOUT))
    doubtful = replace(tilted(sighting(640, 65, 6, 6), matrix), score=0.3)
    assert without_border([*layout, *border, doubtful], SIZE) == layout
    assert without_border([*border, doubtful], SIZE) == [], "the bare board"


def a_side_is_free() -> list[Sighting]:
    return [one for one in around(12) if one.quad[0, 0] < 1100]


def a_set_lies_open() -> list[Sighting]:
    return around(28)


def a_heap_of_three_sets() -> list[Sighting]:
    return [
        sighting(90 + 100 * column, 60 + 60 * row, *KINDS[(5 * row + column) % 28])
        for column in range(12)
        for row in range(11)
    ]


def a_line_without_dividers() -> list[Sighting]:
    """The halves on both sides of a join look like a double, too."""
    places = [(60 + 61 * n, y, False) for y in (40, 690) for n in range(9)]
    places += [(x, 101 + 61 * n, True) for x in (40, 600) for n in range(5)]
    tiles = [sighting(x, y, *KINDS[n], upright=upright) for n, (x, y, upright) in enumerate(places)]
    ghosts = [(x, y + 30, up) if up else (x + 30, y, up) for x, y, up in places]
    return tiles + [
        replace(sighting(x, y, n % 6 + 1, n % 6 + 1, upright=up), score=0.9) for n, (x, y, up) in enumerate(ghosts)
    ]


def backs_lie_around() -> list[Sighting]:
    return [sighting(x, y, 0, 0) for x, y in PLACES]


def a_layout_runs_across() -> list[Sighting]:
    return [
        *around(17),
        *(sighting(640, 110 + 61 * row, 1, 2, upright=True) for row in range(9)),
        *(sighting(x, 130, 3, 3, upright=True) for x in (300, 400, 500)),
    ]


@pytest.mark.parametrize(
    "table",
    [
        a_side_is_free,
        a_set_lies_open,
        a_heap_of_three_sets,
        a_line_without_dividers,
        backs_lie_around,
        a_layout_runs_across,
    ],
)
def test_where_it_may_be_tiles_all_of_them_are_kept(table: Callable[[], list[Sighting]]) -> None:
    seen = [*LAYOUT, *table()]
    assert without_border(seen, SIZE) == seen


def test_a_line_beside_what_is_printed_is_one() -> None:
    border = around(17)
    line = [sighting(590 + 61 * number, 95, *KINDS[number]) for number in range(4)]
    assert without_border([*line, *border], SIZE) == line
