"""The figures of an evaluation as text for people: on the terminal, and as tables of a document."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from models.evaluate import Outcome, groups_of, kind_of_tag, rates_of, summary
from models.statistics import Rate

NAMES = {
    "recall": "tiles found",
    "precision": "finds that are tiles",
    "half_accuracy": "halves right, of found tiles",
    "tile_accuracy": "tiles right, of found ones",
    "tiles_right": "tiles right, of all",
    "photos_all_right": "photographs with all tiles right",
}


def photos_in_words(outcomes: list[Outcome]) -> str:
    """All figures with their 95 % intervals, the same by source and by tag, and every mistake."""
    lines = [_headline(outcomes), ""]
    for title, groups in grouped(outcomes).items():
        lines.append(f"{title:<28}photos tiles  found   right   precision  all right   IoU")
        lines += [_row(name, members) for name, members in groups.items()]
        lines.append("")
    for outcome in outcomes:
        lines += [f"{outcome.label.name}: {mistake}" for mistake in outcome.mistakes]
    return "\n".join(lines)


def grouped(outcomes: list[Outcome]) -> dict[str, dict[str, list[Outcome]]]:
    """The outcomes by source, tile style, kind of scene, and what else is said of the picture."""
    by = groups_of(outcomes)
    kinds: dict[str, dict[str, list[Outcome]]] = {"tile style": {}, "kind of scene": {}, "picture": {}}
    for tag, members in by["tag"].items():
        kinds[kind_of_tag(tag)][tag] = members
    return {"source": by["source"], **kinds}


def _headline(outcomes: list[Outcome]) -> str:
    facts = summary(outcomes)
    lines = [f"{facts['photos']} photographs, {facts['tiles']} tiles (95 % Wilson intervals)"]
    lines += [f"{NAMES[name]:<30}{rate}" for name, rate in rates_of(outcomes).items()]
    if facts["layouts"]:
        low, high = facts["intervals"]["joins_f1"]
        f1 = "-" if facts["joins_f1"] is None else f"{100 * facts['joins_f1']:.1f} %"
        lines.append(f"{'joins F1':<30}{f1} ({100 * low:.1f}-{100 * high:.1f}) of {facts['joins']} joins")
        lines.append(f"{'end sums exact':<30}{facts['end_sums_exact']} of {facts['end_sums']}")
    if facts["mean_iou"] is not None:
        lines.append(f"{'mean IoU of found tiles':<30}{facts['mean_iou']:.3f}")
    return "\n".join(lines)


def _row(name: str, members: list[Outcome]) -> str:
    facts = summary(members)

    def percent(key: str) -> str:
        return "-" if facts[key] is None else f"{100 * facts[key]:.1f} %"

    overlap = "-" if facts["mean_iou"] is None else f"{facts['mean_iou']:.3f}"
    return (
        f"{name[:27]:<28}{facts['photos']:>6}{facts['tiles']:>6}  {percent('recall'):>7} {percent('tiles_right'):>7}"
        f"  {percent('precision'):>8} {percent('photos_all_right'):>10}  {overlap:>6}"
    )


def films_in_words(counts: dict[str, Any]) -> str:
    """The counts of an evaluation of films, a line a film, all together last, and every mistake."""
    total = {name: value for name, value in counts.items() if name != "by_film"}
    lines = []
    for name, facts in {**counts["by_film"], "all": total}.items():
        figures = {key: value for key, value in facts.items() if key != "mistakes" and value is not None}
        lines.append(f"{name}: " + ", ".join(f"{key} {value:.4g}" for key, value in figures.items()))
        lines += [f"  {mistake}" for mistake in facts.get("mistakes", [])]
    return "\n".join(lines)


def bench_in_words(by_threads: dict[int, dict[str, Any]], scorer: dict[str, float]) -> str:
    """What `vision.bench.measure` gave for so many threads, and the scorer's figures."""
    rows: dict[str, Callable[[dict[str, Any]], str]] = {
        "read, seen for the first time": lambda figures: f"{figures['read_ms']:.0f} ms",
        "  the bare networks": lambda figures: f"{figures['bare_ms']:.0f} ms",
        "  times the bare networks": lambda figures: f"{figures['ratio']:.2f}",
        "read again, after a play": lambda figures: f"{figures['again_ms']:.0f} ms",
        "detect": lambda figures: f"{figures['stages_ms']['detect']:.0f} ms",
        "  Ultralytics' predict": lambda figures: _milliseconds(figures["ultralytics_ms"]),
        "read pips": lambda figures: f"{figures['stages_ms']['read pips']:.0f} ms",
        "explain": lambda figures: f"{figures['stages_ms']['explain']:.0f} ms",
    }
    some = next(iter(by_threads.values()))
    looks = " and ".join(str(side) for side in some["looks"])
    lines = [f"{some['tiles']} tiles, looked for at {looks} px", ""]
    lines.append(f"{'threads':<30}" + "".join(f"{count:>16}" for count in by_threads))
    for name, told in rows.items():
        lines.append(f"{name:<30}" + "".join(f"{told(figures):>16}" for figures in by_threads.values()))
    lines += [
        "",
        f"scorer: folding 500 events {scorer['fold']:.2f}, adding one {scorer['append']:.4f} of a fixed loop of "
        f"{scorer['loop_ms']:.0f} ms; an event on disk {scorer['stored_ms']:.1f} ms",
    ]
    return "\n".join(lines)


def _milliseconds(value: float | None) -> str:
    return "not installed" if value is None else f"{value:.0f} ms"


def table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def short(rate: Rate) -> str:
    """A rate with its interval, for a narrow column: in percent, without the counts."""
    if not rate.count:
        return "-"
    low, high = rate.interval
    return f"{100 * rate.hits / rate.count:.1f} ({100 * low:.0f}-{100 * high:.0f})"
