"""The end of a deal, seen: the players have laid what is left in their hands face up in front of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

from scorer.deal_end import How
from scorer.games import find_game
from scorer.keeper import Keeper, KeeperState
from scorer.match import Refused, State
from scorer.tiles import Tile
from vision.hands import ShownHand

# Hands are laid open one after the other: they are counted when nothing has moved for so many seconds. What is badly
# read is taken for what it most likely is a little later, and somebody is told.
_SHOWN_FOR, _LIKELIEST_AFTER = 2.0, 3.5
# Where no more tiles need lie open, one that was put down by mistake must not look like the end.
_MANY = 2


@dataclass(frozen=True)
class Ended:
    """How a deal ended: the hands by player, and who went out, None where it was blocked."""

    how: How
    hands: tuple[tuple[Tile, ...], ...]
    went_out: int | None


def fewest_shown(state: State, dealt: int) -> int | None:
    """How many tiles lie open at least once this deal is over; None where it cannot be over yet.

    `dealt`: the tiles that each player was dealt. Nobody's tiles are looked at before so many lie there.
    """
    if state.phase != "playing" or state.last is None:
        return None
    holds = _hold(state, dealt)
    last = state.last.player
    blocked = sum(holds)
    fewest = blocked - holds[last] if _laid(state)[last] >= dealt else blocked
    # The double blank may lie there unseen; where it has no line, it is found only when the hands are looked at.
    unseen = all(placed.tile != Tile(0, 0) for placed in state.layout.placed)
    return fewest - unseen if fewest > _MANY else fewest


def ended(state: State, hands: Mapping[int, ShownHand], dealt: int, *, likeliest: bool = False) -> Ended | None:
    """How the deal ended, by the hands that lie open; None where that is not beyond doubt.

    `likeliest`: tiles that are not clearly read are taken for what they most likely are.

    Everybody's hand lies there, but that of who laid the last tile if the deal was not blocked; nobody has fewer tiles
    than were never played; no tile is there twice; and where everybody still has some, none of them can be played.
    """
    # What lies alone may be the double blank, and may be a back.
    without = {player: hand for player, hand in hands.items() if hand.sure or hand.tiles != (Tile(0, 0),)}
    end = _ended(state, without, dealt, likeliest=likeliest)
    return end if end or len(without) == len(hands) else _ended(state, hands, dealt, likeliest=likeliest)


def _ended(state: State, hands: Mapping[int, ShownHand], dealt: int, *, likeliest: bool) -> Ended | None:
    if state.phase != "playing" or state.last is None:
        return None
    if not likeliest and not all(hand.sure for hand in hands.values()):
        return None
    players, last = range(len(state.players)), state.last.player
    shown = {player: hand.tiles for player, hand in hands.items() if hand.tiles}
    tiles = [tile for hand in shown.values() for tile in hand] + [placed.tile for placed in state.layout.placed]
    holds = _hold(state, dealt)
    if len(set(tiles)) < len(tiles) or any(len(hand) < holds[player] for player, hand in shown.items()):
        return None
    in_order = tuple(shown.get(player, ()) for player in players)
    if set(shown) == set(players) - {last} and _laid(state)[last] >= dealt:
        return Ended("domino", in_order, last)
    playable = any(state.layout.legal_places(tile) for hand in shown.values() for tile in hand)
    return Ended("blocked", in_order, None) if set(shown) == set(players) and not playable else None


def _laid(state: State) -> list[int]:
    """How many tiles each player has laid at most: whose those were that were taken back into a hand is not known."""
    laid = Counter(played.player for played in state.plays)
    taken_back = state.layout.next_index - len(state.layout.placed)
    return [laid[player] + taken_back for player in range(len(state.players))]


def _hold(state: State, dealt: int) -> list[int]:
    """How many tiles each player still holds at least: more where some were drawn."""
    return [max(1, dealt - laid) for laid in _laid(state)]


class Ending:
    """Ends a deal by itself when the hands lie open. `hands`: reads them, when it is asked."""

    def __init__(self, keeper: Keeper, hands: Callable[[], Mapping[int, ShownHand]]) -> None:
        self._keeper = keeper
        self._hands = hands
        self._apart = 0
        self._since: float | None = None
        self._looks = 0
        # The number of the deal whose hands were not clearly read.
        self._unclear = 0
        # How the last deal was ended here, and the record then.
        self._ended: tuple[KeeperState, Ended] | None = None

    @property
    def is_unclear(self) -> bool:
        """Whether the hands of the last deal were not clearly read, and somebody should look at them."""
        return 0 < self._unclear >= self._keeper.state().match.deals - 1

    def looked(self, apart: int, still_since: float) -> None:
        """A view was handed to the keeper; `apart`: how many tiles came to lie away from the layout at its end;
        `still_since`: when something moved last before it, in seconds."""
        self._apart, self._since, self._looks = apart, still_since, 0

    def still(self, time: float) -> None:
        """Nothing has moved until this time, in seconds.

        Raises StoreError where the end cannot be written: it is tried again with the next still frame.
        """
        if self._since is None or time - self._since < (_SHOWN_FOR, _LIKELIEST_AFTER)[self._looks]:
            return
        state, likeliest = self._keeper.state(), self._looks == 1
        counted = None if self._ended is None or self._ended[0].version != state.version else self._ended[1]
        end = self._over(state.match, likeliest=likeliest) if counted is None else self._more_shown(counted)
        with self._keeper.held() as now:
            if now.version != state.version:
                # Somebody changed something while the hands were read: what they mean now is found out the next time.
                return
            if end is not None:
                self._write(end, likeliest=likeliest, again=counted is not None)
        self._looks += 1
        if likeliest or counted is not None:
            self._since = None

    def _over(self, match: State, *, likeliest: bool) -> Ended | None:
        """How the deal ended, None where it has not, and where somebody took back what was counted here."""
        if self._ended is not None and self._ended[0].match.plays == match.plays:
            return None
        dealt = _dealt(match)
        fewest = None if dealt is None else fewest_shown(match, dealt)
        if dealt is None or fewest is None or self._apart < fewest:
            return None
        return ended(match, self._hands(), dealt, likeliest=likeliest)

    def _more_shown(self, before: Ended) -> Ended | None:
        """How the deal ended if more tiles were laid open after it was counted, None where none were."""
        if self._apart <= sum(len(hand) for hand in before.hands):
            return None
        hands = self._hands()
        now = tuple(hands[player].tiles if player in hands else () for player in range(len(before.hands)))
        more = all(set(old) <= set(new) for old, new in zip(before.hands, now, strict=True))
        empty = before.went_out is None or not now[before.went_out]
        sure = all(hand.sure for hand in hands.values())
        return Ended(before.how, now, before.went_out) if more and empty and sure else None

    def _write(self, end: Ended, *, likeliest: bool, again: bool) -> None:
        with suppress(Refused):
            if again:
                state = self._keeper.count_again(end.hands)
            else:
                state = self._keeper.finish_deal(end.how, end.hands, went_out=end.went_out)
                self._unclear = state.match.deals if likeliest else self._unclear
            self._ended = (state, end)


def _dealt(state: State) -> int | None:
    """How many tiles each player is dealt in this game, where that is known."""
    try:
        return find_game(state.rules.name).dealt.get(len(state.players))
    except ValueError:
        return None
