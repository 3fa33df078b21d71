"""What happens on a table, frame by frame: people reach, lay, take back, draw, push cups, switch lamps, wash.

    director = Director(Stage(3, ("bottom", "top")), seed=3)
    director.deal(racks, boneyard)
    for shot in director.lay("bottom", tile, ...): ...

Every action yields its frames one by one and changes what lies there on the way. The same seed gives the same frames.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from datasets.arms import eased
from datasets.arrangements import Lying
from datasets.film_table import RATE, FilmTable, Pips, Shot, moved
from datasets.objects import Thing, coin, phone, playing_card, remote_control
from datasets.paint import to_bytes
from datasets.stage import HEIGHT, INWARD, WIDTH, Laid, Side

_THINGS = (playing_card, coin, remote_control, phone)


class Director(FilmTable):
    """Lets things happen on a table."""

    def lay(self, side: Side, tile: Lying) -> Iterator[Shot]:
        """Somebody lays a tile of the layout: an arm comes with it from that side and leaves again."""
        tile = self._bumped(tile)
        yield from self._in(side, self._over(tile), carrying=tile)
        self._take(side, (tile.a, tile.b))
        self.layout.append(tile)
        self._changed()
        yield from self._stay(side, self._over(tile))
        yield from self._out(side, self._over(tile))

    def misplace(self, side: Side, tile: Lying) -> Iterator[Shot]:
        """Somebody lays a tile that is going to be taken back."""
        self.unsettled, tile = True, self._bumped(tile)
        yield from self._in(side, self._over(tile), carrying=tile)
        self._take(side, (tile.a, tile.b))
        self.apart.append(tile)
        self._changed()
        yield from self._stay(side, self._over(tile))
        yield from self._out(side, self._over(tile))

    def take_back(self, side: Side, tile: Lying) -> Iterator[Shot]:
        """The tile that was laid last goes back to the hand it came from."""
        tile = self._bumped(tile)
        yield from self._in(side, self._over(tile))
        self._away(tile)
        self._changed()
        yield from self._stay(side, self._over(tile), carrying=tile)
        yield from self._out(side, self._over(tile), carrying=tile)
        self.racks[side].append((tile.a, tile.b))
        self.unsettled = False
        self._changed(below=True)

    def exchange(self, side: Side, tile: Lying, instead: Lying) -> Iterator[Shot]:
        """The tile that was laid last is taken back and another laid, in one reach."""
        instead = self._bumped(instead)
        yield from self._in(side, self._over(instead), carrying=instead)
        self._away(tile)
        self._take(side, (instead.a, instead.b))
        self.layout.append(instead)
        self.unsettled = False
        self._changed()
        yield from self._stay(side, self._over(instead), carrying=tile)
        yield from self._out(side, self._over(instead), carrying=tile)
        self.racks[side].append((tile.a, tile.b))
        self._changed(below=True)

    def draw(self, side: Side, tile: Pips) -> Iterator[Shot]:
        """Somebody takes a tile from the boneyard."""
        found = next(other for other in self.apart if other.back and (other.a, other.b) == tile)
        hand = self._over(found)
        yield from self._in(side, hand)
        self.apart.remove(found)
        self._changed()
        yield from self._stay(side, hand, carrying=found)
        yield from self._out(side, hand, carrying=found)
        self.racks[side].append(tile)
        self._changed(below=True)

    def knock(self, side: Side) -> Iterator[Shot]:
        """Somebody passes, rapping on the table."""
        hand = self.stage.in_picture(*self.stage.at_side(side, float(self.rng.uniform(-60, 60)), 150))
        yield from self._in(side, hand)
        yield from self._stay(side, hand)
        yield from self._out(side, hand)

    def rest_arm(self, side: Side, seconds: float) -> Iterator[Shot]:
        """An arm lies on the table for a while."""
        hand = self.stage.in_picture(*self.stage.at_side(side, float(self.rng.uniform(-90, 90)), 300))
        yield from self._in(side, hand)
        yield from self._stay(side, hand, frames=round(seconds * RATE))
        yield from self._out(side, hand)

    def show_hand(self, side: Side) -> Iterator[Shot]:
        """Somebody lays what is left in the hand face up on the table."""
        tiles = self.stage.hand_row(side, self.racks[side])
        for begin in range(0, len(tiles), 4):
            some = tiles[begin : begin + 4]
            middle = some[len(some) // 2]
            hand = self.stage.in_picture(middle.x, middle.y)
            yield from self._in(side, hand)
            self.racks[side] = self.racks[side][len(some) :]
            self.apart += some
            self._changed(below=True)
            yield from self._stay(side, hand)
            yield from self._out(side, hand)

    def switch(self, light: float, frames: int = 3) -> Iterator[Shot]:
        """The lamp is switched: everything gets as light as that, within a few frames."""
        before = self.light
        for step in range(1, frames + 1):
            self.light = before + (light - before) * step / frames
            yield self._shot(self._table(), "other")

    def bump(self, across: float = 0.25, down: float = 0.15, degrees: float = 1.5) -> Iterator[Shot]:
        """Somebody bumps into the table: all that lies on it moves, by so many tile widths."""
        before = (self.layout, self.apart)
        for share in (0.6, 1.4, 0.8, 1.1, 1.0):
            bump = (across * share, down * share, degrees * share)
            self.layout, self.apart = ([moved(tile, bump) for tile in tiles] for tiles in before)
            self._changed()
            yield self._shot(self._table(), "other")
        self._bumps.append((across, down, degrees))

    def nudge(self, across: float, down: float, degrees: float = 0.0) -> Iterator[Shot]:
        """The camera is pushed, by so many px of the picture."""
        for _ in range(4):
            self.stage.nudge(across / 4, down / 4, degrees / 4)
            self._changed(below=True)
            yield self._shot(self._table(), "other")

    def push_in(self, side: Side, along: float, inset: float) -> Iterator[Shot]:
        """A cup, or something like it, is pushed onto the table by an arm."""
        thing = cup(self.rng)
        goal = self.stage.at_side(side, along, inset)
        start = self.stage.at_side(side, along, -90)
        length = 2.6
        self.things.append(Laid(thing, float(start[0]), float(start[1]), 0.0, length))
        steps = 10
        for step in range(1, steps + 1):
            x, y = start + (goal - start) * eased(step / steps)
            self.things[-1] = replace(self.things[-1], x=float(x), y=float(y))
            self._changed(below=True)
            yield self._armed(side, self.stage.in_picture(float(x), float(y)))
        yield from self._out(side, self.stage.in_picture(float(goal[0]), float(goal[1])))

    def insect(self, seconds: float) -> Iterator[Shot]:
        """A fly walks over the table."""
        place = np.array([self.rng.uniform(0.2, 0.8) * WIDTH, self.rng.uniform(0.2, 0.8) * HEIGHT])
        heading = float(self.rng.uniform(0, 2 * math.pi))
        for _ in range(round(seconds * RATE)):
            heading += float(self.rng.normal()) * 0.4
            place = place + 9 * np.array([math.cos(heading), math.sin(heading)])
            picture = self._table().copy()
            centre = (round(float(place[0])), round(float(place[1])))
            cv2.ellipse(picture, centre, (6, 3), math.degrees(heading), 0, 360, (15, 15, 20), -1, cv2.LINE_AA)
            yield self._shot(picture, "other")

    def cat(self, side: Side) -> Iterator[Shot]:
        """A cat walks in from a side and out again on the other, along the edge of the table."""
        (right, down), fur = INWARD[side], [float(value) for value in self.rng.uniform(20, 150, 3)]
        steps = 34
        for step in range(steps):
            along = -1.2 + 2.4 * step / (steps - 1)
            middle = np.array([WIDTH / 2, HEIGHT / 2])
            centre = middle - np.array([right, down]) * (middle - 150) + np.array([-down, right]) * along * middle
            picture, covered = self._table().copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
            place = (round(float(centre[0])), round(float(centre[1])))
            axes = (190, 80) if right == 0 else (80, 190)
            for target, colour in ((picture, fur), (covered, [255.0])):
                cv2.ellipse(target, place, axes, 0, 0, 360, colour, -1, cv2.LINE_AA)
            yield self._shot(picture, "hand" if covered.any() else "other", None, covered)

    def spread(self, tiles: Sequence[Lying], side: Side) -> Iterator[Shot]:
        """A child takes the layout apart: its tiles lie somewhere else afterwards."""
        hand = np.array([WIDTH / 2, HEIGHT / 2])
        yield from self._in(side, hand)
        self.unsettled = True
        self.apart += [self._bumped(tile) for tile in tiles]
        gone = {(tile.a, tile.b) for tile in tiles}
        self.layout = [tile for tile in self.layout if (tile.a, tile.b) not in gone]
        self._changed()
        yield from self._stay(side, hand)
        yield from self._out(side, hand)

    def put_back(self, layout: Sequence[Lying], side: Side) -> Iterator[Shot]:
        """The layout is laid again as it was."""
        hand = np.array([WIDTH / 2, HEIGHT / 2])
        yield from self._in(side, hand)
        self.unsettled = False
        again = {(tile.a, tile.b) for tile in layout}
        self.layout = [self._bumped(tile) for tile in layout]
        self.apart = [tile for tile in self.apart if (tile.a, tile.b) not in again]
        self._changed()
        yield from self._stay(side, hand)
        yield from self._out(side, hand)

    def wash(self, sides: Sequence[Side], seconds: float = 3.0) -> Iterator[Shot]:
        """All tiles are turned face down and stirred in the middle of the table, then drawn into racks of their own."""
        tiles = [*self.layout, *self.apart]
        tiles += [Lying(0, 0, 0, a, b) for rack in self.racks.values() for a, b in rack]
        self.racks = {side: [] for side in self.racks}
        self.layout, self.unsettled = [], True
        heap = self._heap(tiles)
        turned = self.rng.uniform(0.1, 0.7, len(tiles))
        spins = self.rng.uniform(-200, 200, len(tiles))
        frames = round(seconds * RATE)
        self._bumps = []
        for step in range(1, frames + 1):
            share = step / frames
            swirl = 0.9 * math.sin(math.pi * share)
            self.apart = [
                replace(
                    end,
                    x=begin.x + (end.x - begin.x) * eased(1.4 * share) + swirl * math.sin(6 * share + index),
                    y=begin.y + (end.y - begin.y) * eased(1.4 * share) + swirl * math.cos(5 * share + 2 * index),
                    degrees=begin.degrees + (end.degrees - begin.degrees + spins[index] * swirl) * eased(share),
                    back=begin.back or share > turned[index],
                )
                for index, (begin, end) in enumerate(zip(tiles, heap, strict=True))
            ]
            self._changed(below=True)
            middle = np.array([WIDTH / 2, HEIGHT / 2])
            circle = 130 * np.array([math.cos(9 * share), math.sin(9 * share)])
            hands = [(side, middle - np.array(INWARD[side]) * 90 + circle) for side in sides]
            yield self._armed_all(hands)
        for side in sides:
            yield from self._out(side, middle - np.array(INWARD[side]) * 90 + circle)

    def draw_hands(self, hands: Sequence[Sequence[Pips]], boneyard: Sequence[Pips]) -> Iterator[Shot]:
        """Every player draws a hand from the washed tiles; the rest becomes the boneyard."""
        for side, tiles in zip(self.stage.sides, hands, strict=True):
            middle = np.array([WIDTH / 2, HEIGHT / 2])
            yield from self._in(side, middle)
            drawn = {frozenset(tile) for tile in tiles}
            self.apart = [tile for tile in self.apart if frozenset((tile.a, tile.b)) not in drawn]
            self._changed()
            yield from self._stay(side, middle)
            yield from self._out(side, middle)
            self.racks[side] = list(tiles)
            self._changed(below=True)
        yield from self.wait(0.4)
        if boneyard:
            begin, goal = self.apart, self._boneyard(boneyard)
            places = {frozenset((tile.a, tile.b)): tile for tile in goal}
            for step in range(1, 11):
                share = eased(step / 10)
                self.apart = []
                for tile in begin:
                    end = places[frozenset((tile.a, tile.b))]
                    self.apart.append(
                        replace(
                            end,
                            x=tile.x + (end.x - tile.x) * share,
                            y=tile.y + (end.y - tile.y) * share,
                            degrees=tile.degrees + (end.degrees - tile.degrees) * share,
                        )
                    )
                self._changed()
                yield self._armed(self.stage.sides[0], self.stage.in_picture(self.apart[0].x, self.apart[0].y))
            yield from self._out(self.stage.sides[0], self.stage.in_picture(self.apart[0].x, self.apart[0].y))
        self.apart, self.unsettled = self._boneyard(boneyard), False
        self._changed()

    def clutter(self, count: int) -> None:
        """Put so many things on the edges of the table."""
        for _ in range(count):
            made, mask, length = _THINGS[int(self.rng.integers(len(_THINGS)))](self.stage.kit)
            picture = to_bytes(made)
            if mask is None:
                mask = np.full(picture.shape[:2], 255, np.uint8)
            corner = np.array([self.rng.uniform(0.8, 0.97) * WIDTH, self.rng.uniform(0.04, 0.96) * HEIGHT])
            x, y = self.stage.on_table(corner)
            degrees = float(self.rng.uniform(0, 360))
            self.things.append(Laid(Thing(picture, mask, length), float(x), float(y), degrees, min(4.0, 2 * length)))
        self._changed(below=True)

    def _heap(self, tiles: Sequence[Lying]) -> list[Lying]:
        """Face down in the middle of the table, in no order and not on each other."""
        spots = [(column, row) for row in range(-2, 3) for column in range(-3, 4)]
        chosen = self.rng.permutation(len(spots))[: len(tiles)]
        return [
            Lying(
                2.35 * spots[int(spot)][0] + float(self.rng.uniform(-0.1, 0.1)),
                2.35 * spots[int(spot)][1] + float(self.rng.uniform(-0.1, 0.1)),
                float(self.rng.uniform(0, 360)),
                tile.a,
                tile.b,
                back=True,
            )
            for tile, spot in zip(tiles, chosen, strict=True)
        ]


def cup(rng: np.random.Generator) -> Thing:
    """A cup or a glass seen from above."""
    size = 200
    picture = np.zeros((size, size, 3), np.uint8)
    mask = np.zeros((size, size), np.uint8)
    rim, drink = (tuple(float(value) for value in rng.uniform(low, high, 3)) for low, high in ((120, 250), (10, 160)))
    for target, colour in ((picture, rim), (mask, (255.0,))):
        cv2.circle(target, (100, 100), 84, colour, -1, cv2.LINE_AA)
        cv2.ellipse(target, (178, 100), (20, 28), 0, 0, 360, colour, 9, cv2.LINE_AA)
    cv2.circle(picture, (100, 100), 70, drink, -1, cv2.LINE_AA)
    cv2.circle(picture, (84, 84), 20, tuple(min(255.0, value * 1.4) for value in drink), -1, cv2.LINE_AA)
    return Thing(picture, mask, 1.3)
