"""A state in words that a player understands: how the last deal was counted, and what is missing to end this one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorer.state import State

_OPENINGS = {
    "lot_then_left": "draw lots for who opens",
    "winner": "draw lots for who opens",
    "highest_double": "the holder of the highest double opens, without doubles that of the highest tile",
    "lowest_double": "the holder of the lowest double opens, without doubles that of the lightest tile",
    "agreed": "agree on who opens",
}


def counted(state: State) -> str:
    """Say how the last deal was counted: "Ben went out: 13 pips, 15 points", or "" where none was."""
    end, rules = state.deal_end, state.rules.hand_end
    if end is None or state.ending is None:
        return ""
    out = state.went_out
    how = "Blocked" if out is None else f"{state.players[out]} went out"
    if rules.direction == "each_side_subtracts_own":
        return f"{how}: {'; '.join(_loss(state, side) for side in range(len(state.sides)))}"
    if end.winner is None or not any(end.awards):
        return f"{how}: nobody gets points"
    points = _points(end.awards[end.winner])
    void = "" if state.awarded == end.awards else f", void because they would pass {state.rules.target}"
    others = sum(end.side_pips) - end.side_pips[end.winner]
    if rules.basis == "fixed":
        return f"{how}: {points}{void}"
    if out is not None:
        return f"{how}: {others} pips, {points}{void}"
    own = end.side_pips[end.winner]
    return f"{how}: {state.side_name(end.winner)} wins with {own} pips against {others}, {points}{void}"


def missing(state: State) -> str:
    """Say what is still missing to end this deal, or "" where none is being played."""
    if state.phase == "counting":
        return f"count {hands_of(state, state.uncounted)}"
    if state.phase != "playing":
        return ""
    if not state.layout.placed:
        if state.turn is not None:
            return f"{state.players[state.turn]} opens"
        which = "" if state.rules.opens_with == "any" else ", with that tile"
        return f"{_OPENINGS[state.rules.opening]}{which}"
    if state.provably_blocked:
        return "no tile can be joined any more: the deal is blocked"
    if state.passes >= len(state.players):
        return "everybody has passed: the deal is blocked unless somebody can draw"
    return "somebody goes out, or nobody can play"


def hands_of(state: State, players: Sequence[int]) -> str:
    """Name hands: "Ben's hand", "the hands of Ana and Cleo"."""
    names = [state.players[player] for player in players]
    if len(names) == 1:
        return f"{names[0]}'s hand"
    return f"the hands of {', '.join(names[:-1])} and {names[-1]}" if names else "no hand"


def _loss(state: State, side: int) -> str:
    assert state.deal_end is not None
    loss = -state.deal_end.awards[side]
    return f"{state.side_name(side)} {state.deal_end.side_pips[side]} pips, {_points(loss)} lost"


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
