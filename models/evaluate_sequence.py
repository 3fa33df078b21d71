"""Real games photographed after every move: which tile each move added, told by comparing one View with the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.games import ALL_FIVES
from vision.explain import ExplainedTile, Explanation
from vision.loop import Watcher
from vision.pictures import load_picture
from vision.recogniser import Recogniser
from vision.sources import FOLDER_RATE, Frame, Source

CELLS = 15

# A tile on the board: the two cells it covers and the pips in each, in the order of the cells.
Place = tuple[tuple[int, int], tuple[int, int]]
Board = dict[Place, tuple[int, int]]


# Of each photograph so many frames are shown to the loop, half a second apart: players look at the table that long.
SHOWN = 8


@dataclass(frozen=True)
class Move:
    """What came of one move: the picture, whether exactly the true tile was added, and what was seen instead.

    `off_board`: how many tiles were read where none can lie, such as those printed on the board's border;
    `off_board_laid`: how many of them were taken for a part of the layout, and so are in the View. `laid`: whether the
    true tile is in the View.
    """

    picture: str
    right: bool
    seen: str
    off_board: int
    off_board_laid: int
    laid: bool


@dataclass(frozen=True)
class Games:
    """The record of photographed games: the moves of each, and the homography from pixels to the board's cells."""

    folder: Path
    games: list[list[dict[str, Any]]]
    to_cells: NDArray[np.float64]

    @classmethod
    def load(cls, directory: Path) -> Games:
        """Read `directory`/moves.json. Raises FileNotFoundError or ValueError where it is missing or damaged."""
        path = directory / "moves.json"
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            corners, games = np.array(data["board_quad"], np.float32), [game["moves"] for game in data["games"]]
        except FileNotFoundError:
            raise FileNotFoundError(f"{path} is missing: give a folder with moves.json and its pictures") from None
        except (ValueError, KeyError) as error:
            raise ValueError(f"{path} is no record of moves: {error!r}") from error
        square = np.array([[0, 0], [CELLS, 0], [CELLS, CELLS], [0, CELLS]], np.float32)
        return cls(directory, games, np.asarray(cv2.getPerspectiveTransform(corners, square), np.float64))


def evaluate_sequence(recogniser: Recogniser, directory: Path) -> list[Move]:
    """Every move of the games in `directory`/moves.json, each photograph read on its own.

    Raises FileNotFoundError or ValueError where that file is missing or damaged.
    """
    games = Games.load(directory)
    return [move for moves in games.games for move in _compare(games, moves, _stills(recogniser, games, moves))]


def follow_sequence(recogniser: Recogniser, directory: Path) -> list[Move]:
    """The same, but each game is watched by the loop from its first photograph on, as at a table.

    Nothing is scored: the games are none that a keeper knows, and several sets are mixed in them.
    """
    games = Games.load(directory)
    return [move for moves in games.games for move in _compare(games, moves, _watched(recogniser, games, moves))]


def _stills(recogniser: Recogniser, games: Games, moves: list[dict[str, Any]]) -> Iterator[Explanation]:
    for move in moves:
        yield recogniser.explain(load_picture(games.folder / move["picture"]), highest=6)


def _watched(recogniser: Recogniser, games: Games, moves: list[dict[str, Any]]) -> list[Explanation]:
    """What the loop knows of the table at the end of each move."""
    photographs = _Photographs([games.folder / move["picture"] for move in moves])
    watcher = Watcher(photographs, recogniser, lambda view: None, ALL_FIVES.rules, paced=False)
    known: list[Explanation] = []
    photographs.on_end = lambda: known.append(watcher.explanation or Explanation((), (), (), None))
    watcher.run()
    return known


class _Photographs(Source):
    """Photographs of a table, each shown for a while; `on_end` is called after each."""

    live = False

    def __init__(self, paths: list[Path]) -> None:
        self._paths = paths
        self.on_end: Callable[[], None] = lambda: None

    def frames(self) -> Iterator[Frame]:
        for place, path in enumerate(self._paths):
            picture = load_picture(path)
            for number in range(place * SHOWN, (place + 1) * SHOWN):
                yield Frame(number, number / FOLDER_RATE, picture)
            self.on_end()

    def status(self) -> str:
        return "following photographs"


def _compare(games: Games, moves: list[dict[str, Any]], seen: Iterable[Explanation]) -> Iterator[Move]:
    before: Board = {}
    for move, explanation in zip(moves, seen, strict=True):
        places = [_on_board(tile, games.to_cells) for tile in explanation.tiles]
        board = dict(place for place in places if place)
        added, lost = board.items() - before.items(), before.items() - board.items()
        cells = tuple(_cell(name) for name in move["cells"])
        true = _ordered((cells[0], cells[1]), (move["values"][0], move["values"][1]))
        off_board = [index for index, place in enumerate(places) if place is None]
        yield Move(
            move["picture"],
            added == {true} and not lost,
            f"added {_named(added)}, lost {_named(lost)}, true {_named([true])}",
            len(off_board),
            len(set(off_board) & set(explanation.layout)),
            true in [places[index] for index in explanation.layout],
        )
        before = board


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
