"""What many looks say about one tile: which tile it is, and whether it still lies there."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from scorer.view import Reach, SeenTile

# Pips of the two halves of a tile, in the order of the halves on record.
Reading = tuple[int, int]

# One look in so many is simply wrong, whatever it says of itself.
_OUTLIERS = 0.02
_READINGS = 28
# A tile written down before anybody looked (typed, or before a restart) is as good as a few clear looks.
_ON_RECORD = 8.0
_IN_DOUBT = 1.0
# By so much the odds that a tile is gone grow with a look at the table that does not show it.
_NOT_SEEN = math.log(0.98 / 0.02)


def readings_of(seen: SeenTile, *, flipped: bool) -> dict[Reading, float]:
    """Return what a look listed, with probabilities; `flipped`: its first half is the second one on record."""
    listed = (((seen.a, seen.b), seen.probability), *seen.others)
    return {(b, a) if flipped else (a, b): probability for (a, b), probability in listed}


@dataclass(frozen=True, slots=True)
class Tally:
    """Log-evidence summed over looks: for each reading that one of them listed, and for any that none did."""

    scores: Mapping[Reading, float] = field(default_factory=dict)
    unlisted: float = 0.0

    def of(self, reading: Reading) -> float:
        """Return the log-evidence for a reading; a double that lies the other way round is the same."""
        return self.scores.get(reading, self.unlisted)

    def turned(self) -> Tally:
        """Return the same tally with the halves named the other way round."""
        return Tally({reading[::-1]: score for reading, score in self.scores.items()}, self.unlisted)

    def with_look(self, listed: Mapping[Reading, float], weight: float) -> Tally:
        """Return the tally after one more look, of `weight` 0 to 1."""
        rest = max(0.0, 1.0 - sum(listed.values())) / (_READINGS - len(listed))
        logs = {reading: weight * _robust(probability) for reading, probability in listed.items()}
        none = weight * _robust(rest)
        together = {
            reading: self.of(reading) + logs.get(reading, none) for reading in dict.fromkeys((*self.scores, *listed))
        }
        return Tally(together, self.unlisted + none)


def _robust(probability: float) -> float:
    return math.log((1 - _OUTLIERS) * probability + _OUTLIERS / _READINGS)


@dataclass(frozen=True, slots=True)
class Evidence:
    """All looks at one tile. `total`: what they say together; `recent`: those since its reading last changed to `top`.

    Equal looks are not independent: the k-th with the same reading counts 1/k. `said`: the reading a person gave,
    which no look overrules.
    """

    total: Tally = field(default_factory=Tally)
    recent: Tally = field(default_factory=Tally)
    top: Reading | None = None
    looks: Mapping[Reading, int] = field(default_factory=dict)
    said: Reading | None = None

    @classmethod
    def on_record(cls, reading: Reading, *, doubtful: bool) -> Evidence:
        """Return the evidence for a tile that was written down when nobody remembers why."""
        return cls(Tally({reading: _IN_DOUBT if doubtful else _ON_RECORD}))

    def with_look(self, listed: Mapping[Reading, float]) -> Evidence:
        """Return the evidence after a look that listed these readings, the likeliest first."""
        top = next(iter(listed))
        looks = {**self.looks, top: self.looks.get(top, 0) + 1}
        weight = 1 / looks[top]
        recent = self.recent if top == self.top else Tally()
        return replace(
            self,
            total=self.total.with_look(listed, weight),
            recent=recent.with_look(listed, weight),
            top=top,
            looks=looks,
        )

    def turned(self) -> Evidence:
        """Return the same evidence with the halves named the other way round."""
        return Evidence(
            self.total.turned(),
            self.recent.turned(),
            None if self.top is None else self.top[::-1],
            {reading[::-1]: count for reading, count in self.looks.items()},
            None if self.said is None else self.said[::-1],
        )

    def candidates(self) -> tuple[Reading, ...]:
        """Return the readings worth weighing, the likeliest first."""
        if self.said is not None:
            return (self.said,)
        return tuple(sorted(self.total.scores, key=lambda reading: -self.total.of(reading)))

    def of(self, reading: Reading) -> float:
        """Return the log-evidence for a reading; a person's word is beyond doubt."""
        if self.said is not None:
            return 0.0 if sorted(reading) == sorted(self.said) else -math.inf
        return self.total.of(reading)


@dataclass(frozen=True, slots=True)
class Absence:
    """How long a tile was not seen: over how many stills (times without a reach), and looks in the last of them.

    `odds`: by how much all of it raises the log-odds that the tile is gone; `reached`: its player may have reached.
    `since`: the reaches just before it began; `place`: how many tiles had been laid then.
    """

    stills: int = 0
    looks: int = 0
    odds: float = 0.0
    reached: bool = False
    since: tuple[Reach, ...] = ()
    place: int = 0

    def with_look(self, *, reached: bool, by_player: bool) -> Absence:
        """Return the absence after one more look without the tile; `reached`: a reach came since the look before, and
        `by_player`: it may have been the one who laid the tile.

        Equal looks are not independent: the k-th of a still counts 1/k.
        """
        again = self.looks > 0 and not reached
        looks = self.looks + 1 if again else 1
        stills = self.stills if again else self.stills + 1
        odds = self.odds + _NOT_SEEN / looks
        return replace(self, stills=stills, looks=looks, odds=odds, reached=self.reached or by_player)


def share(scores: Sequence[float]) -> float:
    """Return the probability of the first of several log-scores beside the others."""
    first, *others = scores
    return 1 / (1 + sum(math.exp(min(700.0, other - first)) for other in others))
