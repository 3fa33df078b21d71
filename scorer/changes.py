"""What a change to a match changed, in data and in words."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.state import State


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """The score of a `side` before and after."""

    side: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Changes:
    """What one change did. `struck`: the numbers of later events that a forced correction left no place for."""

    before: State
    after: State
    struck: tuple[int, ...] = ()

    @property
    def scores(self) -> tuple[ScoreChange, ...]:
        """The scores that changed; none where players or sides did."""
        if self.before.sides != self.after.sides:
            return ()
        pairs = zip(self.before.scores, self.after.scores, strict=True)
        return tuple(ScoreChange(side, old, new) for side, (old, new) in enumerate(pairs) if old != new)

    @property
    def words(self) -> str:
        """Only what changed, for a page or a voice: "Ana 35 -> 30; Ben won the game"; "" where nothing of this did."""
        told = [f"{self.after.side_name(change.side)} {change.before} -> {change.after}" for change in self.scores]
        if (self.before.winner, self.before.losers) != (self.after.winner, self.after.losers):
            told.append(self.after.outcome or "the game goes on")
        if self.struck:
            events = ", ".join(map(str, self.struck))
            told.append(f"event{'s' if len(self.struck) > 1 else ''} {events} struck out")
        return "; ".join(told)
