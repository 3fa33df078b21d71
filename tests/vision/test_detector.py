"""From the detector's raw output to boxes."""

import math

import numpy as np
import pytest

from vision.detector import Boxes, boxes_from_output, detector_input, lengths, merge
from vision.recogniser import second_look


def output(*rows: tuple[float, ...]) -> np.ndarray:
    return np.array(rows, np.float32).T


def test_a_box_becomes_a_clockwise_quad_that_starts_with_a_short_edge() -> None:
    boxes = boxes_from_output(output((100, 60, 80, 40, 0.9, 0.0)), factor=0.5)
    assert len(boxes) == 1
    assert boxes.quads[0] == pytest.approx(np.array([[120, 160], [120, 80], [280, 80], [280, 160]]))


def test_a_box_given_upright_is_turned() -> None:
    quads = boxes_from_output(output((100, 60, 40, 80, 0.9, 0.0)), 1.0).quads
    assert lengths(quads)[0] == pytest.approx(80)
    assert np.linalg.norm(quads[0, 0] - quads[0, 1]) == pytest.approx(40)


def test_two_boxes_of_one_tile_are_one_and_neighbours_are_two() -> None:
    same = output((100, 60, 80, 40, 0.9, 0.0), (104, 62, 80, 40, 0.8, 0.05), (183, 60, 80, 40, 0.7, 0.0))
    boxes = boxes_from_output(same, 1.0)
    assert sorted(boxes.scores) == pytest.approx([0.7, 0.9])


def test_crossed_boxes_of_the_same_place_are_told_apart_by_their_overlap() -> None:
    crossed = output((100, 60, 80, 40, 0.9, 0.0), (100, 60, 80, 40, 0.8, math.pi / 2))
    assert len(boxes_from_output(crossed, 1.0)) == 2


def test_nothing_above_the_floor() -> None:
    assert len(boxes_from_output(output((100, 60, 80, 40, 0.05, 0.0)), 1.0)) == 0


def test_two_looks_are_merged() -> None:
    one = boxes_from_output(output((100, 60, 80, 40, 0.5, 0.0)), 1.0)
    other = boxes_from_output(output((101, 60, 80, 40, 0.9, 0.0), (300, 60, 80, 40, 0.6, 0.0)), 1.0)
    both = merge(one, other)
    assert sorted(both.scores) == pytest.approx([0.6, 0.9])
    assert len(merge(Boxes.none(), Boxes.none())) == 0


def test_the_input_is_padded_to_the_stride_and_never_enlarged() -> None:
    picture = np.zeros((300, 500, 3), np.uint8)
    tensor, factor = detector_input(picture, 640)
    assert tensor.shape == (1, 3, 320, 512)
    assert factor == 1.0
    assert detector_input(picture, 250)[0].shape == (1, 3, 160, 256)


@pytest.mark.parametrize(
    ("length", "longest", "expected"),
    [
        (75, 640, None),
        (150, 1280, None),
        (50, 1280, 1280),
        (80, 1920, 1280),
        (100, 2000, 1280),
        (600, 1280, 160),
        (30, 640, None),
    ],
)
def test_the_second_look_suits_the_tiles(length: float, longest: int, expected: int | None) -> None:
    box = output((700, 400, length, length / 2, 0.9, 0.0))
    assert second_look(boxes_from_output(box, 1.0), longest) == expected


def test_an_empty_first_look_asks_for_a_closer_one() -> None:
    assert second_look(Boxes.none(), 1920) == 1280
    assert second_look(Boxes.none(), 600) is None
