import pytest

from scorer.tiles import Tile, full_set


def test_a_tile_is_the_same_from_either_end() -> None:
    assert Tile(6, 4) == Tile(4, 6)
    assert hash(Tile(6, 4)) == hash(Tile(4, 6))
    assert str(Tile(6, 4)) == "4-6"
    assert (Tile(6, 4).low, Tile(6, 4).high, Tile(6, 4).pips) == (4, 6, 10)
    assert not Tile(6, 4).is_double
    assert Tile(3, 3).is_double


def test_tiles_are_ordered() -> None:
    assert sorted([Tile(2, 2), Tile(6, 0), Tile(1, 3)]) == [Tile(0, 6), Tile(1, 3), Tile(2, 2)]


def test_parse_reads_either_half_first() -> None:
    assert Tile.parse("6-4") == Tile(4, 6)
    assert Tile.parse(" 12-0 ") == Tile(0, 12)


@pytest.mark.parametrize("text", ["", "64", "6-", "6-4-2", "a-b", "-6-4"])
def test_parse_says_what_is_not_a_tile(text: str) -> None:
    with pytest.raises(ValueError, match="is not a tile"):
        Tile.parse(text)


def test_negative_pips_are_refused() -> None:
    with pytest.raises(ValueError, match="-1 pips"):
        Tile(-1, 3)


@pytest.mark.parametrize(("max_pips", "count"), [(0, 1), (6, 28), (9, 55), (12, 91), (15, 136)])
def test_full_set_holds_each_pair_once(max_pips: int, count: int) -> None:
    tiles = full_set(max_pips)
    assert len(tiles) == len(set(tiles)) == count
    assert max(tile.high for tile in tiles) == max_pips
