"""What the scorer and the camera say is known to the page, sentence by sentence."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import scorer
from scorer.games import GAMES
from scorer.match import Match
from scorer.text.match_text import parse_match
from vision.follow import NOT_CLEAR
from vision.loop import STOPPED
from web.said import COUNTED, SENTENCES, is_known

ROOM = Path(scorer.__file__).parent
MATCHES = Path(__file__).parent.parent / "data" / "matches"
# What is said at the table; what only a text form or a damaged file can be told stays English.
TOLD = (
    "folding",
    "counting",
    "handling",
    "match",
    "keeper/keeper",
    "keeper/kept",
    "keeper/told",
    "keeper/questions",
    "keeper/reconcile",
    "keeper/newly_laid",
)
SPEAKS = {"Refused", "_publish", "Question"}
NOT_AT_THE_TABLE = ("a match begins", "a correction says", "the match begins", "there is no event")
# Filled in with words, each of which is listed.
IN_WORDS = ("say 7: it is not known whose turn it is",)


def sentences(path: Path) -> Iterator[str]:
    """What a module says in so many words, with 7-7 in place of what it fills in."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in SPEAKS:
            yield from filter(None, map(as_text, node.args))


def as_text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


@pytest.mark.parametrize("module", TOLD)
def test_every_sentence_of_the_scorer_is_known(module: str) -> None:
    elsewhere = (*NOT_AT_THE_TABLE, *IN_WORDS)
    said = [text for text in sentences(ROOM / f"{module}.py") if " " in text and not text.startswith(elsewhere)]
    assert [text for text in said if not is_known(text) and not is_known(text.replace("7", "6-7"))] == []


@pytest.mark.parametrize("path", sorted(MATCHES.glob("*.txt")), ids=lambda path: path.stem)
def test_everything_said_in_whole_matches_is_known(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"))
    again = Match(match.log[0])  # type: ignore[arg-type]
    said = set()
    for event in match.log[1:]:
        state = again.record(event)
        said |= {state.counted, state.missing, again.changes.words}
    assert [text for text in said if text and not is_known(text)] == []


def test_what_the_camera_side_says_of_itself_is_known() -> None:
    assert is_known(NOT_CLEAR)
    assert is_known(STOPPED)


def test_how_many_a_game_is_for_is_known() -> None:
    for game in GAMES.values():
        with pytest.raises(ValueError, match="players") as refusal:
            game.sides(11)
        assert is_known(str(refusal.value))


def test_no_pattern_is_listed_twice_and_every_count_has_both_forms() -> None:
    assert len(set(SENTENCES)) == len(SENTENCES)
    for pair in COUNTED:
        assert all("{count}" in form for form in pair)


def test_braces_are_names() -> None:
    for pattern in SENTENCES:
        assert re.sub(r"\{[a-z_]+\}", "", pattern).isascii()
        assert "{}" not in pattern
