"""How well the settled frames of films are read, each on its own: tiles, joins and the end sum of All Fives."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from models.overlap import match_quads
from models.statistics import f1
from scorer.games import ALL_FIVES
from vision.explain import Explanation
from vision.pictures import load_picture
from vision.recogniser import Recogniser


@dataclass
class Still:
    """What came of one settled frame. All but `name`, `sum_right` and `mistakes` are counts."""

    name: str
    tiles: int = 0
    found: int = 0
    right: int = 0
    invented: int = 0
    joins: int = 0
    joins_seen: int = 0
    joins_right: int = 0
    sum_right: bool = False
    mistakes: list[str] = field(default_factory=list)


def load_truth(film: Path) -> dict[str, Any]:
    """The truth.json of one film. Raises ValueError, naming the file, where it is damaged."""
    try:
        truth: dict[str, Any] = json.loads((film / "truth.json").read_text(encoding="utf-8"))
        _ = truth["frames"], truth["players"], truth["deals"] if "deals" in truth else truth["plays"]
    except (ValueError, KeyError) as error:
        raise ValueError(f"{film / 'truth.json'} is no truth of a film: {error!r}") from error
    return truth


def highest_of(truth: dict[str, Any]) -> int:
    """The highest number of pips of the set that a film is played with: 6 where nothing is said."""
    return int(truth.get("set", {}).get("highest", 6))


def film_folders(directory: Path) -> list[Path]:
    """The films in `directory`, in the order of names. Raises FileNotFoundError where there are none."""
    films = sorted(path.parent for path in directory.glob("*/truth.json"))
    if not films:
        raise FileNotFoundError(f"{directory} holds no films: give a folder of folders with frames/ and truth.json")
    return films


def evaluate_stills(recogniser: Recogniser, directory: Path) -> dict[str, list[Still]]:
    """Every settled frame of every film in `directory`, read with nothing known but the set; by film.

    Raises FileNotFoundError where there are no films, ValueError for a damaged truth or one without pictures.
    """
    stills: dict[str, list[Still]] = {}
    for film in film_folders(directory):
        truth = load_truth(film)
        settled = [frame for frame in truth["frames"] if frame["kind"] == "settled"]
        if not all("file" in frame for frame in settled):
            raise ValueError(
                f"{film} has no picture of each frame: stills are measured on films in the form of frames/"
            )
        stills[film.name] = [
            _compare(frame, truth, recogniser.explain(load_picture(film / frame["file"]), highest_of(truth)))
            for frame in settled
        ]
    return stills


def stills_summary(stills: list[Still]) -> dict[str, Any]:
    """Counts of frames, tiles, joins and end sums, and the joins' F1."""
    total = {name: sum(getattr(still, name) for still in stills) for name in ("tiles", "found", "right", "invented")}
    joins = [sum(getattr(still, name) for still in stills) for name in ("joins_right", "joins_seen", "joins")]
    return {
        "frames": len(stills),
        **total,
        "joins_f1": f1(*joins),
        "end_sums_exact": sum(still.sum_right for still in stills),
    }


def stills_counts(by_film: dict[str, list[Still]]) -> dict[str, Any]:
    """The counts of all films together and, `by_film`, of each with its mistakes."""
    each = {
        name: {
            **stills_summary(stills),
            "mistakes": [f"{still.name}: {mistake}" for still in stills for mistake in still.mistakes],
        }
        for name, stills in by_film.items()
    }
    return {**stills_summary([still for stills in by_film.values() for still in stills]), "by_film": each}


def _compare(frame: dict[str, Any], truth: dict[str, Any], explanation: Explanation) -> Still:
    still = Still(frame["file"], tiles=len(frame["tiles"]))
    quads = [np.array(tile["quad"], np.float32) for tile in frame["tiles"]]
    pairs = match_quads(quads, [tile.sighting.quad for tile in explanation.tiles])
    index_of = {tile["tile"]: pairs[i][0] for i, tile in enumerate(frame["tiles"]) if i in pairs}
    still.found = len(pairs)
    still.invented = len(explanation.tiles) - len(pairs)
    for i, tile in enumerate(frame["tiles"]):
        seen = explanation.tiles[pairs[i][0]] if i in pairs else None
        if seen is not None and sorted((seen.a, seen.b)) == sorted((tile["a"], tile["b"])):
            still.right += 1
        else:
            found = "missed" if seen is None else f"read as {seen.a}-{seen.b} ({seen.probability:.2f})"
            still.mistakes.append(f"{tile['a']}-{tile['b']} {found}")
    _compare_joins(still, frame, truth, explanation, index_of)
    return still


def _compare_joins(
    still: Still, frame: dict[str, Any], truth: dict[str, Any], explanation: Explanation, index_of: dict[int, int]
) -> None:
    lying = {tile["tile"] for tile in frame["tiles"]}
    play = truth["plays"][frame["play"]]
    true = {(min(pair), max(pair)) for pair in play["joins"] if lying.issuperset(pair)}
    laid_as = {index: tile for tile, index in index_of.items()}
    seen = {
        tuple(sorted((laid_as.get(join.first, -1 - join.first), laid_as.get(join.second, -1 - join.second))))
        for join in explanation.joins
    }
    still.joins, still.joins_seen, still.joins_right = len(true), len(seen), len(seen & true)
    spinner = index_of.get(play["spinner"]) if play["spinner"] is not None else None
    known = explanation.layout.index(spinner) if spinner in explanation.layout else None
    try:
        end_sum = explanation.view().layout(ALL_FIVES.rules.empty_layout(), known).end_sum
    except ValueError as error:  # the spinner was read as no double
        end_sum = -1
        still.mistakes.append(str(error))
    still.sum_right = end_sum == play["end_sum"]
    if not still.sum_right:
        still.mistakes.append(f"end sum {play['end_sum']} counted as {end_sum}")
