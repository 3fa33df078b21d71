"""Films followed play by play, as at a table, and compared with their truth.

`follow` is told what a person would tell the program: the players with their sides, the set and the rules. `compare`
alone sees the rest of the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from models.evaluate_films import film_folders, load_truth
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.rules import Rules
from scorer.tiles import Tile
from scorer.view import View
from vision.loop import Watcher
from vision.recogniser import Recogniser
from vision.sources import FolderSource, Frame

# The films' set: double-six.
HIGHEST = 6


@dataclass(frozen=True)
class Followed:
    """A play as it stood on record at the end. `joined`: the tile it was laid at; `frame`: when it was first written.

    `asked`: it was, or still is, the subject of a question.
    """

    player: int
    tile: Tile
    joined: Tile | None
    points: int
    frame: int
    asked: bool


@dataclass(frozen=True)
class Deal:
    """What following one film gave: its plays, each player's points in play, and how long each look took, in ms."""

    plays: tuple[Followed, ...]
    scores: tuple[int, ...]
    milliseconds: tuple[float, ...]


@dataclass
class Comparison:
    """Counts of one film; see `fivesight eval films --help`."""

    plays: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    phantom: int = 0
    exact: bool = False
    delays: list[int] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


def follow(recogniser: Recogniser, frames: Path, seats: dict[str, int], highest: int, rules: Rules) -> Deal:
    """Follows the pictures in the folder `frames`; `seats`: the player, from 0, at each side where one sits."""
    names = [f"Player {player + 1}" for player in sorted(seats.values())]
    keeper = Keeper(Match.start(names, rules))
    source = _Counting(frames)
    first: dict[int, int] = {}
    asked: set[int] = set()

    def look(view: View) -> None:
        keeper.look(view)
        state = keeper.state()
        for played in state.match.plays:
            first.setdefault(played.index, source.number)
        if state.question is not None:
            asked.add(state.match.plays[state.question.about].index)

    watcher = Watcher(source, recogniser, look, highest, paced=False, seats=seats)
    watcher.run()
    state = keeper.state().match
    joined = {join.second: join.first for join in state.layout.joins}
    plays = tuple(
        Followed(
            played.player,
            played.tile,
            state.layout[joined[played.index]].tile if played.index in joined else None,
            played.points,
            first.get(played.index, source.number),
            played.index in asked,
        )
        for played in state.plays
    )
    return Deal(plays, tuple(state.scores), tuple(watcher.read_ms))


def seats_of(truth: dict[str, Any]) -> dict[str, int]:
    """The player, from 0, at each side of the picture."""
    return {player["side"]: player["player"] for player in truth["players"]}


def compare(deal: Deal, truth: dict[str, Any]) -> Comparison:
    """Counts what was right: tile, place, player and points of each play, in order."""
    result = Comparison(plays=len(truth["plays"]))
    settled: dict[int, int] = {}
    for number, frame in enumerate(truth["frames"]):
        if frame["kind"] == "settled":
            settled.setdefault(frame["play"], number)
    tiles = [Tile(*play["tile"]) for play in truth["plays"]]
    seen = {play.tile: play for play in deal.plays}
    for number, play in enumerate(truth["plays"]):
        found = seen.pop(tiles[number], None)
        if found is None:
            result.missed += 1
            result.mistakes.append(f"play {number}: {tiles[number]} missed")
            continue
        result.delays.append(found.frame - settled[number])
        joined = None if play["joined_to"] is None else tiles[play["joined_to"]]
        if (found.player, found.joined, found.points) != (play["player"], joined, play["scored"]):
            result.wrong += 1
            result.mistakes.append(
                f"play {number}: {play['player']} {tiles[number]} at {joined} for {play['scored']}, "
                f"taken as {found.player} at {found.joined} for {found.points}"
            )
        elif found.asked:
            result.asked += 1
        else:
            result.right += 1
    result.phantom = len(seen)
    result.mistakes += [f"phantom {play.tile} by {play.player} for {play.points}" for play in seen.values()]
    result.exact = list(deal.scores) == list(truth["scores"])
    return result


def evaluate_films(recogniser: Recogniser, directory: Path) -> dict[str, Any]:
    """Follows every film in `directory` and compares: the counts of all together, and `by_film`.

    Raises FileNotFoundError where there are no films, ValueError for a damaged truth.
    """
    by_film: dict[str, dict[str, Any]] = {}
    results: list[Comparison] = []
    times: list[float] = []
    for film in film_folders(directory):
        truth = load_truth(film)
        deal = follow(recogniser, film / "frames", seats_of(truth), HIGHEST, ALL_FIVES.rules)
        result = compare(deal, truth)
        results.append(result)
        times += deal.milliseconds
        by_film[film.name] = {**_counts([result], deal.milliseconds), "mistakes": result.mistakes}
    return {"films": len(results), **_counts(results, times), "by_film": by_film}


def _counts(results: list[Comparison], times: Sequence[float]) -> dict[str, Any]:
    names = ("plays", "right", "asked", "wrong", "missed", "phantom")
    delays = [delay for result in results for delay in result.delays]
    return {
        **{name: sum(getattr(result, name) for result in results) for name in names},
        "deals": len(results),
        "deals_exact": sum(result.exact for result in results),
        "delay_frames_p95": float(np.percentile(delays, 95)) if delays else None,
        "delay_ms_p95": round(float(np.percentile(times, 95)), 1) if times else None,
    }


class _Counting(FolderSource):
    """A folder that remembers which picture it handed over last."""

    number = -1

    def frames(self) -> Iterator[Frame]:
        """Every picture."""
        for frame in super().frames():
            self.number = frame.number
            yield frame
