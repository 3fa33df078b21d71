"""Folds events into a state: what every event does to a match, and why some cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorer.beginning import MOST_POINTS, begin, without_joiners
from scorer.counting import ended, hand_counted, not_in_set
from scorer.deal_end import winning_player
from scorer.events import (
    Adjustment,
    Claim,
    CountHand,
    Deal,
    Draw,
    EndDeal,
    NextGame,
    Pass,
    PickUp,
    Play,
    Start,
    TableEvent,
    TurnOver,
)
from scorer.handling import picked_up, refuse_unfollowed, turned_over
from scorer.layout import IllegalPlay
from scorer.refused import Refused
from scorer.scores import capped, changed, gained, reopened, to_side, won
from scorer.scoring import points_in_play
from scorer.state import Played, State
from scorer.telling import game_over, hands_of
from scorer.tiles import full_set
from scorer.turns import next_to, there_is, whose

__all__ = ["Refused", "after", "begin", "next_opener"]


def after(state: State, event: TableEvent) -> State:
    """Return the state after one more event. Raises Refused with the reason."""
    if isinstance(event, Start):
        raise Refused("the players are sitting already")
    if state.phase == "game over" and not isinstance(event, Claim | Adjustment | NextGame):
        raise Refused(game_over(state))
    in_deal = isinstance(event, Play | Draw | Pass | PickUp | TurnOver)
    if (in_deal or isinstance(event, EndDeal)) and state.phase != "playing":
        raise Refused("no deal is being played: deal first")
    if in_deal:
        refuse_unfollowed(state)
    return _FOLDS[type(event)](state, event)


def next_opener(state: State) -> int | None:
    """Return who opens the next deal by the rules, or None where the rules do not say."""
    if state.phase == "waiting":
        return state.turn
    if state.rules.opening == "lot_then_left" and state.opener is not None:
        return (state.opener + 1) % len(state.players)
    end = state.deal_end
    if state.rules.opening == "winner" and end is not None:
        return state.went_out
    if state.rules.opening == "lowest_double_then_winner" and end is not None and end.winner is not None:
        return winning_player(state.sides[end.winner], end.pips, state.went_out)
    return None


def _dealt(state: State, event: Deal) -> State:
    if state.phase == "playing":
        raise Refused("this deal is still being played: end it first")
    if state.phase == "counting":
        raise Refused(f"the last deal is not scored yet: count {hands_of(state, state.uncounted)}")
    opener = next_opener(state) if event.opener is None else there_is(state, event.opener)
    return replace(
        state,
        layout=state.rules.empty_layout(),
        phase="playing",
        turn=opener,
        opener=opener,
        plays=(),
        drawn=(0,) * len(state.players),
        passes=0,
        deals=state.deals + 1,
        deal_end=None,
        ending=None,
        hands=(),
        awarded=(),
    )


def _played(state: State, event: Play) -> State:
    player = whose(state, event.player, "who played it")
    if not event.claimed and state.rules.muggins == "off":
        raise Refused("points need not be called at this table")
    if event.tile.high > state.rules.max_pips:
        raise Refused(not_in_set(event.tile, state.rules.max_pips))
    try:
        layout = state.layout.place(
            event.tile,
            event.at,
            event.join,
            across=event.across,
            face_down=event.face_down,
            also_at=event.also_at,
            force=event.force,
        )
    except IllegalPlay as reason:
        raise Refused(str(reason)) from reason
    worth = points_in_play(layout, state.rules.in_play, per_pip=state.rules.per_pip)
    played = Played(
        player,
        event.tile,
        layout.placed[-1].index,
        worth.points,
        worth.reason,
        skipped=_skipped(state, player) if event.seen else (),
        unsure=event.unsure,
    )
    state = replace(
        state,
        layout=layout,
        opener=state.opener if state.layout.placed else player,
        plays=(*state.plays, played),
        passes=0,
        turn=next_to(state, player),
    )
    return _credited(state, state.side_of(player)) if event.claimed else state


def _skipped(state: State, player: int) -> tuple[int, ...]:
    """Return whoever was to play before `player` and so has passed; before the first tile nobody passes."""
    if state.turn is None or not state.layout.placed:
        return ()
    count = len(state.players)
    return tuple((state.turn + step) % count for step in range((player - state.turn) % count))


def _credited(state: State, side: int) -> State:
    """Write the points of the last play to a side, and end the game where it stops at once."""
    last = state.plays[-1]
    scores = gained(state, to_side(state, side, capped(state, side, last.points)))
    last = replace(last, credited=scores[side] - state.scores[side], to=side)
    state = replace(state, scores=scores, plays=(*state.plays[:-1], last))
    return won(state) if state.rules.ends == "at_once" else state


def _claimed(state: State, event: Claim) -> State:
    player = there_is(state, event.player)
    last = state.last
    if state.rules.muggins == "off":
        raise Refused("points need not be called at this table")
    if last is None or state.ending is not None:
        raise Refused("there is no play whose points can be called now")
    if not last.points:
        raise Refused(f"the ends are worth nothing: {last.reason or state.end_sum}")
    if last.claimed_by is not None:
        raise Refused(f"{state.players[last.claimed_by]} has called these points already")
    side, layer = state.side_of(player), state.side_of(last.player)
    if side == layer and last.to == layer:
        raise Refused(f"{state.players[player]} has these points already")
    state = reopened(state)
    if last.to is not None:
        state = changed(state, last.to, -last.credited)
    last = replace(last, credited=0, to=None, claimed_by=player)
    state = replace(state, plays=(*state.plays[:-1], last))
    lost = side != layer and state.rules.muggins == "lost"
    return state if lost else _credited(state, side)


def _drew(state: State, event: Draw) -> State:
    if state.rules.draw == "none":
        raise Refused(f"nothing is drawn in {state.rules.name}")
    player = whose(state, event.player, "who drew")
    if event.tiles < 1:
        raise Refused("at least one tile is drawn")
    if event.tiles > len(full_set(state.rules.max_pips)):
        raise Refused(f"there are not {event.tiles} tiles to be drawn")
    drawn = tuple(count + event.tiles * (who == player) for who, count in enumerate(state.drawn))
    return replace(state, drawn=drawn, turn=next_to(state, player) if state.rules.draw_ends_turn else player)


def _passed(state: State, event: Pass) -> State:
    if not state.layout.placed:
        raise Refused("nobody passes before the first tile is laid")
    player = whose(state, event.player, "who passed")
    return replace(state, turn=next_to(state, player), passes=state.passes + 1)


def _ended(state: State, event: EndDeal) -> State:
    if event.went_out is not None:
        there_is(state, event.went_out)
    return ended(state, event)


def _hand_counted(state: State, event: CountHand) -> State:
    there_is(state, event.player)
    return hand_counted(state, event)


def _next_game(state: State, _: NextGame) -> State:
    if state.phase != "game over":
        raise Refused("this game is not over yet")
    told = state.losers if state.rules.has_limit else (state.winner,)
    games = tuple(games + (side in told) for side, games in enumerate(state.games))
    return replace(
        state,
        layout=state.rules.empty_layout(),
        phase="waiting",
        scores=(0,) * len(state.sides),
        turn=next_opener(state),
        plays=(),
        winner=None,
        losers=(),
        resume=None,
        remembered=(0,) * len(state.sides),
        earlier_deals=state.deals,
        ending=None,
        hands=(),
        deal_end=None,
        awarded=(),
        games=games,
    )


def _adjusted(state: State, event: Adjustment) -> State:
    player = there_is(state, event.player)
    if not event.reason.strip() or not without_joiners(event.reason).isprintable():
        raise Refused("say why the score is changed")
    if not event.points:
        raise Refused("say by how many points the score is changed")
    if abs(event.points) > MOST_POINTS:
        raise Refused("that is more than any game is worth")
    state = changed(reopened(state), state.side_of(player), event.points)
    return won(state) if state.phase == "deal over" or state.rules.ends == "at_once" else state


_FOLDS: dict[type[TableEvent], Callable[[State, Any], State]] = {
    Deal: _dealt,
    Play: _played,
    Claim: _claimed,
    Draw: _drew,
    Pass: _passed,
    PickUp: picked_up,
    TurnOver: turned_over,
    EndDeal: _ended,
    CountHand: _hand_counted,
    NextGame: _next_game,
    Adjustment: _adjusted,
}
