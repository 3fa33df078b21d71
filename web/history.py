"""What was played: the matches that are kept, each with its course, its score sheet and its players' figures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from flask import Blueprint, Response, abort, jsonify, render_template
from werkzeug.routing import IntegerConverter

from scorer.match import Match
from scorer.statistics import course, deals_told, players_told
from scorer.store import StoreDamaged
from scorer.telling import goal
from scorer.text.match_text import match_text, match_to_json
from scorer.text.sheet import SheetRow, score_sheet, sheet_csv
from web.access import Access
from web.changes import refusals_told
from web.chart import chart
from web.matches import Matches
from web.page_state import stamp
from web.protocols import Keeper
from web.said import said
from web.words import fill

_FORMS = {
    "csv": ("text/csv", sheet_csv),
    "json": ("application/json", lambda match: json.dumps(match_to_json(match), indent=1)),
    "txt": ("text/plain", match_text),
}


class Number(IntegerConverter):
    """A whole number in an address, one that SQLite can hold: with a longer one nothing is found."""

    regex = r"\d{1,18}"


def make_blueprint(matches: Matches, keeper: Keeper, access: Access) -> Blueprint:
    """The routes `/history`, `/history/7` with `/history/7/match.csv`, `.json` and `.txt`; POST deletes or goes on."""
    blueprint = Blueprint("history", __name__, url_prefix="/history")

    @blueprint.get("")
    def page() -> str:
        access.greet()
        return render_template("history.html", kept=matches.kept(), running=matches.running)

    @blueprint.get("/<int:number>")
    def one(number: int) -> str:
        access.greet()
        # The page asks for another when this is not the keeper's any more: what comes while it is made is not missed.
        stands = stamp(keeper.state().match)
        running, may_change = number == matches.running, access.may_change
        with _told():
            try:
                kept, match = matches.read(number)
            except StoreDamaged as reason:
                facts = {"kept": matches.find(number), "running": running, "may_change": may_change}
                return render_template("damaged.html", **facts, words=said(str(reason)))
            taken = matches.pictures(number)
        state = match.state
        sides = [side_in_words(match, side) for side in range(len(state.sides))]
        scores = dict(zip(sides, state.scores, strict=True))
        return render_template(
            "match.html",
            kept=kept,
            sides=sides,
            scores=scores,
            goal=goal(state.rules),
            outcome=state.outcome,
            chart=chart(course(match), sides, state.rules.target, fill("course_of", game=kept.game)),
            players=players_told(match),
            deals=deals_told(match),
            sheet=_with_pictures(score_sheet(match), taken),
            running=running,
            stamp=stands,
            may_change=may_change,
        )

    @blueprint.get("/<int:number>/match.<form>")
    def export(number: int, form: str) -> Response:
        if form not in _FORMS:
            abort(404)
        kind, write = _FORMS[form]
        with _told():
            _, match = matches.read(number)
        name = f"fivesight-{number}.{form}"
        return Response(write(match), mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})

    @blueprint.get("/<int:number>/<int:event>.jpg")
    def picture(number: int, event: int) -> Response:
        with _told():
            found = matches.picture(number, event)
        if found is None:
            abort(404)
        return Response(found, mimetype="image/jpeg")

    def change(do: Callable[[int], object], number: int) -> None:
        access.check_change()
        with _told():
            do(number)

    @blueprint.post("/<int:number>/delete")
    def delete(number: int) -> Response:
        change(matches.delete, number)
        return jsonify(deleted=True)

    @blueprint.post("/<int:number>/go-on")
    def go_on(number: int) -> Response:
        change(matches.go_on, number)
        return jsonify(gone_on=True)

    return blueprint


@contextmanager
def _told() -> Iterator[None]:
    """Answer that something is not there, or why something cannot be done."""
    try:
        with refusals_told():
            yield
    except KeyError:
        abort(404)


def _with_pictures(rows: Sequence[SheetRow], taken: Mapping[int, str]) -> list[tuple[SheetRow, bool]]:
    """The rows of a sheet, each with whether there is a picture of it; `taken`: the tiles of the pictures, by event."""
    # Only a play has an end sum.
    laid = {(row.deal, row.what) for row in rows if row.end_sum is not None}

    def has_picture(row: SheetRow) -> bool:
        if row.end_sum is None or row.number not in taken:
            return False
        # Of a tile that was misread this is still the picture. But the keeper rewrites plays to insert one: where the
        # tile of the picture is another play of this deal now, the picture shows that one.
        tile = taken[row.number]
        return tile == row.what or (row.deal, tile) not in laid

    return [(row, has_picture(row)) for row in rows]


def side_in_words(match: Match, side: int) -> str:
    """The players of a side: "Ana and Cleo"."""
    return said(match.state.side_name(side)) if len(match.state.sides[side]) > 1 else match.state.side_name(side)
