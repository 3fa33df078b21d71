"""A small picture of the layout alone, to be kept with a play."""

from __future__ import annotations

import cv2
import numpy as np

from vision.annotate import live_picture
from vision.explain import Explanation
from vision.pictures import Picture

# Pixels. A match of a hundred plays takes a megabyte.
_LONGEST = 360
_MARGIN = 0.5
_JPEG_QUALITY = 70


def keepsake(picture: Picture, explanation: Explanation) -> bytes | None:
    """A JPEG of the layout with half a tile's length around it, at most 360 pixels wide and high; None without one.

    It is cut out of the live picture: what stands in racks or lies apart cannot be read in it either.
    """
    quads = [explanation.tiles[index].sighting.quad for index in explanation.layout]
    if not quads:
        return None
    margin = _MARGIN * max(float(np.ptp(quad, axis=0).max()) for quad in quads)
    corners = np.concatenate(quads)
    left, top = np.maximum(np.floor(corners.min(axis=0) - margin).astype(int), 0)
    right, bottom = np.ceil(corners.max(axis=0) + margin).astype(int)
    cut = live_picture(picture, explanation)[top:bottom, left:right]
    scale = min(1.0, _LONGEST / max(cut.shape[:2]))
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    done, data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return data.tobytes() if done else None
