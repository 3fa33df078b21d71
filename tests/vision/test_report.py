"""What is told of a picture, in JSON and in words."""

from dataclasses import replace
from typing import Any

import numpy as np
from test_annotate import LINE, SIZE, seen

from scorer.games import ALL_FIVES
from vision.explain import explain
from vision.report import in_words, report
from vision.sightings import Sighting


def told(*sightings: Sighting) -> dict[str, Any]:
    return report(explain(list(sightings), SIZE[1], SIZE[0], 6), ALL_FIVES.rules)


def test_a_line_is_told_with_its_ends_sum_and_points() -> None:
    facts = told(*LINE)
    assert facts["tiles_seen"] == 3
    assert facts["spinner_candidates"] == ["4-4"]
    assert facts["counts"] == [{"end_sum": 7, "points": 0, "reason": "1 + 6 = 7", "spinner": "4-4"}]
    words = in_words(facts)
    assert "spinner    4-4" in words
    assert "end sum    1 + 6 = 7" in words
    assert "doubtful" not in words


def test_a_doubtful_tile_is_told_with_what_else_it_may_be_and_nothing_that_it_hardly_is() -> None:
    facts = told(*LINE, seen(2, 5, 600, 300, sure=0.6))
    (doubt,) = facts["doubtful"]
    assert doubt["tile"] == "2-5"
    assert [other["tile"] for other in doubt["others"]] == ["2-4"]
    assert facts["apart"] == ["2-5"]
    assert "doubtful   2-5 (60%), else 2-4 (40%)" in in_words(facts)


def test_a_line_that_runs_out_of_the_picture_is_named() -> None:
    facts = told(*(replace(one, quad=one.quad - np.array([60, 0], np.float32)) for one in LINE))
    assert facts["unseen"] == ["The line runs out of the picture on the left."]
    assert "unseen     The line runs out of the picture on the left." in in_words(facts)


def test_an_empty_table_is_told_so() -> None:
    assert in_words(told()) == "no tiles on the table"
