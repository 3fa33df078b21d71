"""Where frames come from: a camera, a stream, a film, a folder of numbered pictures."""

from __future__ import annotations

import re
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureError, SourceError
from vision.pictures import Picture, load_picture

PICTURE_ENDINGS = {".jpg", ".jpeg", ".png", ".webp", ".bmp"}
# Pictures in a folder carry no time; they are taken as one half second apart.
FOLDER_RATE = 2.0


@dataclass(frozen=True)
class Frame:
    """One picture (height, width, 3) uint8 BGR with its number and its time in seconds: the only clock there is."""

    number: int
    time: float
    picture: Picture


class Source(ABC):
    """Frames in order. A film hands over every frame; a live source only the newest."""

    live: bool

    @abstractmethod
    def frames(self) -> Iterator[Frame]:
        """The frames until the source ends or is closed."""

    @abstractmethod
    def status(self) -> str:
        """What the source is doing, in one short sentence."""

    def close(self) -> None:  # noqa: B027 - most sources hold nothing to let go of
        """Ends `frames` and lets go of the device."""


def open_source(name: str) -> Source:
    """The source called `name`: a camera's number or device path, a stream's address, a film or a folder of pictures.

    Raises SourceError, saying what to do, where it does not open.
    """
    if name.isdigit() or name.startswith("/dev/") or re.match(r"(rtsp|https?)://", name):
        return LiveSource(name)
    path = Path(name)
    if path.is_dir():
        return FolderSource(path)
    if path.is_file():
        return FilmSource(path)
    raise SourceError(
        f"there is no camera, film or folder called {name}: give a camera's number (0 is the first), "
        "the address of a stream, a film file or a folder of pictures"
    )


class FilmSource(Source):
    """A film file. Raises SourceError where it is no film."""

    live = False

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._capture = cv2.VideoCapture(str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._time, self._over = 0.0, False
        if not self._capture.isOpened() or not 0 < self._rate < 1000:
            self._capture.release()
            raise SourceError(f"{path} is not a film that can be read: give an MP4, AVI, MKV or WebM file")

    def frames(self) -> Iterator[Frame]:
        """Every frame of the film. Raises SourceError where there is none."""
        number = 0
        while True:
            more, picture = self._capture.read()
            if not more:
                break
            self._time = number / self._rate
            yield Frame(number, self._time, np.asarray(picture, np.uint8))
            number += 1
        self._over = True
        if number == 0:
            raise SourceError(f"{self._name} holds no pictures: it is cut short or damaged, copy it again")

    def status(self) -> str:
        """How far it has come."""
        if self._over:
            return f"{self._name} is over"
        return f"following {self._name}, {self._time:.0f} of {self._count / self._rate:.0f} s"

    def close(self) -> None:
        """Closes the file."""
        self._capture.release()


class FolderSource(Source):
    """A folder of pictures in the order of the numbers in their names. Raises SourceError where there are none."""

    live = False

    def __init__(self, path: Path) -> None:
        pictures = [file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS]
        self._name, self._done = path.name, 0
        self._pictures = sorted(pictures, key=_in_order)
        if not self._pictures:
            raise SourceError(f"{path} holds no pictures: put numbered JPEG or PNG files there")

    def frames(self) -> Iterator[Frame]:
        """Every picture. Raises SourceError at one that cannot be read."""
        for number, path in enumerate(self._pictures):
            try:
                picture = load_picture(path)
            except PictureError as error:
                raise SourceError(str(error)) from error
            self._done = number + 1
            yield Frame(number, number / FOLDER_RATE, picture)

    def status(self) -> str:
        """How far it has come."""
        if self._done == len(self._pictures):
            return f"the folder {self._name} is over"
        return f"following the folder {self._name}, picture {self._done} of {len(self._pictures)}"


def _in_order(file: Path) -> list[tuple[int, str]]:
    """Names as people order them: move2 before move10, p00_h1 before p00_s0."""
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", file.stem)]


class LiveSource(Source):
    """A camera or a stream, read by a thread that keeps only the newest frame and reopens what was lost.

    Raises SourceError where it does not open at first: then its name is more likely wrong than its cable.
    """

    live = True
    _LONGEST_PAUSE = 10.0

    def __init__(self, name: str) -> None:
        self._name = f"camera {name}" if name.isdigit() else name
        self._device: int | str = int(name) if name.isdigit() else name
        self._newest: Frame | None = None
        self._news = threading.Condition()
        self._closed = False
        self._lost = False
        capture = self._open()
        if capture is None:
            raise SourceError(
                f"{self._name} does not open: check that it is plugged in and that no other program uses it, "
                "or name another with --source"
            )
        self._thread = threading.Thread(target=self._read, args=(capture,), name="camera", daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """The newest frame, whenever there is one that was not yet handed over, until the source is closed."""
        last = -1
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed or (self._newest and self._newest.number > last))  # noqa: B023
                if self._closed:
                    return
                frame = self._newest
            assert frame is not None
            last = frame.number
            yield frame

    def status(self) -> str:
        """Whether pictures come."""
        if self._lost:
            return f"{self._name} sends no pictures: check its cable; trying again"
        return f"following {self._name}"

    def close(self) -> None:
        """Ends `frames` and lets go of the camera."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        self._thread.join(timeout=2)

    def _open(self) -> cv2.VideoCapture | None:
        capture = cv2.VideoCapture(self._device)
        if capture.isOpened() and capture.read()[0]:
            return capture
        capture.release()
        return None

    def _read(self, capture: cv2.VideoCapture | None) -> None:
        number, start, pause = 0, time.monotonic(), 0.5
        while not self._closed:
            more, picture = capture.read() if capture is not None else (False, None)
            if more and picture is not None:
                self._lost, pause = False, 0.5
                with self._news:
                    self._newest = Frame(number, time.monotonic() - start, np.asarray(picture, np.uint8))
                    self._news.notify_all()
                number += 1
                continue
            self._lost = True
            if capture is not None:
                capture.release()
            time.sleep(pause)
            pause = min(2 * pause, self._LONGEST_PAUSE)
            capture = self._open()
        if capture is not None:
            capture.release()
