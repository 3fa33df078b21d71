"""From a source to the keeper: the same code for a camera, a film and an evaluation."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace

import cv2

from scorer.view import Reach, View
from vision.aim import Finding, findings
from vision.annotate import live_picture
from vision.errors import SourceError
from vision.explain import Explanation, explain
from vision.pictures import Picture
from vision.reaches import Reaches
from vision.recogniser import Recogniser
from vision.sightings import Sighting, together
from vision.sources import Frame, Source
from vision.stillness import Stillness

# A page fetches two snapshots a second; drawing more of them would be work for nobody.
_SNAPSHOT_EVERY = 0.4
_JPEG_QUALITY = 80
# Looks at one settled view, whose evidence is put together.
_LOOKS = 2


class Watcher:
    """Reads the settled frames of a source and hands each View to `look`.

    `seats`: the player, from 0, at each side of the picture ("top", "right", "bottom", "left"), where that is known.
    `paced`: frames of a film are taken at their own time, as people watch it; else as fast as they can be read.
    All methods but `run` may be called from any thread.
    """

    def __init__(
        self,
        source: Source,
        recogniser: Recogniser,
        look: Callable[[View], object],
        highest: int,
        *,
        paced: bool,
        seats: Mapping[str, int] | None = None,
    ) -> None:
        self._source = source
        self._recogniser = recogniser
        self._look = look
        self._highest = highest
        self._paced = paced and not source.live
        self._stillness = Stillness()
        self._reaches = Reaches(seats or {})
        self._explanation: Explanation | None = None
        self._before: Picture | None = None
        self._read_at = 0.0
        self._looks: list[list[Sighting]] = [[] for _ in range(_LOOKS)]
        self._lock = threading.Lock()
        self._snapshot: bytes | None = None
        self._snapshot_at = float("-inf")
        self._stopped = threading.Event()
        # What a person should know before anything else, in words; shown instead of the source's own status.
        self.trouble = ""
        # How long the last looks took, from the deciding frame to the keeper's record.
        self.read_ms: deque[float] = deque(maxlen=1000)

    def run(self) -> None:
        """Watches until the source ends or `stop` is called. Raises SourceError where the source breaks."""
        start = time.monotonic()
        try:
            for frame in self._source.frames():
                if self._paced and self._stopped.wait(max(0.0, start + frame.time - time.monotonic())):
                    break
                self._watch(frame)
                if self._stopped.is_set():
                    break
        except SourceError as error:
            self.trouble = str(error)
            raise
        finally:
            self._source.close()

    def stop(self) -> None:
        """Makes `run` return soon."""
        self._stopped.set()
        if self._source.live:
            self._source.close()

    def sit(self, seats: Mapping[str, int], highest: int) -> None:
        """Take note of who sits where from now on, and of the highest half of the set."""
        self._reaches = Reaches(seats)
        self._highest = highest

    def view(self) -> View | None:
        """What the last settled look showed; None before the first."""
        explanation = self._explanation
        return None if explanation is None else explanation.view(self._read_at)

    def aim(self) -> tuple[Finding, ...]:
        """How well the newest picture shows the table; nothing before the first."""
        picture = self._before
        return () if picture is None else findings(picture, self._explanation)

    def snapshot(self) -> bytes | None:
        """The newest picture as JPEG, with what is seen drawn on it; None before the first."""
        with self._lock:
            return self._snapshot

    def status(self) -> str:
        """What the camera is doing, in one short sentence."""
        return self.trouble or self._source.status()

    def _watch(self, frame: Frame) -> None:
        settled = self._stillness.settled(frame.picture)
        newest = self._stillness.newest
        assert newest is not None
        if not settled:
            self._reaches.moving(newest, frame.time)
        elif self._stillness.is_news():
            # Two equal frames make a settled view. Of a film both are there; of a camera the second look comes later.
            pictures = [frame.picture] if self._source.live or self._before is None else [self._before, frame.picture]
            self._looks = []
            self._read(frame, pictures, self._reaches.take(newest))
        elif len(self._looks) < _LOOKS:
            self._read(frame, [frame.picture], ())
        self._before = frame.picture
        if frame.time - self._snapshot_at >= _SNAPSHOT_EVERY:
            self._draw(frame)

    def _read(self, frame: Frame, pictures: list[Picture], reaches: tuple[Reach, ...]) -> None:
        start = time.perf_counter()
        self._looks += [self._recogniser.sightings(picture) for picture in pictures]
        height, width = frame.picture.shape[:2]
        self._explanation = explain(together(self._looks), width, height, self._highest)
        self._read_at = frame.time
        self._stillness.mark_read()
        self._look(replace(self._explanation.view(frame.time), reaches=reaches))
        self.read_ms.append(1000 * (time.perf_counter() - start))
        self._snapshot_at = float("-inf")

    def _draw(self, frame: Frame) -> None:
        self._snapshot_at = frame.time
        drawn = live_picture(frame.picture, self._explanation)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if done:
            with self._lock:
                self._snapshot = data.tobytes()
