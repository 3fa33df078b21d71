"""A match: an append-only record of events, folded into a state."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from scorer.deal_end import DealEnd, Hands, count_hands, singles
from scorer.events import Deal, Draw, EndDeal, Event, Pass, Play, Start
from scorer.layout import IllegalPlay, Layout
from scorer.rules import Rules
from scorer.scoring import points_in_play
from scorer.sides import Place, Side
from scorer.tiles import Tile

Phase = Literal["waiting", "playing", "deal over", "game over"]


class Refused(ValueError):  # noqa: N818 - it names what happened at the table
    """An event that cannot be; the message says why in words a player understands. The match is unchanged."""


@dataclass(frozen=True, slots=True)
class Played:
    """A play as it was scored. `index`: the tile's number in the layout; `player`: who laid it."""

    player: int
    tile: Tile
    index: int
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class State:
    """A match after some events.

    `scores`: by side; `turn`: the player to play, or None where that is not known or nobody is; `opener`: of this
    deal; `plays`: of this deal, oldest first; `passes`: in a row until now; `deals`: begun so far; `deal_end`: how
    the last deal was counted; `winner`: the side that won the game.
    """

    players: tuple[str, ...]
    rules: Rules
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    layout: Layout
    phase: Phase = "waiting"
    turn: int | None = None
    opener: int | None = None
    plays: tuple[Played, ...] = ()
    drawn: tuple[int, ...] = ()
    passes: int = 0
    deals: int = 0
    deal_end: DealEnd | None = None
    winner: int | None = None

    @property
    def end_sum(self) -> int:
        """The pips of all counted ends."""
        return self.layout.end_sum

    @property
    def last(self) -> Played | None:
        """The last play of this deal."""
        return self.plays[-1] if self.plays else None

    def side_of(self, player: int) -> int:
        """The side that a player is on."""
        return next(index for index, side in enumerate(self.sides) if player in side)

    def score_of(self, player: int) -> int:
        """The score of a player's side."""
        return self.scores[self.side_of(player)]


class Match:
    """The record of a match. Every method that adds an event returns the new state, or raises Refused and changes
    nothing."""

    def __init__(self, start: Start) -> None:
        """Begin a match. Raises Refused for an unfit number of players or sides."""
        self._events: list[Event] = [start]
        self._state = begin(start)

    @classmethod
    def start(cls, players: Iterable[str], rules: Rules, sides: tuple[tuple[int, ...], ...] | None = None) -> Match:
        """Begin a match of two to four players; `sides`: who plays with whom, or None when each plays alone."""
        return cls(Start(tuple(players), rules, sides))

    @classmethod
    def fold(cls, events: Iterable[Event]) -> Match:
        """Return the match that these events make. Raises Refused at the first that cannot be."""
        first, *others = events
        if not isinstance(first, Start):
            raise Refused("a match begins with its players sitting down")
        match = cls(first)
        for event in others:
            match.record(event)
        return match

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, oldest first."""
        return tuple(self._events)

    @property
    def state(self) -> State:
        """The match as it stands."""
        return self._state

    def record(self, event: Event) -> State:
        """Add an event."""
        self._state = after(self._state, event)
        self._events.append(event)
        return self._state

    def deal(self, opener: int | None = None) -> State:
        """Deal; `opener`: None for whoever opens by the rules, or shows it by playing first."""
        return self.record(Deal(opener))

    def play(
        self,
        tile: Tile,
        at: Place | None = None,
        join: Side | None = None,
        *,
        player: int | None = None,
        force: bool = False,
    ) -> State:
        """Lay a tile; `player`: None for whose turn it is."""
        return self.record(Play(tile, at, join, player, force=force))

    def draw(self, player: int | None = None, tiles: int = 1) -> State:
        """Take tiles from the boneyard."""
        return self.record(Draw(player, tiles))

    def pass_turn(self, player: int | None = None) -> State:
        """Pass."""
        return self.record(Pass(player))


def begin(start: Start) -> State:
    """Return the state of a match that has just begun. Raises Refused."""
    count = len(start.players)
    if not 2 <= count <= 4:
        raise Refused(f"two to four can play, not {count}")
    if start.rules.hand_end.direction == "losers_record":
        raise Refused(f"{start.rules.name} cannot be played to its end yet: its losers write penalties")
    sides = start.sides or singles(count)
    if sorted(player for side in sides for player in side) != list(range(count)) or len(sides) < 2:
        raise Refused(f"every one of the {count} players must be on one of two or more sides")
    return State(start.players, start.rules, sides, (0,) * len(sides), start.rules.empty_layout(), drawn=(0,) * count)


def after(state: State, event: Event) -> State:
    """Return the state after one more event. Raises Refused with the reason."""
    if isinstance(event, Start):
        raise Refused("the players are sitting already")
    if state.phase == "game over":
        raise Refused(f"the game is over: {_winner_name(state)} has won it")
    if isinstance(event, Deal):
        return _dealt(state, event)
    if state.phase != "playing":
        raise Refused("no deal is being played: deal first")
    if isinstance(event, Play):
        return _played(state, event)
    if isinstance(event, EndDeal):
        return _ended(state, event)
    if isinstance(event, Draw):
        return _drew(state, event)
    return _passed(state, event)


def next_opener(state: State) -> int | None:
    """Return who opens the next deal by the rules, or None where the rules do not say."""
    if not state.deals:
        return None
    if state.rules.opening == "lot_then_left" and state.opener is not None:
        return (state.opener + 1) % len(state.players)
    if state.rules.opening == "winner" and state.deal_end is not None and state.deal_end.winner is not None:
        side = state.sides[state.deal_end.winner]
        if state.last is not None and state.last.player in side:
            return state.last.player
        return side[0] if len(side) == 1 else None
    return None


def _dealt(state: State, event: Deal) -> State:
    if state.phase == "playing":
        raise Refused("this deal is still being played: end it first")
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
    )


def _played(state: State, event: Play) -> State:
    player = _whose(state, event.player, "who played it")
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
    gains = tuple(worth.points if side == state.side_of(player) else 0 for side in range(len(state.sides)))
    played = Played(player, event.tile, layout.placed[-1].index, worth.points, worth.reason)
    state = replace(
        state,
        layout=layout,
        opener=player if state.opener is None else state.opener,
        plays=(*state.plays, played),
        passes=0,
        turn=_next(state, player),
        scores=_gained(state, gains),
    )
    return _won(state) if state.rules.ends == "at_once" else state


def _drew(state: State, event: Draw) -> State:
    if state.rules.draw == "none":
        raise Refused(f"nothing is drawn in {state.rules.name}")
    player = _whose(state, event.player, "who drew")
    if event.tiles < 1:
        raise Refused("at least one tile is drawn")
    drawn = tuple(count + event.tiles * (who == player) for who, count in enumerate(state.drawn))
    return replace(state, drawn=drawn, turn=player)


def _passed(state: State, event: Pass) -> State:
    if not state.plays:
        raise Refused("nobody passes before the first tile is laid")
    player = _whose(state, event.player, "who passed")
    return replace(state, turn=_next(state, player), passes=state.passes + 1)


def _ended(state: State, event: EndDeal) -> State:
    if state.last is None:
        raise Refused("no tile has been laid yet")
    if len(event.hands) != len(state.players):
        raise Refused(f"{len(state.players)} hands are counted, one a player, not {len(event.hands)}")
    went_out = None
    if event.how == "domino":
        went_out = state.last.player if event.went_out is None else _player(state, event.went_out)
    try:
        left = Hands(event.hands, state.sides, event.boneyard, went_out, state.last.player, state.scores)
        counted = count_hands(state.rules.hand_end, left, event.how)
    except ValueError as reason:
        raise Refused(str(reason)) from reason
    twice = _held_twice(state, event)
    if twice is not None:
        raise Refused(f"{twice} cannot be in a hand: it is on the table or counted already")
    state = replace(state, phase="deal over", turn=None, deal_end=counted, scores=_gained(state, counted.awards))
    return _won(state)


def _held_twice(state: State, event: EndDeal) -> Tile | None:
    seen = {placed.tile for placed in state.layout.placed}
    for hand in event.hands:
        for tile in () if isinstance(hand, int) else hand:
            if tile in seen:
                return tile
            seen.add(tile)
    return None


def _gained(state: State, gains: tuple[int, ...]) -> tuple[int, ...]:
    """Add gains to the scores; where the target must be met exactly, one that would pass it is void."""
    rules = state.rules
    return tuple(
        score if rules.exact and score + gain > rules.target else score + gain
        for score, gain in zip(state.scores, gains, strict=True)
    )


def _won(state: State) -> State:
    """End the game where the target is reached; with two equal above it the game goes on."""
    best = max(state.scores)
    leaders = [side for side, score in enumerate(state.scores) if score == best]
    if not state.rules.reached(best) or len(leaders) > 1:
        return state
    return replace(state, phase="game over", turn=None, winner=leaders[0])


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


def _winner_name(state: State) -> str:
    side = state.sides[state.winner or 0]
    return " and ".join(state.players[player] for player in side)
