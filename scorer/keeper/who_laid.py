"""Who most likely laid every tile of an account, and took others back: turn order beside the seats that were seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scorer.events import PickUp, TurnOver
from scorer.keeper.account import Account, Key
from scorer.keeper.passing import Passing
from scorer.keeper.turns import Turn, who_played
from scorer.rules import Rules

_SEEN_AGAINST_TURN = 0.9
# Where no reach is seen, turn order is good enough with this.
_AS_USUAL = 0.93
# The last tile is shown without a "?" with this until the next one says more: mostly all is as it seems.
_FOR_NOW = 0.99


def with_players(account: Account, opening: Sequence[float], rules: Rules, *, over: bool = False) -> Account:
    """Return the account with the players who most likely laid its tiles.

    `opening`: how likely each is to begin; `over`: the deal is, no tile more will tell who laid the last one.
    """
    turns: list[Turn] = []
    places = []
    handled: dict[Key, int] = {}
    for place, laid in enumerate(account.laid):
        _add_turns(account, place, turns, handled)
        places.append(len(turns))
        turns.append(laid.turn if laid.turn.tile == laid.tile else replace(laid.turn, tile=laid.tile))
    if any(one.before == len(account.laid) and one.key is not None for one in account.between):
        _add_turns(account, len(account.laid), turns, handled)
    course = who_played(tuple(turns), tuple(opening), Passing.of(account.given, len(opening), rules))
    account = _with_handlers(account, {key: course[at][0] for key, at in handled.items()})
    # Where no seat was ever told, turn order is all there is to go by, and no play is more doubtful than another.
    told = any(turn.tells for turn in turns)
    watched = any(laid.turn.tells and laid.turn.said is None for laid in account.laid)
    changed = []
    for laid, place in zip(account.laid, places, strict=True):
        player, sure = course[place]
        last = place == len(turns) - 1
        if last and laid.turn.said is None and player != _expected(turns, course, opening):
            # A seat alone makes nothing certain against the turn: who plays next will tell.
            sure = min(sure, _SEEN_AGAINST_TURN)
        if not told or (sure > _AS_USUAL and not watched) or (sure > _FOR_NOW and last and not over):
            sure = 1.0
        if (player, sure) != (laid.player, laid.sure_who):
            changed.append(replace(laid, player=player, sure_who=sure))
    return account.with_laid(*changed)


def _add_turns(account: Account, place: int, turns: list[Turn], handled: dict[Key, int]) -> None:
    """Add the turns of what happened before a place; note where those are of tiles taken back or turned over."""
    for one in account.between:
        if one.before == place and one.turn is not None:
            if one.key is not None:
                handled[one.key] = len(turns)
            turns.append(one.turn)


def _with_handlers(account: Account, players: Mapping[Key, int]) -> Account:
    """Return the account with who took tiles back, or turned them over."""
    if not players:
        return account
    between = []
    for one in account.between:
        if one.key is not None and one.key in players and isinstance(one.event, PickUp | TurnOver):
            one = replace(one, event=replace(one.event, player=players[one.key]))
        between.append(one)
    return replace(account, between=tuple(between))


def _expected(turns: Sequence[Turn], course: Sequence[tuple[int, float]], opening: Sequence[float]) -> int:
    """Return who was to do the last thing, if nobody had passed."""
    if len(turns) < 2:
        return max(range(len(opening)), key=opening.__getitem__)
    before = course[-2][0]
    return before if turns[-2].stays else (before + 1) % len(opening)
