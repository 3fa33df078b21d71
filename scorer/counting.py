"""Folds the end of a deal into a state: how it ended, the hands as they are counted, and what they are worth."""

from __future__ import annotations

from dataclasses import replace

from scorer.deal_end import SAY_TILES, Hand, Hands, count_hands, needs_tiles
from scorer.events import CountHand, EndDeal
from scorer.ledger import enter
from scorer.refused import Refused
from scorer.scores import gained, won
from scorer.state import State
from scorer.tiles import Tile, full_set


def ended(state: State, event: EndDeal) -> State:
    """Return the state after a deal ended, scored where every hand that decides it is counted. Raises Refused."""
    if not state.layout.placed and state.rules.followed:
        raise Refused("no tile has been laid yet")
    count = len(state.players)
    if event.hands and len(event.hands) != count:
        raise Refused(f"{count} hands are counted, one a player, not {len(event.hands)}")
    if event.went_out is not None and event.how == "blocked":
        raise Refused("a deal that somebody goes out of is not blocked")
    if event.how == "domino" and event.went_out is None and state.rules.going_out == "places":
        raise Refused("say who went out first: the others played on for their places")
    state = replace(state, phase="counting", turn=None, ending=event, hands=event.hands or (None,) * count)
    out = state.went_out
    if event.how == "domino" and out is None:
        raise Refused("say who went out: nobody has been seen to play")
    if out is not None and state.hands[out] is None:
        state = replace(state, hands=_with_hand(state, out, ()))
    return _counted(state)


def hand_counted(state: State, event: CountHand) -> State:
    """Return the state after one more hand was counted. Raises Refused."""
    if state.phase != "counting":
        raise Refused("no deal has ended whose hands are to be counted")
    return _counted(replace(state, hands=_with_hand(state, event.player, event.hand)))


def not_in_set(tile: Tile, highest: int) -> str:
    """Say that a tile is of another set."""
    return f"{tile} is not in a set up to {Tile(highest, highest)}"


def _with_hand(state: State, player: int, hand: Hand) -> tuple[Hand | None, ...]:
    return tuple(hand if who == player else other for who, other in enumerate(state.hands))


def _counted(state: State) -> State:
    """Score the deal that ended, once every hand that decides it is counted."""
    ending, rules = state.ending, state.rules
    assert ending is not None
    _refuse_hands(state, ending)
    if state.uncounted:
        return state
    hands: tuple[Hand, ...] = tuple(() if hand is None else hand for hand in state.hands)
    last = None if state.last is None else state.last.player
    try:
        left = Hands(hands, state.sides, _boneyard(state, ending, hands), state.went_out, last, state.scores)
        deal_end = count_hands(rules.hand_end, left, ending.how)
    except ValueError as reason:
        raise Refused(str(reason)) from reason
    awarded, remembered = deal_end.awards, state.remembered
    if rules.writes_penalties:
        entries = enter(rules.ledger, state.scores, remembered, deal_end.awards, deal_end.winner)
        awarded, remembered = entries.written, entries.remembered
    scores = gained(state, awarded)
    awarded = tuple(new - old for old, new in zip(state.scores, scores, strict=True))
    return won(
        replace(state, phase="deal over", deal_end=deal_end, scores=scores, awarded=awarded, remembered=remembered)
    )


def _boneyard(state: State, ending: EndDeal, hands: tuple[Hand, ...]) -> Hand:
    """Return what was never drawn: what was said, or where it counts and was not, what is nowhere else."""
    if ending.boneyard or state.rules.hand_end.boneyard == "ignored":
        return ending.boneyard
    laid = {placed.tile for placed in state.layout.placed}
    left = [tile for tile in full_set(state.rules.max_pips) if tile not in laid]
    held = [tile for hand in hands if not isinstance(hand, int) for tile in hand]
    said = [hand for hand in hands if isinstance(hand, int)]
    tiles = tuple(tile for tile in left if tile not in held)
    if not said:
        return tiles
    pips = sum(tile.pips for tile in tiles) - sum(said)
    if pips < 0:
        raise Refused(f"the hands cannot hold that much: {-pips} pips more than is left")
    return pips


def _refuse_hands(state: State, ending: EndDeal) -> None:
    """Refuse hands that nobody can hold: with tiles on the table, counted twice or of another set."""
    seen = {placed.tile for placed in state.layout.placed}
    highest = state.rules.max_pips
    if state.went_out is not None and state.hands[state.went_out]:
        raise Refused("who went out has no tiles left")
    for hand in (*state.hands, ending.boneyard):
        if isinstance(hand, int):
            if needs_tiles(state.rules.hand_end, ending.how):
                raise Refused(SAY_TILES)
            if not 0 <= hand <= sum(tile.pips for tile in full_set(highest)):
                raise Refused(f"no hand has {hand} pips")
            continue
        for tile in hand or ():
            if tile in seen:
                raise Refused(f"{tile} cannot be in a hand: it is on the table or counted already")
            if tile.high > highest:
                raise Refused(not_in_set(tile, highest))
            seen.add(tile)
