"""What a match says of an event that cannot be."""

from __future__ import annotations


class Refused(ValueError):  # noqa: N818 - it names what happened at the table
    """An event that cannot be; the message says why in words a player understands. The match is unchanged.

    `number`: the later event that a correction would make impossible, where that is the reason.
    """

    def __init__(self, reason: str, number: int | None = None) -> None:
        super().__init__(reason)
        self.number = number
