"""A contact sheet of an evaluation's mistakes: one HTML page that shows a person why each of them was made.

The page holds photographs. It is written only where the user says, and is not for publishing.
"""

from __future__ import annotations

import base64
from html import escape

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate import Mistake, Outcome
from scorer.layout import Layout
from scorer.spinner import AS_IT_LIES
from vision.annotate import annotate
from vision.explain import Explanation
from vision.pictures import Picture, shrink

# In pixels: the whole picture's longer side, a crop's; and how far a crop reaches around its tile, in tile lengths.
_WHOLE, _CROP = 560, 300
_AROUND = 0.6
_MARK = (60, 60, 255)
_QUALITY = 85

_STYLE = """
body { font: 15px system-ui, sans-serif; margin: 1.5rem; background: #1b1d1f; color: #eee }
section { display: flex; flex-wrap: wrap; gap: 1rem; border-top: 1px solid #555; padding: 1rem 0 }
h2 { flex-basis: 100%; font-size: 1rem; margin: 0 } h2 small { font-weight: normal; color: #aaa }
figure { margin: 0; max-width: 560px } figcaption { padding-top: .3rem; max-width: 300px }
b { color: #ff8a80 } i { color: #a5d6a7; font-style: normal }
"""


class MistakeSheet:
    """Looks on while photographs are evaluated, and keeps a section for each that was not read all right."""

    def __init__(self) -> None:
        self._sections: list[str] = []
        self._seen = 0
        self._mistakes = 0

    def __call__(self, picture: Picture, explanation: Explanation, outcome: Outcome) -> None:
        """Take in one photograph."""
        self._seen += 1
        if not outcome.mistakes:
            return
        self._mistakes += len(outcome.mistakes)
        drawn = annotate(picture, explanation, explanation.view().layout(Layout(AS_IT_LIES)))
        for mistake in outcome.mistakes:
            _mark(drawn, mistake)
        label = outcome.label
        about = f"{label.source}; {', '.join(label.tags)}"
        figures = [_figure(shrink(drawn, _WHOLE)[0], "as it was read; mistakes are framed red")]
        figures += [_mistake(picture, drawn, mistake) for mistake in outcome.mistakes]
        heading = f"<h2>{escape(label.name)} <small>{escape(about)}</small></h2>"
        self._sections.append(f"<section>{heading}{''.join(figures)}</section>")

    def html(self) -> str:
        """The page, self-contained."""
        title = f"{self._mistakes} mistakes in {len(self._sections)} of {self._seen} photographs"
        head = f'<meta charset="utf-8"><title>{title}</title><style>{_STYLE}</style>'
        body = "".join(self._sections) or "<p>Everything was read right.</p>"
        return f"<!doctype html><html lang=en><head>{head}</head><body><h1>{title}</h1>{body}</body></html>\n"


def _mistake(picture: Picture, drawn: Picture, mistake: Mistake) -> str:
    true, read = ("missed", "invented") if mistake.kind == "joins" else ("true", "read")
    caption = f"{mistake.kind}<br>{true}: <i>{escape(mistake.true)}</i><br>{read}: <b>{escape(mistake.seen)}</b>"
    if not mistake.places:
        return f"<figure><figcaption>{caption}</figcaption></figure>"
    crops = np.hstack([_crop(source, mistake) for source in (picture, drawn)])
    return _figure(crops, caption)


def _crop(picture: Picture, mistake: Mistake) -> Picture:
    """The places of a mistake and a little around them, scaled to a square of `_CROP` px, grey beyond the picture."""
    corners = np.concatenate(mistake.places)
    middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
    length = max(float(np.linalg.norm(quad[1] - quad[2])) for quad in mistake.places)
    side = float(np.ptp(corners, axis=0).max()) + 2 * _AROUND * length
    scale = _CROP / max(side, 1.0)
    shift = _CROP / 2 - scale * middle
    matrix = np.array([[scale, 0, shift[0]], [0, scale, shift[1]]])
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    cut = cv2.warpAffine(picture, matrix, (_CROP, _CROP), flags=flags, borderValue=(80, 80, 80))
    return np.asarray(cut, np.uint8)


def _mark(drawn: Picture, mistake: Mistake) -> None:
    """A red frame around each place, a little off it, so that what was drawn there stays in sight."""
    for quad in mistake.places:
        cv2.polylines(drawn, [_larger(quad)], True, _MARK, max(2, round(max(drawn.shape) / 500)), cv2.LINE_AA)


def _larger(quad: NDArray[np.float32]) -> NDArray[np.int32]:
    middle = quad.mean(axis=0)
    return np.asarray(np.round(middle + 1.25 * (quad - middle)), np.int32)


def _figure(picture: Picture, caption: str) -> str:
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    source = f"data:image/jpeg;base64,{base64.b64encode(data.tobytes()).decode()}"
    return f'<figure><img src="{source}" alt=""><figcaption>{caption}</figcaption></figure>'
