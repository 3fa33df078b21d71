"""The commands about matches: watching, resuming, scoring, exporting."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import fivesight
from datasets.plain_film import FRAMES_A_SECOND
from scorer.events import EndDeal
from scorer.games import ALL_FIVES
from scorer.keeper import KeeperState
from scorer.match import Match
from scorer.sides import Side
from scorer.store import Store, StoreFull
from scorer.tiles import Tile
from vision.pictures import save_picture
from vision.sources import open_source

FILM = fivesight.SAMPLE / "deal.mp4"


def run(*arguments: str | Path, text: str | None = None) -> Result:
    return CliRunner().invoke(fivesight.main, [str(argument) for argument in arguments], input=text)


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The first three plays of the sample film, as a folder of pictures, two of each view."""
    folder = tmp_path_factory.mktemp("beginning")
    for frame in open_source(str(FILM)).frames():
        if frame.number >= 9 * FRAMES_A_SECOND:
            break
        if frame.number % 12 in (5, 6):
            save_picture(folder / f"{frame.number:03}.jpg", frame.picture)
    return folder


def test_a_match_is_watched_kept_and_resumed(tmp_path: Path, beginning: Path) -> None:
    kept = tmp_path / "kept" / "matches.db"
    first = run("watch", "--source", beginning, "--players", "Ana,Ben", "--matches", kept)
    assert first.exit_code == 0, first.output
    assert "Ana 4-6: 6 + 4 = 10, 10 points. Ana 10, Ben 0" in first.output
    assert "Ana 20, Ben 0" in first.output
    again = run("watch", "--source", beginning, "--matches", kept)
    assert "going on with the match of Ana, Ben" in again.output
    assert "points" not in again.output, "what lies on the table already must not score again"
    assert "1  " in run("export", "--matches", kept).output
    text = run("export", "1", "--matches", kept).output
    assert run("score", "-", text=text).output.count("Ana") >= 1
    assert json.loads(run("export", "1", "--form", "json", "--matches", kept).output)
    new = run("watch", "--source", beginning, "--new", "--players", "Cleo,Dan", "--matches", kept)
    assert "Cleo 4-6" in new.output


def test_score_counts_a_layout_and_names_what_it_cannot_read() -> None:
    counted = run("score", "-", text="1-4 4-4 4-6 6-6*(6-1 1-1)(6-5) 6-2 2-5\n")
    assert (counted.exit_code, "end sum: 13" in counted.output) == (0, True)
    assert "end sum: 13" in run("score", "-", text="\ufeff1-4 4-4 4-6 6-6*(6-1 1-1)(6-5) 6-2 2-5\r\n").output
    for bad in ("(" * 5000, "6-", "3-3(", "fivesight match\nPlayers: Ana, Ben\n1. nonsense\n", "\x00\x01"):
        assert run("score", "-", text=bad).exit_code == 2


def test_the_games_are_listed() -> None:
    listed = run("games").output
    assert "All Fives" in listed
    assert "Muggins" in listed
    assert "Super domino (super_domino)" in listed
    assert "    --option ryba=own_to_loser             the heaviest writes its own pips" in run("games", "Koza").output
    assert run("games", "--markdown").output.startswith("# Games\n")
    refused = run("games", "chess")
    assert (refused.exit_code, "there is no game called 'chess': there are all_fives" in refused.output) == (2, True)


def test_a_match_that_is_not_there(tmp_path: Path) -> None:
    missing = run("export", "7", "--matches", tmp_path / "matches.db")
    assert (missing.exit_code, "there is no file" in missing.output, list(tmp_path.iterdir())) == (2, True, [])
    Store(tmp_path / "matches.db").close()
    result = run("export", "7", "--matches", tmp_path / "matches.db")
    assert (result.exit_code, "there is no match 7" in result.output) == (2, True)


@pytest.mark.parametrize("seats", ["bottom", "bottom,bottom,top", "bottom,under,top"])
def test_seats_must_be_a_side_for_each_player(tmp_path: Path, seats: str) -> None:
    kept = tmp_path / "matches.db"
    result = run("watch", "--source", FILM, "--seats", seats, "--matches", kept, "--players", "A,B,C")
    assert (result.exit_code, "--seats" in result.output) == (2, True)
    assert "1  " not in run("export", "--matches", kept).output


def test_seats_are_kept_with_the_match(tmp_path: Path, beginning: Path) -> None:
    kept = tmp_path / "matches.db"
    for seats, expected in (
        (("--seats", "bottom,top"), {"bottom": 0, "top": 1}),
        ((), {"bottom": 0, "top": 1}),
        (("--seats", "top,left"), {"top": 0, "left": 1}),
    ):
        assert run("watch", "--source", beginning, "--matches", kept, *seats).exit_code == 0
        store = Store(kept)
        assert store.seats(1) == expected
        store.close()


def test_every_play_is_told_once_the_opening_ones_of_later_deals_too(capsys: pytest.CaptureFixture[str]) -> None:
    match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
    told = match.state
    for opener, tiles in ((0, ("5-5", "5-6")), (1, ("6-4",))):
        match.deal(opener)
        for tile in tiles:
            match.play(Tile.parse(tile), None if tile == tiles[0] else (0, Side.LONG_1))
        for _ in range(2):
            fivesight._tell(KeeperState(1, match.state), told)
            told = match.state
        match.record(EndDeal("blocked", (10, 10)))
    assert capsys.readouterr().out.splitlines() == [
        "Ana 5-5: 5 + 5 = 10, 10 points",
        "Ben 5-6: 10 + 6 = 16, 0 points. Ana 10, Ben 0",
        "Ben 4-6: 6 + 4 = 10, 10 points. Ana 10, Ben 10",
    ]


def test_a_folder_with_a_damaged_picture_says_so(tmp_path: Path, beginning: Path) -> None:
    folder = tmp_path / "pictures"
    shutil.copytree(beginning, folder)
    (folder / "020.jpg").write_bytes(b"")
    result = run("watch", "--source", folder, "--matches", tmp_path / "matches.db")
    assert (result.exit_code, "020.jpg is empty" in result.output) == (2, True)


def test_views_wait_while_the_disk_takes_nothing(
    tmp_path: Path, beginning: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append, tries = Store.append, iter(range(100))

    def full_for_a_while(self: Store, *arguments: Any) -> None:
        if next(tries) in (1, 2):
            raise StoreFull("the disk is full: make room")
        append(self, *arguments)

    monkeypatch.setattr(Store, "append", full_for_a_while)
    result = run("watch", "--source", beginning, "--players", "Ana,Ben", "--matches", tmp_path / "matches.db")
    assert "the disk is full" in result.output
    assert result.exit_code == 0, result.output
    assert "Ana 20, Ben 0" in result.output


def test_what_the_table_agreed_on(tmp_path: Path, beginning: Path) -> None:
    kept = tmp_path / "matches.db"
    result = run("watch", "--source", beginning, "--option", "target=100", "--matches", kept)
    assert result.exit_code == 0, result.output
    assert "target=100" in run("export", "1", "--matches", kept).output
    for wrong, word in (
        ("target=7", "250"),
        ("luck=high", "target"),
        ("self=1", "no option 'self'"),
        ("target", "target=100"),
    ):
        refused = run("watch", "--source", beginning, "--option", wrong, "--matches", kept)
        assert (refused.exit_code, word in refused.output) == (2, True)


def test_a_game_for_pairs_is_played_in_pairs_and_by_as_many_as_it_is_for(tmp_path: Path, beginning: Path) -> None:
    kept = tmp_path / "matches.db"
    table = ("--source", beginning, "--game", "seven_rocks", "--matches", kept)
    for players in ((), ("--players", "Ana,Ben,Cleo")):
        refused = run("watch", *table, *players)
        assert (refused.exit_code, "for 4 players: name them with --players" in refused.output) == (2, True)
    assert run("watch", *table, "--players", "Ana,Ben,Cleo,Dan").exit_code == 0
    store = Store(kept)
    assert [match.number for match in store.matches()] == [1]
    assert store.load(1).state.sides == ((0, 2), (1, 3))
    store.close()


def test_where_the_unfinished_match_cannot_be_read_another_can_be_begun(tmp_path: Path, beginning: Path) -> None:
    kept = tmp_path / "matches.db"
    store = Store(kept)
    store.create(Match.start(["Ana", "Ben"], ALL_FIVES.rules))
    store._connection.execute("UPDATE events SET event = '{}'")
    store.close()
    refused = run("watch", "--source", beginning, "--matches", kept)
    assert (refused.exit_code, "--new begins another match" in refused.output) == (2, True)
    assert run("watch", "--source", beginning, "--matches", kept, "--new").exit_code == 0


def test_two_programs_cannot_keep_matches_in_one_file(tmp_path: Path) -> None:
    open_elsewhere = Store(tmp_path / "matches.db")
    result = run("watch", "--source", FILM, "--matches", tmp_path / "matches.db")
    open_elsewhere.close()
    assert (result.exit_code, "matches.db" in result.output) == (2, True)


def test_matches_are_exported_while_a_game_is_played(tmp_path: Path) -> None:
    kept = tmp_path / "matches.db"
    playing = Store(kept)
    playing.create(Match.start(["Ana", "Ben"], ALL_FIVES.rules))
    assert "Ana, Ben (unfinished)" in run("export", "--matches", kept).output
    assert "Players: Ana, Ben" in run("export", "1", "--matches", kept).output
    playing.close()
