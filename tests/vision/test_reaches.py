"""From which side of the picture an arm came, and whether one lies over the table."""

import numpy as np
import pytest

from vision.reaches import Reaches, arm_over

TABLE = np.full((90, 160, 3), 120, np.float32)
SEATS = {"bottom": 0, "left": 1, "top": 2}
PARTS = {
    "bottom": (slice(45, 90), slice(70, 90)),
    "top": (slice(0, 45), slice(70, 90)),
    "left": (slice(40, 52), slice(0, 80)),
    "right": (slice(40, 52), slice(80, 160)),
    "middle": (slice(40, 52), slice(70, 90)),
    "edge": (slice(80, 90), slice(70, 90)),
}


def arm(*sides: str) -> np.ndarray:
    frame = TABLE.copy()
    for side in sides:
        frame[PARTS[side]] = 60
    return frame


def reaches(*frames: tuple[float, np.ndarray], after: np.ndarray = TABLE) -> list[tuple[int | None, float, float]]:
    collected = Reaches()
    for time, frame in frames:
        collected.moving(frame, time)
    found = [came.by(SEATS) for came in collected.take(after)]
    assert collected.take(after) == ()
    return [(reach.seat, reach.start, reach.end) for reach in found]


@pytest.mark.parametrize(("side", "seat"), [("bottom", 0), ("left", 1), ("top", 2), ("right", None)])
def test_an_arm_tells_its_seat(side: str, seat: int | None) -> None:
    assert reaches((1.0, arm(side)), (1.5, arm(side))) == [(seat, 1.0, 1.5)]


def test_what_moves_only_in_the_middle_is_no_reach() -> None:
    assert reaches((1.0, arm("middle"))) == []


def test_two_arms_at_once_are_a_reach_of_nobody_in_particular() -> None:
    assert reaches((1.0, arm("bottom", "top"))) == [(None, 1.0, 1.0)]


def test_one_arm_after_the_other_are_two_reaches_in_their_order() -> None:
    frames = [(k / 15, arm("bottom")) for k in range(10)] + [(k / 15, arm("top")) for k in range(12, 20)]
    assert [reach[0] for reach in reaches(*frames)] == [0, 2]


def test_the_same_arm_again_is_another_reach() -> None:
    frames = [(k / 15, arm("left")) for k in (*range(6), *range(14, 20))]
    still = [(k / 15, TABLE) for k in range(6, 14)]
    assert [reach[0] for reach in reaches(*sorted(frames + still, key=lambda one: one[0]))] == [1, 1]


def test_a_slow_film_shows_one_reach_of_two_frames() -> None:
    assert reaches((0.0, arm("top")), (0.5, arm("top"))) == [(2, 0.0, 0.5)]


def test_the_lamp_is_no_reach() -> None:
    assert reaches((1.0, TABLE * 0.7)) == []
    assert reaches((1.0, arm("bottom", "top", "left", "right"))) == []


@pytest.mark.parametrize("side", ["bottom", "left", "top", "right"])
def test_an_arm_reaches_deep_into_the_picture(side: str) -> None:
    found = arm_over(arm(side), TABLE)
    assert found is not None
    assert found[PARTS[side]].mean() > 0.9
    assert found.sum() < 1.6 * found[PARTS[side]].size


def test_a_cup_a_tile_at_the_edge_and_another_lamp_are_no_arms() -> None:
    for frame in (arm("middle"), arm("edge"), TABLE, TABLE * 0.6, TABLE[::-1] + 3):
        assert arm_over(frame, TABLE) is None


def test_an_arm_that_crosses_something_of_its_colour_is_one_arm() -> None:
    table = TABLE.copy()
    table[60:64] = 60  # a dark line in the cloth, as dark as the sleeve
    frame = table.copy()
    frame[PARTS["bottom"]] = 60
    found = arm_over(frame, table)
    assert found is not None
    assert found[46:58, 72:88].all()
