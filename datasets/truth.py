"""What a film shows, written down: players, plays, what joins what, frames, scores; in the form of shared/films."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from datasets.arrangements import Lying
from datasets.deals import Deal, Play
from scorer.arrange import arrange
from scorer.layout import Layout, Side

SEATS = ("bottom", "top")
TABLE_SIZE = (27.0, 15.0)  # tile widths
# The names of the sides of a film's tile: A and B its ends, S1 the long side between corners 1 and 2, S2 the other.
NAMES = {
    Side.END_A: "A",
    Side.END_B: "B",
    Side.SHORT_1: "A",
    Side.SHORT_2: "B",
    Side.LONG_1: "S1",
    Side.LONG_2: "S2",
}


def lay_out(layout: Layout) -> list[Lying]:
    """Where the tiles of a layout lie, edge to edge; half a is the one with fewer pips. Raises NoRoom."""
    poses = arrange(layout, *TABLE_SIZE)
    return [
        Lying(pose.x, pose.y, math.degrees(pose.angle), placed.tile.low, placed.tile.high)
        for placed, pose in ((placed, poses[placed.index]) for placed in layout.placed)
    ]


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
        "joined_to": at_tile,
        "joined_side": None if at_side is None else NAMES[at_side],
        "own_side": None if own is None else NAMES[own],
        "joins": [[join.first, join.second] for join in layout.joins],
        "spinner": layout.spinner,
        "open_ends": ends,
        "end_sum": layout.end_sum,
        "scored": play.points,
        "drawn_before": play.drawn,
        "passed_before": [],
    }
