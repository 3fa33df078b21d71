"""Who laid which tile: the order of turns, the seats that were seen to reach, and who probably had to pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from scorer.keeper.passing import Hands, Passing, Wanted
from scorer.tiles import Tile
from scorer.view import Reach

# A reach that seems clear comes from another seat now and then.
WRONG_SEAT = 0.02
# So many courses of a deal are kept in mind, and none that is so much less likely than the likeliest.
_COURSES = 96
_HOPELESS = 1e-7
# The courses of so many turns more are found in one go: each builds on those of one turn less.
_NESTED = 100


Deed = Literal["lays", "passes", "draws", "takes up", "turns over"]


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that a player did. `seats`: by player, how likely what was seen is if it was that one.

    `wanted`: the values of which one had to be on a tile that could be joined then, where that is known. `does`: what
    the player did, with which `tile`, as far as it is known. `said`: who it was, where a person said so. `stays`: the
    turn is still that player's afterwards, as after a draw. `recorded`: `seats` is only what the record says.
    """

    seats: tuple[float, ...]
    wanted: Wanted = None
    tile: Tile | None = None
    does: Deed = "lays"
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


class _Course(NamedTuple):
    """How a deal may have gone: its probability, who did each thing, and what that says of the hands."""

    chance: float
    did: tuple[int, ...]
    hands: Hands


class _Courses(NamedTuple):
    """The likeliest courses, the best first, and the tiles that do not lie on the table after them."""

    likeliest: tuple[_Course, ...]
    unseen: frozenset[Tile]


@lru_cache(maxsize=64)
def who_played(turns: tuple[Turn, ...], opening: tuple[float, ...], passing: Passing) -> tuple[tuple[int, float], ...]:
    """Return for every turn the player in the likeliest course of all, and how sure that one is, 0 to 1.

    `opening`: by player, how likely that one is to begin. A course says who had to pass, and who passes has none of the
    tiles that would have fitted: so the next pass is no surprise, and laying one of them is.
    """
    if not turns:
        return ()
    for count in range(_NESTED, len(turns), _NESTED):
        _courses(turns[:count], opening, passing)
    courses = _courses(turns, opening, passing).likeliest
    best = courses[0].did
    sure = [0.0] * len(turns)
    for course in courses:
        for place, player in enumerate(course.did):
            if player == best[place]:
                sure[place] += course.chance
    return tuple(zip(best, sure, strict=True))


@lru_cache(maxsize=128)
def _courses(turns: tuple[Turn, ...], opening: tuple[float, ...], passing: Passing) -> _Courses:
    """Return the likeliest courses of these turns: those of all but the last, each with every player as the last."""
    *earlier, turn = turns
    if earlier:
        before, unseen = _courses(tuple(earlier), opening, passing)
        found = [more for course in before for more in _continued(course, earlier[-1], turn, passing, unseen)]
    else:
        hands, unseen = passing.at_first(), passing.tiles
        found = [
            _Course(chance * turn.weight(player), (player,), _after(turn, player, hands, passing, unseen))
            for player, chance in enumerate(opening)
        ]
    found.sort(key=lambda course: -course.chance)
    least = _HOPELESS * found[0].chance
    found = [course for course in found[:_COURSES] if course.chance >= least]
    total = sum(course.chance for course in found)
    likeliest = tuple(course._replace(chance=course.chance / total) for course in found)
    return _Courses(likeliest, _unseen_after(turn, unseen))


def _continued(course: _Course, before: Turn, turn: Turn, passing: Passing, unseen: frozenset[Tile]) -> list[_Course]:
    """Return a course with each player as the one who did the next thing; those in between passed."""
    found, chance, hands = [], course.chance, course.hands
    upon = course.did[-1] if before.stays else (course.did[-1] + 1) % passing.players
    for skipped in range(passing.players):
        player = (upon + skipped) % passing.players
        passes = passing.chance(hands, player, turn.wanted, unseen)
        seen = turn.weight(player)
        if turn.does == "lays":
            seen *= passing.lays(hands, player, turn.tile)
        if seen > 0:
            after = _after(turn, player, hands, passing, unseen)
            found.append(_Course(chance * (1 - passes) * seen, (*course.did, player), after))
        chance *= passes
        hands = passing.after_pass(hands, player, turn.wanted, len(unseen))
    return found


def _after(turn: Turn, player: int, hands: Hands, passing: Passing, unseen: frozenset[Tile]) -> Hands:
    """Return what is known of the hands after a player did what a turn says."""
    if turn.does == "lays":
        return passing.after_play(hands, player, turn.wanted, unseen)
    if turn.does == "passes":
        return passing.after_pass(hands, player, turn.wanted, len(unseen))
    if turn.does == "turns over":
        return hands
    return passing.after_draw(hands, player, turn.tile)


def _unseen_after(turn: Turn, unseen: frozenset[Tile]) -> frozenset[Tile]:
    if turn.tile is None or turn.does not in ("lays", "takes up"):
        return unseen
    return unseen - {turn.tile} if turn.does == "lays" else unseen | {turn.tile}
