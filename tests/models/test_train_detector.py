"""The detector's training: the rectangles it learns, pictures mirrored with their quads, exact resuming."""

from __future__ import annotations

import math
from multiprocessing.pool import ThreadPool
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")
pytest.importorskip("ultralytics", reason="training needs the extra [train]")

from models.detector_measure import Figures, found_quads, measure, overlap  # noqa: E402
from models.detector_pictures import Pictures, as_batch, make_pictures, vary  # noqa: E402
from models.rectangles import long_side_first, nearest_rectangle, rectangle_quad  # noqa: E402
from models.train_detector import Training  # noqa: E402
from models.training import learning_rate, load_weights, save_half  # noqa: E402

# As the trainings do: several threads wait for one another at every step wherever the machine is busy.
torch.set_num_threads(1)

UPRIGHT = np.array([[10, 50], [10, 20], [70, 20], [70, 50]], np.float32)
OBLIQUE = np.array([[100, 150], [118, 104], [215, 120], [226, 172]], np.float32)


def test_the_rectangle_of_a_rectangle_is_itself() -> None:
    x, y, width, height, angle = nearest_rectangle(UPRIGHT)
    assert (x, y, width, height, angle) == pytest.approx((40, 35, 30, 60, -math.pi / 2))
    np.testing.assert_allclose(rectangle_quad(UPRIGHT), UPRIGHT, atol=1e-4)
    np.testing.assert_allclose(rectangle_quad(UPRIGHT[::-1]), UPRIGHT[::-1], atol=1e-4)
    assert long_side_first((x, y, width, height, angle)) == pytest.approx((40, 35, 60, 30, 0))


def test_the_rectangle_of_an_oblique_face_is_nearer_than_the_smallest_one_around_it() -> None:
    nearest = rectangle_quad(OBLIQUE)
    around = cv2.boxPoints(cv2.minAreaRect(OBLIQUE)).astype(np.float32)
    assert overlap(nearest, OBLIQUE) > overlap(around, OBLIQUE)
    assert overlap(nearest, OBLIQUE) > 0.85
    # Each corner lies nearest to its own.
    distances = np.linalg.norm(nearest[:, None] - OBLIQUE[None], axis=2)
    assert distances.argmin(axis=1).tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize("turn", np.linspace(0, 2 * math.pi, 13)[:-1])
def test_angles_keep_to_half_a_turn(turn: float) -> None:
    cosine, sine = math.cos(turn), math.sin(turn)
    turned = (UPRIGHT @ np.array([[cosine, sine], [-sine, cosine]])).astype(np.float32)
    _, _, width, height, angle = long_side_first(nearest_rectangle(turned))
    assert (width, height) == pytest.approx((60, 30), abs=1e-3)
    assert -math.pi / 4 <= angle < 3 * math.pi / 4
    assert math.sin(angle - turn) == pytest.approx(0, abs=1e-4)


def test_quads_follow_the_mirrored_picture() -> None:
    picture = np.zeros((120, 120, 3), np.uint8)
    cv2.fillConvexPoly(picture, UPRIGHT.astype(int), (255, 255, 255))
    seen = set()
    for seed in range(40):
        mirrored, quads = vary(picture, UPRIGHT[None], np.random.default_rng(seed))
        inside = np.zeros((120, 120), np.uint8)
        cv2.fillConvexPoly(inside, quads[0].round().astype(int), 255)
        np.testing.assert_array_equal((mirrored != mirrored[0, 0]).any(axis=2), inside > 0)
        seen.add(tuple(quads[0, 0]))
    assert len(seen) == 8


def test_a_batch_holds_the_rectangles_as_shares_of_the_picture() -> None:
    picture = np.zeros((120, 120, 3), np.uint8)
    picture[..., 0] = 255
    none = np.zeros((0, 4, 2), np.float32)
    batch = as_batch([(picture, none), (picture, np.stack([UPRIGHT, UPRIGHT + 10]))])
    assert batch["batch_idx"].tolist() == [1, 1]
    np.testing.assert_allclose(batch["bboxes"][0], [40 / 120, 35 / 120, 0.5, 0.25, 0], atol=1e-6)
    # Blue is the last plane that the network sees.
    assert batch["img"].shape == (2, 3, 120, 120)
    assert batch["img"][:, 2].min() == 1 and batch["img"][:, :2].max() == 0


def test_each_tile_is_found_once() -> None:
    output = np.array(
        [[50, 51, 90], [50, 50, 90], [40, 40, 40], [20, 20, 20], [0.8, 0.9, 0.3], [0.1, 0.1, 0.0]], np.float32
    )
    (quad,) = found_quads(output)
    np.testing.assert_allclose(quad.mean(axis=0), [51, 50], atol=1e-3)


def test_figures_count_found_missed_and_invented() -> None:
    class Always:
        def __call__(self, _: object) -> object:
            boxes = [(40, 35, 60, 30), (200, 200, 60, 30), (300, 100, 60, 30)]
            return torch.tensor([[*box, 0.9, 0.0] for box in boxes]).T[None]

    held = Pictures(
        np.zeros((1, 320, 320, 3), np.uint8),
        (np.stack([UPRIGHT, UPRIGHT + 80]),),
        (np.stack([UPRIGHT + np.array([160, 165])]).astype(np.float32),),
    )
    figures = measure(Always(), held)  # type: ignore[arg-type]
    assert figures.overlap == pytest.approx(1.0, abs=1e-4)
    assert figures == Figures(recall=0.5, precision=0.5, overlap=figures.overlap, tiles=2)


def test_the_rate_rises_and_falls() -> None:
    rates = [learning_rate(step, 1000, 0.01) for step in range(1000)]
    assert rates[0] < rates[50] < max(rates) <= 0.01
    assert rates[500] == pytest.approx(0.0051, rel=0.02)
    assert rates[-1] == pytest.approx(0.0002, rel=0.05)


def test_a_resumed_run_is_the_run_that_was_not_stopped(tmp_path: Path) -> None:
    held = make_pictures(7, 1, size=64)
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    whole.mkdir()
    stopped.mkdir()

    def training(folder: Path) -> Training:
        return Training(folder, held, steps=3, size=64, parts=1, part=8)

    with ThreadPool(1) as pool:
        straight = training(whole)
        straight.run(pool)
        training(stopped).run(pool, until_chunk=1)
        second = training(stopped)
        second.resume()
        assert (second.step, second.chunk) == (2, 1)
        second.run(pool)
    assert second.step == straight.step == 3
    for name, value in straight.average.state_dict().items():
        assert torch.equal(value, second.average.state_dict()[name]), name
    save_half(tmp_path / "half.pt", straight.average.state_dict())
    second.start_from(load_weights(tmp_path / "half.pt"))
    for name, value in straight.average.state_dict().items():
        torch.testing.assert_close(second.net.state_dict()[name], value, rtol=2e-3, atol=1e-4)


def test_a_file_without_weights_is_refused(tmp_path: Path) -> None:
    torch.save({"step": 3}, tmp_path / "other.pt")
    with pytest.raises(ValueError, match="holds no weights"):
        load_weights(tmp_path / "other.pt")
