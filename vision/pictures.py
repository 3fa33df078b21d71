"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import PictureError

Picture = NDArray[np.uint8]

# Beyond this a picture shows no more of a tile: it is scaled down while it is decoded.
LONGEST_SIDE = 4096
_REDUCED = ((8, cv2.IMREAD_REDUCED_COLOR_8), (4, cv2.IMREAD_REDUCED_COLOR_4), (2, cv2.IMREAD_REDUCED_COLOR_2))


def load_picture(path: Path) -> Picture:
    """The picture at `path` as (height, width, 3) uint8 BGR, turned upright, at most 4096 px long or scaled below it.

    Raises PictureError where the file is missing, empty, cut short or no picture.
    """
    if path.is_dir():
        raise PictureError(f"{path} is a folder: name the pictures in it")
    if path.exists() and not path.is_file():
        raise PictureError(f"{path} is no file: name a picture")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path} cannot be opened: {error.strerror or error}") from None
    if not data:
        raise PictureError(f"{path} is empty: take or copy the picture again")
    if _cut_short(data):
        raise PictureError(f"{path} is cut short: copy the picture again")
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture in `data` (a whole JPEG, PNG, WebP or BMP file); `name` is for the message.

    Raises PictureError where it is none.
    """
    packed = np.frombuffer(data, np.uint8)
    small = _decode(packed, cv2.IMREAD_REDUCED_COLOR_8, name)
    longest = 8 * max(small.shape[:2])
    for factor, flag in _REDUCED:
        if longest >= LONGEST_SIDE * factor:
            return _decode(packed, flag, name)
    return _decode(packed, cv2.IMREAD_COLOR, name)


def save_picture(path: Path, picture: Picture) -> None:
    """Writes the picture, in a folder that is made if need be. Raises PictureError where that cannot be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _, data = cv2.imencode(path.suffix, picture)
        path.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        raise PictureError(f"{path} cannot be written: {error}") from error


def shrink(picture: Picture, long_side: int) -> tuple[Picture, float]:
    """The picture scaled so that it is at most `long_side` px long, and the factor, at most 1, it was scaled by."""
    factor = min(1.0, long_side / max(picture.shape[:2]))
    if factor == 1.0:
        return picture, factor
    width, height = (max(1, round(factor * side)) for side in picture.shape[1::-1])
    scaled = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(scaled, np.uint8), factor


def _decode(packed: NDArray[np.uint8], flag: int, name: str) -> Picture:
    try:
        picture = cv2.imdecode(packed, flag)
    except cv2.error:
        picture = None
    if picture is None or picture.size == 0:
        raise PictureError(f"{name} is not a picture: give a JPEG, PNG, WebP or BMP file")
    return np.asarray(picture, np.uint8)


def _cut_short(data: bytes) -> bool:
    """Whether a JPEG or PNG lacks its end. OpenCV would fill the missing part with grey and say nothing."""
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data
    if not data.startswith(b"\xff\xd8"):
        return False
    # Walk over the segments to the scan: a thumbnail inside one has an end marker of its own.
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] != 0xDA:
        at += 1 if data[at + 1] == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return data.find(b"\xff\xd9", at) < 0
