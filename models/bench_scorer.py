"""How fast the scorer folds and adds events, as ratios to a fixed pure-Python loop of the same run."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from scorer.events import EndDeal, NextGame
from scorer.games import ALL_FIVES
from scorer.match import Match
from scorer.store import Store
from scorer.tiles import full_set

_EVENTS = 500
_REPEATS = 7


def scorer_bench() -> dict[str, float]:
    """Measure; takes some seconds.

    "loop_ms": the fixed loop, in milliseconds, the unit of the ratios; "fold": folding a match of 500 events from its
    start; "append": adding one event to it; "correct": correcting the event 50 before its end; "stored_ms": adding an
    event with the write to disk, in milliseconds, the median of 100.
    """
    match = _long_match()
    loop = _best(_fixed_loop)
    fold = _best(lambda: Match.fold(match.log))
    return {
        "loop_ms": 1000 * loop,
        "fold": fold / loop,
        "append": _append_seconds(match) / loop,
        "correct": _correct_seconds(match) / loop,
        "stored_ms": 1000 * _stored_seconds(match),
    }


def _fixed_loop() -> int:
    """Work that depends on nothing but the machine and its Python."""
    total = 0
    for number in range(1_000_000):
        total += number % 7
    return total


def _best(run: Callable[[], object]) -> float:
    """Return the fewest seconds of several runs: what others do on the machine only adds."""
    spent = []
    for _ in range(_REPEATS):
        began = time.perf_counter()
        run()
        spent.append(time.perf_counter() - began)
    return min(spent)


def _long_match() -> Match:
    """Return a match of random legal deals, 500 events long and in the middle of a deal."""
    chance = random.Random(1)
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    while len(match.log) < _EVENTS:
        state = match.state
        ways = [(tile, way) for tile in full_set(6) for way in state.layout.legal_places(tile)]
        if state.phase == "game over":
            match.record(NextGame())
        elif state.phase != "playing":
            match.deal(0)
        elif len(state.plays) < 20 and ways:
            tile, (at, join) = chance.choice(ways)
            match.play(tile, at, join)
        else:
            match.record(EndDeal("blocked", (chance.randrange(30), chance.randrange(30))))
    return match


def _append_seconds(match: Match) -> float:
    """Return the typical seconds to add a play to the match; it is undone again each time."""
    spent = []
    for _ in range(100):
        tile, (at, join) = next((tile, way) for tile in full_set(6) for way in match.state.layout.legal_places(tile))
        began = time.perf_counter()
        match.play(tile, at, join)
        spent.append(time.perf_counter() - began)
        match.undo()
    return statistics.median(spent)


def _correct_seconds(match: Match) -> float:
    entry = match.history[-50]

    def correct() -> None:
        match.correct(entry.number, entry.event)

    return _best(correct)


def _stored_seconds(match: Match) -> float:
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "matches.db")
        store.create(match)
        spent = []
        for _ in range(100):
            began = time.perf_counter()
            match.draw()
            spent.append(time.perf_counter() - began)
        store.close()
    return statistics.median(spent)
