"""The table: the page that everybody looks at, its state as JSON, and a sign of life."""

from __future__ import annotations

from flask import Blueprint, Response, render_template
from markupsafe import Markup

from web.access import Access
from web.page_state import Told, page_state
from web.protocols import Camera, Keeper
from web.said import said
from web.words import begins, doubts, gain, headline, mark, tile, why


def make_blueprint(keeper: Keeper, camera: Camera, access: Access, told: Told) -> Blueprint:
    """The routes `/` (the page, with the state of this moment in it), `/state` (JSON) and `/healthz`."""
    blueprint = Blueprint("table", __name__)

    @blueprint.get("/")
    def page() -> str:
        access.greet()
        state = page_state(keeper.state())
        return render_template(
            "table.html",
            state=state,
            headline=headline(state),
            # scorer draws it from tiles alone: no text that a person typed is in it.
            drawing=Markup(state["svg"]),
            camera_status=said(camera.status()),
            may_change=access.may_change,
            pin=access.pin if access.is_table_itself else None,
            gain=gain(state),
            mark=mark,
            tile=tile,
            doubts=doubts(state),
            why=why,
            begins=begins,
        )

    @blueprint.get("/state")
    def state() -> Response:
        access.greet()
        return Response(told.text(keeper.state()), mimetype="application/json")

    @blueprint.get("/healthz")
    def healthz() -> Response:
        return Response("ok\n", mimetype="text/plain")

    return blueprint
