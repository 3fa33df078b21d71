"""Whether what a look shows is left over from the last deal: a new one begins on a cleared table."""

from __future__ import annotations

import math
from collections.abc import Mapping

from scorer.keeper.compare import compare, tile_of
from scorer.keeper.movement import SAME_PLACE, Lie
from scorer.layout import Layout
from scorer.view import View


def lies_there_still(view: View, layout: Layout, lies: Mapping[int, Lie], *, cleared: bool) -> bool:
    """Whether tiles of the `layout` of the last deal lie there; `lies`: how they lay, by index, as far as known.

    `cleared`: the table was seen empty since. Then only most of the layout shows that it was merely out of view.
    """
    if not layout.placed:
        return False
    known = compare(view, layout, lies).known
    if len(known) > 1 and 2 * len(known) >= len(layout.placed):
        return True
    return not cleared and (_lies_about(view) or _joined_as_it_was(view, layout) or _where_it_lay(view, layout, lies))


def _lies_about(view: View) -> bool:
    """Whether the tiles lie in pieces: they are being gathered. Those of a new layout hang together."""
    return len(view.joins) < len(view.tiles) - 1


def _joined_as_it_was(view: View, layout: Layout) -> bool:
    before = {frozenset((layout[join.first].tile, layout[join.second].tile)) for join in layout.joins}
    return any(
        frozenset((tile_of(view.tiles[join.first]), tile_of(view.tiles[join.second]))) in before for join in view.joins
    )


def _where_it_lay(view: View, layout: Layout, lies: Mapping[int, Lie]) -> bool:
    lay = {layout[index].tile: lie.place for index, lie in lies.items()}
    seen_up = [seen for seen in view.tiles if not seen.face_down]
    return any(tile_of(seen) in lay and math.dist(seen.place, lay[tile_of(seen)]) < SAME_PLACE for seen in seen_up)
