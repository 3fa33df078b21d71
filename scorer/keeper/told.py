"""What people say to the keeper: answers, corrections, and what they did that no look shows."""

from __future__ import annotations

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
    NextGame,
    Pass,
    PickUp,
    Play,
    TableEvent,
    TurnOver,
)
from scorer.folding import Refused
from scorer.keeper.account import CERTAIN_WHO
from scorer.keeper.handled import closed_by
from scorer.keeper.kept import Kept
from scorer.keeper.likeliest import likeliest
from scorer.keeper.questions import answered, with_player, with_tile
from scorer.keeper.state import KeeperState
from scorer.tiles import Tile


class Told(Kept):
    """A match that is kept by what people say. No later look overrules a person's word."""

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

    def count_again(self, hands: tuple[Hand, ...]) -> KeeperState:
        """Say what the hands, one a player, of the deal that ended last really were. Raises Refused with the reason."""
        with self._changed:
            ends = [(one.number, one.event) for one in self._match.history if isinstance(one.event, EndDeal)]
            if not ends:
                raise Refused("no deal has ended whose hands are to be counted")
            number, end = ends[-1]
            return self.correct_event(number, replace(end, hands=hands))

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
