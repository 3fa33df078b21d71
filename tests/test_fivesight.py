"""The command line: what it prints, and what it says to bad input."""

import json
import os
import pty
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import fivesight
from vision.pictures import load_picture

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "datasets" / "sample" / "table.jpg"


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(fivesight.main, [str(argument) for argument in arguments])


def refused(result: Result, *words: str) -> None:
    """Exit code 2 and one message with all the words, not a traceback."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    for word in words:
        assert word in result.output


def test_read_prints_the_layout_and_its_score() -> None:
    result = run("read", TABLE)
    assert result.exit_code == 0
    for line in ("layout", "open ends", "end sum", "points"):
        assert line in result.output


def test_read_as_json() -> None:
    facts = json.loads(run("read", TABLE, "--json").output)
    assert facts["tiles_seen"] == len(facts["tiles"]) == 20
    assert {"layout", "counts", "open_ends", "doubtful", "spinner_candidates", "apart"} <= set(facts)
    both = json.loads(run("read", TABLE, TABLE, "--json").output)
    assert [one["layout"] for one in both] == [facts["layout"]] * 2


def test_read_draws_what_it_saw(tmp_path: Path) -> None:
    assert run("read", TABLE, "--annotate", tmp_path / "drawn").exit_code == 0
    drawn, plain = load_picture(tmp_path / "drawn" / "table-read.jpg"), load_picture(TABLE)
    assert drawn.shape == plain.shape
    assert np.abs(drawn.astype(int) - plain).max() > 100


def test_drawings_replace_nothing(tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(TABLE.read_bytes())
    for _ in range(2):
        assert run("read", tmp_path / "table.jpg", "--annotate", tmp_path).exit_code == 0
    assert (tmp_path / "table.jpg").read_bytes() == TABLE.read_bytes()
    assert {path.name for path in tmp_path.iterdir()} == {"table.jpg", "table-read.jpg", "table-read-2.jpg"}
    (tmp_path / "file").touch()
    lost = run("read", TABLE, "--annotate", tmp_path / "file" / "below")
    assert (lost.exit_code, "end sum" in lost.output) == (2, True)


def test_a_table_without_tiles_is_no_error(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "felt.png"), np.full((480, 640, 3), (60, 110, 70), np.uint8))
    result = run("read", tmp_path / "felt.png")
    assert result.exit_code == 0
    assert "no tiles" in result.output


def test_bad_pictures_are_named_and_good_ones_read_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "notes.jpg").write_text("Ana 35, Ben 20")
    (tmp_path / "cut.jpg").write_bytes(TABLE.read_bytes()[:9000])
    result = run("read", tmp_path / "empty.jpg", tmp_path / "notes.jpg", tmp_path / "cut.jpg", tmp_path, TABLE)
    refused(result, "empty.jpg is empty", "notes.jpg is not a picture", "cut.jpg is cut short", "is a folder", "layout")


def test_several_pictures_are_read_with_a_bar_on_the_terminal_and_their_text_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "fivesight", "read", str(TABLE), str(tmp_path / "empty.jpg"), str(TABLE)]
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=terminal, text=True, cwd=ROOT)
        shown = os.read(screen, 100_000).decode()
    finally:
        os.close(terminal)
        os.close(screen)
    assert result.returncode == 2
    assert result.stdout.count("end sum") == 2
    assert "\x1b" not in result.stdout
    assert "3/3" in shown
    assert "empty.jpg is empty" in shown
    assert "reading" not in run("read", TABLE, TABLE).output  # nobody looks on


def test_an_unknown_game_is_answered_with_the_games_there_are() -> None:
    refused(run("read", TABLE, "--game", "poker"), "poker", "all_fives")


def test_a_pipe_is_no_picture(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    refused(run("read", tmp_path / "pipe.jpg"), "is no file")


@pytest.mark.parametrize("state", ["missing", "damaged", "another network's"])
def test_weights_that_are_missing_or_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, state: str) -> None:
    if state == "damaged":
        data = (fivesight.WEIGHTS / "detector.onnx").read_bytes()
        (tmp_path / "detector.onnx").write_bytes(data[: len(data) // 2])
    if state == "another network's":
        for name in ("detector", "reader"):
            (tmp_path / f"{name}.onnx").symlink_to(fivesight.WEIGHTS / "reader.onnx")
    monkeypatch.setattr(fivesight, "WEIGHTS", tmp_path)
    refused(run("read", TABLE), "detector.onnx", state, "install Fivesight again")


def test_a_camera_that_does_not_open() -> None:
    refused(run("play", "--source", "77"), "camera 77 does not open", "--source")


def test_a_port_in_use() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused(run("demo", "--port", str(port)), str(port), "in use", "--port")


def test_a_folder_without_labels_or_vectors(tmp_path: Path) -> None:
    refused(run("eval", "photos", tmp_path), "holds no labels")
    refused(run("eval", "rules", tmp_path), str(tmp_path))


def test_the_rules_agree_with_the_vectors() -> None:
    result = run("eval", "rules", ROOT / "tests" / "data" / "rules", "--json")
    counts = json.loads(result.output)
    assert (result.exit_code, counts["failed"]) == (0, [])
    assert counts["passed"] == counts["vectors"] >= 80


def test_bench_gives_its_figures() -> None:
    figures = json.loads(run("bench", "--rounds", "3", "--json").output)
    assert {"stages_ms", "read_ms", "bare_ms", "ratio", "again_ms", "ultralytics_ms", "threads"} <= set(figures)
    assert figures["tiles"] == 20
    assert set(figures["by_threads"]) == {"1", "2"}
    words = run("bench", "--rounds", "3", "--threads", "1").output
    assert "times the bare networks" in words
    assert "Ultralytics' predict" in words


@pytest.mark.parametrize("ending", [".jpg", ".png"])
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="only Linux tells how much memory was used at most")
def test_a_picture_of_100_megapixels_is_read_in_little_memory(tmp_path: Path, ending: str) -> None:
    cv2.imwrite(str(tmp_path / f"huge{ending}"), cv2.resize(load_picture(TABLE), (13312, 7488)))
    code = (
        "import re, sys, fivesight\n"
        "try: fivesight.main([*sys.argv[1:]])\n"
        "finally: print('peak', re.search(r'VmHWM:\\s*([0-9]+)', open('/proc/self/status').read())[1])\n"
    )
    command = [sys.executable, "-c", code, "read", str(tmp_path / f"huge{ending}")]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert "layout" in result.stdout, result.stderr
    assert int(result.stdout.split("peak")[1]) * 1024 < 1.2e9


def test_the_demo_follows_the_sample_film_to_its_score() -> None:
    result = run("demo", "--once")
    assert result.exit_code == 0, result.output
    assert "final score [45, 35], the film's [45, 35]" in result.output


def test_a_film_that_shows_something_else_ends_the_demo_with_exit_code_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = tmp_path / "film01"
    film.mkdir()
    truth = json.loads((fivesight.SAMPLE / "film01" / "truth.json").read_text())
    (film / "truth.json").write_text(json.dumps({**truth, "deals": [{**truth["deals"][0], "scores": [0, 0]}]}))
    (film / "film.mp4").symlink_to(TABLE.parent / "deal.mp4")
    monkeypatch.setattr(fivesight, "SAMPLE", tmp_path)
    assert run("demo", "--once").exit_code == 1


def test_names_that_no_match_can_have() -> None:
    refused(run("play", "--source", str(TABLE.parent / "deal.mp4"), "--players", "Ana"), "--players")
