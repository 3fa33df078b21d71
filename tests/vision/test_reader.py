"""Crops and what the reader's output means."""

import cv2
import numpy as np
import pytest

from vision.crops import CROP_CORNERS, CROP_HEIGHT, CROP_WIDTH, cut_crop
from vision.reader import reader_input, readings_from_output


@pytest.mark.parametrize("length", [100, 900])
def test_a_crop_shows_half_a_on_the_left_and_is_not_mirrored(length: int) -> None:
    picture = np.full((1000, 1200, 3), 30, np.uint8)
    # Half a below, half b above, a mark on the right of half a as seen in the picture.
    x, y, w = 300, 50, length // 2
    cv2.rectangle(picture, (x, y), (x + w, y + length), (200, 200, 200), -1)
    cv2.rectangle(picture, (x, y + w), (x + w, y + length), (120, 120, 120), -1)
    cv2.rectangle(picture, (x + w - w // 4, y + length - w // 4), (x + w, y + length), (255, 0, 0), -1)
    quad = np.array([[x + w, y + length], [x, y + length], [x, y], [x + w, y]], np.float32)
    crop = cut_crop(picture, quad)
    assert crop.shape == (CROP_HEIGHT, CROP_WIDTH, 3)
    assert crop[40, 40] == pytest.approx(120, abs=3)
    assert crop[40, 110] == pytest.approx(200, abs=3)
    # Turned by a quarter, right in the picture becomes down in the crop.
    assert crop[68, 12, 0] > 240
    assert crop[12, 12, 0] < 130


def test_the_half_turn_brings_half_b_to_the_left() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:, 100:] = 255
    tensor = reader_input(picture, np.array([[[20, 80], [20, 20], [180, 20], [180, 80]]], np.float32))
    assert tensor.shape == (2, 3, CROP_HEIGHT, CROP_WIDTH)
    assert tensor[0, :, 40, 20].max() < 0.1 < 0.9 < tensor[1, :, 40, 20].min()


def test_halves_and_corners_come_from_the_crop_and_its_half_turn() -> None:
    quads = (CROP_CORNERS * 2 + 50)[None].astype(np.float32)
    pips = np.zeros((2, 13), np.float32)
    pips[0, 4], pips[1, 6] = 9, 9
    # The true corner 0 lies a tenth of a width right of the crop's; seen in the half turn it is corner 2, to the left.
    corners = np.zeros((2, 4, 2), np.float32)
    corners[0, 0], corners[1, 2] = (0.1, 0), (-0.1, 0)
    readings = readings_from_output(quads, pips, np.array([3.0, 3.0], np.float32), corners.reshape(2, 8))
    assert readings.pips[0].argmax(axis=1).tolist() == [4, 6]
    assert np.exp(readings.pips).sum(axis=2) == pytest.approx(1.0, abs=1e-5)
    assert readings.whole[0] == pytest.approx(1 / (1 + np.exp(-3)))
    moved = readings.quads[0] - quads[0]
    assert moved[0] == pytest.approx([0.1 * 64 * 2, 0], abs=1e-3)
    assert moved[1:] == pytest.approx(0, abs=1e-3)
