"""Which frames are worth reading."""

import cv2
import numpy as np
import pytest

from vision.attention import Attention, Seen, _is_shifted

R = np.random.default_rng(5)
NEWS, SAME, MOVING, DARK = Seen.NEWS, Seen.SAME, Seen.MOVING, Seen.DARK


def table(*tiles: tuple[int, int], arm: int = 0, light: float = 1.0, shift: int = 0) -> np.ndarray:
    """A table with tiles on it, and an arm that reaches so many px into the picture from below."""
    picture = np.full((720, 1280, 3), (60, 110, 70), np.float32)
    cv2.circle(picture, (200, 200), 90, (160, 120, 90), -1)
    for x, y in tiles:
        cv2.rectangle(picture, (x, y), (x + 64, y + 32), (200, 220, 225), -1)
    if arm:
        cv2.rectangle(picture, (500, 720 - arm), (600, 720), (90, 130, 200), -1)
    picture = np.roll(picture, shift, axis=1)
    return np.clip(picture * light + R.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)


class Watched:
    def __init__(self, rate: float = 15.0) -> None:
        self.attention, self.rate, self.frame = Attention(), rate, 0

    def see(self, picture: np.ndarray, times: int = 1) -> Seen:
        for _ in range(times):
            seen = self.attention.see(picture + 0, self.frame / self.rate)
            self.frame += 1
            if seen is NEWS:
                self.came = self.attention.read()
        return seen


def test_a_still_table_is_read_once() -> None:
    watched = Watched()
    assert [watched.see(table()) for _ in range(4)] == [MOVING, NEWS, SAME, SAME]


def test_a_tile_is_news_as_soon_as_the_arm_has_left() -> None:
    watched = Watched()
    watched.see(table(), 3)
    for arm in (100, 300, 400, 400, 400, 300, 100):
        assert watched.see(table((520, 320), arm=arm)) is MOVING
    assert watched.see(table((520, 320))) is MOVING
    assert watched.see(table((520, 320))) is NEWS
    assert [came.side for came in watched.came] == ["bottom"]


def test_an_arm_that_does_not_move_is_waited_for_and_then_read_around() -> None:
    watched = Watched()
    watched.see(table((300, 300)), 3)
    assert watched.see(table((300, 300), arm=400), 30) is MOVING
    seen = [watched.see(table((300, 300), arm=400)) for _ in range(30)]
    assert seen.count(NEWS) == 1
    assert watched.attention.arm is not None
    assert watched.attention.arm[50:88, 65:73].all()
    # Another tile is seen at once while it rests, and that it has gone, too.
    assert [watched.see(table((300, 300), (370, 300), arm=400)) for _ in range(2)] == [MOVING, NEWS]
    assert watched.attention.arm is not None
    assert [watched.see(table((300, 300), (370, 300))) for _ in range(2)] == [MOVING, NEWS]
    assert watched.attention.arm is None


def test_what_stays_where_an_arm_was_is_no_arm_any_more() -> None:
    watched = Watched()
    watched.see(table((300, 300)), 3)
    watched.see(table((300, 300), arm=250), 90)
    for x in range(3):
        assert watched.see(table((300, 300), (700 + 70 * x, 300), arm=250), 2) is NEWS


def test_a_knock_is_forgotten() -> None:
    watched = Watched()
    watched.see(table((300, 300)), 3)
    for _ in range(4):
        watched.see(table((300, 300), arm=300))
    assert watched.see(table((300, 300)), 2) is SAME
    watched.see(table((300, 300), (370, 300)), 2)
    assert watched.came == ()


def test_nothing_is_read_in_the_dark_and_nothing_is_new_after_it() -> None:
    watched = Watched()
    watched.see(table((300, 300)), 3)
    assert watched.see(table((300, 300), light=0.05), 9) is DARK
    assert watched.see(table((300, 300)), 3) is SAME


def test_a_nudged_camera_is_read_anew() -> None:
    watched = Watched()
    watched.see(table((300, 300), (900, 500)), 3)
    assert watched.see(table((300, 300), (900, 500), shift=64), 2) is NEWS
    assert watched.attention.arm is None


def test_tiles_at_the_edge_that_a_bump_moves_are_no_arm() -> None:
    def bumped(across: int, *tiles: tuple[int, int]) -> np.ndarray:
        edge = [(500 + 80 * column, 6 + 38 * row) for column in range(3) for row in range(5)]
        return table(*((x + across, y + across // 2) for x, y in (*edge, *tiles)))

    watched = Watched()
    assert watched.see(bumped(0, (300, 400)), 3) is SAME
    assert watched.see(bumped(14, (300, 400)), 2) is NEWS
    assert watched.see(bumped(14, (300, 400), (370, 400)), 2) is NEWS
    assert watched.came == ()


@pytest.mark.parametrize("rate", [2.0, 1.0])
def test_in_a_slow_film_the_first_frame_without_an_arm_is_read(rate: float) -> None:
    watched = Watched(rate)
    watched.see(table((300, 300)), 2)
    assert watched.see(table((300, 300), arm=400)) is MOVING
    assert watched.see(table((300, 300), (370, 300), arm=400)) is MOVING
    assert watched.see(table((300, 300), (370, 300))) is NEWS
    assert watched.see(table((300, 300), (370, 300))) is SAME


def test_what_rests_near_an_edge_and_is_waited_for_has_been_still_since_it_came() -> None:
    watched = Watched()
    watched.see(table(), 3)
    watched.see(table(arm=400), 1)
    came = (watched.frame - 1) / watched.rate
    seen = [watched.see(table(arm=400)) for _ in range(60)]
    assert NEWS in seen
    assert watched.attention.still_since == pytest.approx(came)


@pytest.mark.parametrize("degrees", [-0.8, 0.8])
def test_a_camera_that_is_pushed_and_turned_is_no_arm(degrees: float) -> None:
    racks = table((300, 300), (364, 300))
    for left, top, right, bottom in (
        (0, 160, 40, 560),
        (440, 690, 840, 720),
        (150, 30, 300, 300),
        (1190, 350, 1250, 470),
    ):
        cv2.rectangle(racks, (left, top), (right, bottom), (20, 20, 20), -1)
    cv2.line(racks, (0, 415), (1280, 425), (30, 50, 30), 6)
    cv2.rectangle(racks, (0, 0), (1280, 48), (150, 190, 160), -1)
    turned = cv2.getRotationMatrix2D((640, 360), degrees, 1.0) + np.array([[0, 0, 26], [0, 0, -16]])
    pushed = cv2.warpAffine(racks, turned, (1280, 720), borderMode=cv2.BORDER_REPLICATE)

    def noisy(picture: np.ndarray) -> np.ndarray:
        return np.clip(picture + R.normal(0, 2, picture.shape), 0, 255).astype(np.uint8)

    watched = Watched()
    for _ in range(4):
        watched.see(noisy(racks))
    assert [watched.see(noisy(pushed)) for _ in range(3)] == [MOVING, NEWS, SAME]
    assert watched.attention.arm is None


def test_a_table_that_is_turned_as_well_as_shifted_is_shifted_and_another_is_not() -> None:
    cells, other = (
        np.asarray(cv2.GaussianBlur(R.uniform(0, 255, (90, 160, 3)), (0, 0), 1.5), np.float32) for _ in range(2)
    )
    turned = cv2.getRotationMatrix2D((80, 45), 1.6, 1.0) + np.array([[0, 0, 3], [0, 0, -2]])
    now = np.asarray(cv2.warpAffine(cells, turned, (160, 90), borderMode=cv2.BORDER_REPLICATE), np.float32)
    assert _is_shifted(now, cells)
    assert not _is_shifted(other, cells)
