from dataclasses import replace

import pytest
from seen_tables import new_match

from scorer.events import Deal, Draw, EndDeal, Event, Pass, Play, Start
from scorer.games import ALL_FIVES, MUGGINS
from scorer.layout import Side
from scorer.match import Match, Refused
from scorer.rules import Rules
from scorer.tiles import Tile


def begun(players: int = 2, rules: Rules | None = None, opener: int | None = 0) -> Match:
    match = new_match(players, rules)
    match.deal(opener)
    return match


def refusal(match: Match, event: Event) -> str:
    before = match.state, match.events
    with pytest.raises(Refused) as refused:
        match.record(event)
    assert (match.state, match.events) == before
    return str(refused.value)


def test_points_go_to_whose_turn_it_is_and_the_turn_goes_on() -> None:
    match = begun(3)
    assert match.play(Tile(5, 5)).scores == (10, 0, 0)
    assert match.play(Tile(5, 0), (0, Side.LONG_1)).scores == (10, 10, 0)
    state = match.play(Tile(5, 4), (0, Side.LONG_2))
    assert (state.scores, state.turn, state.end_sum) == ((10, 10, 0), 0, 4)
    assert state.last is not None
    assert (state.last.player, state.last.reason) == (2, "0 + 4 = 4")


def test_a_named_player_is_credited_and_the_turn_follows() -> None:
    match = begun(3)
    match.play(Tile(5, 5))
    state = match.play(Tile(5, 0), (0, Side.LONG_1), player=2)
    assert (state.scores, state.turn) == ((10, 0, 10), 0)


def test_drawing_keeps_the_turn_and_passing_gives_it_on() -> None:
    match = begun()
    match.play(Tile(1, 2))
    state = match.draw(tiles=2)
    assert (state.turn, state.drawn) == (1, (0, 2))
    assert match.pass_turn().turn == 0
    assert match.state.passes == 1
    assert match.play(Tile(2, 2), (0, Side.END_B)).passes == 0


def test_domino_gives_the_opponents_pips_to_the_nearest_five() -> None:
    match = begun()
    match.play(Tile(1, 2))
    state = match.record(EndDeal("domino", ((), (Tile(6, 6), Tile(5, 6)))))
    assert (state.phase, state.scores, state.turn) == ("deal over", (25, 0), None)
    assert state.deal_end is not None
    assert state.deal_end.pips == (0, 23)


def test_a_blocked_deal_goes_to_the_lighter_hand_and_may_be_counted_in_pips() -> None:
    match = begun(rules=MUGGINS.rules)
    match.play(Tile(1, 2))
    assert match.record(EndDeal("blocked", (8, 21))).scores == (4, 0)


def test_the_target_wins_at_once_and_nothing_follows() -> None:
    match = begun(rules=replace(ALL_FIVES.rules, target=20))
    match.play(Tile(5, 5))
    match.play(Tile(5, 0), (0, Side.LONG_1))
    state = match.play(Tile(0, 0), (1, Side.END_A))
    assert (state.scores, state.phase) == ((20, 10), "game over")
    assert state.winner == 0
    assert refusal(match, Deal()) == "the game is over: Ana has won it"
    assert "the game is over" in refusal(match, EndDeal("domino", ((), ())))


def test_a_game_that_ends_with_the_deal_goes_on_until_then() -> None:
    match = begun(rules=replace(ALL_FIVES.rules, target=10, ends="end_of_hand"))
    assert match.play(Tile(5, 5)).phase == "playing"
    state = match.record(EndDeal("domino", ((), 30)))
    assert (state.phase, state.winner, state.scores) == ("game over", 0, (40, 0))


def test_equal_scores_above_the_target_play_another_deal() -> None:
    match = begun(rules=replace(ALL_FIVES.rules, target=10, ends="end_of_hand"))
    match.play(Tile(5, 5))
    match.play(Tile(5, 0), (0, Side.LONG_1))
    assert match.record(EndDeal("blocked", (3, 3))).phase == "deal over"


def test_a_gain_beyond_an_exact_target_is_void() -> None:
    match = begun(rules=replace(ALL_FIVES.rules, target=15, exact=True))
    match.play(Tile(5, 5))
    match.play(Tile(5, 0), (0, Side.LONG_1))
    assert match.play(Tile(0, 0), (1, Side.END_A)).scores == (10, 10)


@pytest.mark.parametrize(("opening", "opener"), [("lot_then_left", 1), ("winner", 2), ("agreed", None)])
def test_the_next_opener_follows_from_the_rules(opening: str, opener: int | None) -> None:
    match = begun(3, replace(ALL_FIVES.rules, opening=opening))  # type: ignore[arg-type]
    match.play(Tile(1, 2))
    match.play(Tile(2, 3), (0, Side.END_B), player=2)
    match.record(EndDeal("domino", (4, 5, ())))
    assert match.deal().turn == opener


def test_partners_score_together() -> None:
    match = Match.start(["Ana", "Ben", "Cleo", "Dan"], ALL_FIVES.rules, ((0, 2), (1, 3)))
    match.deal(2)
    state = match.play(Tile(5, 5))
    assert (state.scores, state.score_of(0), state.turn) == ((10, 0), 10, 3)
    match.play(Tile(5, 1), (0, Side.LONG_1))
    state = match.record(EndDeal("domino", (9, 10, 9, ()), went_out=3))
    assert state.scores == (10, 20)


def test_refusals_say_why_and_change_nothing() -> None:
    match = new_match()
    assert refusal(match, Play(Tile(1, 2))) == "no deal is being played: deal first"
    match.deal()
    assert refusal(match, Play(Tile(1, 2))) == "say who played it: it is not known whose turn it is"
    assert refusal(match, Play(Tile(1, 2), player=7)) == "there is no player number 8: 2 are playing"
    assert refusal(match, Pass()) == "nobody passes before the first tile is laid"
    assert refusal(match, EndDeal("domino", (1, 2))) == "no tile has been laid yet"
    assert refusal(match, Deal()) == "this deal is still being played: end it first"
    match.play(Tile(1, 2), player=1)
    assert match.state.opener == 1
    assert refusal(match, Play(Tile(3, 4), (0, Side.END_A))) == "3-4 does not fit: the open ends are 1 and 2"
    assert refusal(match, Draw(tiles=0)) == "at least one tile is drawn"
    assert refusal(match, EndDeal("blocked", (1, 2, 3))) == "2 hands are counted, one a player, not 3"
    assert "1-2 cannot be in a hand" in refusal(match, EndDeal("blocked", ((Tile(1, 2),), ())))
    assert "who went out has no tiles left" in refusal(match, EndDeal("domino", (3, 3)))
    assert refusal(match, Start(("A", "B"), Rules())) == "the players are sitting already"


def test_a_match_needs_two_to_four_players_on_two_sides() -> None:
    for players, sides in ((["A"], None), (list("ABCDE"), None), (["A", "B"], ((0, 1),)), (["A", "B"], ((0,), (0,)))):
        with pytest.raises(Refused):
            Match.start(players, Rules(), sides)
    with pytest.raises(Refused, match="nothing is drawn"):
        begun(rules=Rules(draw="none")).draw()
    with pytest.raises(Refused, match="sitting down"):
        Match.fold([Deal()])


def test_a_misplay_is_recorded_by_force() -> None:
    match = begun()
    match.play(Tile(1, 2))
    assert match.play(Tile(3, 4), (0, Side.END_B), Side.END_A, force=True).end_sum == 1 + 4
