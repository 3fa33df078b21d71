"""The document of all figures, on a tiny set of pictures with known readings."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from test_evaluate import seen, tile

from models.accuracy import accuracy_document, remarks_in
from vision.beliefs import Match
from vision.explain import Explanation, explain
from vision.recogniser import Recogniser, Weights
from vision.sightings import Sighting


class Told(Recogniser):
    """Recognises what it was told of each picture, by the picture's grey."""

    def __init__(self, sightings: dict[int, list[Sighting]]) -> None:
        self.told = sightings

    def explain(self, picture: np.ndarray, highest: int | None = None, match: Match = "equal") -> Explanation:
        return explain(self.told.get(round(float(picture.mean())), []), 400, 400, highest)


def save(path: Path, grey: int) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(path), np.full((400, 400, 3), grey, np.uint8))


def write(path: Path, data: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data))


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    save(tmp_path / "photos" / "pictures" / "right.png", 50)
    save(tmp_path / "photos" / "pictures" / "wrong.png", 60)
    label = {"tiles": [tile(3, 4, 100, 100)], "source": {"repo": "own"}, "tags": ["ivory-tiles", "single"]}
    for name in ("right", "wrong"):
        write(tmp_path / "photos" / "labels" / f"{name}.json", {"image": f"{name}.png", **label})
    save(tmp_path / "films" / "film" / "frames" / "0.png", 50)
    laid = {**tile(3, 4, 100, 100), "tile": 0}
    frame = {"file": "frames/0.png", "kind": "settled", "play": 0, "tiles": [laid]}
    write(
        tmp_path / "films" / "film" / "truth.json",
        {"players": [], "frames": [frame], "plays": [{"joins": [], "spinner": None, "end_sum": 7}]},
    )
    save(tmp_path / "sequence" / "1.png", 50)
    move = {"picture": "1.png", "cells": ["1A", "1B"], "values": [3, 4]}
    board = [[60, 80], [660, 80], [660, 680], [60, 680]]
    write(tmp_path / "sequence" / "moves.json", {"board_quad": board, "games": [{"moves": [move]}]})
    return tmp_path


def document(shared: Path, tmp_path: Path, remarks: str) -> str:
    for name in ("detector", "reader"):
        (tmp_path / f"{name}.onnx").write_bytes(name.encode())
    told = Told({50: [seen(3, 4, 100, 100)], 60: [seen(3, 5, 100, 100), seen(1, 1, 300, 300)]})
    return accuracy_document(told, Weights.in_folder(tmp_path), shared, remarks, clutter=1)


def test_every_figure_stands_there_with_its_interval_and_every_mistake(shared: Path, tmp_path: Path) -> None:
    text = document(shared, tmp_path, "Glare.")
    assert "| tiles found | >= 99.5 % | 100.0 % (34.2-100.0; 2 of 2) | yes |" in text
    assert "| finds that are tiles | >= 99.5 % | 66.7 % (20.8-93.9; 2 of 3) | **no** |" in text
    assert "| photographs with all tiles right | >= 95 % | 50.0 % (9.5-90.5; 1 of 2) | **no** |" in text
    assert "| films, settled frames: end sums exact | >= 99 % | 100.0 % (20.7-100.0; 1 of 1) | yes |" in text
    assert "| moves seen exactly | >= 30 of 32 | 100.0 % (20.7-100.0; 1 of 1) | yes |" in text
    assert "| own | 2 | 2 |" in text
    assert "| wrong | read 3-4 as 3-5" in text
    assert "| wrong | invented 1-1" in text
    assert "| clutter: tiles invented | <= 10 in 200 scenes | 0 in 1 | yes |" in text
    assert text.endswith("## Remarks\n\nGlare.\n")


def test_made_anew_it_is_the_same_and_keeps_the_remarks(shared: Path, tmp_path: Path) -> None:
    path = tmp_path / "ACCURACY.md"
    assert remarks_in(path) == ""
    path.write_text(document(shared, tmp_path, "Far tiles in the dark.\n\nAnd glare."))
    assert document(shared, tmp_path, remarks_in(path)) == path.read_text()


def test_a_folder_without_films_is_named(shared: Path, tmp_path: Path) -> None:
    (shared / "films" / "film" / "truth.json").unlink()
    with pytest.raises(FileNotFoundError, match="holds no films"):
        document(shared, tmp_path, "")


def test_the_printed_tiles_of_a_board_are_counted(shared: Path, tmp_path: Path) -> None:
    board = [[160, 80], [760, 80], [760, 680], [160, 680]]
    moves = json.loads((shared / "sequence" / "moves.json").read_text())
    write(shared / "sequence" / "moves.json", {**moves, "board_quad": board})
    text = document(shared, tmp_path, "")
    assert "| moves: printed tiles read | none | 1 in 1 pictures, 1 of them as a part of the layout | **no** |" in text
    assert "1.png: added nothing, lost nothing, true 3-4 on 1A 1B" in text
