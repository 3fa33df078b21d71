"""How well real photographs are read. They are no part of this project: where they are absent, this is skipped."""

import os
from pathlib import Path

import pytest

import fivesight
from models.evaluate import Outcome, evaluate_photos, load_labels, summary
from vision.recogniser import Recogniser, Weights

PHOTOS = Path(os.environ.get("FIVESIGHT_SHARED", Path(__file__).parent.parent.parent / "shared")) / "photos"

pytestmark = pytest.mark.skipif(not PHOTOS.is_dir(), reason="the labelled photographs (../shared/photos) are not here")


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return evaluate_photos(Recogniser(Weights.in_folder(fivesight.WEIGHTS)), load_labels(PHOTOS))


def test_double_six_photographs(outcomes: list[Outcome]) -> None:
    figures = summary([outcome for outcome in outcomes if "double6" in outcome.label.tags])
    assert figures["recall"] >= 0.98
    assert figures["precision"] >= 0.985
    assert figures["half_accuracy"] >= 0.994
    assert figures["tile_accuracy"] >= 0.988
    assert figures["end_sums_exact"] >= 12
