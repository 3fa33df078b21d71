"""A table that was cleared although the deal was not counted: is the next deal being laid there, or this one again?"""

from __future__ import annotations

from contextlib import suppress

from scorer.keeper import Keeper
from scorer.layout import Layout
from scorer.match import Refused, State
from scorer.tiles import Tile
from scorer.view import View

# With fewer tiles on record, one is more likely taken back and another laid.
_FEWEST = 4


class Cleared:
    """Holds views back, from when a table was seen empty in mid-deal until it is told what is laid there; and from the
    beginning, for a table may be cleared while nobody watches.

    Where that is another deal, the one on record ends as it stands and nothing is counted for its hands.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._empty = True
        self._held: list[View] = []
        # The number of the deal that ended so.
        self._ended = 0

    @property
    def is_unclear(self) -> bool:
        """Whether nothing was counted for the hands of the last deal, and somebody should say what they held."""
        return 0 < self._ended >= self._keeper.state().match.deals - 1

    def take(self, view: View, certain: bool) -> tuple[View, ...]:
        """A view has come; return those that may be told now, in their order.

        `certain`: whether one of its tiles is one beyond doubt. Backs that are gathered look like tiles now and then.
        """
        state = self._keeper.state().match
        if state.phase != "playing" or len(state.layout.placed) < _FEWEST:
            self._empty, self._held = False, []
            return (view,)
        if not view.tiles:
            self._empty, self._held = True, []
            return (view,)
        if not self._empty:
            return (view,)
        if not certain:
            return ()
        is_other = lays_another(view, state.layout)
        if is_other:
            # Before anything is held: where the disk takes nothing, the view comes again.
            self._end(state)
        self._held.append(view)
        if is_other is None:
            return ()
        if is_other:
            # The table was empty in between.
            self._held.insert(0, View(self._held[0].time))
        views, self._empty, self._held = tuple(self._held), False, []
        return views

    def _end(self, state: State) -> None:
        last = state.last
        hands = ((),) * len(state.players)
        with suppress(Refused):
            if last is None or state.provably_blocked:
                self._keeper.finish_deal("blocked", hands)
            else:
                self._keeper.finish_deal("domino", hands, went_out=last.player)
            self._ended = state.deals


def lays_another(view: View, layout: Layout) -> bool | None:
    """Whether what lies there is another layout than this one; None while that cannot be told.

    Tiles that are laid again, or were out of sight, are joined as they were. Two of another deal may be so by chance;
    and where all tiles but one are there, that one was misread, and its joins with it.
    """
    tiles = [Tile(seen.a, seen.b) for seen in view.tiles]
    before = {frozenset((layout[join.first].tile, layout[join.second].tile)) for join in layout.joins}
    joined = [frozenset((tiles[join.first], tiles[join.second])) for join in view.joins]
    as_before = sum(pair in before for pair in joined)
    laid = {placed.tile for placed in layout.placed}
    if len(tiles) >= len(laid) <= len(laid.intersection(tiles)) + 1:
        return False
    if not joined or as_before == len(joined) == 1:
        return None
    return 2 * as_before < len(joined)
