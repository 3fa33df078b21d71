"""Short questions to the players about what the looks at the table leave open, and what their answers say."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from scorer.ends import is_unlike
from scorer.folding import Refused
from scorer.keeper.account import CERTAIN, Account, Key, Laid, Order
from scorer.keeper.readings import alternatives
from scorer.layout import IllegalPlay
from scorer.state import State
from scorer.tiles import Tile

_OFFERED = 3
# Below this it is asked who laid a tile that scored; above it a "?" does.
_WHO_IS_ASKED = 0.8


@dataclass(frozen=True, slots=True)
class Answer:
    """What may be answered: the `key` that `Keeper.answer` takes, and the `text` for the players."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question to the players. `id` names it while it is open; `answers`: the likeliest first; `about`: the number of
    the play in this deal, from 0."""

    id: str
    text: str
    answers: tuple[Answer, ...]
    about: int

    def to_json(self) -> dict[str, Any]:
        """Return what a page shows of it, as plain JSON values."""
        answers = [{"key": answer.key, "text": answer.text} for answer in self.answers]
        return {"id": self.id, "text": self.text, "answers": answers}


def questions(account: Account, state: State) -> tuple[Question, ...]:
    """Return what is open and worth asking about the plays of a deal, what came last first."""
    asked = []
    for about, laid in enumerate(account.lying):
        # Who laid the tiles of the last round mostly shows in who lays the next ones.
        settled_soon = about >= len(account.lying) - len(state.players) and state.phase == "playing"
        if laid.sure < CERTAIN and len(alternatives(account, laid)) > 1:
            asked.append(_which_tile(account, laid, about, state))
        elif laid.orders and laid.matters and laid.orders[0].chance < CERTAIN:
            if laid.key == laid.orders[0].laid[0][0]:
                asked.append(_which_order(account, laid, about, state))
        elif laid.sure_who < _WHO_IS_ASKED and not settled_soon and _points(state, about):
            asked.append(_who(laid, about, state))
    return tuple(reversed(asked))


def _points(state: State, about: int) -> int:
    return state.plays[about].points if about < len(state.plays) else 0


def answered(account: Account, question: Question, key: str) -> Account:
    """Return the account as a person's answer has it. Raises Refused for an answer that was not offered."""
    if key not in {answer.key for answer in question.answers}:
        raise Refused("that answer was not offered")
    laid = account.lying[question.about]
    kind = question.id.split("-")[0]
    if kind == "tile":
        return with_tile(account, laid, Tile.parse(key))
    if kind == "who":
        return account.with_laid(with_player(laid, int(key)))
    return in_order(account, laid.orders[int(key)])


def with_tile(account: Account, laid: Laid, tile: Tile) -> Account:
    """Return the account with the tile that a person said it was, the way round that fits best. Raises Refused."""
    tries = []
    for way in ((tile.low, tile.high), (tile.high, tile.low)):
        other = laid.read_as(way)
        tries.append(account.with_laid(replace(other, reading=way, evidence=replace(other.evidence, said=way))))
    best = min(tries, key=_unlike)
    if _unlike(best) == math.inf:
        raise Refused(f"{tile} cannot lie where {laid.tile} lies")
    return best


def _unlike(account: Account) -> float:
    """Return how many joins are unlike, without end where no tile can lie so."""
    try:
        layout = account.layout
    except IllegalPlay:
        return math.inf
    return sum(is_unlike(layout, join) for join in layout.joins)


def with_player(laid: Laid, player: int) -> Laid:
    """Return a tile with the player who laid it, as a person said."""
    return replace(laid, turn=replace(laid.turn, said=player), vague=False, undated=False)


def in_order(account: Account, order: Order) -> Account:
    """Return the account with tiles that came at once in the order that a person said."""
    keys = [key for key, _ in order.laid]
    places = [place for place, laid in enumerate(account.laid) if laid.key in keys]
    turns = [account.laid[place].turn for place in places]
    tiles = list(account.laid)
    for place, turn, (key, spot) in zip(places, turns, order.laid, strict=True):
        # Whose reach came first does not change with the order of the tiles.
        tiles[place] = replace(account.by_key(key), spot=spot, turn=turn, orders=())
    return replace(account, laid=tuple(tiles))


def _which_tile(account: Account, laid: Laid, about: int, state: State) -> Question:
    tiles = [Tile(*reading) for reading in alternatives(account, laid)[:_OFFERED]]
    return Question(
        _id("tile", laid.key, state),
        f"Was that {_either([str(tile) for tile in tiles])}?",
        tuple(Answer(str(tile), str(tile)) for tile in tiles),
        about,
    )


def _which_order(account: Account, laid: Laid, about: int, state: State) -> Question:
    orders = []
    for number, order in enumerate(laid.orders[:_OFFERED]):
        tiles = [str(account.by_key(key).tile) for key, _ in order.laid]
        orders.append(Answer(str(number), ", then ".join(tiles)))
    first = dict.fromkeys(answer.text.split(",")[0] for answer in orders)
    text = f"Which was laid first: {_either(list(first))}?" if len(first) > 1 else "In which order were they laid?"
    return Question(_id("order", laid.key, state), text, tuple(orders), about)


def _who(laid: Laid, about: int, state: State) -> Question:
    count = len(state.players)
    likeliest = laid.player or 0
    players = [(likeliest + step) % count for step in range(count)]
    return Question(
        _id("who", laid.key, state),
        f"Who played {laid.tile}?",
        tuple(Answer(str(player), state.players[player]) for player in players),
        about,
    )


def _id(kind: str, key: Key, state: State) -> str:
    return f"{kind}-{state.deals}-{key}"


def _either(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]
