"""What the keeper shows to pages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from scorer.drawing import drawing
from scorer.ends import counts_of_open_ends
from scorer.keeper.questions import Question
from scorer.notation import layout_text
from scorer.state import Played, State
from scorer.telling import goal
from scorer.tiles import Tile


@dataclass(frozen=True)
class KeeperState:
    """What the keeper has on record at a `version`, which grows with every change.

    `notice`: what the players should know, in words; `question`: the one open question worth asking, if any;
    `changed`: what the last correction changed, in words; `undoable`, `redoable`: how many changes can be undone, and
    made again.
    """

    version: int
    match: State
    notice: str = ""
    question: Question | None = None
    changed: str = ""
    undoable: int = 0
    redoable: int = 0

    @cached_property
    def _svg(self) -> str:
        # Every page that is open asks for it, and it takes longer than all the rest.
        return drawing(self.match.layout, last=self.match.last.index if self.match.last else None)

    def to_json(self) -> dict[str, Any]:
        """Return everything a page shows, as plain JSON values; players and the winner are numbers from 0.

        `target` is 0 where no score ends the game, and the `winner` None where several did not lose it: `goal` and
        `outcome` say in words what ends the game and how it ended, `losers` which players lost it, and `remembered`
        which points of a player's side are not written yet.
        """
        match = self.match
        plays = [_play_json(played) for played in match.plays]
        return {
            "version": self.version,
            "game": match.rules.name,
            "target": match.rules.target,
            "goal": goal(match.rules),
            "unit": "points",
            "players": [
                {
                    "name": name,
                    "score": match.score_of(player),
                    "remembered": match.remembered[match.side_of(player)] if match.remembered else 0,
                }
                for player, name in enumerate(match.players)
            ],
            "turn": match.turn,
            "last": plays[-1] if plays else None,
            "plays": plays,
            "open_ends": [
                {"tile": str(match.layout[end.index].tile), "value": end.value, "counts": counts}
                for end, counts in counts_of_open_ends(match.layout)
            ],
            "end_sum": match.end_sum,
            "layout": layout_text(match.layout),
            "svg": self._svg,
            # To whoever looks at a page, a deal whose hands are still to be counted is over.
            "phase": "deal over" if match.phase == "counting" else match.phase,
            "winner": None if match.winner is None else match.sides[match.winner][0],
            "losers": [player for side in match.losers for player in match.sides[side]],
            "outcome": match.outcome,
            "notice": self.notice or _standing(match),
            "question": None if self.question is None else self.question.to_json(),
            "changed": self.changed,
            "undoable": self.undoable,
            "redoable": self.redoable,
        }


def _play_json(played: Played) -> dict[str, Any]:
    return {
        "player": played.player,
        "tile": str(played.tile),
        "points": played.points,
        "reason": played.reason,
        "doubtful": played.unsure,
    }


def _standing(match: State) -> str:
    """Say what is worth knowing where nothing new is: how the deal was counted, or what its end still needs."""
    if match.provably_blocked and not _doubles_that_fit(match):
        return "Nothing can be joined any more: the deal is blocked."
    words = match.missing if match.phase == "counting" or match.provably_blocked else match.counted
    return f"{words[0].upper()}{words[1:]}." if words else ""


def _doubles_that_fit(match: State) -> bool:
    """Whether a double can be joined, though the deal counts as blocked (the rule book, 3.3: ryba "with double")."""
    return any(match.layout.legal_places(Tile(value, value)) for value in range(match.rules.max_pips + 1))
