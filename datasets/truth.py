"""What a film shows, written down: players, plays, what joins what, frames, scores; in the form of shared/films."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from datasets.arrangements import Arrangement, Lying
from datasets.deals import Deal, Play, TakenUp
from datasets.kit import Kit
from datasets.looks import Style
from scorer.arrange import NoRoom, arrange
from scorer.layout import Layout, Side

SEATS = ("bottom", "top")
TABLE_SIZE = (27.0, 15.0)  # tile widths
SPREAD = 1.04  # tiles lie this much looser than edge to edge
MOST_TURN = 2.0  # degrees
# The names of the sides of a film's tile: A and B its ends, S1 the long side between corners 1 and 2, S2 the other.
NAMES = {
    Side.END_A: "A",
    Side.END_B: "B",
    Side.SHORT_1: "A",
    Side.SHORT_2: "B",
    Side.LONG_1: "S1",
    Side.LONG_2: "S2",
}


def lay_out(layout: Layout, room: tuple[float, float] = TABLE_SIZE) -> list[Lying]:
    """Where the tiles of a layout lie, edge to edge, in a room of so many tile widths; half a is the one with fewer
    pips. Raises NoRoom."""
    poses = arrange(layout, *room)
    return [
        Lying(pose.x, pose.y, math.degrees(pose.angle), placed.tile.low, placed.tile.high, placed.face_down)
        for placed, pose in ((placed, poses[placed.index]) for placed in layout.placed)
    ]


def lay_out_deal(deal: Deal, room: tuple[float, float] = TABLE_SIZE) -> list[Lying]:
    """Where every tile of a deal is laid, by play, edge to edge. Raises NoRoom, too, where one would have to move
    because another was taken back, or where a line turns at a double."""
    before = [one.layout for one, step in zip(deal.steps, deal.steps[1:], strict=False) if isinstance(step, TakenUp)]
    exact: dict[int, Lying] = {}
    for layout in (*before, deal.layout):
        for placed, tile in zip(layout.placed, lay_out(layout, room), strict=True):
            if exact.setdefault(placed.index, tile) != tile:
                raise NoRoom(placed.index, placed.tile)
        if any(is_bent(layout, placed.index, exact) for placed in layout.placed):
            raise NoRoom(layout.placed[-1].index, layout.placed[-1].tile)
    return [exact[number] for number in range(len(deal.plays))]


def is_bent(layout: Layout, index: int, tiles: Mapping[int, Lying] | Sequence[Lying]) -> bool:
    """Whether the line turns at this tile though it is a double: a neighbour of a long side lies off its middle."""
    placed = layout[index]
    if not placed.across:
        return False
    angle = math.radians(tiles[index].degrees)
    for side, places in layout.neighbours(index).items():
        for other, _ in places:
            away = (tiles[other].x - tiles[index].x, tiles[other].y - tiles[index].y)
            along = away[0] * math.cos(angle) + away[1] * math.sin(angle)
            if side.is_long and abs(along) > 0.25:
                return True
    return False


def loosely(
    kit: Kit, exact: Sequence[Lying], style: Style, there: Sequence[Sequence[int]] | None = None
) -> tuple[Lying, ...]:
    """The tiles as people lay them: not quite touching, not quite straight, never on each other.

    `there`: for every tile, the numbers of those that lie there when it is laid; None: all before it.
    """
    laid: list[Lying] = []
    for number, tile in enumerate(exact):
        table = Arrangement(kit, style.aspect, style.highest)
        for other in range(number) if there is None else there[number]:
            table.put(laid[other])
        for _ in range(200):
            jittered = replace(
                tile,
                x=tile.x * SPREAD + kit.between(-0.03, 0.03),
                y=tile.y * SPREAD + kit.between(-0.03, 0.03),
                degrees=tile.degrees + min(MOST_TURN, max(-MOST_TURN, kit.bell(0.8))),
            )
            if not table.overlap(table.box(jittered), 0.004):
                break
        laid.append(jittered)
    return tuple(laid)


def film_truth(
    name: str,
    seed: int,
    deal: Deal,
    tiles: tuple[Lying, ...],
    quads: list[np.ndarray],
    shown: list[int],
    description: dict[str, Any],
) -> dict[str, Any]:
    """The truth of a film. `shown`: for every frame the play after which it was taken."""
    seen = [
        {
            "tile": index,
            "a": tile.a,
            "b": tile.b,
            "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in quad],
            "occluded": False,
            "occluded_frac": 0.0,
        }
        for index, (tile, quad) in enumerate(zip(tiles, quads, strict=True))
    ]
    rate = description["frames_a_second"]
    counted = deal.count()
    return {
        "film": name,
        "seed": seed,
        **description,
        "rules": "all_fives",
        "players": [{"player": player, "side": SEATS[player]} for player in range(len(deal.hands))],
        "plays": [play_truth(number, play) for number, play in enumerate(deal.plays)],
        "frames": [
            {
                "frame": number,
                "time": number / rate,
                "kind": "settled",
                "phase": "settled",
                "play": play,
                "tiles": seen[: play + 1],
            }
            for number, play in enumerate(shown)
        ],
        "scores": list(deal.points),
        "hand_end": "out",
        "winner": deal.winner,
        "hands": [[[tile.low, tile.high] for tile in hand] for hand in deal.hands],
        "hand_pips": list(counted.pips),
        "bonus": list(counted.awards),
    }


def play_truth(number: int, play: Play) -> dict[str, Any]:
    """One play: who laid what where, and the table after it."""
    layout = play.layout
    at_tile, at_side = play.at if play.at is not None else (None, None)
    own = None
    if at_tile is not None:
        own = next(side for side, places in layout.neighbours(number).items() if places[0][0] == at_tile)
    counts = {end.index: end.pips for end in layout.counted_ends()}
    ends = []
    for end in layout.open_ends():
        placed = layout[end.index]
        # Of a tile that counts, the side in the line counts; arms of the spinner that are still empty do not.
        counted = 0 if end.side.is_short else counts.get(end.index, 0)
        if not placed.tile.is_double and not layout.neighbours(end.index):
            counted = placed.value_at(end.side)
        ends.append({"tile": end.index, "side": NAMES[end.side], "pips": end.value, "counts": counted})
    return {
        "play": number,
        "player": play.player,
        "tile": [play.tile.low, play.tile.high],
        "face_down": play.face_down,
        "across": layout[number].across,
        "joined_to": at_tile,
        "joined_side": None if at_side is None else NAMES[at_side],
        "own_side": None if own is None else NAMES[own],
        "joins": [[join.first, join.second] for join in layout.joins],
        "spinner": layout.spinner,
        "open_ends": ends,
        "end_sum": layout.end_sum,
        "scored": play.points,
        "drawn_before": len(play.drawn),
        "passed_before": [passed.player for passed in play.passed],
    }
