"""Who laid which tile, from turn order, seats and passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.simulated_deals import random_deal
from scorer.games import ALL_FIVES, GAMES
from scorer.keeper.turns import Turn, pass_chance, seats_of, who_played
from scorer.notation import parse_layout
from scorer.rules import Rules
from scorer.view import Reach

NO_DRAWING = Rules(draw="none")


def test_who_may_draw_passes_less_often() -> None:
    layout = parse_layout("6-6")
    at_once = pass_chance(layout, 4, NO_DRAWING)
    assert pass_chance(layout, 4, Rules()) < at_once
    assert pass_chance(parse_layout("6-4"), 2, Rules()) == pytest.approx(0.03)


def test_late_in_a_deal_there_is_nothing_left_to_draw() -> None:
    deals = (random_deal(ALL_FIVES, ALL_FIVES.rules, seed).layout for seed in range(100))
    late = next(layout for layout in deals if len(layout.placed) == 21)
    nothing_drawn = Rules(name="Ours", draw="none")
    assert pass_chance(late, 4, Rules()) == pass_chance(late, 4, nothing_drawn)


def test_where_nothing_is_drawn_hands_are_as_small_as_they_were_dealt() -> None:
    block, line = GAMES["block"].rules, parse_layout("6-6 6-5 5-5 5-4", GAMES["block"].rules.empty_layout())
    # Five tiles were dealt, and about two of them are laid.
    assert pass_chance(line, 2, block) > pass_chance(line, 2, replace(block, name="Ours"))
    one = GAMES["classic_hungarian"]
    assert pass_chance(line, 2, one.rules) < pass_chance(line, 2, one.with_options(drawn_tile="next_turn"))


def test_matadors_always_fit() -> None:
    matador = replace(GAMES["matador"].rules, draw="none")
    # Nothing else goes on a blank.
    assert 0.4 < pass_chance(parse_layout("0-0", matador.empty_layout()), 4, matador) < 0.6


def test_where_no_seat_was_seen_turn_order_tells() -> None:
    course = who_played((Turn((1.0, 1.0, 1.0)),) * 4, (0.98, 0.01, 0.01))
    assert [player for player, _ in course] == [0, 1, 2, 0]
    assert all(sure > 0.8 for _, sure in course)


def test_a_draw_that_a_person_tells_leaves_the_turn_where_it_was() -> None:
    draws = Turn((1.0, 1.0), said=1, stays=True)
    course = who_played((Turn((1.0, 1.0)), draws, Turn((1.0, 1.0))), (0.98, 0.02))
    assert [player for player, _ in course] == [0, 1, 1]


def test_reaches_tell_who_laid_which_of_several_tiles_where_there_is_one_for_each() -> None:
    reaches = [Reach(1, 0.0, 1.0), Reach(2, 2.0, 3.0)]
    first, second = (seats_of(reaches, 3, place, 2) for place in range(2))
    assert (first.index(max(first)), second.index(max(second))) == (1, 2)
    assert seats_of([Reach(None, 0.0, 1.0)], 3) == (1.0, 1.0, 1.0)
