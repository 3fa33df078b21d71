"""What a bare table shows that looks like tiles is none of a deal."""

from collections.abc import Sequence

import numpy as np
import pytest
from test_hands import SIZE, sighting

from scorer.tiles import Tile
from vision.explain import Explanation, explain
from vision.printed import Printed
from vision.sightings import Sighting

EVERYWHERE, NOWHERE = np.ones((90, 160), bool), np.zeros((90, 160), bool)
KINDS = [(a, b) for a in range(7) for b in range(a, 7)]


def explained(seen: list[Sighting]) -> Explanation:
    return explain(seen, *SIZE, 6)


def border(count: int) -> list[Sighting]:
    """Printed along the top and the bottom of a board, over and over again."""
    places = [(50 + 70 * column, y) for y in (30, 70, 650, 690) for column in range(17)]
    return [sighting(x, y, *KINDS[(5 * number) % 28]) for number, (x, y) in enumerate(places[:count])]


def new(*places: tuple[int, int]) -> np.ndarray:
    news = NOWHERE.copy()
    for x, y in places:
        news[y // 8 - 3 : y // 8 + 4, x // 8 - 5 : x // 8 + 6] = True
    return news


def printed(recorded: Sequence[Tile] = ()) -> Printed:
    return Printed(explained, lambda: recorded)


def test_what_lies_on_the_empty_table_is_no_tile_later() -> None:
    table, things = printed(), border(6)[::2]
    table.look(things, None, SIZE, laid=False)
    assert table.without(things) == []
    first = sighting(640, 360, 5, 5, upright=True)
    table.look([*things, first], new((640, 360)), SIZE, laid=False)
    assert table.without([*things, first]) == [first]
    beside = sighting(120, 62, 3, 4)
    assert table.without([*things, beside]) == [beside], "a tile may be laid next to them"


def test_a_tile_laid_upon_what_is_printed_is_one() -> None:
    table, things = printed(), border(6)[::2]
    table.look(things, None, SIZE, laid=False)
    upon = sighting(50, 30, 4, 5)
    assert table.without([upon]) == [upon]


def test_of_a_set_no_tile_is_there_many_times() -> None:
    table, things, first = printed(), border(50), sighting(640, 360, 6, 3)
    assert explained([*things, first]).layout != (50,), "print alone would be taken for the layout"
    table.look([*things, first], None, SIZE, laid=False)
    assert table.without([*things, first]) == [first]
    weak = [sighting(700, 640, 1, 1)]
    table.look_again([*things, first, *weak], SIZE)
    assert table.without([*things, first, *weak]) == [first], "seen by the second look at the same view"


def test_a_deal_that_has_begun_is_known_by_its_record() -> None:
    things = border(50)
    layout = [sighting(600, 360, 1, 2), sighting(661, 360, 2, 3), sighting(722, 360, 3, 4)]
    table = printed([Tile(1, 2), Tile(2, 3), Tile(3, 4)])
    table.look([*things, *layout], None, SIZE, laid=False)
    assert table.without([*things, *layout]) == layout


@pytest.mark.parametrize("recorded", [(), (Tile(1, 2), Tile(2, 3))])
def test_a_deal_under_way_is_no_print(recorded: Sequence[Tile]) -> None:
    layout = [sighting(600, 360, 1, 2), sighting(661, 360, 2, 3)]
    backs = [sighting(100 + 80 * number, 100, 0, 0) for number in range(8)]
    table = printed(recorded)
    table.look([*layout, *backs], None, SIZE, laid=False)
    assert table.without([*layout, *backs]) == [*layout, *backs]


def test_a_single_thing_at_the_edge_may_be_a_first_tile() -> None:
    table, first = printed(), sighting(100, 360, 5, 5)
    table.look([first], None, SIZE, laid=False)
    assert table.without([first]) == [first]


def test_print_is_known_again_after_the_camera_was_pushed() -> None:
    table, things, first = printed(), border(12)[::2], sighting(640, 360, 5, 5, upright=True)
    table.look(things, None, SIZE, laid=False)
    pushed = [Sighting(one.quad + np.array((33, -12), np.float32), one.pips, one.score) for one in (*things, first)]
    table.look(pushed, EVERYWHERE, SIZE, laid=True)
    assert table.without(pushed) == pushed[-1:]


def test_another_table_is_looked_at_anew() -> None:
    table, things = printed(), border(6)[::2]
    table.look(things, None, SIZE, laid=False)
    others = [sighting(300, 200, 2, 2), sighting(900, 500, 3, 3)]
    table.look(others, EVERYWHERE, SIZE, laid=False)
    assert table.without([*things, *others]) == things
