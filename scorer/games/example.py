"""A worked example of every game: a few plays and the end of the deal, scored by the rules of the game itself."""

from __future__ import annotations

from dataclasses import dataclass

from scorer.games.game import Game
from scorer.match import Match, State
from scorer.notation import layout_text
from scorer.state import Played
from scorer.text.match_reader import read_event

NAMES = ("Ana", "Ben", "Cleo", "Dan")


@dataclass(frozen=True, slots=True)
class Example:
    """A worked example. `plays`: one after the other as they were scored; `table`: before the hands were counted;
    `end`: the deal as it was counted."""

    plays: tuple[Played, ...]
    table: State
    end: State

    @property
    def in_words(self) -> tuple[str, ...]:
        """Say the example line by line: what lies at last, what plays scored, what was left and how it was counted."""
        said = []
        if self.table.layout.placed:
            said.append(f"On the table: `{layout_text(self.table.layout)}`")
        said += [
            f"{self.table.players[play.player]} {play.tile}: {play.reason}, {_points(play.points)}"
            for play in self.plays
            if play.points
        ]
        held = [
            f"{name} {' '.join(map(str, hand))}"
            for name, hand in zip(self.end.players, self.end.hands, strict=True)
            if isinstance(hand, tuple) and hand
        ]
        said += [f"Left in hand: {', '.join(held)}"] if held else []
        return (*said, self.end.counted)


def example(game: Game) -> Example:
    """Return the worked example of a game, by its rules as they are unless the table chooses otherwise."""
    count = 4 if game.pairs == "always" else 2
    match = Match.start(NAMES[:count], game.rules, game.sides(count))
    match.deal(0)
    *plays, end = game.example.splitlines()
    for line in plays:
        match.record(read_event(line, len(match.log), match.state))
    table = match.state
    return Example(table.plays, table, match.record(read_event(end, len(match.log), table)))


def _points(points: int) -> str:
    return f"{points} point{'' if points == 1 else 's'}"
