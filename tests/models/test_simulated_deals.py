"""Random deals for the simulation of the keeper are really played by the rules that a table agreed on."""

from __future__ import annotations

from models.simulate_keeper import simulate
from models.simulated_deals import TruePlay, random_deal
from models.simulated_eyes import NO_NOISE
from scorer.games import GAMES

DRAW = GAMES["draw"]


def closes_ring(seed: int, ring: str) -> bool:
    steps = random_deal(DRAW, DRAW.with_options(ring=ring), seed).steps
    return any(isinstance(step, TruePlay) and step.way.also_at is not None for step in steps)


def test_a_ring_is_closed_where_the_table_agreed_on_it() -> None:
    assert [seed for seed in range(8) if closes_ring(seed, "yes")] == [3, 6, 7]
    assert not any(closes_ring(seed, "no") for seed in range(8))


def test_the_keeper_follows_a_ring() -> None:
    counts = simulate(2, NO_NOISE, seed=6, game=DRAW, rules=DRAW.with_options(ring="yes"), answered=0.0)
    assert counts["deals_exact"] == 2
