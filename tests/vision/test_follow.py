"""A keeper that follows a drawn table: seats are learned, hands counted, the next deal begins."""

from collections.abc import Callable, Iterable

import pytest
from played import NAMES, Eyes, Played, Shots

from datasets.arrangements import Lying
from datasets.film_table import Shot
from datasets.films import moments
from datasets.script import write_script
from scorer.events import Event
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.state import State
from scorer.store import StoreFull
from scorer.tiles import Tile
from scorer.view import Reach, SeenTile, View
from vision.ending import Ending
from vision.follow import NOT_CLEAR, Follower, SeatLearner, is_worth_telling
from vision.loop import STOPPED


def test_seats_are_learned_from_the_first_round() -> None:
    learner = SeatLearner(3)
    assert [learner.played(turn, side) for turn, side in enumerate(("left", "top", "right"))] == [0, 1, 2]
    assert learner.seats == {"left": 0, "top": 1, "right": 2}


def test_who_passes_in_the_first_round_is_learned_later() -> None:
    learner = SeatLearner(3)
    assert learner.played(0, "left") == 0
    assert learner.played(1, "left") == 0, "both others have passed"
    assert learner.played(1, "top") == 1
    assert learner.played(0, "bottom") == 2, "nobody else is left"


def test_a_deal_does_not_begin_with_what_nobody_laid_and_is_badly_read() -> None:
    corners = ((0.0, 0.0),) * 4
    sure, doubtful = (SeenTile(1, 2, chance, corners, (0.0, 0.0), 0.0) for chance in (0.99, 0.7))
    match = Match.start(("Ana", "Ben"), ALL_FIVES.rules)
    reaches = (Reach(0, 0.0, 1.0),)
    assert not is_worth_telling(View(1.0, (doubtful,)), match.state, True)
    assert is_worth_telling(View(1.0, (sure,)), match.state, True), "the program may be started in mid-deal"
    assert is_worth_telling(View(1.0, (doubtful,), reaches=reaches), match.state, True)
    assert not is_worth_telling(View(1.0, (sure,), reaches=reaches), match.state, False), "this is a back, or a card"
    assert is_worth_telling(View(1.0), match.state, False)
    match.deal(0)
    assert not is_worth_telling(View(1.0, (doubtful,)), match.state, True)
    match.play(Tile(1, 2))
    assert is_worth_telling(View(1.0, (doubtful,)), match.state, False)


def follow(table: Played, *actions: Iterable[Shot]) -> Follower:
    """Let a keeper watch what happens without being told who sits where."""
    shots = [shot for action in actions for shot in action]
    follower = Follower(Shots(shots, table.eyes), table.eyes, table.keeper, paced=False)  # type: ignore[arg-type]
    follower.run()
    return follower


def test_nobody_needs_to_say_who_sits_where() -> None:
    table = Played(sides=("left", "right"))
    follower = follow(table, table.opening(), table.lay(0, 1, 2))
    assert follower.watcher.seats == {"left": 0, "right": 1}
    assert table.is_right(3)
    assert not table.is_in_doubt()


def test_views_wait_while_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Played()
    look: Callable[[View], tuple[Event, ...]] = table.keeper.look
    views: list[View] = []

    def full(view: View) -> tuple[Event, ...]:
        views.append(view)
        if 2 <= len(views) <= 4:
            raise StoreFull("the disk is full: make room")
        return look(view)

    monkeypatch.setattr(table.keeper, "look", full)
    follower = follow(table, table.opening(), table.lay(0, 1, 2))
    assert table.is_right(3)
    assert follower.watcher.trouble == ""
    assert len(set(views)) < len(views), "views are shown again"


def test_a_full_disk_at_the_end_of_a_deal_is_told_and_the_count_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Played()
    tries: list[float] = []
    told: list[str] = []

    def still(_ending: Ending, time: float) -> None:
        told.append(follower.watcher.status())
        tries.append(time)
        if len(tries) <= 2:
            raise StoreFull("the disk is full: make room")

    monkeypatch.setattr(Ending, "still", still)
    shots = [*table.opening(), *table.director.wait(3.0)]
    follower = Follower(Shots(shots, table.eyes), table.eyes, table.keeper, paced=False)  # type: ignore[arg-type]
    follower.run()
    assert told[1:3] == ["the disk is full: make room"] * 2
    assert "full" not in told[3]
    assert tries[1] - tries[0] >= 1 <= tries[2] - tries[1], "not with every frame"


def test_what_the_disk_did_not_take_is_written_though_nothing_moves_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Played()
    look = table.keeper.look
    failed: list[View] = []

    def full(view: View) -> tuple[Event, ...]:
        if view.tiles and len(failed) < 4:
            failed.append(view)
            raise StoreFull("the disk is full: make room")
        return look(view)

    monkeypatch.setattr(table.keeper, "look", full)
    follower = follow(table, table.opening(), table.lay(0), table.director.wait(5.0))
    assert table.is_right(1)
    assert follower.watcher.trouble == ""


def test_a_watcher_that_breaks_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object, _time: float) -> None:
        raise RuntimeError("nobody thought of this")

    monkeypatch.setattr(Ending, "still", broken)
    table = Played()
    shots = Shots(table.opening(), table.eyes)
    follower = Follower(shots, table.eyes, table.keeper, paced=False)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        follower.run()
    assert follower.watcher.status() == STOPPED


def test_hands_that_were_not_clearly_seen_are_told_of_and_are_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ending, "is_unclear", True)
    table = Played()
    follower = follow(table, table.opening(), table.lay(0))
    assert follower.watcher.trouble == ""
    assert follower.watcher.status() == NOT_CLEAR


@pytest.mark.parametrize("seed", [1])
def test_a_whole_match_is_followed_without_being_touched(seed: int) -> None:
    script = write_script(seed)
    sides = script.stage.sides
    eyes = Eyes(script.stage)
    keeper = Keeper(Match.start(NAMES[: len(sides)], ALL_FIVES.rules))
    deals: dict[int, State] = {}

    def noted() -> Iterable[Shot]:
        for moment in moments(script):
            yield moment.shot
            match = keeper.state().match
            if match.plays:
                deals[match.deals] = match

    seats = {side: player for player, side in enumerate(sides)}
    Follower(Shots(noted(), eyes), eyes, keeper, paced=False, seats=seats).run()  # type: ignore[arg-type]
    assert len(deals) == len(script.deals)
    for deal, found in zip(script.deals, deals.values(), strict=True):
        true = [(play.player, play.tile, play.points) for play in deal.plays]
        assert [(play.player, play.tile, play.points) for play in found.plays] == true
        for player, hand in enumerate(deal.hands):
            counted = found.hands[player]
            assert isinstance(counted, tuple)
            assert sorted(counted) == sorted(hand)
    ends = [deal.count().awards for deal in script.deals]
    points = [
        sum(deal.points[player] + awards[player] for deal, awards in zip(script.deals, ends, strict=True))
        for player in range(len(sides))
    ]
    assert list(keeper.state().match.scores) == points


def test_hands_laid_open_beside_the_layout_in_parts_are_counted() -> None:
    table = Played(plays=3)
    table.watch(table.opening(), table.lay(0, 1, 2))
    director, stage = table.director, table.stage
    x, y = table.tiles[2].x, table.tiles[2].y - 3.2
    beside = [Lying(x + 1.4 * number, y, 90.0, 6, 6 - number) for number in range(2)]
    shots = list(director.misplace("top", beside[0])) + list(director.wait(0.4))
    shots += list(director.misplace("top", beside[1])) + list(director.wait(0.4))
    follower = Follower(
        Shots([*table.director.wait(0.2), *shots], table.eyes),
        table.eyes,  # type: ignore[arg-type]
        table.keeper,
        paced=False,
        seats={"bottom": 0, "top": 1},
    )
    follower.run()
    assert stage.sides == ("bottom", "top")
    assert follower.watcher.apart == 2
    assert len(follower.watcher.hands()[1].tiles) == 2
