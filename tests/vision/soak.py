"""What takes long: `make soak`. Its length in seconds may be set: SOAK_SECONDS=60 make soak."""

import os
import shutil
import threading
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest
from played import Eyes, Played

import fivesight
from models.evaluate_sequence import follow_sequence
from models.follow_films import evaluate_films
from models.tables import films_in_words
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from vision.follow import Follower
from vision.live import Capture, LiveSource
from vision.loop import Watcher
from vision.pictures import Picture
from vision.recogniser import Recogniser, Weights
from vision.sources import Frame, Source

SECONDS = float(os.environ.get("SOAK_SECONDS", "600"))
REMOVED = 5
STILL_FRAMES = 10_000
RATE = 15

SHARED = Path(os.environ.get("FIVESIGHT_SHARED", Path(fivesight.__file__).parent.parent / "shared"))
measured = pytest.mark.skipif(not SHARED.is_dir(), reason="the films and games that measure (../shared) are not here")


def megabytes() -> float:
    """What the process holds in memory now."""
    for line in Path("/proc/self/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise AssertionError("this system does not say how much memory a process holds")


def handles() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


class StillTable(Source):
    """A table on which nothing moves, with the noise of a camera."""

    live = False

    def __init__(self, table: Played, eyes: Eyes) -> None:
        self._begin = [*table.opening(), *table.lay(0, 1, 2)]
        self._still = list(table.director.wait(2))
        self._eyes = eyes
        self.megabytes: list[float] = []

    def frames(self) -> Iterator[Frame]:
        for number, shot in enumerate(self._begin):
            self._eyes.shot = shot
            yield Frame(number, number / RATE, shot.picture)
        self.began = time.process_time()
        for step in range(STILL_FRAMES):
            number = len(self._begin) + step
            if step % 500 == 499:
                self.megabytes.append(megabytes())
            yield Frame(number, number / RATE, self._still[step % len(self._still)].picture)

    def status(self) -> str:
        return "nothing moves"


def test_a_still_table_costs_little_and_no_more_memory() -> None:
    table = Played()
    source = StillTable(table, table.eyes)
    watcher = Watcher(source, table.eyes, lambda view: None, ALL_FIVES.rules, paced=False)  # type: ignore[arg-type]
    watcher.run()
    share = (time.process_time() - source.began) / (STILL_FRAMES / RATE)
    held = source.megabytes
    print(f"\n{100 * share:.1f} % of one core at {RATE} frames a second; {held[1]:.1f} MB, at last {held[-1]:.1f}")
    assert share <= 0.15
    assert max(held[1:]) - min(held[1:]) <= 10
    assert abs(held[-1] - held[1]) <= 5


class LoopedFile:
    """A film that begins again at its end, at its own pace, as a camera; gone while its file is."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._film = cv2.VideoCapture(str(path))
        self._rate = self._film.get(cv2.CAP_PROP_FPS)
        self._next = time.monotonic()

    def read(self) -> tuple[bool, Picture | None]:
        if not self._path.exists():
            return False, None
        time.sleep(max(0.0, self._next - time.monotonic()))
        self._next = time.monotonic() + 1 / self._rate
        more, picture = self._film.read()
        if not more:
            self._film.set(cv2.CAP_PROP_POS_FRAMES, 0)
            more, picture = self._film.read()
        return more, np.asarray(picture, np.uint8) if more else None

    def release(self) -> None:
        self._film.release()


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("film")
    return Path(shutil.copy(fivesight.SAMPLE / "film01" / "film.mp4", folder))


def test_a_source_that_goes_and_comes_is_followed_for_ten_minutes(film: Path) -> None:
    def connect() -> Capture | None:
        return LoopedFile(film) if film.exists() else None

    threads = threading.active_count()
    source = LiveSource("the film", connect)
    keeper = Keeper(Match.start(("Ana", "Ben"), ALL_FIVES.rules))
    recogniser = Recogniser(Weights.in_folder(fivesight.WEIGHTS))
    follower = Follower(source, recogniser, keeper, paced=True)
    watching = threading.Thread(target=follower.run, name="watcher")
    watching.start()
    part, held, opened = SECONDS / (REMOVED + 1), [], []
    for _ in range(REMOVED):
        time.sleep(0.7 * part)
        before = follower.watcher.snapshot()
        held.append(megabytes())
        opened.append(handles())
        shutil.move(film, film.with_suffix(".gone"))
        time.sleep(0.3 * part)
        assert "sends no pictures" in follower.watcher.status()
        assert watching.is_alive()
        shutil.move(film.with_suffix(".gone"), film)
        deadline = time.monotonic() + 30
        while follower.watcher.snapshot() == before or "following" not in follower.watcher.status():
            assert time.monotonic() < deadline, f"it does not go on: {follower.watcher.status()}"
            time.sleep(0.1)
        assert threading.active_count() <= threads + 2
    time.sleep(part)
    print(f"\nfile handles {opened}; MB {[round(one, 1) for one in held]}; {follower.watcher.status()}")
    follower.watcher.stop()
    watching.join(20)
    assert not watching.is_alive()
    assert threading.active_count() == threads
    assert max(opened) - min(opened) <= 1
    assert keeper.state().match.plays, "the game was followed"


def test_frames_come_from_a_looped_file_without_end(film: Path) -> None:
    looped = LoopedFile(film)
    looped._rate = 1e6
    count = int(cv2.VideoCapture(str(film)).get(cv2.CAP_PROP_FRAME_COUNT))
    assert all(more for more, _ in islice(iter(looped.read, None), count + 20))
    looped.release()


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(fivesight.WEIGHTS))


@measured
def test_films_of_another_renderer_are_followed(recogniser: Recogniser) -> None:
    counts = evaluate_films(recogniser, SHARED / "films")
    print("\n" + films_in_words(counts))
    assert counts["right"] >= 0.98 * counts["plays"] > 0
    assert counts["phantom"] == 0
    assert counts["deals_exact"] >= counts["deals"] - 1


@measured
def test_photographed_games_are_followed_and_nothing_is_invented(recogniser: Recogniser) -> None:
    moves = follow_sequence(recogniser, SHARED / "sequence")
    wrong = [move for move in moves if not move.right]
    print(f"\n{len(moves) - len(wrong)} of {len(moves)} moves right", *(move.seen for move in wrong), sep="; ")
    assert len(wrong) <= 2 < len(moves)
    assert all(move.seen.startswith("added nothing") for move in wrong)
    assert not any(move.off_board_laid for move in moves)
