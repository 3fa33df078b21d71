"""Where frames come from: a camera, a stream, a film, a folder of numbered pictures."""

from __future__ import annotations

import re
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
    """The source called `name`: a camera's number or device path, "picamera" for a Raspberry Pi's own, the address of a
    stream (a phone's camera, rtsp://..., http://...), a film or a folder of pictures.

    Raises SourceError, saying what to do, where it does not open.
    """
    if name == "picamera" or name.isdecimal() or name.startswith("/dev/") or re.match(r"(rtsps?|https?)://", name):
        from vision.live import open_live

        return open_live(name)
    path = Path(name)
    if path.is_dir():
        return FolderSource(path)
    if path.is_file():
        return FilmSource(path)
    raise SourceError(
        f"there is no camera, film or folder called {name}: give a camera's number (0 is the first), picamera, "
        "the address of a stream, a film file or a folder of pictures"
    )


class FilmSource(Source):
    """A film file. Raises SourceError where it is no film.

    Phones film as many frames a second as the light allows, and browsers as many as they manage: each frame has the
    time that the file gives it, from that of the first one on.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self._name = path.name
        self._capture = cv2.VideoCapture(str(path))
        self._rate = self._capture.get(cv2.CAP_PROP_FPS)
        self._count = int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT))
        self._time, self._over = 0.0, False
        if not self._capture.isOpened() or not self._rate > 0:
            self._capture.release()
            raise SourceError(f"{path} is not a film that can be read: give an MP4, AVI, MKV or WebM file")

    def frames(self) -> Iterator[Frame]:
        """Every frame of the film. Raises SourceError where there is none."""
        number, first = 0, 0.0
        while True:
            more, picture = self._capture.read()
            if not more:
                break
            told = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if number == 0:
                first = told
            else:
                self._time = self._later(told - first)
            yield Frame(number, self._time, np.asarray(picture, np.uint8))
            number += 1
        self._over = True
        if number == 0:
            raise SourceError(f"{self._name} holds no pictures: it is cut short or damaged, copy it again")

    def _later(self, told: float) -> float:
        """The time of the next frame: what the file tells, where that is later than the frame before."""
        return told if told > self._time else self._time + 1 / self._rate

    def status(self) -> str:
        """How far it has come."""
        if self._over:
            return f"{self._name} is over"
        length = max(self._time, self._count / self._rate)
        return f"following {self._name}, {self._time:.0f} of {length:.0f} s"

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
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", file.stem)]
