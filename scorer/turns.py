"""Whose turn it is."""

from __future__ import annotations

from scorer.refused import Refused
from scorer.state import State


def whose(state: State, player: int | None, who: str) -> int:
    """Return the player who was named, or else whose turn it is. Raises Refused where that is not known: "say WHO"."""
    if player is not None:
        return there_is(state, player)
    if state.turn is None:
        raise Refused(f"say {who}: it is not known whose turn it is")
    return state.turn


def there_is(state: State, player: int) -> int:
    """Return the player. Raises Refused where nobody has that number."""
    if not 0 <= player < len(state.players):
        raise Refused(f"there is no player number {player + 1}: {len(state.players)} are playing")
    return player


def next_to(state: State, player: int) -> int:
    """Return who plays after a player."""
    return (player + 1) % len(state.players)
