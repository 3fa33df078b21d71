"""Random layouts for property tests: legal games of every profile, and the misplays of real tables."""

from __future__ import annotations

from hypothesis import strategies as st

from scorer.layout import PROFILES, Layout, Side
from scorer.tiles import full_set


@st.composite
def legal_layouts(draw: st.DrawFn, max_tiles: int = 16) -> Layout:
    """A layout after some legal plays; the order of laying is known."""
    layout = Layout(
        draw(st.sampled_from(list(PROFILES.values()))),
        match=draw(st.sampled_from(["equal", "equal", "equal", "sum7"])),
        allow_ring=True,
    )
    tiles = draw(st.permutations(full_set(6)))
    for tile in tiles[: draw(st.integers(0, max_tiles))]:
        ways = layout.legal_places(tile)
        if ways:
            at, join = draw(st.sampled_from(ways))
            layout = layout.place(tile, at, join, face_down=tile.is_double and draw(st.integers(0, 9)) == 0)
    return layout


@st.composite
def layouts(draw: st.DrawFn) -> Layout:
    """A layout after legal plays, forced ones, doubles laid lengthwise, pick-ups and rings."""
    layout = draw(legal_layouts())
    for _ in range(draw(st.integers(0, 6))):
        tile = draw(st.sampled_from(full_set(6)))
        where = [(placed.index, side) for placed in layout.placed for side in placed.sides]
        if not where:
            break
        across = tile.is_double and draw(st.booleans())
        own = (Side.LONG_1, Side.SHORT_1) if across else (Side.END_A, Side.END_B)
        if draw(st.integers(0, 7)) == 0:
            layout = layout.place(tile, force=True)
        elif draw(st.integers(0, 5)) == 0:
            index = draw(st.sampled_from(layout.placed)).index
            if sum(map(len, layout.neighbours(index).values())) < 2:
                layout = layout.pick_up(index)
        else:
            at, also_at = draw(st.sampled_from(where)), None
            if draw(st.integers(0, 5)) == 0:
                also_at = draw(st.sampled_from(where))
            if also_at is not None and also_at[0] == at[0]:
                also_at = None
            layout = layout.place(tile, at, draw(st.sampled_from(own)), across=across, also_at=also_at, force=True)
    return layout
