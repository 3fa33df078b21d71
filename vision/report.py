"""What a picture showed, counted by the rules of a game: for the terminal and as JSON."""

from __future__ import annotations

from typing import Any

from scorer.layout import Layout
from scorer.notation import layout_text
from scorer.rules import Rules
from scorer.scoring import points_in_play
from scorer.tiles import Tile
from vision.annotate import DOUBT_BELOW
from vision.explain import ExplainedTile, Explanation

# Less likely readings are not offered beside a likelier one.
_WORTH_TELLING = 0.01


def report(explanation: Explanation, rules: Rules) -> dict[str, Any]:
    """Everything of one picture as plain JSON values.

    `layout`: its text form. `counts`: one entry for each double that may be the spinner and would count differently
    ({spinner, end_sum, points, reason}), just one where it makes no difference. `spinner_candidates`: those doubles.
    `open_ends`: {tile, value}. `doubtful`: tiles with a reading below 0.9 and what else they may be. `apart`: tiles
    that do not belong to the layout. `unseen`: sentences on what of it cannot be seen. `tiles`: all of them with
    quads in pixels.
    """
    view = explanation.view()
    layout = view.layout(rules.empty_layout())
    candidates = [] if rules.spinner.which == "none" else list(layout.spinner_candidates)
    options = [view.layout(rules.empty_layout(), spinner) for spinner in candidates] or [layout]
    doubtful = [tile for tile in explanation.tiles if tile.probability < DOUBT_BELOW]
    apart = [tile for index, tile in enumerate(explanation.tiles) if index not in explanation.layout]
    return {
        "game": rules.name,
        "tiles_seen": len(explanation.tiles),
        "layout": layout_text(options[0] if len(options) == 1 else layout),
        "spinner_candidates": [str(layout[index].tile) for index in candidates],
        "open_ends": [{"tile": str(layout[end.index].tile), "value": end.value} for end in options[0].open_ends()],
        "counts": _counts(options, rules),
        "doubtful": [_doubt(tile) for tile in doubtful],
        "apart": [_name(tile) for tile in apart],
        "unseen": list(explanation.unseen),
        "tiles": [_as_json(tile, index in explanation.layout) for index, tile in enumerate(explanation.tiles)],
        "plane_error": round(explanation.plane.error, 4) if explanation.plane else None,
    }


def in_words(facts: dict[str, Any]) -> str:
    """The report for a person, a few lines."""
    if not facts["tiles_seen"]:
        return "no tiles on the table"
    lines = []
    if facts["layout"]:
        lines.append(f"layout     {facts['layout']}")
        if facts["spinner_candidates"]:
            several = len(facts["spinner_candidates"]) > 1
            names = " or ".join(facts["spinner_candidates"])
            lines.append(f"spinner    {names}{' (a picture does not tell which was laid first)' if several else ''}")
        ends = ", ".join(f"{end['value']} (of {end['tile']})" for end in facts["open_ends"])
        lines.append(f"open ends  {ends or 'none'}")
        for count in facts["counts"]:
            which = f" if {count['spinner']} is the spinner" if len(facts["counts"]) > 1 else ""
            lines.append(f"end sum    {count['reason'] or count['end_sum']}{which}")
            lines.append(f"points     {count['points']} in {facts['game']}{which}")
    else:
        lines.append("no layout: the tiles lie apart")
    if facts["apart"]:
        lines.append(f"apart      {' '.join(facts['apart'])}")
    lines += [f"unseen     {told}" for told in facts["unseen"]]
    for doubt in facts["doubtful"]:
        others = ", ".join(f"{other['tile']} ({other['probability']:.0%})" for other in doubt["others"])
        lines.append(f"doubtful   {doubt['tile']} ({doubt['probability']:.0%}), else {others}")
    return "\n".join(lines)


def _counts(options: list[Layout], rules: Rules) -> list[dict[str, Any]]:
    counts: list[dict[str, Any]] = []
    for layout in options:
        points = points_in_play(layout, rules.in_play, per_pip=rules.per_pip)
        count = {"end_sum": layout.end_sum, "points": points.points, "reason": points.reason}
        if not any(count.items() <= other.items() for other in counts):
            spinner = layout.spinner
            counts.append({**count, "spinner": None if spinner is None else str(layout[spinner].tile)})
    return counts


def _name(tile: ExplainedTile) -> str:
    return str(Tile(tile.a, tile.b))


def _doubt(tile: ExplainedTile) -> dict[str, Any]:
    others: dict[str, float] = {}
    for (a, b), probability in tile.others:
        name = str(Tile(a, b))
        others[name] = others.get(name, 0.0) + probability
    others.pop(_name(tile), None)
    ranked = sorted(others.items(), key=lambda item: -item[1])[:2]
    ranked = [item for item in ranked if item[1] >= _WORTH_TELLING] or ranked[:1]
    return {
        "tile": _name(tile),
        "probability": round(tile.probability, 4),
        "others": [{"tile": name, "probability": round(probability, 4)} for name, probability in ranked],
    }


def _as_json(tile: ExplainedTile, of_layout: bool) -> dict[str, Any]:
    return {
        "a": tile.a,
        "b": tile.b,
        "probability": round(tile.probability, 4),
        "quad": [[round(float(x), 1), round(float(y), 1)] for x, y in tile.sighting.quad],
        "of_layout": of_layout,
    }
