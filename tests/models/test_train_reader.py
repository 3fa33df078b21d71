"""The reader's training: crops whose labels stay right however they are mirrored, and runs that resume exactly."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra [train]")

from models.reader_augment import as_input, mirror, vary  # noqa: E402
from models.reader_crops import Crops, corner_offsets, inexact, make_crops, misplaced, of_detector  # noqa: E402
from models.reader_net import Output, ReaderNet  # noqa: E402
from models.train_reader import Training, fit_temperatures, measure, outputs_both_ways  # noqa: E402
from vision.crops import CROP_CORNERS, FACE_WIDTH, cut_crop  # noqa: E402

# As the trainings do: several threads wait for one another at every step wherever the machine is busy.
torch.set_num_threads(1)

FACE = np.array([[60, 150], [80, 90], [210, 130], [180, 195]], np.float32)
COLOURS = np.array([[250, 40, 40], [40, 250, 40], [40, 40, 250], [230, 230, 40]])


def marked_crop(cut: np.ndarray, face: np.ndarray) -> Crops:
    """The crop at `cut` of a picture with a dot of its own colour on every corner of `face`; 3 pips and 5."""
    picture = np.full((260, 280, 3), 120, np.uint8)
    for corner, colour in zip(face, COLOURS, strict=True):
        centre = (corner * 16).round().astype(int).tolist()
        cv2.circle(picture, centre, 3 * 16, colour.tolist(), -1, cv2.LINE_AA, 4)
    return Crops(cut_crop(picture, cut)[None], np.array([[3, 5]]), np.array([True]), corner_offsets(cut, face)[None])


def dots(crops: Crops) -> np.ndarray:
    """Where the four dots are seen in the first crop, (4, 2), by colour; pixel centres at whole numbers."""
    picture = crops.pictures[0].astype(np.float64)
    places = []
    for colour in COLOURS:
        weight = np.clip(90 - np.linalg.norm(picture - colour, axis=2), 0, None)
        y, x = np.mgrid[: weight.shape[0], : weight.shape[1]]
        places.append(((x * weight).sum() / weight.sum(), (y * weight).sum() / weight.sum()))
    return np.array(places)


@pytest.mark.parametrize(
    ("ends", "sides", "order", "pips"),
    [
        (False, False, [0, 1, 2, 3], (3, 5)),
        (True, False, [3, 2, 1, 0], (5, 3)),
        (False, True, [1, 0, 3, 2], (3, 5)),
        (True, True, [2, 3, 0, 1], (5, 3)),
    ],
)
def test_labels_follow_the_mirrored_picture(ends: bool, sides: bool, order: list[int], pips: tuple[int, int]) -> None:
    cut = (FACE - FACE.mean(0)) * 1.02 + FACE.mean(0) + np.array([2.0, -1.0])
    mirrored = mirror(marked_crop(cut.astype(np.float32), FACE), np.array([ends]), np.array([sides]))
    assert tuple(mirrored.pips[0]) == pips
    labelled = CROP_CORNERS + mirrored.corners[0] * FACE_WIDTH
    # The dot of picture corner order[i] must be seen where label i says.
    np.testing.assert_allclose(labelled, dots(mirrored)[order], atol=1.0)


def test_half_turn_turns_every_offset_round() -> None:
    crops = make_crops(3, 12)
    every = np.ones(12, bool)
    turned = mirror(crops, every, every)
    np.testing.assert_array_equal(turned.pictures, crops.pictures[:, ::-1, ::-1])
    np.testing.assert_array_equal(turned.corners, -np.roll(crops.corners, 2, axis=1))
    np.testing.assert_array_equal(mirror(turned, every, every).corners, crops.corners)


def test_mirroring_leaves_the_crops_given_alone() -> None:
    crops = make_crops(3, 4)
    before = crops.pictures.copy(), crops.pips.copy(), crops.corners.copy()
    mirror(crops, np.ones(4, bool), np.ones(4, bool))
    for kept, now in zip(before, (crops.pictures, crops.pips, crops.corners), strict=True):
        np.testing.assert_array_equal(kept, now)


def test_crops_are_the_same_for_the_same_seed() -> None:
    first, second = make_crops(11, 30), make_crops(11, 30)
    np.testing.assert_array_equal(first.pictures, second.pictures)
    np.testing.assert_array_equal(first.corners, second.corners)
    assert first.pictures.shape == (30, 80, 144, 3)
    assert 0.3 < first.tile.mean() < 1
    assert ((first.pips >= 0) & (first.pips <= 12)).all()


def test_inexact_quads_stay_near_and_misplaced_ones_do_not() -> None:
    random = np.random.default_rng(0)
    width = np.linalg.norm(FACE[1] - FACE[0])
    for _ in range(200):
        near = inexact(FACE, random)
        assert np.linalg.norm(near - FACE, axis=1).mean() < 0.6 * width
        assert np.linalg.norm(misplaced(FACE, random) - FACE, axis=1).max() > 0.25 * width


def test_variations_keep_the_range_and_the_chances() -> None:
    inputs = as_input(make_crops(5, 20).pictures)
    varied = vary(inputs.clone(), np.random.default_rng(1))
    assert varied.shape == inputs.shape
    assert varied.min() >= 0 and varied.max() <= 1
    assert torch.equal(varied, vary(inputs.clone(), np.random.default_rng(1)))


def test_a_resumed_run_is_the_run_that_was_not_stopped(tmp_path: Path) -> None:
    crops, held = make_crops(1, 60), make_crops(2, 20)
    whole, stopped, resumed = (tmp_path / name for name in ("whole", "stopped", "resumed"))
    whole.mkdir()
    stopped.mkdir()
    straight = Training(whole, crops, held, steps=6, batch=16)
    straight.run()
    Training(stopped, crops, held, steps=6, batch=16).run(until=3)
    stopped.rename(resumed)
    second = Training(resumed, crops, held, steps=6, batch=16)
    second.resume()
    assert second.step == 3
    second.run()
    assert second.step == straight.step == 6
    for name, value in straight.average.state_dict().items():
        assert torch.equal(value, second.average.state_dict()[name]), name
    assert (resumed / "log.png").stat().st_size > 1000
    assert len((resumed / "log.csv").read_text().splitlines()) == 3


@pytest.mark.parametrize("only", ["tile", "corners"])
def test_one_output_taught_alone_leaves_the_others_as_they_were(tmp_path: Path, only: Output) -> None:
    crops, held = make_crops(1, 48), make_crops(2, 20)
    training = Training(tmp_path, crops, held, steps=5, batch=16, only=only)
    before = outputs_both_ways(training.net, held)
    training.run(until=4)  # after the last step the temperatures would be fitted, of pips too
    after = outputs_both_ways(training.net, held)
    for name, old, new in zip(("pips", "tile", "corners"), before, after, strict=True):
        assert torch.equal(old, new) == (name != only), name


def test_parts_that_the_weights_lack_begin_untaught_and_strange_weights_are_refused(tmp_path: Path) -> None:
    crops = make_crops(2, 20)
    weights = ReaderNet().state_dict()
    old = {name: value for name, value in weights.items() if not name.startswith("face_map")}
    training = Training(tmp_path, crops, crops, steps=1)
    training.start_from(old)
    known = training.average.state_dict()
    assert all(torch.equal(known[name], value) for name, value in old.items() if "temperature" not in name)
    with pytest.raises(ValueError, match=r"not the weights of a reader: it has no model\.0"):
        training.start_from({"model.0": torch.zeros(1)})


def test_temperatures_lower_the_log_loss() -> None:
    torch.manual_seed(0)
    net, held = ReaderNet(), make_crops(2, 40)
    # A net too sure of itself by far: every logit twenty times as large.
    for head in (net.half_head, net.tile_head):
        head[-1].weight.data *= 20
        head[-1].bias.data *= 20

    def loss() -> float:
        pips = outputs_both_ways(net, held)[0][0][torch.from_numpy(held.tile)]
        return float(torch.nn.functional.cross_entropy(pips, torch.from_numpy(held.pips[held.tile, 0])))

    before = loss()
    fit_temperatures(net, held)
    assert net.pips_temperature > 1
    assert loss() < before


def test_figures_of_an_untrained_net_are_rates() -> None:
    figures = measure(ReaderNet(), make_crops(2, 20))
    assert 0 <= figures.tile_accuracy <= figures.half_accuracy < 0.6
    assert 0 < figures.corner_error_before < 0.5


def test_crops_that_another_detector_proposed_are_not_used_again(tmp_path: Path) -> None:
    old, new = tmp_path / "old.onnx", tmp_path / "new.onnx"
    old.write_bytes(b"old")
    new.write_bytes(b"new")
    assert of_detector(tmp_path, old) != of_detector(tmp_path, new)
    assert of_detector(tmp_path, old) == of_detector(tmp_path, old)
