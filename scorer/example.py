"""A worked example of a game: the end of a deal as its rules score it, the same one every time."""

from __future__ import annotations

import random

from scorer.deal_end import Hand
from scorer.events import EndDeal
from scorer.games import Game
from scorer.match import Match, Refused, State
from scorer.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cleo", "Dan")
_TRIES = 400
_PLAYS = (6, 10)
_LEFT = 2


def example(game: Game) -> tuple[State, State]:
    """Return a match before its first deal ends and after it: a play that scores where plays do, and hands that count.

    Raises ValueError where no such deal is found, which a test of all games excludes.
    """
    for seed in range(_TRIES):
        states = _deal(game, random.Random(seed))
        if states is not None and _tells(*states):
            return states
    raise ValueError(f"no example of {game.rules.name} was found")


def _tells(before: State, after: State) -> bool:
    last = before.last
    scores_in_play = before.rules.in_play != "none"
    return bool(after.deal_end and any(after.deal_end.awards)) and (not scores_in_play or bool(last and last.points))


def _deal(game: Game, dice: random.Random) -> tuple[State, State] | None:
    count = min(game.dealt)
    match = Match.start(NAMES[:count], game.rules, game.sides(count))
    match.deal(0)
    tiles = list(full_set(game.rules.max_pips))
    dice.shuffle(tiles)
    if game.rules.followed and not _played(match, tiles, dice):
        return None
    out = match.state.last.player if match.state.last else 0
    before = match.state
    if before.phase != "playing":
        return None
    hands: tuple[Hand, ...] = tuple(
        () if player == out else tuple(tiles[_LEFT * player : _LEFT * (player + 1)]) for player in range(count)
    )
    try:
        return before, match.record(EndDeal("domino", hands, out))
    except Refused:
        return None


def _played(match: Match, tiles: list[Tile], dice: random.Random) -> bool:
    """Lay tiles where they fit, taking them out of `tiles`; whether there were enough."""
    for _ in range(dice.randint(*_PLAYS)):
        layout = match.state.layout
        fitting = [(tile, place) for tile in tiles for place in layout.legal_places(tile)]
        if not fitting:
            return False
        tile, (at, join) = dice.choice(fitting)
        try:
            match.play(tile, at, join)
        except Refused:
            return False
        tiles.remove(tile)
    layout = match.state.layout
    spins = any(layout.is_spinner(placed.index) for placed in layout.placed)
    return spins or match.state.rules.spinner.which == "none"
