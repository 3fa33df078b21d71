"""docs/ACCURACY.md: how well everything that only measures is read, with intervals, and the mistakes by name."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from models.evaluate import Outcome, end_sums_of, evaluate_photos, joins_of, load_labels, mean_iou, rates_of
from models.evaluate_clutter import SCENES, Invented, evaluate_clutter
from models.evaluate_films import Still, evaluate_stills, stills_summary
from models.evaluate_sequence import Move, evaluate_sequence
from models.statistics import Rate, f1, f1_interval
from models.tables import NAMES, grouped, short, table
from vision.recogniser import Recogniser, Weights

# What stands below this line in the document is written by a person, and is kept when the rest is made anew.
REMARKS = "## Remarks"
_FEWEST_OF_A_TAG = 5


@dataclass(frozen=True)
class Goal:
    """A figure with what it is to reach, in words, and whether it does."""

    name: str
    wanted: str
    reached: str
    met: bool

    def row(self) -> tuple[str, str, str, str]:
        """As a line of the table."""
        return self.name, self.wanted, self.reached, "yes" if self.met else "**no**"


def accuracy_document(
    recogniser: Recogniser, weights: Weights, shared: Path, remarks: str, clutter: int = SCENES
) -> str:
    """The document on the photographs, films and moves in `shared`, in Markdown; `remarks` come last.

    `clutter`: how many scenes without a tile are looked at.

    Raises FileNotFoundError or ValueError where one of them is missing or damaged, PictureError where a picture is.
    """
    outcomes = evaluate_photos(recogniser, load_labels(shared / "photos"))
    stills = evaluate_stills(recogniser, shared / "films")
    moves = evaluate_sequence(recogniser, shared / "sequence")
    invented = evaluate_clutter(recogniser, clutter)
    goals = [*_photo_goals(outcomes), *_film_goals(stills), *_move_goals(moves), _clutter_goal(invented, clutter)]
    parts = [
        "# What is read, and how well",
        _introduction(weights),
        "## Against the goals\n\n" + table(("", "goal", "reached", "met"), [goal.row() for goal in goals]),
        _photo_tables(outcomes),
        _photo_mistakes(outcomes),
        _film_part(stills),
        _move_part(moves),
        _clutter_part(invented, clutter),
        f"{REMARKS}\n\n{remarks.strip()}",
    ]
    return "\n\n".join(parts).rstrip() + "\n"


def remarks_in(path: Path) -> str:
    """The remarks of the document at `path`, empty where it has none or is not there yet."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return text.partition(f"\n{REMARKS}\n")[2].strip()


def _introduction(weights: Weights) -> str:
    files = [(f"`{path.name}`", f"`{_sha256(path)}`") for path in (weights.detector, weights.reader)]
    return (
        "Made by `make accuracy`, all but the remarks at its end. Photographs, films and moves only measure: nothing\n"
        "was trained on them. A tile is found at a rotated IoU of at least 0.5 with its quad; those flagged as partly\n"
        "covered, unclear or standing count neither way. Intervals are Wilson's at 95 %, F1's as those of a rate.\n\n"
        + table(("weights", "sha256"), files)
    )


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _at_least(name: str, rate: Rate, goal: float) -> Goal:
    return Goal(name, f">= {100 * goal:g} %", str(rate), (rate.value or 0.0) >= goal)


def _photo_goals(outcomes: list[Outcome]) -> Iterable[Goal]:
    rates = rates_of(outcomes)
    for name, goal in (
        ("recall", 0.995),
        ("precision", 0.995),
        ("tiles_right", 0.99),
        ("half_accuracy", 0.997),
        ("photos_all_right", 0.95),
    ):
        yield _at_least(NAMES[name], rates[name], goal)
    joins = joins_of(outcomes)
    low, high = f1_interval(*joins)
    score = f1(*joins) or 0.0
    told = (
        f"{100 * score:.1f} % ({100 * low:.1f}-{100 * high:.1f}; {joins[0]} right of {joins[1]} seen, {joins[2]} true)"
    )
    yield Goal("joins, F1", ">= 98 %", told, score >= 0.98)
    sums = end_sums_of(outcomes)
    yield Goal("end sums exact", "all but one", str(sums), sums.hits >= sums.count - 1)
    yield Goal("mean IoU of found tiles", ">= 0.91", _overlap(outcomes), (mean_iou(outcomes) or 0.0) >= 0.91)
    source, worst = min(grouped(outcomes)["source"].items(), key=lambda named: mean_iou(named[1]) or 1.0)
    told = f"{_overlap(worst)}, {source}"
    yield Goal("mean IoU, worst source", ">= 0.85", told, (mean_iou(worst) or 0.0) >= 0.85)


def _overlap(outcomes: list[Outcome]) -> str:
    """The mean IoU and twice its standard error."""
    overlaps = [overlap for outcome in outcomes for overlap in outcome.iou]
    if len(overlaps) < 2:
        return "-"
    return f"{np.mean(overlaps):.3f} ± {2 * np.std(overlaps, ddof=1) / np.sqrt(len(overlaps)):.3f}"


def _film_goals(stills: dict[str, list[Still]]) -> Iterable[Goal]:
    frames = [still for film in stills.values() for still in film]
    exact = Rate(sum(still.sum_right for still in frames), len(frames))
    yield _at_least("films, settled frames: end sums exact", exact, 0.99)
    invented = sum(still.invented for still in frames)
    told = f"{invented} in {len(frames)}"
    yield Goal("films: tiles invented", "<= 1 in 40 frames", told, 40 * invented <= len(frames))


def _move_goals(moves: list[Move]) -> Iterable[Goal]:
    right = Rate(sum(move.right for move in moves), len(moves))
    yield Goal("moves seen exactly", ">= 30 of 32", str(right), 32 * right.hits >= 30 * right.count)
    read, laid = sum(move.off_board for move in moves), sum(move.off_board_laid for move in moves)
    told = f"{read} in {len(moves)} pictures, {laid} of them as a part of the layout"
    yield Goal("moves: printed tiles read", "none", told, read == 0)


def _photo_tables(outcomes: list[Outcome]) -> str:
    groups = grouped(outcomes)
    groups["picture"] = {name: some for name, some in groups["picture"].items() if len(some) >= _FEWEST_OF_A_TAG}
    parts = [f"## Photographs, in percent\n\nOf tags about the picture, those that {_FEWEST_OF_A_TAG} have or more."]
    for kind, named in {"": {"all": outcomes}, **groups}.items():
        titles = (kind, "photographs", "tiles", "found", "precision", "right, of all", "halves", "all right", "IoU")
        parts.append(table(titles, [_photo_row(name, members) for name, members in named.items()]))
    return "\n\n".join(parts)


def _photo_row(name: str, members: list[Outcome]) -> tuple[object, ...]:
    rates = rates_of(members)
    shown = ("recall", "precision", "tiles_right", "half_accuracy", "photos_all_right")
    overlap = mean_iou(members)
    return (
        name,
        len(members),
        sum(outcome.tiles for outcome in members),
        *(short(rates[key]) for key in shown),
        "-" if overlap is None else f"{overlap:.3f}",
    )


def _photo_mistakes(outcomes: list[Outcome]) -> str:
    rows = [(outcome.label.name, str(mistake)) for outcome in outcomes for mistake in outcome.mistakes]
    return "## Every mistake in a photograph\n\n" + (table(("photograph", "mistake"), rows) if rows else "None.")


def _film_part(stills: dict[str, list[Still]]) -> str:
    columns = ("frames", "tiles", "found", "right", "invented", "joins_f1", "end_sums_exact")
    everything = [still for film in stills.values() for still in film]
    rows = [
        (name, *(f"{facts[key]:.4g}" if facts[key] is not None else "-" for key in columns))
        for name, facts in ((name, stills_summary(some)) for name, some in {**stills, "all": everything}.items())
    ]
    titles = ("film", *(column.replace("_", " ") for column in columns))
    told = [f"{name}, {still.name}: {mistake}" for name, film in stills.items() for still in film
            for mistake in still.mistakes]  # fmt: skip
    return "## Settled frames of films, each read on its own\n\n" + table(titles, rows) + _listed(told)


def _move_part(moves: list[Move]) -> str:
    told = [f"{move.picture}: {move.seen}" for move in moves if not move.right]
    told += [f"{move.picture}: {move.off_board_laid} printed tiles taken for the layout" for move in moves
             if move.off_board_laid]  # fmt: skip
    right = Rate(sum(move.right for move in moves), len(moves))
    return f"## Moves of two games on a printed board\n\nExactly the added tile was seen: {right}." + _listed(told)


def _clutter_goal(invented: list[Invented], scenes: int) -> Goal:
    return Goal("clutter: tiles invented", "<= 10 in 200 scenes", f"{len(invented)} in {scenes}",
                200 * len(invented) <= 10 * scenes)  # fmt: skip


def _clutter_part(invented: list[Invented], scenes: int) -> str:
    on = Counter(tile.thing for tile in invented).most_common()
    return (
        f"## Clutter without a tile\n\n{scenes} drawn scenes of things and table tops that no training has shown\n"
        "(`datasets/strange.py`), many of them chosen for their likeness to tiles. What was read on which:\n\n"
        + (table(("thing", "tiles invented"), on) if on else "nothing.")
    )


def _listed(lines: list[str]) -> str:
    return "\n\n" + "\n".join(f"- {line}" for line in lines) if lines else ""
