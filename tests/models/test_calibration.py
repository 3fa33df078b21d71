"""The measuring of probabilities, on cases counted by hand; and the temperature in the reader's files."""

import math
import shutil
from pathlib import Path

import numpy as np
import pytest
from test_evaluate import quad, seen

from datasets.kit import Kit
from models.calibrate import STRENGTHS, document, draw
from models.calibration import (
    Look,
    Read,
    best_temperature,
    calibration_error,
    caught,
    read_tiles,
    reliability,
    risk_by_coverage,
    tempered,
    tile_confidences,
)
from models.degraded import LaidTable, LaidTile, degraded, laid_tables
from scorer.tiles import Tile
from vision.recogniser import Weights

MODELS = Path(__file__).parent.parent.parent / "models"
RIGHT = np.array([True, True, False, True])


def read(true: int, sure: float) -> Read:
    """A tile whose halves the reader gives this probability of being 3, and the rest to 2."""
    halves = np.full((2, 13), 1e-12)
    halves[:, 3], halves[:, 2] = sure, 1 - sure
    return Read((true, true), (3, 3), (3, 3), sure, np.log(halves), False)


def test_confidences_are_compared_with_the_truth_bin_by_bin() -> None:
    sure = np.array([0.6, 0.64, 0.66, 0.999])
    assert reliability(sure, RIGHT) == [(pytest.approx(0.6333, abs=1e-4), 2, 3), (0.999, 1, 1)]
    assert calibration_error(sure, RIGHT) == pytest.approx((abs(1.9 - 2) + 0.001) / 4)


def test_the_least_sure_are_asked_about_first() -> None:
    sure = np.array([0.6, 0.9, 0.5, 0.99])
    assert caught(sure, RIGHT, 0.25) == (1, 1)
    assert caught(np.array([0.4, 0.9, 0.5, 0.99]), RIGHT, 0.25) == (0, 1)
    coverage, risk = risk_by_coverage(sure, RIGHT)
    assert coverage.tolist() == [0.25, 0.5, 0.75, 1.0]
    assert risk.tolist() == [0, 0, 0, 0.25]


def test_the_temperature_makes_up_for_too_much_confidence() -> None:
    # Sure by odds of 9 to 1 and right three times in four (odds of 3 to 1): the logits are twice too large.
    reads = [read(3, 0.9)] * 3 + [read(2, 0.9)]
    assert best_temperature(reads) == pytest.approx(math.log(9) / math.log(3), rel=0.02)


def laid(*values: tuple[int, int]) -> LaidTable:
    tiles = [LaidTile(n, quad(300 + 82 * n, 300), a, b, n == 1) for n, (a, b) in enumerate(values)]
    return LaidTable(np.zeros((720, 1280, 3), np.uint8), tuple(tiles), frozenset({(0, 1)}))


def test_tiles_are_compared_whichever_half_is_called_a() -> None:
    look = Look(laid((3, 4), (4, 1)), (seen(3, 4, 300, 300), seen(1, 4, 382, 300, turned=True)))
    reads, joined = read_tiles([look])
    assert [one.true for one in reads] == [(3, 4), (1, 4)]
    assert all(one.right and one.right_alone for one in reads)
    assert [one.misplayed for one in reads] == [False, True]
    assert (joined.right, joined.seen, joined.true) == (1, 1, 1)
    warm = read_tiles([tempered(look, 4.0)])[0]
    assert (tile_confidences(warm)[0] < tile_confidences(reads)[0]).all()


def test_layouts_are_the_same_by_seed_and_follow_the_rules_but_for_misplays() -> None:
    tables = list(laid_tables(3, 6))
    assert all(np.array_equal(one.picture, two.picture) for one, two in zip(tables, laid_tables(3, 6), strict=True))
    misplays = 0
    for table in tables:
        assert len({Tile(tile.a, tile.b) for tile in table.tiles}) == len(table.tiles)
        by_index = {tile.index: tile for tile in table.tiles}
        for pair in table.joins:
            one, other = (by_index[index] for index in pair)
            alike = bool({one.a, one.b} & {other.a, other.b})
            assert alike != (one.misplayed or other.misplayed)
        misplays += any(tile.misplayed for tile in table.tiles)
    assert 0 < misplays < len(tables)


def test_degraded_more_and_more() -> None:
    picture = next(laid_tables(3, 1)).picture
    worse = [degraded(Kit(1), picture, strength) for strength in (0.0, 0.3, 0.6)]
    assert np.array_equal(worse[0], picture)
    contrasts = [float(each.std()) for each in worse]
    assert contrasts[0] > contrasts[1] > contrasts[2] > 1


def test_the_stored_temperature_is_what_the_network_then_divides_by(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    from models.calibrate import store_temperature
    from models.training import load_weights
    from vision.networks import Network

    for name in ("reader.onnx", "reader.pt"):
        shutil.copy(MODELS / name, tmp_path / name)
    before = float(load_weights(tmp_path / "reader.pt")["pips_temperature"])
    crops = np.random.default_rng(1).random((2, 3, 80, 144), dtype=np.float32)
    names = ("pips", "tile", "corners")
    plain = Network(tmp_path / "reader.onnx", names).run(crops)
    stored = store_temperature(2.0, tmp_path / "reader.onnx", tmp_path / "reader.pt")
    halved = Network(tmp_path / "reader.onnx", names).run(crops)
    assert stored == pytest.approx(2 * before, rel=1e-3)
    assert float(load_weights(tmp_path / "reader.pt")["pips_temperature"]) == pytest.approx(stored, rel=1e-3)
    assert np.allclose(halved[0], plain[0] / 2, atol=1e-4)
    assert np.array_equal(halved[1], plain[1])


def test_the_document_tells_what_is_misread_what_is_caught_and_what_explaining_put_right(tmp_path: Path) -> None:
    weights = Weights.in_folder(tmp_path)
    for path in (weights.detector, weights.reader):
        path.write_bytes(b"weights")
    # The reader takes the 4 of the second tile for a 5, though only just; its neighbour's 4 puts that right.
    torn = seen(4, 1, 382, 300)
    torn.pips[0, [4, 5]] = np.log([0.45, 0.55])
    right = (seen(3, 4, 300, 300), seen(4, 1, 382, 300))
    looks = {strength: [Look(laid((3, 4), (4, 1)), right)] for strength in STRENGTHS}
    looks[0.5] = [Look(laid((3, 4), (4, 1)), (right[0], torn))]
    looks[0.6] = [Look(laid((3, 4), (4, 1)), (seen(3, 2, 300, 300), right[1]))]
    text, shown = document(weights, 1.0, looks)
    assert (
        "| 0.5 | 2 | 50.0 % (9.5-90.5; 1 of 2) | 100.0 % (34.2-100.0; 2 of 2) | 1 | 0 | 0, 1 of 1 | 100.0 % |" in text
    )
    assert "| all up to 0.3 | 0.0 % (0.0-32.4; 0 of 8) | - | - |" in text
    assert "| 0.6 | 50.0 % (9.5-90.5; 1 of 2) | 0.0 % (0.0-79.3; 0 of 1) |" in text
    assert len(shown["tiles"][0]) == 2 * len(STRENGTHS)
    pytest.importorskip("matplotlib")
    draw(tmp_path / "drawn.png", shown)
    assert (tmp_path / "drawn.png").read_bytes().startswith(b"\x89PNG")
