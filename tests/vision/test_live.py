"""Cameras that are unplugged, freeze and come back; streams over the network."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType

import cv2
import numpy as np
import pytest

from vision import live
from vision.errors import SourceError
from vision.live import Capture, LiveSource, PiCapture, stable_path
from vision.pictures import Picture
from vision.sources import Frame, open_source


class Camera:
    """A camera of a hundred frames a second that can be unplugged, freeze, and be plugged in again."""

    def __init__(self) -> None:
        self.plugged, self.frozen = True, False
        self.number = self.opened = self.held = 0

    def connect(self) -> Capture | None:
        if not self.plugged:
            return None
        self.opened += 1
        self.held += 1
        self.frozen = False
        return self

    def read(self) -> tuple[bool, Picture | None]:
        time.sleep(0.01)
        self.number += not self.frozen
        return self.plugged, np.full((48, 64, 3), self.number % 256, np.uint8)

    def release(self) -> None:
        self.held -= 1


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> Camera:
    monkeypatch.setattr(live, "_FIRST_PAUSE", 0.05)
    monkeypatch.setattr(live, "_LONGEST_PAUSE", 0.2)
    return Camera()


@pytest.fixture
def source(camera: Camera) -> Iterator[LiveSource]:
    source = LiveSource("the camera", camera.connect, frozen=0.2)
    yield source
    source.close()
    assert camera.held == 0


def wait_for(condition: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.01)


def test_only_the_newest_frame_is_handed_over(source: LiveSource) -> None:
    frames = source.frames()
    first = next(frames)
    time.sleep(0.3)
    second = next(frames)
    assert second.number > first.number + 3, "frames that nobody looked at are gone"
    assert second.time - first.time > 0.2
    third = next(frames)
    assert third.number > second.number


def test_the_frame_rate_is_measured(source: LiveSource) -> None:
    wait_for(lambda: source.rate > 0 and "pictures a second" in source.status())
    time.sleep(0.5)
    assert 5 < source.rate < 110
    assert f"{source.rate:.0f}"[:1].isdigit()


def test_what_is_lost_is_opened_again_however_often(camera: Camera, source: LiveSource) -> None:
    frames = source.frames()
    for times in range(2, 5):
        last = next(frames).number
        camera.plugged = False
        wait_for(lambda: "sends no pictures" in source.status())
        time.sleep(0.3)
        camera.plugged = True
        wait_for(lambda: "following" in source.status())
        assert next(frames).number > last
        assert camera.opened == times


def test_a_camera_that_repeats_its_last_picture_is_dead(camera: Camera, source: LiveSource) -> None:
    next(source.frames())
    camera.frozen = True
    wait_for(lambda: camera.opened == 2)
    wait_for(lambda: "following" in source.status())


def test_a_still_table_is_seen_to_be_still_in_a_stream_of_equal_pictures(
    camera: Camera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_LATE", 0.5)
    source = LiveSource("the stream", camera.connect, frozen=60)
    found: list[Frame] = []
    reader = threading.Thread(target=lambda: found.extend(source.frames()), daemon=True)
    reader.start()
    wait_for(lambda: len(found) > 2)
    camera.frozen = True
    wait_for(lambda: np.array_equal(found[-1].picture, found[-2].picture))
    time.sleep(1)
    assert "following" in source.status(), "pictures come"
    assert camera.opened == 1
    source.close()
    reader.join(5)


def test_a_camera_that_says_nothing_is_late(source: LiveSource, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(_: Camera) -> tuple[bool, Picture | None]:
        time.sleep(0.5)
        return False, None

    monkeypatch.setattr(Camera, "read", slow)
    monkeypatch.setattr(live, "_LATE", 0.1)
    wait_for(lambda: "sends no pictures" in source.status())


def test_closing_ends_the_frames_and_the_thread(camera: Camera) -> None:
    source = LiveSource("the camera", camera.connect)
    found: list[Frame] = []
    reader = threading.Thread(target=lambda: found.extend(source.frames()))
    reader.start()
    wait_for(lambda: len(found) > 2)
    camera.plugged = False
    wait_for(lambda: "sends no pictures" in source.status())
    source.close()
    reader.join(5)
    assert not reader.is_alive()
    wait_for(lambda: not source._thread.is_alive())


def test_what_does_not_open_at_first_says_what_to_do(camera: Camera) -> None:
    camera.plugged = False
    with pytest.raises(SourceError, match=r"the camera does not open: check that it is plugged in"):
        LiveSource("the camera", camera.connect)


def test_a_camera_is_opened_by_a_path_that_stays_the_same(tmp_path: Path) -> None:
    device, other, by_id = tmp_path / "video2", tmp_path / "video3", tmp_path / "by-id"
    device.touch()
    other.touch()
    assert stable_path(device, by_id) == device
    by_id.mkdir()
    (by_id / "usb-Webcam_1234-index0").symlink_to(device)
    assert stable_path(device, by_id) == by_id / "usb-Webcam_1234-index0"
    assert stable_path(other, by_id) == other


class Stream(BaseHTTPRequestHandler):
    """What a phone's camera sends: one JPEG after the other, for ever."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(100000):
            if self.server.gone:  # type: ignore[attr-defined]
                return
            picture = np.full((120, 160, 3), number % 200, np.uint8)
            data = cv2.imencode(".jpg", picture)[1].tobytes()
            head = b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(data)
            try:
                self.wfile.write(head + data + b"\r\n")
            except OSError:
                return
            time.sleep(0.03)

    def log_message(self, *_: object) -> None:
        pass


def serve(port: int = 0) -> ThreadingHTTPServer:
    server = ThreadingHTTPServer(("127.0.0.1", port), Stream)
    server.gone = False  # type: ignore[attr-defined]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def test_a_phones_stream_is_followed_and_followed_again() -> None:
    server = serve()
    port = server.server_address[1]
    source = open_source(f"http://127.0.0.1:{port}/video")
    try:
        frames = source.frames()
        assert next(frames).picture.shape == (120, 160, 3)
        server.gone = True  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()
        wait_for(lambda: "sends no pictures" in source.status())
        server = serve(port)
        wait_for(lambda: "following" in source.status())
        assert next(frames).number > 0
    finally:
        source.close()
        server.gone = True  # type: ignore[attr-defined]
        server.shutdown()
        server.server_close()


def test_without_its_package_the_pis_camera_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(SourceError, match="apt-get install python3-picamera2"):
        open_source("picamera")


def test_the_pis_camera_is_configured_read_and_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its module is a stand-in here: this tests what we ask of it, not the camera."""
    calls: list[str] = []

    class Picamera2:
        def create_video_configuration(self, main: dict[str, object]) -> dict[str, object]:
            return main

        def configure(self, wanted: dict[str, object]) -> None:
            calls.append(f"configure {wanted['size']} {wanted['format']}")

        def start(self) -> None:
            calls.append("start")

        def capture_array(self, name: str, wait: bool) -> str:
            assert not wait
            return name

        def wait(self, job: str, timeout: float) -> np.ndarray:
            if len(calls) > 2:
                raise TimeoutError
            assert timeout > 0
            calls.append(job)
            return np.zeros((720, 1280, 3), np.uint8)

        def stop(self) -> None:
            calls.append("stop")

        def close(self) -> None:
            calls.append("close")
            raise RuntimeError("the camera is gone")

    module = ModuleType("picamera2")
    module.Picamera2 = Picamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    capture = PiCapture()
    more, picture = capture.read()
    assert more
    assert picture is not None
    assert picture.shape == (720, 1280, 3)
    assert capture.read() == (False, None)
    capture.release()
    assert calls == ["configure (1280, 720) RGB888", "start", "main", "stop", "close"]
