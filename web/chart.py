"""The course of the score as a picture: a line a side, told apart without colours too."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from web.languages import number

_WIDTH, _HEIGHT = 440, 240
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 116, 14, 22
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2500, 5000, 10000)
_LINES = 5
_CLOSEST = 18
_LONGEST_NAME = 10


def chart(course: Sequence[Sequence[int]], sides: Sequence[str], target: int, title: str) -> Markup:
    """An SVG of scores by side, `course`: at the start and after every change. `target`: 0 for none. `title`: what it
    shows, for readers.

    Its classes `side-0`, `side-1` ... are coloured by the page's styles.
    """
    highest = max(target, *(score for scores in course for score in scores), 1)
    lowest = min(0, *(score for scores in course for score in scores))
    rise = (_HEIGHT - _TOP - _BOTTOM) / (highest - lowest)
    run = (_WIDTH - _LEFT - _RIGHT) / max(1, len(course) - 1)

    def y(score: float) -> float:
        return _HEIGHT - _BOTTOM - (score - lowest) * rise

    def x(place: int) -> float:
        return _LEFT + place * run

    parts = [_scale(score, y(score)) for score in _marks(lowest, highest)]
    if target:
        parts.append(f'<path class="target" d="M{_LEFT} {y(target):.1f}H{_WIDTH - _RIGHT}"/>')
    for side in range(len(sides)):
        points = [(x(place), y(scores[side])) for place, scores in enumerate(course)]
        path = f"M{points[0][0]:.1f} {points[0][1]:.1f}" + "".join(f"H{px:.1f}V{py:.1f}" for px, py in points[1:])
        parts.append(f'<path class="course side-{side}" d="{path}"/>')
    parts += _labels(course[-1], sides, x(len(course) - 1), y)
    # Names are escaped, the rest is made of numbers.
    return Markup(
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def _scale(score: int, at: float) -> str:
    return (
        f'<path class="grid" d="M{_LEFT} {at:.1f}H{_WIDTH - _RIGHT}"/>'
        f'<text x="{_LEFT - 8}" y="{at + 4:.1f}" text-anchor="end">{escape(number(score))}</text>'
    )


def _marks(lowest: int, highest: int) -> list[int]:
    step = next((step for step in _STEPS if (highest - lowest) / step <= _LINES), _STEPS[-1])
    first = -(-lowest // step)
    return [step * place for place in range(first, highest // step + 1)]


def _labels(scores: Sequence[int], sides: Sequence[str], at: float, y: Callable[[float], float]) -> list[str]:
    """The names at the ends of the lines, none upon another and none outside the picture."""
    ranked = sorted(range(len(sides)), key=lambda side: scores[side])
    heights, lowest = [], float(_HEIGHT)
    for side in ranked:
        lowest = min(y(scores[side]) + 4, lowest - _CLOSEST)
        heights.append(lowest)
    labels, highest = [], float(_TOP)
    for side, wanted in zip(reversed(ranked), reversed(heights), strict=True):
        height = max(wanted, highest)
        highest = height + _CLOSEST
        name = sides[side] if len(sides[side]) <= _LONGEST_NAME else f"{sides[side][: _LONGEST_NAME - 1]}…"
        words = escape(f"{name} {number(scores[side])}")
        labels.append(f'<text class="side-{side}" x="{at + 10:.1f}" y="{height:.1f}">{words}</text>')
    return labels
