"""What the dashboard asks of the two things handed to it: the keeper of the match and the camera over the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from scorer.deal_end import Hand, How
from scorer.keeper.questions import Question
from scorer.match import Match, State
from scorer.rules import Rules
from scorer.tiles import Tile
from scorer.view import View


class KeeperState(Protocol):
    """The match at one moment. `version` grows with every change and starts anew when the program does."""

    @property
    def version(self) -> int:
        """The number of this state."""

    @property
    def match(self) -> State:
        """The record."""

    @property
    def question(self) -> Question | None:
        """What the players are asked, if anything."""

    @property
    def changed(self) -> str:
        """What the last correction changed: "Ana 35 -> 30"."""

    @property
    def notice(self) -> str:
        """What the players should know."""

    def to_json(self) -> dict[str, Any]:
        """Everything the page shows, in plain JSON types: players, scores, plays, open ends, drawing, notice."""


class Keeper(Protocol):
    """Keeps the score of the running match. `scorer.keeper.Keeper` is the real one, and says what each method does.

    Those that change something raise scorer's Refused with the reason.
    """

    def state(self) -> KeeperState:
        """The match as it stands."""

    def held(self) -> AbstractContextManager[KeeperState]:
        """The match as it stands, which no other thread changes until this is left."""

    def wait(self, since_version: int, timeout_seconds: float) -> KeeperState:
        """Block until the version is greater than `since_version` or the timeout is over; return the state then."""

    def turn_to(self, match: Match) -> KeeperState:
        """Keep another match from now on."""

    def answer(self, question_id: str, answer: str) -> KeeperState:
        """Take an answer to the open question."""

    def readings(self, play: int) -> tuple[Tile, ...]:
        """The tiles that a play of this deal may have been instead, the likeliest first."""

    def correct(self, play: int, *, tile: Tile | None = None, player: int | None = None) -> KeeperState:
        """Take a person's word for which tile a play was, or who laid it."""

    def strike(self, play: int) -> KeeperState:
        """Take a person's word that a play was none."""

    def undo(self) -> KeeperState:
        """Take back what was written last."""

    def redo(self) -> KeeperState:
        """Write again what was undone last."""

    def passed(self, player: int) -> KeeperState:
        """A player passes."""

    def drew(self, player: int, tiles: int = 1) -> KeeperState:
        """A player takes tiles from the boneyard."""

    def picked_up(self, player: int, tile: Tile) -> KeeperState:
        """A player takes an end tile back into the hand."""

    def turned_over(self, player: int, tile: Tile) -> KeeperState:
        """A player turns over a double that lies at an end."""

    def laid_face_down(self, player: int, tile: Tile, beside: Tile | None = None) -> KeeperState:
        """A player lays a double face down; `beside`: the tile whose end it closes."""

    def claim(self, player: int) -> KeeperState:
        """A player calls the points of the last play."""

    def next_game(self) -> KeeperState:
        """Begin another game of the match."""

    def adjust(self, player: int, points: int, reason: str) -> KeeperState:
        """Change the score of a player's side by points, for a reason."""

    def begin_deal(self, opener: int) -> KeeperState:
        """Begin a deal."""

    def finish_deal(self, how: How, hands: tuple[Hand, ...], *, went_out: int | None = None) -> KeeperState:
        """End the deal."""


class Finding(Protocol):
    """What a check of the camera's picture found."""

    @property
    def check(self) -> str:
        """What was checked: "view" (all of the table is in it), "size" (of the tiles), "sharp", "light" or "glare"."""

    @property
    def grade(self) -> str:
        """How it is: "good", "fair", "bad" or "unknown"."""

    @property
    def where(self) -> str:
        """The part of the picture that is meant: "top left", "top" ... "bottom right"; empty where all is."""


class ShownHand(Protocol):
    """Tiles that lie face up in front of a player."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The tiles, in no order."""

    @property
    def sure(self) -> bool:
        """Whether each of them was clearly read."""


class Camera(Protocol):
    """The camera side, as far as the page shows it. All methods answer at once and may be called by any thread."""

    def sit(self, seats: Mapping[str, int], rules: Rules) -> None:
        """Note the player, from 0, at each side of the picture, and the rules of the game that is played."""

    def view(self) -> View | None:
        """What the last settled look showed: the layout only. None before the first."""

    def hands(self) -> Mapping[int, ShownHand]:
        """The hands that are shown at the end of a deal, by player: read now, on request, and never otherwise."""

    def aim(self) -> Sequence[Finding]:
        """How well the picture shows the table, check by check; nothing before the first picture."""

    def layout_picture(self) -> bytes | None:
        """A small JPEG of the layout as it lies, and of nothing else; None where none is seen."""

    def snapshot(self) -> bytes | None:
        """The newest picture as JPEG with what is seen drawn on it; None while there is none yet.

        The same `bytes` object is handed over until a newer picture has come: that is how the page tells a
        camera that has frozen from a table on which nothing moves.
        """

    def status(self) -> str:
        """One short sentence about what the camera is doing: "following deal.mp4, 15 of 60 s"."""
