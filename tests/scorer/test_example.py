"""Worked examples of all games."""

import pytest

from scorer.example import example
from scorer.games import GAMES


@pytest.mark.parametrize("key", GAMES)
def test_every_game_has_an_example_that_tells_how_it_is_scored(key: str) -> None:
    game = GAMES[key]
    before, after = example(game)
    assert (before, after) == example(game)
    assert after.deal_end is not None
    assert after.counted
    assert any(after.awarded) or any(after.remembered)
    if game.rules.in_play != "none":
        assert before.last is not None
        assert before.last.points > 0
        assert before.last.reason
    assert bool(before.layout.placed) == game.rules.followed
