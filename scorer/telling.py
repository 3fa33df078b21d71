"""A state in words that a player understands: how the last deal was counted, and what is missing to end this one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorer.tiles import full_set

if TYPE_CHECKING:
    from scorer.deal_end import DealEnd
    from scorer.rules import Rules
    from scorer.state import State

_OPENINGS = {
    "lot_then_left": "draw lots for who opens",
    "winner": "draw lots for who opens",
    "highest_double": "the holder of the highest double opens, without doubles that of the highest tile",
    "lowest_double": "the holder of the lowest double opens, without doubles that of the lightest tile",
    "lowest_double_then_winner": "the holder of the lowest double opens, without doubles that of the lightest tile",
    "agreed": "agree on who opens",
}

_ENDINGS = {
    "ends_deal": "somebody goes out, or nobody can play",
    "empty_boneyard": "somebody goes out once the boneyard is empty, or nobody can play",
    "places": "all but one go out, or nobody can play; then say who went out first",
}


def goal(rules: Rules) -> str:
    """Say what ends a game: "to 250", "over 100 loses", "13 deals"."""
    if not rules.target:
        return "a single deal" if rules.deals == 1 else f"{rules.deals} deals"
    if not rules.has_limit:
        return f"to {rules.target}"
    return f"over {rules.target} loses" if rules.exceed else f"{rules.target} loses"


def outcome(state: State) -> str:
    """Say who won or lost the game: "Ana won the game", or "" where it goes on."""
    if state.losers:
        return f"{_sides(state, state.losers)} lost the game"
    return "" if state.winner is None else f"{state.side_name(state.winner)} won the game"


def game_over(state: State) -> str:
    """Say that the game is over and why."""
    if state.losers:
        return f"the game is over: {_sides(state, state.losers)} has lost it"
    return f"the game is over: {state.side_name(state.winner or 0)} has won it"


def counted(state: State) -> str:
    """Say how the last deal was counted: "Ben went out: 13 pips, 15 points", or "" where none was."""
    end, rules = state.deal_end, state.rules.hand_end
    if end is None or state.ending is None:
        return ""
    out = state.went_out
    how = "Blocked" if out is None else f"{state.players[out]} went out"
    if rules.direction == "each_side_subtracts_own":
        return f"{how}: {'; '.join(_loss(state, side) for side in range(len(state.sides)))}"
    if rules.direction == "losers_record":
        written = [_penalty(state, side) for side, points in enumerate(end.awards) if points]
        return f"{how}: {'; '.join(written) or 'nobody gets points'}"
    if end.winner is None or not any(end.awards):
        return f"{how}: nobody gets points"
    return f"{how}: {_award(state, end, end.winner)}"


def _award(state: State, end: DealEnd, winner: int) -> str:
    """Say what the winner of a deal gets, and for what."""
    rules = state.rules.hand_end
    points = _points(end.awards[winner])
    void = "" if state.awarded == end.awards else f", void because they would pass {state.rules.target}"
    others = sum(end.side_pips) - end.side_pips[winner]
    if rules.basis == "fixed":
        return f"{points}{void}"
    if rules.basis == "tiles_opponents":
        return f"a point for every tile left, {points}{void}"
    left = " and the boneyard" if rules.boneyard == "added" else ""
    if state.went_out is not None:
        return f"{others} pips{left}, {points}{void}"
    own = end.side_pips[winner]
    return f"{state.side_name(winner)} wins with {own} pips against {others}{left}, {points}{void}"


def _penalty(state: State, side: int) -> str:
    """Say what a side writes for a deal, or that it only remembers it."""
    assert state.deal_end is not None
    name, points, written = state.side_name(side), state.deal_end.awards[side], state.awarded[side]
    if not written:
        return f"{name} {_points(points)}, remembered with {state.remembered[side]} in all"
    if written > points:
        return f"{name} {_points(points)}, {written} written with what was remembered"
    return f"{name} {_points(points)} written"


def missing(state: State) -> str:
    """Say what is still missing to end this deal, or "" where none is being played."""
    if state.phase == "counting":
        return f"count {hands_of(state, state.uncounted)}"
    if state.phase != "playing":
        return ""
    if not state.rules.followed:
        return "say who goes out, or that nobody can play"
    if not state.layout.placed:
        if state.turn is not None:
            return f"{state.players[state.turn]} opens"
        which = "" if state.rules.opens_with == "any" else ", with that tile"
        return f"{_OPENINGS[state.rules.opening]}{which}"
    if state.provably_blocked:
        doubles = [tile for tile in full_set(state.rules.max_pips) if state.layout.legal_places(tile)]
        if doubles:
            return f"only {' and '.join(map(str, doubles))} could still be joined: the deal is blocked"
        return "no tile can be joined any more: the deal is blocked"
    if state.passes >= len(state.players):
        return "everybody has passed: the deal is blocked unless somebody can draw"
    return _ENDINGS[state.rules.going_out]


def hands_of(state: State, players: Sequence[int]) -> str:
    """Name hands: "Ben's hand", "the hands of Ana and Cleo"."""
    names = [state.players[player] for player in players]
    if len(names) == 1:
        return f"{names[0]}'s hand"
    return f"the hands of {', '.join(names[:-1])} and {names[-1]}" if names else "no hand"


def _sides(state: State, sides: Sequence[int]) -> str:
    return " and ".join(map(state.side_name, sides))


def _loss(state: State, side: int) -> str:
    assert state.deal_end is not None
    loss = -state.deal_end.awards[side]
    return f"{state.side_name(side)} {state.deal_end.side_pips[side]} pips, {_points(loss)} lost"


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
