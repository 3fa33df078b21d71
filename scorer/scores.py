"""How the scores of a match change, and when they end the game (the rule book, 3.4)."""

from __future__ import annotations

from dataclasses import replace

from scorer.state import State

# Near the target Bergen's points are capped: by how many are missing, the most that a play may score (3.1).
_BERGEN_CAPS = {3: 2, 2: 1, 1: 1}


def reopened(state: State) -> State:
    """Return the state as if the score had not ended the game."""
    if state.resume is None:
        return state
    phase, turn = state.resume
    return replace(state, phase=phase, turn=turn, winner=None, losers=(), resume=None)


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


def capped(state: State, side: int, points: int) -> int:
    """Return the points that a play may score for a side (Bergen near the target, as an option)."""
    cap = _BERGEN_CAPS.get(state.rules.target - state.scores[side]) if state.rules.bergen_cap else None
    return points if cap is None else min(points, cap)


def won(state: State) -> State:
    """End the game where its rules say so: the target is reached or the limit passed, or all deals are played.

    With two equal at the top the game goes on.
    """
    rules, scores = state.rules, state.scores
    if rules.everybody_deals and state.deals_of_game < len(state.players):
        return state
    over = [side for side, score in enumerate(scores) if rules.reached(score)]
    if over and rules.has_limit:
        return _over(state, *_losers(state, over))
    best = min(scores) if rules.writes_penalties else max(scores)
    leaders = [side for side, score in enumerate(scores) if score == best]
    all_played = state.phase == "deal over" and 0 < rules.deals <= state.deals_of_game
    if len(leaders) > 1 or not (over or all_played):
        return state
    return _over(state, leaders[0], ())


def _losers(state: State, over: list[int]) -> tuple[int | None, tuple[int, ...]]:
    """Return who won, where only one side did not lose, and who lost."""
    if state.rules.over_limit == "highest":
        most = max(state.scores)
        over = [side for side in over if state.scores[side] == most]
    others = [side for side in range(len(state.sides)) if side not in over]
    return others[0] if len(others) == 1 else None, tuple(over)


def _over(state: State, winner: int | None, losers: tuple[int, ...]) -> State:
    resume = (state.phase, state.turn)
    return replace(state, phase="game over", turn=None, winner=winner, losers=losers, resume=resume)
