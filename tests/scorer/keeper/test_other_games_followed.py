"""What the keeper makes of games that are laid and scored otherwise than All Fives."""

from __future__ import annotations

from dataclasses import replace

import pytest
from seen_tables import new_match, view_of

from scorer.events import Deal, Draw, PickUp, Play, TableEvent, TurnOver
from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.keeper.state import KeeperState
from scorer.keeper.writing import account_of
from scorer.layout import Layout
from scorer.match import Match, Refused, State
from scorer.notation import layout_text, parse_layout
from scorer.rules import Rules
from scorer.sides import Side
from scorer.tiles import Tile
from scorer.view import Reach, SeenTile, View

MATADOR = GAMES["matador"].rules


def looks_at(match: Match, count: int = 3) -> View:
    """Return a look at what lies there by the record of another table."""
    return view_of(match.state.layout, seed=count)


def follow(rules: Rules, *plays: Play, players: int = 2) -> tuple[Keeper, Match]:
    """Return a keeper that saw these plays one after the other, and the match as it was really played."""
    truth = new_match(players, rules)
    truth.deal(0)
    keeper = Keeper(new_match(players, rules))
    for count, play in enumerate(plays):
        truth.record(play)
        keeper.look(looks_at(truth, count))
    return keeper, truth


def test_in_matador_doubles_lie_in_the_line() -> None:
    plays = Play(Tile(2, 4)), Play(Tile(5, 5), (0, Side.END_A)), Play(Tile(2, 6), (1, Side.END_B), Side.END_A)
    keeper, truth = follow(MATADOR, *plays)
    assert keeper.state().notice == ""
    assert layout_text(keeper.state().match.layout) == layout_text(truth.state.layout)
    assert [play.tile for play in keeper.state().match.plays] == [play.tile for play in plays]
    assert not any(play.unsure for play in keeper.state().match.plays)


def test_a_matador_across_the_line_passes_on_the_value_before_it() -> None:
    plays = (
        Play(Tile(2, 4)),
        Play(Tile(3, 5), (0, Side.END_B), Side.END_A),
        Play(Tile(1, 6), (1, Side.END_B), Side.LONG_1, across=True),
        Play(Tile(5, 6), (2, Side.LONG_2), Side.END_A),
    )
    keeper, truth = follow(MATADOR, *plays)
    assert keeper.state().notice == ""
    assert [end.value for end in keeper.state().match.layout.open_ends()] == [2, 6]
    assert layout_text(keeper.state().match.layout) == layout_text(truth.state.layout)


def test_a_misread_double_in_matador_is_read_again() -> None:
    keeper, truth = follow(MATADOR, Play(Tile(2, 4)))
    misread = new_match(2, MATADOR)
    misread.deal(0)
    misread.record(Play(Tile(2, 4)))
    misread.record(Play(Tile(4, 5), (0, Side.END_A), Side.END_B))
    keeper.look(looks_at(misread))
    truth.record(Play(Tile(5, 5), (0, Side.END_A)))
    for count in range(6):
        keeper.look(looks_at(truth, count))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["2-4", "5-5"]
    assert keeper.state().notice == ""


def test_where_plays_are_not_followed_none_is_written() -> None:
    keeper = Keeper(new_match(2, GAMES["mexican_train"].rules))
    laid = parse_layout("12-12 12-5")
    assert keeper.look(view_of(laid)) == (Deal(),)
    assert keeper.look(view_of(laid)) == ()
    assert keeper.state().match.phase == "playing"
    assert keeper.state().notice == ""
    keeper.finish_deal("domino", ((), 12), went_out=0)
    assert keeper.look(view_of(laid)) == (), "what still lies there begins no other deal"
    keeper.look(View(0.0))
    assert keeper.look(view_of(laid)) == (Deal(),)


def test_a_draw_that_ends_the_turn_leaves_it_to_the_next() -> None:
    rules = GAMES["classic_hungarian"].with_options(drawn_tile="next_turn")
    keeper, truth = follow(rules, Play(Tile(6, 6)))
    keeper.drew(1)
    truth.record(Draw(1))
    truth.record(Play(Tile(5, 6), (0, Side.LONG_1)))
    keeper.look(looks_at(truth))
    assert [play.player for play in keeper.state().match.plays] == [0, 0]
    turns = [one.turn for one in account_of(truth).between]
    assert [(turn.said, turn.stays) for turn in turns if turn] == [(1, False)]


def test_a_page_is_told_what_is_remembered_and_who_lost() -> None:
    koza = GAMES["koza"].rules
    match = Match.start(["Ana", "Ben"], koza, scores=(95, 40), remembered=(0, 5), turn=1)
    keeper = Keeper(match)
    told = keeper.state().to_json()
    assert told["goal"] == "over 100 loses"
    assert [player["remembered"] for player in told["players"]] == [0, 5]
    assert told["losers"] == []
    truth = new_match(2, koza)
    truth.deal(1)
    truth.record(Play(Tile(1, 1)))
    keeper.look(looks_at(truth))
    keeper.finish_deal("domino", (20, ()), went_out=1)
    told = keeper.state().to_json()
    assert (told["losers"], told["winner"], told["outcome"]) == ([0], 1, "Ana lost the game")


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        ("1-0 0-2 2-1 1-3 3-4 4-1 1-1 1-5 5-6 6-1", "Nothing can be joined any more: the deal is blocked."),
        ("1-0 0-2 2-1 1-3 3-4 4-1 1-5 5-6 6-1", "Only 1-1 could still be joined: the deal is blocked."),
    ],
)
def test_what_could_still_be_joined_in_a_blocked_deal_is_said(layout: str, said: str) -> None:
    match = Match.start(["Ana", "Ben"], GAMES["koza"].rules, layout=layout, turn=0)
    assert KeeperState(1, match.state).to_json()["notice"] == said


FOUR_ARM = GAMES["hungarian_four_arm"].rules
LINE = Play(Tile(6, 6)), Play(Tile(5, 6), (0, Side.LONG_1)), Play(Tile(3, 6), (0, Side.SHORT_1))


def reached(view: View, *seats: int | None) -> View:
    return replace(view, reaches=tuple(Reach(seat, 0.0, 1.0) for seat in seats))


def watched(rules: Rules, *steps: Play | PickUp | TurnOver, players: int = 3, looks: int = 3) -> tuple[Keeper, Match]:
    """Return a keeper that saw these steps one after the other, each after a reach by who did it."""
    truth = new_match(players, rules)
    truth.deal(0)
    keeper = Keeper(new_match(players, rules))
    for count, step in enumerate(steps):
        player = truth.state.turn if step.player is None else step.player
        truth.record(step)
        for again in range(looks):
            seats = () if again else (player,)
            keeper.look(reached(looks_at(truth, count), *seats))
    return keeper, truth


def told(match: Match) -> list[tuple[int, str]]:
    return [(play.player, str(play.tile)) for play in match.state.plays]


def lies(match: State) -> str:
    return layout_text(match.layout)


def test_an_end_tile_taken_into_a_hand_is_on_record_as_that() -> None:
    steps = *LINE, PickUp(1), Play(Tile(2, 6), (0, Side.LONG_1)), Play(Tile(1, 2), (3, Side.END_A))
    keeper, truth = watched(FOUR_ARM, *steps)
    events = [type(entry.event).__name__ for entry in keeper._match.history]
    assert events == ["Start", "Deal", "Play", "Play", "Play", "PickUp", "Play", "Play"]
    assert keeper._match.history[5].event == PickUp(1, 0)
    assert [(play.player, str(play.tile)) for play in keeper.state().match.plays] == told(truth)
    assert lies(keeper.state().match) == lies(truth.state)
    assert keeper.state().notice == ""
    assert account_of(keeper._match).layout == keeper._account.layout, "after a restart it is the same"


def test_the_numbers_of_plays_are_those_of_tiles_that_lie_there() -> None:
    keeper, _ = watched(FOUR_ARM, *LINE, PickUp(1), Play(Tile(2, 6), (0, Side.LONG_1)))
    assert str(keeper.state().match.plays[2].tile) == "2-6"
    keeper.correct(2, tile=Tile(4, 6))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["6-6", "3-6", "4-6"]
    keeper.strike(2)
    assert [str(play.tile) for play in keeper.state().match.plays] == ["6-6", "3-6"]
    assert keeper._match.history[5].event == PickUp(1, 0)


def test_who_withdraws_the_tile_just_laid_takes_nothing_up() -> None:
    keeper, truth = watched(FOUR_ARM, *LINE[:2])
    for count in range(3):
        keeper.look(reached(view_of(truth.history[2].state.layout, seed=count), *(() if count else (1,))))
    assert [entry.event for entry in keeper._match.history if isinstance(entry.event, PickUp)] == []
    assert [str(play.tile) for play in keeper.state().match.plays] == ["6-6"]


def test_a_tile_that_was_only_missed_lies_there_again() -> None:
    keeper, truth = watched(FOUR_ARM, *LINE)
    before = keeper.state().match
    without = truth.state.layout.pick_up(1)
    for count in range(3):
        keeper.look(reached(view_of(without, seed=count), *(() if count else (0,))))
    assert any(isinstance(entry.event, PickUp) for entry in keeper._match.history)
    keeper.look(view_of(truth.state.layout, seed=9))
    assert not any(isinstance(entry.event, PickUp) for entry in keeper._match.history)
    assert keeper.state().match.plays == before.plays


def test_a_tile_taken_up_may_be_laid_again_where_it_lay() -> None:
    rules = GAMES["hungarian_four_arm"].with_options(pick_up="turn_goes_on")
    steps = *LINE, PickUp(1, 0), Play(Tile(5, 6), (0, Side.LONG_1), player=0), Play(Tile(5, 5), (3, Side.END_A))
    keeper, truth = watched(rules, *steps)
    assert [(play.player, str(play.tile)) for play in keeper.state().match.plays] == told(truth)


def test_a_person_says_what_was_taken_up() -> None:
    keeper, truth = watched(FOUR_ARM, *LINE)
    keeper.picked_up(0, Tile(5, 6))
    keeper.look(view_of(truth.state.layout, seed=5))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["6-6", "3-6"]
    truth.record(PickUp(1))
    truth.record(Play(Tile(6, 2), (0, Side.LONG_1)))
    keeper.look(reached(looks_at(truth), 1))
    assert [(play.player, str(play.tile)) for play in keeper.state().match.plays] == told(truth)
    with pytest.raises(Refused, match="1-1 is not on the table"):
        keeper.picked_up(0, Tile(1, 1))
    with pytest.raises(Refused, match="no tile is taken back"):
        watched(MATADOR, Play(Tile(2, 4)))[0].picked_up(0, Tile(2, 4))


def test_a_tile_that_was_gone_for_a_moment_may_have_been_laid_anew() -> None:
    rules = GAMES["hungarian_four_arm"].with_options(pick_up="turn_goes_on")
    keeper, truth = watched(rules, *LINE)
    keeper.look(reached(view_of(truth.state.layout.pick_up(2)), 0))
    keeper.look(reached(view_of(truth.state.layout), 0))
    assert [play.unsure for play in keeper.state().match.plays] == [False, False, True]


def test_a_view_of_special_tiles_is_a_layout() -> None:
    truth = new_match(2, MATADOR)
    truth.deal(0)
    truth.record(Play(Tile(2, 5)))
    truth.record(Play(Tile(5, 5), (0, Side.END_A)))
    truth.record(Play(Tile(1, 6), (0, Side.END_B), Side.LONG_1, across=True))
    truth.record(Play(Tile(3, 5), (2, Side.LONG_2), Side.END_B))
    for seed in range(6):
        seen = looks_at(truth, seed).layout(MATADOR.empty_layout())
        assert sorted(end.value for end in seen.open_ends()) == [3, 5]
    osel = new_match(2, OSEL)
    osel.deal(0)
    for play in CLOSED:
        osel.record(play)
    for seed in range(6):
        seen = backs(looks_at(osel, seed), osel.state.layout).layout(OSEL.empty_layout())
        assert {placed.tile for placed in seen.placed if placed.face_down} == {Tile(5, 5)}


OSEL = GAMES["osel"].rules
CLOSED = Play(Tile(1, 1)), Play(Tile(1, 5), (0, Side.SHORT_1)), Play(Tile(5, 5), (1, Side.END_B), face_down=True)


def backs(view: View, layout: Layout) -> View:
    """Return the view with the tiles that lie face down showing their backs, or without them."""
    down = {placed.tile for placed in layout.placed if placed.face_down}
    tiles = tuple(
        replace(seen, a=0, b=0, probability=0.0, others=(), face_down=True) if Tile(seen.a, seen.b) in down else seen
        for seen in view.tiles
    )
    return replace(view, tiles=tiles)


def test_a_back_at_an_end_is_the_double_that_closes_it() -> None:
    truth = new_match(2, OSEL)
    truth.deal(0)
    keeper = Keeper(new_match(2, OSEL))
    for count, play in enumerate((*CLOSED, Play(Tile(1, 4), (0, Side.LONG_1)))):
        truth.record(play)
        keeper.look(backs(looks_at(truth, count), truth.state.layout))
        assert keeper.look(backs(looks_at(truth, count + 9), truth.state.layout)) == ()
        assert keeper.state().notice == ""
    assert lies(keeper.state().match) == lies(truth.state)
    assert not any(play.unsure for play in keeper.state().match.plays)


def test_a_back_follows_what_the_tile_before_it_is_read_as() -> None:
    truth = new_match(2, OSEL)
    truth.deal(0)
    keeper = Keeper(new_match(2, OSEL))
    for count, play in enumerate(CLOSED):
        truth.record(play)
        view = backs(looks_at(truth, count), truth.state.layout)
        keeper.look(replace(view, tiles=tuple(as_four(seen) for seen in view.tiles)))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["1-1", "1-4", "4-4"]
    for count in range(8):
        keeper.look(backs(looks_at(truth, count), truth.state.layout))
    assert [str(play.tile) for play in keeper.state().match.plays] == ["1-1", "1-5", "5-5"]


def as_four(seen: SeenTile) -> SeenTile:
    if {seen.a, seen.b} != {1, 5}:
        return seen
    return replace(seen, a=min(seen.a, 4), b=min(seen.b, 4), probability=0.9, others=(((seen.a, seen.b), 0.08),))


def test_a_back_in_a_game_without_them_is_no_play() -> None:
    keeper, _ = follow(Rules(), Play(Tile(1, 1)), Play(Tile(1, 5), (0, Side.LONG_1)))
    truth = new_match(2, OSEL)
    truth.deal(0)
    for play in CLOSED:
        truth.record(play)
    assert keeper.look(backs(looks_at(truth), truth.state.layout)) == ()
    assert keeper.state().notice == "A tile lies face down: it is no play."


def test_a_person_says_what_was_laid_face_down_and_no_look_need_show_it() -> None:
    keeper, truth = watched(OSEL, *CLOSED[:2])
    keeper.laid_face_down(2, Tile(5, 5))
    truth.record(CLOSED[2])
    shown = parse_layout("1-1* 1-5", OSEL.empty_layout())
    for count in range(6):
        keeper.look(view_of(shown, seed=count))
    assert keeper.state().notice == ""
    assert [(play.player, str(play.tile)) for play in keeper.state().match.plays] == told(truth)
    assert [end.value for end in keeper.state().match.layout.open_ends()] == [1, 1, 1]
    assert keeper.look(backs(looks_at(truth), truth.state.layout)) == (), "seen at last, it is the same tile"
    with pytest.raises(Refused, match="closes no end"):
        keeper.laid_face_down(0, Tile(6, 6))
    with pytest.raises(Refused, match="only a double"):
        keeper.laid_face_down(0, Tile(1, 6))
    with pytest.raises(Refused, match="no tile is laid face down"):
        follow(MATADOR, Play(Tile(2, 4)))[0].laid_face_down(0, Tile(3, 3))


def test_where_several_ends_are_alike_the_tile_beside_must_be_said() -> None:
    keeper, _ = watched(OSEL, Play(Tile(1, 1)), Play(Tile(1, 5), (0, Side.LONG_1)), Play(Tile(3, 5), (1, Side.END_B)))
    keeper, _ = watched(
        OSEL,
        Play(Tile(1, 1)),
        Play(Tile(1, 5), (0, Side.LONG_1)),
        Play(Tile(1, 3), (0, Side.LONG_2)),
        Play(Tile(3, 5), (2, Side.END_B)),
    )
    with pytest.raises(Refused, match="beside 1-5 or 3-5"):
        keeper.laid_face_down(1, Tile(5, 5))
    keeper.laid_face_down(1, Tile(5, 5), beside=Tile(3, 5))
    assert keeper.state().match.layout.neighbours(4)[Side.LONG_1] == ((3, Side.END_B),)


def test_a_double_turned_over_where_it_lies_closes_its_arm() -> None:
    rules = GAMES["osel"].with_options(face_down="turned_over")
    truth = new_match(3, rules)
    truth.deal(0)
    keeper = Keeper(new_match(3, rules))
    steps: tuple[TableEvent, ...] = (
        Play(Tile(1, 1)),
        Play(Tile(1, 5), (0, Side.SHORT_1)),
        Play(Tile(5, 5), (1, Side.END_B)),
        Play(Tile(1, 4), (0, Side.LONG_1)),
        Play(Tile(1, 6), (0, Side.LONG_2)),
        TurnOver(2),
        Play(Tile(4, 4), (3, Side.END_B)),
    )
    for count, step in enumerate(steps):
        player = truth.state.turn
        truth.record(step)
        keeper.look(reached(backs(looks_at(truth, count), truth.state.layout), player))
        keeper.look(backs(looks_at(truth, count + 1), truth.state.layout))
    assert lies(keeper.state().match) == lies(truth.state)
    assert [(play.player, str(play.tile)) for play in keeper.state().match.plays] == told(truth)
    assert [entry.event for entry in keeper._match.history if isinstance(entry.event, TurnOver)] == [TurnOver(2, 2)]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_who_opens_by_the_hands_is_who_is_seen_to_lay_the_first_tile(seat: int) -> None:
    truth, match = (new_match(3, GAMES["osel"].rules) for _ in range(2))
    truth.deal(seat)
    keeper = Keeper(match)
    keeper.look(View(0.0))
    truth.play(Tile(1, 1))
    keeper.look(replace(looks_at(truth), reaches=(Reach(seat, 0.0, 1.0),)))
    state = keeper.state()
    assert [play.player for play in state.match.plays] == [seat]
    assert state.match.turn == (seat + 1) % 3
    assert state.question is None
    everybody = tuple(Reach(player, 0.0, 1.0) for player in range(3))
    unclear = Keeper(new_match(3, GAMES["osel"].rules))
    unclear.look(replace(looks_at(truth), reaches=everybody))
    assert unclear.state().match.plays, "where everybody reached the deal goes on, too"


def test_the_tile_just_laid_is_taken_up_by_the_next_player_though_who_laid_it_plays_before_that_is_sure() -> None:
    rules = GAMES["hungarian_four_arm"].rules
    truth, match = (new_match(2, rules) for _ in range(2))
    truth.deal(0)
    keeper = Keeper(match)
    steps = (
        Play(Tile(6, 6)),
        Play(Tile(5, 6), (0, Side.LONG_1)),
        Play(Tile(1, 6), (0, Side.SHORT_1)),
        PickUp(2),
        Play(Tile(3, 6), (0, Side.LONG_2)),
        Play(Tile(1, 6), (0, Side.SHORT_1)),
    )
    for step in steps:
        player = truth.state.turn
        truth.record(step)
        keeper.look(reached(looks_at(truth), player))
        keeper.look(reached(looks_at(truth)))
    assert told(match) == told(truth)
    assert [event.player for event in match.events if isinstance(event, PickUp)] == [1]


def test_two_looks_tell_that_a_tile_was_taken_up() -> None:
    rules = GAMES["hungarian_four_arm"].rules
    keeper, truth = watched(rules, *LINE)
    truth.record(PickUp(1))
    keeper.look(reached(looks_at(truth), 0))
    keeper.look(reached(looks_at(truth)))
    assert told(truth) == [(play.player, str(play.tile)) for play in keeper.state().match.plays]
    assert keeper.state().match.turn == truth.state.turn


def test_a_back_that_no_look_shows_since_a_restart_is_not_missed() -> None:
    truth, match = (new_match(2, OSEL) for _ in range(2))
    truth.deal(0)
    keeper = Keeper(match)

    def look(*seats: int, blind: bool) -> None:
        view = backs(looks_at(truth), truth.state.layout)
        if blind:
            kept = [number for number, tile in enumerate(view.tiles) if not tile.face_down]
            joins = (
                replace(join, first=kept.index(join.first), second=kept.index(join.second))
                for join in view.joins
                if {join.first, join.second} <= set(kept)
            )
            view = replace(view, tiles=tuple(view.tiles[number] for number in kept), joins=tuple(joins))
        keeper.look(reached(view, *seats))

    later = Play(Tile(1, 4), (0, Side.SHORT_2)), Play(Tile(4, 6), (3, Side.END_B)), Play(Tile(1, 2), (0, Side.LONG_1))
    for count, step in enumerate((*CLOSED, *later)):
        if count == len(CLOSED):
            keeper = Keeper(Match.fold(match.log))
            match = keeper._match
        player = truth.state.turn
        assert player is not None
        truth.record(step)
        for seats in ((player,), (), ()):
            look(*seats, blind=count >= len(CLOSED))
    assert told(match) == told(truth)
    assert match.state.layout[2].face_down
