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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parent.parent
CHROMIUM = "/usr/bin/chromium"
SIZES = {"desktop": (1280, 800), "pi": (800, 480), "phone": (360, 740)}
PAGES = {
    "table": "",
    "new": "new",
    "game": "games/double_bergen",
    "history": "history",
    "match": "history/1",
    "join": "join",
}
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
            begun = time.monotonic()
            while time.monotonic() - begun < LIMIT_SECONDS and plays_on_record(found.group()) < PLAYS:
                time.sleep(0.5)
            yield found.group()
        finally:
            program.terminate()
            program.wait()


def plays_on_record(address: str) -> int:
    """How many plays the dashboard shows."""
    with urllib.request.urlopen(f"{address}state") as answer:
        return len(json.load(answer)["plays"])


def pages(browser: Browser, size: tuple[int, int], scheme: str, language: str) -> Page:
    """A page of this size."""
    width, height = size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
    )
    return context.new_page()


def take(address: str, folder: Path, scheme: str, language: str, quality: int) -> None:
    """Take every page at every size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        # The table first, while the film lasts.
        for name, path in PAGES.items():
            for size_name, size in SIZES.items():
                page = pages(browser, size, scheme, language)
                page.goto(address + path, wait_until="load")
                # The live picture, and what the camera's aim is found to be.
                page.wait_for_timeout(2500 if name in ("table", "new") else 300)
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
    if chosen.address:
        take(chosen.address, chosen.folder, chosen.scheme, chosen.language, chosen.quality)
        return
    with followed() as address:
        take(address, chosen.folder, chosen.scheme, chosen.language, chosen.quality)


if __name__ == "__main__":
    main()
