"""A keeper that follows a table: every view goes to it, seats are learned, a deal that is over is counted.

    follower = Follower(open_source("0"), recogniser, keeper, paced=True, seats={"bottom": 0, "top": 1})
    follower.run()

The same for a camera, a film and an evaluation. The only clock is that of the frames.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.keeper import Keeper
from scorer.state import State
from scorer.store import StoreError
from scorer.tiles import Tile
from scorer.view import Reach, View
from vision.cleared import Cleared
from vision.ending import Ending
from vision.loop import Watcher
from vision.recogniser import Recogniser
from vision.sources import Source

NOT_CLEAR = "The hands of the last deal were not clearly seen: undo and count the deal again, or change a score."

# A tile that lies there before anybody reached is taken for one if it is read as surely as this.
_CLEAR = 0.9
# Seconds after which what the disk did not take is written again, if nothing new is seen before.
_TRY_AGAIN = 1.0


class Follower:
    """Feeds a keeper from a source.

    `seats`: the player, from 0, at each side of the picture; where nobody says so, they are learned from the first
    round of plays. `paced`: a film is followed at its own pace.
    """

    def __init__(
        self,
        source: Source,
        recogniser: Recogniser,
        keeper: Keeper,
        *,
        paced: bool,
        seats: Mapping[str, int] | None = None,
    ) -> None:
        self._keeper = keeper
        match = keeper.state().match
        self._learning = None if seats else SeatLearner(len(match.players))
        self._arrived: list[tuple[View, bool]] = []
        self._waiting: list[View] = []
        self._came: tuple[Reach, ...] = ()
        self._tiles = 0
        self.watcher = Watcher(
            source, recogniser, self._look, match.rules, paced=paced, seats=seats, recorded=self._recorded
        )
        self._ending = Ending(keeper, self.watcher.hands)
        self._cleared = Cleared(keeper)
        self.watcher.on_still = self._still
        # When the disk is tried again, in seconds.
        self._again = 0.0

    def run(self) -> None:
        """Follows until the source ends or the watcher is stopped. Raises SourceError where the source breaks."""
        self.watcher.run()

    def _recorded(self) -> tuple[Tile, ...]:
        match = self._keeper.state().match
        return tuple(placed.tile for placed in match.layout.placed) if match.phase == "playing" else ()

    def _look(self, view: View) -> None:
        if not is_worth_telling(view, self._keeper.state().match, self.watcher.is_certain):
            self._came = view.reaches or self._came
            return
        if view.tiles and self._came:
            # Who laid a tile that was not worth telling of reached before the view that tells of it.
            view = replace(view, reaches=(*self._came, *view.reaches))
        self._came = ()
        # While the disk takes nothing, views wait here: none is lost, and they are explained in their order.
        self._arrived.append((self._with_seat(view), self.watcher.is_certain))
        self._write(view.time)
        self._tiles = len(view.tiles)
        self._ending.looked(self.watcher.apart, self.watcher.still_since)

    def _still(self, time: float) -> None:
        if time >= self._again:
            self._write(time, still=True)

    def _write(self, time: float, *, still: bool = False) -> None:
        """Tell the keeper all that waits and, where the table is still, how a deal ended. `time`: in seconds."""
        try:
            self._tell()
            while self._arrived:
                self._waiting += self._cleared.take(*self._arrived[0])
                del self._arrived[0]
                self._tell()
            if still:
                self._ending.still(time)
            self.watcher.trouble = ""
            self.watcher.notice = NOT_CLEAR if self._cleared.is_unclear or self._ending.is_unclear else ""
        except StoreError as error:
            self.watcher.trouble, self._again = str(error), time + _TRY_AGAIN

    def _tell(self) -> None:
        while self._waiting:
            self._keeper.look(self._waiting[0])
            del self._waiting[0]

    def _with_seat(self, view: View) -> View:
        """The view with the seat of who laid a tile, where that is being learned."""
        came = self.watcher.came
        if self.watcher.seats:
            # Somebody has said who sits where meanwhile.
            self._learning = None
        if self._learning is None or len(view.tiles) != self._tiles + 1 or len(came) != 1 or came[0].side is None:
            return view
        match = self._keeper.state().match
        player = self._learning.played(match.turn or 0, came[0].side)
        if len(self._learning.seats) == len(match.players):
            self.watcher.sit(self._learning.seats, match.rules)
            self._learning = None
        return replace(view, reaches=(replace(view.reaches[0], seat=player),))


def is_worth_telling(view: View, match: State, certain: bool) -> bool:
    """Whether a view may be told to the keeper: a deal does not begin with what is hardly a tile, or is badly read and
    was laid by nobody.

    Backs in the boneyard, or a card, look a little like tiles now and then. `certain`: whether one of the tiles is one
    beyond doubt.
    """
    if not view.tiles or (match.layout.placed and match.phase == "playing"):
        return True
    return certain and (bool(view.reaches) or all(tile.probability >= _CLEAR for tile in view.tiles))


class SeatLearner:
    """Learns who sits where from the first round of plays. `seats`: the player at each side, as far as it is known."""

    def __init__(self, players: int) -> None:
        self._players = players
        self.seats: dict[str, int] = {}

    def played(self, turn: int, side: str) -> int:
        """Somebody lays a tile from a side when it is the turn of player `turn`: return who it was.

        Who reaches from a side of which nobody is known to sit there is whose turn it is, or the next after that of
        whom the side is not known: the others must have passed.
        """
        if side not in self.seats:
            known = set(self.seats.values())
            order = [(turn + step) % self._players for step in range(self._players)]
            self.seats[side] = next((player for player in order if player not in known), turn)
        return self.seats[side]
