import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets import plain_film
from datasets.deals import RULES, good_deal
from datasets.truth import lay_out
from scorer.deal_end import Hands, count_hands, singles
from scorer.layout import Layout, Side
from scorer.scoring import points_in_play
from scorer.tiles import Tile, full_set

SAMPLE = Path(plain_film.__file__).parent / "sample"
LENGTHWISE = {"A": Side.END_A, "B": Side.END_B}
CROSSWISE = {"S1": Side.LONG_1, "S2": Side.LONG_2, "A": Side.SHORT_1, "B": Side.SHORT_2}


@pytest.fixture(scope="module")
def sample() -> dict[str, Any]:
    return dict(json.loads((SAMPLE / "deal.json").read_text(encoding="utf-8")))


def side(layout: Layout, index: int, name: str) -> Side:
    return (CROSSWISE if layout[index].across else LENGTHWISE)[name]


def fold(truth: dict[str, Any]) -> Layout:
    """Play the truth's plays again and compare what it says of each."""
    layout = RULES.empty_layout()
    scores = [0] * len(truth["players"])
    for number, play in enumerate(truth["plays"]):
        tile = Tile(*play["tile"])
        assert play["player"] == number % len(scores)
        if play["joined_to"] is None:
            layout = layout.place(tile)
        else:
            at = (play["joined_to"], side(layout, play["joined_to"], play["joined_side"]))
            own = (CROSSWISE if tile.is_double else LENGTHWISE)[play["own_side"]]
            layout = layout.place(tile, at, own)
        assert play["end_sum"] == layout.end_sum
        assert play["scored"] == points_in_play(layout, RULES.in_play).points
        assert play["spinner"] == layout.spinner
        assert play["joins"] == [[join.first, join.second] for join in layout.joins]
        ends = {(end.index, end.side, end.value) for end in layout.open_ends()}
        assert {(e["tile"], side(layout, e["tile"], e["side"]), e["pips"]) for e in play["open_ends"]} == ends
        if number > 0 or not tile.is_double:
            assert sum({(e["tile"], e["counts"]): e["counts"] for e in play["open_ends"]}.values()) == play["end_sum"]
        scores[play["player"]] += play["scored"]
    assert truth["scores"] == scores
    return layout


def check_end(truth: dict[str, Any]) -> None:
    hands = tuple(tuple(Tile(*tile) for tile in hand) for hand in truth["hands"])
    assert truth["hand_end"] == "out"
    assert not hands[truth["winner"]]
    played = {Tile(*play["tile"]) for play in truth["plays"]}
    left = tuple(set(full_set(6)) - played - {tile for hand in hands for tile in hand})
    end = count_hands(RULES.hand_end, Hands(hands, singles(2), left, truth["winner"]), "domino")
    assert truth["bonus"] == list(end.awards)
    assert truth["hand_pips"] == list(end.pips)


def test_the_sample_is_a_deal_by_the_rules(sample: dict[str, Any]) -> None:
    layout = fold(sample)
    check_end(sample)
    assert layout.spinner is not None
    assert len(layout.neighbours(layout.spinner)) >= 3
    assert sum(play["scored"] > 0 for play in sample["plays"]) >= 3
    assert min(sample["scores"]) > 0
    assert not any(play["passed_before"] for play in sample["plays"])


def test_the_sample_shows_what_its_truth_says(sample: dict[str, Any]) -> None:
    assert (SAMPLE / "deal.mp4").stat().st_size < 6_000_000
    film = cv2.VideoCapture(str(SAMPLE / "deal.mp4"))
    assert film.get(cv2.CAP_PROP_FPS) == sample["frames_a_second"]
    pictures = []
    while (read := film.read())[0]:
        pictures.append(read[1])
    assert len(pictures) == len(sample["frames"])
    assert 50 <= len(pictures) / sample["frames_a_second"] <= 80
    assert pictures[0].shape == (720, 1280, 3)
    for truth, picture in list(zip(sample["frames"], pictures, strict=True))[::12]:
        assert len(truth["tiles"]) == truth["play"] + 1
        inside = np.zeros(picture.shape[:2], np.uint8)
        for tile in truth["tiles"]:
            cv2.fillConvexPoly(inside, np.array(tile["quad"]).round().astype(np.int32), 1)
        lit = (picture[..., 2] > 100) & (cv2.erode(inside, np.ones((5, 5))) > 0)
        assert lit.sum() > 0.6 * inside.sum()
        around = cv2.dilate(inside, np.ones((25, 25))) == 0
        assert (picture[..., 2][around] > 100).mean() < 0.001
    assert len({frame["play"] for frame in sample["frames"]}) == len(sample["plays"])


def test_a_film_is_made_alike_by_its_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_film, "FRAMES_A_PLAY", 1)
    monkeypatch.setattr(plain_film, "LAST_FRAMES", 1)
    truths = [plain_film.make_film(11, tmp_path / name / "deal.mp4") for name in ("one", "two")]
    assert truths[0] == truths[1]
    assert json.loads((tmp_path / "one" / "deal.json").read_text(encoding="utf-8")) == truths[0]
    fold(truths[0])
    check_end(truths[0])
    last = truths[0]["frames"][-1]
    assert len(last["tiles"]) == len(truths[0]["plays"])
    for tile in last["tiles"]:
        quad = np.array(tile["quad"])
        assert (quad > 0).all()
        assert (quad < (1280, 720)).all()
        assert 45 < np.linalg.norm(quad[1] - quad[2]) < 90
        assert cv2.contourArea(quad.astype(np.float32), oriented=True) > 0


def test_frames_differ_by_their_noise_only() -> None:
    rng = np.random.default_rng(2)
    deal = plain_film.deal_on_table(rng)
    stage = plain_film.set_up(2, deal, "wood")
    shown = plain_film.frames(stage, deal)
    first, second = next(shown), next(shown)
    difference = np.abs(first.astype(int) - second)
    assert 0.5 < difference.mean() < 4
    assert difference.max() < 30
    assert np.array_equal(plain_film.settled(stage, 1), plain_film.settled(stage, 1))


def test_a_film_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="cannot be written"):
        plain_film.make_film(1, tmp_path / "deal.nothing")


def test_deals_are_worth_watching() -> None:
    for seed in range(5):
        deal = good_deal(np.random.default_rng(seed))
        assert 15 <= len(deal.plays) <= 19
        assert deal.arms() >= 3
        tiles = lay_out(deal.layout)
        assert [(tile.a, tile.b) for tile in tiles] == [(p.tile.low, p.tile.high) for p in deal.layout.placed]
