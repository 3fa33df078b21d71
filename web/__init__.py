"""The dashboard: a web page over a running keeper. It knows scorer only; the camera side is handed in."""

from __future__ import annotations

from collections.abc import Collection

from flask import Flask

from web import camera as camera_routes
from web import changes, events, languages, safety, table
from web.access import Access, new_pin
from web.events import Streams
from web.protocols import Camera, Keeper, KeeperState
from web.server import PortInUse, Server, serve
from web.wish import MOST_BYTES

__all__ = ["Camera", "Keeper", "KeeperState", "PortInUse", "Server", "create_app", "new_pin", "serve"]


def create_app(keeper: Keeper, camera: Camera, pin: str | None = None, hosts: Collection[str] = ()) -> Flask:
    """The dashboard over this keeper and this camera, ready to be served.

    Everybody who reaches it may look; the machine that it runs on may change things. `pin`: other devices may, too,
    once they have given it. `hosts`: names under which the page is reached, beside localhost and plain addresses.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    streams = Streams()
    access = Access(pin, hosts)
    app.extensions["streams"] = streams
    access.protect(app)
    app.register_blueprint(table.make_blueprint(keeper, camera, access))
    app.register_blueprint(events.make_blueprint(keeper, camera, access, streams))
    app.register_blueprint(camera_routes.make_blueprint(camera))
    app.register_blueprint(changes.make_blueprint(keeper, access))
    safety.protect(app)
    languages.speak(app)
    return app
