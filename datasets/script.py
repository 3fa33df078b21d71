"""What is going to happen in a film: the deals, where each tile of them lies, and what else happens when."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from datasets.arrangements import Lying
from datasets.deals import Deal, Passed, TakenUp, play_deal
from datasets.kit import Kit
from datasets.stage import AROUND, Side, Stage
from datasets.truth import lay_out_deal, loosely
from scorer.arrange import NoRoom
from scorer.events import EndDeal, PickUp, Play
from scorer.games import ALL_FIVES, Game
from scorer.match import Match, next_opener

DEALS = 2
FEWEST_PLAYS = 8
# How often, of films, each of these happens once.
TROUBLES = {"lamp off": 0.35, "lamp dimmed": 0.35, "bump": 0.3, "nudge": 0.25, "cup": 0.5, "insect": 0.3, "cat": 0.2}
_SEATS: dict[int, tuple[tuple[Side, ...], ...]] = {
    2: (("bottom", "top"), ("left", "right"), ("top", "bottom"), ("bottom", "left")),
    3: (("bottom", "left", "top"), ("bottom", "right", "top"), ("left", "top", "right")),
    4: (AROUND, tuple(reversed(AROUND))),
}


@dataclass
class Script:
    """A film before it is drawn. `troubles`: what happens after the play of a deal, besides plays."""

    seed: int
    game: Game
    stage: Stage
    deals: list[Deal]
    # By deal and play: where its tile lies edge to edge with the others, and as it is laid.
    exact: list[list[Lying]]
    tiles: list[list[Lying]]
    # By deal: what was written for it, by player.
    written: list[list[int]]
    troubles: dict[tuple[int, int], str]
    rng: np.random.Generator
    happened: list[dict[str, Any]] = field(default_factory=list)


def write_script(seed: int, deals: int = DEALS, players: int | None = None, game: Game = ALL_FIVES) -> Script:
    """What happens in the film of this seed; `players`: 2 to 4, by chance if None. A game ends with its last deal."""
    rng = np.random.default_rng(seed)
    count = players or int(rng.choice([2, 3, 4], p=[0.5, 0.25, 0.25]))
    seats = _SEATS[count][int(rng.integers(len(_SEATS[count])))]
    stage = Stage(seed, seats)
    match = Match.start([f"Player {player + 1}" for player in range(count)], game.rules)
    script = Script(seed, game, stage, [], [], [], [], {}, rng)
    opener = _first_opener(game)
    while len(script.deals) < deals:
        deal, exact, tiles = deal_on_table(rng, stage, count, opener, game)
        before, rehearsed = match.state.scores, Match.fold(match.log)
        following = _recorded(rehearsed, deal, deal.plays[0].player)
        if rehearsed.state.phase == "game over" and len(script.deals) + 1 < deals:
            continue
        match, opener = rehearsed, following
        script.deals.append(deal)
        script.exact.append(exact)
        script.tiles.append(tiles)
        script.written.append([now - then for now, then in zip(match.state.scores, before, strict=True)])
    slots = [(deal, play) for deal, one in enumerate(script.deals) for play in range(1, len(one.plays) - 1)]
    for what, chance in TROUBLES.items():
        if rng.random() < chance:
            script.troubles[slots[int(rng.integers(len(slots)))]] = what
    return script


def _first_opener(game: Game) -> int | None:
    """Who opens the first deal; None where the tiles decide."""
    return None if "double" in game.rules.opening else 0


def _recorded(match: Match, deal: Deal, opener: int) -> int | None:
    """Record the deal; return who opens the next one, None where the tiles decide."""
    match.deal(opener)
    for step in deal.steps:
        for passed in step.passed:
            _pass_on_record(match, passed)
        if step.drawn:
            match.draw(step.player, len(step.drawn))
        if isinstance(step, TakenUp):
            match.record(PickUp(step.play, step.player))
        else:
            match.record(Play(step.tile, step.at, step.own_side, step.player, step.across, step.face_down))
    for passed in deal.passed:
        _pass_on_record(match, passed)
    match.record(EndDeal(deal.how, deal.hands, deal.winner, deal.boneyard))
    following = next_opener(match.state)
    if following is None and "double" not in deal.rules.opening:
        return (opener + 1) % deal.players
    return following


def _pass_on_record(match: Match, passed: Passed) -> None:
    if passed.drawn:
        match.draw(passed.player, len(passed.drawn))
    match.pass_turn(passed.player)


def deal_on_table(
    rng: np.random.Generator, stage: Stage, players: int, opener: int | None, game: Game = ALL_FIVES
) -> tuple[Deal, list[Lying], list[Lying]]:
    """A deal that fits on the table, with something in it that only its game has, if any; and by play, where its tile
    lies edge to edge with the others, and as it is laid: doubles crosswise in the middle of their lines."""
    kit = Kit(int(rng.integers(2**31)))
    while True:
        deal = play_deal(rng, players, opener, game=game)
        if deal is None or len(deal.plays) < FEWEST_PLAYS or (has_specials(game) and not deal.is_special()):
            continue
        try:
            exact = lay_out_deal(deal, stage.room)
        except NoRoom:
            continue
        return deal, exact, list(loosely(kit, exact, stage.style, _there(deal)))


def has_specials(game: Game) -> bool:
    """Whether there are plays that only such games have: see `Deal.is_special`."""
    rules = game.rules
    return rules.match == "sum7" or rules.face_down == "from_hand" or rules.pick_up != "never"


def _there(deal: Deal) -> list[list[int]]:
    """For every play, the numbers of the tiles that lie there when its own is laid."""
    return [[placed.index for placed in play.layout.placed[:-1]] for play in deal.plays]
