"""Setting up a game: who sits where, what is played and by which rules, from its beginning or from its middle."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from werkzeug.exceptions import BadRequest, Conflict

from scorer.drawing import drawing, in_words
from scorer.events import Start
from scorer.games import Game, find_game
from scorer.layout import Layout
from scorer.notation import layout_text
from scorer.rules import Rules
from scorer.store import StoreError
from scorer.tiles import Tile
from scorer.view import View
from web.access import Access
from web.changes import refusals_told
from web.game_words import agreed, games_in_words
from web.matches import Matches
from web.page_state import drawing_in_words
from web.protocols import Camera
from web.wish import Wish
from web.words import aim, fill

ROUND_THE_TABLE = ("bottom", "left", "top", "right")
"""The sides of the picture in the order of turns: the next player sits on the left."""

_NAMES_REMEMBERED = 12
_HIGHEST_SCORE = 9999
_MOST_OTHERS = 4


def make_blueprint(matches: Matches, camera: Camera, access: Access) -> Blueprint:
    """The routes `/new` (the page, and POST to begin), `/aim` (what the camera's picture lacks) and `/lying`."""
    blueprint = Blueprint("setup", __name__)

    @blueprint.get("/new")
    def page() -> str:
        access.greet()
        setting = {"games": games_in_words(), **_last_time(matches)}
        return render_template("new.html", setting=setting, under_way=matches.under_way, may_change=access.may_change)

    @blueprint.post("/new")
    def begin() -> Response:
        access.check_change()
        wish = Wish.of_request()
        seats, others = _seats(wish), wish.names("others", _MOST_OTHERS)
        game, rules = _rules(wish)
        with refusals_told():
            matches.begin(_start(wish, seats, others, game, rules, camera), {side: n for n, side in enumerate(seats)})
        return jsonify(begun=True)

    @blueprint.get("/aim")
    def aimed() -> Response:
        told = [{"check": one.check, "grade": one.grade, "text": aim(one)} for one in camera.aim()]
        return jsonify([one for one in told if one["text"]])

    @blueprint.get("/lying")
    def lying() -> Response:
        """What lies there now, by the rules of a game: for a match that is joined in its middle."""
        with refusals_told():
            _, rules = _rules(Wish.of_text(request.args.get("wish", "")))
            if not rules.followed:
                raise Conflict(f"plays are not recorded in {rules.name}: only the hands are, when the deal ends")
            layout = _lying(camera.view(), rules)
        svg = drawing(layout).replace(in_words(layout), drawing_in_words(layout))
        doubles = [str(layout[index].tile) for index in layout.spinner_candidates]
        return jsonify(svg=svg, tiles=len(layout.placed), doubles=doubles if len(doubles) > 1 else [])

    return blueprint


def _last_time(matches: Matches) -> dict[str, Any]:
    """Who played last, where, and by which rules; and the names of everybody who ever did, the last ones first."""
    kept = matches.kept()
    names = list(dict.fromkeys(name for match in kept for name in match.players))[:_NAMES_REMEMBERED]
    # A table's own screen may have no keyboard: four can sit down by tapping in any case.
    usual = (fill("player_number", number=number) for number in range(1, len(ROUND_THE_TABLE) + 1))
    names += [name for name in usual if name not in names][: max(0, len(ROUND_THE_TABLE) - len(names))]
    if not kept:
        return {"seats": {}, "others": [], "names": names, "game": None, "options": {}, "pairs": False}
    last = kept[0]
    seats = matches.seats(last.number) or dict(zip(_usual_seats(len(last.players)), range(4), strict=False))
    try:
        state = matches.read(last.number)[1].state
        options, pairs = agreed(find_game(last.game), state.rules), len(state.sides) < len(state.players)
    except StoreError:
        # What the table agreed on cannot be read any more.
        options, pairs = {}, False
    return {
        "seats": {side: last.players[player] for side, player in seats.items() if player < len(last.players)},
        "others": [name for player, name in enumerate(last.players) if player not in seats.values()],
        "names": names,
        "game": last.game,
        "options": options,
        "pairs": pairs,
    }


def _usual_seats(players: int) -> tuple[str, ...]:
    return ("bottom", "top") if players == 2 else ROUND_THE_TABLE[:players]


def _seats(wish: Wish) -> dict[str, str]:
    """The name at each side that somebody sits at, in the order of turns, the opener first."""
    named = wish.texts("seats", ROUND_THE_TABLE)
    sides = [side for side in ROUND_THE_TABLE if side in named]
    if len(sides) < 2:
        raise BadRequest(fill("two_needed"))
    opener = wish.one_of("opener", *sides) if wish.has("opener") else sides[0]
    first = sides.index(opener)
    return {side: named[side].strip() for side in (*sides[first:], *sides[:first])}


def _rules(wish: Wish) -> tuple[Game, Rules]:
    try:
        game = find_game(wish.text("game"))
        return game, game.with_options(**wish.texts("options", tuple(option.key for option in game.options)))
    except ValueError as reason:
        raise BadRequest(str(reason)) from None


def _start(
    wish: Wish, seats: dict[str, str], others: tuple[str, ...], game: Game, rules: Rules, camera: Camera
) -> Start:
    """`others`: players whom no side of the picture is left for; they come after those who sit at one."""
    players = (*seats.values(), *others)
    sides = game.sides(len(players), pairs=wish.flag("pairs"))
    start = Start(players, rules, sides, turn=0)
    if not wish.flag("late"):
        return start
    scores = wish.numbers("scores", len(sides or players), _HIGHEST_SCORE)
    turn = wish.number("turn", len(players) - 1)
    layout = layout_text(_lying(camera.view(), rules, wish)) if wish.flag("lying") and rules.followed else ""
    return Start(start.players, rules, start.sides, tuple(score or 0 for score in scores), turn, layout)


def _lying(view: View | None, rules: Rules, wish: Wish | None = None) -> Layout:
    """The layout as the camera sees it now; the wish may name the double that spins."""
    if view is None or not view.tiles:
        raise Conflict(fill("no_layout"))
    spinner = None
    if wish is not None and wish.has("spinner"):
        named = wish.tile("spinner")
        spinner = next((place for place, seen in enumerate(view.tiles) if Tile(seen.a, seen.b) == named), None)
    try:
        return view.layout(rules.empty_layout(), spinner)
    except ValueError:
        raise Conflict(fill("no_layout")) from None
