"""The dashboard: a web page over a running keeper. It knows scorer only; the camera side is handed in."""

from __future__ import annotations

from flask import Flask

from web import camera as camera_routes
from web import events, safety, table
from web.events import Streams
from web.protocols import Camera, Keeper, KeeperState
from web.server import PortInUse, Server, serve

__all__ = ["Camera", "Keeper", "KeeperState", "PortInUse", "Server", "create_app", "serve"]


def create_app(keeper: Keeper, camera: Camera) -> Flask:
    """The dashboard over this keeper and this camera, ready to be served."""
    app = Flask(__name__)
    streams = Streams()
    app.extensions["streams"] = streams
    app.register_blueprint(table.make_blueprint(keeper, camera))
    app.register_blueprint(events.make_blueprint(keeper, camera, streams))
    app.register_blueprint(camera_routes.make_blueprint(camera))
    safety.protect(app)
    return app
