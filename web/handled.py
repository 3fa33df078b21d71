"""What players may do to tiles that lie: take an end tile back, turn a double over, lay a double face down."""

from __future__ import annotations

from scorer.layout import IllegalPlay
from scorer.match import State
from scorer.tiles import Tile
from web.words import fill

Choice = dict[str, str | int]


def handled(match: State) -> dict[str, list[Choice]]:
    """What may be done now, by deed: the tiles to choose from, each with what its button says.

    Only who laid a double turns it over, so there the `player` is told, too; `beside` is the tile whose end a double
    laid face down closes, where its value alone does not tell.
    """
    if match.phase != "playing" or not match.layout.placed:
        return {"pick-up": [], "turn-over": [], "face-down": []}
    return {
        "pick-up": _end_tiles(match) if match.rules.pick_up != "never" else [],
        "turn-over": _doubles_at_ends(match) if match.rules.face_down == "turned_over" else [],
        "face-down": _closing_doubles(match) if match.rules.face_down == "from_hand" else [],
    }


def _end_tiles(match: State) -> list[Choice]:
    layout = match.layout
    if len(layout.placed) == 1:
        return []
    tips = [placed for placed in layout.placed if sum(map(len, layout.neighbours(placed.index).values())) == 1]
    return [{"tile": str(placed.tile), "text": str(placed.tile)} for placed in reversed(tips)]


def _doubles_at_ends(match: State) -> list[Choice]:
    """The doubles that may be turned over, the last one first."""
    found: list[Choice] = []
    for play in reversed(match.plays):
        try:
            match.layout.turn_over(play.index)
        except IllegalPlay:
            continue
        found.append({"tile": str(play.tile), "text": str(play.tile), "player": play.player})
    return found


def _closing_doubles(match: State) -> list[Choice]:
    """The doubles not seen yet that fit an open end, and the tiles whose ends each of them may close."""
    layout = match.layout
    there = {placed.tile for placed in layout.placed}
    beside: dict[Tile, set[Tile]] = {}
    for end in layout.open_ends():
        for value in end.needs:
            double = Tile(value, value)
            if double not in there:
                beside.setdefault(double, set()).add(layout[end.index].tile)
    return [_closing(double, tile, sure=len(tiles) == 1) for double, tiles in beside.items() for tile in sorted(tiles)]


def _closing(double: Tile, beside: Tile, *, sure: bool) -> Choice:
    text = str(double) if sure else fill("beside", tile=str(double), other=str(beside))
    return {"tile": str(double), "beside": str(beside), "text": text}
