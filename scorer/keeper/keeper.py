"""The keeper: explains what looks at the table showed against the match on record, and writes what is certain.

keeper = Keeper(match)                 # or of a match that was read back from a file, in the middle of a deal
keeper.look(view)                      # what a look showed; returns the events that were written, mostly none
keeper.state().question                # what is open, if it is worth asking; keeper.answer(question.id, key)
keeper.correct(3, tile=Tile(3, 5))     # a person's word, which no later look overrules; also player=1
keeper.undo(); keeper.redo(); keeper.passed(1); keeper.drew(0); keeper.claim(0); keeper.adjust(0, -5, "miscounted")
keeper.picked_up(1, Tile(3, 5)); keeper.turned_over(0, Tile(5, 5)); keeper.laid_face_down(1, Tile(4, 4))
keeper.finish_deal("domino", ((), 12))
keeper.known()                         # what vision may rely on at the next look
keeper.wait(version, 10)               # for pages: the next change
keeper.turn_to(match)                  # another match, at the same table
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace

from scorer.deal_end import Hand, How
from scorer.events import (
    Adjustment,
    Claim,
    Correction,
    Deal,
    Draw,
    EndDeal,
    Event,
    NextGame,
    Pass,
    PickUp,
    Play,
    TableEvent,
    TurnOver,
)
from scorer.keeper.account import CERTAIN_WHO, Account
from scorer.keeper.handled import Setting, closed_by
from scorer.keeper.known import Known, known
from scorer.keeper.last_deal import lies_there_still
from scorer.keeper.laying import MOST_AT_ONCE
from scorer.keeper.likeliest import likeliest
from scorer.keeper.questions import Question, answered, questions, with_player, with_tile
from scorer.keeper.readings import with_readings
from scorer.keeper.reconcile import reconcile
from scorer.keeper.state import KeeperState
from scorer.keeper.turns import seats_of
from scorer.keeper.who_laid import with_players
from scorer.keeper.writing import account_of, deal_on_record, write
from scorer.layout import IllegalPlay, Layout
from scorer.match import Match, Refused, State, after, next_opener
from scorer.tiles import Tile
from scorer.view import Reach, View

__all__ = ["Keeper", "KeeperState"]

# How likely a deal is opened by whom the rules, or the players, say.
_OPENS = 0.97
# Where nobody sees who reaches over the table, only a person's word tells otherwise: one about a later play must not
# turn the whole deal round.
_OPENS_UNWATCHED = 1 - 1e-6
# What code raises that meets what it took for impossible.
_IMPOSSIBLE = (LookupError, ValueError, AssertionError)

_log = logging.getLogger(__name__)


class Keeper:
    """Keeps one match. Every method may be called by any thread; what was handed out never changes.

    A deal begins by itself when the first tile lies on a table that was empty; where plays are not followed, none is
    written then. `opener`: who opens the first one; later ones are opened as the rules say, or by the next player
    where they do not. `written`: is called with every event before it is shown; if it raises, the event is not
    recorded.
    """

    def __init__(self, match: Match, *, opener: int = 0, written: Callable[[Event], None] | None = None) -> None:
        self._match = match
        self._opener = opener
        if written is not None:
            match.on_record(lambda _number, event, _state: written(event))
        self._changed = threading.Condition()
        self._account = account_of(match)
        self._last = Account(_layout_before(match))
        self._questions: tuple[Question, ...] = ()
        self._cleared = True
        self._watched = False
        # Those that no new tile explained yet: its view may have missed it.
        self._reaches: tuple[Reach, ...] = ()
        self._denied: frozenset[Tile] = frozenset()
        # How many events were recorded together each time, and how many were undone.
        self._steps: list[int] = []
        self._undone: list[int] = []
        self._state = KeeperState(1, match.state, undoable=match.undoable, redoable=match.redoable)

    def state(self) -> KeeperState:
        """The record as it stands."""
        with self._changed:
            return self._state

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is greater than `since_version`, or the timeout is over; return the state then."""
        with self._changed:
            self._changed.wait_for(lambda: self._state.version > since_version, timeout_seconds)
            return self._state

    def known(self) -> Known:
        """What vision may rely on at its next look."""
        with self._changed:
            return known(self._account, self._match.state.rules)

    def turn_to(self, match: Match) -> KeeperState:
        """Keep another match from now on. Tiles that the last one left on the table are none of its plays."""
        with self._changed:
            left = not self._cleared or bool(self._account.layout.placed)
            self._match, self._account = match, account_of(match)
            self._last = Account(_layout_before(match))
            self._reaches, self._denied = (), frozenset()
            self._steps, self._undone = [], []
            self._cleared = not left
            waits = left and match.state.phase == "waiting"
            self._publish("The tiles of the last deal still lie there." if waits else "")
            return self._state

    def look(self, view: View) -> tuple[Event, ...]:
        """Explain one settled view; return the events that were written, mostly none.

        What is likely but not certain is written with a "?". What cannot be is not written: the notice says why.
        """
        with self._changed:
            self._watched |= bool(view.reaches)
            self._cleared |= not view.tiles
            self._reaches = (*self._reaches, *view.reaches)[-MOST_AT_ONCE:]
            if view.tiles:
                self._denied &= _face_up(view)
            recorded = len(self._match.log)
            if self._match.state.phase in ("playing", "waiting", "deal over"):
                self._explain(view)
            return self._match.log[recorded:]

    def answer(self, question_id: str, answer: str) -> KeeperState:
        """Take a person's answer to an open question. Raises Refused where it is not open or was not offered."""
        with self._changed:
            question = next((one for one in self._questions if one.id == question_id), None)
            if question is None:
                raise Refused("that question is settled already")
            return self._told(answered(self._account, question, answer))

    def readings(self, play: int) -> tuple[Tile, ...]:
        """The tiles that a play of this deal may have been instead, the likeliest first. Raises Refused."""
        with self._changed:
            laid = self._account.by_key(self._laid(play))
            return likeliest(self._account, laid, self._match.state.rules.max_pips)

    def correct(self, play: int, *, tile: Tile | None = None, player: int | None = None) -> KeeperState:
        """Take a person's word for which tile a play of this deal was, or who laid it; `play`: its number, from 0.

        Raises Refused with the reason.
        """
        with self._changed:
            laid = self._laid(play)
            account = self._account
            if tile is not None:
                if tile.high > self._match.state.rules.max_pips:
                    raise Refused(f"{tile} is not in this set")
                if any(other.tile == tile for number, other in enumerate(self._match.state.plays) if number != play):
                    raise Refused(f"{tile} was played already: correct that play first")
                account = with_tile(account, account.by_key(laid), tile)
            if player is not None:
                if not 0 <= player < len(self._match.state.players):
                    raise Refused(f"there is no player number {player + 1}")
                if not self._watched:
                    # Nothing but turn order speaks for the plays before: who names this one takes them as they stand.
                    for earlier in account.lying[:play]:
                        if earlier.player is not None:
                            account = account.with_laid(with_player(earlier, earlier.player))
                account = account.with_laid(with_player(account.by_key(laid), player))
            before = self._account.misplayed
            self._told(account)
            astray = [one.tile for one in self._account.laid if one.key in self._account.misplayed - before]
            if astray:
                said = f"Does not fit now: {', '.join(map(str, astray))}. The record stands as you say."
                self._publish(said, self._state.changed)
            return self._state

    def strike(self, play: int) -> KeeperState:
        """Take a person's word that a play of this deal was none; its tile is left aside while it is to be seen.

        Raises Refused where other tiles are joined to it.
        """
        with self._changed:
            key = self._laid(play)
            laid = self._account.by_key(key)
            if not self._account.is_tip(key):
                raise Refused(f"other tiles are joined to {laid.tile}")
            self._denied |= {laid.tile}
            return self._told(self._account.without(key))

    def undo(self) -> KeeperState:
        """Take back what was written last, over the end of a deal and of a game. Raises Refused.

        What that says is a person's word: a tile whose play is undone is left aside while it is to be seen.
        """
        with self._changed:
            steps = self._steps[-1] if self._steps else 1
            self._match.undo(steps)
            self._steps = self._steps[:-1]
            self._undone.append(steps)
            self._taken_as_said()
            return self._state

    def redo(self) -> KeeperState:
        """Write again what was undone last. Raises Refused."""
        with self._changed:
            steps = self._undone[-1] if self._undone else 1
            self._match.redo(steps)
            self._undone = self._undone[:-1]
            self._steps.append(steps)
            self._taken_as_said()
            return self._state

    def begin_deal(self, opener: int) -> KeeperState:
        """Begin a deal that `opener` opens. Raises Refused with the reason.

        What still lies there of the last one is not taken for plays of this one.
        """
        with self._changed:
            deal, last = Deal(opener), self._account
            self._match.check(deal)
            self._last = last
            return self._record(deal)

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
            end = EndDeal(how, hands, went_out, boneyard)
            self._match.check(end)
            last = self._account.lying[-1] if self._account.lying else None
            if last is not None and went_out is not None:
                if last.sure_who < CERTAIN_WHO:
                    said = replace(with_player(last, went_out), undated=last.undated)
                    self._told(self._account.with_laid(said))
                elif last.player != went_out:
                    # Either its seat was seen wrongly, or a tile after it was never seen.
                    self._told(self._account.with_laid(replace(last, undated=True)))
            elif last is not None:
                with suppress(Refused):
                    self._told(self._account, over=True)
            self._record(end)
            self._cleared = False
            state = self._match.state
            if went_out is not None and state.last is not None and state.last.player != went_out:
                names = state.players[went_out], state.players[state.last.player]
                self._publish(f"{names[0]} went out, but {names[1]} is on record with the last tile.")
            return self._state

    def passed(self, player: int) -> KeeperState:
        """A player passes. Raises Refused with the reason."""
        with self._changed:
            return self._record(Pass(player))

    def drew(self, player: int, tiles: int = 1) -> KeeperState:
        """A player takes tiles from the boneyard. Raises Refused with the reason."""
        with self._changed:
            return self._record(Draw(player, tiles))

    def picked_up(self, player: int, tile: Tile) -> KeeperState:
        """A player takes an end tile back into the hand. Raises Refused with the reason."""
        with self._changed:
            event = PickUp(self._index_of(tile), player)
            self._match.check(event)
            # It may still be on its way.
            self._denied |= {tile}
            return self._record(event)

    def turned_over(self, player: int, tile: Tile) -> KeeperState:
        """A player turns over a double that lies at an end. Raises Refused with the reason."""
        with self._changed:
            return self._record(TurnOver(self._index_of(tile), player))

    def laid_face_down(self, player: int, tile: Tile, beside: Tile | None = None) -> KeeperState:
        """A player lays a double face down, which no look showed; `beside`: the tile whose end it closes.

        Raises Refused with the reason.
        """
        with self._changed:
            state = self._match.state
            if state.rules.face_down == "never":
                raise Refused(f"no tile is laid face down in {state.rules.name}")
            at = closed_by(state.layout, tile, beside)
            event = Play(tile, at, player=player, face_down=True, seen=player != state.turn)
            self._record(event)
            laid = self._account.laid[-1]
            said = replace(laid.evidence, said=laid.reading)
            return self._told(self._account.with_laid(with_player(replace(laid, evidence=said), player)))

    def claim(self, player: int) -> KeeperState:
        """A player calls the points of the last play. Raises Refused with the reason."""
        with self._changed:
            return self._record(Claim(player))

    def next_game(self) -> KeeperState:
        """After a game that is over, another of the same match begins at nought. Raises Refused with the reason."""
        with self._changed:
            return self._record(NextGame())

    def adjust(self, player: int, points: int, reason: str) -> KeeperState:
        """Change the score of a player's side by points, for a reason. Raises Refused."""
        with self._changed:
            return self._record(Adjustment(player, points, reason))

    def correct_event(self, number: int, event: TableEvent | None) -> KeeperState:
        """Say what an event of the match, by its number in the record, was; None: it was not. Raises Refused."""
        with self._changed:
            self._match.record(Correction(number, "strike" if event is None else "replace", event))
            self._did(1)
            self._read_back()
            self._publish("", self._match.changes.words)
            return self._state

    # ---- all below is called with the lock held ----

    def _did(self, steps: int) -> None:
        """Remember how many events were recorded together, so that they can be undone together."""
        self._steps.append(steps)
        self._undone.clear()

    def _taken_as_said(self) -> None:
        """Take what undoing or making again changed for a person's word."""
        before = {laid.number: laid for laid in self._account.laid}
        self._read_back()
        said = []
        for laid in self._account.laid:
            old = before.pop(laid.number, None)
            if old is not None and old.tile != laid.tile:
                laid = replace(laid, evidence=replace(laid.evidence, said=laid.reading))
            if old is not None and old.player != laid.player and laid.player is not None:
                laid = with_player(laid, laid.player)
            said.append(laid)
        self._account = self._account.with_laid(*said)
        self._denied |= {laid.tile for laid in before.values()}
        self._denied -= {laid.tile for laid in self._account.lying}
        self._publish(self._left_aside(laid.tile for laid in before.values()), self._match.changes.words)

    def _left_aside(self, tiles: Iterable[Tile]) -> str:
        """Say of a tile among these that a person said it is no play, and how it comes back where it was undone."""
        aside = next((tile for tile in tiles if tile in self._denied), None)
        if aside is None:
            return ""
        if self._match.redoable:
            return f"{aside} is left aside: press Redo if it was played."
        return f"{aside} is left aside, as somebody said."

    def _record(self, event: TableEvent) -> KeeperState:
        """Record what a person did or said, beside what is known of the tiles."""
        self._match.record(event)
        self._did(1)
        self._read_back()
        self._publish("")
        return self._state

    def _index_of(self, tile: Tile) -> int:
        """Return the number of a tile in the layout. Raises Refused where it does not lie there."""
        placed = next((placed for placed in self._match.state.layout.placed if placed.tile == tile), None)
        if placed is None:
            raise Refused(f"{tile} is not on the table")
        return placed.index

    def _laid(self, play: int) -> int:
        """Return the key of the tile of a play. Raises Refused where there is none."""
        if not 0 <= play < len(self._account.lying):
            raise Refused(f"there is no play number {play + 1} in this deal")
        return self._account.lying[play].key

    def _read_back(self) -> None:
        """Take the account from the record, and keep what was seen of tiles that are still the same."""
        self._account = account_of(self._match, self._account)

    def _told(self, account: Account, *, over: bool = False) -> KeeperState:
        """Write what a person said, and what follows from it; `over`: that the deal is."""
        start, _ = deal_on_record(self._match)
        try:
            opening, rules = _opening(start, self._watched), start.rules
            account = with_readings(with_players(account, opening, rules))
            self._write(with_players(account, opening, rules, over=over), "", of_its_own=not over)
        except _IMPOSSIBLE as reason:
            self._forget()
            raise Refused("that does not go with what is on record") from reason
        return self._state

    def _explain(self, view: View) -> None:
        try:
            self._explain_likely(view)
        except IllegalPlay as reason:
            # Tiles read so wildly that no layout can be made of them: the next look will tell.
            self._publish(f"{reason}.")
        except _IMPOSSIBLE:
            self._forget()

    def _forget(self) -> None:
        """Go on from the record alone: whatever is the matter with what was remembered beside it, play goes on."""
        _log.exception("What was seen of the table and what is on record did not go together")
        self._account = account_of(self._match)
        self._publish("What was seen so far does not go with the record. The record stands.")

    def _explain_likely(self, view: View) -> None:
        state = self._match.state
        if not view.tiles:
            playing = state.phase == "playing" and state.layout.placed
            self._publish("No tile is to be seen. The deal goes on when they are back." if playing else "")
            return
        begun = state.phase != "playing" or self._account.layout.placed
        if not begun and self._still_there(view, self._last):
            self._publish("The tiles of the last deal still lie there.")
        elif state.phase == "playing" and not state.rules.followed:
            self._cleared = False
            self._publish("")
        elif state.phase == "playing":
            start, _ = deal_on_record(self._match)
            account, notice = reconcile(self._account, view, self._setting(start))
            if _opener_unknown(account, start):
                self._publish("A tile was laid: say who opened.")
            else:
                self._write(account, self._left_aside(_face_up(view)) or notice)
            self._cleared &= not self._account.layout.placed
        elif self._cleared and not self._still_there(view, self._account):
            self._first_look(view, state)

    def _still_there(self, view: View, last: Account) -> bool:
        """Whether tiles of the last deal lie there still."""
        return lies_there_still(view, last.layout, last.lies(), cleared=self._cleared)

    def _first_look(self, view: View, state: State) -> None:
        """Begin a deal where the first tile lies."""
        if not state.rules.followed:
            self._match.record(Deal())
            self._did(1)
            self._read_back()
            self._cleared = False
            self._publish("")
            return
        deal = Deal(self._next_opener(state))
        start = after(state, deal)
        account, notice = reconcile(Account(start.layout), view, self._setting(start))
        if not account.laid:
            self._publish(notice)
            return
        self._match.record(deal)
        self._did(1)
        self._account = account_of(self._match)
        self._write(account, notice)
        self._cleared = False

    def _next_opener(self, state: State) -> int:
        """Return who opens the next deal, as far as can be told: where the hands decide, who reached."""
        opener = next_opener(state)
        seats = seats_of(self._reaches, len(state.players))
        if opener is None and "double" in state.rules.opening and seats.count(max(seats)) == 1:
            return seats.index(max(seats))
        if opener is None:
            opener = self._opener if state.opener is None else (state.opener + 1) % len(state.players)
        return opener

    def _setting(self, start: State) -> Setting:
        return Setting(start, _opening(start, self._watched), self._watched, self._reaches, self._denied)

    def _write(self, account: Account, notice: str, *, of_its_own: bool = False) -> None:
        """Make the record say what the account says.

        What a look only puts right belongs to what it puts right, and is undone with it, unless it is `of_its_own`.
        """
        more = bool(_keys(account) - _keys(self._account))
        recorded = len(self._match.log)
        if account.gist == self._account.gist:
            self._account = account
            self._publish(notice, self._state.changed)
            return
        try:
            if more:
                self._reaches = ()
            self._account, changed = write(self._match, account)
        except Refused as reason:
            self._read_back()
            notice, changed = f"{reason}.", ""
        except Exception:
            self._read_back()
            raise
        steps = len(self._match.log) - recorded
        if steps:
            if self._steps and not (more or of_its_own):
                steps += self._steps.pop()
            self._did(steps)
            self._publish(notice, changed)
        else:
            self._publish(notice, self._state.changed)

    def _publish(self, notice: str, changed: str = "") -> None:
        match = self._match.state
        self._questions = self._open_questions(match) if match.phase != "waiting" else ()
        undoable, redoable = self._match.undoable, self._match.redoable
        question = self._questions[0] if self._questions else None
        state = KeeperState(self._state.version, match, notice, question, changed, undoable, redoable)
        if state != self._state:
            self._state = replace(state, version=state.version + 1)
            self._changed.notify_all()

    def _open_questions(self, match: State) -> tuple[Question, ...]:
        try:
            return questions(self._account, match)
        except _IMPOSSIBLE:
            _log.exception("What is remembered of the table asks what cannot be asked")
            self._account = account_of(self._match)
            return questions(self._account, match)


def _opening(start: State, watched: bool) -> tuple[float, ...]:
    """Return, by player, how likely that one lays the first tile after this state; `watched`: reaches are seen."""
    players = len(start.players)
    if start.turn is None:
        return (1 / players,) * players
    opens = _OPENS if watched else _OPENS_UNWATCHED
    return tuple(opens if player == start.turn else (1 - opens) / (players - 1) for player in range(players))


def _face_up(view: View) -> set[Tile]:
    return {Tile(seen.a, seen.b) for seen in view.tiles if not seen.face_down}


def _keys(account: Account) -> set[tuple[bool, int]]:
    """Return what names every tile laid, and every one taken back or turned over."""
    handled = {(True, one.key) for one in account.between if one.key is not None}
    return {(False, laid.key) for laid in account.laid} | handled


def _layout_before(match: Match) -> Layout:
    """Return the layout of the deal before the one on record."""
    began = len(match.history) - len(deal_on_record(match)[1]) - 1
    return match.history[max(0, began - 1)].state.layout


def _opener_unknown(account: Account, start: State) -> bool:
    if start.turn is not None or not account.laid:
        return False
    return not account.laid[0].turn.tells
