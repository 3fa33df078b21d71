"""The live picture and how old it is."""

import time

from flask.testing import FlaskClient
from table_in_play import FakeCamera

from web.camera import PictureClock


def test_without_a_picture_it_says_what_the_camera_does(client: FlaskClient) -> None:
    answer = client.get("/snapshot.jpg")
    assert answer.status_code == 503
    assert answer.mimetype == "text/plain"
    assert answer.text == "waiting for the first picture\n"


def test_the_newest_picture(client: FlaskClient, camera: FakeCamera) -> None:
    camera.picture = b"a jpeg"
    answer = client.get("/snapshot.jpg")
    assert (answer.status_code, answer.data, answer.mimetype) == (200, b"a jpeg", "image/jpeg")
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Picture-Age"] == "0.0"


def test_a_frozen_camera_is_told_from_a_still_table() -> None:
    clock = PictureClock()
    first, alike = bytes(bytearray(b"the same table")), bytes(bytearray(b"the same table"))
    assert clock.age(first) == 0
    time.sleep(0.02)
    assert clock.age(first) >= 0.02
    assert clock.age(alike) == 0


def test_the_status(client: FlaskClient, camera: FakeCamera) -> None:
    camera.doing = "following deal.mp4, 15 of 60 s"
    assert client.get("/camera").json == {"status": camera.doing}
    assert camera.doing in client.get("/").text
