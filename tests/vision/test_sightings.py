"""Which of what was seen are tiles: compared by their sizes, and with what a set holds."""

import numpy as np

from vision.plane import TILE
from vision.sightings import Sighting, in_company, lying_tiles, same_way_round


def seen(a: int, b: int, x: float, y: float, score: float, width: float = 40.0) -> Sighting:
    """A tile with its middle at x, y and so many pixels wide."""
    pips = np.full((2, 13), 1e-4)
    pips[0, a] = pips[1, b] = 0.99
    logs = np.log(pips / pips.sum(axis=1, keepdims=True)).astype(np.float32)
    return Sighting((TILE * width + [x, y]).astype(np.float32), logs, score)


def lying(*sightings: Sighting) -> list[Sighting]:
    kept, _ = lying_tiles(list(sightings), 1280, 720)
    return [one for one in sightings if any(one.quad is other.quad for other in kept)]


def test_doubtful_things_do_not_outvote_the_one_tile_that_is_sure() -> None:
    tile = seen(0, 2, 640, 350, 0.95, width=30)
    cup, pencil = seen(3, 0, 456, 80, 0.64, width=75), seen(1, 0, 1100, 560, 0.57, width=215)
    assert lying(tile, cup, pencil) == [tile]
    assert lying(tile, pencil) == [tile]


def test_sure_tiles_that_look_smaller_with_distance_are_all_kept() -> None:
    line = [seen(number, 6, 300 + 150 * number, 600 - 90 * number, 0.95, width=46 - 4 * number) for number in range(4)]
    assert lying(*line) == line


def test_of_several_faces_without_a_pip_only_a_sure_one_is_a_tile() -> None:
    tile = seen(6, 6, 640, 350, 0.96)
    backs = [seen(0, 0, 1000 + 45 * number, 150, 0.55 + 0.05 * number) for number in range(5)]
    assert lying(tile, *backs) == [tile]
    blank = seen(0, 0, 640, 500, 0.98)
    assert lying(tile, blank, *backs) == [tile, blank]


def test_a_single_double_blank_is_taken_as_it_is_seen() -> None:
    tile, blank = seen(6, 6, 640, 350, 0.96), seen(0, 0, 640, 500, 0.6)
    assert lying(tile, blank) == [tile, blank]


def test_what_is_doubtful_and_alone_is_no_tile() -> None:
    button = seen(4, 4, 640, 350, 0.75)
    assert in_company([button]) == []
    clear = seen(4, 4, 640, 350, 0.87)
    assert in_company([clear]) == [clear]
    assert in_company([button, seen(2, 2, 640, 500, 0.6)]) == []
    line = [button, *(seen(number, 4, 640, 350 + 100 * number, 0.75) for number in (1, 2))]
    assert in_company(line) == line


def test_beside_a_sure_tile_a_doubtful_one_stays() -> None:
    pair = [seen(4, 4, 640, 350, 0.93), seen(4, 2, 640, 450, 0.55)]
    assert in_company(pair) == pair


def test_a_table_that_is_watched_may_have_one_tile_that_is_not_clearly_seen() -> None:
    first = seen(0, 1, 640, 350, 0.7)
    assert lying(first) == [first]


def test_a_quad_lies_the_same_way_round_as_another_or_turned() -> None:
    quad = TILE.astype(np.float32) * 40
    seen = quad + np.float32(3)
    assert same_way_round(seen, quad)
    assert not same_way_round(np.roll(seen, 2, axis=0), quad)
