"""Films followed play by play, as at a table, and compared with their truth.

`follow` is told what a person would tell the program: the players with their sides, the set and the rules. `compare`
alone sees the rest of the truth. A film is a folder with its truth.json and either film.mp4, of one deal or several, or
frames/ of one deal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from models.evaluate_films import film_folders, highest_of, load_truth
from scorer.deal_end import Hand
from scorer.events import Event, PickUp, Play
from scorer.games import find_game
from scorer.keeper import Keeper
from scorer.match import Entry, Match, State
from scorer.rules import Rules
from scorer.tiles import Tile
from scorer.view import View
from vision.follow import Follower
from vision.recogniser import Recogniser
from vision.sources import Frame, Source, open_source

# Films that do not say what is played are of this.
_GAME = "all_fives"
_NEVER = -1


@dataclass(frozen=True)
class Told:
    """What a person tells the program before a film: the player, from 0, at each side where one sits, and the rules."""

    seats: dict[str, int]
    rules: Rules

    @classmethod
    def of(cls, truth: dict[str, Any]) -> Told:
        """All that may be taken from a truth beforehand."""
        seats = {player["side"]: player["player"] for player in truth["players"]}
        rules = find_game(truth.get("rules", _GAME)).rules
        return cls(seats, replace(rules, max_pips=highest_of(truth)))


@dataclass(frozen=True)
class Followed:
    """A play as it stood on record at the end. `joined`: the tile it was laid at; `frame`: when it was first written;
    `milliseconds`: how long the look took that wrote it.

    `asked`: it was, or still is, the subject of a question. `across`, `face_down`: how the tile lies.
    """

    player: int
    tile: Tile
    joined: Tile | None
    points: int
    frame: int
    milliseconds: float = field(compare=False)
    asked: bool
    across: bool = False
    face_down: bool = False


@dataclass(frozen=True)
class Deal:
    """A deal as it stood on record: its plays, and the hands that were counted at its end, None before that.

    `taken_up`: who took which tile back into the hand; `written`: what the whole deal gave, by side.
    """

    plays: tuple[Followed, ...]
    hands: tuple[Hand | None, ...]
    taken_up: tuple[tuple[int, Tile], ...] = ()
    written: tuple[int, ...] = ()

    def scores(self, players: int) -> list[int]:
        """The points in play of each player."""
        return [sum(play.points for play in self.plays if play.player == player) for player in range(players)]


@dataclass(frozen=True)
class Predicted:
    """What following one film gave: its deals, and how long each look took, in ms."""

    deals: tuple[Deal, ...]
    milliseconds: tuple[float, ...]


@dataclass
class Comparison:
    """Counts of one film; see `fivesight eval films --help`."""

    plays: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    missed: int = 0
    phantom: int = 0
    seats_right: int = 0
    hands: int = 0
    hands_exact: int = 0
    deals: int = 0
    deals_exact: int = 0
    delays: list[int] = field(default_factory=list)
    delays_ms: list[float] = field(default_factory=list)
    mistakes: list[str] = field(default_factory=list)


class _Noting(Keeper):
    """A keeper that notes what its record says after every look, and when each play was written first."""

    def __init__(self, match: Match) -> None:
        super().__init__(match)
        self.frame = _NEVER
        self.deals: dict[int, State] = {}
        self.first: dict[tuple[int, Tile], tuple[int, int]] = {}
        self.asked: set[tuple[int, int]] = set()
        self._looks = 0

    @property
    def history(self) -> tuple[Entry, ...]:
        """The events as they stand on record."""
        return self._match.history

    def look(self, view: View) -> tuple[Event, ...]:
        """Explain one settled view."""
        written = super().look(view)
        self.note(sum(isinstance(event, Play) for event in written))
        self._looks += 1
        return written

    def note(self, laid: int = 0) -> None:
        """Note what the record says now, so many plays having just been written."""
        state = self.state()
        match = state.match
        if match.plays:
            self.deals[match.deals] = match
        for played in match.plays:
            self.first.setdefault((match.deals, played.tile), (self.frame, self._looks))
        # A question about a tile that was taken back is none about the next one.
        older = match.layout.next_index - laid
        self.asked = {(deal, play) for deal, play in self.asked if deal != match.deals or play < older}
        if state.question is not None:
            self.asked.add((match.deals, match.plays[state.question.about].index))


def follow(recogniser: Recogniser, film: Path, told: Told) -> Predicted:
    """Follow the film or the pictures at `film`."""
    names = [f"Player {player + 1}" for player in sorted(told.seats.values())]
    keeper = _Noting(Match.start(names, told.rules))
    source = _Counting(open_source(str(film)), keeper)
    follower = Follower(source, recogniser, keeper, paced=False, seats=told.seats)
    follower.run()
    keeper.note()
    times = tuple(follower.watcher.read_ms)
    history = keeper.history
    deals = tuple(_deal(keeper, number, state, history, times) for number, state in sorted(keeper.deals.items()))
    return Predicted(deals, times)


def _deal(keeper: _Noting, number: int, state: State, history: Sequence[Entry], times: Sequence[float]) -> Deal:
    """The deal of a number, counted from 1, that ended in a state."""
    plays: list[Followed] = []
    taken_up: list[tuple[int, Tile]] = []
    entries = [at for at, entry in enumerate(history) if entry.state.deals == number]
    for at in entries:
        before, event, after = history[at - 1].state, history[at].event, history[at].state
        if isinstance(event, PickUp):
            player = before.turn if event.player is None else event.player
            taken_up.append((_NEVER if player is None else player, before.layout[event.index].tile))
        elif isinstance(event, Play):
            plays.append(_followed(keeper, number, after, times))
    scores = zip(history[entries[0] - 1].state.scores, history[entries[-1]].state.scores, strict=True)
    return Deal(tuple(plays), state.hands, tuple(taken_up), tuple(after - before for before, after in scores))


def _followed(keeper: _Noting, number: int, state: State, times: Sequence[float]) -> Followed:
    """The play that led to a state."""
    played = state.plays[-1]
    placed = state.layout[played.index]
    joined = next((join.first for join in state.layout.joins if join.second == played.index), None)
    frame, look = keeper.first.get((number, played.tile), (_NEVER, 0))
    return Followed(
        played.player,
        played.tile,
        None if joined is None else state.layout[joined].tile,
        played.points,
        frame,
        times[min(look, len(times) - 1)] if times else 0.0,
        (number, played.index) in keeper.asked,
        placed.across,
        placed.face_down,
    )


def compare(predicted: Predicted, truth: dict[str, Any]) -> Comparison:
    """Counts what was right: tile, place, player and points of each play, in order, and the hands at a deal's end.

    A tile taken back into a hand is a play, too. A deal is exact if its points in play are; where a game has none, if
    what was written at its end is.
    """
    deals = truth.get("deals", [truth])
    result = Comparison(deals=len(deals))
    for number, deal in enumerate(deals):
        found = predicted.deals[number] if number < len(predicted.deals) else Deal((), ())
        _compare_plays(result, found, deal, number, truth)
        _compare_taken_up(result, found, deal, number)
        _compare_hands(result, found, deal, number)
        in_play = found.scores(len(truth["players"])) == list(deal["scores"])
        result.deals_exact += in_play and (
            any(deal["scores"]) or list(found.written) == deal.get("written", list(found.written))
        )
    for extra in predicted.deals[len(deals) :]:
        result.phantom += len(extra.plays)
        result.mistakes += [f"phantom {play.tile} by {play.player} in a deal of its own" for play in extra.plays]
    return result


def _compare_plays(result: Comparison, found: Deal, deal: dict[str, Any], number: int, truth: dict[str, Any]) -> None:
    settled: dict[int, int] = {}
    for index, frame in enumerate(truth["frames"]):
        if frame["kind"] == "settled" and frame.get("deal", 0) == number:
            settled.setdefault(frame["play"], index)
    rate = truth.get("frames_a_second", 2)
    tiles = [Tile(*play["tile"]) for play in deal["plays"]]
    seen = list(found.plays)
    result.plays += len(tiles)
    for index, play in enumerate(deal["plays"]):
        name = f"deal {number}, play {index}"
        known = next((one for one in seen if one.tile == tiles[index]), None)
        if known is None:
            result.missed += 1
            result.mistakes.append(f"{name}: {tiles[index]} missed")
            continue
        seen.remove(known)
        if index in settled and tiles[index] not in tiles[:index]:
            delay = known.frame - settled[index]
            result.delays.append(delay)
            result.delays_ms.append(1000 * delay / rate + known.milliseconds)
        joined = None if play["joined_to"] is None else tiles[play["joined_to"]]
        result.seats_right += known.player == play["player"]
        lies = known.across == play.get("across", known.across) and known.face_down == play.get("face_down", False)
        if (known.player, known.joined, known.points) != (play["player"], joined, play["scored"]) or not lies:
            result.wrong += 1
            result.mistakes.append(
                f"{name}: {play['player']} {tiles[index]} at {joined} for {play['scored']}, "
                f"taken as {known.player} at {known.joined} for {known.points}{'' if lies else ', lying otherwise'}"
            )
        elif known.asked:
            result.asked += 1
        else:
            result.right += 1
    result.phantom += len(seen)
    result.mistakes += [f"deal {number}: phantom {play.tile} by {play.player} for {play.points}" for play in seen]


def _compare_taken_up(result: Comparison, found: Deal, deal: dict[str, Any], number: int) -> None:
    """The tiles that were taken back into a hand."""
    left = list(found.taken_up)
    for taken in deal.get("taken_up", []):
        tile = Tile(*deal["plays"][taken["play"]]["tile"])
        result.plays += 1
        by = next((one for one in left if one[1] == tile), None)
        if by is None:
            result.missed += 1
            result.mistakes.append(f"deal {number}: {tile} taken back by {taken['player']} missed")
            continue
        left.remove(by)
        right = by[0] == taken["player"]
        result.seats_right += right
        result.right += right
        result.wrong += not right
        result.mistakes += [] if right else [f"deal {number}: {tile} taken back by {taken['player']}, not {by[0]}"]
    result.phantom += len(left)
    result.mistakes += [f"deal {number}: phantom, {tile} taken back by {player}" for player, tile in left]


def _compare_hands(result: Comparison, found: Deal, deal: dict[str, Any], number: int) -> None:
    """The hands of those who still had tiles."""
    for player, hand in enumerate(deal.get("hands", [])):
        if not hand:
            continue
        true = {Tile(*tile) for tile in hand}
        counted = found.hands[player] if player < len(found.hands) else None
        result.hands += 1
        if isinstance(counted, tuple) and len(counted) == len(true) and set(counted) == true:
            result.hands_exact += 1
        else:
            words = "not counted" if counted is None else f"counted as {counted}"
            result.mistakes.append(f"deal {number}: the hand of {player}, {sorted(map(str, true))}, {words}")


def evaluate_films(recogniser: Recogniser, directory: Path) -> dict[str, Any]:
    """Follows every film in `directory` and compares: the counts of all together, and `by_film`.

    Raises FileNotFoundError where there are no films, ValueError for a damaged truth.
    """
    by_film: dict[str, dict[str, Any]] = {}
    results: list[Comparison] = []
    times: list[float] = []
    for film in film_folders(directory):
        truth = load_truth(film)
        predicted = follow(recogniser, moving_pictures(film), Told.of(truth))
        result = compare(predicted, truth)
        results.append(result)
        times += predicted.milliseconds
        by_film[film.name] = {**_counts([result], predicted.milliseconds), "mistakes": result.mistakes}
    return {"films": len(results), **_counts(results, times), "by_film": by_film}


def moving_pictures(film: Path) -> Path:
    """Where the pictures of a film in a folder are."""
    video = film / "film.mp4"
    return video if video.exists() else film / "frames"


def _counts(results: list[Comparison], times: Sequence[float]) -> dict[str, Any]:
    names = ("plays", "right", "asked", "wrong", "missed", "phantom", "seats_right", "deals", "deals_exact")
    hands = [sum(getattr(result, name) for result in results) for name in ("hands", "hands_exact")]
    return {
        **{name: sum(getattr(result, name) for result in results) for name in names},
        **({"hands": hands[0], "hands_exact": hands[1]} if hands[0] else {}),
        "delay_frames_p95": _p95([delay for result in results for delay in result.delays]),
        "delay_ms_p95": _p95(times),
        "event_ms_p95": _p95([delay for result in results for delay in result.delays_ms]),
    }


def _p95(values: Sequence[float]) -> float | None:
    return round(float(np.percentile(values, 95)), 1) if values else None


class _Counting(Source):
    """A source that tells the keeper which frame it hands over."""

    live = False

    def __init__(self, source: Source, keeper: _Noting) -> None:
        self._source, self._keeper = source, keeper

    def frames(self) -> Iterator[Frame]:
        """Every picture."""
        for frame in self._source.frames():
            self._keeper.frame = frame.number
            yield frame

    def status(self) -> str:
        """What the source is doing."""
        return self._source.status()

    def close(self) -> None:
        """Lets go of the film."""
        self._source.close()
