"""Who laid which tile, from turn order, seats and passes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from models.simulated_deals import random_deal
from scorer.games import ALL_FIVES, GAMES
from scorer.keeper.passing import Hands, Passing, pass_chance
from scorer.keeper.turns import Turn, seats_of, who_played
from scorer.notation import parse_layout
from scorer.rules import Rules
from scorer.tiles import Tile
from scorer.view import Reach

NO_DRAWING = Rules(draw="none")


def test_who_may_draw_passes_less_often() -> None:
    layout = parse_layout("6-6")
    at_once = pass_chance(layout, 4, NO_DRAWING)
    assert pass_chance(layout, 4, Rules()) < at_once
    assert pass_chance(parse_layout("6-4"), 2, Rules()) == pytest.approx(0.02)


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


def passing(players: int, rules: Rules = NO_DRAWING) -> Passing:
    return Passing.of(rules.empty_layout(), players, rules)


def seen(player: int | None, wanted: str, tile: str, players: int = 3) -> Turn:
    """A tile laid where one of these values was wanted, by a player who was seen to reach, or by nobody knows whom."""
    reaches = [] if player is None else [Reach(player, 0.0, 1.0)]
    return Turn(seats_of(reaches, players), frozenset(map(int, wanted)) if wanted else None, Tile.parse(tile))


def test_where_no_seat_was_seen_turn_order_tells() -> None:
    course = who_played((Turn((1.0, 1.0, 1.0)),) * 4, (0.98, 0.01, 0.01), passing(3))
    assert [player for player, _ in course] == [0, 1, 2, 0]
    assert all(sure > 0.8 for _, sure in course)


def test_a_draw_that_a_person_tells_leaves_the_turn_where_it_was() -> None:
    draws = Turn((1.0, 1.0), does="draws", said=1, stays=True)
    course = who_played((Turn((1.0, 1.0)), draws, Turn((1.0, 1.0))), (0.98, 0.02), passing(2))
    assert [player for player, _ in course] == [0, 1, 1]


def test_a_deal_may_have_any_number_of_turns() -> None:
    draws = Turn((1.0, 1.0), does="draws", said=1, stays=True)
    course = who_played((Turn((1.0, 1.0)), *[draws] * 1100), (0.98, 0.02), passing(2))
    assert [player for player, _ in course] == [0] + [1] * 1100


@pytest.mark.parametrize(("tile", "player"), [("0-4", 1), ("4-6", 2)])
def test_who_passed_has_none_of_the_tiles_that_would_have_fitted(tile: str, player: int) -> None:
    # Player 1 passes on sixes. The last tile nobody is seen to lay.
    turns = (seen(0, "", "6-6"), seen(2, "6", "5-6"), seen(0, "56", "0-5"), seen(None, "06", tile))
    course = who_played(turns, (0.98, 0.01, 0.01), passing(3))
    assert [who for who, _ in course] == [0, 2, 0, player]


def test_who_passes_mostly_passes_again() -> None:
    # On a blank, then on blanks and twos; the second time only a two would help.
    turns = (seen(0, "", "0-0", 2), seen(0, "0", "0-2", 2), seen(0, "02", "2-2", 2))
    *_, again = who_played(turns, (0.98, 0.02), passing(2))
    turns = (seen(0, "", "0-0", 2), seen(1, "0", "0-2", 2), seen(1, "02", "2-2", 2))
    *_, only_now = who_played(turns, (0.98, 0.02), passing(2))
    assert again[0] == 0 and only_now[0] == 1
    assert again[1] > only_now[1]


def test_what_was_drawn_may_fit_what_the_hand_lacked() -> None:
    one, turns = Rules(draw="one"), [seen(0, "", "6-6"), seen(2, "6", "5-6"), seen(0, "56", "0-6")]
    six_from_1 = (*turns, seen(1, "056", "4-6"))
    assert who_played(six_from_1, (0.98, 0.01, 0.01), passing(3, one))[3][1] > 0.5
    hands = passing(3, one).after_pass(passing(3, one).at_first(), 1, frozenset({6}), 27)
    assert passing(3, one).after_pass(hands, 1, frozenset({5}), 25).lacks[1] == {5}
    assert passing(3).after_pass(hands, 1, frozenset({5}), 25).lacks[1] == {5, 6}


def test_once_nothing_is_left_to_draw_players_pass_more_often() -> None:
    table = passing(4, Rules())
    unseen = table.tiles - {Tile(6, low) for low in range(4)}
    full = table.at_first()
    emptied = table.after_pass(full, 3, frozenset({6}), len(unseen))
    assert table.chance(emptied, 1, frozenset({6}), unseen) > table.chance(full, 1, frozenset({6}), unseen)


def test_where_one_is_drawn_a_tile_that_hardly_fitted_was_probably_drawn_just_before() -> None:
    drawn, held = (passing(2, GAMES[key].rules) for key in ("classic_hungarian", "block"))
    unseen, six = drawn.tiles - {Tile(6, 6)}, frozenset({6})
    lacks_six = drawn.after_pass(drawn.at_first(), 0, six, len(unseen))
    after = drawn.after_play(lacks_six, 0, six, unseen).held
    assert lacks_six.held == (8, 7)
    assert after is not None and after[0] == pytest.approx(8)
    anything = drawn.after_play(drawn.at_first(), 0, frozenset(range(7)), unseen).held
    assert anything is not None and anything[0] == pytest.approx(6)
    assert held.after_play(held.at_first(), 0, six, unseen).held == (6, 7)


def test_who_has_laid_every_tile_lays_no_other() -> None:
    block = passing(2, GAMES["block"].rules)
    out = Hands((0, 3), (frozenset(), frozenset()))
    assert block.lays(out, 0, Tile(5, 6)) < 0.1 < block.lays(out, 1, Tile(5, 6))


def test_reaches_tell_who_laid_which_of_several_tiles_where_there_is_one_for_each() -> None:
    reaches = [Reach(1, 0.0, 1.0), Reach(2, 2.0, 3.0)]
    first, second = (seats_of(reaches, 3, place, 2) for place in range(2))
    assert (first.index(max(first)), second.index(max(second))) == (1, 2)
    assert seats_of([Reach(None, 0.0, 1.0)], 3) == (1.0, 1.0, 1.0)
