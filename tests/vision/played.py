"""A table in play, drawn, and eyes that read what is drawn without fail: for tests of everything but the eyes."""

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import chain

import cv2
import numpy as np

from datasets.arrangements import Lying
from datasets.deals import Deal, play_deal
from datasets.director import Director
from datasets.film_table import RATE, Shot
from datasets.kit import Kit
from datasets.stage import Side, Stage
from datasets.truth import is_bent, lay_out, loosely
from scorer.arrange import NoRoom
from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from vision.follow import Follower
from vision.pictures import Picture
from vision.recogniser import Look
from vision.sightings import Sighting
from vision.sources import Frame, Source
from vision.stillness import cells_of

NAMES = ("Ana", "Ben", "Cleo", "Dan")
# Of a tile that is covered more than this, nothing is seen.
HIDDEN = 0.35


class Eyes:
    """Reads the frame that is shown. Takes the place of a Recogniser."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.shot: Shot | None = None
        self.looks = 0

    def look(self, picture: Picture, before: Look | None = None) -> Look:
        assert self.shot is not None
        self.looks += 1
        seen = [self._sighting(tile) for tile in (*self.shot.tiles, *self.shot.apart)] if picture.mean() > 25 else []
        open_to_view = [sighting for sighting in seen if self._visible(sighting.quad)]
        return Look(tuple(open_to_view), cells_of(picture), 640)

    def faint(self, picture: Picture, least: float) -> list[Sighting]:
        return list(self.look(picture).sightings)

    def shows_face(self, picture: Picture, quad: np.ndarray) -> bool:
        assert self.shot is not None
        middle = tuple(float(value) for value in quad.mean(axis=0))
        faces = (self._stage.quad(tile).astype(np.float32) for tile in (*self.shot.tiles, *self.shot.apart))
        return any(cv2.pointPolygonTest(face, middle, False) >= 0 for face in faces)

    def _sighting(self, tile: Lying) -> Sighting:
        pips = np.full((2, 13), np.log(0.001), np.float32)
        pips[0, tile.a] = pips[1, tile.b] = np.log(0.99)
        return Sighting(self._stage.quad(tile).astype(np.float32), pips, 0.97)

    def _visible(self, quad: np.ndarray) -> bool:
        assert self.shot is not None
        height, width = self.shot.picture.shape[:2]
        middle = quad.mean(axis=0)
        if not (0 <= middle[0] < width and 0 <= middle[1] < height):
            return False
        if self.shot.covered is None:
            return True
        face = np.zeros((height, width), np.uint8)
        cv2.fillConvexPoly(face, quad.round().astype(np.int32), 1)
        return bool((self.shot.covered[face > 0] > 0).mean() < HIDDEN)


class Shots(Source):
    """Frames as they are drawn. `lost`: the numbers of those that a broken camera does not deliver."""

    live = False

    def __init__(self, shots: Iterable[Shot], eyes: Eyes, lost: Container[int] = (), start: int = 0) -> None:
        self._shots, self._eyes, self._lost, self._start = shots, eyes, lost, start

    def frames(self) -> Iterator[Frame]:
        for number, shot in enumerate(self._shots, self._start):
            if number not in self._lost:
                self._eyes.shot = shot
                yield Frame(number, number / RATE, shot.picture)

    def status(self) -> str:
        return "following what is drawn"


class Played:
    """A deal on a drawn table, followed by a keeper: call its actions in order, then `watch` them."""

    def __init__(self, seed: int = 1, sides: Sequence[Side] = ("bottom", "top"), plays: int = 4) -> None:
        self.stage = Stage(seed, sides)
        self.director = Director(self.stage, seed)
        self.eyes = Eyes(self.stage)
        self.sides = sides
        self.deal, self.tiles = _deal(self.stage, seed, len(sides), plays)
        self.match = Match.start(NAMES[: len(sides)], ALL_FIVES.rules)
        self.keeper = Keeper(self.match)
        self.frames = 0
        hands = [[(tile.low, tile.high) for tile in hand] for hand in self.deal.dealt]
        self.director.deal(hands, [(tile.low, tile.high) for tile in self.deal.boneyard])

    def side(self, play: int) -> Side:
        return self.sides[self.deal.plays[play].player]

    def opening(self) -> Iterator[Shot]:
        """The empty table."""
        yield from self.director.wait(0.5)

    def lay(self, *plays: int) -> Iterator[Shot]:
        """So many plays of the deal, one after the other."""
        for play in plays:
            yield from self.director.lay(self.side(play), self.tiles[play])
            yield from self.director.wait(0.4)

    def watch(self, *actions: Iterable[Shot], lost: Container[int] = ()) -> None:
        """Let the keeper watch what happens, from where it stopped watching last."""
        counted = _Counted(chain(*actions))
        source = Shots(counted, self.eyes, lost, self.frames)
        seats = {side: player for player, side in enumerate(self.sides)}
        Follower(source, self.eyes, self.keeper, paced=False, seats=seats).run()  # type: ignore[arg-type]
        self.frames += counted.count

    def restart(self) -> None:
        """The program is started anew and goes on with the match on record."""
        self.match = Match.fold(self.match.log)
        self.keeper = Keeper(self.match)

    def is_right(self, plays: int) -> bool:
        """Whether so many plays are on record, each with the right player, tile and points."""
        state = self.keeper.state().match
        true = [(play.player, play.tile, play.points) for play in self.deal.plays[:plays]]
        return true == [(play.player, play.tile, play.points) for play in state.plays]

    def is_in_doubt(self) -> bool:
        """Whether the players are asked, or told that something is the matter."""
        state = self.keeper.state()
        return bool(state.question or state.notice) or any(play.unsure for play in state.match.plays)


class _Counted:
    def __init__(self, shots: Iterable[Shot]) -> None:
        self._shots, self.count = shots, 0

    def __iter__(self) -> Iterator[Shot]:
        for shot in self._shots:
            self.count += 1
            yield shot


def _deal(stage: Stage, seed: int, players: int, plays: int) -> tuple[Deal, list[Lying]]:
    """A deal whose first plays need no drawing and no passing."""
    rng = np.random.default_rng(seed)
    while True:
        deal = play_deal(rng, players)
        if deal is None or len(deal.plays) < plays + 2 or any(play.drawn or play.passed for play in deal.plays[:plays]):
            continue
        try:
            exact = lay_out(deal.layout, stage.room)
        except NoRoom:
            continue
        if not any(is_bent(deal.layout, index, exact) for index in range(len(exact))):
            return deal, list(loosely(Kit(seed), exact, stage.style))


def altered(shots: Iterable[Shot], change: Callable[[Picture], Picture]) -> Iterator[Shot]:
    """The same frames with their pictures changed."""
    for shot in shots:
        yield Shot(change(shot.picture), shot.kind, shot.tiles, shot.apart, shot.side, shot.covered)
