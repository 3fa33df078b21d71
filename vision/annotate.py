"""What was seen, drawn on the picture."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scorer.ends import CountedEnd
from scorer.layout import Layout
from vision.explain import ExplainedTile, Explanation
from vision.joins import Contact, Edge
from vision.pictures import Picture

Colour = tuple[int, int, int]

# BGR. Told apart by people with any colour vision, on felt and on wood.
SURE, DOUBTFUL, APART = (90, 220, 60), (0, 190, 255), (200, 200, 200)
JOIN, END = (255, 160, 40), (120, 220, 255)
_DARK = (25, 25, 25)
_FONT = cv2.FONT_HERSHEY_SIMPLEX
DOUBT_BELOW = 0.9

# How far around the layout, in tile widths, the live picture is shown sharp: a tile's length and a gap.
_SHOWN_AROUND = 2.5
_COARSE_CELLS = 24


def annotate(picture: Picture, explanation: Explanation, layout: Layout | None = None) -> Picture:
    """A copy of the picture with every tile's quad and pips, the joins, and what counts in `layout`: the spinner, or
    the doubles that may be it, framed twice; the pips of every end beside it; their sum; and what cannot be seen.

    Doubtful tiles are amber and say how sure their reading is; tiles apart from the layout are grey.
    `layout`: the explanation's, as `View.layout` gives it.
    """
    drawn = picture.copy()
    of_layout = set(explanation.layout)
    for index, tile in enumerate(explanation.tiles):
        _draw_tile(drawn, tile, tile_colour(tile) if index in of_layout or _is_doubtful(tile) else APART)
    for join in explanation.joins:
        _draw_join(drawn, explanation, join)
    for tile in explanation.tiles:
        if _is_doubtful(tile):
            _draw_doubt(drawn, tile)
    if layout is not None and layout.placed:
        for index in layout.spinner_candidates:
            _frame(drawn, explanation.tiles[explanation.layout[index]])
        ends = _telling_ends(layout)
        for end in ends:
            _draw_end(drawn, explanation, explanation.layout[end.index], end.pips)
        told = [_told(layout, ends), *explanation.unseen]
        _caption(drawn, told, [tile.sighting.quad for tile in explanation.tiles])
    return drawn


def live_picture(
    picture: Picture, explanation: Explanation | None, changed: NDArray[np.bool_] | None = None
) -> Picture:
    """The picture for the dashboard: the layout sharp and drawn on, all else too coarse to read a player's tiles.

    `changed`: the cells, any number of rows and columns of them, that look other than in the picture that the
    explanation is of. They are coarse, too: who tilts the camera may bring a rack to where the layout was.
    """
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
    if changed is not None:
        mask[cv2.resize(changed.astype(np.uint8), mask.shape[::-1], interpolation=cv2.INTER_NEAREST) > 0] = 0
    cv2.copyTo(picture, mask, shown)
    for index in explanation.layout:
        tile = explanation.tiles[index]
        _draw_tile(shown, tile, tile_colour(tile))
    return shown


def tile_colour(tile: ExplainedTile) -> Colour:
    """Amber where the reading is doubtful, else green."""
    return DOUBTFUL if _is_doubtful(tile) else SURE


def _is_doubtful(tile: ExplainedTile) -> bool:
    return tile.probability < DOUBT_BELOW and not tile.face_down


def _coarse(picture: Picture) -> Picture:
    height, width = picture.shape[:2]
    cells = (_COARSE_CELLS, max(1, round(_COARSE_CELLS * height / width)))
    small = cv2.resize(picture, cells, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _draw_tile(drawn: Picture, tile: ExplainedTile, colour: Colour) -> None:
    quad = tile.sighting.quad
    cv2.polylines(drawn, [_pixels(quad)], True, colour, _thickness(drawn), cv2.LINE_AA)
    if tile.face_down:
        return
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


def _frame(drawn: Picture, tile: ExplainedTile) -> None:
    """A second frame inside the tile's own, of the colour of the ends."""
    quad = tile.sighting.quad
    away = quad - quad.mean(axis=0)
    step = 1.5 * _thickness(drawn) + 0.04 * float(np.linalg.norm(quad[0] - quad[1]))
    smaller = quad - step * away / np.linalg.norm(away, axis=1, keepdims=True)
    cv2.polylines(drawn, [_pixels(smaller)], True, END, _thickness(drawn), cv2.LINE_AA)


def _draw_doubt(drawn: Picture, tile: ExplainedTile) -> None:
    """How sure the reading is, on a dark field across the tile's middle, or below a small tile."""
    quad = tile.sighting.quad
    width = float(np.linalg.norm(quad[0] - quad[1]))
    text, size = f"{100 * tile.probability:.0f}%", max(0.35, width / 140)
    (across, high), _ = cv2.getTextSize(text, _FONT, size, max(1, round(2 * size)))
    half = np.array([across / 2 + 3, high / 2 + 3])
    centre = quad.mean(axis=0)
    if across > width:
        centre = np.array([centre[0], quad[:, 1].max() + half[1] + _thickness(drawn)])
    cv2.rectangle(drawn, _pixel(centre - half), _pixel(centre + half), _DARK, -1)
    _label(drawn, text, centre, size, DOUBTFUL)


def _draw_end(drawn: Picture, explanation: Explanation, index: int, pips: int) -> None:
    """What a tile counts, in a dot beyond its open edge; on the tile itself where it is joined more than once."""
    quad = explanation.tiles[index].sighting.quad
    width = float(np.linalg.norm(quad[0] - quad[1]))
    middle = quad.mean(axis=0)
    edge = _open_edge(explanation, index)
    outward = np.zeros(2) if edge is None else edge.mean(axis=0) - middle
    reach = float(np.linalg.norm(outward))
    radius = max(8, round(0.32 * width))
    height, across = drawn.shape[:2]
    centre = middle + outward * (1 + 0.5 * width / max(1.0, reach))
    centre = np.clip(centre, radius, [across - radius, height - radius])
    cv2.circle(drawn, _pixel(centre), radius, END, -1, cv2.LINE_AA)
    _label(drawn, str(pips), centre, max(0.4, width / 80), _DARK)


def _open_edge(explanation: Explanation, index: int) -> NDArray[np.floating] | None:
    """The edge (2, 2) of a tile opposite the one that it is joined by; None where it is joined more than once."""
    quad = explanation.tiles[index].sighting.quad
    joins = [join for join in explanation.joins if index in (join.first, join.second)]
    if len(joins) > 1:
        return None
    own = [join.first_edge if join.first == index else join.second_edge for join in joins]
    if Edge.LEFT_MIDDLE in own:
        return quad[[3, 0]]
    if Edge.RIGHT_MIDDLE in own:
        return quad[[1, 2]]
    return quad[2:] if own and own[0].half == 0 else quad[:2]


def _telling_ends(layout: Layout) -> list[CountedEnd]:
    """The ends that count, without the doubles inside a line that count nothing."""
    return [end for end in layout.counted_ends() if end.pips or len(layout.neighbours(end.index)) < 2]


def _told(layout: Layout, ends: list[CountedEnd]) -> str:
    """The end sum as it is added up, and the spinner or those that may be it."""
    added = f"{' + '.join(str(end.pips) for end in ends)} = " if len(ends) > 1 else ""
    names = " or ".join(str(layout[index].tile) for index in layout.spinner_candidates)
    return f"end sum {added}{layout.end_sum}" + (f"   spinner {names}" if names else "")


def _caption(drawn: Picture, lines: Sequence[str], quads: list[NDArray[np.float32]]) -> None:
    """Lines of text on a dark strip along the top, or along the bottom where only there no tile is in its way."""
    height, width = drawn.shape[:2]
    size = max(0.45, max(height, width) / 1400)
    thick = max(1, round(2 * size))
    longest = max(lines, key=lambda line: cv2.getTextSize(line, _FONT, size, thick)[0][0])
    size *= min(1.0, (width - 16) / max(cv2.getTextSize(longest, _FONT, size, thick)[0][0], 1))
    (across, high), below = cv2.getTextSize(longest, _FONT, size, thick)
    step = high + below + 6
    deep = step * len(lines) + 6
    corners = np.concatenate([quad[quad[:, 0] < across + 16] for quad in quads])
    top = height - deep if (corners[:, 1] < deep).any() and (corners[:, 1] < height - deep).all() else 0
    strip = drawn[top : top + deep, : across + 16]
    np.copyto(strip, cv2.addWeighted(strip, 0.25, np.full_like(strip, 25), 0.75, 0))
    for number, line in enumerate(lines):
        cv2.putText(drawn, line, (8, top + number * step + high + 6), _FONT, size, END, thick, cv2.LINE_AA)


def _label(drawn: Picture, text: str, centre: NDArray[np.floating], size: float, colour: Colour) -> None:
    thick = max(1, round(2 * size))
    (width, height), _ = cv2.getTextSize(text, _FONT, size, thick)
    corner = (round(float(centre[0]) - width / 2), round(float(centre[1]) + height / 2))
    if colour != _DARK:
        cv2.putText(drawn, text, corner, _FONT, size, _DARK, thick + 3, cv2.LINE_AA)
    cv2.putText(drawn, text, corner, _FONT, size, colour, thick, cv2.LINE_AA)


def _pixel(point: NDArray[np.floating]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _pixels(points: NDArray[np.floating]) -> NDArray[np.int32]:
    return np.asarray(np.round(points), np.int32)


def _thickness(picture: Picture) -> int:
    return int(max(2, round(max(picture.shape[:2]) / 450)))
