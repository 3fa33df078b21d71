"""The end of a deal in games whose end tiles are taken back into hands."""

from scorer.events import PickUp, Play
from scorer.games.hungarian import HUNGARIAN_FOUR_ARM
from scorer.match import Match, State
from scorer.sides import Side
from scorer.tiles import Tile
from vision.ending import Ended, ended, fewest_shown
from vision.hands import ShownHand


def after_taking_back() -> State:
    """Ana, who was dealt three tiles, has laid all of them, and Ben took one of those into his hand."""
    match = Match.start(("Ana", "Ben"), HUNGARIAN_FOUR_ARM.rules)
    match.deal(0)
    for step in (
        Play(Tile(6, 6)),
        Play(Tile(5, 6), (0, Side.LONG_1)),
        Play(Tile(4, 6), (0, Side.LONG_2)),
        PickUp(2),
        Play(Tile(3, 6), (0, Side.LONG_2)),
    ):
        match.record(step)
    return match.state


def test_who_has_laid_all_tiles_went_out_though_one_of_them_was_taken_back() -> None:
    state = after_taking_back()
    left = (Tile(1, 1), Tile(1, 2), Tile(4, 6))
    assert fewest_shown(state, 3) == 1
    assert ended(state, {1: ShownHand(left, sure=True)}, dealt=3) == Ended("domino", ((), left), 0)
    assert ended(state, {1: ShownHand(left, sure=True)}, dealt=7) is None
