"""From a source to the keeper, with the real networks on the bundled film."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from scorer.games import ALL_FIVES
from scorer.view import View
from vision.annotate import live_picture
from vision.explain import Explanation
from vision.loop import Watcher
from vision.pictures import Picture, load_picture
from vision.recogniser import Look, Recogniser, Weights
from vision.sightings import Sighting
from vision.sources import Frame, Source, open_source
from vision.stillness import cells_of

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "datasets" / "sample"


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(ROOT / "models"))


@pytest.fixture(scope="module")
def table(recogniser: Recogniser) -> Explanation:
    return recogniser.explain(load_picture(SAMPLE / "table.jpg"))


class Beginning(Source):
    """The first frames of a film."""

    live = False

    def __init__(self, source: Source, count: int) -> None:
        self.source, self.count = source, count

    def frames(self):  # type: ignore[no-untyped-def]  # noqa: ANN201
        for frame in self.source.frames():
            if frame.number >= self.count:
                return
            yield frame

    def status(self) -> str:
        return self.source.status()


def test_every_settled_view_is_looked_at_twice(recogniser: Recogniser) -> None:
    views: list[View] = []
    source = Beginning(open_source(str(SAMPLE / "deal.mp4")), 40)
    watcher = Watcher(source, recogniser, views.append, ALL_FIVES.rules, paced=False)
    assert watcher.snapshot() is None
    watcher.run()
    assert [len(view.tiles) for view in views] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert all(later.time - earlier.time > 0.2 for earlier, later in pairwise(views))
    assert all(view.probability > 0.95 for view in views[-1].tiles)
    snapshot = watcher.snapshot()
    assert snapshot is not None
    drawn = cv2.imdecode(np.frombuffer(snapshot, np.uint8), cv2.IMREAD_COLOR)
    assert drawn is not None
    assert drawn.shape == (720, 1280, 3)
    assert "deal.mp4" in watcher.status()


class Blinking:
    """Eyes that are less sure of what they see at their first look than at the second."""

    def __init__(self, sure: list[float]) -> None:
        self.sure = sure

    def look(self, picture: Picture, before: Look | None = None) -> Look:
        chance = self.sure.pop(0)
        pips = np.full((2, 13), np.log((1 - chance) / 12), np.float32)
        pips[0, 5] = pips[1, 3] = np.log(chance)
        quad = np.array([(600, 380), (600, 340), (680, 340), (680, 380)], np.float32)
        return Look((Sighting(quad, pips, 0.95),), cells_of(picture), 640)


class Still(Source):
    """A table on which a tile lies, seen in so many frames; then a hand comes."""

    live = False

    def __init__(self, frames: int, then: int) -> None:
        self.shown = [np.full((720, 1280, 3), 90, np.uint8)] * frames
        hand = self.shown[0].copy()
        hand[300:, 500:800] = 160
        self.shown += [hand] * then

    def frames(self) -> Iterator[Frame]:
        noise = np.random.default_rng(1)
        for number, picture in enumerate(self.shown):
            yield Frame(number, number / 15, picture + noise.integers(0, 3, picture.shape, np.uint8))

    def status(self) -> str:
        return "following a still table"


@pytest.mark.parametrize(
    ("sure", "frames", "then", "told"),
    [
        ([0.999, 0.999], 5, 0, [1, 2]),
        ([0.9, 0.999], 5, 0, [2]),
        ([0.9, 0.999], 2, 1, [1]),
        ([0.9, 0.999], 2, 0, [1]),
    ],
)
def test_of_a_tile_in_doubt_nobody_is_told_before_the_second_look(
    sure: list[float], frames: int, then: int, told: list[int]
) -> None:
    views: list[View] = []
    looks: list[int] = []

    def look(view: View) -> None:
        views.append(view)
        looks.append(2 - len(eyes.sure))

    eyes = Blinking(list(sure))
    Watcher(Still(frames, then), eyes, look, ALL_FIVES.rules, paced=False).run()  # type: ignore[arg-type]
    assert looks == told
    assert all(len(view.tiles) == 1 for view in views)


def test_the_live_picture_shows_the_layout_and_nothing_else(table: Explanation) -> None:
    picture = load_picture(SAMPLE / "table.jpg")
    rack = (slice(640, 700), slice(1000, 1100))
    stripes = np.tile(np.array([0, 255], np.uint8), 50)[None, :, None]
    picture[rack] = stripes
    shown = live_picture(picture, table)
    assert picture[rack].std() > 100
    assert shown[rack].std() < 30
    x, y = np.mean([table.tiles[index].sighting.quad.mean(axis=0) for index in table.layout[:1]], axis=0).astype(int)
    around = (slice(y - 40, y + 40), slice(x - 40, x + 40))
    assert np.abs(shown[around].astype(int) - picture[around]).mean() < 30
    assert live_picture(picture, None)[around].std() < picture[around].std()
    changed = np.ones((90, 160), bool)
    assert live_picture(picture, table, changed)[around].std() < picture[around].std()


def test_a_frame_is_what_a_source_says_it_is() -> None:
    frame = next(iter(open_source(str(SAMPLE / "deal.mp4")).frames()))
    assert isinstance(frame, Frame)
    assert (frame.number, frame.time) == (0, 0.0)
    assert frame.picture.dtype == np.uint8
