"""The match as pages are told of it: the keeper's JSON, and what a person may do about it.

What a person changes is named by what it is, not by where it stands: a play by its tile and player too, the record by
a stamp. So nothing is done to another play than the one that was on the screen.
"""

from __future__ import annotations

import hashlib
import json
import threading
from typing import Any

from scorer.deal_end import hands_needed
from scorer.drawing import in_words
from scorer.layout import Layout
from scorer.match import State, next_opener
from scorer.telling import goal
from web.handled import handled
from web.languages import language
from web.protocols import KeeperState
from web.said import apart, said
from web.words import fill


def page_state(state: KeeperState) -> dict[str, Any]:
    """Everything that a page shows and offers, in plain JSON types and the reader's language."""
    match, told = state.match, state.to_json()
    about = None if state.question is None else state.question.about
    plays = [
        {
            **play,
            "reason": said(play["reason"]),
            "id": play_id(match, number),
            "index": match.plays[number].index,
            "readings": _readings(told) if number == about else [],
        }
        for number, play in enumerate(told["plays"])
    ]
    return {
        **told,
        "question": _question(told["question"]),
        "notice": said(told["notice"]),
        "changed": apart(said(told["changed"]), match.players),
        "goal": said(goal(match.rules)),
        "losers": [player for side in match.losers for player in match.sides[side]],
        "outcome": _sentence(said(match.outcome)),
        "svg": told["svg"].replace(in_words(match.layout), drawing_in_words(match.layout)),
        "plays": plays,
        "last": plays[-1] if plays else None,
        "begun": match.deals > 0,
        "stamp": stamp(match),
        "highest": match.rules.max_pips,
        "may": _may(match, told),
        "handled": handled(match),
        "hands": _hands(match),
        "opener": next_opener(match) if match.phase in ("waiting", "deal over") else None,
    }


class Told:
    """What pages are told of the newest state, as JSON: made once a language, however many pages are open."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._state: KeeperState | None = None
        self._texts: dict[str, str] = {}

    def text(self, state: KeeperState) -> str:
        """The state as a page of the reader's language is told of it: JSON in one line."""
        with self._lock:
            if state is not self._state:
                self._state, self._texts = state, {}
            reader = language()
            if reader not in self._texts:
                # json.dumps never writes a line break.
                self._texts[reader] = json.dumps(page_state(state))
            return self._texts[reader]


def play_id(match: State, number: int) -> str:
    """Name a play of this deal for as long as it is on record as it is now."""
    play, whose = match.plays[number], _digest((match.players, match.sides, match.rules.name))
    return f"{match.deals}.{number}.{play.tile}.{play.player}.{whose}"


def play_of_id(match: State, name: str) -> int | None:
    """The number of the play of this name, or None where it is none any more."""
    return next((number for number in range(len(match.plays)) if play_id(match, number) == name), None)


def stamp(match: State) -> str:
    """Tell the record as it stands from what it was before any change, and from that of another match."""
    return _digest(match)


def drawing_in_words(layout: Layout) -> str:
    """What a drawing of the layout shows: "3 tiles, spinner 6-6, the open ends are 4, 6 and 2, end sum 6"."""
    if not layout.placed:
        return fill("no_tile")
    words = [fill("tiles", count=len(layout.placed))]
    if layout.spinner is not None:
        words.append(fill("spinner", tile=str(layout[layout.spinner].tile)))
    return ", ".join([*words, said(layout.describe_ends()), fill("sum", count=layout.end_sum)])


def _digest(value: object) -> str:
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _question(asked: dict[str, Any] | None) -> dict[str, Any] | None:
    if asked is None:
        return None
    answers = [{**answer, "text": said(answer["text"])} for answer in asked["answers"]]
    return {**asked, "text": said(asked["text"]), "answers": answers}


def _readings(told: dict[str, Any]) -> list[str]:
    """The tiles that a play may have been otherwise: those that the question about it offers, if it asks for tiles."""
    question = told["question"]
    return [answer["key"] for answer in question["answers"]] if question["id"].startswith("tile-") else []


def _may(match: State, told: dict[str, Any]) -> dict[str, bool]:
    """What can be done now."""
    playing, last = match.phase == "playing", match.last
    worth_calling = last is not None and last.points > 0 and last.claimed_by is None and match.ending is None
    return {
        # A keeper that does not tell is asked, and says why not.
        "undo": bool(told.get("undoable", True)),
        "redo": bool(told.get("redoable", True)),
        "pass": playing and bool(match.layout.placed),
        "draw": playing and match.rules.followed and match.rules.draw != "none",
        "claim": match.rules.muggins != "off" and worth_calling,
        # Of some games only the hands are counted.
        "finish": playing and (bool(match.layout.placed) or not match.rules.followed),
        "again": match.phase == "game over",
        "deal": match.phase in ("waiting", "deal over"),
    }


def _hands(match: State) -> dict[str, list[list[int]]]:
    """Whose hands must be counted: where a player goes out, by that player, and where the deal is blocked."""
    rule, players = match.rules.hand_end, range(len(match.players))
    return {
        "domino": [list(hands_needed(rule, match.sides, "domino", player)) for player in players],
        "blocked": [list(hands_needed(rule, match.sides, "blocked"))],
    }
