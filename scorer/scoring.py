"""Points in play: what the counted ends are worth under every scheme (the rule book, 3.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scorer.layout import Layout

Scheme = Literal["none", "fives_pips", "fives_units", "threes_pips", "threes_units", "fives_and_threes", "bergen"]

# Divisor, what one of it is called, and whether each pip counts (else each multiple does).
_DIVISORS: dict[str, tuple[tuple[int, str, bool], ...]] = {
    "fives_pips": ((5, "five", True),),
    "fives_units": ((5, "five", False),),
    "threes_pips": ((3, "three", True),),
    "threes_units": ((3, "three", False),),
    "fives_and_threes": ((5, "five", False), (3, "three", False)),
}


@dataclass(frozen=True, slots=True)
class Points:
    """What a layout is worth to whoever laid the last tile, 0 or more, and why: "6 + 4 = 10"."""

    points: int
    reason: str


def points_in_play(layout: Layout, scheme: Scheme, *, per_pip: bool = False) -> Points:
    """Return the points of the layout as it lies. A sum of 0 is worth nothing (the rule book, 2.5).

    `per_pip`: in fives and threes each divisor gives the whole sum, so that 15 is worth 30. Raises ValueError for
    an unknown scheme.
    """
    if scheme == "none":
        return Points(0, "")
    if scheme == "bergen":
        return _bergen(layout)
    if scheme not in _DIVISORS:
        raise ValueError(f"there is no scoring called {scheme!r}")
    total = layout.end_sum
    points, counted_as = 0, []
    for divisor, name, pips_count in _DIVISORS[scheme]:
        if total % divisor or not total:
            continue
        times = total // divisor
        if pips_count or per_pip:
            points += total
        else:
            points += times
            counted_as.append(f"{times} {name}{'s' if times > 1 else ''}")
    return Points(points, " = ".join([_sum_in_words(layout), *filter(None, [" + ".join(counted_as)])]))


def _sum_in_words(layout: Layout) -> str:
    terms = []
    for end in layout.counted_ends():
        placed = layout[end.index]
        # A tile that lies alone shows both its halves, any other double counts as one end.
        alone = not layout.neighbours(end.index)
        terms += [placed.tile.high, placed.tile.low] if alone else [end.pips]
    if len(terms) < 2:
        return str(layout.end_sum)
    return f"{' + '.join(map(str, terms))} = {layout.end_sum}"


def _bergen(layout: Layout) -> Points:
    """Two points when all exposed halves show the same, three when one of the ends is a double."""
    shown: set[int] = set()
    halves = 0
    for end in layout.counted_ends():
        placed, covered = layout[end.index], layout.neighbours(end.index)
        free = [placed.value_at(side) for side in placed.sides if side not in covered]
        shown |= {placed.tile.low} if placed.tile.is_double else set(free)
        halves += 2 if placed.tile.is_double else len(free)
    if len(shown) != 1 or halves < 2:
        return Points(0, "")
    return Points(3 if halves > 2 else 2, f"every end shows {shown.pop()}")
