"""What the scorer and the camera say, in the reader's language.

Both speak English and know no page. Their sentences are recognised by their pattern, what stands in the braces is
filled in again, itself translated where it is a sentence too. What nobody listed stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import bidirectional

from web.languages import gettext, language, ngettext, number

COUNTED = (
    ("{count} pip", "{count} pips"),
    ("{count} point", "{count} points"),
    ("{count} five", "{count} fives"),
    ("{count} three", "{count} threes"),
    ("{count} tile of the layout is not to be seen.", "{count} tiles of the layout are not to be seen."),
    (
        "{count} tile came at once: which was laid first cannot be told.",
        "{count} tiles came at once: which was laid first cannot be told.",
    ),
    ("event {count} struck out", "events {count} struck out"),
    ("{count} deal", "{count} deals"),
)
"""Patterns with plural forms."""

SENTENCES = (
    # The keeper's questions and notices.
    "Was that {tile} or {other}?",
    "Was that {either}?",
    "Who played {tile}?",
    "Which was laid first: {tile} or {other}?",
    "Which was laid first: {either}?",
    "In which order were they laid?",
    "What was seen so far does not go with the record. The record stands.",
    "No tile is to be seen. The deal goes on when they are back.",
    "The tiles of the last deal still lie there.",
    "A tile was laid: say who opened.",
    "{player} went out, but {other} is on record with the last tile.",
    "What lies on the table is not the layout on record.",
    "{tile} looks like {other} now; {third} stands on record.",
    "{tile} is not to be seen.",
    "{tile} is seen twice.",
    "{tile} does not touch the layout.",
    "A tile touches the layout where nothing can be joined.",
    "{fault}. It is on record as it lies.",
    "Tiles came at once; taken as {tile}.",
    "Nothing can be joined any more: the deal is blocked.",
    "Does not fit now: {tiles}. The record stands as you say.",
    "{tile} is left aside, as somebody said.",
    "{tile} is left aside: press Redo if it was played.",
    "The line runs out of the picture on the left.",
    "The line runs out of the picture on the right.",
    "The line runs out of the picture at the top.",
    "The line runs out of the picture at the bottom.",
    "A tile of the line seems to be covered.",
    # How a deal was counted, and what is missing.
    "{player} went out: {rest}",
    "Blocked: {rest}",
    "nobody gets points",
    "{award}, void because they would pass {number}",
    "{side} wins with {pips} against {others}, {points}",
    "a point for every tile left, {points}",
    "{number} pips and the boneyard",
    "{number} and the boneyard",
    "{side} {points}, remembered with {number} in all",
    "{side} {points}, {number} written with what was remembered",
    "{side} {points} written",
    "{side} {pips}, {points} lost",
    "{pips}, {points}",
    "{player} opens",
    "draw lots for who opens",
    "the holder of the highest double opens, without doubles that of the highest tile",
    "the holder of the lowest double opens, without doubles that of the lightest tile",
    "agree on who opens",
    "{how}, with that tile",
    "no tile can be joined any more: the deal is blocked",
    "everybody has passed: the deal is blocked unless somebody can draw",
    "only {tile} could still be joined: the deal is blocked",
    "somebody goes out, or nobody can play",
    "somebody goes out once the boneyard is empty, or nobody can play",
    "all but one go out, or nobody can play; then say who went out first",
    "say who goes out, or that nobody can play",
    "count {hands}",
    "the hands of {players}",
    "{player}'s hand",
    "no hand",
    # What ends a game.
    "to {number}",
    "over {number} loses",
    "{number} loses",
    "a single deal",
    # What a change changed.
    "{side} {number} -> {other_number}",
    "the game goes on",
    "{side} won the game",
    "{side} lost the game",
    "every end shows {number}",
    # The score sheet.
    "passed",
    "drew {number}",
    "took back {tile}",
    "turned over {tile}",
    "called the points",
    "went out",
    "blocked",
    "next game",
    "adjusted",
    "{reason}, not written",
    # The match refuses.
    "every player needs a name that can be read",
    "two players are called {player}: tell them apart",
    "{number} scores are needed, one a side, not {other_number}",
    "that is more than any game is worth",
    "two to {players} can play, not {number}",
    "{number} points have won the game already",
    "{number} points have lost the game already",
    "the players are sitting already",
    "the layout cannot be read: {reason}",
    "the game is over: {side} has won it",
    "the game is over: {side} has lost it",
    "no deal is being played: deal first",
    "this deal is still being played: end it first",
    "the last deal is not scored yet: count {hands}",
    "points need not be called at this table",
    "there is no play whose points can be called now",
    "the ends are worth nothing: {reason}",
    "{player} has called these points already",
    "{player} has these points already",
    "nothing is drawn in {game}",
    "at least one tile is drawn",
    "there are not {number} tiles to be drawn",
    "nobody passes before the first tile is laid",
    "no tile has been laid yet",
    "{number} hands are counted, one a player, not {other_number}",
    "a deal that somebody goes out of is not blocked",
    "say who went out: nobody has been seen to play",
    "no deal has ended whose hands are to be counted",
    "say who went out first: the others played on for their places",
    "the hands cannot hold that much: {number} pips more than is left",
    "plays are not recorded in {game}: only the hands are, when the deal ends",
    "plays are not recorded in {game}: leave out the layout",
    "no tile is taken back in {game}",
    "no tile is laid face down in {game}",
    "{tile} is not on the table",
    "the only tile on the table stays there",
    "no tile on the table is turned over in {game}",
    "{tile} cannot be picked up: only an end tile can",
    "{tile} cannot be turned over: only a double that does not spin can",
    "{tile} cannot be turned over: it is at no open end",
    "{tile} cannot be laid face down: only a double can",
    "{tile} closes no end beside {other}: {rest}",
    "{tile} closes no end: {rest}",
    "{tile} may close several ends: say whether it lies beside {other}",
    "only {player}, who laid {other}, may turn it over",
    "who went out has no tiles left",
    "no hand has {number} pips",
    "{tile} cannot be in a hand: it is on the table or counted already",
    "this game is not over yet",
    "say why the score is changed",
    "say by how many points the score is changed",
    "{tile} is not in a set up to {other}",
    "say who drew: it is not known whose turn it is",
    "say who passed: it is not known whose turn it is",
    "say who played it: it is not known whose turn it is",
    "there is no player number {number}",
    "there is no player number {number}: {other_number} are playing",
    "at least one change is {rest}",
    "only {number} changes can be undone",
    "only {number} changes can be made again",
    "nothing can be undone",
    "nothing can be made again",
    "then {event} could not be: {reason}",
    # The layout refuses.
    "{tile} is already on the table",
    "{tile} may not be the first tile: a deal is not opened with a blank",
    "{tile} does not fit: {reason}",
    "{tile} does not fit the {side} of {other}: {reason}",
    "{tile} must be joined to the layout: {reason}",
    "{tile} is not joined to anything: say where it touches",
    "there is no open end",
    "the open end is {number}",
    "the open ends are {numbers}",
    # The keeper refuses.
    "there is no play number {number} in this deal",
    "that question is settled already",
    "other tiles are joined to {tile}",
    "that does not go with what is on record",
    "{tile} is not in this set",
    "{tile} was played already: correct that play first",
    "that answer was not offered",
    "{tile} cannot lie where {other} lies",
    "the number of tiles decides here: say which tiles are left, not only their pips",
    "whoever played last wins this blocked deal: say who",
    "somebody went out: say who",
    "The disk is full: {path} could not be written. Make room and do the last thing again.",
    "{path} could not be written or read: {reason}",
    "match {number} in {path} cannot be read: {reason}. The other matches are not touched by that;"
    " keep a copy of the file and delete this match to go on.",
    "{game} is for {players} players.",
    # The page refuses.
    "the table has moved on, look again",
    "say the tile or the player",
    "a whole number from {number} to {other_number} is needed",
    "that cannot be",
    '"{words}" is not a tile: write its halves as in 4-6',
    "{player} went out and has no pips left",
    "give the table's PIN first",
    "open the page again: the program was started anew",
    "only the table's own screen can change anything",
    "that did not come from the table's page",
    "that was wrong too often: wait {number} s",
    "that is not the table's PIN",
    "that is too long",
    "this match is being played: begin another first",
    "this game is over: begin another",
    "something went wrong: look again whether it was done",
    # The camera.
    "waiting for the first picture",
    "following {name}, {number} of {other_number} s",
    "following {name}, {number} pictures a second",
    "following {name}",
    "{name} is over",
    "following the folder {name}, picture {number} of {other_number}",
    "the folder {name} is over",
    "{name} sends no pictures: check its cable; trying again",
    "{name} sends no pictures: check its cable",
    "{name} repeats one picture: opening it again",
    "camera {number}",
    "it is too dark to see the table",
    "the table is no longer followed: start the program again",
    "The hands of the last deal were not clearly seen: undo and count the deal again, or change a score.",
    # Lists, last: nearly everything looks like one.
    "{first}, then {second}",
    "{first} or {second}",
    "{first} and {second}",
)
"""The other patterns; of two that fit, the first one counts."""

_NUMBER = r"-?\d+"
# What may stand in some braces; in the others anything.
_FORMS = {
    "number": _NUMBER,
    "other_number": _NUMBER,
    "count": r"-?\d+(?:, \d+)*",
    "pips": r"\d+ pips?(?: and the boneyard)?",
    "others": r"\d+(?: and the boneyard)?",
    "award": r"(?:[^:]+, )?\d+ points?",
    "points": r"\d+ points?|nobody gets points",
    "tile": r"\d+-\d+(?:(?:, then | and )\d+-\d+)*",
    "side": ".+?",
}
_APART = "; "
# Unicode's own signs around a text whose direction is its own.
_SET_APART, _TOGETHER = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


def said(text: str) -> str:
    """A sentence of the scorer or of the camera in the reader's language; one that begins with a capital keeps it."""
    if not any(letter.isalpha() for letter in text):
        return text
    return _said(text, language())


def apart(text: str, names: Iterable[str]) -> str:
    """The text with every name that is written from right to left set apart, so that numbers after it keep their order:
    "35 -> 30" stays so."""
    for name in names:
        if any(bidirectional(letter) in ("R", "AL") for letter in name):
            text = text.replace(name, f"{_SET_APART}{name}{_TOGETHER}")
    return text


def is_known(text: str) -> bool:
    """Whether a sentence, or every part of it, is listed here."""
    return all(_found(part) is not None for part in text.split(_APART))


@lru_cache(maxsize=4096)
def _said(text: str, code: str) -> str:
    if code == "en":
        return text
    found = _found(text)
    if found is None:
        parts = text.split(" = ") if " = " in text else text.split(_APART) if _APART in text else []
        joint = " = " if " = " in text else _APART
        return joint.join(_said(part, code) for part in parts) if parts else _sum(text, code)
    pattern, values = found
    filled = {name: value if name == "count" else _said(value, code) for name, value in values.items()}
    if isinstance(pattern, str):
        words = gettext(pattern)
    else:
        numbers = [int(one) for one in values["count"].split(", ")]
        filled["count"] = ", ".join(map(number, numbers))
        words = ngettext(*pattern, numbers[0] if len(numbers) == 1 else len(numbers))
    words = words.format_map(filled)
    return words[:1].upper() + words[1:] if text[:1].isupper() else words


def _sum(text: str, code: str) -> str:
    """The terms of "2 fives + 1 three"."""
    terms = text.split(" + ")
    return " + ".join(_said(term, code) for term in terms) if len(terms) > 1 else text


def _found(text: str) -> tuple[str | tuple[str, str], dict[str, str]] | None:
    text = text.removesuffix(".") if text[:1].islower() else text
    for form, pattern in _PATTERNS:
        match = form.fullmatch(text)
        if match:
            return pattern, match.groupdict()
    return None


def _form(pattern: str) -> re.Pattern[str]:
    pieces = re.split(r"\{(\w+)\}", pattern)
    return re.compile(
        "".join(
            f"(?P<{piece}>{_FORMS.get(piece, '.+?')})" if place % 2 else re.escape(piece)
            for place, piece in enumerate(pieces)
        ),
        # A sentence of its own begins with a capital, and some are parts of others.
        re.IGNORECASE,
    )


_PATTERNS: tuple[tuple[re.Pattern[str], str | tuple[str, str]], ...] = (
    *((_form(form), pair) for pair in COUNTED for form in pair),
    *((_form(pattern), pattern) for pattern in SENTENCES),
)
