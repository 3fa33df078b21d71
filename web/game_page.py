"""A game's own page: what it is like, what a table may agree on, and one worked example of how it is scored."""

from __future__ import annotations

from functools import cache
from typing import Any

from flask import Blueprint, abort, render_template
from markupsafe import Markup

from scorer.drawing import drawing, in_words
from scorer.example import example
from scorer.games import GAMES
from scorer.match import State
from scorer.tiles import Tile
from web.game_words import game_in_words
from web.page_state import drawing_in_words
from web.said import said
from web.words import fill, points


def make_blueprint() -> Blueprint:
    """The route `/games/muggins`."""
    blueprint = Blueprint("games", __name__)

    @blueprint.get("/games/<key>")
    def page(key: str) -> str:
        if key not in GAMES:
            abort(404)
        before, after = _example(key)
        return render_template(
            "game.html", game=game_in_words(GAMES[key]), dealt=GAMES[key].dealt, **_told(before, after)
        )

    return blueprint


@cache
def _example(key: str) -> tuple[State, State]:
    return example(GAMES[key])


def _told(before: State, after: State) -> dict[str, Any]:
    """The example in words: its layout, the last play, the hands that were left, and how the deal was counted."""
    last = before.last
    svg = drawing(before.layout, last=last.index if last else None)
    hands = [
        fill("holds", player=name, tiles=", ".join(str(tile) for tile in hand if isinstance(tile, Tile)))
        for name, hand in zip(after.players, after.hands, strict=True)
        if hand and not isinstance(hand, int)
    ]
    scored = ""
    if last is not None and before.rules.in_play != "none":
        name = before.players[last.player]
        scored = fill(
            "scores_for", player=name, tile=str(last.tile), reason=said(last.reason), points=points(last.points)
        )
    svg = svg.replace(in_words(before.layout), drawing_in_words(before.layout))
    return {
        "drawing": Markup(svg) if before.layout.placed else None,
        "scored": scored,
        "hands": hands,
        "counted": said(after.counted),
        "scores": [(after.side_name(side), score) for side, score in enumerate(after.scores)],
    }
