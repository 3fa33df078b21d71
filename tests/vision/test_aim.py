"""The aim check: what it finds wrong with a picture, and that it finds nothing wrong with a good one."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.aim import findings
from vision.pictures import Picture, load_picture
from vision.recogniser import Recogniser, Weights

ROOT = Path(__file__).parent.parent.parent
TABLE = ROOT / "datasets" / "sample" / "table.jpg"


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(ROOT / "models"))


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 5), np.uint8)


def dark(picture: Picture) -> Picture:
    return np.asarray(picture * 0.25, np.uint8)


def far(picture: Picture) -> Picture:
    small = cv2.resize(picture, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(small, 100, 332, 300, 468, cv2.BORDER_REPLICATE), np.uint8)


def cut_off(picture: Picture) -> Picture:
    return np.asarray(picture[:, :1059], np.uint8)


def lamp(picture: Picture) -> Picture:
    return np.asarray(cv2.circle(picture.copy(), (1100, 100), 70, (255, 255, 255), -1), np.uint8)


def found(recogniser: Recogniser, picture: Picture) -> dict[str, tuple[str, str]]:
    explanation = recogniser.explain(picture)
    return {finding.check: (finding.grade, finding.where) for finding in findings(picture, explanation)}


def test_a_good_picture_is_good(recogniser: Recogniser) -> None:
    checks = found(recogniser, load_picture(TABLE))
    assert {checks[name] for name in ("view", "size", "sharp", "light")} == {("good", "")}
    # A lamp shines on 2-2: it is read all the same.
    assert checks["glare"] == ("fair", "bottom")


@pytest.mark.parametrize(
    ("spoil", "check", "expected"),
    [
        (blurred, "sharp", ("bad", "")),
        (dark, "light", ("bad", "")),
        (far, "size", ("bad", "left")),
        (cut_off, "view", ("bad", "right")),
        (lamp, "glare", ("bad", "top right")),
    ],
)
def test_what_is_wrong_is_found(
    recogniser: Recogniser, spoil: Callable[[Picture], Picture], check: str, expected: tuple[str, str]
) -> None:
    grade, where = found(recogniser, spoil(load_picture(TABLE)))[check]
    assert grade == expected[0]
    assert check == "size" or where == expected[1]


def test_without_a_tile_nothing_is_claimed(recogniser: Recogniser) -> None:
    felt = np.full((480, 640, 3), (60, 110, 70), np.uint8)
    checks = found(recogniser, felt)
    assert {checks[name][0] for name in ("view", "size", "sharp")} == {"unknown"}
    assert findings(felt, None)[0].grade == "unknown"
