"""Folds events into a state: what every event does to a match, and why some cannot be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from scorer.deal_end import Hand, Hands, count_hands, singles
from scorer.events import (
    Adjustment,
    Claim,
    CountHand,
    Deal,
    Draw,
    EndDeal,
    NextGame,
    Pass,
    Play,
    Start,
    TableEvent,
)
from scorer.layout import IllegalPlay, Layout
from scorer.notation import parse_layout
from scorer.scores import changed, gained, reopened, to_side, won
from scorer.scoring import points_in_play
from scorer.state import Played, State
from scorer.telling import hands_of
from scorer.text.layout_reader import NotationError
from scorer.tiles import Tile, full_set

# Far more than any score, and far less than what the text form can carry.
_MOST_POINTS = 1_000_000


class Refused(ValueError):  # noqa: N818 - it names what happened at the table
    """An event that cannot be; the message says why in words a player understands. The match is unchanged.

    `number`: the later event that a correction would make impossible, where that is the reason.
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason)
        self.number = number


def begin(start: Start) -> State:
    """Return the state of a match that has just begun, or that was joined in its middle. Raises Refused."""
    count = len(start.players)
    if not 2 <= count <= 4:
        raise Refused(f"two to four can play, not {count}")
    if start.rules.hand_end.direction == "losers_record":
        raise Refused(f"{start.rules.name} cannot be played to its end yet: its losers write penalties")
    _refuse_names(start.players)
    sides = singles(count) if start.sides is None else start.sides
    if sorted(player for side in sides for player in side) != list(range(count)) or len(sides) < 2 or not all(sides):
        raise Refused(f"every one of the {count} players must be on one of two or more sides")
    scores = (0,) * len(sides) if start.scores is None else start.scores
    if len(scores) != len(sides):
        raise Refused(f"{len(sides)} scores are needed, one a side, not {len(scores)}")
    if any(abs(score) > _MOST_POINTS for score in scores):
        raise Refused("that is more than any game is worth")
    if any(map(start.rules.reached, scores)):
        raise Refused(f"{max(scores)} points have won the game already")
    layout = _layout(start)
    state = State(start.players, start.rules, sides, scores, layout, drawn=(0,) * count, games=(0,) * len(sides))
    state = replace(state, turn=None if start.turn is None else _player(state, start.turn))
    return replace(state, phase="playing", deals=1) if layout.placed else state


def _refuse_names(players: tuple[str, ...]) -> None:
    for player in players:
        if not player.strip() or not player.isprintable():
            raise Refused("every player needs a name that can be read")
        if players.count(player) > 1:
            raise Refused(f"two players are called {player}: tell them apart")


def _layout(start: Start) -> Layout:
    try:
        layout = parse_layout(start.layout, start.rules.empty_layout())
    except NotationError as reason:
        raise Refused(f"the layout cannot be read: {reason}") from reason
    for placed in layout.placed:
        if placed.tile.high > layout.max_pips:
            raise Refused(_not_in_set(placed.tile, layout.max_pips))
    # An empty table knows the order in which its tiles were laid.
    return layout if layout.placed else start.rules.empty_layout()


def after(state: State, event: TableEvent) -> State:
    """Return the state after one more event. Raises Refused with the reason."""
    if isinstance(event, Start):
        raise Refused("the players are sitting already")
    if state.phase == "game over" and not isinstance(event, Claim | Adjustment | NextGame):
        raise Refused(f"the game is over: {state.side_name(state.winner or 0)} has won it")
    if isinstance(event, Play | Draw | Pass | EndDeal) and state.phase != "playing":
        raise Refused("no deal is being played: deal first")
    return _FOLDS[type(event)](state, event)


def next_opener(state: State) -> int | None:
    """Return who opens the next deal by the rules, or None where the rules do not say."""
    if state.phase == "waiting":
        return state.turn
    if state.rules.opening == "lot_then_left" and state.opener is not None:
        return (state.opener + 1) % len(state.players)
    if state.rules.opening == "winner" and state.deal_end is not None:
        return state.went_out
    return None


def _dealt(state: State, event: Deal) -> State:
    if state.phase == "playing":
        raise Refused("this deal is still being played: end it first")
    if state.phase == "counting":
        raise Refused(f"the last deal is not scored yet: count {hands_of(state, state.uncounted)}")
    opener = next_opener(state) if event.opener is None else _player(state, event.opener)
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
    player = _whose(state, event.player, "who played it")
    if not event.claimed and state.rules.muggins == "off":
        raise Refused("points need not be called at this table")
    if event.tile.high > state.rules.max_pips:
        raise Refused(_not_in_set(event.tile, state.rules.max_pips))
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
        turn=_next(state, player),
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
    scores = gained(state, to_side(state, side, last.points))
    last = replace(last, credited=scores[side] - state.scores[side], to=side)
    state = replace(state, scores=scores, plays=(*state.plays[:-1], last))
    return won(state) if state.rules.ends == "at_once" else state


def _claimed(state: State, event: Claim) -> State:
    player = _player(state, event.player)
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
    player = _whose(state, event.player, "who drew")
    if event.tiles < 1:
        raise Refused("at least one tile is drawn")
    if event.tiles > len(full_set(state.rules.max_pips)):
        raise Refused(f"there are not {event.tiles} tiles to be drawn")
    drawn = tuple(count + event.tiles * (who == player) for who, count in enumerate(state.drawn))
    return replace(state, drawn=drawn, turn=player)


def _passed(state: State, event: Pass) -> State:
    if not state.layout.placed:
        raise Refused("nobody passes before the first tile is laid")
    player = _whose(state, event.player, "who passed")
    return replace(state, turn=_next(state, player), passes=state.passes + 1)


def _ended(state: State, event: EndDeal) -> State:
    if not state.layout.placed:
        raise Refused("no tile has been laid yet")
    count = len(state.players)
    if event.hands and len(event.hands) != count:
        raise Refused(f"{count} hands are counted, one a player, not {len(event.hands)}")
    if event.went_out is not None:
        _player(state, event.went_out)
        if event.how == "blocked":
            raise Refused("a deal that somebody goes out of is not blocked")
    state = replace(state, phase="counting", turn=None, ending=event, hands=event.hands or (None,) * count)
    out = state.went_out
    if event.how == "domino" and out is None:
        raise Refused("say who went out: nobody has been seen to play")
    if out is not None and state.hands[out] is None:
        state = replace(state, hands=_with_hand(state, out, ()))
    return _counted(state)


def _hand_counted(state: State, event: CountHand) -> State:
    player = _player(state, event.player)
    if state.phase != "counting":
        raise Refused("no deal has ended whose hands are to be counted")
    return _counted(replace(state, hands=_with_hand(state, player, event.hand)))


def _with_hand(state: State, player: int, hand: Hand) -> tuple[Hand | None, ...]:
    return tuple(hand if who == player else other for who, other in enumerate(state.hands))


def _counted(state: State) -> State:
    """Score the deal that ended, once every hand that decides it is counted."""
    ending = state.ending
    assert ending is not None
    _refuse_hands(state, ending)
    if state.uncounted:
        return state
    hands: tuple[Hand, ...] = tuple(() if hand is None else hand for hand in state.hands)
    last = None if state.last is None else state.last.player
    try:
        left = Hands(hands, state.sides, ending.boneyard, state.went_out, last, state.scores)
        deal_end = count_hands(state.rules.hand_end, left, ending.how)
    except ValueError as reason:
        raise Refused(str(reason)) from reason
    scores = gained(state, deal_end.awards)
    awarded = tuple(new - old for old, new in zip(state.scores, scores, strict=True))
    return won(replace(state, phase="deal over", deal_end=deal_end, scores=scores, awarded=awarded))


def _refuse_hands(state: State, ending: EndDeal) -> None:
    """Refuse hands that nobody can hold: with tiles on the table, counted twice or of another set."""
    seen = {placed.tile for placed in state.layout.placed}
    highest = state.rules.max_pips
    if state.went_out is not None and state.hands[state.went_out]:
        raise Refused("who went out has no tiles left")
    for hand in (*state.hands, ending.boneyard):
        if isinstance(hand, int):
            if not 0 <= hand <= sum(tile.pips for tile in full_set(highest)):
                raise Refused(f"no hand has {hand} pips")
            continue
        for tile in hand or ():
            if tile in seen:
                raise Refused(f"{tile} cannot be in a hand: it is on the table or counted already")
            if tile.high > highest:
                raise Refused(_not_in_set(tile, highest))
            seen.add(tile)


def _next_game(state: State, _: NextGame) -> State:
    if state.phase != "game over" or state.winner is None:
        raise Refused("this game is not over yet")
    games = tuple(games + (side == state.winner) for side, games in enumerate(state.games))
    return replace(
        state,
        layout=state.rules.empty_layout(),
        phase="waiting",
        scores=(0,) * len(state.sides),
        turn=next_opener(state),
        plays=(),
        winner=None,
        resume=None,
        ending=None,
        hands=(),
        deal_end=None,
        awarded=(),
        games=games,
    )


def _adjusted(state: State, event: Adjustment) -> State:
    player = _player(state, event.player)
    if not event.reason.strip() or not event.reason.isprintable():
        raise Refused("say why the score is changed")
    if not event.points:
        raise Refused("say by how many points the score is changed")
    if abs(event.points) > _MOST_POINTS:
        raise Refused("that is more than any game is worth")
    state = changed(reopened(state), state.side_of(player), event.points)
    return won(state) if state.phase == "deal over" or state.rules.ends == "at_once" else state


def _not_in_set(tile: Tile, highest: int) -> str:
    return f"{tile} is not in a set up to {Tile(highest, highest)}"


def _whose(state: State, player: int | None, who: str) -> int:
    if player is not None:
        return _player(state, player)
    if state.turn is None:
        raise Refused(f"say {who}: it is not known whose turn it is")
    return state.turn


def _player(state: State, player: int) -> int:
    if not 0 <= player < len(state.players):
        raise Refused(f"there is no player number {player + 1}: {len(state.players)} are playing")
    return player


def _next(state: State, player: int) -> int:
    return (player + 1) % len(state.players)


_FOLDS: dict[type[TableEvent], Callable[[State, Any], State]] = {
    Deal: _dealt,
    Play: _played,
    Claim: _claimed,
    Draw: _drew,
    Pass: _passed,
    EndDeal: _ended,
    CountHand: _hand_counted,
    NextGame: _next_game,
    Adjustment: _adjusted,
}
