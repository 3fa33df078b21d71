"""Twenty phones at one table, measured: `make load`, or `python tests/web/load.py [SECONDS]`, from a clone.

The sample film is followed over and over, as fast as it can be read, and once more with 20 event streams and 20
clients that fetch two pictures a second each, from another process on the same machine. Before and after that the film
is followed alone, so that other work on the machine counts for both; what it took of the machine is told, too.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from phones import PHONES  # noqa: E402
from table_in_play import keeper_for  # noqa: E402

from scorer.keeper import Keeper  # noqa: E402
from scorer.view import View  # noqa: E402
from vision.loop import Watcher  # noqa: E402
from vision.recogniser import Recogniser, Weights  # noqa: E402
from vision.sources import Frame, open_source  # noqa: E402
from web import Server, create_app  # noqa: E402

SAMPLE = next((ROOT / "datasets" / "sample").rglob("*.mp4"))
SECONDS = 60.0
ALONE = 30.0
WARM = 2  # the networks' memory is at its height after the film has been seen twice
EVERY = 5.0  # seconds between looks at the memory
LOOKS = 4  # of which the median is taken, at the beginning and at the end: it swings by a picture or two

# What must not be passed.
MOST_LATE_MS = 200.0
MOST_LOSS = 10.0  # percent of the frame rate
MOST_GROWTH = 10.0  # megabytes, after the phones have come


class Film:
    """The sample film from its beginning to its end, again and again; counts its frames and how often it was over."""

    live = False

    def __init__(self) -> None:
        self.frames_read = self.times_seen = 0
        self.over = False

    def frames(self) -> Iterator[Frame]:
        """Every frame, until it is over."""
        begun = time = 0.0
        while not self.over:
            for frame in open_source(str(SAMPLE)).frames():
                if self.over:
                    return
                self.frames_read += 1
                time = begun + frame.time
                yield Frame(self.frames_read, time, frame.picture)
            begun = time + 1.0
            self.times_seen += 1

    def status(self) -> str:
        """Nothing of interest."""
        return "following the sample film"

    def close(self) -> None:
        """Nothing to let go of."""


def memory() -> float:
    """Megabytes that this process holds now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


def busy() -> float:
    """Seconds that all processors together have worked since the machine was started."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:]]
    idle = ticks[3] + ticks[4]
    return (sum(ticks[:8]) - idle) / os.sysconf("SC_CLK_TCK")


@dataclass
class Span:
    """What was measured for a while: the film's frames a second, how much of a processor this program took a frame and
    other programs took in all, and the memory, again and again, in megabytes."""

    rate: float
    cpu_ms_a_frame: float
    others: float
    memory: list[float]


def span(film: Film, seconds: float) -> Span:
    """Measure for so long."""
    frames, cpu, all_of_it = film.frames_read, time.process_time(), busy()
    held = []
    for _ in range(round(seconds / EVERY)):
        time.sleep(EVERY)
        held.append(memory())
    frames, cpu = film.frames_read - frames, time.process_time() - cpu
    return Span(frames / seconds, 1000 * cpu / max(1, frames), (busy() - all_of_it - cpu) / seconds, held)


class Told:
    """When the keeper was told what became of it a new state, by the number of that state."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.at: dict[int, float] = {}

    def look(self, view: View) -> None:
        """Have the keeper look."""
        self._note(lambda: self._keeper.look(view))

    def stir(self) -> None:
        """Change something: the film alone changes little once its deal is on record."""
        for deed in (lambda: self._keeper.passed(0), self._keeper.undo):
            with contextlib.suppress(ValueError):
                self._note(deed)

    def _note(self, deed: Callable[[], object]) -> None:
        before, began = self._keeper.state().version, time.monotonic()
        deed()
        for version in range(before + 1, self._keeper.state().version + 1):
            self.at.setdefault(version, began)


def main(seconds: float) -> None:
    """Measure, print the figures as JSON, and exit with 1 where one is not as it must be."""
    keeper, film = keeper_for("Ana", "Ben"), Film()
    told = Told(keeper)
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"), 1)
    watcher = Watcher(film, recogniser, told.look, keeper.state().match.rules, paced=False)  # type: ignore[arg-type]
    server = Server(create_app(keeper, watcher), "127.0.0.1", 0)

    stirring = threading.Event()

    def stir() -> None:
        while not film.over:
            stirring.wait()
            told.stir()
            time.sleep(0.5)

    threads = [threading.Thread(target=work, daemon=True) for work in (server.run, watcher.run, stir)]
    for thread in threads:
        thread.start()
    while film.times_seen < WARM:
        time.sleep(0.1)
    stirring.set()
    before = span(film, ALONE)
    command = [sys.executable, str(Path(__file__).with_name("phones.py")), server.address, str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as together:
        time.sleep(1)  # until they have come
        loaded = span(film, seconds - 2)
        stirring.clear()
        stirred = time.monotonic()
        heard = json.loads(together.communicate()[0])
    stirring.set()
    after = span(film, ALONE)
    film.over = True
    for thread in threads[1:]:
        thread.join()
    meant = {version: at for version, at in told.at.items() if at < stirred}
    figures = {**summary(heard, meant), **compared(before, loaded, after)}
    print(json.dumps(figures, indent=1))
    wrong = [
        figures["events_missed"] > 0,
        figures["latency_ms_worst"] > MOST_LATE_MS,
        figures["loss_percent"] >= MOST_LOSS,
        figures["memory_growth_mb"] >= MOST_GROWTH,
    ]
    sys.exit(any(wrong))


def summary(told: dict[str, Any], changed: dict[int, float]) -> dict[str, Any]:
    """What came to the phones, and when. An event is heard where that state, or one after it, came."""
    first = max(stream[0][1] for stream in told["heard"])
    meant = {version: at for version, at in changed.items() if at > first}
    late, missed = [], 0
    for stream in told["heard"]:
        for version, at in meant.items():
            came = next((when for number, when in stream if number >= version), None)
            if came is None:
                missed += 1
            else:
                late.append(1000 * (came - at))
    took = sorted(told["took"])
    return {
        "phones": PHONES,
        "events": len(meant),
        "events_missed": missed,
        "latency_ms_median": round(statistics.median(late), 1),
        "latency_ms_99_of_100": round(sorted(late)[int(0.99 * len(late))], 1),
        "latency_ms_worst": round(max(late), 1),
        "pictures": len(took),
        "picture_ms_median": round(1000 * statistics.median(took), 1),
        "picture_ms_99_of_100": round(1000 * took[int(0.99 * len(took))], 1),
    }


def compared(before: Span, loaded: Span, after: Span) -> dict[str, Any]:
    """What the phones cost: the film alone, before and after, against the film with them."""
    alone = (before.rate + after.rate) / 2
    cpu_alone = (before.cpu_ms_a_frame + after.cpu_ms_a_frame) / 2
    return {
        "frames_a_second_alone": [round(before.rate, 2), round(after.rate, 2)],
        "frames_a_second_loaded": round(loaded.rate, 2),
        "loss_percent": round(100 * (1 - loaded.rate / alone), 1),
        "phones_cpu_percent_of_a_core": round((loaded.cpu_ms_a_frame - cpu_alone) * loaded.rate / 10, 1),
        "other_programs_cores": [round(one.others, 2) for one in (before, loaded, after)],
        "memory_mb_alone": round(before.memory[-1], 1),
        "memory_mb_loaded": [round(held, 1) for held in loaded.memory],
        "memory_growth_mb": round(
            statistics.median(loaded.memory[-LOOKS:]) - statistics.median(loaded.memory[:LOOKS]), 1
        ),
    }


if __name__ == "__main__":
    main(float(sys.argv[1]) if sys.argv[1:] else SECONDS)
