"""Explains one look at the table against the account of the deal: what each tile is, what is gone and what is new."""

from __future__ import annotations

import math
from collections.abc import Iterator, Set
from dataclasses import replace

from scorer.keeper.account import CERTAIN, Account, Key, Laid
from scorer.keeper.compare import Comparison, as_on_record, compare, lie_of, tile_of
from scorer.keeper.evidence import readings_of
from scorer.keeper.handled import Setting, absence, back_at_once, may_be_taken_up, seen_again, taken_off, turned_over
from scorer.keeper.movement import Lie, Movement
from scorer.keeper.newly_laid import with_new_tiles
from scorer.keeper.passing import pass_chance
from scorer.keeper.readings import with_readings
from scorer.keeper.turns import WRONG_SEAT
from scorer.keeper.who_laid import with_players
from scorer.layout import Layout
from scorer.tiles import Tile
from scorer.view import SeenTile, View

_SURE = math.log(CERTAIN / (1 - CERTAIN))
# The tile laid last is taken back, or another laid in its place, now and then; any other hardly ever.
_TAKEN_BACK = math.log(0.02)
_AN_OLDER_ONE = -2.0
_SWAPPED_OLDER = math.log(0.0005)
_TAKEN_UP_AT_ONCE = 2
# So many tiles may have been laid while one was overlooked.
_SINCE = 2
# So few tiles that were never read clearly may all have been something else.
_FEW = 3
# Where an end tile may be taken into a hand, that happens more often: two looks are enough.
_TAKEN_UP = math.log(0.06)
# A reading less likely than this is none.
_NOT_WORTH_A_THOUGHT = 0.05


def reconcile(account: Account, view: View, setting: Setting) -> tuple[Account, str]:
    """Return the account after a look, and what is to be said about it, mostly nothing."""
    layout = account.layout
    # Of two tiles, the one that is read as the first was may be the second.
    which_was_first = len(layout.placed) == len(account.laid) == 1 and account.laid[0].sure < CERTAIN
    compared = _compared(view, account, setting)
    if layout.placed and not compared.known:
        # Where it was clearly read, it may be merely out of sight, and lie there again: it was the first then.
        which_was_first = len(account.laid) == 1 and account.laid[0].sure >= CERTAIN
        account = _first_tiles_doubted(account, view, setting)
        layout = account.layout
        if layout.placed:
            return account, "What lies on the table is not the layout on record."
        compared = _without(compare(view, layout, {}), view, setting)
    gone = _replaced(account, view, layout, compared, setting)
    if gone is not None:
        account = taken_off(account, gone, view, setting)
    else:
        account = _looked_at(account, view, layout, compared, setting)
    account = _without_gone(account, view, setting)
    account = with_readings(seen_again(account, view, compared, setting))
    account = _laid_by_the_rules(account, view, setting)
    now = account.layout
    if now != layout:
        layout = now
        compared = _compared(view, account, setting)
    notice = _notice(view, layout, compared)
    before = account
    if compared.new and 2 * len(compared.missing) <= len(layout.placed):
        more, said = _with_new(account, view, compared, setting)
        lying_elsewhere = _not_where_it_stands(account, more, view, compared)
        if lying_elsewhere is not None:
            fewer = account.without(lying_elsewhere)
            compared = _compared(view, fewer, setting)
            again, said_again = _with_new(fewer, view, compared, setting)
            if len(again.laid) > len(fewer.laid) and again.misplayed <= account.misplayed:
                now, more, said = fewer.layout, again, said_again
        account = more
        notice = said or notice
        if which_was_first or _overlooked(account, now, setting):
            account = _in_no_order(account, now)
        account = with_readings(account)
    again_as_it_lies = _laid_elsewhere(before, account, view, setting)
    if again_as_it_lies is not None:
        account, notice = with_readings(again_as_it_lies), ""
    return with_players(account, setting.opening, setting.rules), notice


def _with_new(account: Account, view: View, compared: Comparison, setting: Setting) -> tuple[Account, str]:
    shown = as_on_record(view, account.layout, compared)
    return with_new_tiles(account, view, shown, compared, setting.start, setting.reaches)


def _not_where_it_stands(before: Account, after: Account, view: View, compared: Comparison) -> Key | None:
    """Return a tile that is not seen where it stands on record, while a new one lies on that very side, if any."""
    tips = {laid.spot.at: laid for laid in before.laid if before.is_tip(laid.key)}
    for new in after.laid[len(before.laid) :]:
        at, tip = new.spot.at, tips.get(new.spot.at)
        if at is None or tip is None or new.key not in after.misplayed or tip.evidence.said is not None:
            continue
        # Else it is that one, misread.
        another = not any(_may_be(view.tiles[number], tip.tile) for number in compared.new)
        if another and not _seen_joined(view, compared, before.index_of(tip.key), before.index_of(at[0])):
            return tip.key
    return None


def _may_be(seen: SeenTile, tile: Tile) -> bool:
    readings = readings_of(seen, flipped=False).items()
    return any(Tile(*reading) == tile and chance > _NOT_WORTH_A_THOUGHT for reading, chance in readings)


def _seen_joined(view: View, compared: Comparison, one: int, other: int) -> bool:
    """Whether two tiles of the layout are seen to touch."""
    return any({compared.known.get(join.first), compared.known.get(join.second)} == {one, other} for join in view.joins)


def _first_tiles_doubted(account: Account, view: View, setting: Setting) -> Account:
    """Return the account after a look that shows none of its tiles: an empty one where those may all be others.

    One tile alone says little of where it lay, and a few that were never read clearly say little of what they are: what
    lies there now is looked at afresh.
    """
    said = any(laid.evidence.said is not None or laid.turn.said is not None for laid in account.laid)
    if account.given.placed or account.taken_up or said or len(account.laid) > _FEW:
        return account
    if len(account.laid) == 1:
        laid = account.laid[0]
        laid = replace(laid, absence=absence(account, laid, view))
        account = account.with_laid(laid)
        doubted = laid.sure < CERTAIN or _is_gone(account, laid, setting)
    else:
        doubted = all(laid.sure < CERTAIN for laid in account.laid)
    return Account(account.given, between=account.between, next_key=account.next_key) if doubted else account


def _compared(view: View, account: Account, setting: Setting) -> Comparison:
    return _without(compare(view, account.layout, account.lies()), view, setting)


def _without(compared: Comparison, view: View, setting: Setting) -> Comparison:
    """Return the comparison with tiles left apart that a person said are no plays, or that may not lie face down."""
    backs = setting.rules.face_down != "never"
    kept = tuple(
        number
        for number in compared.new
        if (backs if view.tiles[number].face_down else tile_of(view.tiles[number]) not in setting.denied)
    )
    dropped = tuple(number for number in compared.new if number not in kept)
    return replace(compared, new=kept, apart=compared.apart + dropped) if dropped else compared


def _looked_at(account: Account, view: View, layout: Layout, compared: Comparison, setting: Setting) -> Account:
    """Return the account with what the look says of every tile that was there."""
    reached = bool(view.reaches)
    changed, replaced, turned = [], [], []
    anew: set[Key] = set()
    for number, index in compared.known.items():
        key = account.key_at(index)
        if key < 0:
            continue
        laid = account.by_key(key)
        # On record the lower half comes first; here the halves keep their order.
        flipped = (number in compared.flipped) != (laid.reading[0] > laid.reading[1])
        seen = view.tiles[number]
        if seen.face_down:
            changed.append(replace(laid, lie=lie_of(seen, flipped=flipped), absence=None))
            turned += [] if layout[index].face_down else [key]
            continue
        if account.is_tip(key) and (_may_be_anew(laid, seen, reached=reached) or back_at_once(laid, view, setting)):
            anew.add(key)
        evidence = laid.evidence.with_look(readings_of(seen, flipped=flipped))
        new_reach = int(reached or not setting.watched)
        swapped = laid.swapped + (reached and laid.swapped > 0) if evidence.top == laid.evidence.top else new_reach
        laid = replace(laid, evidence=evidence, lie=lie_of(seen, flipped=flipped), absence=None, swapped=swapped)
        changed.append(laid)
        if account.is_tip(key) and _is_another(laid, last=key == account.laid[-1].key):
            replaced.append(key)
    account = account.with_laid(*changed, *_not_seen(account, view, layout, compared, setting))
    account = _undated(account, anew)
    for key in replaced:
        account = taken_off(account, key, view, setting)
    for key in turned:
        account = turned_over(account, key, view, setting)
    return account


def _not_seen(account: Account, view: View, layout: Layout, compared: Comparison, setting: Setting) -> Iterator[Laid]:
    """Yield the tiles that a look does not show, with what that says of them."""
    for index in compared.missing:
        key = account.key_at(index)
        if key < 0:
            continue
        laid = account.by_key(key)
        laid = replace(laid, lie=_moved(laid.lie, compared.moved))
        if _would_be_seen(index, layout, compared):
            gone = absence(account, laid, view)
            first = gone.stills == 1 and gone.looks == 1
            if first and compared.new and view.reaches and key == account.laid[-1].key:
                gone = replace(gone, odds=gone.odds + _same_again(laid, view, layout, setting))
            laid = replace(laid, absence=gone)
        yield laid


def _may_be_anew(laid: Laid, seen: SeenTile, *, reached: bool) -> bool:
    """Whether a tile that is back after a reach may have been laid only now: it was gone for long, or is another."""
    return laid.absence is not None and reached and (laid.absence.stills > 1 or tile_of(seen) != laid.tile)


def _undated(account: Account, since: Set[Key]) -> Account:
    """Return the account with the order in doubt from the first tile of these keys on."""
    first = min((place for place, laid in enumerate(account.laid) if laid.key in since), default=len(account.laid))
    return account.with_laid(*(replace(laid, undated=True) for laid in account.laid[first:]))


def _moved(lie: Lie | None, moved: Movement | None) -> Lie | None:
    """Return where a tile that is not seen must lie now, None where that cannot be told."""
    if lie is None or moved is None:
        return None
    return Lie(moved.applied(lie.place), lie.angle + moved.turn)


def _same_again(laid: Laid, view: View, layout: Layout, setting: Setting) -> float:
    """Return by how much it is likelier that the last tile was taken back, since its player has laid another now.

    Else everybody after that player must have passed.
    """
    if any(reach.seat != laid.player for reach in view.reaches):
        return 0.0
    players = len(setting.start.players)
    passing = pass_chance(layout, players, setting.start.rules)
    return -math.log(passing ** (players - 1) + WRONG_SEAT)


def _would_be_seen(index: int, layout: Layout, compared: Comparison) -> bool:
    """Whether a missing tile would be seen if it lay there: where what it touches is not seen, it counts as apart.

    Where most of the layout is missing, a look says nothing at all.
    """
    beside = {place[0] for places in layout.neighbours(index).values() for place in places}
    return beside <= set(compared.known.values()) and 2 * len(compared.missing) <= len(layout.placed)


def _is_another(laid: Laid, *, last: bool) -> bool:
    """Whether another tile was surely laid in the place of one: it would be new, and no misreading."""
    recent, top = laid.evidence.recent, laid.evidence.top
    # What is misread is misread as long as nothing changes: an older tile must look other after another reach, too.
    if laid.swapped < (1 if last else 2) or top is None or Tile(*top) == laid.tile or laid.evidence.said is not None:
        return False
    return recent.of(top) - recent.of(laid.reading) + (_TAKEN_BACK if last else _SWAPPED_OLDER) > _SURE


def _without_gone(account: Account, view: View, setting: Setting) -> Account:
    """Return the account without tiles that were surely taken back; only tips can be."""
    for laid in reversed(account.lying):
        if laid.absence is not None and account.is_tip(laid.key) and _is_gone(account, laid, setting):
            account = taken_off(account, laid.key, view, setting)
    return account


def _is_gone(account: Account, laid: Laid, setting: Setting) -> bool:
    gone = laid.absence
    if gone is None:
        return False
    if may_be_taken_up(account, laid, gone, setting):
        return gone.odds + _TAKEN_UP > _SURE
    last = laid.key == account.laid[-1].key
    # A tile that was missed is missed as long as nothing changes: an older one must be gone after another reach, too.
    by_another = setting.watched and not gone.reached
    if (by_another or not last) and setting.watched and gone.stills < 2:
        return False
    unlikely = (0.0 if last else _AN_OLDER_ONE) + (math.log(WRONG_SEAT) if by_another else 0.0)
    return gone.odds + _TAKEN_BACK + unlikely > _SURE


def _replaced(account: Account, view: View, layout: Layout, compared: Comparison, setting: Setting) -> Key | None:
    """Return a tile that was taken up: it lies somewhere else now, or another in its place, if there is one."""
    for number, index in compared.known.items():
        key = account.key_at(index)
        listed = {Tile(*reading) for reading in readings_of(view.tiles[number], flipped=False)}
        back = view.tiles[number].face_down
        if key >= 0 and not back and layout[index].tile not in listed and account.is_tip(key):
            laid = account.by_key(key)
            gone = laid.absence
            # It was gone before, and somebody reached: no misreading looks like that.
            if gone is not None and (gone.reached or may_be_taken_up(account, laid, gone, setting)):
                return key
    if len(compared.missing) > _TAKEN_UP_AT_ONCE:
        return None
    anew = {tile_of(view.tiles[number]) for number in compared.new if not view.tiles[number].face_down}
    for index in compared.missing:
        key = account.key_at(index)
        if key >= 0 and layout[index].tile in anew and account.is_tip(key):
            return key
    return None


def _laid_by_the_rules(account: Account, view: View, setting: Setting) -> Account:
    """Return the account with the last tile as this look shows it, where it was laid against the rules before.

    A join that was seen wrongly looks like a misplay; a real one looks so every time.
    """
    last = account.laid[-1] if account.laid else None
    if last is None or last.key not in account.misplayed or last.absence is not None:
        return account
    before = account.without(last.key)
    compared = _compared(view, before, setting)
    if len(compared.new) != 1:
        return account
    shown = as_on_record(view, before.layout, compared)
    again, _ = with_new_tiles(before, view, shown, compared, setting.start, ())
    new = again.laid[-1] if len(again.laid) == len(account.laid) else last
    if new.reading != last.reading or new.key in again.misplayed:
        return account
    return account.with_laid(replace(last, spot=new.spot))


def _laid_elsewhere(before: Account, after: Account, view: View, setting: Setting) -> Account | None:
    """Return the account with a tile that was laid against the rules on record where a look shows that it may lie.

    A tile before it was overlooked, or it was taken for one that lay nearby. `before` and `after`: the account without
    and with the new tiles of the view. None where there is no such tile: a real misplay looks so every time.
    """
    for laid in before.lying:
        if laid.key not in before.misplayed & after.misplayed or laid.evidence.said is not None:
            continue
        if not before.is_tip(laid.key) or laid.absence is not None:
            continue
        fewer = before.without(laid.key)
        compared = _compared(view, fewer, setting)
        again, _ = _with_new(fewer, view, compared, setting)
        found = next((one for one in again.laid[len(fewer.laid) :] if one.tile == laid.tile), None)
        if found is not None and len(again.laid) >= len(after.laid) and again.misplayed < after.misplayed:
            return _with_what_was_known(again, found, laid)
    return None


def _with_what_was_known(account: Account, found: Laid, before: Laid) -> Account:
    """Return the account with what was known of a tile that was laid elsewhere `before`; who laid those that must have
    been overlooked until then is not known."""
    place = account.laid.index(found)
    known = replace(found, turn=before.turn, evidence=before.evidence, number=before.number, claimed=before.claimed)
    if before.reading != found.reading:
        known = replace(known, evidence=found.evidence)
    overlooked = [one for one in account.laid[:place] if one.number is None]
    nobody = [replace(one, turn=replace(one.turn, seats=(1.0,) * len(one.turn.seats))) for one in overlooked]
    return account.with_laid(known, *nobody)


def _overlooked(account: Account, before: Layout, setting: Setting) -> bool:
    """Whether there are more new tiles than reaches for them: some must have been overlooked until now."""
    new = len(account.layout.placed) - len(before.placed)
    return setting.watched and new > len(setting.reaches)


def _in_no_order(account: Account, before: Layout) -> Account:
    """Return the account with new tiles, and those laid just before, in doubt: when they were laid, nobody knows."""
    new = len(account.layout.placed) - len(before.placed)
    doubted = account.laid[-new - _SINCE :] if new else ()
    return account.with_laid(*(replace(laid, undated=True) for laid in doubted))


def _notice(view: View, layout: Layout, compared: Comparison) -> str:
    """Say what of a look does not fit the record, one thing at a time."""
    for number, index in compared.known.items():
        on_record, seen = layout[index].tile, tile_of(view.tiles[number])
        if seen != on_record and not view.tiles[number].face_down:
            return f"{on_record} looks like {seen} now; {on_record} stands on record."
    if len(compared.missing) == 1:
        return f"{layout[compared.missing[0]].tile} is not to be seen."
    if compared.missing:
        return f"{len(compared.missing)} tiles of the layout are not to be seen."
    for number in compared.apart:
        if view.tiles[number].face_down:
            return "A tile lies face down: it is no play."
        tile = tile_of(view.tiles[number])
        twice = sum(tile_of(other) == tile for other in view.tiles) > 1
        return f"{tile} is seen twice." if twice else f"{tile} does not touch the layout."
    return view.unseen[0] if view.unseen else ""
