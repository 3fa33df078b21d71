"""Cameras and streams: a thread keeps the newest frame, notices a dead camera, opens what was lost again for ever."""

from __future__ import annotations

import importlib
import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from vision.errors import SourceError
from vision.pictures import Picture
from vision.sources import Frame, Source

PI_CAMERA = "picamera"

# Seconds between attempts to open what was lost: the first, and the longest.
_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 10.0
# The Pi's camera is opened again where no picture has come for so many seconds.
_PI_GIVES_UP = 5.0
# A camera that repeats a picture to the byte for so many seconds is dead, whatever it says: there is always noise. A
# stream may be so compressed that a still table makes equal pictures for a while.
_FROZEN, _FROZEN_STREAM = 5.0, 20.0
# Until then they are handed over, too, or nobody would see that the table is still; but not at once: a picture may be
# sent twice while something moves.
_REPEATED = 0.15
# No picture for so many seconds: something is the matter.
_LATE = 3.0
# The frame rate is that of so many frames.
_RATE_OF = 30
_TIMEOUT_MS = 5000
_BY_ID = Path("/dev/v4l/by-id")
_PI_SIZE = (1280, 720)


class Capture(Protocol):
    """What delivers pictures: an OpenCV capture, or the Raspberry Pi's own camera."""

    def read(self) -> tuple[bool, Picture | None]:
        """Whether there is a next picture, and the picture."""

    def release(self) -> None:
        """Let go of the device."""


class LiveSource(Source):
    """A camera or a stream called `name`; `connect` opens it, or returns None. Only its newest frame is handed over.

    `frozen`: seconds after which equal pictures mean that it is dead. Raises SourceError where it does not open at
    first: then its name is more likely wrong than its cable.
    """

    live = True

    def __init__(self, name: str, connect: Callable[[], Capture | None], frozen: float = _FROZEN) -> None:
        self._name, self._connect, self._frozen = name, connect, frozen
        self._newest: Frame | None = None
        self._news = threading.Condition()
        self._closed = threading.Event()
        self._start = time.monotonic()
        self._times: deque[float] = deque([self._start], maxlen=_RATE_OF)
        self._trouble = ""
        capture = connect()
        if capture is None:
            raise SourceError(
                f"{name} does not open: check that it is plugged in and that no other program uses it, "
                "or name another with --source"
            )
        self._thread = threading.Thread(target=self._follow, args=(capture,), name="camera", daemon=True)
        self._thread.start()

    def frames(self) -> Iterator[Frame]:
        """The newest frame, whenever there is one that was not yet handed over, until the source is closed."""
        last = -1
        while True:
            with self._news:
                self._news.wait_for(lambda: self._closed.is_set() or self._number() > last)  # noqa: B023
                frame = self._newest
            if self._closed.is_set() or frame is None:
                return
            last = frame.number
            yield frame

    @property
    def rate(self) -> float:
        """The frames a second that really come; 0 before there are two."""
        times = list(self._times)
        return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 and times[-1] > times[0] else 0.0

    def status(self) -> str:
        """Whether pictures come and how many, or what is done about it."""
        if self._trouble:
            return self._trouble
        if time.monotonic() - self._times[-1] > _LATE:
            return f"{self._name} sends no pictures: check its cable"
        return f"following {self._name}, {self.rate:.0f} pictures a second"

    def close(self) -> None:
        """Ends `frames` and lets go of the camera."""
        with self._news:
            self._closed.set()
            self._news.notify_all()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=2)

    def _number(self) -> int:
        return -1 if self._newest is None else self._newest.number

    def _follow(self, capture: Capture | None) -> None:
        """Read until it is closed, and open anew what was lost."""
        pause = _FIRST_PAUSE
        while not self._closed.is_set():
            if capture is not None:
                if self._read(capture):
                    pause = _FIRST_PAUSE
                capture.release()
            self._closed.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            capture = None if self._closed.is_set() else self._connect()

    def _read(self, capture: Capture) -> bool:
        """Read until no more pictures come; whether any did."""
        print_of, changed_at, any_came = b"", time.monotonic(), False
        while not self._closed.is_set():
            more, picture = capture.read()
            now = time.monotonic()
            if not more or picture is None:
                self._trouble = f"{self._name} sends no pictures: check its cable; trying again"
                break
            newest = picture[::8, ::8].tobytes()
            if newest != print_of:
                print_of, changed_at, any_came = newest, now, True
            elif now - changed_at > self._frozen:
                self._trouble = f"{self._name} repeats one picture: opening it again"
                break
            if changed_at == now or now - changed_at > _REPEATED:
                self._hand_over(picture, now)
        return any_came

    def _hand_over(self, picture: Picture, now: float) -> None:
        self._trouble = ""
        self._times.append(now)
        with self._news:
            self._newest = Frame(self._number() + 1, now - self._start, np.asarray(picture, np.uint8))
            self._news.notify_all()


def open_live(name: str) -> LiveSource:
    """The camera with this number or device path, the stream at this address, or the Raspberry Pi's own camera.

    Raises SourceError, saying what to do, where it does not open.
    """
    if name == PI_CAMERA:
        return LiveSource("the Raspberry Pi's camera", _connect_pi)
    if "://" in name:
        return LiveSource(name, lambda: _connect_stream(name), _FROZEN_STREAM)
    path = stable_path(Path(f"/dev/video{name}") if name.isdecimal() else Path(name))
    if name.isdecimal():
        return LiveSource(f"camera {name}", lambda: _connect_device(path, int(name)))
    return LiveSource(name, lambda: _connect_device(path, None))


def stable_path(device: Path, by_id: Path = _BY_ID) -> Path:
    """A path that names the same camera after it was plugged in again, where there is one; else the `device`'s own."""
    with_serial = sorted(by_id.iterdir()) if by_id.is_dir() else []
    return next((link for link in with_serial if link.resolve() == device.resolve()), device)


def _connect_device(path: Path, number: int | None) -> Capture | None:
    """A camera by its path; where the system has no such paths, by its number."""
    if os.name == "posix" and (path.exists() or number is None):
        return _working(cv2.VideoCapture(str(path.resolve())))
    return None if number is None else _working(cv2.VideoCapture(number))


def _connect_stream(address: str) -> Capture | None:
    limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _TIMEOUT_MS]
    return _working(cv2.VideoCapture(address, cv2.CAP_FFMPEG, limits))


def _working(capture: cv2.VideoCapture) -> Capture | None:
    """The capture, if it delivers pictures: some open and never do."""
    if capture.isOpened() and capture.read()[0]:
        return capture  # type: ignore[return-value]
    capture.release()
    return None


class PiCapture:
    """The Raspberry Pi's own camera, by way of picamera2: a package of its system, tied to the system's Python.

    It has been tried with a stand-in for that package only, never on a Pi.
    """

    def __init__(self) -> None:
        self._camera = importlib.import_module("picamera2").Picamera2()
        # What is called RGB888 there has blue first in memory, as OpenCV does.
        self._camera.configure(self._camera.create_video_configuration(main={"size": _PI_SIZE, "format": "RGB888"}))
        self._camera.start()

    def read(self) -> tuple[bool, Picture | None]:
        """The next picture; none where the camera gives none for some seconds."""
        try:
            job = self._camera.capture_array("main", wait=False)
            return True, np.asarray(self._camera.wait(job, timeout=_PI_GIVES_UP), np.uint8)
        except (RuntimeError, TimeoutError):
            return False, None

    def release(self) -> None:
        """Let go of the camera."""
        with suppress(RuntimeError):
            self._camera.stop()
            self._camera.close()


def _connect_pi() -> Capture | None:
    try:
        return PiCapture()
    except ImportError as error:
        raise SourceError(
            "the Raspberry Pi's camera needs its system's own package: sudo apt-get install python3-picamera2, then "
            "remove .venv and run make again, with the system's Python"
        ) from error
    except (RuntimeError, IndexError):
        return None
