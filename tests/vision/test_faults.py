"""What goes wrong at tables: afterwards the score is right, or a question is open; never silently wrong."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from played import Played, altered

from datasets.arrangements import Lying
from datasets.film_table import RATE, Shot
from datasets.truth import lay_out
from scorer.sides import Side
from scorer.tiles import Tile
from vision.pictures import Picture


def instead(table: Played, play: int, *, fits: bool) -> Lying:
    """Another tile of the same hand, where it would lie."""
    before, rack = table.deal.plays[play - 1].layout, table.director.racks[table.side(play)]
    played = {one.tile for one in table.deal.plays[: play + 1]}
    for a, b in rack:
        tile = Tile(a, b)
        places = before.legal_places(tile)
        if tile in played or tile.is_double or bool(places) != fits:
            continue
        end = before.open_ends()[0]
        at, join = places[0] if fits else ((end.index, end.side), Side.END_A)
        return lay_out(before.place(tile, at, join, force=not fits), table.stage.room)[-1]
    raise AssertionError("take another seed")


def blank(picture: Picture) -> Picture:
    """Something lies on the lens."""
    return np.clip(np.random.default_rng(picture[0, 0, 0]).normal(90, 2, picture.shape), 0, 255).astype(np.uint8)


def test_plays_are_followed() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1, 2, 3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_camera_is_unplugged_for_ten_seconds_in_mid_play(seed: int) -> None:
    table = Played(seed)
    table.watch(table.opening(), table.lay(0, 1))
    at = table.frames + 8  # the arm is over the table
    table.watch(table.lay(2), table.director.wait(10), table.lay(3), lost=range(at, at + 150))
    assert table.is_right(4) or table.is_in_doubt()
    assert len(table.keeper.state().match.plays) == 4


def test_the_camera_is_unplugged_while_nobody_plays() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1))
    at = table.frames
    table.watch(table.director.wait(10), table.lay(2, 3), lost=range(at, at + 149))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def test_the_lamp_goes_off_and_on() -> None:
    table = Played()
    director = table.director
    table.watch(table.opening(), table.lay(0, 1), director.switch(0.06), director.wait(2), director.switch(1.0))
    assert table.is_right(2)
    table.watch(director.wait(0.5), table.lay(2), director.switch(0.7), director.wait(0.5), table.lay(3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def shadow(shots: Iterable[Shot]) -> Iterator[Shot]:
    """Somebody leans over the table: a soft shadow passes over all of it."""
    for step, shot in enumerate(shots):
        across = np.linspace(0, 1, shot.picture.shape[1])
        dark = 1 - 0.45 * np.exp(-(((across - step / 25) / 0.18) ** 2))
        yield replace(shot, picture=np.asarray(shot.picture * dark[None, :, None], np.uint8))


@pytest.mark.parametrize("what", ["cup", "insect", "cat", "exposure", "shadow"])
def test_what_is_no_play_scores_nothing(what: str) -> None:
    table = Played()
    director = table.director
    happens = {
        "cup": lambda: director.push_in("left", 220, 60),
        "insect": lambda: director.insect(1.5),
        "cat": lambda: director.cat("left"),
        "exposure": lambda: director.switch(1.25, 20),
        "shadow": lambda: shadow(director.wait(2)),
    }
    table.watch(table.opening(), table.lay(0, 1), happens[what](), director.wait(1))
    assert table.is_right(2)
    assert not table.is_in_doubt()
    table.watch(table.lay(2, 3))
    assert table.is_right(4)


def test_the_tiles_are_washed_before_anybody_has_counted() -> None:
    table, other = Played(plays=5), Played(2, plays=3)
    director, before = table.director, []

    def next_deal() -> Iterator[Shot]:
        before.append(table.is_right(5))
        director.deal([[(tile.low, tile.high) for tile in hand] for hand in other.deal.dealt], [])
        yield from director.wait(0.6)
        for play in range(3):
            yield from director.lay(other.side(play), other.tiles[play])
            yield from director.wait(0.4)

    table.watch(table.opening(), table.lay(0, 1, 2, 3, 4), director.wash(table.sides), director.wait(0.6), next_deal())
    assert before == [True], "washing changes nothing"
    match = table.keeper.state().match
    assert match.deals == 2
    assert [play.tile for play in match.plays] == [play.tile for play in other.deal.plays[:3]]


def test_somebody_bumps_into_the_table() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1), table.director.bump(0.5, 0.4, 3), table.lay(2, 3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def test_the_camera_is_nudged() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1), table.director.nudge(64, 36, 1), table.lay(2, 3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def test_an_arm_rests_on_the_table_for_a_minute() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1))
    # Every fourth frame is enough to see that nothing moves.
    resting = {table.frames + number for number in range(60 * RATE) if number % 4}
    table.watch(table.director.rest_arm("bottom", 60), lost=resting)
    table.watch(table.lay(2, 3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def test_a_tile_under_an_arm_that_rests_lies_there_still() -> None:
    table = Played()
    director = table.director
    table.watch(table.opening(), table.lay(0, 1, 2), director.rest_arm("top", 6), director.rest_arm("bottom", 6))
    assert table.is_right(3)
    table.watch(table.lay(3))
    assert table.is_right(4)


def test_a_tile_is_taken_back_and_another_laid() -> None:
    table = Played()
    director, side = table.director, table.side(2)
    wrong = instead(table, 2, fits=True)
    table.watch(table.opening(), table.lay(0, 1), director.misplace(side, wrong), director.wait(1))
    table.watch(director.take_back(side, wrong), director.wait(0.6), table.lay(2, 3))
    assert table.is_right(4)


def test_a_tile_is_exchanged_in_one_reach() -> None:
    table = Played()
    director, side = table.director, table.side(2)
    wrong = instead(table, 2, fits=True)
    table.watch(table.opening(), table.lay(0, 1), director.misplace(side, wrong), director.wait(1))
    table.watch(director.exchange(side, wrong, table.tiles[2]), director.wait(0.5), table.lay(3))
    assert table.is_right(4) or table.is_in_doubt()


def test_two_plays_while_the_view_is_blocked() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1), altered(table.lay(2, 3), blank), table.director.wait(1))
    assert len(table.keeper.state().match.plays) == 4
    assert table.is_right(4) or table.is_in_doubt()


def test_a_tile_is_misplaced() -> None:
    table = Played()
    director, side = table.director, table.side(2)
    wrong = instead(table, 2, fits=False)
    table.watch(table.opening(), table.lay(0, 1), director.misplace(side, wrong), director.wait(1))
    assert table.is_in_doubt(), "a tile that does not fit is reported"
    table.watch(director.take_back(side, wrong), director.wait(0.6), table.lay(2, 3))
    assert table.is_right(4)


def test_a_child_spreads_the_tiles_and_they_are_laid_again() -> None:
    table = Played(plays=5)
    director = table.director
    table.watch(table.opening(), table.lay(0, 1, 2))
    before, spread = list(table.tiles[:3]), table.director.stage.hand_row("bottom", [])
    for index, tile in enumerate(before):
        spread.append(type(tile)(8.0 - 7 * index, -4.0 + 3 * (index % 2), 40.0 + 70 * index, tile.a, tile.b))
    table.watch(director.spread(spread, "top"), director.wait(2))
    assert table.is_right(3) or table.is_in_doubt()
    table.watch(director.put_back(before, "bottom"), director.wait(1), table.lay(3, 4))
    assert table.is_right(5) or table.is_in_doubt()


def test_the_program_is_started_anew_in_mid_deal() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1))
    table.restart()
    table.watch(table.director.wait(0.5), table.lay(2))
    table.restart()
    table.watch(table.lay(3))
    assert table.is_right(4)
    assert not table.is_in_doubt()


def test_a_line_leaves_the_picture() -> None:
    table = Played()
    table.watch(table.opening(), table.lay(0, 1, 2))
    x = float(table.stage.quad(table.tiles[2])[:, 0].mean())
    # The camera is turned until the tile laid last is at the edge, and the next one outside.
    table.watch(table.director.nudge(30 - x, 0), table.director.wait(0.5))
    assert table.is_right(3)
    table.watch(table.lay(3))
    assert table.is_right(4) or table.is_in_doubt()
