"""The figures of an evaluation as text for people."""

from __future__ import annotations

from typing import Any

from models.evaluate import Outcome, groups_of, rates_of, summary

_NAMES = {
    "recall": "tiles found",
    "precision": "finds that are tiles",
    "half_accuracy": "halves right, of found tiles",
    "tile_accuracy": "tiles right, of found ones",
    "tiles_right": "tiles right, of all",
    "photos_all_right": "photographs all right",
}


def photos_in_words(outcomes: list[Outcome]) -> str:
    """All figures with their 95 % intervals, the same by source and by tag, and every mistake."""
    lines = [_headline(outcomes), ""]
    for title, groups in groups_of(outcomes).items():
        lines.append(f"{title:<28}photos tiles  found   right   precision  all right")
        lines += [_row(name, members) for name, members in groups.items()]
        lines.append("")
    for outcome in outcomes:
        lines += [f"{outcome.label.name}: {mistake}" for mistake in outcome.mistakes]
    return "\n".join(lines)


def _headline(outcomes: list[Outcome]) -> str:
    facts = summary(outcomes)
    lines = [f"{facts['photos']} photographs, {facts['tiles']} tiles (95 % Wilson intervals)"]
    lines += [f"{_NAMES[name]:<30}{rate}" for name, rate in rates_of(outcomes).items()]
    if facts["layouts"]:
        lines.append(f"{'joins F1':<30}{100 * facts['joins_f1']:.1f} % of {facts['joins']} joins")
        lines.append(f"{'end sums exact':<30}{facts['end_sums_exact']} of {facts['end_sums']}")
    if facts["mean_iou"] is not None:
        lines.append(f"{'mean IoU of found tiles':<30}{facts['mean_iou']:.3f}")
    return "\n".join(lines)


def _row(name: str, members: list[Outcome]) -> str:
    facts = summary(members)

    def percent(key: str) -> str:
        return "-" if facts[key] is None else f"{100 * facts[key]:.1f} %"

    return (
        f"{name[:27]:<28}{facts['photos']:>6}{facts['tiles']:>6}  {percent('recall'):>7} {percent('tiles_right'):>7}"
        f"  {percent('precision'):>8} {percent('photos_all_right'):>10}"
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
