"""A dashboard on a real server, for tests in a real browser, and what they do again and again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from in_browser import PHONE, open_page
from table_in_play import FakeCamera, Finding, keeper_for
from waitress import wasyncore

from scorer.store import Store
from scorer.text.match_text import parse_match
from web import Server, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MATCHES = Path(__file__).parent.parent / "data" / "matches"
PAGES = {
    "table": "",
    "new": "new",
    "history": "history",
    "match": "history/1",
    "join": "join",
    "game": "games/double_bergen",
    "lost": "nowhere",
}
PIN = "246810"


class House:
    """A dashboard that can be stopped and started again, with a history, a question and a camera that sees glare."""

    def __init__(self, folder: Path, pin: str | None = None, port: int = 0) -> None:
        self.store = Store(folder / "matches.db")
        self.store.create(parse_match((MATCHES / "muggins_with_calls.txt").read_text(encoding="utf-8")))
        self.keeper = keeper_for("Ana", "Ben")
        self.camera = FakeCamera(found=(Finding("sharp", "good"), Finding("glare", "bad", "top left")))
        self.pin = pin
        self.port = port
        self.start()

    def start(self) -> None:
        self.app = create_app(self.keeper, self.camera, self.pin, store=self.store)
        server = Server(self.app, "127.0.0.1", self.port)
        self.port = int(server.address.rstrip("/").rpartition(":")[2])
        self._server = server
        self._thread = threading.Thread(target=server.run, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End as a program ends: every connection at once, and the port is free."""
        self.app.extensions["streams"].end()
        inner = self._server._server
        inner.trigger.pull_trigger(lambda: wasyncore.close_all(inner._map))
        self._thread.join(10)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"


def wait_for(page: Page, condition: Callable[[], bool], seconds: float = 20) -> None:
    for _ in range(round(20 * seconds)):
        if condition():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come true")


def phone_page(browser: Browser, lan: House) -> Page:
    """A page that reaches the server by the name of another machine."""
    page = open_page(browser, "about:blank", size=PHONE)
    page.set_extra_http_headers({"X-Forwarded-For": "192.0.2.9"})
    page.goto(lan.address)
    return page
