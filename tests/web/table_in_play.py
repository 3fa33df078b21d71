"""A real match under a real keeper, and a camera that shows what it is told to."""

from dataclasses import dataclass

from scorer.games import find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.sides import Side
from scorer.view import SeenJoin, SeenTile, View

NAMES = ("Ana", "Božena", "Çelik & Sons")
NOWHERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@dataclass
class FakeCamera:
    picture: bytes | None = None
    doing: str = "waiting for the first picture"

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
        joins = (SeenJoin(0, Side.LONG_2, 1, Side.END_B, 1.0), SeenJoin(1, Side.END_A, 2, Side.END_A, 1.0))
        assert self.keeper.look(View(float(self.laid), tiles[: self.laid], joins[: self.laid - 1]))


def keeper_for(*names: str) -> Keeper:
    match = Match.start(names, find_game("All Fives").rules)
    match.deal(opener=0)
    return Keeper(match)
