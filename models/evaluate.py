"""How well real photographs are read: predictions compared with labels.

A folder holds pictures/NAME.jpg and labels/NAME.json. A label has: `image`, the picture's name; `source`, {repo};
`tiles`, each {quad, a, b, flags}: the corners [x, y] px clockwise, the outer short edge of half a first, the pips, and
what of partial, unclear and standing is so; `ignore`, polygons in which nothing counts; `layout`, whether the tiles lie
as played, and then `edges`, pairs [i, j] of tiles that are joined, and `open_ends_sum`, counted as the tiles lie
(`AS_IT_LIES`); `tags`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from models.overlap import match_quads
from models.statistics import Rate, f1, f1_interval
from scorer.layout import Layout
from scorer.spinner import AS_IT_LIES
from vision.explain import Explanation
from vision.pictures import Picture, load_picture
from vision.recogniser import Recogniser

# Labels of tiles with one of these flags are neither hits nor misses.
UNCOUNTED = {"partial", "unclear", "standing"}


@dataclass(frozen=True)
class Label:
    """One labelled photograph; the parts are those of its file."""

    name: str
    picture: Path
    source: str
    tags: tuple[str, ...]
    tiles: tuple[dict[str, Any], ...]
    edges: frozenset[tuple[int, int]]
    layout: bool
    end_sum: int | None
    ignore: tuple[NDArray[np.float32], ...]


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong. `true` and `seen` in words (of joins: those missed and those invented).

    `places`: the quads (4, 2) in pixels of the tiles it is about.
    """

    kind: Literal["missed", "misread", "invented", "joins", "end sum"]
    true: str
    seen: str
    places: tuple[NDArray[np.float32], ...] = ()

    def __str__(self) -> str:
        at = f" at {_at(self.places[0])}" if self.places else ""
        return {
            "missed": f"missed {self.true}{at}",
            "misread": f"read {self.true} as {self.seen}{at}",
            "invented": f"invented {self.seen}{at}",
            "joins": f"joins missed: {self.true}; invented: {self.seen}",
            "end sum": f"end sum {self.true} counted as {self.seen}",
        }[self.kind]


@dataclass
class Outcome:
    """What came of one photograph. All counts are of counted tiles."""

    label: Label
    tiles: int = 0
    found: int = 0
    invented: int = 0
    halves_right: int = 0
    right: int = 0
    joins_right: int = 0
    joins_seen: int = 0
    end_sum: int | None = None
    iou: list[float] = field(default_factory=list)
    mistakes: list[Mistake] = field(default_factory=list)

    @property
    def all_right(self) -> bool:
        """Every tile found and right, none invented."""
        return self.right == self.tiles and self.invented == 0


def load_labels(directory: Path, tag: str | None = None) -> list[Label]:
    """The labels under `directory`/labels, of photographs with `tag` where one is given, in the order of names.

    Raises FileNotFoundError where there are none, ValueError for a damaged one; both say what is expected.
    """
    files = sorted((directory / "labels").glob("*.json"))
    if not files:
        raise FileNotFoundError(f"{directory} holds no labels: give a folder with pictures/*.jpg and labels/*.json")
    labels = [_load_label(file, directory / "pictures") for file in files]
    chosen = [label for label in labels if tag is None or tag in label.tags]
    if not chosen:
        tags = ", ".join(sorted({name for label in labels for name in label.tags}))
        raise FileNotFoundError(f"no photograph in {directory} is tagged {tag}; the tags are: {tags}")
    return chosen


def _load_label(file: Path, pictures: Path) -> Label:
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        source = data.get("source", {})
        return Label(
            file.stem,
            pictures / data["image"],
            source.get("repo", "unknown") if isinstance(source, dict) else str(source),
            tuple(data.get("tags", ())),
            tuple(data["tiles"]),
            frozenset((min(edge), max(edge)) for edge in data.get("edges", ())),
            bool(data.get("layout")),
            data.get("open_ends_sum"),
            tuple(np.array(polygon, np.float32) for polygon in data.get("ignore", ())),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{file} is no label of a photograph: {error!r}") from error


# What looks on while photographs are evaluated: handed the picture, what was read in it and what came of that.
Onlooker = Callable[[Picture, Explanation, Outcome], None]


def evaluate_photos(
    recogniser: Recogniser, labels: Iterable[Label], onlookers: Iterable[Onlooker] = ()
) -> list[Outcome]:
    """Reads every photograph and compares. Raises PictureError for a photograph that cannot be read."""
    outcomes = []
    for label in labels:
        picture = load_picture(label.picture)
        explanation = recogniser.explain(picture)
        outcomes.append(compare(label, explanation))
        for look in onlookers:
            look(picture, explanation, outcomes[-1])
    return outcomes


def compare(label: Label, explanation: Explanation) -> Outcome:
    """Counts what is right and wrong in the explanation of one labelled photograph."""
    counted = [i for i, tile in enumerate(label.tiles) if not UNCOUNTED & set(tile.get("flags", ()))]
    outcome = Outcome(label, tiles=len(counted))
    quads = [np.array(tile["quad"], np.float32) for tile in label.tiles]
    pairs = match_quads(quads, [tile.sighting.quad for tile in explanation.tiles])
    for i in counted:
        if i not in pairs:
            name = f"{label.tiles[i]['a']}-{label.tiles[i]['b']}"
            outcome.mistakes.append(Mistake("missed", name, "nothing", (quads[i],)))
            continue
        seen, iou = explanation.tiles[pairs[i][0]], pairs[i][1]
        true = _as_oriented(label.tiles[i], quads[i], seen.sighting.quad)
        outcome.found += 1
        outcome.iou.append(iou)
        outcome.halves_right += (seen.a == true[0]) + (seen.b == true[1])
        if sorted((seen.a, seen.b)) == sorted(true):
            outcome.right += 1
        else:
            read = f"{seen.a}-{seen.b} ({seen.probability:.2f})"
            outcome.mistakes.append(Mistake("misread", f"{true[0]}-{true[1]}", read, (quads[i],)))
    _count_invented(outcome, explanation, {index for index, _ in pairs.values()})
    if label.layout:
        _compare_layout(outcome, explanation, {index: i for i, (index, _) in pairs.items()})
    return outcome


def _count_invented(outcome: Outcome, explanation: Explanation, matched: set[int]) -> None:
    for index, tile in enumerate(explanation.tiles):
        quad = tile.sighting.quad
        centre = tuple(float(value) for value in quad.mean(axis=0))
        ignored = any(cv2.pointPolygonTest(polygon, centre, False) >= 0 for polygon in outcome.label.ignore)
        if index not in matched and not ignored:
            outcome.invented += 1
            read = f"{tile.a}-{tile.b} ({tile.sighting.score:.2f})"
            outcome.mistakes.append(Mistake("invented", "no tile", read, (quad,)))


def _compare_layout(outcome: Outcome, explanation: Explanation, label_of: dict[int, int]) -> None:
    label = outcome.label
    joins = [(join.first, join.second) for join in explanation.joins]
    seen = {_as_labelled(join, label_of) for join in joins}
    outcome.joins_seen = len(seen)
    outcome.joins_right = len(seen & label.edges)
    outcome.end_sum = explanation.view().layout(Layout(AS_IT_LIES)).end_sum
    if seen != label.edges:
        missing = [(label.tiles[i], label.tiles[j]) for i, j in sorted(label.edges - seen)]
        extra = [join for join in joins if _as_labelled(join, label_of) not in label.edges]
        invented = [(explanation.tiles[i], explanation.tiles[j]) for i, j in extra]
        missed_names = [f"{one['a']}-{one['b']}/{other['a']}-{other['b']}" for one, other in missing]
        invented_names = [f"{one.a}-{one.b}/{other.a}-{other.b}" for one, other in invented]
        places = [np.array(tile["quad"], np.float32) for pair in missing for tile in pair]
        places += [tile.sighting.quad for pair in invented for tile in pair]
        names = (", ".join(missed_names) or "none", ", ".join(invented_names) or "none")
        outcome.mistakes.append(Mistake("joins", *names, tuple(places)))
    if label.end_sum is not None and outcome.end_sum != label.end_sum:
        outcome.mistakes.append(Mistake("end sum", str(label.end_sum), str(outcome.end_sum)))


def _as_labelled(join: tuple[int, int], label_of: dict[int, int]) -> tuple[int, int]:
    """A join by the labels of its tiles; a tile that has none goes by a negative number of its own."""
    one, other = (label_of.get(index, -1 - index) for index in join)
    return min(one, other), max(one, other)


def _as_oriented(tile: dict[str, Any], true: NDArray[np.float32], seen: NDArray[np.float32]) -> tuple[int, int]:
    """The labelled pips in the order of the seen quad's halves: whichever true half lies nearer to its half a."""
    start = seen[:2].mean(axis=0)
    a_first = np.linalg.norm(true[:2].mean(axis=0) - start) <= np.linalg.norm(true[2:].mean(axis=0) - start)
    return (tile["a"], tile["b"]) if a_first else (tile["b"], tile["a"])


def _at(quad: NDArray[np.float32]) -> str:
    x, y = quad.mean(axis=0)
    return f"({x:.0f}, {y:.0f})"


def summary(outcomes: list[Outcome]) -> dict[str, Any]:
    """The figures of a set of photographs, as `fivesight eval photos --json` gives them: rates from 0 to 1, counts."""
    rates = rates_of(outcomes)
    right, seen, true = joins_of(outcomes)
    sums = end_sums_of(outcomes)
    return {
        "photos": len(outcomes),
        "tiles": sum(outcome.tiles for outcome in outcomes),
        **{name: rate.value for name, rate in rates.items()},
        "intervals": {
            **{name: list(rate.interval) for name, rate in rates.items()},
            "joins_f1": list(f1_interval(right, seen, true)),
        },
        "joins_f1": f1(right, seen, true),
        "joins": true,
        "layouts": sum(outcome.label.layout for outcome in outcomes),
        "end_sums": sums.count,
        "end_sums_exact": sums.hits,
        "mean_iou": mean_iou(outcomes),
    }


def joins_of(outcomes: list[Outcome]) -> tuple[int, int, int]:
    """How many joins were seen rightly, seen at all, and are there, in the photographs of layouts."""
    layouts = [outcome for outcome in outcomes if outcome.label.layout]
    return (
        sum(outcome.joins_right for outcome in layouts),
        sum(outcome.joins_seen for outcome in layouts),
        sum(len(outcome.label.edges) for outcome in layouts),
    )


def end_sums_of(outcomes: list[Outcome]) -> Rate:
    """The end sums counted rightly, of the layouts that have one."""
    labelled = [outcome for outcome in outcomes if outcome.label.layout and outcome.label.end_sum is not None]
    return Rate(sum(outcome.end_sum == outcome.label.end_sum for outcome in labelled), len(labelled))


def mean_iou(outcomes: list[Outcome]) -> float | None:
    """The mean overlap of the found tiles' quads with the labelled ones, None where no tile was found."""
    overlaps = [overlap for outcome in outcomes for overlap in outcome.iou]
    return float(np.mean(overlaps)) if overlaps else None


def rates_of(outcomes: list[Outcome]) -> dict[str, Rate]:
    """Every rate of a set of photographs, by name."""
    tiles = sum(outcome.tiles for outcome in outcomes)
    found = sum(outcome.found for outcome in outcomes)
    invented = sum(outcome.invented for outcome in outcomes)
    right = sum(outcome.right for outcome in outcomes)
    return {
        "recall": Rate(found, tiles),
        "precision": Rate(found, found + invented),
        "half_accuracy": Rate(sum(outcome.halves_right for outcome in outcomes), 2 * found),
        "tile_accuracy": Rate(right, found),
        "tiles_right": Rate(right, tiles),
        "photos_all_right": Rate(sum(outcome.all_right for outcome in outcomes), len(outcomes)),
    }


def groups_of(outcomes: list[Outcome]) -> dict[str, dict[str, list[Outcome]]]:
    """The outcomes by source and by tag."""
    groups: dict[str, dict[str, list[Outcome]]] = {"source": {}, "tag": {}}
    for outcome in outcomes:
        groups["source"].setdefault(outcome.label.source, []).append(outcome)
        for tag in outcome.label.tags:
            groups["tag"].setdefault(tag, []).append(outcome)
    return {kind: dict(sorted(named.items())) for kind, named in groups.items()}


# Labels use many tags: one that names neither the look of the set nor what lies there is of the picture.
_STYLE_ENDS = ("-tiles", "-pips", "-spinner")
_SCENES = {
    "backs",
    "close-up",
    "cut-at-frame",
    "gaps-between-tiles",
    "hand",
    "illegal-join",
    "layout",
    "layout+hand",
    "rotated",
    "scattered",
    "single",
    "standing-tiles",
    "touching",
}


def kind_of_tag(tag: str) -> Literal["tile style", "kind of scene", "picture"]:
    """What a tag tells about a photograph."""
    if tag in _SCENES:
        return "kind of scene"
    return "tile style" if tag.endswith(_STYLE_ENDS) or tag.startswith("double") else "picture"
