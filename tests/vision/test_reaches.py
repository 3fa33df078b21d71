"""From which side of the picture a hand came."""

import numpy as np
import pytest

from vision.reaches import Reaches

TABLE = np.full((90, 160, 3), 120, np.float32)
SEATS = {"bottom": 0, "left": 1, "top": 2}


def arm(side: str) -> np.ndarray:
    frame = TABLE.copy()
    parts = {
        "bottom": (slice(45, 90), slice(70, 90)),
        "top": (slice(0, 45), slice(70, 90)),
        "left": (slice(40, 52), slice(0, 80)),
        "right": (slice(40, 52), slice(80, 160)),
        "middle": (slice(40, 52), slice(70, 90)),
    }
    frame[parts[side]] = 60
    return frame


@pytest.mark.parametrize(("side", "seat"), [("bottom", 0), ("left", 1), ("top", 2), ("right", None)])
def test_an_arm_tells_its_seat(side: str, seat: int | None) -> None:
    reaches = Reaches(SEATS)
    reaches.moving(arm(side), 1.0)
    reaches.moving(arm(side), 1.5)
    (reach,) = reaches.take(TABLE)
    assert (reach.seat, reach.start, reach.end) == (seat, 1.0, 1.5)
    assert reaches.take(TABLE) == ()


def test_what_moves_only_in_the_middle_is_no_reach() -> None:
    reaches = Reaches(SEATS)
    reaches.moving(arm("middle"), 1.0)
    assert reaches.take(TABLE) == ()


def test_two_arms_at_once_are_a_reach_of_nobody_in_particular() -> None:
    reaches = Reaches(SEATS)
    reaches.moving(np.minimum(arm("bottom"), arm("top")), 1.0)
    assert [reach.seat for reach in reaches.take(TABLE)] == [None]
