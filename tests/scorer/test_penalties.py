"""Games whose losers write what they hold: ryba, the goat's memory, pairs, and who loses in the end."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.events import Adjustment, Deal, EndDeal, NextGame, Play
from scorer.games import GAMES
from scorer.match import Match, Refused, State, next_opener
from scorer.sides import Side
from scorer.text.match_text import match_text, parse_match
from scorer.text.sheet import describe
from scorer.tiles import Tile

NAMES = ("Ana", "Ben", "Cleo", "Dan")
PAIRS = ((0, 2), (1, 3))


def begun(game: str, players: int = 3, late: dict[str, Any] | None = None, **options: Any) -> Match:
    rules = GAMES[game].with_options(**options)
    match = Match.start(NAMES[:players], rules, PAIRS if players == 4 else None, **(late or {}))
    match.deal(0)
    match.play(Tile(1, 2))
    return match


def ended(match: Match, *hands: Any, how: Any = "domino") -> State:
    return match.record(EndDeal(how, hands))


def dealt(match: Match, *hands: Any, how: Any = "domino") -> State:
    """Another deal, in which the first player lays the only tile."""
    match.record(Deal(0))
    match.play(Tile(1, 2))
    return ended(match, *hands, how=how)


def test_the_losers_write_what_they_hold_and_the_double_blank_is_ten() -> None:
    state = ended(begun("czech_basic"), (), (Tile(0, 0), Tile(1, 3)), (Tile(6, 6),))
    assert (state.scores, state.remembered) == ((0, 14, 12), (0, 0, 0))
    assert state.counted == "Ana went out: Ben 14 points written; Cleo 12 points written"


def test_the_double_blank_may_count_only_as_the_last_tile() -> None:
    match = begun("czech_basic", 2, double_blank="alone")
    assert ended(match, (), (Tile(0, 0), Tile(1, 3))).scores == (0, 4)
    assert dealt(match, (), (Tile(0, 0),)).scores == (0, 14)


@pytest.mark.parametrize(
    ("options", "scores"),
    [
        ({}, (4, 20, 20)),
        ({"lightest": "exempt"}, (0, 20, 20)),
        ({"ryba": "own_to_loser"}, (0, 20, 20)),
        ({"ryba": "all_to_loser"}, (0, 44, 44)),
        ({"ryba": "all_to_loser", "heaviest": "none"}, (0, 0, 0)),
        ({"doubles": "ignored"}, (4, 10, 20)),
    ],
)
def test_a_ryba_is_written_as_the_table_agreed(options: dict[str, Any], scores: tuple[int, ...]) -> None:
    hands = (Tile(1, 3),), (Tile(5, 5), Tile(4, 6)), 20
    assert ended(begun("czech_basic", **options), *hands, how="blocked").scores == scores


def test_a_ryba_with_the_double_does_not_wait_for_it() -> None:
    # 0-1 1-2 2-0: both ends show 0, and of the tiles with a blank only 0-0 is left.
    rules = {"with": GAMES["czech_basic"].rules, "without": GAMES["czech_basic"].with_options(double="without")}
    for double, blocked in (("with", True), ("without", False)):
        match = Match.start(NAMES[:2], replace(rules[double], max_pips=2))
        match.deal(0)
        match.play(Tile(0, 1))
        match.play(Tile(1, 2), (0, Side.END_B))
        assert not match.state.provably_blocked
        state = match.play(Tile(0, 2), (1, Side.END_B))
        assert state.provably_blocked is blocked
        assert ("only 0-0 could still be joined: the deal is blocked" in state.missing) is blocked


def test_small_deals_are_remembered_and_written_with_a_big_one() -> None:
    match = begun("koza")
    state = ended(match, (), 12, 5)
    assert (state.scores, state.remembered) == ((0, 0, 0), (0, 12, 5))
    assert state.counted == (
        "Ana went out: Ben 12 points, remembered with 12 in all; Cleo 5 points, remembered with 5 in all"
    )
    state = dealt(match, (), 13, 12)
    assert (state.scores, state.remembered, state.awarded) == ((0, 25, 0), (0, 0, 17), (0, 25, 0))
    assert "Ben 13 points, 25 written with what was remembered" in state.counted
    match.record(Deal(2))
    match.play(Tile(1, 2))
    state = ended(match, 3, 13, ())
    assert (state.scores, state.remembered) == ((0, 38, 0), (3, 0, 0)), "Cleo won and forgets; Ana remembers"
    assert "remembered: Ana 3, Ben 0, Cleo 0" in describe(match_text(match))


@pytest.mark.parametrize(
    ("options", "scores", "remembered"),
    [
        ({}, (0, 0), (0, 16)),
        ({"flush": "sum"}, (0, 16), (0, 0)),
        ({"threshold": "off"}, (0, 16), (0, 0)),
        ({"until_first": "until_first"}, (0, 0), (0, 16)),
    ],
)
def test_the_memory_is_as_the_table_agreed(
    options: dict[str, Any], scores: tuple[int, ...], remembered: tuple[int, ...]
) -> None:
    match = begun("koza", 2, **options)
    ended(match, (), 8)
    state = dealt(match, (), 8)
    assert (state.scores, state.remembered) == (scores, remembered)


def test_after_the_first_entry_every_deal_may_be_written() -> None:
    match = begun("koza", 2, until_first="until_first")
    ended(match, (), 20)
    assert dealt(match, (), 3).scores == (0, 23)


def test_a_ryba_nobody_wins_makes_nobody_forget() -> None:
    match = begun("koza", 2)
    ended(match, (), 6)
    state = dealt(match, 7, 7, how="blocked")
    assert (state.scores, state.remembered) == ((0, 0), (7, 13))


def test_the_losing_pair_writes_both_hands_and_the_other_nothing() -> None:
    match = begun("team_koza", 4)
    match.record(EndDeal("domino"))
    assert match.state.uncounted == (1, 3), "the winner's partner need not show what is left"
    match.undo()
    state = ended(match, (), 9, 30, 8)
    assert (state.scores, state.deal_end and state.deal_end.side_pips) == ((0, 17), (30, 17))


def test_whoever_passes_the_limit_loses() -> None:
    match = begun("czech_basic")
    assert ended(match, (), 100, 7).phase == "deal over", "100 is not more than 100"
    state = dealt(match, (), 1, 7)
    assert (state.phase, state.losers, state.winner) == ("game over", (1,), None)
    assert match.changes.words == "Ben 100 -> 101; Cleo 7 -> 14; Ben lost the game"
    with pytest.raises(Refused, match="the game is over: Ben has lost it"):
        match.deal()
    assert "Ben lost the game" in describe(match_text(match))
    state = match.record(NextGame())
    assert (state.games, state.scores, state.losers) == ((0, 1, 0), (0, 0, 0), ())
    assert "games lost: Ana 0, Ben 1, Cleo 0" in describe(match_text(match))


def test_of_two_sides_the_one_that_does_not_lose_wins() -> None:
    state = ended(begun("czech_basic", 2), (), 101)
    assert (state.losers, state.winner) == ((1,), 0)


@pytest.mark.parametrize(("option", "losers"), [("all", (0, 1)), ("highest", (1,))])
def test_where_several_pass_the_limit_at_once(option: str, losers: tuple[int, ...]) -> None:
    match = begun("czech_basic", over_limit=option)
    state = ended(match, 101, 102, 4, how="blocked")
    assert state.losers == losers
    match.record(NextGame())
    assert match.state.games == tuple(int(side in losers) for side in range(3))


def test_a_changed_score_takes_the_loss_back() -> None:
    match = begun("koza", 2)
    ended(match, (), 101)
    state = match.record(Adjustment(1, -10, "miscounted"))
    assert (state.phase, state.losers, state.winner, state.scores) == ("deal over", (), None, (0, 91))
    match.correct(len(match.log) - 2, EndDeal("domino", ((), 12)))
    assert (match.state.scores, match.state.remembered) == ((0, -10), (0, 12))


def test_in_goat_the_last_winner_opens_and_of_a_pair_the_lightest_hand() -> None:
    match = begun("koza")
    assert match.state.rules.opening == "lowest_double_then_winner"
    ended(match, (), 4, 5)
    assert next_opener(match.state) == 0
    pairs = begun("team_koza", 4)
    ended(pairs, 9, 3, 9, 2, how="blocked")
    assert next_opener(pairs.state) == 3
    undecided = begun("koza", 2)
    ended(undecided, 3, 3, how="blocked")
    assert next_opener(undecided.state) is None
    assert Match.start(NAMES[:2], GAMES["koza"].rules).deal().missing.startswith("the holder of the lowest double")


def test_a_deal_is_not_opened_with_a_blank() -> None:
    match = Match.start(NAMES[:2], GAMES["koza"].rules)
    match.deal(0)
    with pytest.raises(Refused, match="0-0 may not be the first tile: a deal is not opened with a blank"):
        match.play(Tile(0, 0))
    assert match.play(Tile(0, 1)).layout.placed
    match.undo()
    assert match.play(Tile(0, 0), force=True).layout.placed, "but it is recorded when it was"
    none = Match.start(NAMES[:2], GAMES["koza"].with_options(blank="any_blank"))
    none.deal(0)
    assert none.state.layout.legal_places(Tile(0, 1)) == ()
    assert none.state.layout.legal_places(Tile(1, 1)) == ((None, None),)


def test_a_goat_can_be_joined_in_its_middle_with_what_is_remembered() -> None:
    late = {"scores": (40, 0), "remembered": (0, 12)}
    match = begun("koza", 2, late)
    assert parse_match(match_text(match)).history == match.history
    assert "Remembered: 0, 12" in match_text(match)
    assert ended(match, (), 13).scores == (40, 25)


@pytest.mark.parametrize(
    ("game", "late", "reason"),
    [
        ("koza", {"scores": (101, 0)}, "101 points have lost the game already"),
        ("koza", {"remembered": (1,)}, "2 numbers of remembered points are needed, one a side, not 1"),
        ("koza", {"remembered": (-1, 0)}, "remembered points are 0 or more"),
        ("czech_basic", {"remembered": (0, 1)}, "nothing is remembered in Czech basic: every deal is written"),
    ],
)
def test_a_middle_that_cannot_be_is_refused(game: str, late: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Match.start(NAMES[:2], GAMES[game].rules, **late)


def test_a_double_laid_face_down_has_left_the_hand_and_closes_its_arm() -> None:
    match = Match.start(NAMES[:2], GAMES["osel"].rules)
    match.deal(0)
    match.play(Tile(2, 2))
    match.play(Tile(2, 5), (0, Side.SHORT_1))
    state = match.record(Play(Tile(5, 5), (1, Side.END_B), face_down=True))
    assert sorted(end.value for end in state.layout.open_ends()) == [2, 2, 2]
    with pytest.raises(Refused, match="5-5 cannot be in a hand"):
        ended(match, (), (Tile(5, 5),))
    assert parse_match(match_text(match)).history == match.history
