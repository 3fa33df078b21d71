"""When the table is still."""

import cv2
import numpy as np

from vision.stillness import Stillness, cells_of, changed, is_dark

R = np.random.default_rng(3)


def table(*tiles: tuple[int, int], light: float = 1.0, noise: float = 4.0) -> np.ndarray:
    picture = np.full((720, 1280, 3), (60, 110, 70), np.float32)
    for x, y in tiles:
        cv2.rectangle(picture, (x, y), (x + 64, y + 32), (200, 220, 225), -1)
    return np.clip(picture * light + R.normal(0, noise, picture.shape), 0, 255).astype(np.uint8)


def is_news(stillness: Stillness) -> bool:
    news = stillness.news()
    return news is None or bool(news.any())


def test_the_second_of_two_equal_frames_is_settled_in_spite_of_noise() -> None:
    stillness = Stillness()
    assert [stillness.settled(table((300, 300))) for _ in range(4)] == [False, True, True, True]


def test_a_new_tile_unsettles_once_and_is_news_until_it_is_read() -> None:
    stillness = Stillness()
    for _ in range(2):
        stillness.settled(table((300, 300)))
    assert stillness.news() is None
    stillness.mark_read()
    assert not is_news(stillness)
    assert not stillness.settled(table((300, 300), (370, 300)))
    assert stillness.settled(table((300, 300), (370, 300)))
    news = stillness.news()
    assert news is not None
    assert news[38, 50]
    assert not news[:, :40].any()


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
    assert not is_news(stillness)


def test_a_lamp_that_is_dimmed_is_no_movement_and_no_news() -> None:
    for light in (1.03, 0.8, 1.1):
        stillness = Stillness()
        stillness.settled(table((300, 300)))
        stillness.mark_read()
        assert stillness.settled(table((300, 300), light=light))
        assert not is_news(stillness)


def test_a_tile_laid_while_the_lamp_is_dimmed_is_news() -> None:
    before, after = cells_of(table((300, 300))), cells_of(table((300, 300), (600, 300), light=0.7))
    assert changed(after, before)[38:40, 76:82].all()


def test_in_the_dark_nothing_is_seen() -> None:
    assert is_dark(cells_of(table((300, 300), light=0.08)))
    assert not is_dark(cells_of(table((300, 300), light=0.5)))
