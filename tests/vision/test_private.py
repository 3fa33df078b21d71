"""What stands in racks, or lies open apart from the layout, leaves the watcher in no picture and in no view."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from test_hands import sighting

from scorer.games import ALL_FIVES
from scorer.view import View
from vision.loop import Watcher
from vision.pictures import Picture, load_picture
from vision.recogniser import Look, Recogniser, Weights
from vision.sources import Frame, Source, open_source
from vision.stillness import cells_of

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "datasets" / "sample"
FRAMES = 40
RACK_TOP = 630


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(ROOT / "models"))


class WithARack(Source):
    """The first frames of a film at whose lower edge stand tiles, with their faces to the camera."""

    live = False

    def __init__(self, rack: list[Picture]) -> None:
        self._rack = rack

    def frames(self) -> Iterator[Frame]:
        for frame in open_source(str(SAMPLE / "deal.mp4")).frames():
            if frame.number >= FRAMES:
                return
            picture = frame.picture.copy()
            for place, face in enumerate(self._rack):
                picture[RACK_TOP : RACK_TOP + 72, 420 + 80 * place : 456 + 80 * place] = face
            self.shown = picture
            yield Frame(frame.number, frame.time, picture)

    def status(self) -> str:
        return "following a table with a rack"


def faces(recogniser: Recogniser, but: set[tuple[int, ...]]) -> list[Picture]:
    """Tiles cut out of the sample's photograph that are none of those, (72, 36) px."""
    photograph = load_picture(SAMPLE / "table.jpg")
    upright = np.array([(0, 0), (36, 0), (36, 72), (0, 72)], np.float32)

    def cut(quad: np.ndarray) -> Picture:
        matrix = cv2.getPerspectiveTransform(quad, upright)
        return np.asarray(cv2.warpPerspective(photograph, matrix, (36, 72)), np.uint8)

    tiles = recogniser.explain(photograph, 6).tiles
    others = [tile for tile in tiles if (tile.a or tile.b) and tuple(sorted((tile.a, tile.b))) not in but]
    return [cut(tile.sighting.quad) for tile in others[:5]]


def tiles_low_in(jpeg: bytes | None, recogniser: Recogniser) -> list[tuple[int, ...]]:
    assert jpeg is not None
    picture = np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    return low(picture, recogniser)


def low(picture: Picture, recogniser: Recogniser) -> list[tuple[int, ...]]:
    """The tiles that can be read where the rack stands."""
    return [
        tuple(sorted((tile.a, tile.b)))
        for tile in recogniser.explain(picture, 6).tiles
        if tile.sighting.quad[:, 1].mean() > RACK_TOP - 20
    ]


def test_a_rack_that_could_be_read_is_in_no_picture_and_in_no_view(recogniser: Recogniser) -> None:
    laid = {
        tuple(sorted((tile.a, tile.b)))
        for frame in open_source(str(SAMPLE / "deal.mp4")).frames()
        if frame.number == FRAMES - 1
        for tile in recogniser.explain(frame.picture, 6).tiles
    }
    rack = faces(recogniser, laid)
    views: list[View] = []
    source = WithARack(rack)
    watcher = Watcher(source, recogniser, views.append, ALL_FIVES.rules, paced=False)
    watcher.run()
    standing = low(source.shown, recogniser)
    assert len(standing) == len(rack) == 5, "the test's own rack can be read"
    assert tiles_low_in(watcher.snapshot(), recogniser) == []
    kept = watcher.layout_picture()
    assert kept is not None
    small = np.asarray(cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    large = np.asarray(cv2.resize(small, None, fx=4, fy=4, interpolation=cv2.INTER_CUBIC), np.uint8)
    assert len(recogniser.explain(large, 6).tiles) == len(laid), (
        "the numbers drawn on them are no pips, but tiles they are"
    )
    told = {tuple(sorted((tile.a, tile.b))) for view in views for tile in view.tiles}
    assert told == laid
    assert views[-1].apart == 5, "how many lie apart may be known"


class Tilted(Source):
    """A tile on a table and a rack below; then the camera is tilted until the rack is where the tile was."""

    live = False

    def __init__(self) -> None:
        self.still = np.full((720, 1280, 3), 90, np.uint8)
        self.still[340:380, 600:680] = 230
        self.still[600:680, 560:720] = np.random.default_rng(1).choice([20, 240], (80, 160, 1))

    def frames(self) -> Iterator[Frame]:
        for number in range(12):
            picture = np.roll(self.still, -40 * max(0, number - 4), axis=0)
            yield Frame(number, number / 15, np.asarray(picture, np.uint8))

    def status(self) -> str:
        return "following a table"


class OneTile:
    """Eyes that see one tile in the middle. `built_on`: what each look was to build on."""

    def __init__(self) -> None:
        self.built_on: list[Look | None] = []

    def look(self, picture: Picture, before: Look | None = None) -> Look:
        self.built_on.append(before)
        return Look((sighting(640, 360, 5, 3),), cells_of(picture), 640)


def test_a_rack_that_comes_into_the_place_of_the_layout_is_not_shown() -> None:
    source = Tilted()
    watcher = Watcher(source, OneTile(), lambda view: None, ALL_FIVES.rules, paced=False)  # type: ignore[arg-type]
    watcher.run()
    assert watcher.view() is not None
    snapshot, kept = (
        np.asarray(cv2.imdecode(np.frombuffer(jpeg or b"", np.uint8), cv2.IMREAD_COLOR), float)
        for jpeg in (watcher.snapshot(), watcher.layout_picture())
    )
    rack = np.s_[290:350, 570:710]
    assert np.abs(np.diff(np.roll(source.still, -320, axis=0)[rack].astype(float), axis=1)).mean() > 50
    assert np.abs(np.diff(snapshot[rack], axis=1)).mean() < 10
    assert np.abs(np.diff(kept, axis=1)).mean() < 10, "what is kept is of the picture that was read"


class Resized(Tilted):
    """The same table, but the camera comes back with smaller pictures."""

    def frames(self) -> Iterator[Frame]:
        small = self.still[::2, ::2].copy()
        small[10:50, 10:100] = 230
        for number in range(8):
            yield Frame(number, number / 15, self.still if number < 4 else small)


def test_after_a_change_of_size_all_of_the_picture_is_looked_at() -> None:
    eyes = OneTile()
    Watcher(Resized(), eyes, lambda view: None, ALL_FIVES.rules, paced=False).run()  # type: ignore[arg-type]
    assert len(eyes.built_on) > 2
    assert eyes.built_on == [None] * len(eyes.built_on)


def test_nobody_reads_a_rack_by_asking_for_hands_after_the_first_tile(
    recogniser: Recogniser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("test_private.FRAMES", 10)
    source = WithARack(faces(recogniser, set()))
    seats = {"bottom": 0, "top": 1}
    watcher = Watcher(source, recogniser, lambda view: None, ALL_FIVES.rules, paced=False, seats=seats)
    watcher.run()
    assert watcher.view() is not None and len(low(source.shown, recogniser)) == 5
    assert watcher.hands() == {}
