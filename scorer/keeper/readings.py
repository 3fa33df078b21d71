"""Which tile each of those laid is: what all looks say, the tiles that it touches, and a set's one tile of a kind."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property

from scorer.ends import is_matador
from scorer.keeper.account import Account, Key, Laid
from scorer.keeper.evidence import Evidence, Reading, share
from scorer.sides import Side
from scorer.tiles import Tile

# Strong but finite: unlike halves touch, a set has a tile twice, a double lies lengthwise in the line.
RARE = math.log(0.02)
# A reading with less evidence than the best by so much is not worth weighing.
_WORTHLESS = 12.0
# What halves that touch add up to in Matador.
_SEVEN = 7


def with_readings(account: Account) -> Account:
    """Return the account with every tile read as all looks together, and the tiles beside it, make it likeliest."""
    readings = _Readings(account)
    for _ in range(2 + len(account.laid)):
        better = readings.better() or readings.backs()
        if better is None:
            break
        account = account.with_laid(*better)
        readings = _Readings(account)
    sure = [(laid, readings.sure(laid)) for laid in account.laid]
    return account.with_laid(*(replace(laid, sure=chance) for laid, chance in sure if chance != laid.sure))


def alternatives(account: Account, laid: Laid) -> tuple[Reading, ...]:
    """Return the readings a tile may have, its own first, then the likeliest."""
    return tuple(reading for reading, _ in _Readings(account).scored(laid))


def is_weak(account: Account, tile: Tile) -> bool:
    """Whether a tile that is on record may well be another one."""
    holder = next((laid for laid in account.lying if laid.tile == tile), None)
    return holder is not None and holder.evidence.said is None and _Readings(account).cost(holder) > RARE


class _Readings:
    """Weighs what else a tile may be, with the tiles that touch it and the one tile of a kind in a set."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._holder = {laid.tile: laid for laid in account.lying}
        self._given = {placed.tile for placed in account.given.placed}
        self._scored: dict[Key, list[tuple[Reading, float]]] = {}

    def better(self) -> tuple[Laid, ...] | None:
        """Return tiles with readings that fit better than those they have now, or None."""
        for laid in self._account.laid:
            ranked = self.scored(laid)
            if len(ranked) < 2 or ranked[1][1] <= ranked[0][1] + 1e-9:
                continue
            reading = ranked[1][0]
            holder = self._holder.get(Tile(*reading))
            changed = laid.read_as(reading)
            if holder is None or holder.key == laid.key:
                return (changed,)
            second = self._second(holder, avoided=Tile(*reading))
            return (changed,) if second is None else (changed, holder.read_as(second[0]))
        return None

    def backs(self) -> tuple[Laid, ...] | None:
        """Return a tile that lies face down as the double of the value that it closes, where it is another, or None."""
        for laid in self._account.lying:
            if not laid.spot.face_down or laid.spot.at is None or laid.evidence.said is not None:
                continue
            value = self._values(*laid.spot.at)[0]
            if laid.reading != (value, value) and Tile(value, value) not in self._holder:
                evidence = Evidence.on_record((value, value), doubtful=False)
                return (replace(laid, reading=(value, value), evidence=evidence),)
        return None

    def sure(self, laid: Laid) -> float:
        """Return the probability of the reading that a tile has."""
        if laid.evidence.said is not None:
            return 1.0
        # It may be what no look has named, too.
        return share([*(score for _, score in self.scored(laid)), laid.evidence.total.unlisted])

    def scored(self, laid: Laid) -> list[tuple[Reading, float]]:
        """Return what a tile may be with its log-scores: its reading first, the others by score."""
        if laid.key not in self._scored:
            self._scored[laid.key] = self._score_all(laid)
        return self._scored[laid.key]

    def _score_all(self, laid: Laid) -> list[tuple[Reading, float]]:
        candidates = laid.evidence.candidates()
        least = max(map(laid.evidence.of, candidates), default=0.0) - _WORTHLESS
        scores: dict[Tile, tuple[Reading, float]] = {}
        for reading in candidates:
            tile = Tile(*reading)
            if tile in (laid.tile, *scores) or laid.evidence.of(reading) < least:
                continue
            scores[tile] = self._score(laid, reading)
        if not scores:
            return [(laid.reading, laid.evidence.of(laid.reading))]
        return [self._score(laid, laid.reading), *sorted(scores.values(), key=lambda item: -item[1])]

    def _score(self, laid: Laid, reading: Reading) -> tuple[Reading, float]:
        """Return the reading, turned round where that fits better, and its log-score."""
        reading, score = self._own(laid, reading)
        holder = self._holder.get(Tile(*reading))
        if Tile(*reading) in self._given:
            score += RARE
        elif holder is not None and holder.key != laid.key:
            score += max(RARE, self.cost(holder))
        return reading, score

    def cost(self, holder: Laid) -> float:
        """Return what it costs, at most 0, that a tile is not what it is taken for but the next best."""
        second = self._second(holder, avoided=holder.tile)
        if second is None:
            return -math.inf
        return min(0.0, second[1] - self._own(holder, holder.reading)[1])

    def _second(self, holder: Laid, avoided: Tile) -> tuple[Reading, float] | None:
        others = [
            self._own(holder, reading)
            for reading in holder.evidence.candidates()
            if Tile(*reading) != avoided and Tile(*reading) not in self._holder
        ]
        return max(others, key=lambda item: item[1], default=None)

    def _own(self, laid: Laid, reading: Reading) -> tuple[Reading, float]:
        """Return the reading and its log-score but for other tiles of its kind."""
        evidence = laid.evidence.of(reading)
        as_it_lies = not laid.across or (reading[0] == reading[1]) == laid.doubles_across
        if as_it_lies:
            return reading, evidence + self._fits(laid, reading)
        # A tile lying crosswise is a double (in Matador none is), and has no half that is the first by how it lies.
        ways = [(way, evidence + RARE + self._fits(laid, way)) for way in (reading, reading[::-1])]
        return max(ways, key=lambda way: way[1])

    def _fits(self, laid: Laid, reading: Reading) -> float:
        """Return the log-odds that a tile of this reading touches the tiles beside it as it does."""
        layout = self._account.given
        lengthwise = reading[0] == reading[1] and laid.spot.across is False and layout.match == "equal"
        unlike = sum(not self._touch(laid, reading, *joined) for joined in self._joined[laid.key])
        return RARE * (unlike + (lengthwise and laid.spot.at is not None))

    @cached_property
    def _joined(self) -> dict[Key, list[tuple[Side | None, Key, Side | None]]]:
        """By key, the joins of every tile: its own side, the other tile and that one's side, None where not known."""
        joined: dict[Key, list[tuple[Side | None, Key, Side | None]]] = {laid.key: [] for laid in self._account.laid}
        for laid in self._account.lying:
            if laid.spot.face_down:
                # Nobody sees what it is: it speaks for nothing.
                continue
            join = laid.spot.join
            for place, own in ((laid.spot.at, join), (laid.spot.also_at, join.opposite if join else None)):
                if place is not None:
                    joined[laid.key].append((own, *place))
                    if place[0] >= 0:
                        joined[place[0]].append((place[1], laid.key, own))
        return joined

    def _touch(self, laid: Laid, reading: Reading, own: Side | None, key: Key, side: Side | None) -> bool:
        """Whether a tile of this reading fits what it is joined to."""
        layout = self._account.given
        tile = self._account.by_key(key).tile if key >= 0 else layout[-1 - key].tile
        theirs = self._values(key, side)
        ours = _shown(reading, own)
        if layout.match == "equal":
            return any(value in theirs for value in ours)
        matador = is_matador(tile) or is_matador(Tile(*reading))
        return matador or any(_SEVEN - value in theirs for value in ours)

    def _values(self, key: Key, side: Side | None) -> tuple[int, ...]:
        """Return the pips that a tile may show at a side of it, named by its halves; None where that is not known."""
        if key >= 0:
            return _shown(self._account.by_key(key).reading, side)
        placed = self._account.given[-1 - key]
        return (placed.tile.low, placed.tile.high) if side is None else (placed.value_at(side),)


def _shown(reading: Reading, side: Side | None) -> tuple[int, ...]:
    """Return the pips that a tile may show at a side, named by its halves."""
    if side is None:
        return reading
    return (reading[1],) if side is Side.END_B or (side is Side.LONG_2 and reading[0] != reading[1]) else (reading[0],)
