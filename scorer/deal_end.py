"""What the hands are worth when a deal ends (the rule book, 3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from scorer.tiles import Tile

How = Literal["domino", "blocked"]

# The tiles that a player still holds, or only their pips where somebody counted them.
Hand = tuple[Tile, ...] | int

_Direction = Literal["winner_gains", "losers_record", "each_side_subtracts_own"]
_Basis = Literal["opponents", "opponents_minus_own", "all_others", "everyone", "tiles_opponents", "fixed"]
_Rounding = Literal["none", "nearest5", "nearest3", "floor5"]
_RoundScope = Literal["total", "each_hand"]
_Order = Literal["subtract_then_round", "round_then_subtract"]
_Boneyard = Literal["ignored", "added"]
_BlockedWinner = Literal[
    "lowest_side", "lowest_player", "closer", "highest_side", "higher_game_score", "no_doubles_first"
]
_BlockedTie = Literal["no_award", "fewest_tiles_then_last_player", "last_player"]
_Ryba = Literal["own", "own_to_loser", "all_to_loser"]
_RybaTieMost = Literal["each", "none"]
_DoubleBlankWhen = Literal["always", "alone"]
_BlockedDoubles = Literal["counted", "ignored"]

_WORDS = {
    "direction": _Direction,
    "basis": _Basis,
    "blocked_basis": _Basis,
    "rounding": _Rounding,
    "round_scope": _RoundScope,
    "order": _Order,
    "boneyard": _Boneyard,
    "blocked_winner": _BlockedWinner,
    "blocked_tie": _BlockedTie,
    "ryba": _Ryba,
    "ryba_tie_most": _RybaTieMost,
    "double_blank_when": _DoubleBlankWhen,
    "blocked_doubles": _BlockedDoubles,
}

SAY_TILES = "the number of tiles decides here: say which tiles are left, not only their pips"


@dataclass(frozen=True, slots=True)
class HandEnd:
    """How hands are counted; every field is the parameter of that name in the rule book, 3.3.

    `double_blank_when`: whether 0-0 counts `double_blank` always, or only as the last tile of a hand (7, A17);
    `blocked_doubles`: whether doubles count in the hands of a blocked deal (7, A9; Bergen).
    Raises ValueError for a word that the parameter does not have, or a unit or value out of range.
    """

    direction: _Direction = "winner_gains"
    double_blank: int = 0
    basis: _Basis = "opponents"
    blocked_basis: _Basis | None = None
    fixed: int = 0
    blocked_fixed: int | None = None
    rounding: _Rounding = "none"
    round_scope: _RoundScope = "total"
    order: _Order = "subtract_then_round"
    unit: int = 1
    boneyard: _Boneyard = "ignored"
    blocked_winner: _BlockedWinner = "lowest_side"
    blocked_tie: _BlockedTie = "no_award"
    ryba: _Ryba = "own"
    ryba_winner_records: bool = True
    ryba_tie_most: _RybaTieMost = "each"
    double_blank_when: _DoubleBlankWhen = "always"
    blocked_doubles: _BlockedDoubles = "counted"

    def __post_init__(self) -> None:
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if value not in get_args(words) and not (name == "blocked_basis" and value is None):
                raise ValueError(f"{name} must be one of {', '.join(get_args(words))}, not {value!r}")
        if self.unit < 1:
            raise ValueError(f"unit must be 1 or more, not {self.unit}")
        if self.double_blank < 0:
            raise ValueError(f"double_blank must be 0 or more, not {self.double_blank}")


@dataclass(frozen=True, slots=True)
class DealEnd:
    """What the hands were worth. `pips` by player; `side_pips` and `awards` by side; `winner`: a side, or None.

    Awards are points gained, below 0 where points are lost, and penalties where the losers write.
    """

    pips: tuple[int, ...]
    side_pips: tuple[int, ...]
    winner: int | None
    awards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hands:
    """The hands left when a deal ends.

    `hands`: one a player, tiles or pips; `sides`: the players of each side; `boneyard`: tiles never drawn, or their
    pips; `went_out` and `last_to_play`: players; `scores`: of the game so far, by side. Raises ValueError where these
    do not fit together.
    """

    hands: tuple[Hand, ...]
    sides: tuple[tuple[int, ...], ...]
    boneyard: Hand = ()
    went_out: int | None = None
    last_to_play: int | None = None
    scores: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if sorted(player for side in self.sides for player in side) != list(range(len(self.hands))):
            raise ValueError(f"every one of the {len(self.hands)} players must be on one side")
        for player in (self.went_out, self.last_to_play):
            if player is not None and not 0 <= player < len(self.hands):
                raise ValueError(f"there is no player number {player}")
        if self.went_out is not None and self.hands[self.went_out]:
            raise ValueError("who went out has no tiles left")

    def side_of(self, player: int) -> int:
        """The side that a player is on."""
        return next(index for index, side in enumerate(self.sides) if player in side)


def singles(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the sides when everybody plays alone."""
    return tuple((player,) for player in range(players))


def hands_needed(
    rule: HandEnd, sides: Sequence[Sequence[int]], how: How, went_out: int | None = None
) -> tuple[int, ...]:
    """Return the players whose hands decide what the deal is worth; nobody else's must be counted.

    Where the boneyard counts, everybody's: what is in it is what is in no hand.
    """
    everybody = tuple(sorted(player for side in sides for player in side))
    if how == "blocked" and (rule.blocked_basis or rule.basis) == "fixed" and rule.blocked_fixed == 0:
        return ()
    gains = rule.direction == "winner_gains"
    if how == "domino" and gains and rule.basis == "fixed":
        return ()
    only_opponents = rule.direction == "losers_record" or (gains and rule.basis in ("opponents", "tiles_opponents"))
    if how == "domino" and only_opponents and not (gains and rule.boneyard == "added"):
        return tuple(p for p in everybody if not any(p in side and went_out in side for side in sides))
    return tuple(player for player in everybody if how == "blocked" or player != went_out)


def needs_tiles(rule: HandEnd, how: How) -> bool:
    """Whether pips do not tell what the deal is worth: the tiles that are left must be known."""
    blocked = how == "blocked"
    basis = rule.blocked_basis if blocked and rule.blocked_basis is not None else rule.basis
    by_number = rule.direction == "winner_gains" and basis == "tiles_opponents"
    return by_number or (blocked and rule.blocked_winner == "no_doubles_first")


def winning_player(side: Sequence[int], pips: Sequence[int], went_out: int | None) -> int:
    """Return the player of the winning side whose hand wins: who went out, else the lightest of them."""
    return min(side, key=lambda player: pips[player]) if went_out is None else went_out


def count_hands(rule: HandEnd, left: Hands, how: How) -> DealEnd:
    """Count the hands left when a deal ended by `how`. Raises ValueError where what `how` needs is not known."""
    if how == "domino" and left.went_out is None:
        raise ValueError("somebody went out: say who")
    pips = tuple(_pips(rule, hand, how) for hand in left.hands)
    side_pips = tuple(sum(pips[player] for player in side) for side in left.sides)
    winner = _winner(rule, left, pips, side_pips, how)
    if rule.direction == "each_side_subtracts_own":
        awards = tuple(-(_rounded(rule, own) // rule.unit) for own in side_pips)
    elif rule.direction == "losers_record":
        awards = _penalties(rule, side_pips, winner, how)
    else:
        bonus = 0 if winner is None else _bonus(rule, left, pips, winner, how)
        awards = tuple(bonus if side == winner else 0 for side in range(len(left.sides)))
    return DealEnd(pips, side_pips, winner, awards)


def _pips(rule: HandEnd, hand: Hand, how: How) -> int:
    """Return what a hand counts; pips that a person said are taken to be counted by the rule."""
    if isinstance(hand, int):
        return hand
    blank = rule.double_blank if rule.double_blank_when == "always" or len(hand) == 1 else 0
    ignored = how == "blocked" and rule.blocked_doubles == "ignored"
    return sum(tile.pips or blank for tile in hand if not (ignored and tile.is_double))


def _tiles(hand: Hand) -> tuple[Tile, ...]:
    if isinstance(hand, int):
        raise ValueError(SAY_TILES)
    return hand


def _rounded(rule: HandEnd, pips: int) -> int:
    if rule.rounding == "nearest5":
        return 5 * ((pips + 2) // 5)
    if rule.rounding == "nearest3":
        return 3 * ((pips + 1) // 3)
    if rule.rounding == "floor5":
        return 5 * (pips // 5)
    return pips


def _bonus(rule: HandEnd, left: Hands, pips: Sequence[int], winner: int, how: How) -> int:
    blocked = how == "blocked"
    basis = rule.blocked_basis if blocked and rule.blocked_basis is not None else rule.basis
    if basis == "fixed":
        return rule.blocked_fixed if blocked and rule.blocked_fixed is not None else rule.fixed
    own_side = left.sides[winner]
    everybody = range(len(left.hands))
    if basis == "everyone":
        counted = list(everybody)
    elif basis == "all_others":
        own = winning_player(left.sides[winner], pips, left.went_out)
        counted = [player for player in everybody if player != own]
    else:
        counted = [player for player in everybody if player not in own_side]
    tiles = basis == "tiles_opponents"
    parts = [len(_tiles(left.hands[player])) if tiles else pips[player] for player in counted]
    if rule.boneyard == "added":
        parts.append(len(_tiles(left.boneyard)) if tiles else _pips(rule, left.boneyard, how))
    total = sum(_rounded(rule, part) for part in parts) if rule.round_scope == "each_hand" else sum(parts)
    less = sum(pips[player] for player in own_side) if basis == "opponents_minus_own" else 0
    if rule.order == "round_then_subtract":
        return (_rounded(rule, total) - less) // rule.unit
    return _rounded(rule, total - less) // rule.unit


def _penalties(rule: HandEnd, side_pips: Sequence[int], winner: int | None, how: How) -> tuple[int, ...]:
    sides = range(len(side_pips))
    if how == "domino":
        return tuple(0 if side == winner else side_pips[side] for side in sides)
    if rule.ryba == "own":
        exempt = None if rule.ryba_winner_records else winner
        return tuple(0 if side == exempt else side_pips[side] for side in sides)
    most = max(side_pips)
    heaviest = [side for side in sides if side_pips[side] == most]
    if len(heaviest) > 1 and rule.ryba_tie_most == "none":
        heaviest = []
    written = sum(side_pips) if rule.ryba == "all_to_loser" else most
    return tuple(written if side in heaviest else 0 for side in sides)


def _winner(rule: HandEnd, left: Hands, pips: Sequence[int], side_pips: Sequence[int], how: How) -> int | None:
    if how == "domino" and left.went_out is not None:
        return left.side_of(left.went_out)
    closer = None if left.last_to_play is None else left.side_of(left.last_to_play)
    if rule.blocked_winner == "closer":
        if closer is None:
            raise ValueError("whoever played last wins this blocked deal: say who")
        return closer
    best = _best_sides(rule, left, pips, side_pips)
    if len(best) == 1:
        return best[0]
    if rule.blocked_tie == "no_award":
        return None
    if rule.blocked_tie == "fewest_tiles_then_last_player":
        tiles = {side: sum(len(_tiles(left.hands[player])) for player in left.sides[side]) for side in best}
        best = [side for side in best if tiles[side] == min(tiles.values())]
        if len(best) == 1:
            return best[0]
    return closer if closer in best else None


def _best_sides(rule: HandEnd, left: Hands, pips: Sequence[int], side_pips: Sequence[int]) -> list[int]:
    rank = _ranks(rule, left, pips, side_pips)
    return [side for side in range(len(left.sides)) if rank[side] == min(rank)]


def _ranks(
    rule: HandEnd, left: Hands, pips: Sequence[int], side_pips: Sequence[int]
) -> Sequence[int] | Sequence[tuple[bool, int]]:
    """Return a value by side; the side with the least wins the blocked deal."""
    if rule.blocked_winner == "lowest_player":
        return [min(pips[player] for player in side) for side in left.sides]
    if rule.blocked_winner == "highest_side":
        return [-own for own in side_pips]
    if rule.blocked_winner == "higher_game_score":
        if left.scores is None:
            raise ValueError("whoever leads the game wins this blocked deal: say the scores")
        return [-score for score in left.scores]
    if rule.blocked_winner == "no_doubles_first":
        doubles = [any(tile.is_double for player in side for tile in _tiles(left.hands[player])) for side in left.sides]
        return list(zip(doubles, side_pips, strict=True))
    return side_pips
