"""Between the keeper's account of a deal and the match: reads one from the other and writes what differs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from scorer.events import Correction, Deal, Draw, Event, Pass, PickUp, Play, Start, TurnOver
from scorer.folding import Refused
from scorer.keeper.account import Account, Between, Key, Laid, Spot, Step
from scorer.keeper.evidence import Evidence
from scorer.keeper.passing import wanted_by
from scorer.keeper.turns import Deed, Turn
from scorer.match import Entry, Match
from scorer.state import State

# That a play on record was laid by whom it says, where nobody remembers why it says so.
_AS_WRITTEN = 0.97
_IN_DOUBT = 0.6
_DOES: dict[type[Event], Deed] = {Pass: "passes", Draw: "draws", PickUp: "takes up", TurnOver: "turns over"}


def deal_on_record(match: Match) -> tuple[State, tuple[Entry, ...]]:
    """Return the state in which the last deal began, and what was recorded since."""
    history = match.history
    began = max(place for place, entry in enumerate(history) if isinstance(entry.event, Deal | Start))
    return history[began].state, history[began + 1 :]


def account_of(match: Match, remembered: Account | None = None) -> Account:
    """Return the account of the deal that is on record; `remembered`: what was known of it before."""
    start, entries = deal_on_record(match)
    by_number = {} if remembered is None else {laid.number: laid for laid in remembered.laid}
    handled = {} if remembered is None else {one.number: one for one in remembered.between if one.key is not None}
    next_key = 1 + max((laid.key for laid in by_number.values()), default=-1)
    account = Account(start.layout, next_key=next_key)
    before = start
    for entry in entries:
        event = entry.event
        if isinstance(event, Play):
            account = _with_play(account, event, entry, before, by_number.get(entry.number))
        else:
            one = Between(len(account.laid), event, _turn_of(event, before))
            if isinstance(event, PickUp | TurnOver):
                one = _handling(account.key_at(event.index), one, entry, handled.get(entry.number))
            account = replace(account, between=(*account.between, one))
        before = entry.state
    return account.in_order_of_its_own()


def _with_play(account: Account, play: Play, entry: Entry, before: State, known: Laid | None) -> Account:
    """Return the account with a play on record after a state, and what was known of its tile before."""
    player = entry.state.plays[-1].player
    across = account.given.match == "equal"
    laid = known or Laid(account.next_key, (0, 0), Evidence(), Turn(()), doubles_across=across)
    if laid.tile != play.tile or known is None:
        reading = (play.tile.low, play.tile.high)
        laid = replace(laid, reading=reading, evidence=Evidence.on_record(reading, doubtful=play.unsure), sure=1.0)
    if laid.player != player or known is None:
        laid = replace(laid, vague=play.unsure and known is None)
        seats = _seats(play, player, len(entry.state.players))
        laid = replace(laid, turn=Turn(seats, wanted_by(before.layout), play.tile, recorded=True), sure_who=1.0)
    turned = play.join is not None and play.join.is_end and laid.reading[0] > laid.reading[1]
    spot = Spot(
        None if play.at is None else account.by_halves(play.at),
        play.join.opposite if play.join is not None and turned else play.join,
        None if play.also_at is None else account.by_halves(play.also_at),
        play.across,
        play.face_down,
    )
    laid = replace(laid, spot=spot, claimed=play.claimed, player=player, number=entry.number)
    next_key = account.next_key + (known is None)
    return replace(account, laid=(*account.laid, laid), next_key=next_key)


def _handling(key: Key, one: Between, entry: Entry, known: Between | None) -> Between:
    """Return what is on record of a tile taken back or turned over, with what was known of it before."""
    turn = one.turn
    if known is not None and known.turn is not None and turn is not None and known.key == key:
        told = isinstance(known.event, PickUp | TurnOver) and known.event.player == turn.said
        turn = known.turn if told else turn
    return replace(one, turn=turn, key=key, number=entry.number)


def _seats(play: Play, player: int, players: int) -> tuple[float, ...]:
    """Return, by player, how likely the record would say so."""
    chance = _IN_DOUBT if play.unsure else _AS_WRITTEN
    return tuple(chance if who == player else (1 - chance) / (players - 1) for who in range(players))


def _turn_of(event: Event, before: State) -> Turn | None:
    """Return what an event says of the turns, after the state `before` it; None where it says nothing."""
    if not isinstance(event, Pass | Draw | PickUp | TurnOver):
        return None
    player = before.turn if event.player is None else event.player
    if player is None:
        return None
    rules = before.rules
    stays = isinstance(event, Draw) and not rules.draw_ends_turn
    stays |= isinstance(event, PickUp) and rules.pick_up == "turn_goes_on"
    tile = before.layout[event.index].tile if isinstance(event, PickUp) else None
    turn = Turn((1.0,) * len(before.players), wanted_by(before.layout), tile, said=player, stays=stays)
    return replace(turn, does=_DOES[type(event)])


def write(match: Match, account: Account) -> tuple[Account, str]:
    """Record what makes the match say what the account says; return the account with the numbers of its plays, and in
    words what corrections changed of the scores.

    Raises Refused where the match cannot say so; part of it may have been recorded then.
    """
    start, entries = deal_on_record(match)
    steps, _ = account.folded(start)
    before = match.state
    on_record = [entry.number for entry in entries if isinstance(entry.event, Play | PickUp | TurnOver)]
    kept = {laid.number for laid in account.laid} | {one.number for one in account.between if one.key is not None}
    for number in [number for number in reversed(on_record) if number not in kept]:
        _correct(match, Correction(number, "strike"))
    numbers = _of_their_kind(match, [number for number in on_record if number in kept], steps)
    for number, step in zip(numbers, steps, strict=False):
        _rewrite(match, number, step.event)
    numbers = _still_standing(match, numbers)
    words = _words(before, match.state)
    for step in steps[len(numbers) :]:
        numbers.append(len(match.log))
        match.record(step.event)
    return _numbered(account, steps, numbers), words


def _numbered(account: Account, steps: Sequence[Step], numbers: Sequence[int]) -> Account:
    """Return the account with the numbers of its events in the match; those that the game ended before have none."""
    plays: dict[Key, int] = {}
    handled: dict[Key, int] = {}
    for step, number in zip(steps, numbers, strict=False):
        (plays if isinstance(step.event, Play) else handled)[step.key] = number
    laid = tuple(replace(one, number=plays.get(one.key)) for one in account.laid)
    between = tuple(one if one.key is None else replace(one, number=handled.get(one.key)) for one in account.between)
    return replace(account, laid=laid, between=between)


def _of_their_kind(match: Match, numbers: list[int], steps: Sequence[Step]) -> list[int]:
    """Return the recorded events up to the first that is no longer of the same kind; it and those after it are struck.

    A play cannot be corrected into a tile taken back.
    """
    kinds = {entry.number: type(entry.event) for entry in match.history}
    pairs = enumerate(zip(numbers, steps, strict=False))
    other = next((place for place, (number, step) in pairs if kinds.get(number) is not type(step.event)), None)
    if other is None:
        return numbers
    for number in reversed(numbers[other:]):
        _correct(match, Correction(number, "strike"))
    return numbers[:other]


def _still_standing(match: Match, numbers: list[int]) -> list[int]:
    """Return the recorded plays up to the first that a correction left no place; those after it are struck, too.

    They are recorded anew behind: their order is what counts.
    """
    standing = {entry.number for entry in match.history}
    gone = next((place for place, number in enumerate(numbers) if number not in standing), len(numbers))
    for number in reversed(numbers[gone:]):
        if number in standing:
            _correct(match, Correction(number, "strike"))
    return numbers[:gone]


def _rewrite(match: Match, number: int, event: Play | PickUp | TurnOver) -> None:
    """Correct a recorded event where it says something else, unless an earlier correction has left it no place."""
    history = match.history
    place = next((place for place, entry in enumerate(history) if entry.number == number), 0)
    recorded = history[place].event
    turn = history[place - 1].state.turn
    if isinstance(recorded, Play) and isinstance(event, Play):
        same = _same(recorded, event, turn)
    elif isinstance(recorded, PickUp | TurnOver):
        same = replace(recorded, player=turn if recorded.player is None else recorded.player) == event
    else:
        return
    if not same:
        _correct(match, Correction(number, "replace", event))


def _same(recorded: Play, play: Play, turn: int | None) -> bool:
    """Whether two plays say the same, however much of it is left to the rules."""
    as_written = replace(recorded, player=turn if recorded.player is None else recorded.player, seen=False)
    meant = replace(play, player=turn if play.player is None else play.player, seen=False)
    return replace(as_written, force=as_written.force and meant.force) == meant


def _correct(match: Match, correction: Correction) -> None:
    try:
        match.record(correction)
    except Refused:
        match.record(replace(correction, force=True))


def _words(before: State, after: State) -> str:
    """Say how corrections changed the scores: "Ana 35 -> 30"."""
    pairs = zip(before.scores, after.scores, strict=True)
    return "; ".join(f"{after.side_name(side)} {old} -> {new}" for side, (old, new) in enumerate(pairs) if old != new)
