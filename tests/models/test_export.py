"""The weights as shipped, and that exporting gives files that do what the trained networks do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

import models

FOLDER = Path(models.__file__).parent

# torch's exporter for this opset calls functions of its own that it has marked as old.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def run(name: str, inputs: np.ndarray) -> dict[str, np.ndarray]:
    session = onnxruntime.InferenceSession(FOLDER / name, providers=["CPUExecutionProvider"])
    (given,) = session.get_inputs()
    outputs = [output.name for output in session.get_outputs()]
    return dict(zip(outputs, session.run(None, {given.name: inputs}), strict=True))


@pytest.mark.parametrize(("batch", "height", "width"), [(1, 320, 448), (2, 96, 64)])
def test_the_shipped_detector_takes_any_size(batch: int, height: int, width: int) -> None:
    picture = np.random.default_rng(0).random((batch, 3, height, width), np.float32)
    found = run("detector.onnx", picture)["found"]
    anchors = sum((height // stride) * (width // stride) for stride in (8, 16, 32))
    assert found.shape == (batch, 6, anchors)
    assert found.dtype == np.float32
    assert ((found[:, 4] >= 0) & (found[:, 4] <= 1)).all()
    assert ((found[:, 5] >= -np.pi / 4 - 1e-4) & (found[:, 5] <= 3 * np.pi / 4 + 1e-4)).all()


def test_the_shipped_reader_reads_crops() -> None:
    outputs = run("reader.onnx", np.random.default_rng(0).random((3, 3, 80, 144), np.float32))
    assert {name: output.shape for name, output in outputs.items()} == {
        "pips": (3, 13),
        "tile": (3,),
        "corners": (3, 8),
    }
    assert all(np.isfinite(output).all() for output in outputs.values())


def test_the_weights_are_small() -> None:
    sizes = [(FOLDER / name).stat().st_size for name in ("detector.onnx", "reader.onnx")]
    assert max(sizes) < 12_000_000
    assert sum(sizes) < 15_000_000


def test_of_several_weights_the_mean_is_exported(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs the extra [train]")
    from models.training import mean_weights

    files = []
    for number in (1, 2, 6):
        files.append(tmp_path / f"{number}.pt")
        torch.save({"weight": torch.full((2,), float(number)), "steps": torch.tensor(number)}, files[-1])
    mean = mean_weights(files)
    assert mean["weight"].tolist() == [3.0, 3.0]
    assert mean["steps"] == 1
    torch.save({"weight": torch.zeros(3), "steps": torch.tensor(0)}, files[0])
    with pytest.raises(ValueError, match="another network"):
        mean_weights(files)


def test_an_exported_reader_equals_the_network(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs the extra [train]")
    pytest.importorskip("onnxslim", reason="exporting needs the extra [train]")
    from models.export import check_reader, export_reader
    from models.reader_net import ReaderNet

    torch.manual_seed(1)
    net = ReaderNet()
    net.pips_temperature.fill_(1.3)
    export_reader(net.state_dict(), tmp_path / "reader.onnx")
    other = ReaderNet()
    with pytest.raises(ValueError, match="differs from the trained reader"):
        check_reader(other.eval(), tmp_path / "reader.onnx")


def test_an_exported_detector_equals_the_network(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="exporting needs the extra [train]")
    pytest.importorskip("ultralytics", reason="exporting needs the extra [train]")
    pytest.importorskip("onnxslim", reason="exporting needs the extra [train]")
    from models.detector_net import Found, build_detector
    from models.export import check_detector, check_sizes, export_detector
    from models.training import load_weights

    weights = load_weights(FOLDER / "detector.pt")
    export_detector(weights, tmp_path / "detector.onnx")
    check_sizes(tmp_path)
    torch.manual_seed(1)
    with pytest.raises(ValueError, match="differs from the trained detector"):
        check_detector(Found(build_detector()), tmp_path / "detector.onnx")
