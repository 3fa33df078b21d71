"""What only some games have: tiles taken back and turned over, rings, the boneyard counted, and other ways to end."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.events import CountHand, Draw, EndDeal, NextGame, PickUp, Play, TurnOver
from scorer.games import ALL_FIVES, GAMES
from scorer.match import Match, Refused, State
from scorer.rules import Rules
from scorer.sides import Side
from scorer.text.match_text import match_from_json, match_text, match_to_json, parse_match
from scorer.text.sheet import describe, score_sheet
from scorer.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva")


def begun(game: str, players: int = 2, **options: Any) -> Match:
    match = Match.start(NAMES[:players], GAMES[game].with_options(**options))
    match.deal(0)
    return match


def refused(match: Match, event: Any) -> str:
    before = match.history
    with pytest.raises(Refused) as reason:
        match.record(event)
    assert match.history == before
    return str(reason.value)


def four_arms(**options: Any) -> Match:
    """6-6 6-5 5-5 and 6-4 on a short side."""
    match = begun("hungarian_four_arm", **options)
    match.play(Tile(6, 6))
    match.play(Tile(6, 5), (0, Side.LONG_1))
    match.play(Tile(5, 5), (1, Side.END_A))
    match.play(Tile(6, 4), (0, Side.SHORT_1))
    return match


def test_an_end_tile_is_taken_back_and_its_side_is_open_again() -> None:
    match = four_arms()
    assert not match.state.provably_blocked, "nothing is blocked for good where tiles are taken back"
    state = match.record(PickUp(2))
    assert (state.turn, [str(play.tile) for play in state.plays]) == (1, ["6-6", "5-6", "4-6"])
    assert 5 in [end.value for end in state.layout.open_ends()]
    assert match.play(Tile(5, 3), (1, Side.END_A)).layout.placed[-1].index == 4
    state = match.record(EndDeal("domino", (12, ())))
    assert state.scores == (0, 12)
    assert match_from_json(match_to_json(match)).history == parse_match(match_text(match)).history == match.history
    assert "(Ana) takes back #3" in match_text(match)
    assert [row.what for row in score_sheet(match)][4] == "took back 5-5"


def test_the_tile_that_was_taken_back_can_be_laid_or_held_again() -> None:
    match = four_arms(pick_up="turn_goes_on")
    assert match.record(PickUp(3)).turn == 0
    assert match.play(Tile(6, 4), (0, Side.LONG_2)).last is not None
    match.undo()
    assert match.record(EndDeal("blocked", ((Tile(4, 6),), 20))).scores == (20, 0)


def test_what_cannot_be_taken_back_is_said() -> None:
    match = four_arms()
    assert refused(match, PickUp(1)) == "5-6 cannot be picked up: only an end tile can"
    assert refused(match, PickUp(9)) == "there is no tile number 9 on the table"
    alone = begun("hungarian_four_arm")
    alone.play(Tile(6, 6))
    assert refused(alone, PickUp(0)) == "the only tile on the table stays there"
    assert refused(four_arms(pick_up="never"), PickUp(2)) == "no tile is taken back in Hungarian four-arm"


def test_a_correction_of_a_tile_taken_back_leaves_later_plays_where_they_are() -> None:
    match = four_arms()
    match.record(PickUp(3))
    match.play(Tile(6, 3), (0, Side.SHORT_1))
    match.play(Tile(3, 3), (4, Side.END_A))
    assert [str(placed.tile) for placed in match.state.layout.placed] == ["6-6", "5-6", "5-5", "3-6", "3-3"]
    assert [placed.index for placed in match.state.layout.placed] == [0, 1, 2, 4, 5], "no number is given twice"
    with pytest.raises(Refused, match=r"then Ben's 3-6 \(event 7\) could not be"):
        match.strike(6)
    match.insert(6, PickUp(2))
    assert [str(placed.tile) for placed in match.state.layout.placed] == ["6-6", "5-6", "3-6", "3-3"]
    match.undo()
    with pytest.raises(Refused, match="that tile was never laid"):
        match.strike(5)
    match.strike(4)
    assert [str(placed.tile) for placed in match.state.layout.placed] == ["6-6", "5-6", "3-6", "3-3"]


def test_a_double_is_turned_over_by_who_laid_it() -> None:
    match = begun("osel", face_down="turned_over")
    match.play(Tile(2, 2))
    match.play(Tile(2, 5), (0, Side.LONG_1))
    match.play(Tile(5, 5), (1, Side.END_B))
    assert refused(match, TurnOver(2)) == "only Ana, who laid 5-5, may turn it over"
    match.pass_turn()
    assert "cannot be turned over: only a double that does not spin can" in refused(match, TurnOver(0))
    assert refused(match, TurnOver(1)) == "2-5 cannot be turned over: only a double that does not spin can"
    state = match.record(TurnOver(2))
    assert (state.turn, sorted(end.value for end in state.layout.open_ends())) == (1, [2, 2, 2])
    assert "cannot be turned over: it is at no open end" in refused(match, TurnOver(2, 0))
    assert match_from_json(match_to_json(match)).history == parse_match(match_text(match)).history == match.history
    assert score_sheet(match)[-1].what == "turned over 5-5"
    assert refused(begun("osel"), TurnOver(0)) == "no tile on the table is turned over in Osel"


def test_a_tile_that_was_drawn_may_have_to_wait() -> None:
    match = begun("classic_hungarian", drawn_tile="next_turn")
    match.play(Tile(1, 2))
    assert match.record(Draw()).turn == 0
    assert begun("classic_hungarian").record(Draw(0)).turn == 0


def test_a_ring_closes_a_line_where_the_table_has_it() -> None:
    def ring(match: Match) -> State:
        match.play(Tile(1, 2))
        match.play(Tile(2, 3), (0, Side.END_B))
        return match.record(Play(Tile(1, 3), (0, Side.END_A), also_at=(1, Side.END_B)))

    assert ring(begun("draw", ring="yes")).provably_blocked
    with pytest.raises(Refused, match="this game has no rings"):
        ring(begun("draw"))


def test_the_boneyard_counts_as_all_that_is_nowhere_else() -> None:
    match = begun("draw", counted="hands_and_boneyard")
    match.play(Tile(6, 6))
    left = sum(tile.pips for tile in full_set(6)) - 12
    state = match.record(EndDeal("domino", ((), (Tile(1, 2),))))
    assert (state.scores, state.counted) == ((left, 0), f"Ana went out: 3 pips and the boneyard, {left} points")
    match.undo()
    assert match.record(EndDeal("domino", ((), 3))).scores == (left, 0)
    match.undo()
    assert match.record(EndDeal("domino", ((), 3), boneyard=(Tile(5, 5),))).scores == (13, 0)
    match.undo()
    assert "the hands cannot hold that much" in refused(match, EndDeal("blocked", (100, 100)))


def test_with_the_boneyard_the_partner_shows_the_hand_too() -> None:
    match = Match.start(NAMES[:4], GAMES["draw"].with_options(counted="hands_and_boneyard"), ((0, 2), (1, 3)))
    match.deal(0)
    match.play(Tile(6, 6))
    assert match.record(EndDeal("domino")).uncounted == (1, 2, 3)


def test_tiles_may_count_instead_of_pips() -> None:
    match = begun("classic_hungarian", 3, worth="tiles", deals="any")
    match.play(Tile(6, 6))
    assert "say which tiles are left" in refused(match, EndDeal("domino", ((), 5, 6)))
    match.record(EndDeal("domino"))
    match.record(CountHand(1, (Tile(1, 2), Tile(5, 5))))
    assert "say which tiles are left" in refused(match, CountHand(2, 5))
    state = match.record(CountHand(2, (Tile(0, 0),)))
    assert (state.scores, state.counted) == ((3, 0, 0), "Ana went out: a point for every tile left, 3 points")


def test_everybody_may_have_to_deal_before_a_game_is_won() -> None:
    for option, phase in (("as_many_as_players", "deal over"), ("any", "game over")):
        match = begun("classic_hungarian", deals=option)
        match.play(Tile(1, 2))
        assert match.record(EndDeal("domino", ((), 60))).phase == phase
    match = begun("classic_hungarian")
    for hand in (60, 3):
        match.play(Tile(1, 2), player=0)
        state = match.record(EndDeal("domino", ((), hand)))
        if state.phase == "deal over":
            match.deal(0)
    assert (state.phase, state.winner) == ("game over", 0)
    match.record(NextGame())
    match.deal(0)
    match.play(Tile(1, 2))
    assert match.record(EndDeal("domino", ((), 60))).phase == "deal over", "every game has its own deals"


def test_a_single_deal_may_be_a_game() -> None:
    match = begun("polish_1899")
    match.play(Tile(1, 2))
    state = match.record(EndDeal("blocked", (5, 5)))
    assert state.phase == "deal over", "nobody has won it: another deal decides"
    match.deal(1)
    match.play(Tile(1, 2))
    state = match.record(EndDeal("domino", (31, ())))
    assert (state.phase, state.winner, state.scores) == ("game over", 1, (0, 31))
    assert "Polish 1899, a single deal" in describe(match_text(match))
    assert match.record(NextGame()).games == (0, 1)


def test_places_are_played_for_until_one_is_left() -> None:
    match = four_arms(going_out="places")
    assert match.state.missing == "all but one go out, or nobody can play; then say who went out first"
    assert "say who went out first" in refused(match, EndDeal("domino", (5, ())))
    assert match.record(EndDeal("domino", (5, ()), went_out=1)).scores == (0, 5)


def test_near_the_target_bergen_may_be_capped() -> None:
    for option, scores in (("all", (16, 0)), ("capped", (15, 0))):
        match = Match.start(NAMES[:2], GAMES["bergen"].with_options(near_target=option), scores=(13, 0), turn=0)
        match.deal()
        match.play(Tile(1, 3))
        match.play(Tile(3, 4), (0, Side.END_B))
        match.play(Tile(1, 4), (0, Side.END_A))
        last = match.state.last
        assert last is not None
        assert (last.points, match.state.scores) == (2, (min(scores[0], 15) - (option == "capped"), 0))


def test_without_doubles_a_heavier_hand_wins_bergen() -> None:
    hands = (Tile(1, 1),), (Tile(5, 6),)
    for option, scores in (("lightest", (1, 0)), ("without_doubles", (0, 1))):
        match = begun("bergen", blocked_winner=option)
        match.play(Tile(1, 2))
        assert match.record(EndDeal("blocked", hands)).scores == scores


def test_in_double_bergen_the_spinners_four_sides_come_first() -> None:
    match = begun("double_bergen")
    match.play(Tile(2, 3))
    match.play(Tile(3, 3), (0, Side.END_B))
    assert {end.index for end in match.state.layout.open_ends()} == {1}
    assert "that end is closed" in refused(match, Play(Tile(2, 4), (0, Side.END_A)))
    for side, high in ((Side.LONG_2, 4), (Side.SHORT_1, 5), (Side.SHORT_2, 6)):
        match.play(Tile(3, high), (1, side))
    assert sorted(end.value for end in match.state.layout.open_ends()) == [2, 4, 5, 6]
    assert begun("double_bergen", spinner="first_at_once").state.rules.spinner.four_first is False


def test_where_plays_are_not_followed_only_hands_are_recorded() -> None:
    match = begun("mexican_train", 5)
    assert match.state.missing == "say who goes out, or that nobody can play"
    assert "plays are not recorded in Mexican Train" in refused(match, Play(Tile(12, 12)))
    assert "plays are not recorded in Mexican Train" in refused(match, Draw())
    assert refused(match, EndDeal("domino", (1, 2, 3, 4, ()))) == "say who went out: nobody has been seen to play"
    state = match.record(EndDeal("domino", (1, 2, 3, (Tile(11, 12),), ()), went_out=4))
    assert state.scores == (1, 2, 3, 23, 0)
    match.deal()
    assert match.record(EndDeal("blocked", (1, 2, 3, 4, 5))).scores == (2, 4, 6, 27, 5)
    assert parse_match(match_text(match)).history == match.history
    with pytest.raises(Refused, match="two to eight can play, not 9"):
        Match.start([str(n) for n in range(9)], GAMES["mexican_train"].rules)
    with pytest.raises(Refused, match="leave out the layout"):
        Match.start(NAMES[:2], GAMES["super_domino"].rules, layout="1-2")


def test_after_the_last_deal_the_lowest_total_wins() -> None:
    match = Match.start(NAMES[:2], GAMES["mexican_train"].rules)
    for number in range(13):
        assert match.state.phase != "game over"
        match.deal()
        match.record(EndDeal("domino", ((), number), went_out=0))
    assert (match.state.phase, match.state.winner, match.state.losers) == ("game over", 0, ())
    assert match.record(NextGame()).games == (1, 0)


def test_rules_that_an_earlier_version_kept_are_read_as_they_were() -> None:
    new = {
        *("blank_opens", "draw_ends_turn", "pick_up", "face_down", "going_out", "ryba_double", "ledger", "over_limit"),
        *("deals", "everybody_deals", "bergen_cap", "followed", "most_players"),
    }
    for game in list(GAMES.values())[:8]:
        data = {name: value for name, value in game.rules.to_json().items() if name not in new}
        del data["spinner"]["four_first"], data["hand_end"]["double_blank_when"], data["hand_end"]["blocked_doubles"]
        assert Rules.from_json(data) == game.rules
    match = Match.start(NAMES[:2], ALL_FIVES.rules)
    assert match_from_json({**match_to_json(match), "version": 1}).log == match.log


@pytest.mark.parametrize("highest", [6, 8, 9, 12, 15])
def test_every_set_can_be_played_with(highest: int) -> None:
    match = begun("draw", set=str(highest))
    match.play(Tile(highest, highest))
    assert "is not in a set up to" in refused(match, Play(Tile(highest, highest + 1), (0, Side.LONG_1)))
    state = match.record(EndDeal("domino", ((), (Tile(highest, highest - 1),))))
    assert state.scores == (2 * highest - 1, 0)


def test_a_drawing_shows_a_tile_of_any_set_and_a_back() -> None:
    rules = replace(GAMES["osel"].rules, max_pips=15)
    match = Match.start(NAMES[:2], rules, layout="15-15* 15-14 ~14-14")
    assert len(match.state.layout.open_ends()) == 3


def test_fives_and_threes_to_over_100_ends_with_the_deal() -> None:
    rules = GAMES["fives_and_threes"].with_options(target="over_100")
    match = Match.start(NAMES[:2], rules, scores=(99, 0), turn=0)
    match.deal(0)
    assert match.play(Tile(5, 5)).scores == (101, 0)
    assert match.state.winner is None, "the deal goes on"
    assert match.record(EndDeal("domino", ((), (Tile(1, 1),)))).winner == 0
