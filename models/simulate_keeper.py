"""Random deals shown to the keeper as a camera would see them, mistakes included: how many plays end right.

python -m models.simulate_keeper --deals 2000 [--quiet-eyes] [--answered 0.5] [--seed 0]
                                 [--game osel] [--rule face_down=turned_over] [--unseen-backs]
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from contextlib import suppress
from dataclasses import replace

from models.simulated_deals import NAMES, TakenUp, TruePlay, Way, lying, random_deal
from models.simulated_eyes import NO_NOISE, NOISE, Eyes, Noise
from scorer.games import ALL_FIVES, GAMES, Game, find_game
from scorer.keeper import Keeper
from scorer.keeper.questions import Question
from scorer.layout import Layout
from scorer.match import Match, Played, Refused
from scorer.rules import Rules


class Table:
    """A deal shown to a keeper, view by view."""

    def __init__(self, game: Game, rules: Rules, noise: Noise, seed: int, answered: float) -> None:
        deal = random_deal(game, rules, seed)
        self._deal = deal
        self._rules = rules
        self._noise = noise
        self._chance = random.Random(seed)
        self._answered = answered
        self._match = Match.start(NAMES[: deal.players], rules, game.sides(deal.players))
        self._keeper = Keeper(self._match)
        self._eyes = Eyes(noise, self._chance, deal.layout)
        self._laid = 0
        self._refused: set[str] = set()
        self.asked: set[int] = set()
        self.ever_marked: set[int] = set()

    def play(self) -> Counter[str]:
        """Show the whole deal; return how many plays came out how."""
        layout = self._rules.empty_layout()
        steps = self._deal.steps
        restart_at = self._chance.randrange(len(steps)) if self._happens(self._noise.restart) else -1
        hidden = 0
        for number, step in enumerate(steps):
            if number == restart_at:
                self._restart()
            if not hidden and self._happens(self._noise.taken_back) and _others(step) and layout.placed:
                self._take_back(layout, step)
            layout = _after(layout, step)
            self._laid = number + 1
            self._eyes.reach(self._seat(step.player))
            if not hidden and number + 1 < len(steps) and self._happens(self._noise.lost):
                hidden = 1
                continue
            if hidden and self._chance.random() < 0.5:
                self._eyes.forget_reaches()
            hidden = 0
            if self._happens(self._noise.relaid):
                self._eyes.relay()
            if isinstance(step, TruePlay) and step.way.face_down and not self._noise.backs_seen:
                self._say_face_down(step, layout)
            self._show(layout, self._chance.randint(2, 4))
        # The layout lies there while the hands are laid open.
        self._show(layout, 6)
        if self._keeper.state().match.phase == "playing":
            self._finish()
        self._note()
        return self._counts()

    def _finish(self) -> None:
        if self._deal.domino:
            self._keeper.finish_deal("domino", self._deal.hands, went_out=self._deal.steps[-1].player)
        else:
            self._keeper.finish_deal("blocked", self._deal.hands)

    def _say_face_down(self, play: TruePlay, layout: Layout) -> None:
        """Whoever laid a double that the camera cannot see says so."""
        beside = None if play.way.at is None else layout[play.way.at[0]].tile
        with suppress(Refused):
            self._keeper.laid_face_down(play.player, play.tile, beside)

    def _happens(self, probability: float) -> bool:
        return self._chance.random() < probability

    def _seat(self, player: int) -> int:
        if not self._happens(self._noise.wrong_seat):
            return player
        return (player + self._chance.randrange(1, self._deal.players)) % self._deal.players

    def _take_back(self, layout: Layout, step: TruePlay | TakenUp) -> None:
        """A player lays a tile, takes it back, and lays another."""
        other = self._chance.choice(_others(step))
        self._eyes.reach(self._seat(step.player))
        self._show(other.laid(layout), self._chance.randint(1, 3))
        if self._happens(0.5):
            self._eyes.reach(self._seat(step.player))
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
        plays = lying(self._deal.steps[: self._laid])
        if question.about >= len(plays):
            return None
        kind, play = question.id.split("-")[0], plays[question.about]
        if kind == "who":
            return str(play.player)
        if kind == "tile":
            return next((answer.key for answer in question.answers if answer.key == str(play.tile)), None)
        for answer in question.answers:
            tiles = answer.text.split(", then ")
            true = [str(one.tile) for one in plays[question.about : question.about + len(tiles)]]
            if tiles == true:
                return answer.key
        return None

    def _is_told(self, got: Played | None) -> bool:
        """Whether a play is marked, or where it is not on record, the notice says that the last one is missing."""
        return got.unsure if got is not None else " went out, but " in self._keeper.state().notice

    def _counts(self) -> Counter[str]:
        written = self._keeper.state().match.plays
        plays = lying(self._deal.steps)
        counts: Counter[str] = Counter(plays=len(plays), deals=1, asked=len(self.asked))
        counts["ever_marked"] = len(self.ever_marked)
        for number in range(max(len(written), len(plays))):
            true = plays[number] if number < len(plays) else None
            got = written[number] if number < len(written) else None
            if true and got and (true.player, true.tile, true.points) == (got.player, got.tile, got.points):
                counts["right"] += 1
                counts["marked_at_end"] += got.unsure
                continue
            counts["wrong"] += 1
            if number not in self.asked and not self._is_told(got):
                counts["wrong_silent"] += 1
        counts["deals_exact"] = int(counts["right"] == len(plays) == len(written))
        return counts


def _others(step: TruePlay | TakenUp) -> tuple[Way, ...]:
    return step.others if isinstance(step, TruePlay) else ()


def _after(layout: Layout, step: TruePlay | TakenUp) -> Layout:
    return step.way.laid(layout) if isinstance(step, TruePlay) else layout.pick_up(step.index)


def simulate(
    deals: int,
    noise: Noise,
    *,
    seed: int = 0,
    answered: float = 0.5,
    game: Game = ALL_FIVES,
    rules: Rules | None = None,
) -> dict[str, int]:
    """Return the counts of all plays of so many deals of a game; `rules`: as a table agreed on them.

    plays, deals; right: player, tile and points at the end of the deal; asked: a question about it was shown at any
    time; ever_marked and marked_at_end: with a "?"; wrong; wrong_silent: never asked, without a "?" at the end, and no
    notice that the last one is missing; deals_exact. `answered`: the share of questions that somebody answers.
    """
    counts: Counter[str] = Counter(dict.fromkeys(_KEYS, 0))
    for number in range(seed, seed + deals):
        counts += Counter(Table(game, rules or game.rules, noise, number, answered).play())
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--answered", type=float, default=0.5, help="share of the questions that somebody answers")
    parser.add_argument("--quiet-eyes", action="store_true", help="a camera that makes no mistakes")
    parser.add_argument("--unseen-backs", action="store_true", help="it sees no tile that lies face down")
    parser.add_argument("--game", default="all_fives", help="its key, or all of those whose plays are followed")
    parser.add_argument("--rule", action="append", default=[], help="a choice of the table: OPTION=CHOICE")
    chosen = parser.parse_args()
    noise = NO_NOISE if chosen.quiet_eyes else NOISE
    noise = replace(noise, backs_seen=not chosen.unseen_backs)
    options = dict(rule.split("=", 1) for rule in chosen.rule)
    games = [game for game in GAMES.values() if game.rules.followed] if chosen.game == "all" else None
    for game in games or [find_game(chosen.game)]:
        rules = game.with_options(**options)
        counts = simulate(chosen.deals, noise, seed=chosen.seed, answered=chosen.answered, game=game, rules=rules)
        print(game.key, json.dumps(counts, indent=None if games else 1), flush=True)


if __name__ == "__main__":
    main()
