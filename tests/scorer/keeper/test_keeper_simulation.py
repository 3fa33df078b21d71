"""Random deals shown to the keeper with the mistakes of a real camera; `models.simulate_keeper` counts more."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from models.simulate_keeper import simulate
from models.simulated_deals import NAMES, TruePlay, random_deal
from models.simulated_eyes import NO_NOISE, NOISE, Eyes
from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.match import Match


def test_a_camera_without_mistakes_leaves_nothing_to_ask() -> None:
    counts = simulate(30, NO_NOISE)
    assert counts["plays"] > 400
    assert counts["right"] == counts["plays"]
    assert (counts["asked"], counts["wrong"]) == (0, 0)
    # Beside a pass, a wrong seat would explain as well what was seen.
    assert counts["marked_at_end"] <= 0.01 * counts["plays"]


@pytest.mark.parametrize("seed", [919, 1032, 1172, 1177, 1535, 1796])
def test_a_pass_that_was_improbable_is_not_asked_about(seed: int) -> None:
    counts = simulate(1, NO_NOISE, seed=seed)
    assert (counts["asked"], counts["wrong"]) == (0, 0)


def test_with_the_mistakes_of_a_real_camera_plays_end_right_or_are_asked() -> None:
    counts = simulate(70, NOISE)
    assert counts["right"] >= 0.99 * counts["plays"]
    assert counts["asked"] <= 0.015 * counts["plays"]
    assert counts["wrong_silent"] == 0


@pytest.mark.parametrize("key", ["osel", "hungarian_four_arm", "matador", "koza"])
def test_special_layouts_are_followed_without_a_touch(key: str) -> None:
    quiet = simulate(8, NO_NOISE, game=GAMES[key], answered=0.0)
    assert quiet["plays"] > 100
    assert quiet["right"] == quiet["plays"]
    noisy = simulate(6, NOISE, game=GAMES[key])
    assert noisy["right"] >= 0.97 * noisy["plays"]


def test_a_camera_that_sees_no_backs_is_helped_by_who_laid_them() -> None:
    counts = simulate(6, replace(NO_NOISE, backs_seen=False), game=GAMES["osel"])
    assert counts["right"] >= 0.99 * counts["plays"]


@pytest.mark.parametrize("seed", [0, 2])
def test_where_the_hands_decide_who_opens_one_wrong_seat_is_found_out(seed: int) -> None:
    osel = GAMES["osel"].rules
    deal = random_deal(GAMES["osel"], osel, seed)
    keeper, layout = Keeper(Match.start(NAMES[: deal.players], osel)), osel.empty_layout()
    eyes = Eyes(NO_NOISE, random.Random(seed), deal.layout)
    plays = [step for step in deal.steps[:6] if isinstance(step, TruePlay)]
    for number, play in enumerate(plays):
        layout = play.way.laid(layout)
        eyes.reach(play.player if number else (play.player + 1) % deal.players)
        keeper.look(eyes.view(layout))
    assert [play.player for play in keeper.state().match.plays] == [play.player for play in plays]
