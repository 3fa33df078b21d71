"""The dashboard: a web page over a running keeper. It knows scorer only; the camera side is handed in."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from flask import Flask

from scorer.store import Store
from web import camera as camera_routes
from web import changes, events, game_page, history, join, languages, safety, said, setup, table, words
from web.access import Access, new_pin
from web.album import Album
from web.events import Streams
from web.matches import Matches
from web.page_state import Told
from web.protocols import Camera, Keeper, KeeperState
from web.server import PortInUse, Server, serve
from web.wish import MOST_BYTES

__all__ = ["Camera", "Keeper", "KeeperState", "PortInUse", "Server", "create_app", "new_pin", "serve"]


_IN_MEMORY = Path(":memory:")


def create_app(
    keeper: Keeper,
    camera: Camera,
    pin: str | None = None,
    hosts: Collection[str] = (),
    store: Store | None = None,
    running: int | None = None,
) -> Flask:
    """The dashboard over this keeper and this camera, ready to be served.

    `store`: where matches are kept, the keeper's under the number `running`; without one they last until the program
    ends.

    Everybody who reaches it may look; the machine that it runs on may change things. `pin`: other devices may, too,
    once they have given it. `hosts`: names under which the page is reached, beside localhost and plain addresses.
    """
    app = Flask(__name__)
    app.url_map.converters["int"] = history.Number
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    streams, told = Streams(), Told()
    access = Access(pin, hosts)
    matches = Matches(store or Store(_IN_MEMORY), keeper, camera, running)
    app.extensions["streams"] = streams
    app.extensions["album"] = Album(keeper, camera, matches)
    access.protect(app)
    app.register_blueprint(table.make_blueprint(keeper, camera, access, told))
    app.register_blueprint(events.make_blueprint(keeper, camera, access, streams, told))
    app.register_blueprint(camera_routes.make_blueprint(camera))
    app.register_blueprint(setup.make_blueprint(matches, camera, access))
    app.register_blueprint(game_page.make_blueprint())
    app.register_blueprint(join.make_blueprint(access))
    app.register_blueprint(history.make_blueprint(matches, keeper, access))
    app.register_blueprint(changes.make_blueprint(keeper, camera, access))
    safety.protect(app)
    languages.speak(app)
    app.jinja_env.globals.update(fill=words.fill, for_scripts=words.for_scripts, said=said.said)
    return app
