"""Random deals shown to the keeper as a camera would see them, mistakes included: how many plays end right.

python -m models.simulate_keeper --deals 2000 [--quiet-eyes] [--answered 0.5] [--seed 0]
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from models.simulated_eyes import NO_NOISE, NOISE, Eyes, Noise
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.keeper.questions import Question
from scorer.layout import Layout
from scorer.match import Match, Played
from scorer.sides import Place, Side
from scorer.tiles import Tile, full_set

NAMES = ("Ana", "Ben", "Cleo", "Dan")
# Players do not always let their best tile lie.
_TAKES_BEST = 0.5


@dataclass(frozen=True)
class TruePlay:
    """What was really played: who, which tile, where, and its points."""

    player: int
    tile: Tile
    at: Place | None
    join: Side | None
    points: int
    others: tuple[tuple[Tile, Place | None, Side | None], ...]


@dataclass(frozen=True)
class Deal:
    """A deal as it was really played. `hands`: the pips left, by player; `domino`: whether the last one went out.
    `layout`: at its end."""

    players: int
    plays: tuple[TruePlay, ...]
    hands: tuple[int, ...]
    domino: bool
    layout: Layout


def random_deal(seed: int) -> Deal:
    """Return a legal deal of All Fives with two to four players who draw until a tile fits."""
    chance = random.Random(seed)
    players = chance.randint(2, 4)
    tiles = list(full_set(6))
    chance.shuffle(tiles)
    each = 7 if players == 2 else 5
    hands = [tiles[player * each : (player + 1) * each] for player in range(players)]
    boneyard = tiles[players * each :]
    match = Match.start(NAMES[:players], ALL_FIVES.rules)
    match.deal(0)
    plays: list[TruePlay] = []
    player = passed = 0
    while passed < players and all(hands):
        layout = match.state.layout
        ways = _ways(hands[player], layout)
        while not ways and boneyard:
            hands[player].append(boneyard.pop())
            ways = _ways(hands[player], layout)
        if ways:
            passed = 0
            plays.append(_played(match, player, ways, chance))
            hands[player].remove(plays[-1].tile)
        else:
            passed += 1
        player = (player + 1) % players
    pips = tuple(sum(tile.pips for tile in hand) for hand in hands)
    return Deal(players, tuple(plays), pips, not all(hands), match.state.layout)


def _ways(hand: Iterable[Tile], layout: Layout) -> list[tuple[Tile, Place | None, Side | None]]:
    return [(tile, at, join) for tile in hand for at, join in layout.legal_places(tile)]


def _played(
    match: Match, player: int, ways: list[tuple[Tile, Place | None, Side | None]], chance: random.Random
) -> TruePlay:
    way = chance.choice(ways)
    if chance.random() < _TAKES_BEST:
        way = max(ways, key=lambda one: _worth(match.state.layout, one))
    tile, at, join = way
    match.play(tile, at, join, player=player)
    points = match.state.plays[-1].points
    return TruePlay(player, tile, at, join, points, tuple(one for one in ways if one[0] != tile))


def _worth(layout: Layout, way: tuple[Tile, Place | None, Side | None]) -> int:
    total = layout.place(way[0], way[1], way[2]).end_sum
    return 0 if total % 5 else total


class Table:
    """A deal shown to a keeper, view by view."""

    def __init__(self, deal: Deal, noise: Noise, seed: int, answered: float) -> None:
        self._deal = deal
        self._noise = noise
        self._chance = random.Random(seed)
        self._answered = answered
        self._match = Match.start(NAMES[: deal.players], ALL_FIVES.rules)
        self._keeper = Keeper(self._match)
        self._eyes = Eyes(noise, self._chance, deal.layout)
        self._laid = 0
        self._refused: set[str] = set()
        self.asked: set[int] = set()
        self.ever_marked: set[int] = set()

    def play(self) -> Counter[str]:
        """Show the whole deal; return how many plays came out how."""
        layout = ALL_FIVES.rules.empty_layout()
        restart_at = self._chance.randrange(len(self._deal.plays)) if self._happens(self._noise.restart) else -1
        hidden = 0
        for number, play in enumerate(self._deal.plays):
            if number == restart_at:
                self._restart()
            if not hidden and self._happens(self._noise.taken_back) and play.others and layout.placed:
                self._take_back(layout, play)
            layout = layout.place(play.tile, play.at, play.join)
            self._laid = number + 1
            self._eyes.reach(self._seat(play.player))
            if not hidden and number + 1 < len(self._deal.plays) and self._happens(self._noise.lost):
                hidden = 1
                continue
            if hidden and self._chance.random() < 0.5:
                self._eyes.forget_reaches()
            hidden = 0
            if self._happens(self._noise.relaid):
                self._eyes.relay()
            self._show(layout, self._chance.randint(2, 4))
        # The layout lies there while the hands are laid open.
        self._show(layout, 6)
        if self._deal.domino:
            self._keeper.finish_deal("domino", self._deal.hands, went_out=self._deal.plays[-1].player)
        else:
            self._keeper.finish_deal("blocked", self._deal.hands)
        self._note()
        return self._counts()

    def _happens(self, probability: float) -> bool:
        return self._chance.random() < probability

    def _seat(self, player: int) -> int:
        if not self._happens(self._noise.wrong_seat):
            return player
        return (player + self._chance.randrange(1, self._deal.players)) % self._deal.players

    def _take_back(self, layout: Layout, play: TruePlay) -> None:
        """A player lays a tile, takes it back, and lays another."""
        tile, at, join = self._chance.choice(play.others)
        self._eyes.reach(self._seat(play.player))
        self._show(layout.place(tile, at, join), self._chance.randint(1, 3))
        if self._happens(0.5):
            self._eyes.reach(self._seat(play.player))
            self._show(layout, self._chance.randint(1, 3))

    def _restart(self) -> None:
        self._match = Match.fold(self._match.log)
        self._keeper = Keeper(self._match)

    def _show(self, layout: Layout, views: int) -> None:
        for _ in range(views):
            self._keeper.look(self._eyes.view(layout))
            self._note()

    def _note(self) -> None:
        """Remember what was asked and marked, and answer now and then."""
        state = self._keeper.state()
        self.ever_marked |= {number for number, play in enumerate(state.match.plays) if play.unsure}
        question = state.question
        if question is None:
            return
        self.asked.add(question.about)
        if question.id in self._refused:
            return
        answer = self._truth(question) if self._happens(self._answered) else None
        if answer is None:
            self._refused.add(question.id)
        else:
            self._keeper.answer(question.id, answer)

    def _truth(self, question: Question) -> str | None:
        """Return the right answer, or None where it is not offered."""
        if question.about >= self._laid:
            return None
        kind, play = question.id.split("-")[0], self._deal.plays[question.about]
        if kind == "who":
            return str(play.player)
        if kind == "tile":
            return next((answer.key for answer in question.answers if answer.key == str(play.tile)), None)
        for answer in question.answers:
            tiles = answer.text.split(", then ")
            true = [str(one.tile) for one in self._deal.plays[question.about : question.about + len(tiles)]]
            if tiles == true:
                return answer.key
        return None

    def _is_told(self, got: Played | None) -> bool:
        """Whether a play is marked, or where it is not on record, the notice says that the last one is missing."""
        return got.unsure if got is not None else " went out, but " in self._keeper.state().notice

    def _counts(self) -> Counter[str]:
        written = self._keeper.state().match.plays
        counts: Counter[str] = Counter(plays=len(self._deal.plays), deals=1, asked=len(self.asked))
        counts["ever_marked"] = len(self.ever_marked)
        for number in range(max(len(written), len(self._deal.plays))):
            true = self._deal.plays[number] if number < len(self._deal.plays) else None
            got = written[number] if number < len(written) else None
            if true and got and (true.player, true.tile, true.points) == (got.player, got.tile, got.points):
                counts["right"] += 1
                counts["marked_at_end"] += got.unsure
                continue
            counts["wrong"] += 1
            if number not in self.asked and not self._is_told(got):
                counts["wrong_silent"] += 1
        counts["deals_exact"] = int(counts["right"] == len(self._deal.plays) == len(written))
        return counts


def simulate(deals: int, noise: Noise, *, seed: int = 0, answered: float = 0.5) -> dict[str, int]:
    """Return the counts of all plays of so many deals.

    plays, deals; right: player, tile and points at the end of the deal; asked: a question about it was shown at any
    time; ever_marked and marked_at_end: with a "?"; wrong; wrong_silent: never asked, without a "?" at the end, and no
    notice that the last one is missing; deals_exact. `answered`: the share of questions that somebody answers.
    """
    counts: Counter[str] = Counter(dict.fromkeys(_KEYS, 0))
    for number in range(seed, seed + deals):
        counts += Counter(Table(random_deal(number), noise, number, answered).play())
    return {key: counts[key] for key in _KEYS}


_KEYS = (
    "deals",
    "deals_exact",
    "plays",
    "right",
    "wrong",
    "wrong_silent",
    "asked",
    "ever_marked",
    "marked_at_end",
)


def main() -> None:
    """Print the counts as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--answered", type=float, default=0.5, help="share of the questions that somebody answers")
    parser.add_argument("--quiet-eyes", action="store_true", help="a camera that makes no mistakes")
    chosen = parser.parse_args()
    noise = NO_NOISE if chosen.quiet_eyes else NOISE
    print(json.dumps(simulate(chosen.deals, noise, seed=chosen.seed, answered=chosen.answered), indent=1))


if __name__ == "__main__":
    main()
