"""Twenty phones at one table, measured: `make load`, or `python tests/web/load.py`, from a clone.

The sample film is followed over and over, as fast as it can be read: first alone, then with 20 event streams and 20
clients that fetch two pictures a second each, from another process on the same machine.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

PHONES = 20
PICTURES_A_SECOND = 2
SECONDS = 60.0
_MEGABYTE = 1024.0


# ---- the phones, in a process of their own ----


async def connected(address: str, phone: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection from an address of its own: every phone has one."""
    at = urlsplit(address)
    return await asyncio.open_connection(at.hostname, at.port, local_addr=(f"127.0.1.{phone + 1}", 0), limit=2**20)


async def stream(address: str, phone: int, until: float, heard: list[tuple[int, float]]) -> None:
    """Read the event stream: every state's number and when it came, on the clock that all processes share."""
    at = urlsplit(address)
    reader, writer = await connected(address, phone)
    writer.write(f"GET /events HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
    while time.monotonic() < until:
        try:
            line = await asyncio.wait_for(reader.readline(), until - time.monotonic())
        except TimeoutError:
            break
        if line.startswith(b"id: "):
            heard.append((int(line[4:]), time.monotonic()))
    writer.close()


async def pictures(address: str, phone: int, until: float, took: list[float]) -> None:
    """Fetch pictures on one connection, as a browser does."""
    at = urlsplit(address)
    reader, writer = await connected(address, phone)
    # No two phones ask at the same moment.
    await asyncio.sleep(phone / PHONES / PICTURES_A_SECOND)
    while (asked := time.monotonic()) < until:
        writer.write(f"GET /snapshot.jpg HTTP/1.1\r\nHost: {at.netloc}\r\n\r\n".encode())
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        await reader.readexactly(int(length.split(b":")[1]))
        took.append(time.monotonic() - asked)
        await asyncio.sleep(max(0.0, 1 / PICTURES_A_SECOND - (time.monotonic() - asked)))
    writer.close()


async def phones(address: str, seconds: float) -> dict[str, Any]:
    """Twenty phones; what each stream heard, and how long pictures took."""
    until = time.monotonic() + seconds
    heard: list[list[tuple[int, float]]] = [[] for _ in range(PHONES)]
    took: list[float] = []
    await asyncio.gather(
        *(stream(address, phone, until, one) for phone, one in enumerate(heard)),
        *(pictures(address, phone, until, took) for phone in range(PHONES)),
    )
    return {"heard": heard, "took": took}


# ---- the table ----


class Film:
    """The sample film from its beginning to its end, again and again; counts its frames."""

    live = False

    def __init__(self) -> None:
        self.frames_read = 0
        self.over = False

    def frames(self) -> Iterator[Any]:
        """Every frame, until it is over."""
        from vision.sources import Frame, open_source

        number = 0
        while not self.over:
            for frame in open_source(str(ROOT / "datasets" / "sample" / "deal.mp4")).frames():
                if self.over:
                    return
                self.frames_read += 1
                yield Frame(number, number / 4, frame.picture)
                number += 1

    def status(self) -> str:
        """Nothing of interest."""
        return "following the sample film"

    def close(self) -> None:
        """Nothing to let go of."""


def memory() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / _MEGABYTE / _MEGABYTE


def rate(film: Film, seconds: float) -> float:
    """Frames a second for so long."""
    before = film.frames_read
    time.sleep(seconds)
    return (film.frames_read - before) / seconds


def main() -> None:
    """Measure, print the figures as JSON, and exit with 1 where one is not as it must be."""
    from table_in_play import keeper_for

    from vision.loop import Watcher
    from vision.recogniser import Recogniser, Weights
    from web import Server, create_app

    keeper, film = keeper_for("Ana", "Ben"), Film()
    watcher = Watcher(film, Recogniser(Weights.in_folder(ROOT / "models"), 1), keeper.look, 6, paced=False)  # type: ignore[arg-type]
    server = Server(create_app(keeper, watcher), "127.0.0.1", 0)
    changed: dict[int, float] = {}

    def note() -> None:
        version = keeper.state().version
        while not film.over:
            state = keeper.wait(version, 1.0)
            if state.version != version:
                version = state.version
                changed[version] = time.monotonic()

    def stir() -> None:
        # The film alone changes little once its deal is on record.
        while not film.over:
            time.sleep(0.5)
            with contextlib.suppress(ValueError):
                keeper.passed(0)
                keeper.undo()

    works: tuple[Callable[[], None], ...] = (server.run, watcher.run, note, stir)
    for work in works:
        threading.Thread(target=work, daemon=True).start()
    time.sleep(5)
    first = memory()
    alone = rate(film, SECONDS)
    before = memory()
    command = [sys.executable, __file__, "phones", server.address, str(SECONDS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as together:
        loaded = rate(film, SECONDS)
        after = memory()
        told = json.loads(together.communicate()[0])
    film.over = True
    figures = summary(told, changed, alone, loaded)
    figures["memory_mb"] = {"at_first": round(first), "after_alone": round(before), "after_load": round(after)}
    print(json.dumps(figures, indent=1))
    wrong = figures["events_missed"] or figures["latency_ms_worst"] > 200
    sys.exit(1 if wrong else 0)


def summary(told: dict[str, Any], changed: dict[int, float], alone: float, loaded: float) -> dict[str, Any]:
    """The figures. An event is heard where that state, or one after it, came."""
    first = max(stream[0][1] for stream in told["heard"])
    last = min(stream[-1][1] for stream in told["heard"])
    meant = {version: at for version, at in changed.items() if first < at < last - 0.5}
    late, missed = [], 0
    for stream in told["heard"]:
        for version, at in meant.items():
            came = next((when for number, when in stream if number >= version), None)
            missed += came is None
            late.append(1000 * ((came or 0) - at))
    took = sorted(told["took"])
    return {
        "phones": PHONES,
        "events": len(meant),
        "events_missed": missed,
        "latency_ms_median": round(statistics.median(late), 1),
        "latency_ms_worst": round(max(late), 1),
        "pictures": len(took),
        "picture_ms_median": round(1000 * statistics.median(took), 1),
        "picture_ms_99_of_100": round(1000 * took[int(0.99 * len(took))], 1),
        "frames_a_second_alone": round(alone, 2),
        "frames_a_second_loaded": round(loaded, 2),
        "loss_percent": round(100 * (1 - loaded / alone), 1),
    }


if __name__ == "__main__":
    if sys.argv[1:2] == ["phones"]:
        json.dump(asyncio.run(phones(sys.argv[2], float(sys.argv[3]))), sys.stdout)
    else:
        main()
