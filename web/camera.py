"""The live picture: single snapshots, fetched anew by every page, so that twenty phones do not hold twenty threads."""

from __future__ import annotations

import secrets
import threading
import time

from flask import Blueprint, Response, jsonify, request

from web.protocols import Camera
from web.said import said


def make_blueprint(camera: Camera) -> Blueprint:
    """The routes `/snapshot.jpg` and `/camera` (the status, JSON).

    A snapshot comes with its age in seconds in the header Picture-Age; to who names the one it has, by its ETag, comes
    nothing but the age while there is no other.
    """
    blueprint = Blueprint("camera", __name__)
    clock = PictureClock()

    @blueprint.get("/snapshot.jpg")
    def snapshot() -> Response:
        picture = camera.snapshot()
        if picture is None:
            return Response(f"{said(camera.status())}\n", 503, mimetype="text/plain")
        name, age = clock.look(picture)
        known = request.headers.get("If-None-Match") == name
        headers = {"ETag": name, "Picture-Age": f"{age:.1f}"}
        return Response(b"" if known else picture, 304 if known else 200, headers, "image/jpeg")

    @blueprint.get("/camera")
    def status() -> Response:
        return jsonify(status=said(camera.status()))

    return blueprint


class PictureClock:
    """Tells pictures apart, and how long one has been the newest, as far as it was asked about."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._run = secrets.token_hex(4)
        self._picture: bytes | None = None
        self._number = 0
        self._since = 0.0

    def look(self, picture: bytes) -> tuple[str, float]:
        """The ETag of this very object, another for every picture, and the seconds since it was first shown."""
        with self._lock:
            now = time.monotonic()
            if picture is not self._picture:
                self._picture, self._since = picture, now
                self._number += 1
            return f'"{self._run}-{self._number}"', now - self._since
