"""Whatever people correct, undo and say in whatever order: the keeper refuses or obeys, and the next look is read."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from seen_tables import new_match, random_deal, view_of

from scorer.events import Pass
from scorer.games import GAMES
from scorer.keeper import Keeper
from scorer.match import Match, Refused
from scorer.rules import Rules
from scorer.tiles import full_set
from scorer.view import Reach, View

SEEDS = [*range(36), 104, 133, 143, 154]
STEPS = 40


class People:
    """Players who watch a deal with the keeper and press whatever there is to press."""

    def __init__(self, seed: int, rules: Rules | None = None) -> None:
        self.chance = random.Random(seed)
        self.players = 2 + seed % 3
        truth = new_match(self.players, rules)
        truth.deal(0)
        random_deal(truth, seed, 12)
        self.layout = truth.state.layout
        self.keeper = Keeper(new_match(self.players, rules))
        self.laid = 0

    def someone(self) -> int:
        return self.chance.randrange(self.players)

    def a_play(self) -> int:
        return self.chance.randrange(max(1, len(self.keeper.state().match.plays)))

    def look(self) -> None:
        self.laid = min(len(self.layout.placed), self.laid + self.chance.choice((0, 1, 1, 2, 3)))
        empty = self.chance.random() < 0.05
        seed = self.chance.randrange(1000)
        self.keeper.look(View(0.0) if empty else self.shown(seed))

    def shown(self, seed: int) -> View:
        return view_of(self.layout, seed=seed, only=max(1, self.laid))

    def answer(self) -> None:
        question = self.keeper.state().question
        if question is not None:
            self.keeper.answer(question.id, self.chance.choice(question.answers).key)

    def correct(self) -> None:
        self.keeper.correct(self.a_play(), tile=self.chance.choice(full_set(6)))

    def correct_event(self) -> None:
        number = self.chance.randrange(12)
        self.keeper.correct_event(number, self.chance.choice((None, Pass(self.someone()))))

    def finish(self) -> None:
        out = self.someone()
        pips = [self.chance.randrange(30) for _ in range(self.players)]
        if self.chance.random() < 0.5:
            hands = tuple(() if player == out else count for player, count in enumerate(pips))
            self.keeper.finish_deal("domino", hands, went_out=out)
        else:
            self.keeper.finish_deal("blocked", tuple(pips))
        self.laid = 0

    def ways(self) -> list[Callable[[], object]]:
        """Return what people may do, what they do often several times."""
        keeper = self.keeper
        often = [self.look, self.look, self.look, self.correct, self.answer, lambda: keeper.strike(self.a_play())]
        return [
            *often,
            *often,
            self.finish,
            self.correct_event,
            lambda: keeper.correct(self.a_play(), player=self.someone()),
            keeper.undo,
            keeper.redo,
            lambda: keeper.passed(self.someone()),
            lambda: keeper.drew(self.someone()),
            lambda: keeper.claim(self.someone()),
            lambda: keeper.begin_deal(self.someone()),
            lambda: keeper.adjust(self.someone(), 5, "forgotten"),
        ]


class PeopleWhoHandleTiles(People):
    """Players who also take tiles up, turn them over and lay them face down, and a table that shows it."""

    def shown(self, seed: int) -> View:
        layout = self.layout
        for placed in layout.placed[self.laid :][::-1]:
            layout = layout.pick_up(placed.index)
        if self.chance.random() < 0.3:
            touching = {placed.index: layout.neighbours(placed.index).values() for placed in layout.placed}
            tips = [index for index, places in touching.items() if sum(map(len, places)) < 2]
            layout = layout if len(layout.placed) < 2 else layout.pick_up(self.chance.choice(tips))
        view = view_of(layout, seed=seed)
        seats = [self.chance.choice((None, self.someone()))] if self.chance.random() < 0.6 else []
        backs = [seen.a == seen.b and self.chance.random() < 0.2 for seen in view.tiles]
        tiles = tuple(replace(seen, face_down=back) for seen, back in zip(view.tiles, backs, strict=True))
        return replace(view, tiles=tiles, reaches=tuple(Reach(seat, 0.0, 1.0) for seat in seats))

    def ways(self) -> list[Callable[[], object]]:
        keeper = self.keeper
        lying = [placed.tile for placed in keeper.state().match.layout.placed]
        tile = self.chance.choice(lying or full_set(6))
        double = self.chance.choice([tile for tile in full_set(6) if tile.is_double])
        handling = [
            lambda: keeper.picked_up(self.someone(), tile),
            lambda: keeper.turned_over(self.someone(), tile),
            lambda: keeper.laid_face_down(self.someone(), double),
        ]
        return [*super().ways(), *handling, *handling]


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize(
    "rules",
    [
        GAMES["hungarian_four_arm"].rules,
        GAMES["hungarian_four_arm"].with_options(pick_up="turn_goes_on"),
        GAMES["osel"].rules,
        GAMES["osel"].with_options(face_down="turned_over"),
        GAMES["matador"].rules,
    ],
    ids=["four_arm", "turn_goes_on", "osel", "turned_over", "matador"],
)
def test_nor_does_it_in_games_where_tiles_are_handled(
    rules: Rules, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    survives(PeopleWhoHandleTiles(seed, rules), caplog)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_that_people_do_leaves_the_keeper_stuck(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    survives(People(seed), caplog)


def survives(people: People, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(STEPS):
        try:
            people.chance.choice(people.ways())()
        except Refused as reason:
            assert str(reason)
    people.look()
    state = people.keeper.state()
    assert state.to_json()["version"] == state.version
    log = people.keeper._match.log
    assert Match.fold(log).state == state.match
    # What nobody foresaw is survived, too, but here there is nothing of the kind.
    assert caplog.records == []
