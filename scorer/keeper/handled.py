"""Tiles that players handle without laying them: an end tile taken back into a hand, a double turned over."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from scorer.events import PickUp, TurnOver
from scorer.keeper.account import Account, Key, Laid
from scorer.keeper.compare import Comparison, tile_of
from scorer.keeper.evidence import Absence
from scorer.keeper.movement import SAME_PLACE
from scorer.keeper.passing import wanted_by
from scorer.keeper.turns import Turn, seats_of
from scorer.layout import Layout
from scorer.refused import Refused
from scorer.rules import Rules
from scorer.sides import Place
from scorer.state import State
from scorer.tiles import Tile
from scorer.view import Reach, SeenTile, View


@dataclass(frozen=True, slots=True)
class Setting:
    """What a look is explained by, besides the account: the state after dealing, `opening`: by player, how likely
    that one is to open; `watched`: reaches are seen; `reaches`: those that nothing new explained yet; `denied`: tiles
    that a person said are no plays."""

    start: State
    opening: tuple[float, ...]
    watched: bool
    reaches: tuple[Reach, ...] = ()
    denied: frozenset[Tile] = frozenset()

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.rules

    def turn(self, account: Account, reaches: tuple[Reach, ...]) -> Turn:
        """Return what reaches say of who handled a tile that lies there."""
        return Turn(seats_of(reaches, len(self.start.players)), wanted_by(account.layout))


def absence(account: Account, laid: Laid, view: View) -> Absence:
    """Return the absence of a tile after a look that does not show it. Only who laid a tile takes it back at once."""
    by_player = any(reach.seat in (None, laid.player) for reach in view.reaches)
    before = laid.absence or Absence(since=view.reaches, place=len(account.laid))
    return before.with_look(reached=bool(view.reaches), by_player=by_player)


def may_be_taken_up(account: Account, laid: Laid, absence: Absence, setting: Setting) -> bool:
    """Whether an end tile that is gone may have been taken into a hand: else it was laid by mistake, and withdrawn."""
    if setting.rules.pick_up == "never" or len(account.layout.placed) < 2:
        return False
    # Who has just laid a tile takes it back to lay another; the next one takes it up instead of playing.
    just_laid = laid.key == account.laid[-1].key
    if not setting.watched:
        return not just_laid
    by_player = any(reach.seat in (None, laid.player) for reach in absence.since)
    return bool(absence.since) and not (just_laid and by_player)


def back_at_once(laid: Laid, view: View, setting: Setting) -> bool:
    """Whether a tile that was missed may have been taken up and laid again where it lay, all in one turn."""
    if laid.absence is None or setting.rules.pick_up != "turn_goes_on":
        return False
    return bool({reach.seat for reach in view.reaches} & {reach.seat for reach in laid.absence.since})


def taken_off(account: Account, key: Key, view: View, setting: Setting) -> Account:
    """Return the account without a tile that is gone: taken into a hand where that may be, else never laid."""
    laid = account.by_key(key)
    gone = laid.absence or absence(account, laid, view)
    if not may_be_taken_up(account, laid, gone, setting):
        return account.without(key)
    stays = setting.rules.pick_up == "turn_goes_on"
    turn = replace(setting.turn(account, gone.since), tile=laid.tile, does="takes up", stays=stays)
    account = account.with_laid(replace(laid, absence=None))
    return account.with_handled(key, PickUp(0), turn, gone.place)


def seen_again(account: Account, view: View, compared: Comparison, setting: Setting) -> Account:
    """Return the account with tiles that lie where they lay, though they were taken for taken up: they were missed."""
    picked = {one.key: one for one in account.between if one.key in account.taken_up}
    for number in compared.new:
        seen = view.tiles[number]
        for laid in account.laid:
            one = picked.get(laid.key)
            if one is None or laid.tile != tile_of(seen) or seen.face_down or not _where_it_lay(laid, seen, compared):
                continue
            said = one.turn is not None and one.turn.said is not None
            player = one.event.player if isinstance(one.event, PickUp) else None
            laid_again = any(reach.seat in (None, player) for reach in setting.reaches)
            again = account.without_handled(laid.key)
            if not said and not laid_again and again.misplayed <= account.misplayed:
                account = again
    return account


def _where_it_lay(laid: Laid, seen: SeenTile, compared: Comparison) -> bool:
    if laid.lie is None or compared.moved is None:
        return True
    return math.dist(compared.moved.applied(laid.lie.place), seen.place) < SAME_PLACE


def turned_over(account: Account, key: Key, view: View, setting: Setting) -> Account:
    """Return the account with a double turned face down where it lies, where the rules let that be."""
    if setting.rules.face_down != "turned_over" or not account.is_tip(key):
        return account
    turn = replace(setting.turn(account, view.reaches), does="turns over")
    return account.with_handled(key, TurnOver(0), turn, len(account.laid))


def closed_by(layout: Layout, tile: Tile, beside: Tile | None) -> Place:
    """Return the open end that a double laid face down closes; `beside`: the tile there. Raises Refused."""
    if not tile.is_double:
        raise Refused(f"{tile} cannot be laid face down: only a double can")
    fitting = [(end.index, end.side) for end in layout.open_ends() if tile.low in end.needs]
    if beside is not None:
        fitting = [at for at in fitting if layout[at[0]].tile == beside]
    tiles = sorted({layout[index].tile for index, _ in fitting})
    if not fitting:
        there = "" if beside is None else f" beside {beside}"
        raise Refused(f"{tile} closes no end{there}: {layout.describe_ends()}")
    if len(tiles) > 1:
        raise Refused(f"{tile} may close several ends: say whether it lies beside {' or '.join(map(str, tiles))}")
    return fitting[0]
