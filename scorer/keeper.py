"""The keeper: explains what looks at the table showed against the match on record, and writes what is certain."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from scorer.compare import (
    MOST_AT_ONCE,
    Comparison,
    Laying,
    compare,
    laying_as_it_lies,
    legal_layings,
    tile_of,
)
from scorer.deal_end import Hand, How
from scorer.drawing import drawing
from scorer.ends import counts_of_open_ends
from scorer.events import Deal, EndDeal, Event, Play
from scorer.match import Match, Played, State, after, next_opener
from scorer.notation import layout_text
from scorer.tiles import Tile
from scorer.view import Point, View


@dataclass(frozen=True)
class KeeperState:
    """What the keeper has on record at a `version`, which grows with every change, and its `notice` in words."""

    version: int
    match: State
    notice: str = ""

    @cached_property
    def _svg(self) -> str:
        # Every page that is open asks for it, and it takes longer than all the rest.
        return drawing(self.match.layout, last=self.match.last.index if self.match.last else None)

    def to_json(self) -> dict[str, Any]:
        """Return everything a page shows, as plain JSON values; players and the winner are numbers from 0."""
        match = self.match
        plays = [_play_json(played) for played in match.plays]
        return {
            "version": self.version,
            "game": match.rules.name,
            "target": match.rules.target,
            "unit": "points",
            "players": [{"name": name, "score": match.score_of(player)} for player, name in enumerate(match.players)],
            "turn": match.turn,
            "last": plays[-1] if plays else None,
            "plays": plays,
            "open_ends": [
                {"tile": str(match.layout[end.index].tile), "value": end.value, "counts": counts}
                for end, counts in counts_of_open_ends(match.layout)
            ],
            "end_sum": match.end_sum,
            "layout": layout_text(match.layout),
            "svg": self._svg,
            "phase": match.phase,
            "winner": None if match.winner is None else match.sides[match.winner][0],
            "notice": self.notice,
            "question": None,
        }


def _play_json(played: Played) -> dict[str, Any]:
    return {
        "player": played.player,
        "tile": str(played.tile),
        "points": played.points,
        "reason": played.reason,
    }


class Keeper:
    """Keeps one match. Every method may be called by any thread; what was handed out never changes.

    A deal begins by itself when the first tile lies on a table that was empty. `opener`: who opens the first one;
    later ones are opened as the rules say, or by the next player where they do not.
    """

    def __init__(self, match: Match, *, opener: int = 0) -> None:
        self._match = match
        self._opener = opener
        self._changed = threading.Condition()
        self._places: dict[int, Point] = {}
        self._cleared = True
        self._state = KeeperState(1, match.state)

    def state(self) -> KeeperState:
        """The record as it stands."""
        with self._changed:
            return self._state

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is greater than `since_version`, or the timeout is over; return the state then."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.version > since_version, timeout_seconds)
            return self._state

    def look(self, view: View) -> tuple[Event, ...]:
        """Explain one settled view; return the events that it made certain and that were written, mostly none.

        A view that contradicts the record is not written: the notice says what does not fit.
        """
        with self._changed:
            if self._match.state.phase == "game over":
                return ()
            events, notice = self._explained(view)
            for event in events:
                self._match.record(event)
            self._publish(notice)
            return events

    def begin_deal(self, opener: int) -> KeeperState:
        """Begin a deal that `opener` opens. Raises Refused with the reason."""
        with self._changed:
            self._match.record(Deal(opener))
            self._places = {}
            self._publish("")
            return self._state

    def finish_deal(
        self,
        how: How,
        hands: tuple[Hand, ...],
        *,
        went_out: int | None = None,
        boneyard: tuple[Tile, ...] = (),
    ) -> KeeperState:
        """End the deal: `how` it ended and each player's hand, as tiles or as pips. Raises Refused with the reason."""
        with self._changed:
            self._match.record(EndDeal(how, hands, went_out, boneyard))
            self._cleared = False
            self._publish("")
            return self._state

    def _publish(self, notice: str) -> None:
        state = replace(self._state, match=self._match.state, notice=notice)
        if state != self._state:
            self._state = replace(state, version=state.version + 1)
            self._changed.notify_all()

    def _explained(self, view: View) -> tuple[tuple[Event, ...], str]:
        """Return the events to be written and the notice."""
        state = self._match.state
        if not view.tiles:
            self._cleared = True
            empty = state.phase != "playing" or not state.layout.placed
            return (), "" if empty else "No tile is to be seen. The deal goes on when they are back."
        if state.phase == "playing":
            return self._compared(view, state, ())
        if not self._cleared:
            return (), ""
        deal = Deal(self._next_opener(state))
        return self._compared(view, after(state, deal), (deal,))

    def _next_opener(self, state: State) -> int:
        opener = next_opener(state)
        if opener is None:
            opener = self._opener if state.opener is None else (state.opener + 1) % len(state.players)
        return opener

    def _compared(self, view: View, state: State, before: tuple[Event, ...]) -> tuple[tuple[Event, ...], str]:
        places = {} if before else self._places
        compared = compare(view, state.layout, places)
        doubt = _contradiction(view, state, compared)
        if doubt:
            return (), doubt
        if not compared.new:
            self._remember(view, compared.known)
            return (), _apart(view, compared)
        if len(compared.new) > MOST_AT_ONCE:
            return (), f"{len(compared.new)} tiles came at once: which was laid first cannot be told."
        if state.turn is None:
            return (), "A tile was laid: say who opened."
        laying, notice = _likeliest(view, state, compared)
        if laying is None:
            return (), "A tile touches the layout where nothing can be joined."
        if before:
            self._places = {}
        self._remember(view, laying.known)
        self._cleared = False
        return (*before, *_until_won(state, laying)), notice or _apart(view, compared)

    def _remember(self, view: View, known: Mapping[int, int]) -> None:
        self._places |= {index: view.tiles[number].place for number, index in known.items()}


def _until_won(state: State, laying: Laying) -> tuple[Play, ...]:
    """Return the plays up to the one that wins the game."""
    plays: list[Play] = []
    for play in laying.plays:
        if state.phase == "playing":
            state = after(state, play)
            plays.append(play)
    return tuple(plays)


def _contradiction(view: View, state: State, compared: Comparison) -> str:
    """Say what in a view cannot be beside the record."""
    layout = state.layout
    for index, tile in compared.changed.items():
        return f"{layout[index].tile} looks like {tile} now; {layout[index].tile} stands on record."
    if compared.twice:
        return f"{tile_of(view.tiles[compared.twice[0]])} is seen twice."
    if len(compared.missing) == 1:
        return f"{layout[compared.missing[0]].tile} is not to be seen."
    if compared.missing:
        return f"{len(compared.missing)} tiles of the layout are not to be seen."
    return ""


def _apart(view: View, compared: Comparison) -> str:
    if not compared.apart:
        return ""
    return f"{tile_of(view.tiles[compared.apart[0]])} does not touch the layout."


def _likeliest(view: View, state: State, compared: Comparison) -> tuple[Laying | None, str]:
    """Return how the new tiles were most likely laid, and what to say about it.

    Of several orders that differ in points the one worth most is taken: players see to that.
    """
    legal = legal_layings(view, state.layout, compared)
    if not legal:
        laying = laying_as_it_lies(view, state.layout, compared)
        return laying, f"{laying.fault}. It is on record as it lies." if laying and laying.fault else ""
    if len(legal) == 1:
        return legal[0], ""
    scores = []
    for laying in legal:
        then = state
        for play in _until_won(state, laying):
            then = after(then, play)
        scores.append(then.scores)
    best = max(range(len(legal)), key=lambda number: sum(scores[number]))
    if len(set(scores)) == 1:
        return legal[best], ""
    order = ", then ".join(str(play.tile) for play in legal[best].plays)
    return legal[best], f"Tiles came at once; taken as {order}."
