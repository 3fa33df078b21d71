"""What tests in a real browser have in common: chromium without a screen, and pages in it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PHONE, PI, DESKTOP = (360, 740), (800, 480), (1280, 800)
SIZES = {"phone": PHONE, "pi": PI, "desktop": DESKTOP}
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--autoplay-policy=no-user-gesture-required"]
_FAULTS: WeakKeyDictionary[Any, list[str]] = WeakKeyDictionary()
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")


def chromium() -> Path | None:
    """The browser of this machine; None where there is none."""
    named = os.environ.get("CHROMIUM")
    found = named or next(filter(None, map(shutil.which, _CHROMIUM)), None)
    return None if found is None else Path(found)


def started(playwright: Any) -> Browser:
    """A running chromium, or the test is skipped with what to install."""
    path = chromium()
    if path is None:
        pytest.skip("there is no chromium: apt-get install chromium, or name one with CHROMIUM=/path")
    browser: Browser = playwright.chromium.launch(executable_path=str(path), args=ARGUMENTS)
    return browser


def open_page(
    browser: Browser, address: str, *, size: tuple[int, int] = DESKTOP, scheme: str = "light", language: str = "en"
) -> Page:
    """A page in a browser of its own, with nothing remembered; what breaks in it is told by `faults`."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    _FAULTS[page] = []
    page.on("pageerror", lambda error: _FAULTS[page].append(str(error)))
    page.goto(address, wait_until="load")
    return page


def faults(page: Page) -> list[str]:
    """What broke in the page's scripts."""
    return _FAULTS[page]


def overflows(page: Page) -> bool:
    """Whether the page is wider than its window."""
    wide: bool = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    return wide
