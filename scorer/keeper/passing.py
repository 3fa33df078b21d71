"""How likely a player passes: no tile that may be in the hand can be joined, and none that can is drawn."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from scorer.ends import is_matador
from scorer.games import GAMES
from scorer.layout import Layout
from scorer.rules import Rules
from scorer.tiles import Tile, full_set

# However many tiles would fit, players pass or let others play sometimes, and however few, one of them may.
LEAST_PASS, _MOST_PASS = 0.02, 0.8
# So often at most passes again who is known to have had nothing that fits.
_MOST_AGAIN = 0.97
# Who may draw passes so much less often: mostly a tile comes that fits.
_DRAWING = 0.35
# While more than the one share of the set is unseen there is something to draw, at less than the other nothing.
_FULL_AT, _EMPTY_AT = 0.7, 0.3
# Now and then somebody lays a tile after all that would have fitted before, or one more than there should be.
_AFTER_ALL = 0.02
# The same where a tile was drawn since.
_DRAWN_SINCE = 0.1

Values = frozenset[int]
# The values of which a tile must have one so that it can be joined; None where that is not known.
Wanted = Values | None


class Hands(NamedTuple):
    """What the course of a deal says of the hands, by player. `held`: about how many tiles are in each, None where that
    is not known; `lacks`: values of which none is in it; `emptied`: there is nothing left to draw."""

    held: tuple[float, ...] | None
    lacks: tuple[Values, ...]
    emptied: bool = False

    def with_one(self, player: int, lacks: Values, more: float, *, emptied: bool) -> Hands:
        """Return the same with so many tiles more in the hand of a player, who lacks these values now."""
        held = self.held
        if held is not None:
            held = (*held[:player], held[player] + more, *held[player + 1 :])
        return Hands(held, (*self.lacks[:player], lacks, *self.lacks[player + 1 :]), emptied)


@dataclass(frozen=True, slots=True)
class Passing:
    """What decides how often players pass.

    `tiles`: those of the set that do not lie on the table where the record of the deal begins; `whole`: how many a set
    has; `draws`: who cannot play draws "none", "one" (to lay it at once, or in the "next" turn), or "all" that there
    are, but for a `reserve`; `dealt`: how many tiles each player gets, None where that is not known; `matadors`: tiles
    that add up to seven fit everywhere.
    """

    players: int
    tiles: frozenset[Tile]
    whole: int
    draws: Literal["none", "one", "next", "all"]
    reserve: int = 0
    dealt: int | None = None
    matadors: bool = False

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, layout: Layout, players: int, rules: Rules) -> Passing:
        """Return how players pass in a deal whose record begins with a layout."""
        whole = full_set(layout.max_pips)
        tiles = frozenset(whole) - {placed.tile for placed in layout.placed}
        draws: Literal["none", "one", "next", "all"] = "one"
        if rules.draw == "none":
            draws = "none"
        elif rules.draw_ends_turn:
            draws = "next"
        elif rules.draw in ("until_fits", "free"):
            draws = "all"
        game = next((game for game in GAMES.values() if game.rules.name == rules.name), None)
        known = game is not None and draws != "all" and not layout.placed
        dealt = game.dealt.get(players) if game is not None and known else None
        return cls(players, tiles, len(whole), draws, rules.reserve, dealt, layout.match == "sum7")

    def at_first(self) -> Hands:
        """Return what is known of the hands when the record begins."""
        held = None if self.dealt is None else (self.dealt,) * self.players
        return Hands(held, (frozenset(),) * self.players)

    def chance(self, hands: Hands, player: int, wanted: Wanted, unseen: frozenset[Tile]) -> float:
        """Return how likely a player passes; `unseen`: all tiles that do not lie on the table."""
        if wanted is None or not unseen:
            return LEAST_PASS if unseen else _MOST_PASS
        lacks = hands.lacks[player]
        chance = _holds_none(self, wanted, lacks, unseen, self._hand(hands, player, len(unseen)))
        chance *= self._draws_none(hands, wanted, unseen, again=bool(lacks))
        return min(_MOST_AGAIN if lacks else _MOST_PASS, max(LEAST_PASS, chance))

    def _draws_none(self, hands: Hands, wanted: Values, unseen: frozenset[Tile], *, again: bool) -> float:
        """Return how likely a player draws nothing that can be laid; `again`: after passing the last time."""
        if self.draws == "all" and not hands.emptied:
            left = (len(unseen) / self.whole - _EMPTY_AT) / (_FULL_AT - _EMPTY_AT)
            return 1 - (1 - _DRAWING) * min(1.0, max(0.0, left))
        if self.draws == "one" or (self.draws == "next" and again):
            return max(_DRAWING, _holds_none(self, wanted, frozenset(), unseen, 1))
        return 1.0

    def _hand(self, hands: Hands, player: int, unseen: int) -> int:
        """Return how many tiles a player holds; where that is not known a share of all that are unseen."""
        share = -(-unseen // self.players)
        if hands.held is None:
            return share
        held = max(1, round(hands.held[player]))
        return min(unseen, held) if self.draws == "none" else min(share, held)

    def lays(self, hands: Hands, player: int, tile: Tile | None) -> float:
        """Return how likely it is that a player has a tile to lay, 0 to 1, for what is known of that hand."""
        chance = _AFTER_ALL if hands.held is not None and hands.held[player] < 0.5 else 1.0
        lacks = hands.lacks[player]
        if tile is not None and lacks and self.fits(tile, lacks):
            chance *= _DRAWN_SINCE if self.draws in ("one", "next") else _AFTER_ALL
        return chance

    def after_play(self, hands: Hands, player: int, wanted: Wanted, unseen: frozenset[Tile]) -> Hands:
        """Return what is known after a player laid a tile, which may just have been drawn."""
        drawn = self._drawn_before(hands, player, wanted, unseen)
        return hands.with_one(player, hands.lacks[player], drawn - 1, emptied=hands.emptied)

    def _drawn_before(self, hands: Hands, player: int, wanted: Wanted, unseen: frozenset[Tile]) -> float:
        """Return how many tiles a player drew, on average, before laying one."""
        if self.draws != "one" or not wanted or not unseen:
            return 0.0
        none = _holds_none(self, wanted, hands.lacks[player], unseen, self._hand(hands, player, len(unseen)))
        drawn = none * (1 - _holds_none(self, wanted, frozenset(), unseen, 1))
        return drawn / (1 - none + drawn) if drawn else 0.0

    def after_pass(self, hands: Hands, player: int, wanted: Wanted, unseen: int) -> Hands:
        """Return what is known after a player passed; `unseen`: how many tiles do not lie on the table."""
        if wanted is None:
            return hands
        if self.draws in ("none", "all"):
            return hands.with_one(player, hands.lacks[player] | wanted, 0, emptied=True)
        # The one that was drawn may have what the hand lacked before.
        left = hands.held is None or unseen - sum(hands.held) > self.reserve
        return hands.with_one(player, wanted, int(left), emptied=False)

    def after_draw(self, hands: Hands, player: int, tile: Tile | None = None) -> Hands:
        """Return what is known after a player drew a tile, or took one up that everybody saw."""
        if tile is None:
            return hands.with_one(player, frozenset(), 1, emptied=False)
        return hands.with_one(player, hands.lacks[player] - {tile.low, tile.high}, 1, emptied=hands.emptied)

    def fits(self, tile: Tile, values: Values) -> bool:
        """Whether a tile can be joined where one of these values is wanted."""
        return tile.low in values or tile.high in values or (self.matadors and is_matador(tile))


@lru_cache(maxsize=4096)
def _holds_none(passing: Passing, wanted: Values, lacks: Values, unseen: frozenset[Tile], hand: int) -> float:
    """Return how likely none of the tiles of a hand fits, out of those unseen but with none of the values it lacks."""
    possible = [tile for tile in unseen if not (lacks and passing.fits(tile, lacks))]
    unfit = sum(not passing.fits(tile, wanted) for tile in possible)
    hand = min(hand, len(possible))
    return math.comb(unfit, hand) / math.comb(len(possible), hand)


def wanted_by(layout: Layout) -> Wanted:
    """Return the values of which a tile must have one so that it can be joined; None where there is no open end."""
    ends = layout.open_ends()
    return frozenset(value for end in ends for value in end.needs) if ends else None


def pass_chance(layout: Layout, players: int, rules: Rules) -> float:
    """Return how likely a player passes, where nothing is known of the hands but how many tiles were laid."""
    passing = Passing.of(rules.empty_layout(), players, rules)
    held = None if passing.dealt is None else (passing.dealt - len(layout.placed) // players,) * players
    hands = Hands(held, passing.at_first().lacks)
    return passing.chance(hands, 0, wanted_by(layout), passing.tiles - {placed.tile for placed in layout.placed})
