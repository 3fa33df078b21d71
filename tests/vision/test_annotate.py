"""What is drawn on a picture: the tiles, their joins, the spinner, the ends and what is doubtful, where they lie."""

import numpy as np

from scorer.games import ALL_FIVES
from vision.annotate import APART, DOUBTFUL, END, SURE, annotate
from vision.explain import Explanation, explain
from vision.pictures import Picture
from vision.sightings import Sighting

SIZE = (400, 800)


def seen(a: int, b: int, x: float, y: float, *, crosswise: bool = False, sure: float = 1.0) -> Sighting:
    """A tile 80 px long that lies along x (or across), half a first; its half b is read so surely, else as one less."""
    corners = np.array([[-40, 20], [-40, -20], [40, -20], [40, 20]], float)
    if crosswise:
        corners = corners @ np.array([[0, 1], [-1, 0]])
    pips = np.full((2, 13), 1e-9)
    pips[0, a], pips[1, b], pips[1, b - 1] = 1, sure, 1 - sure + 1e-9
    return Sighting((corners + np.array([x, y])).astype(np.float32), np.log(pips).astype(np.float32), 0.95)


def drawn(*sightings: Sighting) -> tuple[Picture, Explanation]:
    picture = np.full((*SIZE, 3), 90, np.uint8)
    explanation = explain(list(sightings), SIZE[1], SIZE[0], 6)
    return annotate(picture, explanation, explanation.view().layout(ALL_FIVES.rules.empty_layout())), explanation


def shows(picture: Picture, colour: tuple[int, int, int], x: int, y: int, reach: int = 12) -> bool:
    """Whether the colour is to be seen near a place."""
    part = picture[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    return bool((np.abs(part.astype(int) - colour).max(axis=2) < 12).any())


LINE = (seen(1, 4, 100, 200), seen(4, 4, 162, 200, crosswise=True), seen(4, 6, 224, 200))


def test_ends_are_told_beyond_the_open_edges() -> None:
    picture, explanation = drawn(*LINE)
    assert len(explanation.joins) == 2
    assert shows(picture, END, 40, 200)
    assert shows(picture, END, 284, 200)
    assert not shows(picture, END, 162, 330)


def test_the_end_of_a_line_that_bends_lies_beyond_its_last_half() -> None:
    # 6-2 hangs down at the end of the line: its open half is below, not along the line.
    picture, explanation = drawn(*LINE, seen(6, 2, 284, 220, crosswise=True))
    assert len(explanation.joins) == 3
    assert shows(picture, END, 284, 280)
    assert not shows(picture, END, 325, 200)


def test_the_spinner_is_framed_twice() -> None:
    picture, _ = drawn(*LINE)
    framed = np.array(
        [shows(picture, END, *corner, reach=5) for corner in ((146, 166), (178, 166), (146, 234), (178, 234))]
    )
    assert framed.all()
    assert shows(picture, SURE, 142, 180, reach=4)
    assert not shows(picture, END, 100, 181, reach=6)


def test_a_double_at_an_end_counts_beyond_its_outer_side() -> None:
    picture, _ = drawn(*LINE, seen(6, 6, 286, 200, crosswise=True))
    assert shows(picture, END, 326, 200)


def test_doubtful_tiles_are_amber_and_say_how_sure_and_tiles_apart_are_grey() -> None:
    picture, explanation = drawn(*LINE, seen(2, 3, 600, 100), seen(2, 5, 600, 300, sure=0.6))
    assert len(explanation.layout) == 3
    assert shows(picture, APART, 560, 100, reach=4)
    assert shows(picture, DOUBTFUL, 560, 300, reach=4)
    assert shows(picture, DOUBTFUL, 600, 300)
    assert not shows(picture, DOUBTFUL, 600, 100)
    assert shows(picture, SURE, 60, 200, reach=4)


def test_a_small_doubtful_tile_says_below_it_how_sure_it_is() -> None:
    one = seen(2, 5, 0, 0, sure=0.6)
    picture, _ = drawn(Sighting(0.4 * one.quad + np.array([600, 300], np.float32), one.pips, 0.95))
    assert shows(picture, DOUBTFUL, 600, 318, reach=6)


def test_the_sum_is_told_on_a_strip_along_the_top() -> None:
    picture, _ = drawn(*LINE)
    assert shows(picture, END, 60, 12)
    low, _ = drawn(*(Sighting(one.quad - np.array([20, 195], np.float32), one.pips, one.score) for one in LINE))
    assert shows(low, END, 60, 390)
    empty, _ = drawn()
    assert (empty == 90).all()


def test_what_cannot_be_seen_is_told_below_the_sum() -> None:
    at_the_edge = [Sighting(one.quad - np.array([60, 0], np.float32), one.pips, one.score) for one in LINE]
    picture, explanation = drawn(*at_the_edge)
    assert explanation.unseen
    below = (picture == END).all(axis=2)[25:45].any()
    assert below and not (drawn(*LINE)[0] == END).all(axis=2)[25:45].any()
