"""Films of whole matches: their truth is a match by the rules, their pictures show what it says."""

from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from datasets.deals import RULES, TakenUp, play_deal
from datasets.director import Director
from datasets.film_table import RATE
from datasets.films import SPECIAL, Moment, deal_truth, frame_truth, make_film, moments
from datasets.script import has_specials, write_script
from datasets.stage import INWARD, Stage
from scorer.events import EndDeal, PickUp, Play
from scorer.games import find_game
from scorer.match import Match
from scorer.scoring import points_in_play
from scorer.tiles import full_set


def beginning(seed: int, count: int) -> list[Moment]:
    return list(islice(moments(write_script(seed)), count))


@pytest.fixture(scope="module")
def film() -> list[Moment]:
    """All frames of the film of a deal of two players."""
    return list(moments(write_script(2, deals=1, players=2)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_is_played_by_the_rules(players: int) -> None:
    for seed in range(20):
        deal = play_deal(np.random.default_rng(seed), players, opener=1)
        assert deal is not None
        layout = RULES.empty_layout()
        hands = [list(hand) for hand in deal.dealt]
        for play in deal.plays:
            for passed in play.passed:
                hands[passed.player] += passed.drawn
                assert not any(layout.legal_places(tile) for tile in hands[passed.player])
            for tile in play.drawn:
                assert not any(layout.legal_places(held) for held in hands[play.player])
                hands[play.player].append(tile)
            hands[play.player].remove(play.tile)
            layout = layout.place(play.tile, play.at, play.own_side)
            assert play.points == points_in_play(layout, RULES.in_play).points
        for passed in deal.passed:
            hands[passed.player] += passed.drawn
        assert tuple(map(tuple, hands)) == deal.hands
        assert (deal.how == "blocked") == (len(deal.passed) == players)
        everywhere = [tile for hand in deal.hands for tile in hand] + [play.tile for play in deal.plays]
        assert sorted([*everywhere, *deal.boneyard]) == sorted(full_set(6))
        truth = deal_truth(deal)
        assert truth["hand_end"] == ("blocked" if deal.winner is None else "out")
        assert sum(truth["scores"]) == sum(play.points for play in deal.plays)


def test_settled_frames_show_the_layout_and_no_arm(film: list[Moment]) -> None:
    script = write_script(2, deals=1, players=2)
    for moment in film:
        if moment.shot.kind == "settled":
            assert len(moment.shot.tiles) == moment.play + 1
            assert moment.shot.covered is None
        elif moment.shot.covered is not None:
            assert moment.shot.covered.any()
    assert {moment.play for moment in film} == set(range(-1, len(script.deals[0].plays)))
    for play, tile in zip(script.deals[0].plays, script.tiles[0], strict=True):
        assert {play.tile.low, play.tile.high} == {tile.a, tile.b}


def test_an_arm_comes_from_the_side_of_the_player(film: list[Moment]) -> None:
    script = write_script(2, deals=1, players=2)
    strips = {"bottom": np.s_[-20:, :], "top": np.s_[:20, :], "left": np.s_[:, :20], "right": np.s_[:, -20:]}
    for play in range(6):
        # The frame in which the tile lies there first shows the arm that has brought it.
        shot = next(moment.shot for moment in film if moment.play == play)
        assert shot.side == script.stage.sides[script.deals[0].plays[play].player]
        assert shot.covered is not None
        assert shot.covered[strips[shot.side]].any()


def test_hands_are_shown_in_front_of_the_players_at_the_end(film: list[Moment]) -> None:
    script = write_script(2, deals=1, players=2)
    shown = film[-1]
    assert shown.phase == "shown"
    left = [(tile.low, tile.high) for hand in script.deals[0].hands for tile in hand]
    assert sorted((tile.a, tile.b) for tile in shown.shot.apart) == sorted(left)
    for tile in shown.shot.apart:
        quad = script.stage.quad(tile)
        assert (quad > 0).all()
        assert (quad < (1280, 720)).all()
    before = next(moment for moment in film if moment.play == len(script.deals[0].plays) - 1)
    assert before.shot.apart == (), "no tile is shown before the deal is over"


def test_no_two_frames_are_the_same_and_still_ones_differ_by_noise_only(film: list[Moment]) -> None:
    for one, other in pairwise(film[:200]):
        difference = np.abs(one.shot.picture.astype(int) - other.shot.picture)
        assert difference.any()
        if one.shot.kind == other.shot.kind == "settled" and one.play == other.play and one.phase == other.phase:
            # A fingertip at the picture's very edge is over nothing yet.
            assert difference[8:-8, 8:-8].max() < 40


def test_the_same_seed_makes_the_same_film_and_another_another() -> None:
    one, again = beginning(5, 40), beginning(5, 40)
    for first, second in zip(one, again, strict=True):
        assert np.array_equal(first.shot.picture, second.shot.picture)
        assert (first.deal, first.play, first.phase) == (second.deal, second.play, second.phase)
    assert not np.array_equal(beginning(6, 1)[0].shot.picture, one[0].shot.picture)


def test_a_film_is_written_with_its_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.films.moments", lambda script: islice(moments(script), 150))
    truth = make_film(3, tmp_path / "film", deals=1)
    assert len(truth["frames"]) == 150
    assert truth["frames_a_second"] == RATE
    film = cv2.VideoCapture(str(tmp_path / "film" / "film.mp4"))
    assert film.get(cv2.CAP_PROP_FPS) == RATE
    assert film.get(cv2.CAP_PROP_FRAME_COUNT) == 150
    first_of = {(frame["deal"], frame["play"]) for frame in truth["frames"] if frame["kind"] == "settled"}
    told = [frame for frame in truth["frames"] if "tiles" in frame]
    assert {(frame["deal"], frame["play"]) for frame in told} == first_of
    for frame in told:
        assert [tile["tile"] for tile in frame["tiles"]] == list(range(frame["play"] + 1))
        for tile in frame["tiles"]:
            assert cv2.contourArea(np.array(tile["quad"], np.float32), oriented=True) > 400


def test_what_happens_besides_plays_changes_what_it_should() -> None:
    director = Director(Stage(4, ("bottom", "top")), 4)
    deal = play_deal(np.random.default_rng(1))
    assert deal is not None
    director.deal([[(tile.low, tile.high) for tile in hand] for hand in deal.dealt], [])
    dark = list(director.switch(0.1))[-1]
    assert dark.picture.mean() < 0.3 * next(iter(director.switch(1.0, frames=1))).picture.mean()
    before = director.stage.quad(director.stage.hand_row("bottom", [(1, 2)])[0])
    list(director.nudge(20, 10))
    after = director.stage.quad(director.stage.hand_row("bottom", [(1, 2)])[0])
    assert after.mean(0) - before.mean(0) == pytest.approx([20, 10], abs=4)
    cup = list(director.push_in("right", 0, 60))
    assert all(shot.kind in ("hand", "settled") for shot in cup)
    assert len(director.things) == 1
    x, _ = director.stage.in_picture(director.things[0].x, director.things[0].y)
    assert x > 1150
    assert set(INWARD) == {"bottom", "top", "left", "right"}
    washed = list(director.wash(("bottom", "top"), seconds=1))
    assert all(tile.back for tile in director.apart)
    assert len(director.apart) == 14
    assert washed[-1].tiles == ()


@pytest.mark.parametrize("key", SPECIAL)
def test_films_of_special_games_show_what_only_they_have(key: str) -> None:
    game = find_game(key)
    for seed in (1, 2):
        script = write_script(seed, players=2, game=game)
        match = Match.start(["Ana", "Ben"], game.rules)
        for deal, tiles, written in zip(script.deals, script.tiles, script.written, strict=True):
            assert deal.is_special() == has_specials(game)
            assert [tile.back for tile in tiles] == [play.face_down for play in deal.plays]
            before = match.state.scores
            match.deal(deal.plays[0].player)
            for step in deal.steps:
                if isinstance(step, TakenUp):
                    match.record(PickUp(step.play, step.player))
                else:
                    laid = Play(step.tile, step.at, step.own_side, step.player, step.across, step.face_down, seen=True)
                    match.record(laid)
                assert match.state.layout == step.layout
            match.record(EndDeal(deal.how, deal.hands, deal.winner, deal.boneyard))
            assert [now - then for now, then in zip(match.state.scores, before, strict=True)] == written


def test_a_tile_that_is_taken_back_is_gone_until_it_is_laid_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stage, "draw", lambda stage, bare, tiles: bare)
    monkeypatch.setattr(Stage, "carry", lambda stage, picture, tile: None)
    monkeypatch.setattr("datasets.film_table.draw_arm", lambda *drawn: None)
    script = write_script(1, deals=1, players=2, game=find_game("hungarian_four_arm"))
    deal = script.deals[0]
    lying: set[int] = set()
    told: list[dict[str, Any]] = []
    for moment in moments(script):
        truth = frame_truth(script, moment, told)
        told.append(truth)
        if "tiles" in truth and truth["phase"] != "dealing":
            lying = {tile["tile"] for tile in truth["tiles"]}
    assert deal.taken_up
    assert lying == {placed.index for placed in deal.layout.placed}
    steps = iter(deal.steps)
    seen = [frame for frame in told if "tiles" in frame and frame["play"] >= 0]
    for frame, step in zip(seen, steps, strict=False):
        assert [tile["tile"] for tile in frame["tiles"]] == [placed.index for placed in step.layout.placed]
