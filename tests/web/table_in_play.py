"""A real match under a real keeper, and a camera that shows what it is told to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from scorer.games import ALL_FIVES, find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.rules import Rules
from scorer.sides import Side
from scorer.tiles import Tile
from scorer.view import SeenJoin, SeenTile, View

NAMES = ("Ana", "Božena", "Çelik & Sons")
NOWHERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass
class Finding:
    check: str
    grade: str
    where: str = ""


@dataclass
class Shown:
    tiles: tuple[Tile, ...]
    sure: bool = True


@dataclass
class FakeCamera:
    picture: bytes | None = None
    doing: str = "waiting for the first picture"
    seen: View | None = None
    found: tuple[Finding, ...] = ()
    seats: dict[str, int] = field(default_factory=dict)
    rules: Rules = ALL_FIVES.rules
    shown: dict[int, Shown] = field(default_factory=dict)

    def layout_picture(self) -> bytes | None:
        return self.picture

    def hands(self) -> dict[int, Shown]:
        return self.shown

    def sit(self, seats: Mapping[str, int], rules: Rules) -> None:
        self.seats, self.rules = dict(seats), rules

    def view(self) -> View | None:
        return self.seen

    def aim(self) -> tuple[Finding, ...]:
        return self.found

    def snapshot(self) -> bytes | None:
        return self.picture

    def status(self) -> str:
        return self.doing


@dataclass
class Table:
    """The tiles of a line that grows to the right: 5-5 first, then 5-0, then 0-3."""

    keeper: Keeper
    laid: int = 0

    def lay_next(self) -> None:
        """The next tile is laid, and the keeper looks."""
        self.laid += 1
        tiles = (
            SeenTile(5, 5, 1.0, NOWHERE, (0.0, 0.0), 1.5708),
            SeenTile(5, 0, 1.0, NOWHERE, (1.5, 0.0), 0.0),
            SeenTile(0, 3, 1.0, NOWHERE, (3.5, 0.0), 0.0),
        )
        joins = (SeenJoin(0, Side.LONG_2, 1, Side.END_A, 1.0), SeenJoin(1, Side.END_B, 2, Side.END_A, 1.0))
        assert self.keeper.look(View(float(self.laid), tiles[: self.laid], joins[: self.laid - 1]))


def lay_in_doubt(keeper: Keeper) -> None:
    """A tile is laid that may be 1-4 or 2-4, and the keeper looks."""
    tile = SeenTile(4, 1, 0.6, NOWHERE, (0.0, 0.0), 0.0, others=(((4, 2), 0.38),))
    keeper.look(View(1.0, (tile,)))


def keeper_for(*names: str) -> Keeper:
    match = Match.start(names, find_game("All Fives").rules)
    match.deal(opener=0)
    return Keeper(match)


class Device:
    """A browser that has opened the page. `address`: where it is; `host`: the name it knows the page by."""

    def __init__(self, app: Flask, address: str = "127.0.0.1", host: str = "localhost:8000") -> None:
        self.client = app.test_client()
        self.origin = f"http://{host}"
        self.sender = {"REMOTE_ADDR": address}
        assert self.look("/state").status_code == 200

    def look(self, path: str = "/state") -> TestResponse:
        return self.client.get(path, base_url=self.origin, environ_overrides=self.sender)

    @property
    def state(self) -> dict[str, Any]:
        shown = self.look().json
        assert isinstance(shown, dict)
        return shown

    def post(self, path: str, headers: dict[str, str] | None = None, **wish: Any) -> TestResponse:
        """Ask for a change, as a script of the page does."""
        return self.client.post(
            path,
            base_url=self.origin,
            json=wish,
            headers={"Origin": self.origin, **(headers or {})},
            environ_overrides=self.sender,
        )

    def ask(self, path: str, **wish: Any) -> TestResponse:
        """Ask for a change of the record as this device sees it."""
        return self.post(path, stamp=self.state["stamp"], **wish)
