"""When the table is still."""

import cv2
import numpy as np

from vision.stillness import Stillness

R = np.random.default_rng(3)


def table(*tiles: tuple[int, int], light: float = 1.0, noise: float = 4.0) -> np.ndarray:
    picture = np.full((720, 1280, 3), (60, 110, 70), np.float32)
    for x, y in tiles:
        cv2.rectangle(picture, (x, y), (x + 64, y + 32), (200, 220, 225), -1)
    return np.clip(picture * light + R.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def test_the_second_of_two_equal_frames_is_settled_in_spite_of_noise() -> None:
    stillness = Stillness()
    assert [stillness.settled(table((300, 300))) for _ in range(4)] == [False, True, True, True]


def test_a_new_tile_unsettles_once_and_is_news_until_it_is_read() -> None:
    stillness = Stillness()
    for _ in range(2):
        stillness.settled(table((300, 300)))
    assert stillness.is_news()
    stillness.mark_read()
    assert not stillness.is_news()
    assert not stillness.settled(table((300, 300), (370, 300)))
    assert stillness.settled(table((300, 300), (370, 300)))
    assert stillness.is_news()


def test_what_comes_and_goes_is_no_news() -> None:
    stillness = Stillness()
    for _ in range(2):
        stillness.settled(table((300, 300)))
    stillness.mark_read()
    arm = table((300, 300))
    arm[300:720, 500:600] = 90
    assert not stillness.settled(arm)
    assert not stillness.settled(table((300, 300)))
    assert stillness.settled(table((300, 300)))
    assert not stillness.is_news()


def test_auto_exposure_is_no_movement() -> None:
    stillness = Stillness()
    stillness.settled(table((300, 300)))
    assert stillness.settled(table((300, 300), light=1.03))
