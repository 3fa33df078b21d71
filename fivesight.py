"""The front door: the command line. Thin on purpose; every room is imported only when a command needs it."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from scorer.keeper import Keeper
    from scorer.rules import Rules
    from vision.loop import Watcher
    from vision.recogniser import Recogniser

ROOT = Path(__file__).parent
WEIGHTS = ROOT / "models"
SAMPLE = ROOT / "datasets" / "sample"
DEFAULT_PORT = 8000
DEMO_PLAYERS = ("Ana", "Ben")


class BadInput(click.ClickException):
    """Something the person can put right; the message says how. Exit code 2."""

    exit_code = 2


class _Doors(click.Group):
    """Turns the rooms' own errors into messages instead of tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except _own_errors() as error:
            raise BadInput(str(error)) from error


def _own_errors() -> tuple[type[Exception], ...]:
    from vision.errors import VisionError
    from web.server import PortInUse

    return VisionError, PortInUse


@click.group(cls=_Doors, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fivesight")
def main() -> None:
    """Fivesight watches a table where people play dominoes, and keeps the score."""


@main.command()
@click.argument("pictures", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--game", default="All Fives", help="The game whose rules count the ends.")
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON.")
@click.option("--annotate", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder for drawings.")
@click.option("--set", "highest", type=click.IntRange(1, 12), help="Highest half of the set. Default: told by itself.")
@click.pass_context
def read(
    ctx: click.Context, pictures: tuple[Path, ...], game: str, as_json: bool, folder: Path | None, highest: int | None
) -> None:
    """Read PICTURES of tables: the layout, its spinner, its open ends, their sum and points."""
    from vision.annotate import annotate
    from vision.errors import PictureError
    from vision.pictures import load_picture, save_picture
    from vision.report import in_words, report

    rules = _rules(game)
    recogniser = _recogniser()
    facts, failed = [], False
    for path in pictures:
        try:
            picture = load_picture(path)
        except PictureError as error:
            click.echo(f"Error: {error}", err=True)
            failed = True
            continue
        explanation = recogniser.explain(picture, highest)
        facts.append({"picture": str(path), **report(explanation, rules)})
        if folder is not None:
            drawn = annotate(picture, explanation, explanation.view().layout(rules.empty_layout()))
            save_picture(folder / f"{path.stem}.jpg", drawn)
        if not as_json:
            click.echo((f"{path}\n" if len(pictures) > 1 else "") + in_words(facts[-1]))
    if as_json:
        click.echo(json.dumps(facts if len(pictures) > 1 else (facts[0] if facts else None), indent=1))
    if failed:
        ctx.exit(BadInput.exit_code)


@main.group("eval")
def evaluate() -> None:
    """Measure on labelled data. Runs from a checkout."""


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--tag", help="Only photographs with this tag.")
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@click.option("--annotate", "folder", type=click.Path(path_type=Path, file_okay=False), help="Folder for drawings.")
def photos(directory: Path, tag: str | None, as_json: bool, folder: Path | None) -> None:
    """How well the labelled photographs in DIRECTORY are read."""
    from models.evaluate import evaluate_photos, groups_of, load_labels, summary
    from models.tables import photos_in_words

    try:
        labels = load_labels(directory, tag)
    except (FileNotFoundError, ValueError) as error:
        raise BadInput(str(error)) from error
    outcomes = evaluate_photos(_recogniser(), labels, folder)
    if as_json:
        mistakes = {outcome.label.name: outcome.mistakes for outcome in outcomes if outcome.mistakes}
        by = {
            kind: {name: summary(some) for name, some in named.items()} for kind, named in groups_of(outcomes).items()
        }
        click.echo(json.dumps({**summary(outcomes), "by": by, "mistakes": mistakes}, indent=1))
    else:
        click.echo(photos_in_words(outcomes))


@evaluate.command("rules")
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
@click.pass_context
def eval_rules(ctx: click.Context, directory: Path, as_json: bool) -> None:
    """Whether the scorer agrees with the vectors in DIRECTORY. Exit code 1 where it does not."""
    from models.evaluate_rules import evaluate_rules

    try:
        counts = evaluate_rules(directory)
    except (FileNotFoundError, ValueError) as error:
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
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
def sequence(directory: Path, as_json: bool) -> None:
    """Which tile each move added, in the photographed games in DIRECTORY."""
    from models.evaluate_sequence import evaluate_sequence

    try:
        moves = evaluate_sequence(_recogniser(), directory)
    except (FileNotFoundError, ValueError) as error:
        raise BadInput(str(error)) from error
    wrong = {move.picture: move.seen for move in moves if not move.right}
    if as_json:
        click.echo(json.dumps({"moves": len(moves), "right": len(moves) - len(wrong), "wrong": wrong}, indent=1))
        return
    click.echo(f"{len(moves) - len(wrong)} of {len(moves)} moves: exactly the added tile was seen")
    for name, seen in wrong.items():
        click.echo(f"{name}: {seen}")


@evaluate.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--stills", is_flag=True, required=True, help="Every settled frame on its own.")
@click.option("--json", "as_json", is_flag=True, help="The counts as JSON.")
def films(directory: Path, stills: bool, as_json: bool) -> None:
    """How well the films in DIRECTORY are read."""
    from models.evaluate_films import evaluate_stills, stills_summary

    try:
        by_film = evaluate_stills(_recogniser(), directory)
    except (FileNotFoundError, ValueError) as error:
        raise BadInput(str(error)) from error
    total = stills_summary([still for some in by_film.values() for still in some])
    each = {name: stills_summary(some) for name, some in by_film.items()}
    if as_json:
        click.echo(json.dumps({**total, "by_film": each}, indent=1))
        return
    for name, counts in {**each, "all": total}.items():
        facts = ", ".join(f"{key} {value:.4g}" for key, value in counts.items() if value is not None)
        click.echo(f"{name}: {facts}")
    for name, some in by_film.items():
        for still in some:
            for mistake in still.mistakes:
                click.echo(f"{name} {still.name}: {mistake}")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@click.option("--threads", default=2, type=click.IntRange(1, 64), show_default=True)
@click.option("--rounds", default=30, type=click.IntRange(3, 1000), show_default=True, help="Of which the median.")
def bench(as_json: bool, threads: int, rounds: int) -> None:
    """How long reading a fixed 1280x720 picture of 20 tiles takes, against the bare networks on the same tensors."""
    from vision.bench import measure
    from vision.pictures import load_picture
    from vision.recogniser import Recogniser, Weights

    recogniser = Recogniser(Weights.in_folder(WEIGHTS), threads)
    figures = measure(recogniser, load_picture(SAMPLE / "table.jpg"), rounds)
    figures["threads"] = threads
    if as_json:
        click.echo(json.dumps(figures, indent=1))
        return
    for name, milliseconds in figures["stages_ms"].items():
        click.echo(f"{name:<10} {milliseconds:7.1f} ms")
    click.echo(
        f"read       {figures['read_ms']:7.1f} ms, {figures['ratio']:.2f} x the bare networks' "
        f"{figures['bare_ms']:.1f} ms, {threads} threads, {figures['tiles']} tiles"
    )


@main.command()
@click.option("--once", is_flag=True, help="Without a page, as fast as it can; exit code 0 only if the score is right.")
@click.option("--port", default=DEFAULT_PORT, type=click.IntRange(0, 65535), show_default=True)
@click.pass_context
def demo(ctx: click.Context, once: bool, port: int) -> None:
    """Follow the sample film of a deal, on the dashboard."""
    from scorer.keeper import Keeper
    from scorer.match import Match
    from vision.loop import Watcher
    from vision.sources import open_source

    try:
        truth = json.loads((SAMPLE / "deal.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(
            "the sample film is not part of an installation: run this in a clone of the repository"
        ) from None
    match = Match.start(DEMO_PLAYERS, _rules(truth["rules"]))
    match.deal(opener=truth["plays"][0]["player"])
    keeper = Keeper(match)
    source = open_source(str(SAMPLE / "deal.mp4"))
    watcher = Watcher(source, _recogniser(), keeper.look, truth["set"]["highest"], paced=not once)

    def follow() -> None:
        watcher.run()
        # Nobody shows a hand to this film's camera: what was left in them is told, as a person at the table would.
        keeper.finish_deal("domino", tuple(truth["hand_pips"]), went_out=truth["winner"])

    if not once:
        _serve(keeper, watcher, follow, "127.0.0.1", port)
        return
    follow()
    state = keeper.state().match
    for play in state.plays:
        click.echo(f"{state.players[play.player]} {play.tile}: {play.reason}, {play.points} points")
    expected = [gained + bonus for gained, bonus in zip(truth["scores"], truth["bonus"], strict=True)]
    click.echo(f"final score {list(state.scores)}, the film's {expected}")
    ctx.exit(0 if list(state.scores) == expected and len(state.plays) == len(truth["plays"]) else 1)


@main.command()
@click.option("--source", default="0", show_default=True, help="A camera's number, a stream, a film or a folder.")
@click.option("--game", default="All Fives", show_default=True)
@click.option(
    "--players", default="Player 1,Player 2", show_default=True, help="In the order of turns; the first opens."
)
@click.option("--lan", is_flag=True, help="Let phones on the same network look, too.")
@click.option("--port", default=DEFAULT_PORT, type=click.IntRange(0, 65535), show_default=True)
def play(source: str, game: str, players: str, lan: bool, port: int) -> None:
    """Watch a table and keep the score, on the dashboard."""
    from scorer.keeper import Keeper
    from scorer.match import Match, Refused
    from vision.loop import Watcher
    from vision.sources import open_source

    rules = _rules(game)
    try:
        match = Match.start([name.strip() for name in players.split(",")], rules)
    except Refused as error:
        raise BadInput(f"{error}: name them with --players Ana,Ben") from error
    match.deal(opener=0)
    keeper = Keeper(match)
    recogniser = _recogniser()
    watcher = Watcher(open_source(source), recogniser, keeper.look, rules.max_pips, paced=True)
    _serve(keeper, watcher, watcher.run, "0.0.0.0" if lan else "127.0.0.1", port)


def _serve(keeper: Keeper, watcher: Watcher, follow: Callable[[], None], host: str, port: int) -> None:
    """Follows in the background while the dashboard is served, until interrupted."""
    from vision.errors import SourceError
    from web import Server, create_app

    server = Server(create_app(keeper, watcher), host, port)

    def guarded() -> None:
        try:
            follow()
        except SourceError as error:
            click.echo(f"Error: {error}", err=True)

    click.echo(f"the dashboard is at {server.address}  (Ctrl+C ends it)")
    threading.Thread(target=guarded, name="watcher", daemon=True).start()
    server.run()
    watcher.stop()


def _rules(game: str) -> Rules:
    from scorer.games import find_game

    try:
        return find_game(game).rules
    except ValueError as error:
        raise BadInput(str(error)) from error


def _recogniser() -> Recogniser:
    from vision.recogniser import Recogniser, Weights

    return Recogniser(Weights.in_folder(WEIGHTS))


if __name__ == "__main__":
    main()
