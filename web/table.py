"""The table: the page that everybody looks at, its state as JSON, and a sign of life."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template
from markupsafe import Markup

from web.protocols import Camera, Keeper
from web.words import WORDS, gain, headline, mark, why


def make_blueprint(keeper: Keeper, camera: Camera) -> Blueprint:
    """The routes `/` (the page, with the state of this moment in it), `/state` (JSON) and `/healthz`."""
    blueprint = Blueprint("table", __name__)

    @blueprint.get("/")
    def page() -> str:
        state = keeper.state().to_json()
        return render_template(
            "table.html",
            state=state,
            headline=headline(state),
            # scorer draws it from tiles alone: no text that a person typed is in it.
            drawing=Markup(state["svg"]),
            camera_status=camera.status(),
            words=WORDS,
            gain=gain(state),
            mark=mark,
            why=why,
        )

    @blueprint.get("/state")
    def state() -> Response:
        return jsonify(keeper.state().to_json())

    @blueprint.get("/healthz")
    def healthz() -> Response:
        return Response("ok\n", mimetype="text/plain")

    return blueprint
