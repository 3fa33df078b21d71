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

from scorer.events import Deal, Event
from scorer.keeper.account import Account
from scorer.keeper.handled import Setting
from scorer.keeper.kept import IMPOSSIBLE, layout_before, opening
from scorer.keeper.last_deal import lies_there_still
from scorer.keeper.laying import MOST_AT_ONCE
from scorer.keeper.reconcile import reconcile
from scorer.keeper.state import KeeperState
from scorer.keeper.told import Told
from scorer.keeper.turns import seats_of
from scorer.keeper.writing import account_of, deal_on_record
from scorer.layout import IllegalPlay
from scorer.match import Match, after, next_opener
from scorer.state import State
from scorer.tiles import Tile
from scorer.view import View

__all__ = ["Keeper", "KeeperState"]


class Keeper(Told):
    """Keeps one match. Every method may be called by any thread; what was handed out never changes.

    A deal begins by itself when the first tile lies on a table that was empty; where plays are not followed, none is
    written then. `opener`: who opens the first one; later ones are opened as the rules say, or by the next player
    where they do not. `written`: is called with every event before it is shown; if it raises, the event is not
    recorded.
    """

    def turn_to(self, match: Match) -> KeeperState:
        """Keep another match from now on. Tiles that the last one left on the table are none of its plays."""
        with self._changed:
            left = not self._cleared or bool(self._account.layout.placed)
            self._match, self._account = match, account_of(match)
            self._last = Account(layout_before(match))
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
            before = self._reaches
            self._reaches = (*self._reaches, *view.reaches)[-MOST_AT_ONCE:]
            if view.tiles:
                self._denied &= _face_up(view)
            recorded = len(self._match.log)
            try:
                if self._match.state.phase in ("playing", "waiting", "deal over"):
                    self._explain(view)
            except Exception:
                # What could not be written is looked at again.
                self._reaches = before
                raise
            return self._match.log[recorded:]

    # ---- all below is called with the lock held ----

    def _explain(self, view: View) -> None:
        try:
            self._explain_likely(view)
        except IllegalPlay as reason:
            # Tiles read so wildly that no layout can be made of them: the next look will tell.
            self._publish(f"{reason}.")
        except IMPOSSIBLE:
            self._forget()

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
        return Setting(start, opening(start, self._watched), self._watched, self._reaches, self._denied)


def _face_up(view: View) -> set[Tile]:
    return {Tile(seen.a, seen.b) for seen in view.tiles if not seen.face_down}


def _opener_unknown(account: Account, start: State) -> bool:
    if start.turn is not None or not account.laid:
        return False
    return not account.laid[0].turn.tells
