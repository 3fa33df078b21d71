"""Sightings explained: joins by geometry, readings by what touches."""

import math
from dataclasses import replace

import numpy as np
import pytest

from scorer.games.czech import OSEL
from scorer.games.lines import DRAW_GAME
from scorer.layout import Layout
from scorer.spinner import AS_IT_LIES, P_FIRST
from scorer.tiles import Tile
from vision.explain import explain
from vision.plane import TILE
from vision.sightings import ACCEPTED, Sighting, together

SCALE = 40.0


def sighting(a: int, b: int, x: float, y: float, degrees: float, sure: float = 0.99, instead: int = 0) -> Sighting:
    """A tile at x, y in tile widths; half b is read with probability `sure`, else as `instead`."""
    angle = math.radians(degrees)
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    quad = (TILE @ turn + [x, y]) * SCALE + 320
    pips = np.full((2, 13), 1e-4)
    pips[0, a] = 0.99
    pips[1, b] = sure
    pips[1, instead] = max(pips[1, instead], 1 - sure)
    return Sighting(quad.astype(np.float32), np.log(pips / pips.sum(axis=1, keepdims=True)).astype(np.float32), 0.9)


def line(*tiles: Sighting) -> list[Sighting]:
    return list(tiles)


def joined(sightings: list[Sighting]) -> set[tuple[int, int]]:
    return {(join.first, join.second) for join in explain(sightings, 640, 640).joins}


def test_a_line_with_a_crosswise_double_and_a_turn() -> None:
    tiles = line(
        sighting(3, 6, -3, 0, 0),
        sighting(6, 6, -1.45, 0, 90),
        sighting(6, 2, 0.1, 0, 0),
        sighting(2, 5, 0.65, 1.55, 90),
        sighting(4, 1, -3, 4, 20),
    )
    explanation = explain(tiles, 640, 640)
    assert joined(tiles) == {(0, 1), (1, 2), (2, 3)}
    assert explanation.layout == (0, 1, 2, 3)
    view = explanation.view()
    assert view.apart == 1
    assert view.layout(Layout(P_FIRST)).end_sum == 3 + 5


def test_an_arm_on_the_short_side_of_the_spinner() -> None:
    tiles = line(
        sighting(5, 5, 0, 0, 90),
        sighting(5, 1, 1.55, 0, 0),
        sighting(5, 3, -1.55, 0, 180),
        sighting(5, 2, 0, 2.05, 90),
    )
    layout = explain(tiles, 640, 640).view().layout(Layout(P_FIRST))
    assert layout.spinner == 0
    assert layout.end_sum == 1 + 3 + 2
    assert len(layout.open_ends()) == 4


def test_what_is_not_of_the_size_of_the_tiles_is_none() -> None:
    tiles = line(
        sighting(3, 4, 0, 0, 0), sighting(4, 1, 2.05, 0, 0), sighting(1, 6, 4.1, 0, 0), sighting(2, 2, 0, 4, 30)
    )
    small = sighting(5, 5, 5, 5, 30)
    small = replace(small, quad=small.quad.mean(axis=0) + 0.6 * (small.quad - small.quad.mean(axis=0)))
    assert [(tile.a, tile.b) for tile in explain([*tiles, small], 640, 640).tiles] == [(3, 4), (4, 1), (1, 6), (2, 2)]


def test_a_double_laid_at_a_turn_joins_the_side_of_a_half() -> None:
    tiles = line(sighting(3, 4, 0, 0, 0), sighting(4, 4, 0.5, 1.03, 0), sighting(4, 2, 0.5, 2.55, 90))
    assert joined(tiles) == {(0, 1), (1, 2)}
    assert explain(tiles, 640, 640).view().layout(Layout(P_FIRST)).end_sum == 3 + 2


def test_a_double_in_a_row_of_a_hand_is_not_joined() -> None:
    assert joined(line(sighting(3, 4, 0, 0, 90), sighting(4, 4, 1.05, 0, 90), sighting(4, 2, 2.1, 0.1, 90))) == set()


def test_gaps_of_a_third_of_a_width_still_join_and_tiles_beyond_a_width_do_not() -> None:
    assert joined(line(sighting(3, 4, 0, 0, 0), sighting(4, 1, 2.33, 0, 0))) == {(0, 1)}
    assert joined(line(sighting(3, 4, 0, 0, 0), sighting(4, 1, 3.1, 0, 0))) == set()


def test_tiles_side_by_side_in_a_hand_are_not_joined() -> None:
    assert joined(line(*(sighting(1, k, 1.1 * k, 0, 90) for k in range(4)))) == set()


def test_a_touching_half_corrects_a_doubtful_reading() -> None:
    doubtful = sighting(1, 5, 0, 0, 0, sure=0.4, instead=3)
    assert explain([doubtful], 640, 640).tiles[0].b == 3
    assert explain([doubtful, sighting(5, 2, 2.05, 0, 0)], 640, 640).tiles[0].b == 5


def test_a_misplay_stays_visible() -> None:
    explanation = explain([sighting(1, 5, 0, 0, 0), sighting(4, 2, 2.05, 0, 0)], 640, 640)
    assert [(tile.a, tile.b) for tile in explanation.tiles] == [(1, 5), (4, 2)]
    assert len(explanation.joins) == 1


def test_of_two_alike_the_less_sure_is_doubted_and_a_sure_pair_stays() -> None:
    sure, doubtful = sighting(2, 6, 0, 0, 0), sighting(2, 6, 0, 4, 0, sure=0.6, instead=5)
    assert [(tile.a, tile.b) for tile in explain([sure, doubtful], 640, 640).tiles] == [(2, 6), (2, 5)]
    both = explain([sure, sighting(6, 2, 0, 4, 0)], 640, 640)
    assert [(tile.a, tile.b) for tile in both.tiles] == [(2, 6), (6, 2)]
    assert both.tiles[0].probability < 0.99


def test_the_set_rules_out_numbers_it_does_not_have() -> None:
    nine = sighting(1, 9, 0, 0, 0, sure=0.6, instead=6)
    assert explain([nine], 640, 640, highest=6).tiles[0].b == 6
    assert explain([nine], 640, 640, highest=9).tiles[0].b == 9


def test_a_line_never_closes_into_a_ring() -> None:
    square = line(
        sighting(1, 2, 0, 0, 0),
        sighting(2, 3, 1.5, 0.5, 90),
        sighting(3, 4, 0.5, 2.0, 180),
        sighting(4, 1, -1, 1.5, 270),
    )
    assert len(explain(square, 640, 640).joins) <= 3


def test_two_looks_at_one_table_are_put_together() -> None:
    clear, blurred = sighting(3, 5, 0, 0, 0), sighting(5, 3, 0.02, 0, 180, sure=0.3, instead=2)
    faint = replace(sighting(1, 1, 4, 4, 0), score=0.55)
    (tile, gone) = together([[clear, faint], [blurred]])
    assert tile.pips.argmax(axis=1).tolist() == [3, 5]
    assert tile.score == pytest.approx(0.9)
    assert gone.score < ACCEPTED, "what only one of two looks took for a tile, and hardly, is none"
    clear = replace(clear, score=0.97)
    assert explain(together([[clear], [], [clear]]), 640, 640).tiles, "a clear tile may be missed by one look"


def test_nothing_seen_is_an_empty_view() -> None:
    explanation = explain([], 640, 480)
    assert explanation.view(3.0).tiles == ()
    assert explanation.view(3.0).layout(Layout(AS_IT_LIES)).end_sum == 0


def test_a_tile_alone_in_the_middle_is_a_layout_and_several_loose_ones_are_none() -> None:
    assert explain([sighting(1, 2, 0, 0, 0)], 640, 640).layout == (0,)
    assert explain([sighting(1, 2, 0, 0, 0), sighting(3, 4, 4, 4, 0)], 640, 640).layout == ()
    assert explain([sighting(3, 4, 0, 6.5, 0), sighting(1, 2, 0, 0, 0)], 640, 640).layout == (1,)


@pytest.mark.parametrize("turn", [0, 37, 90, 211])
def test_a_turned_picture_changes_nothing(turn: float) -> None:
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    tiles = []
    for a, b, x, y, degrees in ((3, 6, -1.55, 0, 0), (6, 6, 0, 0, 90), (6, 1, 1.55, 0, 0)):
        tiles.append(sighting(a, b, c * x - s * y, s * x + c * y, degrees + turn))
    assert joined(tiles) == {(0, 1), (1, 2)}


def test_in_matador_halves_that_add_up_to_seven_correct_a_doubtful_reading() -> None:
    doubtful = sighting(1, 5, 0, 0, 0, sure=0.4, instead=3)
    beside = sighting(2, 4, 2.05, 0, 0)
    assert explain([doubtful, beside], 640, 640, 6, "sum7").tiles[0].b == 5
    assert explain([doubtful, beside], 640, 640, 6).tiles[0].b == 3
    other = sighting(4, 4, 2.05, 0, 0)
    assert explain([doubtful, other], 640, 640, 6, "sum7").tiles[0].b == 3


def test_a_matador_says_nothing_of_what_it_touches_and_is_not_misread_for_it() -> None:
    doubtful = sighting(1, 5, 0, 0, 0, sure=0.6, instead=3)
    explanation = explain([doubtful, sighting(4, 3, 2.05, 0, 0)], 640, 640, 6, "sum7")
    assert [(tile.a, tile.b) for tile in explanation.tiles] == [(1, 5), (4, 3)]
    assert len(explanation.joins) == 1
    assert explanation.tiles[0].probability == pytest.approx(0.6, abs=0.15)


def test_a_matador_may_lie_across_the_line() -> None:
    tiles = line(sighting(2, 5, -3.1, 0, 0), sighting(1, 6, -1.55, 0, 90), sighting(5, 3, 0, 0, 0))
    view = explain(tiles, 640, 640, 6, "sum7").view()
    assert [(tile.a, tile.b) for tile in view.tiles] == [(2, 5), (1, 6), (5, 3)]
    assert {(join.first_side.is_long, join.second_side.is_long) for join in view.joins} == {
        (False, True),
        (True, False),
    }
    ordinary = explain(line(tiles[0], sighting(1, 5, -1.55, 0, 90), tiles[2]), 640, 640, 6, "sum7")
    assert not any(join.first_side.is_long or join.second_side.is_long for join in ordinary.view().joins)


def test_doubles_in_matador_lie_in_the_line() -> None:
    tiles = line(sighting(2, 4, -2.05, 0, 0), sighting(3, 3, 0, 0, 0), sighting(4, 1, 2.05, 0, 0))
    view = explain(tiles, 640, 640, 6, "sum7").view()
    assert len(view.joins) == 2
    assert all(join.first_side.is_end and join.second_side.is_end for join in view.joins)


def test_a_line_that_comes_round_to_its_beginning_is_a_ring_where_the_game_has_rings() -> None:
    line_of_four = [
        sighting(1, 2, -1, 0, 0),
        sighting(2, 3, 1.05, 0, 0),
        sighting(3, 4, 1.55, 1.55, 90),
        sighting(4, 5, 0.025, 2.05, 180),
    ]
    last, unlike = (sighting(5, b, -1.5, 1.55, 270) for b in (1, 6))
    rules = DRAW_GAME.with_options(ring="yes")
    closed = explain([*line_of_four, last], 640, 640, 6, rings=True)
    assert len(closed.joins) == 5
    assert closed.view().layout(rules.empty_layout()).open_ends() == ()
    assert len(explain([*line_of_four, last], 640, 640, 6).joins) == 4
    assert len(explain([*line_of_four, unlike], 640, 640, 6, rings=True).joins) == 4


def test_a_tile_that_lies_face_down_at_an_end_closes_it() -> None:
    tiles = [sighting(5, 5, 0, 0, 90), sighting(5, 3, 1.55, 0, 0)]
    back, loose = (sighting(0, 0, x, 0, 90).quad for x in (3.1, -4.0))
    explanation = explain(tiles, 640, 640, 6, backs=[loose, back])
    view = explanation.view()
    assert [tile.face_down for tile in view.tiles] == [False, False, True]
    assert view.apart == 0, "a back that touches nothing lies in the boneyard"
    layout = view.layout(OSEL.rules.empty_layout())
    assert layout[2].face_down
    assert layout[2].tile == Tile(3, 3)
    assert {end.index for end in layout.open_ends()} == {0}
    assert [tile.probability for tile in explain(tiles, 640, 640, 6).tiles] == [
        tile.probability for tile in explanation.tiles[:2]
    ]
