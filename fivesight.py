"""The front door: the command line. Thin on purpose; every room is imported only when a command needs it."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import click

from models.commands import BadInput, bench, evaluate

if TYPE_CHECKING:
    from scorer.keeper import Keeper
    from scorer.keeper.state import KeeperState
    from scorer.match import State
    from scorer.rules import Rules
    from scorer.store import Store
    from vision.loop import Watcher
    from vision.recogniser import Recogniser

ROOT = Path(__file__).parent
WEIGHTS = ROOT / "models"
SAMPLE = ROOT / "datasets" / "sample"
DEFAULT_PORT = 8000
MOST_SECONDS_TO_STOP = 5.0
DEMO_PLAYERS = ("Ana", "Ben")


class _Doors(click.Group):
    """Turns the rooms' own errors into messages instead of tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except _own_errors() as error:
            raise BadInput(str(error)) from error


def _own_errors() -> tuple[type[Exception], ...]:
    from scorer.store import StoreError
    from vision.errors import VisionError
    from web.server import PortInUse

    return VisionError, StoreError, PortInUse


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
    progress = _Progress(pictures)
    for path in progress:
        try:
            picture = load_picture(path)
            explanation = recogniser.explain(picture, highest, rules.match)
            facts.append({"picture": str(path), **report(explanation, rules)})
            if not as_json:
                progress.say((f"{path}\n" if len(pictures) > 1 else "") + in_words(facts[-1]))
            if folder is not None:
                drawn = annotate(picture, explanation, explanation.view().layout(rules.empty_layout()))
                save_picture(_unused(folder, path.stem), drawn)
        except PictureError as error:
            progress.say(f"Error: {error}", err=True)
            failed = True
    if as_json:
        click.echo(json.dumps(facts if len(pictures) > 1 else (facts[0] if facts else None), indent=1))
    if failed:
        ctx.exit(BadInput.exit_code)


class _Progress:
    """Goes through several pictures with a bar on the terminal; what is said meanwhile stands above the bar."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self.paths = paths
        self.shown = len(paths) > 1 and sys.stderr.isatty()

    def __iter__(self) -> Iterator[Path]:
        if not self.shown:
            yield from self.paths
            return
        with click.progressbar(self.paths, label="reading", show_pos=True, file=sys.stderr) as bar:
            yield from bar

    def say(self, text: str, *, err: bool = False) -> None:
        """Print a text; the bar comes again below it with the next picture."""
        if self.shown:
            click.echo("\r\x1b[K", err=True, nl=False)
        click.echo(text, err=err)


def _unused(folder: Path, stem: str) -> Path:
    """A name for the drawing of a picture that no file in the folder has: drawings replace nothing."""
    names = itertools.chain([f"{stem}-read.jpg"], (f"{stem}-read-{number}.jpg" for number in itertools.count(2)))
    return next(path for name in names if not (path := folder / name).exists())


main.add_command(evaluate)
main.add_command(bench)


@main.command()
@click.option("--once", is_flag=True, help="Without a page, as fast as it can; exit code 0 only if the score is right.")
@click.option("--port", default=DEFAULT_PORT, type=click.IntRange(0, 65535), show_default=True)
@click.pass_context
def demo(ctx: click.Context, once: bool, port: int) -> None:
    """Follow the sample film of a deal, on the dashboard."""
    from scorer.keeper import Keeper
    from scorer.match import Match
    from scorer.store import Store
    from vision.follow import Follower
    from vision.sources import open_source

    film = SAMPLE / "film01"
    try:
        truth = json.loads((film / "truth.json").read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise BadInput(
            "the sample film is not part of an installation: run this in a clone of the repository"
        ) from None
    match = Match.start(DEMO_PLAYERS, _rules(truth["rules"]))
    keeper = Keeper(match)
    seats = {player["side"]: player["player"] for player in truth["players"]}
    follower = Follower(open_source(str(film / "film.mp4")), _recogniser(), keeper, paced=not once, seats=seats)
    if not once:
        # What is played here is forgotten with the program.
        store = Store(Path(":memory:"))
        _serve(keeper, follower.watcher, follower.run, port, store, store.create(match))
        return
    follower.run()
    state, (deal,) = keeper.state().match, truth["deals"]
    for play in state.plays:
        click.echo(f"{state.players[play.player]} {play.tile}: {play.reason}, {play.points} points")
    expected = [gained + bonus for gained, bonus in zip(deal["scores"], deal["bonus"], strict=True)]
    click.echo(f"final score {list(state.scores)}, the film's {expected}")
    ctx.exit(0 if list(state.scores) == expected and len(state.plays) == len(deal["plays"]) else 1)


_at_a_table = [
    click.option(
        "--source", default="0", show_default=True, help="A camera's number, picamera, a stream, a film or a folder."
    ),
    click.option("--game", default="All Fives", show_default=True),
    click.option(
        "--option", "options", multiple=True, help="What the table agreed on, as target=100; see fivesight games."
    ),
    click.option(
        "--players",
        help="In the order of turns, as Ana,Ben; the first opens. Others than in the unfinished match begin a new one."
        " Default: as in the unfinished match, or Player 1,Player 2 where there is none.",
    ),
    click.option("--seats", help="The side of the picture at which each of them sits, as bottom,top."),
    click.option("--matches", type=click.Path(path_type=Path, dir_okay=False), help="The file that keeps the matches."),
    click.option("--new", is_flag=True, help="Begin a match instead of going on with the unfinished one."),
]


def _table_options(command: Callable[..., None]) -> Callable[..., None]:
    for option in reversed(_at_a_table):
        command = option(command)
    return command


@main.command()
@_table_options
@click.option("--lan", is_flag=True, help="Let phones on the same network look, too.")
@click.option("--port", default=DEFAULT_PORT, type=click.IntRange(0, 65535), show_default=True)
def play(lan: bool, port: int, **table: Any) -> None:
    """Watch a table and keep the score, on the dashboard. Goes on with the unfinished match, if there is one."""
    keeper, watcher, store, number = _sit_down(**table)
    _serve(keeper, watcher, watcher.run, port, store, number, lan=lan)


@main.command()
@_table_options
def watch(**table: Any) -> None:
    """Watch a table and keep the score, on the terminal. Goes on with the unfinished match, if there is one."""
    keeper, watcher, _, _ = _sit_down(**table)
    thread = threading.Thread(target=_guarded(watcher.run), name="watcher", daemon=True)
    thread.start()
    state, trouble, notice = keeper.state(), "", ""
    while thread.is_alive() or keeper.state().version > state.version:
        newest = keeper.wait(state.version, 0.1)
        if watcher.trouble not in ("", trouble):
            click.echo(f"Error: {watcher.trouble}", err=True)
        if watcher.notice not in ("", notice):
            click.echo(watcher.notice)
        trouble, notice = watcher.trouble, watcher.notice
        if newest.version > state.version:
            _tell(newest, told=state.match)
        state = newest
    if watcher.trouble:
        raise BadInput(watcher.trouble)
    click.echo(f"{_scores(state)}. The match is kept: the same command goes on with it.")


def _tell(state: KeeperState, told: State) -> None:
    match, notice = state.match, state.to_json()["notice"]
    new = match.plays[len(told.plays) if match.deals == told.deals else 0 :]
    lines = [f"{match.players[play.player]} {play.tile}: {play.reason}, {play.points} points" for play in new]
    if lines:
        click.echo("\n".join(lines) + f". {_scores(state)}")
    if notice:
        click.echo(notice)


def _scores(state: KeeperState) -> str:
    match = state.match
    return ", ".join(f"{name} {match.score_of(player)}" for player, name in enumerate(match.players))


def _sit_down(
    source: str,
    game: str,
    options: tuple[str, ...],
    players: str | None,
    seats: str | None,
    matches: Path | None,
    new: bool,
) -> tuple[Keeper, Watcher, Store, int]:
    """The keeper of a new or of the unfinished match, the watcher that feeds it, the store and the match's number."""
    from scorer.games import find_game
    from scorer.keeper import Keeper
    from scorer.match import Match
    from scorer.store import StoreDamaged
    from vision.follow import Follower
    from vision.sources import open_source

    rules = _rules(game, options)
    recogniser, opened = _recogniser(), open_source(source)
    store = _store(matches)
    names = [name.strip() for name in (players or "Player 1,Player 2").split(",")]
    unfinished = None if new else store.unfinished()
    if unfinished and (players is None or tuple(names) == unfinished.players):
        number = unfinished.number
        try:
            match = store.load(number)
        except StoreDamaged as error:
            raise BadInput(
                f"{error} --new begins another match; then the history on the page deletes this one."
            ) from error
        sides = _sides(seats, len(unfinished.players))
        if sides:
            store.keep_seats(number, sides)
        else:
            sides = store.seats(number)
        present = ", ".join(unfinished.players)
        click.echo(f"going on with the match of {present} ({match.state.rules.name}); --new begins another")
    else:
        try:
            match = Match.start(names, rules, find_game(game).sides(len(names)))
        except ValueError as error:
            raise BadInput(f"{str(error).removesuffix('.')}: name them with --players Ana,Ben") from error
        sides = _sides(seats, len(names))
        number = store.create(match, sides)
    keeper = Keeper(match)
    follower = Follower(opened, recogniser, keeper, paced=True, seats=sides)
    return keeper, follower.watcher, store, number


def _sides(seats: str | None, count: int) -> dict[str, int]:
    from vision.reaches import SIDES

    sides = [side.strip() for side in seats.split(",")] if seats else []
    if seats and (len(sides) != count or len(set(sides)) != count or not set(sides) <= set(SIDES)):
        raise BadInput(f"--seats wants a side for each of the {count} players, of {', '.join(SIDES)}, as bottom,top")
    return {side: player for player, side in enumerate(sides)}


def _store(path: Path | None) -> Store:
    from scorer.store import Store

    path = path or _usual_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{path.parent} cannot be made: {error.strerror}; name another file with --matches") from error
    store = Store(path)
    click.get_current_context().call_on_close(store.close)
    if store.notice:
        click.echo(store.notice, err=True)
    return store


def _store_to_read(path: Path | None) -> Store:
    """The store, or a copy of it while a game is being played."""
    from scorer.store import StoreInUse
    from scorer.store_copy import copy_in_use

    try:
        return _store(path)
    except StoreInUse:
        folder = tempfile.TemporaryDirectory()
        click.get_current_context().call_on_close(folder.cleanup)
        return _store(copy_in_use(path or _usual_file(), Path(folder.name)))


def _usual_file() -> Path:
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "fivesight" / "matches.db"


@main.command()
@click.argument("game", required=False)
@click.option("--markdown", is_flag=True, help="With every rule and its source, as docs/GAMES.md has it.")
def games(game: str | None, markdown: bool) -> None:
    """List the games and their options, or tell all about one GAME."""
    from scorer.games import find_game, games_in_words
    from scorer.games.page import page, sheet

    if game is None:
        click.echo(page() if markdown else games_in_words(), nl=False)
        return
    try:
        click.echo(sheet(find_game(game)), nl=False)
    except ValueError as error:
        raise BadInput(str(error)) from error


@main.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@click.option("--game", default="All Fives", show_default=True, help="The rules by which a layout is counted.")
def score(file: TextIO, game: str) -> None:
    """Count a layout or a match written in its text form, from FILE or from standard input (-)."""
    from scorer.notation import NotationError
    from scorer.text.sheet import describe

    try:
        click.echo(describe(file.read(), _rules(game)), nl=False)
    except UnicodeDecodeError as error:
        raise BadInput(f"{file.name} is no text: give a layout or a match in its text form") from error
    except NotationError as error:
        raise BadInput(str(error)) from error
    except RecursionError:
        raise BadInput(f"{file.name} has arms on arms on arms without end: no table does") from None


@main.command()
@click.argument("number", type=click.IntRange(1, 2**31), required=False)
@click.option("--form", type=click.Choice(["text", "json", "csv"]), default="text", show_default=True)
@click.option("--matches", type=click.Path(path_type=Path, dir_okay=False), help="The file that keeps the matches.")
def export(number: int | None, form: str, matches: Path | None) -> None:
    """Print match NUMBER in full; without a number, list the matches that are kept."""
    from scorer.text.match_text import match_text, match_to_json
    from scorer.text.sheet import sheet_csv

    if matches is not None and not matches.exists():
        raise BadInput(f"there is no file {matches}: name the one that keeps the matches")
    store = _store_to_read(matches)
    if number is None:
        for kept in store.matches():
            began = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.began))
            click.echo(
                f"{kept.number}  {began}  {kept.game}  {', '.join(kept.players)}{'' if kept.over else ' (unfinished)'}"
            )
        return
    try:
        match = store.load(number)
    except KeyError:
        raise BadInput(f"there is no match {number}: fivesight export lists those there are") from None
    if form == "json":
        click.echo(json.dumps(match_to_json(match), indent=1))
    else:
        click.echo(match_text(match) if form == "text" else sheet_csv(match), nl=False)


def _serve(
    keeper: Keeper,
    watcher: Watcher,
    follow: Callable[[], None],
    port: int,
    store: Store,
    number: int,
    *,
    lan: bool = False,
) -> None:
    """Follows in the background while the dashboard is served, until interrupted."""
    from web import Server, create_app, new_pin
    from web.join import address_on_network, names_on_network

    pin, hosts = (new_pin(), names_on_network()) if lan else (None, ())
    app = create_app(keeper, watcher, pin, hosts, store=store, running=number)
    server = Server(app, "0.0.0.0" if lan else "127.0.0.1", port)
    click.echo(f"the dashboard is at {server.address.replace('0.0.0.0', 'localhost')}  (Ctrl+C ends it)")
    if lan:
        address = server.address.replace("0.0.0.0", address_on_network() or "this machine's address")
        click.echo(f"phones on the same network look at {address}; to change anything they need the PIN {pin}")
    thread = threading.Thread(target=_guarded(follow), name="watcher", daemon=True)
    thread.start()
    server.run()
    watcher.stop()
    # A program that ends while a network is at work is aborted, with an error that says nothing to anybody.
    thread.join(MOST_SECONDS_TO_STOP)
    if watcher.trouble:
        raise BadInput(watcher.trouble)


def _guarded(follow: Callable[[], None]) -> Callable[[], None]:
    """Follows without a traceback: what broke stands in the watcher's status, on the page or at the end."""
    from vision.errors import SourceError

    def guarded() -> None:
        with contextlib.suppress(SourceError):
            follow()

    return guarded


def _rules(game: str, options: tuple[str, ...] = ()) -> Rules:
    from scorer.games import find_game

    try:
        chosen = dict(option.split("=", 1) for option in options)
    except ValueError:
        raise BadInput("--option wants a name and a choice, as target=100; fivesight games lists them") from None
    try:
        return find_game(game).with_options(**chosen)
    except ValueError as error:
        raise BadInput(str(error)) from error


def _recogniser() -> Recogniser:
    from vision.recogniser import Recogniser, Weights

    return Recogniser(Weights.in_folder(WEIGHTS))


if __name__ == "__main__":
    main()
