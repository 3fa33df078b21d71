"""What must hold of every match: it is the same again from its record, its text and its JSON, and after corrections."""

import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from random_matches import EVENTS, corrections, random_match, random_rules

from scorer.events import Correction, Event, Pass, PickUp, Play, Start, TableEvent, TurnOver
from scorer.games import ALL_FIVES, GAMES, MUGGINS, Game
from scorer.match import Match, Refused
from scorer.text.match_text import match_from_json, match_text, match_to_json, parse_match
from scorer.text.sheet import describe, score_sheet, sheet_csv
from scorer.tiles import full_set

SEEDS = st.integers(0, 1_000_000)
PRESETS = st.sampled_from(list(GAMES.values()))


@settings(max_examples=60, deadline=None)
@given(PRESETS, SEEDS)
def test_a_match_is_the_same_again_from_every_form_of_its_record(game: Game, seed: int) -> None:
    match = random_match(game, seed, 40)
    for _ in corrections(match, seed, 2):
        pass
    match.undo(min(match.undoable, seed % 4 or 1))
    text = match_text(match)
    for again in (
        Match.fold(match.log),
        parse_match(text),
        match_from_json(json.dumps(match_to_json(match))),
    ):
        assert again.log == match.log
        assert again.history == match.history
        assert match_text(again) == text
    assert Match.fold(match.events).state == match.state
    assert describe(text) == describe(json.dumps(match_to_json(match)))
    sheet = score_sheet(match)
    assert len(sheet_csv(match).splitlines()) == len(sheet) + 1
    if sheet:
        assert sheet[-1].scores == match.state.scores or any(match.state.games)


@settings(max_examples=40, deadline=None)
@given(PRESETS, SEEDS)
def test_undoing_any_changes_equals_never_having_made_them(game: Game, seed: int) -> None:
    recorded = random_match(game, seed, 40)
    match, histories = Match.fold(recorded.log[:1]), [recorded.history[:1]]
    for event in recorded.log[1:]:
        match.record(event)
        histories.append(match.history)
    for _ in corrections(match, seed):
        histories.append(match.history)
    whole = match.history
    steps = random.Random(seed).randint(1, match.undoable)
    match.undo(steps)
    assert match.history == histories[-1 - steps]
    match.redo(steps)
    assert match.history == whole


@settings(max_examples=40, deadline=None)
@given(PRESETS, SEEDS)
def test_a_correction_equals_having_played_it_right(game: Game, seed: int) -> None:
    right = random_match(game, seed, 40, named=True)
    plays = [entry for entry in right.history if isinstance(entry.event, Play) and not entry.event.tile.is_double]
    if not plays:
        return
    chance = random.Random(seed)
    entry = chance.choice(plays)
    assert isinstance(entry.event, Play)
    taken, tile = _tiles_of_deal(right, entry.number), entry.event.tile
    # Misread so that it lies the same way round: of an opening tile nothing else would tell.
    others = [
        other
        for other in full_set(6)
        if not other.is_double and other not in taken and other.low != tile.high and other.high != tile.low
    ]
    if not others:
        return
    misread = replace(entry.event, tile=chance.choice(others), player=0, force=True)
    wrong = Match(right.log[0])  # type: ignore[arg-type]
    for number, event in enumerate(right.events[1:], 1):
        was = misread if number == entry.number else event
        if number > entry.number and isinstance(event, Play):
            was = replace(event, force=True)
        try:
            wrong.record(was)
        except Refused:
            # With other points the game is over earlier; what came after was never recorded so.
            return
    assert wrong.correct(entry.number, entry.event) == right.state


def _tiles_of_deal(match: Match, number: int) -> set[object]:
    deal = match.history[number].state.deals
    return {e.event.tile for e in match.history if isinstance(e.event, Play) and e.state.deals == deal}


@settings(max_examples=40, deadline=None)
@given(PRESETS, SEEDS)
def test_striking_and_inserting_a_play_equal_having_recorded_it_so(game: Game, seed: int) -> None:
    whole = random_match(game, seed, 40, named=True)
    last_deal = [entry for entry in whole.history if entry.state.deals == whole.state.deals]
    plays = [entry for entry in last_deal if isinstance(entry.event, Play)]
    if any(isinstance(entry.event, PickUp | TurnOver) for entry in last_deal):
        # Told by tiles in the tests below.
        return
    leaves = [
        (index, entry)
        for index, entry in enumerate(plays[:-1])
        if index and not any(other.event.at and other.event.at[0] == index for other in plays)  # type: ignore[union-attr]
    ]
    if not leaves or whole.state.phase != "playing":
        return
    index, leaf = random.Random(seed).choice(leaves)
    without: list[TableEvent] = []
    for entry in whole.history:
        if entry is not leaf:
            without.append(_shifted(entry.event, index) if entry.number > leaf.number else entry.event)
    try:
        shorter = Match.fold(without)
    except Refused:
        # It was the double that opened the way for others.
        return
    assert shorter.insert(leaf.number, leaf.event).scores == whole.state.scores
    assert shorter.state == whole.state
    shorter.undo()
    assert whole.strike(leaf.number) == shorter.state


def _shifted(event: TableEvent, index: int) -> TableEvent:
    if isinstance(event, Play) and event.at is not None and event.at[0] > index:
        return replace(event, at=(event.at[0] - 1, event.at[1]))
    return event


FOUR_ARM, OSEL = GAMES["hungarian_four_arm"], GAMES["osel"]


@settings(max_examples=80, deadline=None)
@given(st.sampled_from([FOUR_ARM, OSEL]), SEEDS, st.data())
def test_a_correction_leaves_all_later_events_their_tiles(game: Game, seed: int, data: st.DataObject) -> None:
    """Whatever becomes of the numbers of tiles that are taken back, later events mean the tiles that they meant."""
    match = random_match(game, seed, 40, named=True)
    kinds = (Pass, PickUp, TurnOver)
    at = data.draw(st.sampled_from([entry.number for entry in match.history if isinstance(entry.event, kinds)] or [0]))
    if not at:
        return
    before, told = match.history[at - 1].state, _by_tiles(match)
    index = data.draw(st.sampled_from([placed.index for placed in before.layout.placed]))
    how = data.draw(st.sampled_from(["strike", "insert", "replace"]))
    event = None if how == "strike" else PickUp(index, data.draw(st.integers(0, 1)))
    try:
        match.record(Correction(at, how, event))  # type: ignore[arg-type]
    except Refused:
        return
    said = [] if event is None else [("PickUp", before.layout[index].tile)]
    assert _by_tiles(match) == told[: at - 1] + said + told[at - 1 + (how != "insert") :]


def _by_tiles(match: Match) -> list[tuple[object, ...]]:
    """The events after the start, naming tiles by their pips instead of their numbers."""
    told: list[tuple[object, ...]] = []
    for earlier, entry in pairwise(match.history):
        layout, event = earlier.state.layout, entry.event
        if isinstance(event, Play):
            places = [place and (layout[place[0]].tile, place[1]) for place in (event.at, event.also_at)]
            told.append(("Play", event.tile, *places, event.join, event.face_down))
        elif isinstance(event, PickUp | TurnOver):
            told.append((type(event).__name__, layout[event.index].tile))
        else:
            told.append((event,))
    return told


@pytest.mark.parametrize("muggins", ["off", "steal", "lost"])
@settings(max_examples=80, deadline=None)
@given(st.lists(EVENTS, max_size=25))
def test_no_stream_of_events_raises_anything_but_a_refusal(muggins: str, events: list[Event]) -> None:
    rules = replace((ALL_FIVES if muggins == "off" else MUGGINS).rules, muggins=muggins, target=40)  # type: ignore[arg-type]
    _record_all(Match(Start(("Ana", "Ben", "Cleo")[: 2 + (muggins == "lost")], rules)), events)


@settings(max_examples=120, deadline=None)
@given(PRESETS, SEEDS, st.lists(EVENTS, max_size=25))
def test_no_stream_raises_anything_but_a_refusal_in_any_game(game: Game, seed: int, events: list[Event]) -> None:
    rules = random_rules(game, random.Random(seed))
    _record_all(Match(Start(("Ana", "Ben"), rules)), events)


def _record_all(match: Match, events: list[Event]) -> None:
    """Record what can be, and see that the rest changes nothing and that the record is the same from every form."""
    match.deal(0)
    for event in events:
        before = match.history, match.log, match.changes
        try:
            match.check(event)
            match.record(event)
        except Refused as refused:
            assert str(refused)
            assert (match.history, match.log, match.changes) == before
    again = Match.fold(match.log)
    assert again.history == match.history
    assert parse_match(match_text(match)).history == match.history
    assert match_from_json(match_to_json(match)).log == match.log
