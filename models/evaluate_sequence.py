"""Real games photographed after every move: which tile each move added, told by comparing one View with the next."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.explain import ExplainedTile
from vision.pictures import load_picture
from vision.recogniser import Recogniser

CELLS = 15

# A tile on the board: the two cells it covers and the pips in each, in the order of the cells.
Place = tuple[tuple[int, int], tuple[int, int]]
Board = dict[Place, tuple[int, int]]


@dataclass(frozen=True)
class Move:
    """What came of one move: the picture, whether exactly the true tile was added, and what was seen instead.

    `off_board`: how many tiles were read where none can lie, such as those printed on the board's border;
    `off_board_laid`: how many of them were taken for a part of the layout, and so are in the View.
    """

    picture: str
    right: bool
    seen: str
    off_board: int
    off_board_laid: int


def evaluate_sequence(recogniser: Recogniser, directory: Path) -> list[Move]:
    """Every move of the games in `directory`/moves.json.

    Raises FileNotFoundError or ValueError where that file is missing or damaged.
    """
    path = directory / "moves.json"
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        corners, games = np.array(data["board_quad"], np.float32), data["games"]
    except FileNotFoundError:
        raise FileNotFoundError(f"{path} is missing: give a folder with moves.json and its pictures") from None
    except (ValueError, KeyError) as error:
        raise ValueError(f"{path} is no record of moves: {error!r}") from error
    square = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32)
    to_cells = np.asarray(cv2.getPerspectiveTransform(corners, square), np.float64)
    return [move for game in games for move in _follow(recogniser, directory, to_cells, game["moves"])]


def _follow(
    recogniser: Recogniser, directory: Path, to_cells: NDArray[np.float64], moves: list[dict[str, Any]]
) -> list[Move]:
    before: Board = {}
    results = []
    for move in moves:
        explanation = recogniser.explain(load_picture(directory / move["picture"]), highest=6)
        places = [_on_board(tile, to_cells) for tile in explanation.tiles]
        board = dict(place for place in places if place)
        added = board.items() - before.items()
        lost = before.items() - board.items()
        cells = tuple(_cell(name) for name in move["cells"])
        true = _ordered((cells[0], cells[1]), (move["values"][0], move["values"][1]))
        right = added == {true} and not lost
        seen = f"added {_named(added)}, lost {_named(lost)}, true {_named([true])}"
        off_board = [index for index, place in enumerate(places) if place is None]
        laid = len(set(off_board) & set(explanation.layout))
        results.append(Move(move["picture"], right, seen, len(off_board), laid))
        before = board
    return results


def _on_board(tile: ExplainedTile, to_cells: NDArray[np.float64]) -> tuple[Place, tuple[int, int]] | None:
    """The tile by its two cells, None where it lies off the board."""
    quad = tile.sighting.quad
    centre = quad.mean(axis=0)
    halves = np.stack([(quad[:2].mean(axis=0) + centre) / 2, (quad[2:].mean(axis=0) + centre) / 2])
    at = np.floor(cv2.perspectiveTransform(halves[None].astype(np.float64), to_cells)[0]).astype(int)
    if (at < 0).any() or (at >= CELLS).any():
        return None
    return _ordered(((at[0, 1], at[0, 0]), (at[1, 1], at[1, 0])), (tile.a, tile.b))


def _ordered(cells: Place, values: tuple[int, int]) -> tuple[Place, tuple[int, int]]:
    pairs = sorted(zip(((int(row), int(column)) for row, column in cells), values, strict=True))
    return (pairs[0][0], pairs[1][0]), (pairs[0][1], pairs[1][1])


def _named(tiles: Iterable[tuple[Place, tuple[int, int]]]) -> str:
    """The tiles by pips and cells, as "6-3 on 8H 9H"."""
    named = [
        f"{a}-{b} on " + " ".join(f"{row + 1}{chr(ord('A') + column)}" for row, column in cells)
        for cells, (a, b) in sorted(tiles)
    ]
    return ", ".join(named) or "nothing"


def _cell(name: str) -> tuple[int, int]:
    """Row and column, from 0, of a cell called by row number and column letter: "8H"."""
    return int(name[:-1]) - 1, ord(name[-1]) - ord("A")
