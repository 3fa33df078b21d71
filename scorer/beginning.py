"""Folds the start of a match into its first state."""

from __future__ import annotations

from dataclasses import replace

from scorer.counting import not_in_set
from scorer.deal_end import singles
from scorer.events import Start
from scorer.layout import Layout
from scorer.notation import parse_layout
from scorer.refused import Refused
from scorer.state import State
from scorer.text.layout_reader import NotationError
from scorer.turns import there_is

# Far more than any score, and far less than what the text form can carry.
MOST_POINTS = 1_000_000

# Not to be seen themselves, but emoji and the letters of some scripts are written with them.
_JOINERS = "\u200c\u200d"

_PLAYERS = dict(enumerate(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 2))


def begin(start: Start) -> State:
    """Return the state of a match that has just begun, or that was joined in its middle. Raises Refused."""
    rules, count = start.rules, len(start.players)
    if not 2 <= count <= rules.most_players:
        raise Refused(f"two to {_PLAYERS[rules.most_players]} can play, not {count}")
    _refuse_names(start.players)
    sides = singles(count) if start.sides is None else start.sides
    if sorted(player for side in sides for player in side) != list(range(count)) or len(sides) < 2 or not all(sides):
        raise Refused(f"every one of the {count} players must be on one of two or more sides")
    state = State(
        start.players,
        rules,
        sides,
        _scores(start, len(sides)),
        _layout(start),
        drawn=(0,) * count,
        games=(0,) * len(sides),
        remembered=_remembered(start, len(sides)),
    )
    state = replace(state, turn=None if start.turn is None else there_is(state, start.turn))
    return replace(state, phase="playing", deals=1) if state.layout.placed else state


def without_joiners(text: str) -> str:
    """The text without what joins letters and pictures: nobody sees that, and `str.isprintable` refuses it."""
    return "".join(letter for letter in text if letter not in _JOINERS)


def _refuse_names(players: tuple[str, ...]) -> None:
    seen = [without_joiners(player) for player in players]
    for player, letters in zip(players, seen, strict=True):
        if not letters.strip() or not letters.isprintable():
            raise Refused("every player needs a name that can be read")
        if seen.count(letters) > 1:
            raise Refused(f"two players are called {player}: tell them apart")


def _scores(start: Start, sides: int) -> tuple[int, ...]:
    scores = (0,) * sides if start.scores is None else start.scores
    if len(scores) != sides:
        raise Refused(f"{sides} scores are needed, one a side, not {len(scores)}")
    if any(abs(score) > MOST_POINTS for score in scores):
        raise Refused("that is more than any game is worth")
    if any(map(start.rules.reached, scores)) and not start.rules.everybody_deals:
        outcome = "lost" if start.rules.has_limit else "won"
        raise Refused(f"{max(scores)} points have {outcome} the game already")
    return scores


def _remembered(start: Start, sides: int) -> tuple[int, ...]:
    if start.remembered is None:
        return (0,) * sides
    if not start.rules.ledger.threshold:
        raise Refused(f"nothing is remembered in {start.rules.name}: every deal is written")
    if len(start.remembered) != sides:
        raise Refused(f"{sides} numbers of remembered points are needed, one a side, not {len(start.remembered)}")
    if not all(0 <= points <= MOST_POINTS for points in start.remembered):
        raise Refused("remembered points are 0 or more")
    return start.remembered


def _layout(start: Start) -> Layout:
    try:
        layout = parse_layout(start.layout, start.rules.empty_layout())
    except NotationError as reason:
        raise Refused(f"the layout cannot be read: {reason}") from reason
    if layout.placed and not start.rules.followed:
        raise Refused(f"plays are not recorded in {start.rules.name}: leave out the layout")
    for placed in layout.placed:
        if placed.tile.high > layout.max_pips:
            raise Refused(not_in_set(placed.tile, layout.max_pips))
    # An empty table knows the order in which its tiles were laid.
    return layout if layout.placed else start.rules.empty_layout()
