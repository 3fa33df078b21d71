"""Hands laid open at the end of a deal: whose they are, and when a deal is over."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from scorer.games import ALL_FIVES
from scorer.keeper import Keeper, KeeperState
from scorer.match import Match, State
from scorer.store import StoreFull
from scorer.tiles import Tile
from vision.ending import Ended, Ending, ended, fewest_shown
from vision.explain import Explanation, explain
from vision.hands import Aside, ShownHand, in_rows, shown_hands
from vision.sightings import Sighting

SIZE = (1280, 720)
SEATS = {"bottom": 0, "top": 1}


def sighting(x: float, y: float, a: int, b: int, sure: float = 0.99, upright: bool = False) -> Sighting:
    along, across = (np.array([0, 30]), np.array([15, 0])) if upright else (np.array([30, 0]), np.array([0, -15]))
    centre = np.array([x, y])
    quad = [centre - along - across, centre - along + across, centre + along + across, centre + along - across]
    pips = np.full((2, 13), np.log((1 - sure) / 12), np.float32)
    pips[0, a] = pips[1, b] = np.log(sure)
    return Sighting(np.array(quad, np.float32), pips, 0.97)


LAYOUT = [sighting(600, 360, 1, 2), sighting(661, 360, 2, 3), sighting(722, 360, 3, 4)]


def seen(*apart: Sighting) -> Explanation:
    explanation = explain([*LAYOUT, *apart], *SIZE, 6)
    assert len(explanation.layout) == 3
    return explanation


def test_a_hand_belongs_to_whom_it_lies_nearest_to() -> None:
    apart = [sighting(400, 640, 5, 6), sighting(500, 640, 0, 1), sighting(700, 80, 6, 6)]
    hands = shown_hands(seen(*apart), SIZE, SEATS)
    assert {player: set(hand.tiles) for player, hand in hands.items()} == {
        0: {Tile(5, 6), Tile(0, 1)},
        1: {Tile(6, 6)},
    }
    assert all(hand.sure for hand in hands.values())
    four = {"bottom": 0, "left": 1, "top": 2, "right": 3}
    sides = [sighting(90, 500, 0, 0), sighting(1200, 200, 5, 5)]
    assert set(shown_hands(seen(*sides), SIZE, four)) == {1, 3}
    assert shown_hands(seen(*sides), SIZE, {}) == {}


def test_what_lay_there_during_the_deal_is_no_hand() -> None:
    aside, back = Aside(), sighting(200, 100, 0, 0)
    assert not aside.holds(back.quad)
    aside.look(seen(back), [*LAYOUT, back])
    assert not aside.holds(back.quad), "it may have come with the last tile"
    aside.look(seen(back), [*LAYOUT, back])
    assert aside.holds(back.quad)
    hand = sighting(500, 80, 5, 6)
    left = aside.without(seen(back, hand), [*LAYOUT, back, hand])
    assert shown_hands(seen(*left[3:]), SIZE, SEATS)[1].tiles == (Tile(5, 6),)


def test_a_back_in_the_boneyard_does_not_pass_for_the_double_blank_of_a_hand() -> None:
    aside, backs = Aside(), [replace(sighting(200 + 80 * number, 100, 0, 0), score=0.98) for number in range(3)]
    hand = [sighting(600, 80, 0, 0, upright=True), sighting(640, 80, 5, 6, upright=True)]
    for _ in range(2):
        aside.look(seen(*backs), [*LAYOUT, *backs])
    now = [*LAYOUT, *backs, *hand]
    shown = shown_hands(explain(aside.without(seen(), now), *SIZE, 6), SIZE, SEATS)
    assert set(shown[1].tiles) == {Tile(0, 0), Tile(5, 6)}
    assert shown[1].sure


def test_what_lies_in_a_row_with_open_tiles_is_likely_one() -> None:
    open_tiles = [sighting(500 + 40 * number, 640, 5, number, upright=True) for number in (0, 1, 3)]
    faint = replace(sighting(580, 640, 0, 0, upright=True), score=0.4)
    fainter, alone = replace(faint, score=0.22), replace(sighting(900, 640, 1, 1, upright=True), score=0.4)
    now = [*LAYOUT, *open_tiles, faint, alone]
    shown = shown_hands(explain(in_rows(seen(), now), *SIZE, 6), SIZE, SEATS)
    assert set(shown[0].tiles) == {Tile(5, 0), Tile(5, 1), Tile(5, 3), Tile(0, 0)}
    assert shown[0].sure
    now[-2] = fainter
    assert not shown_hands(explain(in_rows(seen(), now), *SIZE, 6), SIZE, SEATS)[0].sure, "a person must look"


def test_a_tile_of_the_layout_that_lay_apart_at_first_is_a_part_of_it() -> None:
    aside, last = Aside(), LAYOUT[2]
    for _ in range(2):
        aside.look(explain(LAYOUT[:2], *SIZE, 6), LAYOUT)
    assert aside.holds(last.quad)
    assert aside.without(seen(), LAYOUT) == LAYOUT


@pytest.mark.parametrize("shift", [(0.0, 0.0), (40.0, -24.0)])
def test_what_lies_aside_is_known_again_after_the_camera_was_pushed(shift: tuple[float, float]) -> None:
    aside, back = Aside(), sighting(200, 100, 0, 0)
    for _ in range(2):
        aside.look(seen(back), [*LAYOUT, back])
    moved = [replace(one, quad=one.quad + np.array(shift, np.float32)) for one in (*LAYOUT, back)]
    aside.follow(seen(back), explain(moved, *SIZE, 6))
    assert aside.holds(moved[-1].quad)
    assert not aside.holds(back.quad) or shift == (0.0, 0.0)


def test_a_tile_that_is_in_the_layout_or_read_badly_makes_a_hand_unsure() -> None:
    assert not shown_hands(seen(sighting(400, 640, 5, 6, sure=0.6)), SIZE, SEATS)[0].sure
    twice = shown_hands(seen(sighting(400, 640, 5, 6), sighting(400, 80, 5, 6)), SIZE, SEATS)
    assert not all(hand.sure for hand in twice.values())


def test_a_tile_in_doubt_is_none_of_those_that_lie_elsewhere() -> None:
    doubtful = sighting(400, 640, 2, 5)
    for pips, chance in ((3, 0.4), (5, 0.55)):
        doubtful.pips[1, pips] = np.log(chance)
    hands = shown_hands(seen(doubtful), SIZE, SEATS)
    assert hands[0].tiles == (Tile(2, 5),)
    assert hands[0].sure, "2-3 lies in the layout"
    doubtful.pips[1, 4] = np.log(0.4)
    doubtful.pips[1, 3] = np.log(0.01)
    assert not shown_hands(seen(doubtful), SIZE, SEATS)[0].sure


def hand(*tiles: tuple[int, int], sure: bool = True) -> ShownHand:
    return ShownHand(tuple(Tile(*tile) for tile in tiles), sure)


def state(plays: int) -> State:
    """After so many plays of two players, 5-5 first."""
    match = Match.start(("Ana", "Ben"), ALL_FIVES.rules)
    match.deal(0)
    for tile in [(5, 5), (5, 6), (6, 4), (4, 3), (3, 2), (2, 1), (1, 0)][:plays]:
        layout = match.state.layout
        at, join = layout.legal_places(Tile(*tile))[0]
        match.play(Tile(*tile), at, join)
    return match.state


def test_a_deal_is_over_when_all_but_the_last_player_lay_their_tiles_open() -> None:
    out = replace(state(5))
    assert ended(out, {1: hand((0, 0), (0, 6))}, dealt=3) == Ended("domino", ((), (Tile(0, 0), Tile(0, 6))), 0)
    assert ended(out, {0: hand((0, 0))}, dealt=3) is None, "who laid the last tile has none"
    assert ended(out, {1: hand((0, 0), sure=False)}, dealt=3) is None
    assert ended(out, {1: hand((5, 5))}, dealt=3) is None, "5-5 lies in the layout"
    assert ended(out, {1: hand((0, 0))}, dealt=4) is None, "nobody has laid four tiles yet"
    assert ended(state(3), {1: hand((0, 0))}, dealt=2) == Ended("domino", ((), (Tile(0, 0),)), 0)
    assert ended(state(3), {1: hand((0, 0))}, dealt=7) is None


def test_what_may_be_the_double_blank_alone_counts_where_the_deal_could_not_have_ended_without() -> None:
    perhaps, out = hand((0, 0), sure=False), state(5)
    shown = {1: hand((0, 6))}
    assert ended(out, {**shown, 0: perhaps}, dealt=3) == Ended("domino", ((), (Tile(0, 6),)), 0)
    assert ended(out, {1: perhaps}, dealt=3) is None
    assert ended(out, {1: perhaps}, dealt=3, likeliest=True) == Ended("domino", ((), (Tile(0, 0),)), 0)


def test_a_deal_is_blocked_when_nobody_can_play_what_lies_open() -> None:
    blocked = state(5)  # its ends are 5 and 2, and 5-5 is the spinner
    shown = {0: hand((0, 0)), 1: hand((0, 1), (3, 3))}
    assert ended(blocked, shown, dealt=3) == Ended("blocked", ((Tile(0, 0),), (Tile(0, 1), Tile(3, 3))), None)
    assert ended(blocked, {0: hand((0, 0)), 1: hand((0, 2))}, dealt=3) is None, "0-2 can be played"


def test_nobodys_tiles_are_looked_at_before_the_deal_can_be_over() -> None:
    assert fewest_shown(state(0), 7) is None
    assert fewest_shown(state(2), 7) == 12 - 1, "the double blank may lie there unseen"
    assert fewest_shown(state(5), 3) == 1


@pytest.fixture
def keeper() -> Keeper:
    match = Match.start(("Ana", "Ben"), ALL_FIVES.rules)
    match.deal(0)
    tiles = [(5, 5), (5, 6), (6, 4), (4, 3), (3, 2), (2, 1), (1, 1), (1, 4), (4, 4), (4, 0), (0, 0), (0, 6), (6, 6)]
    for tile in map(Tile, *zip(*tiles, strict=True)):
        at, join = match.state.layout.legal_places(tile)[0]
        match.play(tile, at, join)
    return Keeper(match)


class Shown:
    def __init__(self) -> None:
        self.hands: dict[int, ShownHand] = {}
        self.asked = 0
        self.meanwhile: Callable[[], object] = lambda: None

    def __call__(self) -> dict[int, ShownHand]:
        self.asked += 1
        self.meanwhile()
        return self.hands


def test_hands_are_counted_when_nothing_moves_any_more(keeper: Keeper) -> None:
    shown = Shown()
    ending = Ending(keeper, shown)
    before = keeper.state().match
    assert before.plays[-1].player == 0
    ending.looked(0, 10.0)
    ending.still(13.0)
    assert shown.asked == 0, "no tile lies apart"
    shown.hands = {1: hand((2, 2), (2, 4))}
    ending.looked(2, 20.0)
    ending.still(21.0)
    assert keeper.state().match.phase == "playing"
    ending.still(22.1)
    match = keeper.state().match
    assert match.phase == "deal over"
    assert match.hands[1] == (Tile(2, 2), Tile(2, 4))
    assert match.scores[0] == before.scores[0] + 10
    ending.still(30.0)
    assert shown.asked == 1
    assert not ending.is_unclear


def test_a_hand_that_is_badly_read_is_counted_a_little_later_and_somebody_is_told(keeper: Keeper) -> None:
    shown = Shown()
    ending = Ending(keeper, shown)
    shown.hands = {1: hand((2, 2), (2, 4), sure=False)}
    ending.looked(2, 20.0)
    ending.still(22.1)
    ending.still(23.0)
    assert keeper.state().match.phase == "playing"
    ending.still(23.6)
    assert keeper.state().match.phase == "deal over"
    assert ending.is_unclear


def counted_and_more_laid(keeper: Keeper) -> tuple[Shown, Ending, tuple[int, ...]]:
    """Somebody lays more tiles open after the deal was counted; the scores then."""
    shown = Shown()
    ending = Ending(keeper, shown)
    shown.hands = {1: hand((2, 2))}
    ending.looked(1, 20.0)
    ending.still(23.0)
    shown.hands = {1: hand((2, 2), (3, 6), (2, 6))}
    return shown, ending, keeper.state().match.scores


def test_a_hand_that_is_laid_open_in_two_parts_is_counted_as_a_whole(keeper: Keeper) -> None:
    _, ending, scores = counted_and_more_laid(keeper)
    ending.looked(3, 24.0)
    ending.still(27.0)
    match = keeper.state().match
    assert match.hands[1] == (Tile(2, 2), Tile(3, 6), Tile(2, 6))
    assert match.scores[0] == scores[0] + 15


def test_what_somebody_changes_while_more_tiles_are_read_stays(keeper: Keeper) -> None:
    shown, ending, scores = counted_and_more_laid(keeper)
    shown.meanwhile = lambda: keeper.adjust(1, 5, "miscounted")
    ending.looked(3, 24.0)
    ending.still(27.0)
    match = keeper.state().match
    assert match.scores == (scores[0], scores[1] + 5)
    assert match.hands[1] == (Tile(2, 2),)


def test_a_deal_whose_record_changes_while_the_hands_are_read_is_counted_by_what_it_is_then(keeper: Keeper) -> None:
    shown = Shown()
    ending = Ending(keeper, shown)
    shown.hands = {1: hand((2, 2), (2, 4))}
    shown.meanwhile = lambda: keeper.undo() if shown.asked == 1 else None
    ending.looked(2, 20.0)
    ending.still(22.1)
    assert keeper.state().match.phase == "playing"
    keeper.redo()
    ending.still(22.2)
    assert keeper.state().match.phase == "deal over"


def test_a_count_that_the_disk_does_not_take_is_tried_again(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = Shown()
    ending = Ending(keeper, shown)

    def full(*_: object, **__: object) -> KeeperState:
        raise StoreFull("the disk is full: make room")

    for hands, count in (hand((2, 2)), "finish_deal"), (hand((2, 2), (3, 6)), "count_again"):
        shown.hands = {1: hands}
        ending.looked(len(hands.tiles), 20.0)
        with monkeypatch.context() as disk:
            disk.setattr(keeper, count, full)
            with pytest.raises(StoreFull):
                ending.still(23.0)
        ending.still(23.1)
        assert keeper.state().match.hands[1] == hands.tiles


def test_a_count_that_somebody_took_back_is_theirs_until_another_tile_is_laid(keeper: Keeper) -> None:
    shown = Shown()
    ending = Ending(keeper, shown)
    shown.hands = {1: hand((2, 2))}
    ending.looked(1, 20.0)
    ending.still(23.0)
    keeper.undo()
    ending.looked(1, 24.0)
    ending.still(30.0)
    assert keeper.state().match.phase == "playing"
