"""The live picture: single snapshots, fetched anew by every page, so that twenty phones do not hold twenty threads."""

from __future__ import annotations

import threading
import time

from flask import Blueprint, Response, jsonify

from web.protocols import Camera
from web.said import said


def make_blueprint(camera: Camera) -> Blueprint:
    """The routes `/snapshot.jpg` (its age in seconds in the header Picture-Age) and `/camera` (the status, JSON)."""
    blueprint = Blueprint("camera", __name__)
    clock = PictureClock()

    @blueprint.get("/snapshot.jpg")
    def snapshot() -> Response:
        picture = camera.snapshot()
        if picture is None:
            return Response(f"{said(camera.status())}\n", 503, mimetype="text/plain")
        return Response(picture, mimetype="image/jpeg", headers={"Picture-Age": f"{clock.age(picture):.1f}"})

    @blueprint.get("/camera")
    def status() -> Response:
        return jsonify(status=said(camera.status()))

    return blueprint


class PictureClock:
    """Tells how long a picture has been the newest one, as far as it was asked about."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._picture: bytes | None = None
        self._since = 0.0

    def age(self, picture: bytes) -> float:
        """Seconds since this very object was first shown to the clock; 0 for one that is new."""
        with self._lock:
            now = time.monotonic()
            if picture is not self._picture:
                self._picture, self._since = picture, now
            return now - self._since
