"""What was seen, drawn on the picture."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.layout import Layout
from vision.explain import ExplainedTile, Explanation
from vision.joins import Contact, Edge
from vision.pictures import Picture

Colour = tuple[int, int, int]

# BGR. Told apart by people with any colour vision, on felt and on wood.
SURE, DOUBTFUL, APART = (90, 220, 60), (0, 190, 255), (200, 200, 200)
JOIN, END = (255, 160, 40), (120, 220, 255)
_DARK = (25, 25, 25)
DOUBT_BELOW = 0.9

# How far around the layout, in tile widths, the live picture is shown sharp: a tile's length and a gap.
_SHOWN_AROUND = 2.5
_COARSE_CELLS = 24


def annotate(picture: Picture, explanation: Explanation, layout: Layout | None = None) -> Picture:
    """A copy of the picture with every tile's quad and pips, the joins, and the open ends of `layout`.

    `layout`: the explanation's, as `View.layout` gives it.
    """
    drawn = picture.copy()
    of_layout = set(explanation.layout)
    for index, tile in enumerate(explanation.tiles):
        _draw_tile(drawn, tile, tile_colour(tile) if index in of_layout else APART)
    for join in explanation.joins:
        _draw_join(drawn, explanation, join)
    if layout is not None and layout.placed:
        _draw_ends(drawn, explanation, layout)
    return drawn


def live_picture(picture: Picture, explanation: Explanation | None) -> Picture:
    """The picture for the dashboard: the layout sharp and drawn on, all else too coarse to read a player's tiles."""
    shown = _coarse(picture)
    if explanation is None or explanation.plane is None or not explanation.layout:
        return shown
    places = np.array([[explanation.tiles[i].pose.x, explanation.tiles[i].pose.y] for i in explanation.layout])
    mask = np.zeros(picture.shape[:2], np.uint8)
    turn = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = _SHOWN_AROUND * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    for place in places:
        cv2.fillConvexPoly(mask, _pixels(explanation.plane.to_picture(place + ring)), 255)
    for index, tile in enumerate(explanation.tiles):
        if index not in explanation.layout:
            cv2.fillConvexPoly(mask, _pixels(tile.sighting.quad), 0)
    cv2.copyTo(picture, mask, shown)
    for index in explanation.layout:
        tile = explanation.tiles[index]
        _draw_tile(shown, tile, tile_colour(tile))
    return shown


def tile_colour(tile: ExplainedTile) -> Colour:
    """Amber where the reading is doubtful, else green."""
    return SURE if tile.probability >= DOUBT_BELOW else DOUBTFUL


def _coarse(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    cells = (_COARSE_CELLS, max(1, round(_COARSE_CELLS * height / width)))
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _draw_tile(drawn: Picture, tile: ExplainedTile, colour: Colour) -> None:
    quad = tile.sighting.quad
    cv2.polylines(drawn, [_pixels(quad)], True, colour, _thickness(drawn), cv2.LINE_AA)
    centre = quad.mean(axis=0)
    width = float(np.linalg.norm(quad[0] - quad[1]))
    for pips, edge in ((tile.a, quad[:2]), (tile.b, quad[2:])):
        _number(drawn, pips, (centre + edge.mean(axis=0)) / 2, width, colour)


def _number(drawn: Picture, pips: int, centre: NDArray[np.floating], width: float, colour: Colour) -> None:
    """The pips of a half, in a dark dot so small that the pips themselves stay in sight."""
    size = max(0.35, width / 110)
    cv2.circle(drawn, _pixel(centre), max(6, round(0.2 * width)), _DARK, -1, cv2.LINE_AA)
    _label(drawn, str(pips), centre, size, colour)


def _draw_join(drawn: Picture, explanation: Explanation, join: Contact) -> None:
    """A short bar across the place where two tiles touch."""
    one = _place(explanation.tiles[join.first], join.first_edge)
    other = _place(explanation.tiles[join.second], join.second_edge)
    start, end = one + 0.38 * (other - one), one + 0.62 * (other - one)
    cv2.line(drawn, _pixel(start), _pixel(end), JOIN, 2 * _thickness(drawn), cv2.LINE_AA)


def _place(tile: ExplainedTile, edge: Edge) -> NDArray[np.floating]:
    """The middle of the half that an edge belongs to, or of the tile where it is the middle of a double's."""
    quad = tile.sighting.quad
    if edge in (Edge.LEFT_MIDDLE, Edge.RIGHT_MIDDLE):
        return np.asarray(quad.mean(axis=0))
    return np.asarray((quad.mean(axis=0) + quad[2 * edge.half : 2 * edge.half + 2].mean(axis=0)) / 2)


def _draw_ends(drawn: Picture, explanation: Explanation, layout: Layout) -> None:
    """What every end counts, in a dot beyond it, and their sum."""
    for end in layout.counted_ends():
        tile = explanation.tiles[explanation.layout[end.index]]
        others = [place[0] for places in layout.neighbours(end.index).values() for place in places]
        if not others:
            continue
        middle = tile.sighting.quad.mean(axis=0)
        inner = np.mean([explanation.tiles[explanation.layout[k]].sighting.quad.mean(axis=0) for k in others], axis=0)
        outward = (middle - inner) / max(1.0, float(np.linalg.norm(middle - inner)))
        reach = float(np.abs((tile.sighting.quad - middle) @ outward).max())
        width = float(np.linalg.norm(tile.sighting.quad[0] - tile.sighting.quad[1]))
        centre = middle + outward * (reach + 0.5 * width)
        cv2.circle(drawn, _pixel(centre), max(8, round(0.32 * width)), END, -1, cv2.LINE_AA)
        _label(drawn, str(end.pips), centre, max(0.4, width / 80), _DARK)
    spinner = "" if layout.spinner is None else f", spinner {layout[layout.spinner].tile}"
    size = max(0.6, max(drawn.shape[:2]) / 1400)
    text = f"sum {layout.end_sum}{spinner}"
    half = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 2)[0][0] / 2
    _label(drawn, text, np.array([half + 20 * size, 30.0 * size]), size, END)


def _label(drawn: Picture, text: str, centre: NDArray[np.floating], size: float, colour: Colour) -> None:
    thick = max(1, round(2 * size))
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, thick)
    corner = (round(float(centre[0]) - width / 2), round(float(centre[1]) + height / 2))
    if colour != _DARK:
        cv2.putText(drawn, text, corner, cv2.FONT_HERSHEY_SIMPLEX, size, _DARK, thick + 3, cv2.LINE_AA)
    cv2.putText(drawn, text, corner, cv2.FONT_HERSHEY_SIMPLEX, size, colour, thick, cv2.LINE_AA)


def _pixel(point: NDArray[np.floating]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _pixels(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.asarray(np.round(points), np.int32)


def _thickness(picture: Picture) -> int:
    return int(max(2, round(max(picture.shape[:2]) / 640)))
