"""Which other tiles a play may have been."""

import pytest
from seen_tables import new_match

from scorer.keeper import Keeper
from scorer.match import Refused
from scorer.tiles import Tile
from scorer.view import SeenTile, View

NOWHERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def keeper_that_saw(*tiles: SeenTile) -> Keeper:
    keeper = Keeper(new_match(2))
    keeper.look(View(1.0, tiles))
    return keeper


def test_what_looks_made_of_it_comes_first_and_then_what_is_a_pip_off() -> None:
    seen = SeenTile(1, 4, 0.7, NOWHERE, (0.0, 0.0), 0.0, others=(((2, 5), 0.25), ((1, 5), 0.04)))
    readings = keeper_that_saw(seen).readings(0)
    assert readings[:2] == (Tile(2, 5), Tile(1, 5))
    assert Tile(1, 3) in readings
    assert Tile(1, 4) not in readings
    assert len(set(readings)) == len(readings) <= 5


def test_nothing_beyond_the_set_and_below_a_blank() -> None:
    for tile in ((6, 6), (0, 0), (0, 6)):
        readings = keeper_that_saw(SeenTile(*tile, 1.0, NOWHERE, (0.0, 0.0), 0.0)).readings(0)
        assert readings
        assert all(reading.low >= 0 and reading.high <= 6 for reading in readings)


def test_a_play_that_is_not_there() -> None:
    with pytest.raises(Refused, match="no play number 2"):
        keeper_that_saw(SeenTile(1, 4, 1.0, NOWHERE, (0.0, 0.0), 0.0)).readings(1)
