"""How the scores of a match change, and when they end the game (the rule book, 3.4)."""

from __future__ import annotations

from dataclasses import replace

from scorer.state import State


def reopened(state: State) -> State:
    """Return the state as if the score had not ended the game."""
    if state.resume is None:
        return state
    phase, turn = state.resume
    return replace(state, phase=phase, turn=turn, winner=None, resume=None)


def to_side(state: State, side: int, points: int) -> tuple[int, ...]:
    """Return the gains by side where one side alone gains."""
    return tuple(points if side == other else 0 for other in range(len(state.sides)))


def changed(state: State, side: int, points: int) -> State:
    """Return the state with points added to the score of a side, whatever comes of it."""
    gains = to_side(state, side, points)
    return replace(state, scores=tuple(score + gain for score, gain in zip(state.scores, gains, strict=True)))


def gained(state: State, gains: tuple[int, ...]) -> tuple[int, ...]:
    """Return the scores with gains by side added; one that would pass an exact target is void."""
    rules = state.rules
    return tuple(
        score if rules.exact and score + gain > rules.target else score + gain
        for score, gain in zip(state.scores, gains, strict=True)
    )


def won(state: State) -> State:
    """End the game where the target is reached; with two equal above it the game goes on."""
    best = max(state.scores)
    leaders = [side for side, score in enumerate(state.scores) if score == best]
    if not state.rules.reached(best) or len(leaders) > 1:
        return state
    return replace(state, phase="game over", turn=None, winner=leaders[0], resume=(state.phase, state.turn))
