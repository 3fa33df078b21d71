"""Reading matches while another program keeps them."""

import subprocess
import sys
from pathlib import Path

import pytest

from scorer import store_copy
from scorer.games import ALL_FIVES
from scorer.match import Match
from scorer.store import Store, StoreInUse
from scorer.store_copy import copy_in_use

ROOT = Path(__file__).parent.parent.parent

PLAYS_ON = """
import sys
from pathlib import Path
from scorer.games import ALL_FIVES
from scorer.match import Match
from scorer.store import Store
store = Store(Path(sys.argv[1]))
match = Match.start(["Ana", "Ben"], ALL_FIVES.rules)
store.create(match)
match.deal(0)
print("playing", flush=True)
while True:
    match.draw(0)
    match.undo()
"""


def test_a_match_is_read_while_it_is_played(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    command = [sys.executable, "-c", PLAYS_ON, str(path)]
    program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    try:
        assert program.stdout.readline() == "playing\n"
        with pytest.raises(StoreInUse):
            Store(path)
        read = []
        for number in range(8):
            folder = tmp_path / str(number)
            folder.mkdir()
            store = Store(copy_in_use(path, folder))
            assert store.notice == ""
            read.append(len(store.load(1).log))
            store.close()
        assert program.poll() is None
        assert read == sorted(read)
        assert read[-1] > read[0]
    finally:
        program.kill()
        program.wait()
    Store(path).close()


def test_a_file_that_never_rests_is_not_read_wrongly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = Store(tmp_path / "matches.db")
    store.create(Match.start(["Ana", "Ben"], ALL_FIVES.rules))
    moments = iter(range(100))
    monkeypatch.setattr(store_copy, "_merged", lambda path, log: next(moments))
    (tmp_path / "copy").mkdir()
    with pytest.raises(StoreInUse, match="try again"):
        copy_in_use(tmp_path / "matches.db", tmp_path / "copy")
    store.close()
