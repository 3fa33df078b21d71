"""What is known of a table from look to look: what was read there, what lies aside, what is printed on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from scorer.rules import Rules
from scorer.tiles import Tile
from vision.backs import Backs
from vision.explain import Explanation, explain
from vision.hands import Aside, ShownHand, apart_of, in_rows, is_at, places_laid, shown_hands
from vision.hidden import is_under, with_hidden
from vision.pictures import Picture
from vision.printed import Printed
from vision.pushed import Points
from vision.reaches import Mask
from vision.recogniser import Look
from vision.sightings import FAINTEST, Sighting, scaled, together
from vision.unread import blank_in_hand, unread_beside

# Looks at one settled view, whose evidence is put together.
LOOKS = 2
# A reading less sure than this is worth a second look before anybody is told.
_CERTAIN = 0.97
# A tile is a face, and read, so surely that a deal may begin with it.
_FACE, _READ = 0.7, 0.8
# What has no face at the end of a line is the double blank as surely as this.
_BLANK = 0.9
# By how much the log-odds of a tile of the layout are higher where it lay before and nothing has changed since.
_LAY_THERE = 3.0


class Memory:
    """Puts looks at a table together. Not thread-safe.

    `rules`: of the game that is played, with its set. `recorded`: the tiles of the deal on record, if any.
    `shows_face`: whether a tile at a quad (4, 2) in a picture shows its face. `explanation`: of the newest view; None
    before the first.
    """

    def __init__(
        self, rules: Rules, recorded: Callable[[], Collection[Tile]], shows_face: Callable[[Picture, Points], bool]
    ) -> None:
        self.rules = rules
        self.explanation: Explanation | None = None
        self._before: Explanation | None = None
        self._news: Mask | None = None
        self._looks: list[Look] = []
        # All that the looks at this view showed, and that without what is none of a deal, but with what an arm hides.
        self._seen: list[Sighting] = []
        self._sightings: list[Sighting] = []
        self._size = (0, 0)
        self._aside = Aside()
        self._printed = Printed(self._explain, recorded)
        self._backs = Backs(self._explain, shows_face)

    @property
    def last_look(self) -> Look | None:
        """The newest look; None before the first."""
        return self._looks[-1] if self._looks else None

    @property
    def is_clear(self) -> bool:
        """Whether another look at this view would tell nothing more."""
        return len(self._looks) >= LOOKS

    @property
    def is_in_doubt(self) -> bool:
        """Whether a tile that is new in the layout is not read for certain."""
        there = self._there_before
        return any(
            tile.probability < _CERTAIN and not is_at(tile.sighting.quad, there)
            for tile in map(self._laid.tiles.__getitem__, self._laid.layout)
        )

    @property
    def is_certain(self) -> bool:
        """Whether there is a layout that holds a tile beyond doubt: backs that touch are taken for one now and then."""
        return _is_certain(self.explanation)

    @property
    def apart(self) -> int:
        """How many tiles lie apart that did not lie there while the deal was played."""
        quads = [self._laid.tiles[index].sighting.quad for index in apart_of(self._laid)]
        return sum(not self._aside.holds(quad) for quad in quads)

    def see(self, looks: Sequence[Look], picture: Picture, news: Mask | None, arm: Mask | None) -> None:
        """Take in the first looks at a new view, of which `picture` is the newest.

        `news`: the cells (90, 160) that look other than in the view before; None: there was none. `arm`: those that an
        arm covers.
        """
        self._before, self._news, self._looks = self.explanation, news, list(looks)
        self._size = picture.shape[1], picture.shape[0]
        seen, before = self._together(), self._seen
        laid = _is_certain(self._before)
        self._printed.look(seen, news, self._size, laid=laid)
        if not laid and news is not None:
            self._printed.before_first([one for one in before if not is_under(one, news, *self._size)])
        self._take_in(seen, picture, arm)
        self._note_aside()

    def see_again(self, look: Look, picture: Picture, arm: Mask | None) -> None:
        """Take in one more look, at a newer picture of the same view."""
        self._looks.append(look)
        seen = self._together()
        self._printed.look_again(seen, self._size)
        self._take_in(seen, picture, arm)

    def hands(self, faint: list[Sighting], picture: Picture, seats: Mapping[str, int]) -> dict[int, ShownHand]:
        """The tiles that lie apart, by the player who sits nearest, after one more look at all of the picture, which
        showed what is `faint`, too."""
        self._size = picture.shape[1], picture.shape[0]
        newest = [one for one in faint if one.score >= FAINTEST]
        seen = in_rows(self._laid, self._new_apart(together([*(list(one.sightings) for one in self._looks), newest])))
        explanation = self._explain(seen, self._backs.found)
        blank = blank_in_hand(picture, explanation, self._new_apart(faint), self._aside.holds)
        if blank is not None:
            explanation = self._explain([*seen, blank], self._backs.found)
        unread = [place for place in unread_beside(picture, explanation) if not self._aside.holds(place)]
        if self.rules.face_down == "never":
            explanation = _faces_up(explanation)
        return shown_hands(explanation, self._size, seats, unread)

    def _new_apart(self, seen: list[Sighting]) -> list[Sighting]:
        """What was seen without what lay aside before, or is printed: backs would pass for the double blank."""
        return self._aside.without(self._laid, self._printed.without(seen))

    @property
    def _laid(self) -> Explanation:
        return self.explanation or Explanation((), (), (), None)

    @property
    def _there_before(self) -> list[Points]:
        return [] if self._before is None else places_laid(self._before)

    def _together(self) -> list[Sighting]:
        return together([list(look.sightings) for look in self._looks])

    def _take_in(self, seen: list[Sighting], picture: Picture, arm: Mask | None) -> None:
        self._seen = seen
        steady = [self._steadied(one) for one in self._printed.without(seen)]
        self._sightings = with_hidden(steady, self._sightings, arm, *self._size)
        # Where no double is laid face down, what shows no face at the end of a line can only be the double blank.
        blank_only = self.rules.face_down == "never"
        if blank_only and self.rules.match != "equal":
            self.explanation = self._explain(self._sightings)
            return
        explanation = self._backs.look(picture, self._sightings, covered=arm is not None, blank_only=blank_only)
        self.explanation = _faces_up(explanation) if blank_only else explanation

    def _steadied(self, sighting: Sighting) -> Sighting:
        """A tile that lay there in the view before, where nothing has changed, is one now."""
        changed = self._news is None or is_under(sighting, self._news, *self._size)
        if changed or not is_at(sighting.quad, self._there_before):
            return sighting
        return replace(sighting, score=scaled(sighting.score, math.exp(_LAY_THERE)))

    def _explain(self, sightings: list[Sighting], backs: Sequence[Points] = ()) -> Explanation:
        rules = self.rules
        return explain(sightings, *self._size, rules.max_pips, rules.match, rings=rules.allow_ring, backs=backs)

    def _note_aside(self) -> None:
        before, now = self._before, self._laid
        if before is None or not before.layout:
            self._aside = Aside()
        else:
            self._aside.follow(before, now)
            self._printed.follow(before, now)
        # Hands may be laid open right beside the layout, but then no tile is added to it.
        if before is None or len(now.layout) > len(before.layout):
            self._aside.look(now, self._sightings)


def _is_certain(explanation: Explanation | None) -> bool:
    """Whether there is a layout with a tile that is clearly a face, and clearly read.

    Backs look like the double blank: that is certain only where it lies alone in the middle.
    """
    laid = [] if explanation is None else [explanation.tiles[index] for index in explanation.layout]
    faces = [tile for tile in laid if (tile.a or tile.b or len(laid) == 1) and not tile.face_down]
    return any(tile.sighting.score >= _FACE and tile.probability >= _READ for tile in faces)


def _faces_up(explanation: Explanation) -> Explanation:
    """The explanation with what lies at an end of a line without showing a face taken for the double blank."""
    tiles = tuple(
        replace(tile, face_down=False, probability=_BLANK) if tile.face_down else tile for tile in explanation.tiles
    )
    return replace(explanation, tiles=tiles)
