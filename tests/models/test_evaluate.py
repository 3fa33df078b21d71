"""The counting of evaluations, on cases counted by hand."""

import json
from pathlib import Path

import numpy as np
import pytest

from models.evaluate import Label, compare, kind_of_tag, load_labels, summary
from models.mistake_sheet import MistakeSheet
from models.overlap import iou, match_quads
from models.statistics import Rate, f1, f1_interval
from vision.explain import explain
from vision.sightings import Sighting


def quad(x: float, y: float, width: float = 40) -> np.ndarray:
    """A tile lying along x with half a on the left, its centre at x, y."""
    corners = np.array([[-1, 0.5], [-1, -0.5], [1, -0.5], [1, 0.5]]) * width
    return np.asarray(corners + np.array([x, y]), np.float32)


def seen(a: int, b: int, x: float, y: float, turned: bool = False) -> Sighting:
    pips = np.full((2, 13), 1e-4)
    pips[0, a] = pips[1, b] = 1
    corners = np.roll(quad(x, y), 2, axis=0) if turned else quad(x, y)
    return Sighting(corners, np.log(pips / pips.sum(axis=1, keepdims=True)).astype(np.float32), 0.95)


def label(*tiles: dict[str, object], edges: tuple[tuple[int, int], ...] = (), end_sum: int | None = None) -> Label:
    return Label("t", Path("t.jpg"), "own", ("tag",), tiles, frozenset(edges), True, end_sum, ())


def tile(a: int, b: int, x: float, y: float, *flags: str) -> dict[str, object]:
    return {"a": a, "b": b, "quad": quad(x, y).tolist(), "flags": list(flags)}


def test_overlap() -> None:
    assert iou(quad(0, 0), quad(0, 0)) == pytest.approx(1)
    assert iou(quad(0, 0), quad(40, 0)) == pytest.approx(1 / 3)
    assert iou(quad(0, 0), quad(500, 0)) == 0
    found = match_quads([quad(0, 0), quad(80, 0)], [quad(82, 0), quad(4, 0)])
    assert {i: j for i, (j, _) in found.items()} == {0: 1, 1: 0}
    assert [found[0][1], found[1][1]] == pytest.approx([76 / 84, 78 / 82])


def test_a_line_read_right_whichever_half_is_called_a() -> None:
    truth = label(tile(3, 4, 100, 100), tile(4, 1, 182, 100), edges=((0, 1),), end_sum=4)
    outcome = compare(truth, explain([seen(3, 4, 100, 100), seen(1, 4, 182, 100, turned=True)], 400, 400))
    assert (outcome.tiles, outcome.found, outcome.right, outcome.halves_right, outcome.invented) == (2, 2, 2, 4, 0)
    assert (outcome.joins_right, outcome.joins_seen, outcome.end_sum) == (1, 1, 4)
    assert outcome.all_right
    assert outcome.mistakes == []


def test_halves_swapped_are_wrong_halves_of_a_right_tile() -> None:
    outcome = compare(label(tile(3, 4, 100, 100)), explain([seen(4, 3, 100, 100)], 400, 400))
    assert (outcome.right, outcome.halves_right) == (1, 0)


def test_missed_misread_and_invented_tiles_are_told_apart() -> None:
    truth = label(tile(3, 4, 100, 100), tile(0, 0, 300, 300), tile(6, 6, 100, 300, "standing"))
    outcome = compare(truth, explain([seen(3, 5, 100, 100), seen(1, 1, 300, 50), seen(6, 6, 100, 300)], 400, 400))
    assert (outcome.tiles, outcome.found, outcome.right, outcome.halves_right, outcome.invented) == (2, 1, 0, 1, 1)
    assert not outcome.all_right
    figures = summary([outcome])
    assert (figures["recall"], figures["precision"], figures["tiles_right"]) == (0.5, 0.5, 0.0)
    assert (figures["half_accuracy"], figures["tile_accuracy"]) == (0.5, 0.0)


def test_mistakes_say_what_is_wrong_and_where() -> None:
    truth = label(tile(3, 4, 100, 100), tile(4, 1, 182, 100), tile(0, 0, 300, 300), edges=((0, 1),), end_sum=4)
    outcome = compare(truth, explain([seen(3, 5, 100, 100), seen(4, 1, 182, 200), seen(2, 2, 40, 300)], 400, 400))
    told = [str(mistake) for mistake in outcome.mistakes]
    assert any(text.startswith("read 3-4 as 3-5 (") and text.endswith("at (100, 100)") for text in told)
    assert "missed 0-0 at (300, 300)" in told
    assert any(text.startswith("invented 2-2 (0.95) at (40, 300)") for text in told)
    assert "joins missed: 3-4/4-1; invented: none" in told
    assert any(text.startswith("end sum 4 counted as") for text in told)
    joins = next(mistake for mistake in outcome.mistakes if mistake.kind == "joins")
    assert [place.mean(axis=0).tolist() for place in joins.places] == [[100, 100], [182, 100]]


def test_tags_tell_of_the_set_the_scene_or_the_picture() -> None:
    kinds = [kind_of_tag(tag) for tag in ("ivory-tiles", "double12", "standing-tiles", "layout", "dim")]
    assert kinds == ["tile style", "tile style", "kind of scene", "kind of scene", "picture"]


def test_the_sheet_shows_each_mistake_and_holds_everything_itself() -> None:
    truth = label(tile(3, 4, 100, 100), tile(0, 0, 300, 300))
    explanation = explain([seen(3, 5, 100, 100)], 400, 400)
    sheet, picture = MistakeSheet(), np.full((400, 400, 3), 90, np.uint8)
    sheet(picture, explanation, compare(truth, explanation))
    right = explain([seen(3, 4, 100, 100), seen(0, 0, 300, 300)], 400, 400)
    sheet(picture, right, compare(truth, right))
    page = sheet.html()
    assert "2 mistakes in 1 of 2 photographs" in page
    assert page.count("<img") == page.count('src="data:image/jpeg;base64,') == 3
    assert "true: <i>0-0</i><br>read: <b>nothing</b>" in page
    assert "true: <i>3-4</i><br>read: <b>3-5" in page


def test_wilson_intervals() -> None:
    # The worked value of 81 of 263 in Newcombe (1998), table I.
    low, high = Rate(81, 263).interval
    assert (round(low, 4), round(high, 4)) == (0.2553, 0.3662)
    assert Rate(0, 0).value is None
    assert Rate(0, 0).interval == (0, 1)
    assert f1(3, 4, 6) == pytest.approx(0.6)
    assert f1_interval(81, 200, 326) == Rate(81, 263).interval


def test_bad_labels_say_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no labels"):
        load_labels(tmp_path)
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.json").write_text("{")
    with pytest.raises(ValueError, match=r"a\.json is no label"):
        load_labels(tmp_path)
    (tmp_path / "labels" / "a.json").write_text(json.dumps({"image": "a.jpg", "tiles": [], "tags": ["dim"]}))
    with pytest.raises(FileNotFoundError, match=r"no photograph .* is tagged oblique; the tags are: dim"):
        load_labels(tmp_path, "oblique")
    assert [label.name for label in load_labels(tmp_path, "dim")] == ["a"]
