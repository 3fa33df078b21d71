"""A drawing of a layout as SVG: crisp at any size, with nothing but shapes in it.

Colours are CSS custom properties with fallbacks that do in light and dark: --tile, --tile-edge, --pip, --back (of a
tile laid face down), --spinner, --end and --on-end (an open end and its value), --last. A tile's group has its number
in the layout as `data-index`, so that a page knows which one was tapped.
"""

from __future__ import annotations

import math

from scorer.arrange import Edge, NoRoom, Pose, arrange, edges, extent
from scorer.ends import counts_of_open_ends
from scorer.layout import Layout
from scorer.sides import Placed, Side

_TILE = "var(--tile, #fbf7ec)"
_TILE_EDGE = "var(--tile-edge, #8a8577)"
_PIP = "var(--pip, #20242b)"
_BACK = "var(--back, #6b6f78)"
_SPINNER = "var(--spinner, #b3541e)"
_END = "var(--end, #e9b949)"
_ON_END = "var(--on-end, #2b1d00)"
_LAST = "var(--last, #3f8efc)"

# Tables to try, in tile widths, before tiles are drawn one over the other.
_SIZES = ((21.0, 11.0), (27.0, 15.0), (39.0, 22.0), (90.0, 60.0))
_LEAST = (8.0, 4.0)
_MARGIN = 0.3
_BADGE = 0.34

# Pips of a half, along and across the tile, in steps from its middle.
_SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1)),
}
_SPOTS[7] = (*_SPOTS[6], (0, 0))
_SPOTS[8] = (*_SPOTS[6], (-1, 0), (1, 0))
_SPOTS[9] = (*_SPOTS[8], (0, 0))
_STEP = 0.26
_PIP_RADIUS = 0.1


def drawing(layout: Layout, *, last: int | None = None) -> str:
    """Return the SVG of a layout; `last`: the index of the tile to be highlighted."""
    poses = _arranged(layout)
    badges = _badges(layout, poses)
    left, top, right, bottom = extent(poses)
    for x, y, _ in badges:
        left, top = min(left, x - _BADGE), min(top, y - _BADGE)
        right, bottom = max(right, x + _BADGE), max(bottom, y + _BADGE)
    # A lone tile is not blown up to the size of the page.
    spare_x, spare_y = max(0.0, _LEAST[0] - (right - left)) / 2, max(0.0, _LEAST[1] - (bottom - top)) / 2
    left, top, right, bottom = left - spare_x, top - spare_y, right + spare_x, bottom + spare_y
    box = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    words = in_words(layout)
    parts = [_halo(poses[last])] if last in poses else []
    parts += [_tile(placed, poses[placed.index], spins=placed.index == layout.spinner) for placed in layout.placed]
    parts += [_badge(x, y, counts) for x, y, counts in badges]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="{" ".join(map(_number, box))}" '
        f'aria-label="{words}"><title>{words}</title>{"".join(parts)}</svg>'
    )


def in_words(layout: Layout) -> str:
    """Say what a drawing shows: "3 tiles, spinner 6-6, open ends 4, 6 and 2: 6 in all"."""
    if not layout.placed:
        return "No tile on the table"
    count = len(layout.placed)
    spinner = f", spinner {layout[layout.spinner].tile}" if layout.spinner is not None else ""
    ends = layout.describe_ends().removeprefix("the ").removeprefix("there is ").replace(" are", "").replace(" is", "")
    return f"{count} tile{'s' if count > 1 else ''}{spinner}, {ends}: end sum {layout.end_sum}"


def _arranged(layout: Layout) -> dict[int, Pose]:
    for width, height in _SIZES:
        try:
            return arrange(layout, width, height)
        except NoRoom:
            continue
    return arrange(layout, *_SIZES[-1], crowded=True)


def _halo(pose: Pose) -> str:
    """A frame around the last tile, beneath all tiles so that it hides none."""
    return _placed_at(pose, _rectangle(1.12, 0.62, 0.24, f'fill="{_LAST}"'))


def _tile(placed: Placed, pose: Pose, *, spins: bool) -> str:
    name = f'data-index="{placed.index}"'
    if placed.face_down:
        back = _rectangle(0.97, 0.47, 0.14, f'fill="{_BACK}" stroke="{_TILE_EDGE}" stroke-width="0.05"')
        return _placed_at(pose, back, name)
    colour, width = (_SPINNER, 0.09) if spins else (_TILE_EDGE, 0.05)
    inset = width / 2 + 0.005
    body = _rectangle(1 - inset, 0.5 - inset, 0.14, f'fill="{_TILE}" stroke="{colour}" stroke-width="{width}"')
    middle = f'<path d="M0-.34V.34" stroke="{_TILE_EDGE}" stroke-width="0.05"/>'
    turn = _degrees(pose)
    halves = _half(placed.tile.low, -0.48, turn) + _half(placed.tile.high, 0.48, turn)
    return _placed_at(pose, body + middle + halves, name)


def _placed_at(pose: Pose, shapes: str, name: str = "") -> str:
    where = f'transform="translate({_number(pose.x)} {_number(pose.y)}) rotate({_degrees(pose)})"'
    return f"<g {' '.join(filter(None, (name, where)))}>{shapes}</g>"


def _degrees(pose: Pose) -> int:
    return round(math.degrees(pose.angle)) % 360


def _rectangle(half_width: float, half_height: float, radius: float, paint: str) -> str:
    return (
        f'<rect x="{_number(-half_width)}" y="{_number(-half_height)}" width="{_number(2 * half_width)}" '
        f'height="{_number(2 * half_height)}" rx="{radius}" {paint}/>'
    )


def _half(pips: int, middle: float, turn: int) -> str:
    if pips not in _SPOTS:
        # Sets above nine crowd their pips beyond reading at this size: a number says it better.
        return (
            f'<text x="0" y="0" transform="translate({middle} 0) rotate({-turn}) translate(0 .18)" '
            f'text-anchor="middle" font-size="0.5" font-family="sans-serif" fill="{_PIP}">{pips}</text>'
        )
    circles = "".join(
        f'<circle cx="{_number(middle + along * _STEP)}" cy="{_number(across * _STEP)}" r="{_PIP_RADIUS}"/>'
        for along, across in _SPOTS[pips]
    )
    return f'<g fill="{_PIP}">{circles}</g>' if circles else ""


def _badges(layout: Layout, poses: dict[int, Pose]) -> list[tuple[float, float, int]]:
    """Return where open ends are marked and the pips that they count for; ends that count nothing are not marked."""
    badges: list[tuple[float, float, int]] = []
    for end, counts in counts_of_open_ends(layout):
        placed = layout[end.index]
        if end.side.is_short and not counts:
            continue
        levels = edges(placed, poses[end.index], end.side, Side.END_A, spins=True)
        spots = [_spot(edge) for level in levels for edge in level]
        free = [spot for spot in spots if _is_free(spot, end.index, poses, badges)]
        x, y = (free or spots)[0]
        badges.append((x, y, counts))
    return badges


def _spot(edge: Edge) -> tuple[float, float]:
    reach = _BADGE + 0.1
    return edge.x + edge.out[0] * reach, edge.y + edge.out[1] * reach


def _is_free(
    spot: tuple[float, float], index: int, poses: dict[int, Pose], badges: list[tuple[float, float, int]]
) -> bool:
    x, y = spot
    for other, pose in poses.items():
        left, top, right, bottom = pose.box
        if other != index and left - _BADGE < x < right + _BADGE and top - _BADGE < y < bottom + _BADGE:
            return False
    return all(abs(x - badge[0]) > 2 * _BADGE or abs(y - badge[1]) > 2 * _BADGE for badge in badges)


def _badge(x: float, y: float, counts: int) -> str:
    return (
        f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_BADGE}" fill="{_END}"/>'
        f'<text x="{_number(x)}" y="{_number(y + 0.15)}" text-anchor="middle" font-size="0.42" font-weight="600" '
        f'font-family="sans-serif" fill="{_ON_END}">{counts}</text>'
    )


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".").replace("-0.", "-.") if abs(value) >= 0.0005 else "0"
