"""A copy of a file of matches that a running program keeps for itself, to be read."""

from __future__ import annotations

import shutil
from pathlib import Path

from scorer.store import StoreInUse

_TRIES = 5
_WAL_HEADER_BYTES = 32


def copy_in_use(path: Path, folder: Path) -> Path:
    """Copy a file of matches with its write-ahead log into `folder`, as it was at one moment; return the copy.

    Raises StoreInUse where the program writes so much that no such moment was found, and OSError.
    """
    copy, log = folder / path.name, path.with_name(f"{path.name}-wal")
    for _ in range(_TRIES):
        before = _merged(path, log)
        shutil.copyfile(path, copy)
        if log.exists():
            # What is written at its end meanwhile is cut off when the copy is opened.
            shutil.copyfile(log, copy.with_name(f"{copy.name}-wal"))
        if _merged(path, log) == before:
            return copy
    raise StoreInUse(f"{path} is in use and changes all the time: try again in a moment.")


def _merged(path: Path, log: Path) -> tuple[int, int, bytes]:
    """What changes whenever the log is merged into the file, and only then."""
    state = path.stat()
    header = b""
    if log.exists():
        with log.open("rb") as file:
            header = file.read(_WAL_HEADER_BYTES)
    return state.st_mtime_ns, state.st_size, header
