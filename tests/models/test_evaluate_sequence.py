"""Photographed games, here drawn ones: which tile each move added, read one by one and by the loop."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from datasets.plain_film import deal_on_table, set_up, settled, solids
from models.evaluate_sequence import CELLS, Move, evaluate_sequence, follow_sequence
from vision.pictures import save_picture
from vision.recogniser import Recogniser, Weights

ROOT = Path(__file__).parent.parent.parent
MOVES = 3


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of three moves on a board as large as the picture."""
    folder = tmp_path_factory.mktemp("sequence")
    deal = deal_on_table(np.random.default_rng(7))
    stage = set_up(7, deal, "felt")
    moves = []
    for number, solid in enumerate(solids(stage)[:MOVES]):
        picture = settled(stage, number + 1)
        save_picture(folder / f"{number}.png", picture)
        height, width = picture.shape[:2]
        middle = solid.top.mean(axis=0)
        halves = [(solid.top[side].mean(axis=0) + middle) / 2 for side in ([0, 1], [2, 3])]
        cells = [f"{int(y * CELLS / height) + 1}{chr(ord('A') + int(x * CELLS / width))}" for x, y in halves]
        tile = stage.tiles[number]
        moves.append({"picture": f"{number}.png", "cells": cells, "values": [tile.a, tile.b]})
    board = [[0, 0], [width, 0], [width, height], [0, height]]
    (folder / "moves.json").write_text(json.dumps({"board_quad": board, "games": [{"game": 1, "moves": moves}]}))
    return folder


@pytest.mark.parametrize("evaluate", [evaluate_sequence, follow_sequence])
def test_every_added_tile_is_seen(games: Path, evaluate: Callable[[Recogniser, Path], list[Move]]) -> None:
    moves = evaluate(Recogniser(Weights.in_folder(ROOT / "models")), games)
    assert [(move.picture, move.right, move.laid) for move in moves] == [
        (f"{number}.png", True, True) for number in range(MOVES)
    ]
    assert all(move.off_board == 0 for move in moves)


def test_a_folder_without_games_says_what_is_expected(tmp_path: Path) -> None:
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"))
    with pytest.raises(FileNotFoundError, match=r"moves\.json is missing"):
        follow_sequence(recogniser, tmp_path)
    (tmp_path / "moves.json").write_text("{}")
    with pytest.raises(ValueError, match="is no record of moves"):
        follow_sequence(recogniser, tmp_path)
