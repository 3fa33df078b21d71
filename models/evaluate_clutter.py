"""How many tiles are invented where there are none: in scenes of things that nothing here was trained on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2

from datasets.strange import StrangeScene, strange_scenes
from vision.explain import Explanation
from vision.pictures import Picture
from vision.recogniser import Recogniser

SCENES = 200
SEED = 7001

Onlooker = Callable[[int, Picture, Explanation], None]


@dataclass(frozen=True)
class Invented:
    """A tile that is none: the scene's number, its reading and score, the thing it was read on, and where, in px."""

    scene: int
    reading: str
    score: float
    thing: str
    place: tuple[int, int]

    def __str__(self) -> str:
        return f"scene {self.scene}: {self.thing} read as {self.reading} ({self.score:.2f}) at {self.place}"


def evaluate_clutter(recogniser: Recogniser, count: int = SCENES, onlooker: Onlooker | None = None) -> list[Invented]:
    """What is taken for tiles in the first `count` scenes; `onlooker` is handed each that something was seen in."""
    invented = []
    for number, scene in enumerate(strange_scenes(SEED, count)):
        explanation = recogniser.explain(scene.picture)
        for tile in explanation.tiles:
            x, y = tile.sighting.quad.mean(axis=0).round().astype(int).tolist()
            thing = _thing_at(scene, x, y)
            invented.append(Invented(number, f"{tile.a}-{tile.b}", tile.sighting.score, thing, (x, y)))
        if onlooker is not None and explanation.tiles:
            onlooker(number, scene.picture, explanation)
    return invented


def _thing_at(scene: StrangeScene, x: int, y: int) -> str:
    """The name of the topmost thing at a place of the picture, or "table"."""
    names = [name for name, quad in scene.things if cv2.pointPolygonTest(quad, (x, y), False) >= 0]
    return names[-1] if names else "table"
