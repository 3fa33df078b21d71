"""Between the keeper's account of a deal and the match: reads one from the other and writes what differs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from scorer.events import Correction, Deal, Draw, Event, Pass, Play, Start
from scorer.folding import Refused
from scorer.keeper.account import Account, Between, Laid, Spot
from scorer.keeper.evidence import Evidence
from scorer.keeper.turns import Turn
from scorer.match import Entry, Match
from scorer.state import State

# That a play on record was laid by whom it says, where nobody remembers why it says so.
_AS_WRITTEN = 0.97
_IN_DOUBT = 0.6


def deal_on_record(match: Match) -> tuple[State, tuple[Entry, ...]]:
    """Return the state in which the last deal began, and what was recorded since."""
    history = match.history
    began = max(place for place, entry in enumerate(history) if isinstance(entry.event, Deal | Start))
    return history[began].state, history[began + 1 :]


def account_of(match: Match, remembered: Iterable[Laid] = ()) -> Account:
    """Return the account of the deal that is on record; `remembered`: what was known of its tiles before."""
    start, entries = deal_on_record(match)
    by_number = {laid.number: laid for laid in remembered}
    next_key = 1 + max((laid.key for laid in by_number.values()), default=-1)
    account = Account(start.layout, next_key=next_key)
    for entry in entries:
        event = entry.event
        if isinstance(event, Play):
            account = _with_play(account, event, entry, by_number.get(entry.number))
        else:
            turn = _turn_of(event, entry.state, len(start.players))
            account = replace(account, between=(*account.between, Between(len(account.laid), event, turn)))
    return account.in_order_of_its_own()


def _with_play(account: Account, play: Play, entry: Entry, known: Laid | None) -> Account:
    """Return the account with a play on record, and what was known of its tile before."""
    player = entry.state.plays[-1].player
    laid = known or Laid(account.next_key, (0, 0), Evidence(), Turn(()))
    if laid.tile != play.tile or known is None:
        reading = (play.tile.low, play.tile.high)
        laid = replace(laid, reading=reading, evidence=Evidence.on_record(reading, doubtful=play.unsure), sure=1.0)
    if laid.player != player or known is None:
        laid = replace(laid, vague=play.unsure and known is None)
        laid = replace(laid, turn=Turn(_seats(play, player, len(entry.state.players)), recorded=True), sure_who=1.0)
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


def _seats(play: Play, player: int, players: int) -> tuple[float, ...]:
    """Return, by player, how likely the record would say so."""
    chance = _IN_DOUBT if play.unsure else _AS_WRITTEN
    return tuple(chance if who == player else (1 - chance) / (players - 1) for who in range(players))


def _turn_of(event: Event, after: State, players: int) -> Turn | None:
    if after.turn is None:
        return None
    if isinstance(event, Pass):
        return Turn((1.0,) * players, said=(after.turn - 1) % players)
    if isinstance(event, Draw):
        return Turn((1.0,) * players, said=after.turn, stays=True)
    return None


def write(match: Match, account: Account) -> tuple[Account, str]:
    """Record what makes the match say what the account says; return the account with the numbers of its plays, and in
    words what corrections changed of the scores.

    Raises Refused where the match cannot say so; part of it may have been recorded then.
    """
    start, entries = deal_on_record(match)
    plays, _ = account.folded(start)
    before = match.state
    on_record = [entry.number for entry in entries if isinstance(entry.event, Play)]
    kept = {laid.number for laid in account.laid}
    for number in [number for number in reversed(on_record) if number not in kept]:
        _correct(match, Correction(number, "strike"))
    numbers = [number for number in on_record if number in kept]
    for number, play in zip(numbers, plays, strict=False):
        _rewrite(match, number, play)
    numbers = _still_standing(match, numbers)
    words = _words(before, match.state)
    for play in plays[len(numbers) :]:
        numbers.append(len(match.log))
        match.record(play)
    laid = tuple(
        replace(one, number=numbers[place] if place < len(numbers) else None) for place, one in enumerate(account.laid)
    )
    return replace(account, laid=laid), words


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


def _rewrite(match: Match, number: int, play: Play) -> None:
    """Correct a recorded play where it says something else, unless an earlier correction has left it no place."""
    history = match.history
    place = next((place for place, entry in enumerate(history) if entry.number == number), 0)
    recorded = history[place].event
    if not isinstance(recorded, Play):
        return
    turn = history[place - 1].state.turn
    if not _same(recorded, play, turn):
        _correct(match, Correction(number, "replace", play))


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
