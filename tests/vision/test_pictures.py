"""Pictures from files, good and bad."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import PictureError
from vision.pictures import LONGEST_SIDE, load_picture, save_picture, shrink


@pytest.fixture
def noise() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (120, 200, 3), np.uint8)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_what_is_saved_is_loaded(tmp_path: Path, noise: np.ndarray, ending: str) -> None:
    save_picture(tmp_path / "new folder" / f"table{ending}", noise)
    assert load_picture(tmp_path / "new folder" / f"table{ending}").shape == noise.shape


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_picture_cut_short_is_refused(tmp_path: Path, noise: np.ndarray, ending: str, share: float) -> None:
    path = tmp_path / f"table{ending}"
    save_picture(path, noise)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(PictureError, match=r"cut short|not a picture"):
        load_picture(path)


def test_a_thumbnail_does_not_hide_that_a_picture_is_cut_short(tmp_path: Path, noise: np.ndarray) -> None:
    jpeg = cv2.imencode(".jpg", noise)[1].tobytes()
    thumbnail = cv2.imencode(".jpg", noise[:30, :30])[1].tobytes()
    segment = b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2, "big") + thumbnail
    path = tmp_path / "phone.jpg"
    path.write_bytes(jpeg[:2] + segment + jpeg[2:])
    assert load_picture(path).shape == noise.shape
    path.write_bytes((jpeg[:2] + segment + jpeg[2:])[:-400])
    with pytest.raises(PictureError, match="cut short"):
        load_picture(path)


@pytest.mark.parametrize(("content", "message"), [(b"", "empty"), (b"score: 250\n" * 50, "not a picture")])
def test_no_pictures(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "table.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=message):
        load_picture(path)


def test_a_missing_file_and_a_folder(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="No such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


@pytest.mark.parametrize("size", [(4000, 5000), (9000, 200)])
def test_a_huge_picture_is_scaled_while_it_is_decoded(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "huge.jpg"
    save_picture(path, np.full((*size, 3), 200, np.uint8))
    loaded = load_picture(path)
    assert LONGEST_SIDE / 2 <= max(loaded.shape[:2]) <= 2 * LONGEST_SIDE
    assert loaded.shape[0] / loaded.shape[1] == pytest.approx(size[0] / size[1], rel=0.05)


def test_a_line_of_pixels_is_shrunk_to_one() -> None:
    assert shrink(np.zeros((2, 4096, 3), np.uint8), 640)[0].shape == (1, 640, 3)


def test_shrinking_never_enlarges(noise: np.ndarray) -> None:
    assert shrink(noise, 400)[1] == 1.0
    small, factor = shrink(noise, 100)
    assert (small.shape[1], factor) == (100, 0.5)
