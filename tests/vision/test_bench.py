"""The measuring of reading: of what it takes the time, not how long."""

from pathlib import Path

import numpy as np
import pytest

from vision.bench import _without_a_tile, measure
from vision.pictures import Picture, load_picture
from vision.recogniser import Recogniser, Weights

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(ROOT / "models"))


@pytest.fixture(scope="module")
def picture() -> Picture:
    return load_picture(ROOT / "datasets" / "sample" / "table.jpg")


def test_every_stage_is_measured_and_a_rival_looks_as_often(recogniser: Recogniser, picture: Picture) -> None:
    asked: list[int] = []
    networks = (recogniser.detector.network, recogniser.reader.network)
    figures = measure(recogniser, picture, 1, lambda given, side: asked.append(side))
    assert set(figures["stages_ms"]) == {"detect", "read pips", "explain"}
    assert all(figures[name] > 0 for name in ("read_ms", "bare_ms", "ratio", "again_ms"))
    assert figures["rival_ms"] is not None
    assert asked == figures["looks"] * 2  # once unmeasured
    assert figures["tiles"] == 20
    assert (recogniser.detector.network, recogniser.reader.network) == networks


def test_the_table_before_the_last_play_lacks_one_tile(recogniser: Recogniser, picture: Picture) -> None:
    explanation = recogniser.explain(picture)
    before = _without_a_tile(picture, explanation)
    assert len(recogniser.explain(before).tiles) == len(explanation.tiles) - 1
    changed = (before != picture).any(axis=2).mean()
    assert 0 < changed < 0.02


def test_a_bare_table_is_refused(recogniser: Recogniser) -> None:
    with pytest.raises(ValueError, match="without tiles"):
        measure(recogniser, np.full((480, 640, 3), (60, 110, 70), np.uint8), 1)
