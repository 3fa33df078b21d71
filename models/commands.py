"""The commands that measure: `fivesight eval` and `bench`. Everything heavy is imported only when one of them runs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from models.evaluate import Onlooker, Outcome
    from vision.explain import Explanation
    from vision.pictures import Picture
    from vision.recogniser import Recogniser, Weights

SAMPLE = Path(__file__).parent.parent / "datasets" / "sample" / "table.jpg"


class BadInput(click.ClickException):
    """Something the person can put right; the message says how. Exit code 2."""

    exit_code = 2


@click.group("eval")
def evaluate() -> None:
    """Measure on labelled data. Runs from a checkout."""


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--tag", help="Only photographs with this tag.")
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@click.option("--annotate", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder for drawings.")
@click.option(
    "--sheet",
    type=click.Path(path_type=Path, dir_okay=False, writable=True),
    help="An HTML page of the mistakes. It holds the photographs: keep it to yourself.",
)
def photos(directory: Path, tag: str | None, as_json: bool, folder: Path | None, sheet: Path | None) -> None:
    """How well the labelled photographs in DIRECTORY are read."""
    from models.evaluate import evaluate_photos, groups_of, load_labels, summary
    from models.mistake_sheet import MistakeSheet
    from models.tables import photos_in_words

    try:
        labels = load_labels(directory, tag)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    page = MistakeSheet()
    onlookers: list[Onlooker] = [page] if sheet else []
    if folder is not None:
        onlookers.append(_drawer(folder))
    outcomes = evaluate_photos(_recogniser(), labels, onlookers)
    if as_json:
        mistakes = {
            outcome.label.name: [str(mistake) for mistake in outcome.mistakes]
            for outcome in outcomes
            if outcome.mistakes
        }
        by = {
            kind: {name: summary(some) for name, some in named.items()} for kind, named in groups_of(outcomes).items()
        }
        click.echo(json.dumps({**summary(outcomes), "by": by, "mistakes": mistakes}, indent=1))
    else:
        click.echo(photos_in_words(outcomes))
    if sheet is not None:
        _write(sheet, page.html())


def _drawer(folder: Path) -> Onlooker:
    """What draws every photograph with mistakes into the folder."""
    from scorer.layout import Layout
    from scorer.spinner import AS_IT_LIES
    from vision.annotate import annotate
    from vision.pictures import save_picture

    def draw(picture: Picture, explanation: Explanation, outcome: Outcome) -> None:
        if outcome.mistakes:
            drawn = annotate(picture, explanation, explanation.view().layout(Layout(AS_IT_LIES)))
            save_picture(folder / f"{outcome.label.name}.jpg", drawn)

    return draw


def _write(path: Path, text: str) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror or error}") from error


@evaluate.command("rules")
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
@click.pass_context
def eval_rules(ctx: click.Context, directory: Path, as_json: bool) -> None:
    """Whether the scorer agrees with the vectors in DIRECTORY. Exit code 1 where it does not."""
    from models.evaluate_rules import evaluate_rules

    try:
        counts = evaluate_rules(directory)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    if as_json:
        click.echo(json.dumps(counts, indent=1))
    else:
        click.echo(f"{counts['passed']} of {counts['vectors']} vectors pass")
        for name in counts["failed"]:
            click.echo(f"failed: {name}")
    ctx.exit(1 if counts["failed"] else 0)


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--loop", is_flag=True, help="Watched from photograph to photograph as at a table, instead of each alone."
)
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
def sequence(directory: Path, loop: bool, as_json: bool) -> None:
    """Which tile each move added, in the photographed games in DIRECTORY."""
    from models.evaluate_sequence import evaluate_sequence, follow_sequence

    try:
        moves = (follow_sequence if loop else evaluate_sequence)(_recogniser(), directory)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    wrong = {move.picture: move.seen for move in moves if not move.right}
    counts = {
        "moves": len(moves),
        "right": len(moves) - len(wrong),
        "laid": sum(move.laid for move in moves),
        "off_board": sum(move.off_board for move in moves),
        "off_board_laid": sum(move.off_board_laid for move in moves),
        "wrong": wrong,
    }
    if as_json:
        click.echo(json.dumps(counts, indent=1))
        return
    click.echo(f"{counts['right']} of {counts['moves']} moves: exactly the added tile was seen")
    click.echo(f"{counts['laid']} of {counts['moves']} added tiles are seen as a part of the layout")
    click.echo(
        f"{counts['off_board']} tiles read off the board, {counts['off_board_laid']} of them as a part of the layout"
    )
    for name, seen in wrong.items():
        click.echo(f"{name}: {seen}")


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--stills", is_flag=True, help="Every settled frame on its own, instead of play by play.")
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
def films(directory: Path, stills: bool, as_json: bool) -> None:
    """How well the games filmed in DIRECTORY are followed: plays right, asked about, wrong, missed and phantom."""
    from models.evaluate_films import evaluate_stills, stills_counts
    from models.follow_films import evaluate_films
    from models.tables import films_in_words

    try:
        counts = stills_counts(evaluate_stills(_recogniser(), directory)) if stills else None
        counts = counts or evaluate_films(_recogniser(), directory)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    click.echo(json.dumps(counts, indent=1) if as_json else films_in_words(counts))


@evaluate.command()
@click.option("--scenes", default=200, type=click.IntRange(1, 10_000), show_default=True)
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
@click.option("--annotate", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder for drawings.")
def clutter(scenes: int, as_json: bool, folder: Path | None) -> None:
    """How many tiles are invented in drawn scenes of things that are none and that no training has shown."""
    from models.evaluate_clutter import evaluate_clutter
    from vision.annotate import annotate
    from vision.pictures import save_picture

    def draw(scene: int, picture: Picture, explanation: Explanation) -> None:
        if folder is not None:
            save_picture(folder / f"scene{scene:04}.jpg", annotate(picture, explanation))

    invented = evaluate_clutter(_recogniser(), scenes, draw)
    on = dict(Counter(tile.thing for tile in invented).most_common())
    if as_json:
        told = [str(tile) for tile in invented]
        counts = {"scenes": scenes, "invented": len(invented), "on": on, "mistakes": told}
        click.echo(json.dumps(counts, indent=1))
        return
    click.echo(f"{len(invented)} tiles invented in {scenes} scenes without one")
    click.echo(", ".join(f"{name} {count}" for name, count in on.items()))
    for tile in invented:
        click.echo(str(tile))


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--write", "document", type=click.Path(path_type=Path, dir_okay=False), help="The file; its remarks are kept."
)
def report(directory: Path, document: Path | None) -> None:
    """All figures of the photos, films and sequence in DIRECTORY as one document in Markdown, with every mistake."""
    from models.accuracy import accuracy_document, remarks_in

    try:
        remarks = remarks_in(document) if document else ""
        text = accuracy_document(_recogniser(), _weights(), directory, remarks)
    except (OSError, ValueError) as error:
        raise BadInput(str(error)) from error
    if document is None:
        click.echo(text, nl=False)
    else:
        _write(document, text)


@click.command()
@click.option(
    "--json", "as_json", is_flag=True, help="The figures as JSON, those of the last number of threads on top."
)
@click.option("--threads", type=click.IntRange(1, 64), help="Default: 1, and then 2.")
@click.option("--rounds", default=30, type=click.IntRange(3, 1000), show_default=True, help="Of which the median.")
def bench(as_json: bool, threads: int | None, rounds: int) -> None:
    """How long reading a fixed 1280x720 picture of 20 tiles takes, against the bare networks on the same tensors.

    Against Ultralytics' own predict with the same weights, too, where it is installed. And how long the scorer takes,
    against a fixed loop of the same run. Runs from a checkout.
    """
    from models.bench_scorer import scorer_bench
    from models.bench_ultralytics import ultralytics_rival
    from models.tables import bench_in_words
    from vision.bench import measure
    from vision.pictures import load_picture

    picture = load_picture(SAMPLE)
    by_threads = {}
    for count in (threads,) if threads else (1, 2):
        rival = ultralytics_rival(_weights().detector.with_suffix(".pt"), count)
        by_threads[count] = measure(_recogniser(count), picture, rounds, rival)
        by_threads[count]["ultralytics_ms"] = by_threads[count].pop("rival_ms")
    scorer = {name: round(value, 4) for name, value in scorer_bench().items()}
    if as_json:
        last = max(by_threads)
        click.echo(
            json.dumps({**by_threads[last], "threads": last, "by_threads": by_threads, "scorer": scorer}, indent=1)
        )
    else:
        click.echo(bench_in_words(by_threads, scorer))


def _weights() -> Weights:
    from vision.recogniser import Weights

    return Weights.in_folder(Path(__file__).parent)


def _recogniser(threads: int = 2) -> Recogniser:
    from vision.recogniser import Recogniser

    return Recogniser(_weights(), threads)
