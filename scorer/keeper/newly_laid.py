"""Tiles that came since the last look: which they are, where they were laid, and in which order."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from scorer.keeper.account import Account, Key, Laid, Order, Place, Spot
from scorer.keeper.compare import Comparison, lie_of, tile_of
from scorer.keeper.evidence import Evidence, readings_of
from scorer.keeper.laying import MOST_AT_ONCE, Laying, laying_as_it_lies, legal_layings
from scorer.keeper.passing import wanted_by
from scorer.keeper.readings import RARE, is_weak
from scorer.keeper.turns import Turn, seats_of
from scorer.keeper.who_laid import with_players
from scorer.layout import Layout
from scorer.state import State
from scorer.tiles import Tile
from scorer.view import Reach, View

# Readings less likely than this are not tried for a new tile.
_LEAST = 0.01
_TRIED = 3
# Points that make an order of laying twice as likely as one that scores nothing.
_WELL_PLAYED = 10


def with_new_tiles(
    account: Account, view: View, shown: View, compared: Comparison, start: State, reaches: Sequence[Reach]
) -> tuple[Account, str]:
    """Return the account with the new tiles of a view, and what is to be said about them.

    `shown`: the view with known tiles read as on record; `start`: the state after dealing; `reaches`: those that no
    tile explained yet. Where nothing can be made of them they are left out.
    """
    if len(compared.new) > MOST_AT_ONCE:
        return account, f"{len(compared.new)} tiles came at once: which was laid first cannot be told."
    layout = account.layout
    found = _likeliest(account, view, shown, layout, compared)
    if found is None:
        return account, "A tile touches the layout where nothing can be joined."
    read, layings = found
    twice = _seen_twice(account, read, layout, compared)
    if twice is not None:
        return account, f"{twice} is seen twice."
    latest = _reaches_for(len(compared.new), view, reaches)
    seats = [seats_of(latest, len(start.players), place, len(compared.new)) for place in range(len(compared.new))]
    accounts = [_appended(account, view, read, laying, compared, seats) for laying in layings]
    if len(accounts) == 1:
        fault = layings[0].fault
        return accounts[0], f"{fault}. It is on record as it lies." if fault else ""
    return _in_order(accounts, len(compared.new), start)


def _reaches_for(new: int, view: View, waiting: Sequence[Reach]) -> Sequence[Reach]:
    """Return the reaches that laid the new tiles: those since the last look, or earlier ones left unexplained."""
    return view.reaches if len(view.reaches) >= new else waiting[-new:]


def _likeliest(
    account: Account, view: View, shown: View, layout: Layout, compared: Comparison
) -> tuple[View, list[Laying]] | None:
    """Return the view with the likeliest reading of every new tile, and the ways in which they may have been laid."""
    best: tuple[float, View, list[Laying]] | None = None
    for read, score in _read(account, view, shown, layout, compared):
        if best is not None and score <= best[0]:
            continue
        layings = legal_layings(read, layout, compared)
        if not layings:
            score += RARE
            as_it_lies = laying_as_it_lies(read, layout, compared)
            if as_it_lies is None:
                continue
            layings = [as_it_lies]
        if layout.match == "equal":
            score += RARE * sum(_lies_lengthwise(laying) for laying in layings[:1])
        if best is None or score > best[0]:
            best = score, read, layings
    return None if best is None else best[1:]


def _lies_lengthwise(laying: Laying) -> int:
    """Return how many doubles were laid in the line, not across it."""
    return sum(play.tile.is_double and play.at is not None and play.across is False for play in laying.plays)


def _read(
    account: Account, view: View, shown: View, layout: Layout, compared: Comparison
) -> Iterator[tuple[View, float]]:
    """Yield the view with every likely set of readings of the new tiles, and its log-probability."""
    on_table = {placed.tile for placed in layout.placed}
    listed = []
    for number in compared.new:
        if view.tiles[number].face_down:
            # What lies there shows only in where it lies.
            listed.append([((0, 0), 1.0)])
            continue
        readings = list(readings_of(view.tiles[number], flipped=False).items())
        listed.append([readings[0], *[(r, p) for r, p in readings[1:] if p >= _LEAST]][:_TRIED])
    for chosen in product(*listed):
        tiles = list(shown.tiles)
        score = 0.0
        taken = set(on_table)
        for number, ((a, b), probability) in zip(compared.new, chosen, strict=True):
            tiles[number] = replace(tiles[number], a=a, b=b)
            score += math.log(max(probability, 1e-6))
            if view.tiles[number].face_down:
                continue
            if Tile(a, b) in taken and not is_weak(account, Tile(a, b)):
                score += RARE
            taken.add(Tile(a, b))
        yield replace(shown, tiles=tuple(tiles)), score


def _seen_twice(account: Account, read: View, layout: Layout, compared: Comparison) -> Tile | None:
    """Return a tile that would lie there twice, unless what is on record may well be another one."""
    on_table = {placed.tile for placed in layout.placed}
    new = [tile_of(read.tiles[number]) for number in compared.new if not read.tiles[number].face_down]
    for tile in new:
        if new.count(tile) > 1 or (tile in on_table and not is_weak(account, tile)):
            return tile
    return None


def _appended(
    account: Account,
    view: View,
    read: View,
    laying: Laying,
    compared: Comparison,
    seats: list[tuple[float, ...]],
) -> Account:
    """Return the account with the tiles of a laying; `seats`: what the reaches say of each, in order."""
    numbers = sorted(compared.new, key=laying.known.__getitem__)
    for place, (number, play) in enumerate(zip(numbers, laying.plays, strict=True)):
        flipped = read.tiles[number].a > read.tiles[number].b
        seen = view.tiles[number]
        spot = Spot(
            None if play.at is None else account.by_halves(play.at),
            play.join,
            None if play.also_at is None else account.by_halves(play.also_at),
            play.across,
            play.face_down,
        )
        reading = (play.tile.low, play.tile.high)
        evidence = Evidence().with_look(readings_of(seen, flipped=flipped))
        laid = Laid(
            account.next_key,
            reading,
            Evidence.on_record(reading, doubtful=False) if seen.face_down else evidence,
            Turn(seats[place], wanted_by(account.layout), play.tile),
            spot,
            lie=lie_of(seen, flipped=flipped),
            doubles_across=account.given.match == "equal",
        )
        account = replace(account, laid=(*account.laid, laid), next_key=account.next_key + 1)
    return account


def _in_order(accounts: list[Account], new: int, start: State) -> tuple[Account, str]:
    """Return the likeliest of several orders in which the `new` last tiles may have been laid, all at once.

    Players see to it that they score: the more points an order makes, the likelier it is, but none is ever certain.
    """
    opening = (1.0,) * len(start.players)
    scores = [with_players(account, opening, start.rules).folded(start)[1].scores for account in accounts]
    least = min(map(sum, scores))
    gains = [1.0 + (sum(score) - least) / _WELL_PLAYED for score in scores]
    ranked = sorted(range(len(accounts)), key=lambda number: -gains[number])
    best = accounts[ranked[0]]
    key_of = {laid.tile: laid.key for laid in best.laid[-new:]}
    orders = tuple(Order(_spots(accounts[number], new, key_of), gains[number] / sum(gains)) for number in ranked)
    matters = len(set(scores)) > 1
    best = best.with_laid(*(replace(laid, orders=orders, matters=matters) for laid in best.laid[-new:]))
    order = ", then ".join(str(laid.tile) for laid in best.laid[-new:])
    return best, f"Tiles came at once; taken as {order}." if matters else ""


def _spots(account: Account, new: int, key_of: dict[Tile, Key]) -> tuple[tuple[Key, Spot], ...]:
    """Return how the new tiles lie in one of several accounts, with the keys that the best one gave them."""
    keys = {laid.key: key_of[laid.tile] for laid in account.laid[-new:]}

    def renamed(at: Place | None) -> Place | None:
        return None if at is None else (keys.get(at[0], at[0]), at[1])

    return tuple(
        (keys[laid.key], replace(laid.spot, at=renamed(laid.spot.at), also_at=renamed(laid.spot.also_at)))
        for laid in account.laid[-new:]
    )
