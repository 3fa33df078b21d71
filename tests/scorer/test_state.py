"""What a state says: matches joined in their middle, passes, blocked deals, and how deals were counted."""

from dataclasses import replace
from typing import Any

import pytest

from scorer.events import Deal, EndDeal, NextGame, Pass, Play
from scorer.games import ALL_FIVES, FIVES_AND_THREES, MUGGINS, ROMANIAN, SEVEN_ROCKS, Game
from scorer.match import Match, Refused, next_opener
from scorer.sides import Side
from scorer.text.match_text import match_text, parse_match
from scorer.tiles import Tile

NAMES = ("Ana", "Ben", "Cleo", "Dan")
PAIRS = ((0, 2), (1, 3))


def begun(game: Game = ALL_FIVES, players: int = 2, **rules: Any) -> Match:
    match = Match.start(NAMES[:players], replace(game.rules, **rules), PAIRS if players == 4 else None)
    match.deal(0)
    return match


def test_a_match_can_be_joined_in_its_middle() -> None:
    match = Match.start(NAMES[:2], ALL_FIVES.rules, scores=(35, 20), turn=1, layout="6-6 6-4 4-4*(4-1 1-1)(4-5) 4-2")
    state = match.state
    assert (state.phase, state.scores, state.turn, state.deals) == ("playing", (35, 20), 1, 1)
    spinner = state.layout.spinner
    assert spinner is not None
    assert str(state.layout[spinner].tile) == "4-4"
    assert state.end_sum == 12 + 2 + 5 + 2
    end = next(end for end in state.layout.open_ends() if end.value == 2)
    assert match.play(Tile(2, 3), (end.index, end.side)).end_sum == 12 + 2 + 5 + 3
    assert match.pass_turn().passes == 1
    assert match.state.last is not None
    assert (match.state.last.player, match.state.opener) == (1, None)


def test_a_match_joined_between_deals_knows_who_opens() -> None:
    match = Match.start(NAMES[:3], ALL_FIVES.rules, scores=(35, 20, 0), turn=2)
    assert next_opener(match.state) == 2
    assert match.deal().turn == 2


@pytest.mark.parametrize(
    ("late", "reason"),
    [
        ({"scores": (1,)}, "2 scores are needed, one a side, not 1"),
        ({"scores": (260, 0)}, "260 points have won the game already"),
        ({"scores": (-2_000_000, 0)}, "more than any game is worth"),
        ({"sides": ()}, "on one of two or more sides"),
        ({"turn": 2}, "there is no player number 3: 2 are playing"),
        ({"layout": "1-2 3-4"}, "the layout cannot be read: "),
        ({"layout": "7-7"}, "7-7 is not in a set up to 6-6"),
    ],
)
def test_a_middle_that_cannot_be_is_refused(late: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Match.start(NAMES[:2], ALL_FIVES.rules, **late)


@pytest.mark.parametrize(("names", "reason"), [((" ", "B"), "needs a name"), (("A", "A"), "two players are called A")])
def test_players_can_be_told_apart(names: tuple[str, ...], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Match.start(names, ALL_FIVES.rules)


def test_a_domino_nobody_was_seen_to_lay_must_be_said() -> None:
    match = Match.start(NAMES[:2], ALL_FIVES.rules, turn=0, layout="1-2 2-2")
    with pytest.raises(Refused, match="say who went out"):
        match.record(EndDeal("domino", ((), 4)))
    assert match.record(EndDeal("domino", (), 1)).missing == "count Ana's hand"


def test_whoever_was_skipped_when_another_was_seen_to_play_has_passed() -> None:
    match = begun(MUGGINS, 3)
    match.play(Tile(1, 2))
    state = match.record(Play(Tile(2, 3), (0, Side.END_B), player=0, seen=True))
    assert state.last is not None
    assert (state.last.skipped, state.turn) == ((1, 2), 1)
    state = match.record(Play(Tile(3, 4), (1, Side.END_B), player=2))
    assert state.last is not None
    assert state.last.skipped == ()


def test_who_opens_is_who_was_seen_to_open() -> None:
    match = begun(players=3)
    state = match.record(Play(Tile(1, 2), player=2, seen=True))
    assert state.last is not None
    assert (state.opener, state.turn, state.last.skipped) == (2, 0, ())


def test_a_deal_is_provably_blocked_when_no_tile_of_the_set_is_left_for_any_end() -> None:
    match = begun(max_pips=2)
    match.play(Tile(0, 0))
    assert not match.state.provably_blocked
    match.play(Tile(0, 1), (0, Side.LONG_1))
    match.play(Tile(0, 2), (0, Side.LONG_2))
    match.play(Tile(1, 1), (1, Side.END_B))
    match.play(Tile(2, 2), (2, Side.END_B))
    assert not match.state.provably_blocked
    state = match.play(Tile(1, 2), (3, Side.LONG_2))
    assert (state.provably_blocked, state.missing) == (True, "no tile can be joined any more: the deal is blocked")


def test_what_is_missing_to_end_the_deal() -> None:
    match = Match.start(NAMES[:2], ROMANIAN.rules)
    assert match.state.missing == ""
    match.deal()
    assert match.state.missing == (
        "the holder of the highest double opens, without doubles that of the highest tile, with that tile"
    )
    match.play(Tile(6, 6), player=1)
    assert match.state.missing == "somebody goes out, or nobody can play"
    match.pass_turn()
    assert match.pass_turn().missing == "everybody has passed: the deal is blocked unless somebody can draw"
    match.record(EndDeal("blocked"))
    assert match.state.missing == "count the hands of Ana and Ben"
    assert begun().state.missing == "Ana opens"


@pytest.mark.parametrize(
    ("game", "end", "words"),
    [
        (ALL_FIVES, EndDeal("domino", ((), 13)), "Ana went out: 13 pips, 15 points"),
        (ALL_FIVES, EndDeal("domino", ((), 2)), "Ana went out: nobody gets points"),
        (ALL_FIVES, EndDeal("blocked", (8, 21)), "Blocked: Ana wins with 8 pips against 21, 20 points"),
        (ALL_FIVES, EndDeal("blocked", (8, 8)), "Blocked: nobody gets points"),
        (MUGGINS, EndDeal("domino", ((), 3)), "Ana went out: 3 pips, 1 point"),
        (FIVES_AND_THREES, EndDeal("domino"), "Ana went out: 1 point"),
        (FIVES_AND_THREES, EndDeal("blocked"), "Blocked: nobody gets points"),
        (ROMANIAN, EndDeal("blocked", (13, 14)), "Blocked: Ana wins with 13 pips against 14, -3 points"),
        (
            SEVEN_ROCKS,
            EndDeal("domino", ((), 13)),
            "Ana went out: Ana 0 pips, 0 points lost; Ben 13 pips, 15 points lost",
        ),
    ],
)
def test_how_a_deal_was_counted_is_said_in_words(game: Game, end: EndDeal, words: str) -> None:
    match = begun(game)
    assert match.state.counted == ""
    match.play(Tile(1, 6))
    assert match.record(end).counted == words


def test_points_that_would_pass_an_exact_target_are_said_to_be_void() -> None:
    match = begun(exact=True, target=20)
    match.play(Tile(5, 5))
    state = match.record(EndDeal("domino", ((), 13)))
    assert state.counted == "Ana went out: 13 pips, 15 points, void because they would pass 20"
    assert (state.scores, state.awarded, state.phase) == ((10, 0), (0, 0), "deal over")


def test_only_the_hands_that_decide_are_to_be_counted() -> None:
    match = begun(players=4)
    match.play(Tile(1, 2))
    assert match.record(EndDeal("domino")).uncounted == (1, 3)
    match = begun(SEVEN_ROCKS, players=4)
    match.play(Tile(1, 2))
    assert match.record(EndDeal("domino")).uncounted == (1, 2, 3)


def test_pairs_of_the_next_game_start_at_nought_and_the_opener_goes_on() -> None:
    match = begun(players=4, target=20)
    with pytest.raises(Refused, match="not over yet"):
        match.record(NextGame())
    match.play(Tile(1, 2))
    match.record(EndDeal("domino", ((), 9, 9, 9)))
    state = match.record(NextGame())
    assert (state.scores, state.games, state.phase, next_opener(state)) == ((0, 0), (1, 0), "waiting", 1)
    assert match.deal().turn == 1
    with pytest.raises(Refused, match="nobody passes"):
        match.record(Pass())
    with pytest.raises(Refused, match="still being played"):
        match.record(Deal())


def test_hands_that_nobody_can_hold_are_refused() -> None:
    match = begun()
    match.play(Tile(1, 2))
    for end, reason in (
        (EndDeal("domino", ((), -1)), "no hand has -1 pips"),
        (EndDeal("domino", ((), 169)), "no hand has 169 pips"),
        (EndDeal("domino", ((), (Tile(7, 7),))), "7-7 is not in a set"),
        (EndDeal("domino", ((), (Tile(1, 1),)), None, (Tile(1, 1),)), "1-1 cannot be in a hand"),
        (EndDeal("blocked", ((), 4), 0), "is not blocked"),
        (EndDeal("domino", (3, None)), "who went out has no tiles left"),
    ):
        with pytest.raises(Refused, match=reason):
            match.record(end)


def test_a_name_may_have_joined_letters_but_not_be_another_one_in_disguise() -> None:
    family, joined = "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u0646\u200c\u0627"
    match = Match.start((family, joined), ALL_FIVES.rules)
    assert parse_match(match_text(match)).state.players == (family, joined)
    for names in (("Ana", "\u200d"), ("Ana", "Ana\u200d"), ("Ana", "Ben\u202e")):
        with pytest.raises(Refused, match=r"name that can be read|tell them apart"):
            Match.start(names, ALL_FIVES.rules)
