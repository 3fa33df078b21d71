"""What the tests of the dashboard are handed: a keeper, a camera, and the dashboard over both."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import in_browser
import pytest
from flask import Flask
from flask.testing import FlaskClient
from house import PIN, House
from table_in_play import NAMES, FakeCamera, Table, keeper_for

from scorer.keeper import Keeper
from web import Server, create_app

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def keeper() -> Keeper:
    return keeper_for(*NAMES)


@pytest.fixture
def table(keeper: Keeper) -> Table:
    return Table(keeper)


@pytest.fixture
def camera() -> FakeCamera:
    return FakeCamera()


@pytest.fixture
def app(keeper: Keeper, camera: FakeCamera) -> Flask:
    return create_app(keeper, camera)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    """The dashboard on a real server and a free port."""
    server = Server(app, "127.0.0.1", 0)
    threading.Thread(target=server.run, daemon=True).start()
    yield server.address
    app.extensions["streams"].end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real browser. Its tests are skipped where there is none."""
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="playwright is not installed: pip install playwright", exc_type=ImportError
    )
    with playwright.sync_playwright() as running:
        browser = in_browser.started(running)
        yield browser
        browser.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.stop()


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, PIN)
    yield house
    house.stop()


@pytest.fixture
def page(browser: "Browser", house: House) -> Iterator["Page"]:
    page = in_browser.open_page(browser, house.address)
    yield page
    assert in_browser.faults(page) == []
    page.context.close()
