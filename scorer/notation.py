"""The text form of a layout, read and written with an exact round trip.

A line is read from one tip to the other, every tile with the half that faces the one before it first:

    1-4 4-4 4-6 6-6*(6-1 1-1)(6-5) 6-2 2-5

`*` follows the spinner; `(...)` is an arm on the next short side of the double before it. Before a tile: `!` its value
is unlike the one it was joined to, `_` a double lying lengthwise, `^` another tile lying crosswise, `~` laid face down.
After it: `#3` it was the third to be laid, `=1:end-a` joined at that side to the other tile marked `=1` (a ring; `=!1`
where the values are unlike). `[short-2]` before a tile names the side of the tile before that it touches, and
`[:short-1]` its own, where that is not the usual one. ` | ` parts lines that do not touch; no text is an empty table.

That of a whole match is in `scorer.text.match_text`.
"""

from __future__ import annotations

from scorer.layout import Layout
from scorer.text import layout_reader, layout_writer
from scorer.text.layout_reader import NotationError

__all__ = ["NotationError", "layout_text", "parse_layout"]


def layout_text(layout: Layout, *, order: bool = False) -> str:
    """Write a layout, with the order of laying if asked for.

    Without the order, the text depends only on which tiles touch which and how, not on their numbers. Raises
    ValueError where the order is asked for and not known.
    """
    if order and not layout.order_known:
        raise ValueError("the order of laying is not known")
    return layout_writer.write(layout, order=order)


def parse_layout(text: str, rules: Layout | None = None) -> Layout:
    """Read a layout by the rules of another one (by default All Fives').

    Sides that are as good as each other are numbered as in `Layout.numbered`. The order of laying is known where
    every tile is followed by `#`; else tiles are numbered in the order of reading. Raises NotationError.
    """
    return layout_reader.read(text, Layout() if rules is None else rules)
