"""From a source to the keeper: the same code for a camera, a film and an evaluation."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import cv2
import numpy as np

from scorer.rules import Rules
from scorer.tiles import Tile
from scorer.view import View
from vision.aim import Finding, findings
from vision.annotate import live_picture
from vision.attention import Attention, Seen
from vision.errors import SourceError
from vision.explain import Explanation
from vision.hands import ShownHand
from vision.keepsake import keepsake
from vision.memory import Memory
from vision.pictures import Picture
from vision.reaches import Came, Mask
from vision.recogniser import Recogniser
from vision.sources import Frame, Source
from vision.unread import FAINT

STOPPED = "the table is no longer followed: start the program again"

# A page fetches two snapshots a second; drawing more of them would be work for nobody.
_SNAPSHOT_EVERY = 0.4
_JPEG_QUALITY = 80
# What is next to a tile of the layout: up to a tile's length from its middle, in tile widths.
_NEAR = 2.0 * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


class Watcher:
    """Reads the settled frames of a source and hands each View to `look`.

    `rules`: of the game that is played, with its set. `seats`: the player, from 0, at each side of the picture ("top",
    "right", "bottom", "left"), where that is known. `recorded`: the tiles of the deal on record, if any. `paced`:
    frames of a film are taken at their own time, as people watch it; else as fast as they can be read. All methods but
    `run` may be called from any thread.
    """

    def __init__(
        self,
        source: Source,
        recogniser: Recogniser,
        look: Callable[[View], object],
        rules: Rules,
        *,
        paced: bool,
        seats: Mapping[str, int] | None = None,
        recorded: Callable[[], Collection[Tile]] = tuple,
    ) -> None:
        self._source = source
        self._recogniser = recogniser
        self._look = look
        self._paced = paced and not source.live
        self._seats = dict(seats or {})
        self._attention = Attention()
        self._dark = False
        self._memory = Memory(rules, recorded, lambda picture, quad: recogniser.shows_face(picture, quad))
        self._newest: Picture | None = None
        # The picture that was read last, with what it showed.
        self._last_read: tuple[Picture, Explanation] | None = None
        self._read_at = 0.0
        # One look at a time: a person may ask for the hands while a view is read.
        self._reading = threading.Lock()
        self._lock = threading.Lock()
        self._snapshot: bytes | None = None
        self._snapshot_at = float("-inf")
        self._stopped = threading.Event()
        # A view that is told only after a second look, because of what the first one showed.
        self._held: Frame | None = None
        # The reaches that came with the newest view.
        self.came: tuple[Came, ...] = ()
        # Called with the time of every frame in which nothing is new.
        self.on_still: Callable[[float], object] = lambda time: None
        # What a person should know before anything else, in words; shown instead of the source's own status.
        self.trouble = ""
        # What somebody should look at when there is time.
        self.notice = ""
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
            self._tell_held()
        except SourceError as error:
            self.trouble = str(error)
            raise
        except Exception:
            # Whoever looks at the page would see scores that stand still, and no reason.
            self.trouble = STOPPED
            raise
        finally:
            self._source.close()

    def stop(self) -> None:
        """Makes `run` return soon."""
        self._stopped.set()
        if self._source.live:
            self._source.close()

    def sit(self, seats: Mapping[str, int], rules: Rules) -> None:
        """Take note of who sits where from now on, and of what is played."""
        self._seats = dict(seats)
        self._memory.rules = rules

    @property
    def seats(self) -> Mapping[str, int]:
        """The player, from 0, at each side of the picture."""
        return dict(self._seats)

    def view(self) -> View | None:
        """What the last settled look showed; None before the first."""
        explanation = self._memory.explanation
        return None if explanation is None else explanation.view(self._read_at)

    @property
    def explanation(self) -> Explanation | None:
        """All that the last look showed, tiles apart included: to measure, never to show. None before the first."""
        return self._memory.explanation

    def aim(self) -> tuple[Finding, ...]:
        """How well the newest picture shows the table; nothing before the first."""
        picture = self._newest
        return () if picture is None else findings(picture, self._memory.explanation)

    def layout_picture(self) -> bytes | None:
        """A small JPEG of the layout as it lies, and of nothing else; None where none is seen."""
        return None if self._last_read is None else keepsake(*self._last_read)

    def snapshot(self) -> bytes | None:
        """The newest picture as JPEG, with what is seen drawn on it; None before the first."""
        with self._lock:
            return self._snapshot

    def status(self) -> str:
        """What the camera is doing, in one short sentence."""
        said = self.trouble or self.notice
        return said or ("it is too dark to see the table" if self._dark else self._source.status())

    def hands(self) -> dict[int, ShownHand]:
        """The tiles that lie face up apart from the layout, by the player who sits nearest: read now, on request, and
        never otherwise. Takes as long as a look at the whole picture; empty before the first picture."""
        picture = self._newest
        if picture is None:
            return {}
        with self._reading:
            return self._memory.hands(self._recogniser.faint(picture, FAINT), picture, self._seats)

    @property
    def apart(self) -> int:
        """How many tiles lie apart that did not lie there while the deal was played."""
        return self._memory.apart

    @property
    def still_since(self) -> float:
        """When something moved last, in seconds."""
        return self._attention.still_since

    @property
    def is_certain(self) -> bool:
        """Whether there is a layout that holds a tile beyond doubt."""
        return self._memory.is_certain

    def _watch(self, frame: Frame) -> None:
        before, self._newest = self._newest, frame.picture
        seen = self._attention.see(frame.picture, frame.time)
        self._dark = seen is Seen.DARK
        if seen is not Seen.SAME:
            self._tell_held()
        if seen is Seen.NEWS:
            # Of a slow film the frame before shows the same, if it is still: two looks tell more than one.
            pictures = [before] if self._attention.slow and self._attention.still and before is not None else []
            self._look_at_news(frame, [*pictures, frame.picture])
        elif seen is Seen.SAME and not self._memory.is_clear:
            # The second look is at all of the picture, whatever changed.
            self._look_again(frame)
        if seen is Seen.SAME:
            self.on_still(frame.time)
        if frame.time - self._snapshot_at >= _SNAPSHOT_EVERY:
            self._draw(frame, seen)

    def _look_at_news(self, frame: Frame, pictures: list[Picture]) -> None:
        start = time.perf_counter()
        news, arm = self._attention.news, self._attention.arm
        came, before = self._attention.read(), self._memory.explanation
        # A camera that comes back may give pictures of another size.
        known = self._last_read is not None and self._last_read[0].shape == frame.picture.shape
        with self._reading:
            last = self._memory.last_look if known else None
            looks = [self._recogniser.look(picture, last) for picture in pictures]
            self._memory.see(looks, frame.picture, news, arm)
        # Whoever reached elsewhere drew a tile, took a glass or kept a rack in order.
        near = news is None or _near(news, frame.picture, before, self._memory.explanation)
        self.came = came if near else ()
        if self._memory.is_in_doubt and not self._memory.is_clear:
            # A question must not flash up that the second look answers at once.
            self._held = frame
        else:
            self._report(frame, start)

    def _look_again(self, frame: Frame) -> None:
        start = time.perf_counter()
        with self._reading:
            self._memory.see_again(self._recogniser.look(frame.picture), frame.picture, self._attention.arm)
        if self._held is None:
            self.came = ()
        self._report(frame, start)

    def _tell_held(self) -> None:
        """The second look never came."""
        if self._held is not None:
            self._report(self._held, time.perf_counter())

    def _report(self, frame: Frame, start: float) -> None:
        explanation = self._memory.explanation
        assert explanation is not None
        self._held, self._read_at = None, frame.time
        self._last_read = frame.picture, explanation
        reaches = tuple(one.by(self._seats) for one in self.came)
        self._look(replace(explanation.view(frame.time), reaches=reaches))
        self.read_ms.append(1000 * (time.perf_counter() - start))
        self._snapshot_at = float("-inf")

    def _draw(self, frame: Frame, seen: Seen) -> None:
        self._snapshot_at = frame.time
        explanation = None if seen is Seen.DARK else self._memory.explanation
        drawn = live_picture(frame.picture, explanation, self._attention.news if seen is Seen.MOVING else None)
        done, data = cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if done:
            with self._lock:
                self._snapshot = data.tobytes()


def _near(news: Mask, picture: Picture, *explanations: Explanation | None) -> bool:
    """Whether something is new where a layout lies, or next to it."""
    height, width = picture.shape[:2]
    scale = np.array([news.shape[1] / width, news.shape[0] / height])
    around = np.zeros(news.shape, np.uint8)
    for explanation in explanations:
        if explanation is None or explanation.plane is None:
            continue
        for index in explanation.layout:
            pose = explanation.tiles[index].pose
            ring = explanation.plane.to_picture(np.array([pose.x, pose.y]) + _NEAR)
            cv2.fillConvexPoly(around, np.asarray((ring * scale).round(), np.int32), 1)
    return bool(news[around > 0].any())
