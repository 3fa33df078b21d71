"""The counting of tiles that are none."""

import numpy as np
from test_evaluate import seen

from datasets.strange import strange_scenes
from models.evaluate_clutter import SEED, evaluate_clutter
from vision.beliefs import Match
from vision.explain import Explanation, explain
from vision.recogniser import Recogniser


class Everywhere(Recogniser):
    """Sees a tile in the middle of the first thing of every second scene."""

    def __init__(self) -> None:
        self.scenes = strange_scenes(SEED, 4)
        self.looks = 0

    def explain(self, picture: np.ndarray, highest: int | None = None, match: Match = "equal") -> Explanation:
        scene = next(self.scenes)
        assert np.array_equal(scene.picture, picture)
        self.looks += 1
        height, width = picture.shape[:2]
        x, y = scene.things[-1][1].mean(axis=0)
        return explain([seen(2, 3, float(x), float(y))] if self.looks % 2 else [], width, height, highest)


def test_invented_tiles_are_counted_and_named_by_the_thing_they_lie_on() -> None:
    shown: list[int] = []
    invented = evaluate_clutter(Everywhere(), 4, lambda scene, picture, explanation: shown.append(scene))
    last = [scene.things[-1][0] for scene in strange_scenes(SEED, 4)]
    assert [(tile.scene, tile.reading, tile.thing) for tile in invented] == [(0, "2-3", last[0]), (2, "2-3", last[2])]
    assert shown == [0, 2]
