"""Who laid which tile: the order of turns, the seats that were seen to reach, and how likely a pass was."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from scorer.ends import is_matador
from scorer.games import GAMES
from scorer.layout import Layout
from scorer.rules import Rules
from scorer.tiles import full_set
from scorer.view import Reach

# A reach that seems clear comes from another seat now and then.
WRONG_SEAT = 0.02
# However many tiles would fit, players pass or let others play sometimes.
_LEAST_PASS, _MOST_PASS = 0.03, 0.8
_AGAIN = 0.5
# Who may draw passes so much less often: mostly a tile comes that fits.
_DRAWING = 0.35
# While more than the one share of the set is unseen there is something to draw, at less than the other nothing.
_FULL_AT, _EMPTY_AT = 0.7, 0.3


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that a player did. `seats`: by player, how likely what was seen is if it was that one.

    `pass_chance`: that the player to move had to pass, 0 to 1. `said`: who it was, where a person said so. `stays`:
    the turn is still that player's afterwards, as after a draw. `recorded`: `seats` is only what the record says.
    """

    seats: tuple[float, ...]
    pass_chance: float = _LEAST_PASS
    said: int | None = None
    stays: bool = False
    recorded: bool = False

    @property
    def tells(self) -> bool:
        """Whether somebody saw or said who it was."""
        return self.said is not None or (not self.recorded and len(set(self.seats)) > 1)

    def weight(self, player: int) -> float:
        """Return how likely what is known of it is if it was that player."""
        if self.said is not None:
            return 1.0 if player == self.said else 0.0
        return self.seats[player]


def pass_chance(layout: Layout, players: int, rules: Rules) -> float:
    """Return how likely it is that a player passes: no tile of a hand, out of those unseen, can be joined."""
    open_ends = layout.open_ends()
    if not open_ends:
        return _LEAST_PASS
    wanted = {value for end in open_ends for value in end.needs}
    on_table = {placed.tile for placed in layout.placed}
    unseen = [tile for tile in full_set(layout.max_pips) if tile not in on_table]
    anyhow = layout.match == "sum7"
    unfit = sum(
        tile.low not in wanted and tile.high not in wanted and not (anyhow and is_matador(tile)) for tile in unseen
    )
    hand = _hand(layout, len(unseen), players, rules)
    chance = math.comb(unfit, hand) / math.comb(len(unseen), hand) if unseen else 1.0
    if rules.draw == "one" and not rules.draw_ends_turn:
        chance *= max(_DRAWING, unfit / len(unseen)) if unseen else 1.0
    elif rules.draw in ("until_fits", "free") and not rules.draw_ends_turn:
        chance *= 1 - (1 - _DRAWING) * _some_to_draw(len(unseen) / len(full_set(layout.max_pips)))
    return min(_MOST_PASS, max(_LEAST_PASS, chance))


def _some_to_draw(unseen: float) -> float:
    """Return how likely there is still something in the boneyard; `unseen`: the share of the set not on the table."""
    return min(1.0, max(0.0, (unseen - _EMPTY_AT) / (_FULL_AT - _EMPTY_AT)))


def _hand(layout: Layout, unseen: int, players: int, rules: Rules) -> int:
    """Return how many tiles a player about holds: at most a share of all unseen; less where few are drawn."""
    share = -(-unseen // players)
    dealt = next((game.dealt.get(players) for game in GAMES.values() if game.rules.name == rules.name), None)
    if dealt is None or rules.draw not in ("none", "one"):
        return share
    return min(share, max(1, dealt - len(layout.placed) // players))


def seats_of(reaches: Sequence[Reach], players: int, number: int = 0, of: int = 1) -> tuple[float, ...]:
    """Return, by player, how likely these reaches are if that player laid tile `number` of so many that came with them.

    Where there are as many reaches as tiles, each laid the next one; else any that reached may have laid any.
    """
    seats = [reach.seat for reach in reaches]
    clear = [seat for seat in seats if seat is not None and 0 <= seat < players]
    if len(set(clear)) > 1 and len(seats) == len(clear) == of:
        clear = [clear[number]]
    if not clear:
        return (1.0,) * players
    apiece = (1 - WRONG_SEAT) / len(set(clear))
    others = players - len(set(clear))
    return tuple(apiece if player in clear else WRONG_SEAT / others for player in range(players))


@lru_cache(maxsize=256)
def who_played(turns: tuple[Turn, ...], opening: tuple[float, ...]) -> tuple[tuple[int, float], ...]:
    """Return for every turn the player in the likeliest course of all, and how sure that one is, 0 to 1.

    `opening`: by player, how likely that one is to begin. Certain of nobody where a person's words cannot be.
    """
    if not turns:
        return ()
    players = len(opening)
    states = [(player, passed) for player in range(players) for passed in range(players)]
    ways = [_ways(before, turn, states, players) for before, turn in pairwise(turns)]
    first = [opening[player] * turns[0].weight(player) * (passed == 0) for player, passed in states]
    forward, best, back = [_normed(first)], [_normed(first)], []
    for way in ways:
        ahead, reached, came = [0.0] * len(states), [0.0] * len(states), [0] * len(states)
        for origin, row in enumerate(way):
            for to, chance in row:
                ahead[to] += forward[-1][origin] * chance
                if best[-1][origin] * chance > reached[to]:
                    reached[to], came[to] = best[-1][origin] * chance, origin
        forward.append(_normed(ahead))
        best.append(_normed(reached))
        back.append(came)
    course = [max(range(len(states)), key=best[-1].__getitem__)]
    for came in reversed(back):
        course.append(came[course[-1]])
    course.reverse()
    after = [1.0] * len(states)
    sure: list[float] = []
    for place in reversed(range(len(turns))):
        both = _normed([f * a for f, a in zip(forward[place], after, strict=True)])
        sure.append(sum(one for one, state in zip(both, states, strict=True) if state[0] == states[course[place]][0]))
        if place:
            after = _normed([sum(chance * after[to] for to, chance in row) for row in ways[place - 1]])
    return tuple((states[state][0], one) for state, one in zip(course, reversed(sure), strict=True))


def _ways(before: Turn, turn: Turn, states: list[tuple[int, int]], players: int) -> list[list[tuple[int, float]]]:
    """Return, from each state (who it was, how many passed just before) to each, how likely the turn came there."""
    ways = []
    for player, passed in states:
        upon = player if before.stays else (player + 1) % players
        again = {(player - step) % players for step in range(1, passed + 1)}
        row, chance = [], 1.0
        for skipped in range(players):
            to = (upon + skipped) % players
            # Who has just passed mostly cannot play the next time either.
            passes = max(turn.pass_chance, _AGAIN) if to in again else turn.pass_chance
            row.append((to * players + skipped, chance * (1 - passes) * turn.weight(to)))
            chance *= passes
        ways.append(row)
    return ways


def _normed(weights: list[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else [1 / len(weights)] * len(weights)
