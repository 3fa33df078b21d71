"""The catalogues of the page's languages: `python -m web.catalogue` brings them up to date with the code.

A message that the code has no more is dropped, a new one is added without a translation, and what is missing is
listed. The binary catalogues (.mo) lie beside their sources (.po), so that nothing has to be compiled to run.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from scorer.games import GAMES
from web import game_words, said, words
from web.languages import LANGUAGES

ROOT = Path(__file__).parent
TRANSLATED = tuple(code for code in LANGUAGES if code != "en")

_ALWAYS = datetime(2026, 1, 1, tzinfo=UTC)

_Text = str | tuple[str, ...]


def template() -> Catalog:
    """Every message of the page, without translations."""
    catalogue = Catalog(project="Fivesight", fuzzy=False)
    for text, context in _messages():
        catalogue.add(text, context=context)
    return catalogue


def source(code: str) -> Path:
    """The file of a language's catalogue."""
    return ROOT / "translations" / code / "LC_MESSAGES" / "messages.po"


def read(code: str) -> Catalog:
    """A language's catalogue as it lies on the disk; an empty one where there is none."""
    path = source(code)
    if not path.exists():
        return Catalog(locale=code, project="Fivesight", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def compiled(catalogue: Catalog) -> bytes:
    """The binary form of a catalogue."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[Message]:
    """The messages that are not, or not wholly, translated."""
    return [message for message in catalogue if message.id and not _is_whole(message, catalogue)]


def update(code: str) -> Catalog:
    """Bring a language's catalogue up to date, and its binary form; return it."""
    catalogue = read(code)
    catalogue.update(template(), no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.header_comment = f"# The page of Fivesight in {LANGUAGES[code]}."
    catalogue.project, catalogue.version, catalogue.msgid_bugs_address = "Fivesight", "", ""
    catalogue.last_translator, catalogue.language_team = "", ""
    # What was changed when is known to git.
    catalogue.creation_date = catalogue.revision_date = _ALWAYS
    path = source(code)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalogue, width=116, sort_output=True, ignore_obsolete=True, omit_header=False)
    path.with_suffix(".mo").write_bytes(compiled(catalogue))
    return catalogue


def _is_whole(message: Message, catalogue: Catalog) -> bool:
    if not message.pluralizable:
        return bool(message.string)
    return len(message.string or ()) == catalogue.num_plurals and all(message.string or ())


def _messages() -> Iterator[tuple[_Text, str | None]]:
    for pattern in (*words.WORDS.values(), *said.COUNTED, *said.SENTENCES):
        yield pattern, None
    for game in GAMES.values():
        yield game.description, None
        for option in game.options:
            yield option.question, None
            for key in option.choices:
                yield game_words.choice(option, key), option.key
    for found in extract_from_dir(ROOT / "templates", [("**.html", "jinja2.ext:babel_extract")], {}, {"_": None}):
        yield found[2], None


def main() -> None:
    """Bring all catalogues up to date."""
    for code in TRANSLATED:
        catalogue = update(code)
        lacking = missing(catalogue)
        sys.stdout.write(f"{LANGUAGES[code]}: {len(catalogue)} messages, {len(lacking)} not translated\n")
        for message in lacking:
            sys.stdout.write(f"    {message.id!r}\n")


if __name__ == "__main__":
    main()
