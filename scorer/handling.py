"""Folds what a player does to tiles that lie: takes one back, or turns one over (the rule book, 2.7)."""

from __future__ import annotations

from dataclasses import replace

from scorer.events import PickUp, TurnOver
from scorer.layout import IllegalPlay
from scorer.refused import Refused
from scorer.state import State
from scorer.turns import next_to, whose


def picked_up(state: State, event: PickUp) -> State:
    """Return the state after an end tile was taken back. Raises Refused."""
    rules = state.rules
    if rules.pick_up == "never":
        raise Refused(f"no tile is taken back in {rules.name}")
    player = whose(state, event.player, "who took it back")
    if len(state.layout.placed) == 1:
        raise Refused("the only tile on the table stays there")
    try:
        layout = state.layout.pick_up(event.index)
    except IllegalPlay as reason:
        raise Refused(str(reason)) from reason
    plays = tuple(played for played in state.plays if played.index != event.index)
    turn = next_to(state, player) if rules.pick_up == "ends_turn" else player
    return replace(state, layout=layout, plays=plays, passes=0, turn=turn)


def turned_over(state: State, event: TurnOver) -> State:
    """Return the state after a double was turned face down by who laid it. Raises Refused."""
    if state.rules.face_down != "turned_over":
        raise Refused(f"no tile on the table is turned over in {state.rules.name}")
    player = whose(state, event.player, "who turned it over")
    try:
        layout = state.layout.turn_over(event.index)
    except IllegalPlay as reason:
        raise Refused(str(reason)) from reason
    owner = next((played.player for played in state.plays if played.index == event.index), player)
    if owner != player:
        raise Refused(f"only {state.players[owner]}, who laid {layout[event.index].tile}, may turn it over")
    return replace(state, layout=layout, passes=0, turn=next_to(state, player))


def refuse_unfollowed(state: State) -> None:
    """Raise Refused where the rules do not record what happens within a deal."""
    if not state.rules.followed:
        raise Refused(f"plays are not recorded in {state.rules.name}: only the hands are, when the deal ends")
