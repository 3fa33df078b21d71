"""The score sheet of a match, as text and as CSV, and `describe`: what there is to say about any text form of ours."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from scorer.events import (
    Adjustment,
    Claim,
    CountHand,
    Deal,
    Draw,
    EndDeal,
    NextGame,
    Pass,
    PickUp,
    Play,
    TurnOver,
)
from scorer.layout import Layout
from scorer.match import Entry, Match, State
from scorer.notation import parse_layout
from scorer.rules import Rules
from scorer.scoring import points_in_play
from scorer.telling import goal
from scorer.text.layout_reader import NotationError
from scorer.text.match_text import FORMAT, match_from_json, parse_match


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One line of a score sheet.

    `number`: the event's; `deal`: from 1; `player`: a name, or "" where nobody in particular did it; `what`: in words;
    `end_sum`: after a play, else None; `points`: written for it, 0 where none were; `why`: "6 + 4 = 10"; `scores`: by
    side, after it; `unsure`: the likeliest of several readings.
    """

    number: int
    deal: int
    player: str
    what: str
    end_sum: int | None
    points: int
    why: str
    scores: tuple[int, ...]
    unsure: bool = False


def score_sheet(match: Match) -> tuple[SheetRow, ...]:
    """Return the score sheet of a match as it stands: plays, passes, draws, calls, deals as counted, adjustments."""
    rows: list[SheetRow] = []
    before = match.history[0].state
    for entry in match.history[1:]:
        rows += _rows(entry, before)
        before = entry.state
    return tuple(rows)


def sheet_csv(match: Match) -> str:
    """Return the score sheet as comma-separated values with a heading; scores by side, lines end in CR LF."""
    out = io.StringIO()
    writer = csv.writer(out)
    sides = [match.state.side_name(side) for side in range(len(match.state.sides))]
    writer.writerow(["event", "deal", "player", "what", "end sum", "points", "why", *sides])
    for row in score_sheet(match):
        end_sum = "" if row.end_sum is None else row.end_sum
        what = f"{row.what}?" if row.unsure else row.what
        writer.writerow([row.number, row.deal, row.player, what, end_sum, row.points, row.why, *row.scores])
    return out.getvalue()


def sheet_text(match: Match) -> str:
    """Return the score sheet to be read by people, a line an event, and how the match stands."""
    state = match.state
    sides = [state.side_name(side) for side in range(len(state.sides))]
    head = ["", "", "", "sum", "points", *sides, "why"]
    lines = [[str(cell) for cell in _cells(row)] for row in score_sheet(match)]
    widths = [max(map(len, column)) for column in zip(head, *lines, strict=True)]
    # The first three columns and the last are words, the others numbers.
    table = [
        "  ".join(
            cell.ljust(width) if place < 3 or place == len(head) - 1 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in [head, *lines]
    ]
    return "\n".join([f"{state.rules.name}{_goal(state.rules)}", "", *table, "", *_standing(state)]) + "\n"


def describe(text: str, rules: Rules | None = None) -> str:
    """Say all there is to say about a text: of a layout its ends, their sum and points by `rules` (All Fives unless
    given), of a match in its text form or JSON the whole score sheet. Raises NotationError, naming the line."""
    if text.lstrip().startswith("{"):
        return sheet_text(match_from_json(text))
    first = next((line.strip() for line in text.splitlines() if line.strip() and not line.startswith(";")), "")
    if first == FORMAT:
        return sheet_text(parse_match(text))
    rules = rules or Rules()
    return "\n".join(_layout_lines(_layout(text, rules), rules)) + "\n"


def _layout(text: str, rules: Rules) -> Layout:
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1:
        raise NotationError(f'line {lines[1][0]}: a layout is one line; a match begins with "{FORMAT}"')
    try:
        return parse_layout(text.strip(), rules.empty_layout())
    except NotationError as error:
        raise NotationError(f"line {lines[0][0] if lines else 1}: {error}") from error


def _layout_lines(layout: Layout, rules: Rules) -> Iterator[str]:
    ends = ", ".join(f"{end.value} ({layout[end.index].tile})" for end in layout.open_ends())
    yield f"open ends: {ends or 'none'}"
    yield f"end sum: {layout.end_sum}"
    worth = points_in_play(layout, rules.in_play, per_pip=rules.per_pip)
    yield f"points: {worth.points}" + (f" ({worth.reason})" if worth.reason else "")
    if len(layout.spinner_candidates) > 1:
        doubles = ", ".join(str(layout[index].tile) for index in layout.spinner_candidates)
        yield f"spinner: not known, one of {doubles}; write * after it"


def _standing(state: State) -> Iterator[str]:
    if any(state.games):
        yield ("games lost: " if state.rules.has_limit else "games: ") + ", ".join(
            f"{state.side_name(side)} {won}" for side, won in enumerate(state.games)
        )
    if any(state.remembered):
        yield "remembered: " + ", ".join(
            f"{state.side_name(side)} {points}" for side, points in enumerate(state.remembered)
        )
    if state.outcome:
        yield state.outcome
    elif state.phase == "playing":
        turn = "not known" if state.turn is None else state.players[state.turn]
        yield f"turn: {turn}; {state.layout.describe_ends()}; end sum: {state.end_sum}"
    if state.missing:
        yield f"missing: {state.missing}"


def _goal(rules: Rules) -> str:
    words = goal(rules)
    return f" {words}" if words.startswith("to ") else f", {words}"


def _cells(row: SheetRow) -> tuple[object, ...]:
    end_sum = "" if row.end_sum is None else row.end_sum
    what = f"{row.what}?" if row.unsure else row.what
    return f"{row.deal}.", row.player, what, end_sum, row.points or "", *row.scores, row.why


def _rows(entry: Entry, before: State) -> Iterator[SheetRow]:
    state, event = entry.state, entry.event

    def row(
        player: int | None, what: str, why: str = "", points: int = 0, end_sum: int | None = None, unsure: bool = False
    ) -> SheetRow:
        name = "" if player is None else state.players[player]
        return SheetRow(entry.number, state.deals, name, what, end_sum, points, why, state.scores, unsure)

    last = state.last
    match event:
        case Play() if last is not None:
            for skipped in last.skipped:
                yield row(skipped, "passed")
            yield row(
                last.player,
                str(last.tile),
                _why(last.reason, last.points, last.credited),
                last.credited,
                state.end_sum,
                last.unsure,
            )
        case Deal():
            return
        case Draw():
            yield row(before.turn if event.player is None else event.player, f"drew {event.tiles}")
        case Pass():
            yield row(before.turn if event.player is None else event.player, "passed")
        case Claim() if last is not None:
            yield row(event.player, "called the points", last.reason, last.credited)
        case PickUp() | TurnOver():
            what = "took back" if isinstance(event, PickUp) else "turned over"
            tile = before.layout[event.index].tile
            yield row(before.turn if event.player is None else event.player, f"{what} {tile}")
        case EndDeal() | CountHand():
            if state.deal_end is not None:
                out = state.went_out
                gains = [points for points in state.awarded if points]
                # Where several sides gain or lose, only their scores tell.
                points = gains[0] if len(gains) == 1 else 0
                yield row(out, "went out" if out is not None else "blocked", state.counted, points)
        case NextGame():
            yield row(None, "next game")
        case Adjustment():
            yield row(event.player, "adjusted", event.reason, event.points)
        case _:
            return


def _why(reason: str, points: int, credited: int) -> str:
    """Why a play scored, and where its points were not written, why not."""
    return reason if points == credited else f"{reason}, not written"
