"""Films of whole matches of All Fives with their truth, 15 frames a second: what the live table is measured with.

    python -m datasets.films OUT --films 20 --seed 1

writes OUT/film01/film.mp4 and OUT/film01/truth.json, and so on. The truth has the form of the films in shared/films, a
deal each in `deals`, and besides what was left in the hands that are laid open at a deal's end, and what it was worth.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.arrangements import Arrangement, Lying
from datasets.deals import RULES, Deal, Passed, play_deal
from datasets.director import Director
from datasets.film_table import RATE, Shot
from datasets.kit import Kit
from datasets.stage import AROUND, HEIGHT, WIDTH, Side, Stage
from datasets.truth import SPREAD, is_bent, lay_out, loosely, play_truth
from scorer.arrange import NoRoom
from scorer.events import EndDeal
from scorer.layout import Layout
from scorer.match import Match, next_opener
from scorer.sides import Side as LayoutSide
from scorer.tiles import Tile

DEALS = 2
FEWEST_PLAYS = 8
# How often, of plays: a legal tile is laid and taken back, or exchanged at once, or one is laid that does not fit.
TAKEN_BACK, EXCHANGED, MISPLAYED = 0.05, 0.03, 0.03
KNOCKS = 0.7  # of passes
# How often, of films, each of these happens once.
TROUBLES = {"lamp off": 0.35, "lamp dimmed": 0.35, "bump": 0.3, "nudge": 0.25, "cup": 0.5, "insect": 0.3, "cat": 0.2}
_SEATS: dict[int, tuple[tuple[Side, ...], ...]] = {
    2: (("bottom", "top"), ("left", "right"), ("top", "bottom"), ("bottom", "left")),
    3: (("bottom", "left", "top"), ("bottom", "right", "top"), ("left", "top", "right")),
    4: (AROUND, tuple(reversed(AROUND))),
}


@dataclass
class Script:
    """What is going to happen in a film: the deals, where each tile of them lies, and what else happens when."""

    seed: int
    stage: Stage
    deals: list[Deal]
    tiles: list[list[Lying]]
    troubles: dict[tuple[int, int], str]
    rng: np.random.Generator
    happened: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class Moment:
    """A frame of a film: `play` is the last one of its `deal`, -1 before the first."""

    shot: Shot
    deal: int
    play: int
    phase: str


def write_script(seed: int, deals: int = DEALS, players: int | None = None) -> Script:
    """What happens in the film of this seed; `players`: 2 to 4, by chance if None."""
    rng = np.random.default_rng(seed)
    count = players or int(rng.choice([2, 3, 4], p=[0.5, 0.25, 0.25]))
    seats = _SEATS[count][int(rng.integers(len(_SEATS[count])))]
    stage = Stage(seed, seats)
    match = Match.start([f"Player {player + 1}" for player in range(count)], RULES)
    played: list[Deal] = []
    laid: list[list[Lying]] = []
    opener = 0
    while len(played) < deals:
        deal, tiles = deal_on_table(rng, stage, count, opener)
        played.append(deal)
        laid.append(tiles)
        opener = _recorded(match, deal, opener)
        if match.state.phase == "game over":
            break
    slots = [(deal, play) for deal, one in enumerate(played) for play in range(1, len(one.plays) - 1)]
    troubles = {}
    for what, chance in TROUBLES.items():
        if rng.random() < chance:
            troubles[slots[int(rng.integers(len(slots)))]] = what
    return Script(seed, stage, played, laid, troubles, rng)


def _recorded(match: Match, deal: Deal, opener: int) -> int:
    """Record the deal; return who opens the next one."""
    match.deal(opener)
    for play in deal.plays:
        for passed in play.passed:
            _pass_on_record(match, passed)
        if play.drawn:
            match.draw(play.player, len(play.drawn))
        match.play(play.tile, play.at, play.own_side, player=play.player)
    for passed in deal.passed:
        _pass_on_record(match, passed)
    match.record(EndDeal(deal.how, deal.hands, deal.winner, deal.boneyard))
    following = next_opener(match.state)
    return (opener + 1) % deal.players if following is None else following


def _pass_on_record(match: Match, passed: Passed) -> None:
    if passed.drawn:
        match.draw(passed.player, len(passed.drawn))
    match.pass_turn(passed.player)


def deal_on_table(rng: np.random.Generator, stage: Stage, players: int, opener: int) -> tuple[Deal, list[Lying]]:
    """A deal that fits on the table, its doubles crosswise in the middle of their lines; and where its tiles lie."""
    kit = Kit(int(rng.integers(2**31)))
    while True:
        deal = play_deal(rng, players, opener)
        if deal is None or len(deal.plays) < FEWEST_PLAYS:
            continue
        try:
            exact = lay_out(deal.layout, stage.room)
        except NoRoom:
            continue
        if not any(is_bent(deal.layout, index, exact) for index in range(len(exact))):
            return deal, list(loosely(kit, exact, stage.style))


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
    """All plays of a deal."""
    deal, rng, sides = script.deals[number], script.rng, script.stage.sides
    for index, play in enumerate(deal.plays):
        side = sides[play.player]
        yield from _as_moments(_passes(script, director, play.passed), number, index - 1, "pass")
        yield from _as_moments(_draws(director, side, play.drawn), number, index - 1, "draw")
        tile = script.tiles[number][index]
        yield from _as_moments(_second_thoughts(script, director, number, index), number, index - 1, "second thoughts")
        if director.unsettled:
            wrong = director.apart[-1]
            before = iter(director.exchange(side, wrong, tile))
        else:
            before = director.lay(side, tile)
        for shot in before:
            yield Moment(shot, number, index if len(shot.tiles) > index else index - 1, "play")
        if (number, index) in script.troubles:
            what = script.troubles[number, index]
            yield from _as_moments(_trouble(script, director, what), number, index, what)
        pause = float(rng.uniform(0.4, 1.7))
        yield from _as_moments(director.wait(pause), number, index, "settled")
    last = len(deal.plays) - 1
    yield from _as_moments(_passes(script, director, deal.passed), number, last, "pass")
    yield from _as_moments(director.wait(1.0), number, last, "settled")


def _passes(script: Script, director: Director, passed: tuple[Passed, ...]) -> Iterator[Shot]:
    for one in passed:
        side = script.stage.sides[one.player]
        yield from _draws(director, side, one.drawn)
        if script.rng.random() < KNOCKS:
            yield from director.knock(side)


def _draws(director: Director, side: Side, tiles: tuple[Tile, ...]) -> Iterator[Shot]:
    for tile in tiles:
        yield from director.draw(side, (tile.low, tile.high))


def _second_thoughts(script: Script, director: Director, number: int, index: int) -> Iterator[Shot]:
    """Now and then another tile is laid first: and taken back, or lies there until it is exchanged."""
    rng, play = script.rng, script.deals[number].plays[index]
    chance = float(rng.random())
    fits = chance < TAKEN_BACK + EXCHANGED
    if index == 0 or chance > TAKEN_BACK + EXCHANGED + MISPLAYED:
        return
    side = script.stage.sides[play.player]
    before = script.deals[number].plays[index - 1].layout
    other = _another(script, number, index, before, director.racks[side], fits=fits)
    if other is None:
        return
    yield from director.misplace(side, other)
    yield from director.wait(float(rng.uniform(0.5, 1.5)))
    if not (TAKEN_BACK < chance < TAKEN_BACK + EXCHANGED):
        yield from director.take_back(side, other)
        yield from director.wait(float(rng.uniform(0.3, 1.0)))


def _another(
    script: Script, number: int, index: int, before: Layout, rack: list[tuple[int, int]], *, fits: bool
) -> Lying | None:
    """Another tile of the hand, where it would lie; None where there is none, or no room."""
    rng, play = script.rng, script.deals[number].plays[index]
    ends = [end for end in before.open_ends() if not before.is_spinner(end.index)] or list(before.open_ends())
    tiles = [Tile(a, b) for a, b in rack if Tile(a, b) != play.tile and a != b]
    for at in rng.permutation(len(tiles)):
        tile = tiles[int(at)]
        places = before.legal_places(tile)
        if fits != bool(places):
            continue
        end = ends[int(rng.integers(len(ends)))]
        place = places[0] if fits else ((end.index, end.side), LayoutSide.END_A)
        try:
            after = before.place(tile, place[0], place[1], force=not fits)
            pose = lay_out(after, script.stage.room)[-1]
        except ValueError:
            continue
        exact = lay_out(script.deals[number].layout, script.stage.room)[index - 1]
        lies = script.tiles[number][index - 1]
        if lay_out(after, script.stage.room)[index - 1] != exact:
            continue
        # It lies as loosely as the tile before it, and on none of those that are there.
        table = Arrangement(script.stage.kit, script.stage.style.aspect, 6)
        for there in script.tiles[number][:index]:
            table.put(there)
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


def make_film(seed: int, folder: Path, deals: int = DEALS, players: int | None = None) -> dict[str, Any]:
    """Write the film of this seed as film.mp4 and truth.json into a folder; return the truth.

    Raises OSError where it cannot be written.
    """
    script = write_script(seed, deals, players)
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
    """What is true of a frame. The tiles of the layout are told in the first settled frame after each play only."""
    shot = moment.shot
    found: dict[str, Any] = {"kind": shot.kind, "phase": moment.phase, "deal": moment.deal, "play": moment.play}
    if shot.side is not None:
        found["hand"] = {"side": shot.side}
    same = (frame for frame in reversed(before) if frame["kind"] == "settled")
    last = next(same, None)
    if shot.kind == "settled" and (last is None or (last["deal"], last["play"]) != (moment.deal, moment.play)):
        found["tiles"] = [
            {
                "tile": index,
                "a": tile.a,
                "b": tile.b,
                "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in script.stage.quad(tile)],
                "occluded": False,
                "occluded_frac": 0.0,
            }
            for index, tile in enumerate(shot.tiles)
        ]
    return found


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
        "rules": "all_fives",
        "players": [{"player": player, "side": side} for player, side in enumerate(script.stage.sides)],
        "deals": [deal_truth(deal) for deal in script.deals],
        "troubles": [what["what"] for what in script.happened],
        "frames": frames,
    }


def deal_truth(deal: Deal) -> dict[str, Any]:
    """One deal: its plays, points in play, and what the hands were worth."""
    counted = deal.count()
    return {
        "plays": [play_truth(number, play) for number, play in enumerate(deal.plays)],
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
    chosen = parser.parse_args()
    for number in range(chosen.films):
        truth = make_film(chosen.seed + number, chosen.folder / f"film{number + 1:02}", chosen.deals)
        plays = [len(deal["plays"]) for deal in truth["deals"]]
        print(f"film{number + 1:02}: {len(truth['players'])} players, plays {plays}, {len(truth['frames'])} frames")


if __name__ == "__main__":
    main()
