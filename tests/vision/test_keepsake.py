"""The small pictures kept with plays show the layout and nothing else."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.explain import Explanation
from vision.keepsake import keepsake
from vision.pictures import Picture, load_picture
from vision.recogniser import Recogniser, Weights

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def picture() -> Picture:
    return load_picture(ROOT / "datasets" / "sample" / "table.jpg")


@pytest.fixture(scope="module")
def explanation(picture: Picture) -> Explanation:
    return Recogniser(Weights.in_folder(ROOT / "models")).explain(picture)


def opened(jpeg: bytes | None) -> Picture:
    assert jpeg is not None
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_it_is_small_and_shows_the_layout(picture: Picture, explanation: Explanation) -> None:
    jpeg = keepsake(picture, explanation)
    assert jpeg is not None
    assert len(jpeg) < 30_000
    height, width = opened(jpeg).shape[:2]
    assert max(height, width) == 360
    assert width > height


def test_what_lies_apart_cannot_be_read_in_it(picture: Picture, explanation: Explanation) -> None:
    """The same tile taken for one that lies apart: its pips are gone."""
    apart = explanation.layout[-1]
    hidden = replace(explanation, layout=explanation.layout[:-1], joins=())
    shown, masked = opened(keepsake(picture, explanation)), opened(keepsake(picture, hidden))
    assert apart not in hidden.layout
    assert cv2.Laplacian(masked, cv2.CV_32F).var() < cv2.Laplacian(shown, cv2.CV_32F).var()


def test_without_a_layout_there_is_none(picture: Picture) -> None:
    assert keepsake(picture, Explanation((), (), (), None)) is None
