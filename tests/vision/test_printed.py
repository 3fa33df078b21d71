"""What a bare table shows that looks like tiles is none of a deal."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from test_border import around
from test_hands import SIZE, sighting

from datasets.arrangements import Lying
from datasets.plain_film import Set, deal_on_table, set_up, settled
from datasets.tabletop import Tabletop, lying_solid, outline
from scorer.games import ALL_FIVES
from scorer.tiles import Tile
from vision.explain import Explanation, explain
from vision.loop import Watcher
from vision.memory import Memory
from vision.pictures import Picture
from vision.printed import Printed
from vision.recogniser import Look, Recogniser, Weights
from vision.sightings import Sighting
from vision.sources import Frame, Source

ROOT = Path(__file__).parent.parent.parent
RULES = ALL_FIVES.rules

EVERYWHERE, NOWHERE = np.ones((90, 160), bool), np.zeros((90, 160), bool)
NOTHING = np.zeros((90, 160, 3), np.float32)
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


def test_what_is_on_record_is_no_print_though_it_reaches_into_a_border() -> None:
    things = around(17)
    del things[6]
    line = [
        sighting(690, 60 + 61 * number, *pips, upright=True) for number, pips in enumerate([(1, 2), (2, 3), (3, 4)])
    ]
    table = printed([Tile(1, 2), Tile(2, 3), Tile(3, 4)])
    table.look([*things, *line], None, SIZE, laid=False)
    assert table.without([*things, *line]) == line


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


def test_backs_that_lay_there_before_the_first_tile_are_no_layout() -> None:
    backs = [replace(sighting(300, 100 + 62 * row, 0, 6, sure=0.8, upright=True), score=0.96) for row in (0, 1)]
    first, memory, picture = sighting(640, 360, 4, 6), Memory(RULES, tuple, lambda *_: True), np.zeros((720, 1280, 3))
    for seen, news in ((backs, None), (backs, EVERYWHERE), ([*backs, first], new((640, 360)))):
        memory.see([Look(tuple(seen), NOTHING, 640)], picture.astype(np.uint8), news, None)
        memory.see_again(Look(tuple(seen), NOTHING, 640), picture.astype(np.uint8), None)
    assert memory.explanation is not None
    assert [(tile.a, tile.b) for tile in memory.explanation.tiles] == [(4, 6)]


def test_a_first_tile_at_the_edge_is_one_when_the_next_is_joined_to_it() -> None:
    first, second = sighting(150, 360, 4, 6), sighting(211, 360, 6, 1)
    memory, picture = Memory(RULES, tuple, lambda *_: True), np.zeros((720, 1280, 3), np.uint8)
    for seen, news in (([], None), ([first], new((150, 360))), ([first, second], new((211, 360)))):
        memory.see([Look(tuple(seen), NOTHING, 640)], picture, news, None)
    assert memory.explanation is not None
    assert len(memory.explanation.layout) == 2


def test_a_printed_border_is_left_alone_by_the_loop() -> None:
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"))
    deal = deal_on_table(np.random.default_rng(7))
    stage = with_border(set_up(7, deal, "felt"), (-8.3, -7))
    frames = [settled(stage, count) for count in (1, 2, 3) for _ in range(2)]
    seen: list[Explanation | None] = []
    watcher = Watcher(Pictures(frames), recogniser, lambda view: seen.append(watcher.explanation), RULES, paced=False)
    watcher.run()
    assert list(dict.fromkeys(len(one.tiles) for one in seen if one)) == [1, 2, 3]
    assert len(recogniser.explain(frames[-1]).tiles) > 20, "print looks like tiles"


def test_a_border_printed_all_around_is_known_in_one_picture() -> None:
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"))
    picture = settled(with_border(set_up(7, deal_on_table(np.random.default_rng(7)), "felt"), (-7, 7)), 3)
    assert len(recogniser.sightings(picture)) > 20, "print looks like tiles"
    assert len(recogniser.explain(picture).tiles) == 3


class Pictures(Source):
    """Pictures, half a second apart."""

    live = False

    def __init__(self, pictures: Sequence[Picture]) -> None:
        self._pictures = pictures

    def frames(self) -> Iterator[Frame]:
        for number, picture in enumerate(self._pictures):
            yield Frame(number, number / 2, picture)

    def status(self) -> str:
        return "following pictures"


def with_border(stage: Set, rows: tuple[float, float]) -> Set:
    """The same table with dominoes printed on it in two rows, so far up and down, each of fourteen kinds twice."""
    flat = replace(stage.style, thickness=0.01)
    table = Tabletop(stage.kit, stage.ground.copy(), stage.camera, stage.light)
    shape = outline(flat.aspect, flat.corner_radius)
    x, y = stage.camera.target[:2]
    for number in range(28):
        row, column = divmod(number, 14)
        place = Lying(x + 2.3 * (column - 6.5), y + rows[row], 0.0, *KINDS[2 * column])
        solid = lying_solid(place, flat, stage.camera, stage.light, shape)
        if solid is not None:
            table.draw_lying(1, solid, flat)
    return replace(stage, ground=table.picture)
