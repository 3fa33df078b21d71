"""Tiles under an arm lie there still, unless they are seen somewhere else."""

import numpy as np
from test_hands import SIZE, sighting

from vision.hidden import with_hidden

ARM = np.zeros((90, 160), bool)
ARM[30:60, 60:90] = True


def test_what_an_arm_hides_lies_there_as_before() -> None:
    hidden, beside = sighting(600, 360, 1, 2), sighting(300, 360, 3, 4)
    assert with_hidden([beside], [hidden, beside], ARM, *SIZE) == [beside, hidden]
    assert with_hidden([beside], [hidden, beside], None, *SIZE) == [beside]


def test_a_tile_that_is_seen_elsewhere_lies_under_no_arm() -> None:
    before, now = sighting(600, 360, 1, 2), sighting(900, 360, 2, 1)
    assert with_hidden([now], [before], ARM, *SIZE) == [now]
