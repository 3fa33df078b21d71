"""What the dashboard asks of the two things handed to it: the keeper of the match and the camera over the table."""

from __future__ import annotations

from typing import Any, Protocol


class KeeperState(Protocol):
    """The match at one moment. `version` grows with every change and starts anew when the program does."""

    @property
    def version(self) -> int:
        """The number of this state."""

    def to_json(self) -> dict[str, Any]:
        """Everything the page shows, in plain JSON types: players, scores, plays, open ends, drawing, notice."""


class Keeper(Protocol):
    """Keeps the score of the running match. `scorer.keeper.Keeper` is the real one."""

    def state(self) -> KeeperState:
        """The match as it stands."""

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is greater than `since_version` or the timeout is over; return the state then."""


class Camera(Protocol):
    """The camera side, as far as the page shows it. Both methods answer at once and may be called by any thread."""

    def snapshot(self) -> bytes | None:
        """The newest picture as JPEG with what is seen drawn on it; None while there is none yet.

        The same `bytes` object is handed over until a newer picture has come: that is how the page tells a
        camera that has frozen from a table on which nothing moves.
        """

    def status(self) -> str:
        """One short sentence about what the camera is doing: "following deal.mp4, 15 of 60 s"."""
