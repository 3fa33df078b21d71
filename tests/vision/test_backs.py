"""Doubles laid face down at the ends of lines, seen by what is new there."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from datasets.arrangements import Lying
from datasets.director import Director
from datasets.stage import Stage
from vision.backs import Backs, Quad
from vision.explain import Explanation, explain
from vision.pictures import Picture
from vision.sightings import Sighting

SIZE = (1280, 720)
# The opening double and an arm to the right that ends with a four.
LAYOUT = [Lying(0, 0, 90, 2, 2), Lying(1.55, 0, 0, 2, 5), Lying(3.6, 0, 0, 5, 4)]
CROSSWISE, LENGTHWISE = Lying(5.2, 0.05, 92, 4, 4, back=True), Lying(5.7, -0.05, 1, 4, 4, back=True)
ASIDE = Lying(4.15, 1.05, 1, 4, 4, back=True)


class Table:
    """A drawn table, with eyes that see every face; `faces`: what they take for one though it is not seen."""

    def __init__(self, seed: int) -> None:
        self.director = Director(Stage(seed, ("bottom", "top")), seed)
        self.director.deal([[], []], [])
        self.backs = Backs(self._explain, lambda picture, quad: self.shows_face)
        self.shows_face = False

    def _explain(self, sightings: list[Sighting], backs: Sequence[Quad]) -> Explanation:
        return explain(sightings, *SIZE, 6, backs=backs)

    def sighting(self, tile: Lying) -> Sighting:
        pips = np.full((2, 13), np.log(0.001), np.float32)
        pips[0, tile.a] = pips[1, tile.b] = np.log(0.99)
        return Sighting(self.director.stage.quad(tile).astype(np.float32), pips, 0.97)

    def picture(self) -> Picture:
        return next(iter(self.director.wait(0.1))).picture

    def look(
        self, *tiles: Lying, covered: bool = False, seen: Sequence[Lying] | None = None, blank_only: bool = False
    ) -> Explanation:
        """Look at a table on which these tiles lie."""
        self.director.layout = list(tiles)
        self.director._changed()
        faces = [tile for tile in tiles if not tile.back] if seen is None else seen
        return self.backs.look(
            self.picture(), [self.sighting(tile) for tile in faces], covered=covered, blank_only=blank_only
        )

    def places(self, explanation: Explanation) -> list[np.ndarray]:
        return [tile.sighting.quad.mean(axis=0) for tile in explanation.tiles if tile.face_down]


@pytest.fixture(params=[4, 8])
def table(request: pytest.FixtureRequest) -> Table:
    """Tables with a layout, white tiles and others, on leather, that were watched since they were empty."""
    table = Table(request.param)
    table.look()
    for count in range(1, len(LAYOUT) + 1):
        assert not table.places(table.look(*LAYOUT[:count]))
    return table


def test_a_tile_laid_face_down_at_an_end_is_seen_as_long_as_it_lies_there(table: Table) -> None:
    for back in (CROSSWISE, LENGTHWISE, ASIDE):
        for _ in range(2):
            explanation = table.look(*LAYOUT, back)
            (place,) = table.places(explanation)
            assert np.linalg.norm(place - table.director.stage.quad(back).mean(axis=0)) < 10
            assert len(explanation.layout) == 4
        assert not table.places(table.look(*LAYOUT))


def test_a_double_that_is_turned_over_lies_there_face_down(table: Table) -> None:
    table.look(*LAYOUT, Lying(5.2, 0.05, 92, 4, 4))
    assert len(table.places(table.look(*LAYOUT, CROSSWISE))) == 1


def test_what_lies_face_down_is_seen_in_other_light_and_after_a_push(table: Table) -> None:
    table.look(*LAYOUT, CROSSWISE)
    table.director.light = 0.7
    assert len(table.places(table.look(*LAYOUT, CROSSWISE))) == 1
    for _ in table.director.nudge(24, -14, 0.8):
        pass
    assert len(table.places(table.look(*LAYOUT, CROSSWISE))) == 1
    longer = [*LAYOUT, CROSSWISE, Lying(-1.55, 0, 0, 3, 2)]
    assert len(table.places(table.look(*longer))) == 1


def test_a_tile_whose_face_was_missed_a_tile_laid_elsewhere_and_a_coin_are_none(table: Table) -> None:
    table.shows_face = True
    assert not table.places(table.look(*LAYOUT, Lying(5.2, 0.05, 92, 4, 4), seen=LAYOUT))
    table.shows_face = False
    assert not table.places(table.look(*LAYOUT, Lying(5.2, 3.0, 92, 4, 4, back=True)))
    assert not table.places(table.look(*LAYOUT, Lying(0, 1.65, 0, 6, 6, back=True))), "no double lies beside a double"


def test_a_round_thing_is_no_tile(table: Table) -> None:
    x, y = table.director.stage.in_picture(5.2, 0.0)
    picture = cv2.circle(table.picture(), (round(float(x)), round(float(y))), 24, (40, 60, 200), -1, cv2.LINE_AA)
    sightings = [table.sighting(tile) for tile in LAYOUT]
    assert not table.places(table.backs.look(np.asarray(picture, np.uint8), sightings, covered=False))


def test_while_an_arm_is_over_the_table_what_lay_there_lies_there(table: Table) -> None:
    table.look(*LAYOUT, CROSSWISE)
    assert len(table.places(table.look(*LAYOUT, covered=True))) == 1
    assert not table.places(table.look(*LAYOUT))


def test_a_white_back_that_passes_for_the_double_blank_is_one_where_that_does_not_fit(table: Table) -> None:
    blank = Lying(CROSSWISE.x, CROSSWISE.y, CROSSWISE.degrees, 0, 0)
    explanation = table.look(*LAYOUT, CROSSWISE, seen=[*LAYOUT, blank])
    assert len(table.places(explanation)) == 1
    assert len(explanation.tiles) == 4


@pytest.mark.parametrize("lies", [CROSSWISE, LENGTHWISE], ids=["crosswise", "lengthwise"])
def test_where_no_double_is_laid_face_down_only_the_double_blank_shows_no_face(table: Table, lies: Lying) -> None:
    blank = [*LAYOUT[:2], Lying(3.6, 0, 0, 5, 0)]
    table.look(*blank, blank_only=True)
    assert len(table.places(table.look(*blank, lies, blank_only=True))) == 1
    table.look(*LAYOUT, blank_only=True)
    assert not table.places(table.look(*LAYOUT, lies, blank_only=True)), "that half has pips"
