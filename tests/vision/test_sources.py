"""Films, folders and cameras as sources of frames."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceError
from vision.sources import FilmSource, FolderSource, open_source


def write_film(path: Path, frames: int = 8, rate: float = 4) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), rate, (320, 240))
    for number in range(frames):
        writer.write(np.full((240, 320, 3), 6 * number, np.uint8))
    writer.release()


def test_a_film_hands_over_every_frame_with_its_own_time(tmp_path: Path) -> None:
    write_film(tmp_path / "deal.mp4")
    source = open_source(str(tmp_path / "deal.mp4"))
    frames = list(source.frames())
    assert [frame.number for frame in frames] == list(range(8))
    assert [frame.time for frame in frames] == pytest.approx([k / 4 for k in range(8)])
    assert frames[5].picture.mean() == pytest.approx(30, abs=4)
    assert source.status() == "deal.mp4 is over"
    source.close()


def write_uneven_film(path: Path, times: list[float]) -> None:
    """A film whose frames have these times in seconds, as phones and browsers write them."""
    options = [cv2.VIDEOWRITER_PROP_RAW_VIDEO, 1]
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"MJPG"), 1000.0, (320, 240), options)
    for number, time in enumerate(times):
        writer.set(cv2.VIDEOWRITER_PROP_PTS, round(1000 * time))
        writer.set(cv2.VIDEOWRITER_PROP_KEY_FLAG, 1)
        writer.write(cv2.imencode(".jpg", np.full((240, 320, 3), 6 * number, np.uint8))[1].reshape(1, -1))
    writer.release()


@pytest.mark.skipif(not hasattr(cv2, "VIDEOWRITER_PROP_PTS"), reason="this OpenCV writes no uneven films")
def test_a_phones_film_of_an_uneven_rate_is_followed_at_its_own_time(tmp_path: Path) -> None:
    times = [0.5, 0.6, 0.7, 1.2, 1.5, 3.0]
    write_uneven_film(tmp_path / "phone.mkv", times)
    source = open_source(str(tmp_path / "phone.mkv"))
    told = []
    for frame in source.frames():
        told.append(frame.time)
        assert source.status() == f"following phone.mkv, {frame.time:.0f} of 3 s"
    assert told == pytest.approx([time - 0.5 for time in times], abs=0.002)


def test_where_a_film_does_not_tell_its_times_its_rate_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_film(tmp_path / "deal.mp4")
    source = FilmSource(tmp_path / "deal.mp4")

    class Silent:
        read, release = source._capture.read, source._capture.release

        def get(self, _: int) -> float:
            return 0.0

    monkeypatch.setattr(source, "_capture", Silent())
    assert [frame.time for frame in source.frames()] == pytest.approx([k / 4 for k in range(8)])


def test_a_folder_is_read_in_the_order_of_its_numbers(tmp_path: Path) -> None:
    for number in (10, 9, 1):
        cv2.imwrite(str(tmp_path / f"move{number}.png"), np.full((50, 50, 3), number, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    assert [frame.picture[0, 0, 0] for frame in FolderSource(tmp_path).frames()] == [1, 9, 10]


def test_names_of_letters_and_numbers_are_in_order(tmp_path: Path) -> None:
    names = ["p00_h0", "p00_h1", "p00_s0", "p00_s1", "p01_h0", "p10_h0", "p_3²"]
    for value, name in reversed(list(enumerate(names))):
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((50, 50, 3), value, np.uint8))
    assert [frame.picture[0, 0, 0] for frame in FolderSource(tmp_path).frames()] == list(range(7))


def test_a_damaged_picture_in_a_folder_says_which(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(b"")
    with pytest.raises(SourceError, match=r"1\.jpg is empty"):
        list(FolderSource(tmp_path).frames())


def test_sources_that_do_not_open_say_what_to_do(tmp_path: Path) -> None:
    text = tmp_path / "deal.mp4"
    text.write_text("no film")
    with pytest.raises(SourceError, match="not a film"):
        open_source(str(text))
    (tmp_path / "empty").mkdir()
    with pytest.raises(SourceError, match="holds no pictures"):
        open_source(str(tmp_path / "empty"))
    for name in (str(tmp_path / "none.mp4"), "²"):
        with pytest.raises(SourceError, match="there is no camera"):
            open_source(name)
    with pytest.raises(SourceError, match="does not open"):
        open_source("77")


def test_a_film_cut_short_ends_with_what_there_is_or_says_so(tmp_path: Path) -> None:
    write_film(tmp_path / "deal.mp4", frames=40)
    data = (tmp_path / "deal.mp4").read_bytes()
    (tmp_path / "deal.mp4").write_bytes(data[: len(data) // 2])
    with pytest.raises(SourceError):
        list(open_source(str(tmp_path / "deal.mp4")).frames())
