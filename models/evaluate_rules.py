"""Runs the scoring vectors of the rule book (its section 6) through the scorer and reports which pass."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

from scorer.deal_end import HandEnd, Hands, count_hands, singles
from scorer.ends import OpenEnd
from scorer.events import Claim, Draw, EndDeal, Event, Pass, Play
from scorer.layout import IllegalPlay, Layout, Place, Side, SpinnerProfile
from scorer.ledger import Ledger, enter
from scorer.match import Match, State, next_opener
from scorer.rules import Rules
from scorer.scores import won
from scorer.scoring import Scheme, points_in_play
from scorer.tiles import Tile

Vector = dict[str, Any]

_NEEDED = ("layouts", "hand_ends")
_IF_PRESENT = ("games", "ledgers")
_PENALTIES = HandEnd(direction="losers_record")


def evaluate_rules(directory: Path) -> dict[str, Any]:
    """Run the vectors of a directory: layouts.json and hand_ends.json, and games.json and ledgers.json if present.

    Returns {"vectors": how many were run, "passed": how many of them passed, "failed": their ids}. Raises
    FileNotFoundError for a missing directory or file and ValueError for one that holds no vectors; both say what to do.
    """
    if not directory.is_dir():
        raise FileNotFoundError(f"there is no directory {directory}: give the one that holds layouts.json")
    files = {kind: directory / f"{kind}.json" for kind in (*_NEEDED, *_IF_PRESENT)}
    checks = {
        "layouts": layout_passes,
        "hand_ends": hand_end_passes,
        "games": game_passes,
        "ledgers": ledger_passes,
    }
    failed: list[str] = []
    count = 0
    for kind, path in files.items():
        if kind in _IF_PRESENT and not path.is_file():
            continue
        for vector in _read(path):
            count += 1
            if not _passes(checks[kind], vector):
                failed.append(vector["id"])
    return {"vectors": count, "passed": count - len(failed), "failed": failed}


def _passes(check: Callable[[Vector], bool], vector: Vector) -> bool:
    try:
        return check(vector)
    except (IndexError, KeyError, TypeError, ValueError):
        return False


def _read(path: Path) -> list[Vector]:
    if not path.is_file():
        raise FileNotFoundError(f"there is no file {path}: the vectors need it")
    try:
        vectors = json.loads(path.read_text(encoding="utf-8"))
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is not JSON: {error}") from error
    if not isinstance(vectors, list) or not all(isinstance(vector, dict) and "id" in vector for vector in vectors):
        raise ValueError(f"{path} holds no vectors: expected a list of objects, each with an id")
    return vectors


def layout_passes(vector: Vector) -> bool:
    """Lay the tiles of one layout vector; return whether every state and every refusal is as expected."""
    layout = Layout(
        SpinnerProfile(**vector["spinner"]),
        vector["match"],
        vector["max_pip"],
        vector.get("allow_ring", False),
        vector.get("matador_crosswise") == "both_values",
    )
    # Vectors count every tile that was laid, also one picked up again.
    index_of: list[int] = []
    for placement, expect in zip(vector["placements"], vector["expect"], strict=True):
        try:
            after = _placed(layout, placement, index_of)
        except IllegalPlay:
            if not expect.get("error"):
                return False
        else:
            if expect.get("error"):
                return False
            if "remove" not in placement:
                index_of.append(after.placed[-1].index)
            layout = after
        if not _stands(layout, expect, index_of):
            return False
    return True


def _placed(layout: Layout, placement: Vector, index_of: list[int]) -> Layout:
    if "remove" in placement:
        return layout.pick_up(index_of[placement["remove"]])

    def place(where: Vector | None) -> Place | None:
        return None if where is None else (index_of[where["tile"]], Side(where["side"]))

    return layout.place(
        Tile(*placement["tile"]),
        place(placement["at"]),
        Side(placement["join"]) if placement["join"] else None,
        across=placement["orient"] == "across" if "orient" in placement else None,
        face_down=placement.get("face_down", False),
        also_at=place(placement.get("also_at")),
    )


def _stands(layout: Layout, expect: Vector, index_of: list[int]) -> bool:
    """Return whether a layout is what a vector expects; sides as good as each other may be swapped."""
    ends = layout.open_ends()
    if sorted(end.value for end in ends) != expect["open_values"]:
        return False
    wanted = sorted(
        (index_of[end["tile"]], _kind(end["side"]), end["value"], tuple(end.get("needs", ())))
        for end in expect["open_ends"]
    )
    if sorted(_described(end, needs=layout.match == "sum7") for end in ends) != wanted:
        return False
    if "counted" in expect:
        counted = {index_of[end["tile"]]: end["pips"] for end in expect["counted"]}
        if {end.index: end.pips for end in layout.counted_ends()} != counted:
            return False
    if "end_sum" in expect and layout.end_sum != expect["end_sum"]:
        return False
    return all(_points(layout, scheme) == points for scheme, points in expect.get("points", {}).items())


def _described(end: OpenEnd, *, needs: bool) -> tuple[int, str, int, tuple[int, ...]]:
    return end.index, _kind(end.side), end.value, end.needs if needs else ()


def _kind(side: str) -> str:
    return side if side.startswith("end") else side.partition("-")[0]


def _points(layout: Layout, scheme: str) -> int:
    if scheme not in get_args(Scheme):
        raise ValueError(f"there is no scoring called {scheme!r}")
    return points_in_play(layout, scheme).points  # type: ignore[arg-type]


def hand_end_passes(vector: Vector) -> bool:
    """Count the hands of one hand-end vector; return whether pips, winner and awards are as expected."""
    hands = tuple(_tiles(hand) for hand in vector["hands"])
    teams = vector["teams"]
    left = Hands(
        hands,
        singles(len(hands)) if teams is None else tuple(map(tuple, teams)),
        _tiles(vector["boneyard"]),
        vector["went_out"],
        vector["last_to_play"],
        None if vector["game_scores"] is None else tuple(vector["game_scores"]),
    )
    counted = count_hands(HandEnd(**vector["rule"]), left, vector["how"])
    expect = vector["expect"]
    found = {
        "pips": list(counted.pips),
        "side_pips": list(counted.side_pips),
        "winner": counted.winner,
        "awards": list(counted.awards),
    }
    return all(found[name] == expect[name] for name in found)


def ledger_passes(vector: Vector) -> bool:
    """Enter the deals of one ledger vector; return whether what is written, remembered and lost is as expected."""
    options, sides = vector["options"], vector["sides"]
    rules = Rules(target=options["limit"], exceed=True, hand_end=_PENALTIES, ledger=_ledger(options))
    state = Match.start([f"side {side + 1}" for side in range(sides)], rules).state
    for deal in vector["deals"]:
        entries = enter(rules.ledger, state.scores, state.remembered, deal["points"], deal["winner"])
        scores = tuple(score + written for score, written in zip(state.scores, entries.written, strict=True))
        state = won(replace(state, phase="deal over", scores=scores, remembered=entries.remembered))
        if not _is_entered(state, deal["expect"]):
            return False
    return True


def _ledger(options: Vector) -> Ledger:
    return Ledger(options["threshold"] or 0, options.get("flush", "deal"), options.get("until_first", False))


def _is_entered(state: State, expect: Vector) -> bool:
    found = {"recorded": state.scores, "remembered": state.remembered, "losers": state.losers}
    return all(list(found[name]) == expect[name] for name in found)


def game_passes(vector: Vector) -> bool:
    """Play one game vector; return whether every score, bonus and opener and the end are as expected."""
    given = vector["rules"]
    teams = given.get("teams")
    names = [f"player {number + 1}" for number in range(given["players"])]
    match = Match.start(names, _rules(vector["name"], given), None if teams is None else tuple(map(tuple, teams)))
    if not all(_deal_passes(match, deal) for deal in vector["hands"]):
        return False
    final, state = vector["final"], match.state
    ends = {"winners": [state.winner], "losers": list(state.losers)}
    over = final["over"] or {"winners": [None], "losers": []}
    return list(state.scores) == final["scores"] and all(ends[name] == told for name, told in over.items())


def _rules(name: str, given: Vector) -> Rules:
    penalties = given["hand_end_rule"]["direction"] == "losers_record"
    rules = Rules(
        name=name,
        match=given.get("match", "equal"),
        max_pips=given.get("max_pip", 6),
        allow_ring=given.get("allow_ring", False),
        per_pip=given.get("per_pip", False),
        spinner=SpinnerProfile(**given["spinner"]),
        in_play=given["in_play"],
        hand_end=HandEnd(**given["hand_end_rule"]),
        target=given["target"],
        # A limit is passed, a target reached.
        exceed=given.get("exceed", penalties),
        exact=given.get("exact", False),
        muggins="steal" if given.get("muggins") else "off",
        ends=given["ends"],
        draw=given["draw"],
        reserve=given.get("reserve", 0),
        opening="lot_then_left" if given["opening"] == "rotate" else given["opening"],
    )
    if "goat" not in given:
        return rules
    goat = given["goat"]
    # In goat the lowest double opens the first deal only; later who won the last one does.
    opening = "lowest_double_then_winner" if rules.opening == "lowest_double" else rules.opening
    return replace(rules, ledger=_ledger(goat), target=goat["limit"], opening=opening)


def _deal_passes(match: Match, deal: Vector) -> bool:
    if deal["opener"] not in _openers(match.state, deal["dealt"]):
        return False
    match.deal(deal["opener"])
    for event in deal["events"]:
        state = match.record(_event(event))
        if "muggins_by" in event:
            state = match.record(Claim(event["muggins_by"]))
        if "scores" in event and list(state.scores) != event["scores"]:
            return False
        if event["action"] == "play" and not _scored(state, event):
            return False
    end = deal["end"]
    if end["how"] != "target":
        hands = tuple(_tiles(hand) for hand in end["hands_left"])
        match.record(EndDeal(end["how"], hands, end["went_out"], _tiles(end["stock_left"])))
    counted = match.state.deal_end
    if counted is not None and (list(counted.awards) != end["awards"] or counted.winner != end["winner"]):
        return False
    if "recorded" in end and not _is_entered(match.state, end):
        return False
    if counted is not None and "credited" in end and list(match.state.awarded) != end["credited"]:
        return False
    return bool(list(match.state.scores) == end["scores"])


def _openers(state: State, dealt: list[list[list[int]]]) -> set[int]:
    """Return who may open: whom the rules name, and where the lowest double does, too, its holder."""
    named = next_opener(state)
    if named is None:
        return set(range(len(state.players)))
    if state.rules.opening != "lowest_double_then_winner":
        return {named}
    # That of a table where the lowest double opens every deal.
    doubles = [(tile[0], player) for player, hand in enumerate(dealt) for tile in hand if tile[0] == tile[1] > 0]
    return {named, *(player for _, player in sorted(doubles)[:1])}


def _scored(state: State, event: Vector) -> bool:
    """Return whether the last play was worth what the vector says, and went to whom it says."""
    last = state.last
    if last is None or (state.end_sum, last.points) != (event["end_sum"], event["gain"]):
        return False
    if not event["gain"]:
        return True
    side = None if event["to"] is None else state.side_of(event["to"])
    return (last.to, last.credited) == (side, event["credited"])


def _event(event: Vector) -> Event:
    player = event["player"]
    if event["action"] == "draw":
        return Draw(player)
    if event["action"] == "pass":
        return Pass(player)
    return Play(
        Tile(*event["tile"]),
        _place(event["at"]),
        Side(event["join"]) if event["join"] else None,
        player,
        across=event["orient"] == "across" if "orient" in event else None,
        face_down=event.get("face_down", False),
        also_at=_place(event.get("also_at")),
        claimed=event.get("claimed", True),
    )


def _place(where: Vector | None) -> Place | None:
    return None if where is None else (where["tile"], Side(where["side"]))


def _tiles(pairs: Iterable[list[int]]) -> tuple[Tile, ...]:
    return tuple(Tile(*pair) for pair in pairs)
