"""Makes the pictures of the dashboard in docs/pages: `python docs/screenshots.py`, from a clone, with chromium.

The program itself follows the sample film; every page is taken at the sizes of a phone, a Raspberry Pi's touch screen
and a desktop.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
CHROMIUM = "/usr/bin/chromium"
SIZES = {"desktop": (1280, 800), "pi": (800, 480), "phone": (360, 740)}
# Plays that must be on record, and how long that may take on a busy machine.
PLAYS = 9
LIMIT_SECONDS = 300


@contextmanager
def followed() -> Iterator[str]:
    """The address of the dashboard when enough plays of the sample film are on record."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "fivesight.py", "play", "--lan", "--port", "0", "--players", "Ana,Ben"]
        command += [
            "--source",
            "datasets/sample/film01/film.mp4",
            "--seats",
            "bottom,top",
            "--matches",
            f"{folder}/matches.db",
        ]
        program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert program.stdout is not None
        try:
            found = re.search(r"http://\S+", program.stdout.readline())
            assert found is not None
            address = found.group()
            wait_until(lambda: len(state(address)["plays"]) >= PLAYS)
            yield address
        finally:
            program.terminate()
            program.wait()


def state(address: str) -> dict[str, Any]:
    """The match as the dashboard shows it."""
    with urllib.request.urlopen(f"{address}state") as answer:
        found: dict[str, Any] = json.load(answer)
        return found


def wait_until(true: Callable[[], bool]) -> None:
    """Wait for as long as a film may last."""
    begun = time.monotonic()
    while time.monotonic() - begun < LIMIT_SECONDS and not true():
        time.sleep(0.5)


def nothing(page: Page) -> None:
    """The page as it opens."""
    page.wait_for_timeout(300)


def look(page: Page) -> None:
    """Wait for the live picture, and what the camera's aim is found to be."""
    page.wait_for_timeout(2500)


def tap_last_play(page: Page) -> None:
    """Open the panel that corrects the last play, with its likeliest other readings."""
    page.locator("#tools").wait_for()
    page.click(".last")
    page.locator("#correct [data-part=readings] button").first.wait_for()
    page.wait_for_timeout(500)


def count_hands(page: Page) -> None:
    """Open the panel that ends the deal, and let the camera read the hands that are shown."""
    page.locator("#tools").wait_for()
    if state(page.url)["phase"] == "deal over":
        # They were read already, by itself.
        page.click("#undo")
        page.wait_for_timeout(1000)
    page.click("#open-more")
    page.click("#more [data-end=domino]")
    page.click("#ending [data-part=read]")
    page.locator("#ending [data-part=shown]").wait_for()
    page.wait_for_timeout(1000)


Shots = Mapping[str, tuple[str, Callable[[Page], None]]]
"""By name: where it is, and what is done there before it is taken."""

# The table first, while the film lasts.
PAGES: Shots = {
    "table": ("", look),
    "new": ("new", look),
    "game": ("games/double_bergen", nothing),
    "history": ("history", nothing),
    "match": ("history/1", nothing),
    "join": ("join", nothing),
}
# When the film is over. This takes back the end of the deal: it is for a match that nobody plays.
AFTER: Shots = {"ending": ("", count_hands), "correct": ("", tap_last_play)}


def pages(browser: Browser, size: tuple[int, int], scheme: str, language: str) -> Page:
    """A page of this size."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
    )
    return context.new_page()


def take(address: str, shots: Shots, folder: Path, scheme: str, language: str, quality: int) -> None:
    """Take every one at every size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for name, (path, prepare) in shots.items():
            for size_name, size in SIZES.items():
                page = pages(browser, size, scheme, language)
                page.goto(address + path, wait_until="load")
                prepare(page)
                page.screenshot(path=folder / f"{name}-{size_name}.jpg", type="jpeg", quality=quality)
                page.context.close()
        browser.close()


def main() -> None:
    """Make the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(__file__).parent / "pages")
    parser.add_argument("--scheme", choices=["light", "dark"], default="light")
    parser.add_argument("--language", default="en")
    parser.add_argument("--address", help="of a dashboard that runs already")
    parser.add_argument("--quality", type=int, default=60)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    how = (chosen.folder, chosen.scheme, chosen.language, chosen.quality)
    if chosen.address:
        take(chosen.address, PAGES, *how)
        return
    with followed() as address:
        take(address, PAGES, *how)
        wait_until(lambda: state(address)["phase"] == "deal over")
        take(address, AFTER, *how)


if __name__ == "__main__":
    main()
