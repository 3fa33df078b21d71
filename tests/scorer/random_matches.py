"""Random matches for property tests: legal games of every preset, and streams of anything at all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from hypothesis import strategies as st

from scorer.ends import is_matador
from scorer.events import (
    Adjustment,
    Claim,
    Correction,
    CountHand,
    Deal,
    Draw,
    EndDeal,
    Event,
    NextGame,
    Pass,
    PickUp,
    Play,
    Redo,
    TableEvent,
    TurnOver,
    Undo,
)
from scorer.games import Game
from scorer.match import Match, Refused, State
from scorer.rules import Rules
from scorer.sides import Side
from scorer.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Hana")
PAIRS = ((0, 2), (1, 3))


def random_rules(game: Game, chance: random.Random) -> Rules:
    """The rules of a game with some of its options chosen, sometimes to a target that is soon reached."""
    chosen = {o.key: chance.choice(list(o.choices)) for o in game.options if chance.random() < 0.3}
    rules = game.with_options(**chosen)
    return replace(rules, target=25) if chance.random() < 0.4 else rules


def random_match(game: Game, seed: int, events: int = 60, *, named: bool = False) -> Match:
    """A match of legal events; a game that is won is followed by another. `named`: every player is said."""
    chance = random.Random(seed)
    rules = random_rules(game, chance)
    count = chance.choice(list(game.dealt))
    pairs = count == 4 and (game.pairs == "always" or (game.pairs == "may" and chance.random() < 0.5))
    sides = len(PAIRS) if pairs else count
    remembered = tuple(chance.randrange(13) for _ in range(sides)) if rules.ledger.threshold else None
    match = Match.start(NAMES[:count], rules, PAIRS if pairs else None, remembered=remembered)
    for _ in range(20 * events):
        if len(match.log) == events:
            break
        # What a table's rules forbid is passed over.
        try:
            match.record(_likely(match.state, chance, named=named))
        except Refused:
            continue
    return match


def _likely(state: State, chance: random.Random, *, named: bool) -> TableEvent:
    players = range(len(state.players))
    if state.phase == "game over" and chance.random() < 0.5:
        return NextGame()
    if state.phase == "counting":
        left = [tile for tile in full_set(state.rules.max_pips) if all(tile != p.tile for p in state.layout.placed)]
        chance.shuffle(left)
        hand = _some(left, chance) if chance.random() < 0.5 else chance.randrange(30)
        # Sometimes a hand is counted again.
        return CountHand(chance.choice([*state.uncounted, *state.uncounted, *players]), hand)
    if state.phase != "playing":
        return Adjustment(chance.choice(players), 5, "counted wrong") if chance.random() < 0.1 else Deal(0)
    if not state.rules.followed:
        return _ending(state, chance)
    player = state.turn if named else chance.choice([None, None, None, *players])
    if state.layout.placed and chance.random() < 0.3:
        handled = _handled(state, chance, player)
        if handled is not None:
            return handled
    play = _play(state, chance, player)
    what = chance.random()
    if play is None or what < 0.03:
        return _ending(state, chance)
    if what < 0.08:
        return Draw(player, chance.randint(1, 3))
    if what < 0.13:
        return Pass(player)
    if what < 0.5 and state.rules.muggins != "off" and state.last is not None and state.last.points:
        return Claim(chance.choice(players))
    return play


def _play(state: State, chance: random.Random, player: int | None) -> Play | None:
    tiles = list(full_set(state.rules.max_pips))
    chance.shuffle(tiles)
    for tile in tiles:
        ways = state.layout.legal_places(tile)
        if ways:
            at, join = chance.choice(ways)
            called = state.rules.muggins == "off" or chance.random() < 0.7
            play = Play(
                tile, at, join, player, claimed=called, seen=chance.random() < 0.3, unsure=chance.random() < 0.1
            )
            return _as_it_may_lie(state, play, chance)
    return None


def _as_it_may_lie(state: State, play: Play, chance: random.Random) -> Play:
    """The play, sometimes in one of the ways that only this game has."""
    rules, tile = state.rules, play.tile
    if play.at is None or chance.random() < 0.5:
        return play
    if tile.is_double and rules.face_down == "from_hand":
        return replace(play, face_down=True)
    if tile.is_double and rules.spinner.which == "all_doubles":
        return replace(play, across=False, join=Side.END_A)
    if rules.match == "sum7" and is_matador(tile):
        return replace(play, across=True, join=Side.LONG_1)
    ends = state.layout.open_ends()
    if rules.allow_ring and len(ends) == 2 and sorted(end.value for end in ends) == [tile.low, tile.high]:
        first, second = ends
        return replace(play, at=(first.index, first.side), join=None, also_at=(second.index, second.side))
    return play


def _handled(state: State, chance: random.Random, player: int | None) -> TableEvent | None:
    """A tile taken back or turned over, where the game knows that."""
    layout = state.layout
    if state.rules.pick_up != "never":
        return PickUp(chance.choice(layout.placed).index, player)
    open_ends = {end.index for end in layout.open_ends()}
    doubles = [play for play in state.plays if play.tile.is_double and play.index in open_ends]
    if state.rules.face_down != "turned_over" or not doubles:
        return None
    turned = chance.choice(doubles)
    return TurnOver(turned.index, turned.player)


def _ending(state: State, chance: random.Random) -> EndDeal:
    blocked = chance.random() < 0.5
    out = None if blocked or state.last is None else state.last.player
    if not blocked and not state.rules.followed:
        out = chance.randrange(len(state.players))
    left = [tile for tile in full_set(state.rules.max_pips) if all(tile != p.tile for p in state.layout.placed)]
    chance.shuffle(left)
    hands = tuple(() if player == out else _some(left, chance) for player in range(len(state.players)))
    if chance.random() < 0.3:
        return EndDeal("blocked" if blocked else "domino")
    return EndDeal("blocked" if blocked else "domino", hands, out if chance.random() < 0.5 else None)


def _some(left: list[Tile], chance: random.Random) -> tuple[Tile, ...]:
    return tuple(left.pop() for _ in range(min(len(left), chance.randint(1, 3))))


def corrections(match: Match, seed: int, count: int = 4) -> Iterator[Correction]:
    """Record some random corrections that can be, and yield them."""
    chance = random.Random(seed)
    for _ in range(count * 5):
        entry = chance.choice(match.history)
        tile = chance.choice(full_set(6))
        event: TableEvent | None = chance.choice(
            [
                None,
                Pass(0),
                Draw(1),
                Deal(1),
                Play(tile, player=1),
                Adjustment(0, -5, "miscounted"),
                PickUp(chance.randrange(8)),
                TurnOver(chance.randrange(8)),
            ]
        )
        if isinstance(entry.event, Play):
            event = chance.choice([event, Play(tile, entry.event.at, player=0), Play(entry.event.tile, player=1)])
        how = "strike" if event is None else chance.choice(["replace", "insert"])
        correction = Correction(entry.number, how, event, chance.random() < 0.5)  # type: ignore[arg-type]
        try:
            match.record(correction)
        except Refused:
            continue
        yield correction


_PLAYERS = st.one_of(st.none(), st.integers(-1, 3))
_PLACES = st.one_of(st.none(), st.tuples(st.integers(-1, 3), st.sampled_from(Side)))
_HANDS = st.one_of(st.integers(-1, 20), st.lists(st.sampled_from(full_set(7)), max_size=3).map(tuple))

TABLE_EVENTS: st.SearchStrategy[TableEvent] = st.one_of(
    st.builds(Deal, _PLAYERS),
    st.builds(
        Play,
        st.sampled_from(full_set(6)),
        _PLACES,
        st.one_of(st.none(), st.sampled_from(Side)),
        _PLAYERS,
        st.one_of(st.none(), st.booleans()),
        st.booleans(),
        _PLACES,
        st.booleans(),
        st.booleans(),
        st.booleans(),
        st.booleans(),
    ),
    st.builds(Draw, _PLAYERS, st.integers(0, 2)),
    st.builds(Pass, _PLAYERS),
    st.builds(PickUp, st.integers(-1, 5), _PLAYERS),
    st.builds(TurnOver, st.integers(-1, 5), _PLAYERS),
    st.builds(Claim, st.integers(-1, 3)),
    st.builds(
        EndDeal,
        st.sampled_from(["domino", "blocked"]),
        st.one_of(st.just(()), st.tuples(st.just(()), _HANDS), st.lists(st.none() | _HANDS, max_size=3).map(tuple)),
        _PLAYERS,
        st.lists(st.sampled_from(full_set(6)), max_size=2).map(tuple),
    ),
    st.builds(CountHand, st.integers(-1, 3), _HANDS),
    st.just(NextGame()),
    st.builds(Adjustment, st.integers(-1, 3), st.integers(-300, 300), st.sampled_from(["", "why", "a\nb"])),
)
EVENTS: st.SearchStrategy[Event] = st.one_of(
    TABLE_EVENTS,
    TABLE_EVENTS,
    st.builds(
        Correction,
        st.integers(-1, 25),
        st.sampled_from(["replace", "strike", "insert"]),
        st.none() | TABLE_EVENTS,
        st.booleans(),
    ),
    st.builds(Undo, st.integers(-1, 4)),
    st.builds(Redo, st.integers(-1, 4)),
)
