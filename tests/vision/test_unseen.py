"""What cannot be seen of a layout is said."""

import math

import numpy as np
import pytest

from vision.joins import Pose, contacts
from vision.plane import TablePlane
from vision.unseen import unseen

WIDTH, HEIGHT, SCALE = 640, 480, 40.0
PLANE = TablePlane(np.diag([1 / SCALE, 1 / SCALE, 1.0]), 0.0)


def said(*tiles: tuple[float, float, float, bool], apart: int = 0) -> tuple[str, ...]:
    """What is said of tiles (x, y in tile widths, degrees, a double), the last `apart` of which are not the layout."""
    poses = [Pose(x, y, math.radians(degrees)) for x, y, degrees, _ in tiles]
    joins = [one for one in contacts(poses, [double for *_, double in tiles]) if one.probability > 0.5]
    return unseen(poses, joins, range(len(tiles) - apart), PLANE, (WIDTH, HEIGHT))


def test_a_line_in_the_middle_of_the_picture_hides_nothing() -> None:
    assert said((5, 6, 0, False), (7.05, 6, 0, False), (8.6, 6, 90, True)) == ()


@pytest.mark.parametrize(
    ("second", "third", "words"),
    [
        ((3.25, 6, 0, False), (1.2, 6, 0, False), "The line runs out of the picture on the left."),
        ((12.7, 6, 0, False), (14.75, 6, 180, False), "The line runs out of the picture on the right."),
        ((8, 3.1, 90, False), (8, 1.05, 90, False), "The line runs out of the picture at the top."),
        ((8, 8.8, 90, False), (8, 10.85, 90, False), "The line runs out of the picture at the bottom."),
    ],
)
def test_a_line_that_reaches_the_edge_of_the_picture_is_named(
    second: tuple[float, float, float, bool], third: tuple[float, float, float, bool], words: str
) -> None:
    assert said(second, third) == (words,)


def test_a_double_at_the_end_of_a_line_that_reaches_the_edge_is_named() -> None:
    assert said((13.5, 6, 0, False), (15.05, 6, 90, True)) == ("The line runs out of the picture on the right.",)


def test_a_tile_under_something_is_named() -> None:
    line = ((4, 6, 0, False), (6.05, 6, 0, False))
    assert said(*line, (10.1, 6, 0, False), apart=1) == ("A tile of the line seems to be covered.",)
    assert said(*line, (9.2, 6.1, 90, True), apart=1) == ("A tile of the line seems to be covered.",)
    # Apart, but not where the line would go on.
    assert said(*line, (10.1, 8, 0, False), apart=1) == ()
    assert said(*line, (10.1, 6, 40, False), apart=1) == ()
    assert said(*line, (13.1, 6, 0, False), apart=1) == ()


def test_a_tile_alone_has_no_line() -> None:
    assert said((0.5, 6, 0, False)) == ()
