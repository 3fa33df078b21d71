"""Films of whole matches with their truth, 15 frames a second: what the live table is measured with.

    python -m datasets.films OUT --films 20 --seed 1
    python -m datasets.films OUT --films 2 --seed 1 --game osel

writes OUT/film01/film.mp4 and OUT/film01/truth.json, and so on. `--game`: All Fives, or a game whose layouts are
special: osel, hungarian_four_arm, matador, koza. `fivesight eval films OUT` follows them; `make special` does both for
all four. The truth has the form of the films in shared/films, a deal each in `deals`, and besides what was left in the
hands that are laid open at a deal's end, what it was worth, what was written, and the tiles taken back into a hand.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2

from datasets.arrangements import Arrangement, Lying
from datasets.deals import Deal, Passed, Play, TakenUp
from datasets.director import Director
from datasets.film_table import RATE, Shot
from datasets.script import DEALS, Script, write_script
from datasets.stage import AROUND, HEIGHT, WIDTH, Side
from datasets.truth import SPREAD, lay_out, play_truth
from scorer.games import ALL_FIVES, Game, find_game
from scorer.layout import Layout
from scorer.sides import Side as LayoutSide
from scorer.tiles import Tile

# The games whose films are worth following besides All Fives: what lies there is special.
SPECIAL = ("osel", "hungarian_four_arm", "matador", "koza")
# How often, of plays: a legal tile is laid and taken back, or exchanged at once, or one is laid that does not fit.
TAKEN_BACK, EXCHANGED, MISPLAYED = 0.05, 0.03, 0.03
KNOCKS = 0.7  # of passes


@dataclass(frozen=True)
class Moment:
    """A frame of a film: `play` is the last one of its `deal`, -1 before the first."""

    shot: Shot
    deal: int
    play: int
    phase: str


def moments(script: Script) -> Iterator[Moment]:
    """Every frame of the film."""
    director = Director(script.stage, script.seed)
    director.clutter(int(script.rng.integers(0, 4)))
    for number, deal in enumerate(script.deals):
        hands = [_pips(hand) for hand in deal.dealt]
        boneyard = _first_boneyard(deal)
        if number == 0:
            director.deal(hands, boneyard)
        else:
            yield from _as_moments(
                director.draw_hands(hands, boneyard), number - 1, len(script.deals[number - 1].plays) - 1, "dealing"
            )
        yield from _as_moments(director.wait(1.0), number, -1, "settled")
        yield from _deal(script, director, number)
        yield from _hands_shown(script, director, number)
        if number + 1 < len(script.deals):
            sides = list(script.stage.sides[:2])
            yield from _as_moments(director.wash(sides), number, len(deal.plays) - 1, "washing")


def _as_moments(shots: Iterator[Shot], deal: int, play: int, phase: str) -> Iterator[Moment]:
    for shot in shots:
        yield Moment(shot, deal, play, phase)


def _pips(tiles: tuple[Tile, ...]) -> list[tuple[int, int]]:
    return [(tile.low, tile.high) for tile in tiles]


def _first_boneyard(deal: Deal) -> list[tuple[int, int]]:
    dealt = {tile for hand in deal.dealt for tile in hand}
    kept = {tile for hand in deal.hands for tile in hand} | {play.tile for play in deal.plays}
    return _pips(tuple(deal.boneyard) + tuple(sorted(kept - dealt)))


def _deal(script: Script, director: Director, number: int) -> Iterator[Moment]:
    """All that is laid and taken back in a deal."""
    deal, sides = script.deals[number], script.stage.sides
    index = -1
    for place, step in enumerate(deal.steps):
        side = sides[step.player]
        yield from _as_moments(_passes(script, director, step.passed), number, index, "pass")
        yield from _as_moments(_draws(director, side, step.drawn), number, index, "draw")
        if isinstance(step, TakenUp):
            taken = script.tiles[number][step.play]
            yield from _as_moments(director.take_back(side, taken), number, index, "taking up")
        else:
            index += 1
            before = deal.steps[place - 1].layout if place else None
            yield from _play(script, director, number, index, before)
        pause = float(script.rng.uniform(0.4, 1.7))
        yield from _as_moments(director.wait(pause), number, index, "settled")
    yield from _as_moments(_passes(script, director, deal.passed), number, index, "pass")
    yield from _as_moments(director.wait(1.0), number, index, "settled")


def _play(script: Script, director: Director, number: int, index: int, before: Layout | None) -> Iterator[Moment]:
    """A tile is laid, and whatever happens just before and after. `before`: the layout then, None at the opening."""
    play, tile = script.deals[number].plays[index], script.tiles[number][index]
    side = script.stage.sides[play.player]
    thoughts = _second_thoughts(script, director, number, play, before)
    yield from _as_moments(thoughts, number, index - 1, "second thoughts")
    lying = len(director.layout)
    if director.unsettled:
        wrong = director.apart[-1]
        shots = iter(director.exchange(side, wrong, tile))
    else:
        shots = director.lay(side, tile)
    for shot in shots:
        yield Moment(shot, number, index if len(shot.tiles) > lying else index - 1, "play")
    if (number, index) in script.troubles:
        what = script.troubles[number, index]
        yield from _as_moments(_trouble(script, director, what), number, index, what)


def _passes(script: Script, director: Director, passed: tuple[Passed, ...]) -> Iterator[Shot]:
    for one in passed:
        side = script.stage.sides[one.player]
        yield from _draws(director, side, one.drawn)
        if script.rng.random() < KNOCKS:
            yield from director.knock(side)


def _draws(director: Director, side: Side, tiles: tuple[Tile, ...]) -> Iterator[Shot]:
    for tile in tiles:
        yield from director.draw(side, (tile.low, tile.high))


def _second_thoughts(
    script: Script, director: Director, number: int, play: Play, before: Layout | None
) -> Iterator[Shot]:
    """Now and then another tile is laid first: and taken back, or lies there until it is exchanged."""
    rng = script.rng
    chance = float(rng.random())
    fits = chance < TAKEN_BACK + EXCHANGED
    if before is None or chance > TAKEN_BACK + EXCHANGED + MISPLAYED:
        return
    side = script.stage.sides[play.player]
    other = _another(script, number, play, before, director.racks[side], fits=fits)
    if other is None:
        return
    yield from director.misplace(side, other)
    yield from director.wait(float(rng.uniform(0.5, 1.5)))
    if not (TAKEN_BACK < chance < TAKEN_BACK + EXCHANGED):
        yield from director.take_back(side, other)
        yield from director.wait(float(rng.uniform(0.3, 1.0)))


def _another(
    script: Script, number: int, play: Play, before: Layout, rack: list[tuple[int, int]], *, fits: bool
) -> Lying | None:
    """Another tile of the hand, where it would lie; None where there is none, or no room."""
    rng = script.rng
    ends = [end for end in before.open_ends() if not before.is_spinner(end.index)] or list(before.open_ends())
    tiles = [Tile(a, b) for a, b in rack if Tile(a, b) != play.tile and a != b]
    standing = [placed.index for placed in before.placed]
    for at in rng.permutation(len(tiles)):
        tile = tiles[int(at)]
        places = before.legal_places(tile)
        if fits != bool(places):
            continue
        end = ends[int(rng.integers(len(ends)))]
        place = places[0] if fits else ((end.index, end.side), LayoutSide.END_A)
        try:
            after = before.place(tile, place[0], place[1], force=not fits)
            *others, pose = lay_out(after, script.stage.room)
        except ValueError:
            continue
        if others != [script.exact[number][index] for index in standing]:
            continue
        # It lies as loosely as the tile before it, and on none of those that are there.
        table = Arrangement(script.stage.kit, script.stage.style.aspect, 6)
        for index in standing:
            table.put(script.tiles[number][index])
        lies, exact = script.tiles[number][standing[-1]], script.exact[number][standing[-1]]
        moved = replace(
            pose, x=pose.x * SPREAD, y=pose.y * SPREAD, degrees=pose.degrees + (lies.degrees - exact.degrees) / 2
        )
        if not table.overlap(table.box(moved), 0.01):
            return moved
    return None


def _trouble(script: Script, director: Director, what: str) -> Iterator[Shot]:
    """Something that is no play."""
    rng = script.rng
    free = (
        next(side for side in reversed(AROUND) if side not in script.stage.sides)
        if len(script.stage.sides) < 4
        else "right"
    )
    yield from director.wait(0.4)
    script.happened.append({"what": what})
    if what == "lamp off":
        yield from director.switch(0.08)
        yield from director.wait(float(rng.uniform(0.5, 2)))
        yield from director.switch(1.0)
    elif what == "lamp dimmed":
        yield from director.switch(float(rng.choice([0.65, 0.8, 1.2])))
    elif what == "bump":
        signs = rng.choice([-1, 1], 3)
        yield from director.bump(*(float(sign * size) for sign, size in zip(signs, (0.3, 0.2, 1.5), strict=True)))
    elif what == "nudge":
        signs = rng.choice([-1, 1], 3)
        yield from director.nudge(float(signs[0] * 26), float(signs[1] * 16), float(signs[2] * 0.8))
    elif what == "cup":
        yield from director.push_in(free, float(rng.choice([-220, 220])), float(rng.uniform(40, 80)))
    elif what == "insect":
        yield from director.insect(1.5)
    else:
        yield from director.cat(free)
    yield from director.wait(0.5)


def _hands_shown(script: Script, director: Director, number: int) -> Iterator[Moment]:
    deal = script.deals[number]
    last = len(deal.plays) - 1
    for side in script.stage.sides:
        if director.racks[side]:
            yield from _as_moments(director.show_hand(side), number, last, "showing")
    yield from _as_moments(director.wait(4), number, last, "shown")


def make_film(
    seed: int, folder: Path, deals: int = DEALS, players: int | None = None, game: Game = ALL_FIVES
) -> dict[str, Any]:
    """Write the film of this seed as film.mp4 and truth.json into a folder; return the truth.

    Raises OSError where it cannot be written.
    """
    script = write_script(seed, deals, players, game)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "film.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), RATE, (WIDTH, HEIGHT))
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written as a film")
    frames: list[dict[str, Any]] = []
    for moment in moments(script):
        writer.write(moment.shot.picture)
        frames.append(frame_truth(script, moment, frames))
    writer.release()
    truth = film_truth(folder.name, script, frames)
    (folder / "truth.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n", encoding="utf-8")
    return truth


def frame_truth(script: Script, moment: Moment, before: list[dict[str, Any]]) -> dict[str, Any]:
    """What is true of a frame. The tiles of the layout are told in the first settled frame after each change only."""
    shot = moment.shot
    found: dict[str, Any] = {"kind": shot.kind, "phase": moment.phase, "deal": moment.deal, "play": moment.play}
    if shot.side is not None:
        found["hand"] = {"side": shot.side}
    told = next((frame for frame in reversed(before) if "tiles" in frame), None)
    numbers = _numbers(script, moment)
    if shot.kind == "settled" and (
        told is None or told["deal"] != moment.deal or numbers != [tile["tile"] for tile in told["tiles"]]
    ):
        found["tiles"] = [
            {
                "tile": index,
                "a": tile.a,
                "b": tile.b,
                "face_down": tile.back,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in script.stage.quad(tile)],
                "occluded": False,
                "occluded_frac": 0.0,
            }
            for index, tile in zip(numbers, shot.tiles, strict=True)
        ]
    return found


def _numbers(script: Script, moment: Moment) -> list[int]:
    """The numbers of the plays that laid the tiles that lie there: the last ones, where a tile was laid twice."""
    plays = script.deals[moment.deal].plays[: moment.play + 1]
    last = {(play.tile.low, play.tile.high): number for number, play in enumerate(plays)}
    return [last[min(tile.a, tile.b), max(tile.a, tile.b)] for tile in moment.shot.tiles]


def film_truth(name: str, script: Script, frames: list[dict[str, Any]]) -> dict[str, Any]:
    """The truth of a film."""
    return {
        "film": name,
        "seed": script.seed,
        "image_size": [WIDTH, HEIGHT],
        "frames_a_second": RATE,
        "video": "film.mp4",
        "set": {"highest": 6, "tile_length_px_at_centre": round(script.stage.tile_px * script.stage.style.aspect, 1)},
        "table": script.stage.table,
        "rules": script.game.key,
        "players": [{"player": player, "side": side} for player, side in enumerate(script.stage.sides)],
        "deals": [
            {**deal_truth(deal), "written": written} for deal, written in zip(script.deals, script.written, strict=True)
        ],
        "troubles": [what["what"] for what in script.happened],
        "frames": frames,
    }


def deal_truth(deal: Deal) -> dict[str, Any]:
    """One deal: its plays, points in play, and what the hands were worth."""
    counted = deal.count()
    return {
        "plays": [play_truth(number, play) for number, play in enumerate(deal.plays)],
        "taken_up": [{"player": taken.player, "play": taken.play} for taken in deal.taken_up],
        "scores": list(deal.points),
        "hand_end": "out" if deal.how == "domino" else "blocked",
        "winner": deal.winner,
        "hands": [[[tile.low, tile.high] for tile in hand] for hand in deal.hands],
        "hand_pips": list(counted.pips),
        "bonus": list(counted.awards),
    }


def main() -> None:
    """Make films by the command line."""
    parser = argparse.ArgumentParser(prog="python -m datasets.films", description="Make films of whole matches.")
    parser.add_argument("folder", type=Path, metavar="OUT")
    parser.add_argument("--films", type=int, default=1)
    parser.add_argument("--deals", type=int, default=DEALS, help="in each film")
    parser.add_argument("--seed", type=int, default=1, help="of the first film; the next have the seeds after it")
    parser.add_argument("--game", choices=(ALL_FIVES.key, *SPECIAL), default=ALL_FIVES.key)
    chosen = parser.parse_args()
    for number in range(chosen.films):
        name = f"film{number + 1:02}"
        truth = make_film(chosen.seed + number, chosen.folder / name, chosen.deals, game=find_game(chosen.game))
        plays = [len(deal["plays"]) for deal in truth["deals"]]
        print(f"{name}: {len(truth['players'])} players, plays {plays}, {len(truth['frames'])} frames")


if __name__ == "__main__":
    main()
