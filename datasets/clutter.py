"""Lays what is no tile on the table: drawn shapes, objects, print; and hands over it."""

from __future__ import annotations

import math

import cv2
import numpy as np

from datasets.camera import Camera
from datasets.kit import Kit
from datasets.looks import PATTERNS
from datasets.objects import Thing, random_thing
from datasets.paint import bgr, flat, hsv, paste, rotated_box, to_bytes

THINGS = 90  # objects kept ready


class Clutter:
    """A pool of objects and the laying of them."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.things = [random_thing(kit) for _ in range(THINGS)]

    def shapes(self, picture: np.ndarray) -> None:
        """On every other picture one to six plain shapes: cards, papers, lines, discs, dice, dots."""
        kit = self.kit
        if kit.chance(0.5):
            return
        for _ in range(kit.whole(1, 7)):
            self._shape(picture)

    def _shape(self, picture: np.ndarray) -> None:
        kit = self.kit
        height, width = picture.shape[:2]
        kind = kit.pick(["rectangle", "card", "paper", "ellipse", "line", "die", "blob", "coin", "dots"])
        x, y = kit.between(0, width), kit.between(0, height)
        size = kit.between(0.04, 0.3) * width
        degrees = kit.between(0, 180)
        colour = kit.colour()
        centre = (int(x), int(y))
        if kind == "rectangle":
            corners = rotated_box(x, y, size, size * kit.between(0.2, 1), degrees)
            cv2.fillConvexPoly(picture, corners.astype(np.int32), bgr(colour), cv2.LINE_AA)
        elif kind in ("card", "paper"):
            breadth, length = (size * 0.7, size) if kind == "card" else (size * 1.5, size * 2)
            self._paper(picture, x, y, max(breadth, 14), max(length, 20), degrees, colour)
        elif kind == "ellipse":
            axes = (int(size), int(size * kit.between(0.3, 1)))
            pen = -1 if kit.chance(0.6) else kit.whole(2, 20)
            cv2.ellipse(picture, centre, axes, degrees, 0, 360, bgr(colour), pen, cv2.LINE_AA)
        elif kind == "line":
            end = (kit.whole(0, width), kit.whole(0, height))
            cv2.line(picture, centre, end, bgr(colour), kit.whole(2, 22), cv2.LINE_AA)
        elif kind == "die":
            self._plain_die(picture, x, y, max(14, size * 0.3), degrees)
        elif kind == "coin":
            cv2.circle(picture, centre, int(size * 0.25) + 3, bgr(colour), -1, cv2.LINE_AA)
            cv2.circle(picture, centre, int(size * 0.2) + 2, bgr(kit.colour()), 1, cv2.LINE_AA)
        elif kind == "dots":
            for _ in range(kit.whole(3, 30)):
                spot = (int(x + kit.bell(size)), int(y + kit.bell(size)))
                cv2.circle(picture, spot, kit.whole(1, 8), bgr(colour), -1, cv2.LINE_AA)
        else:
            corners = np.array([x, y]) + kit.rng.normal(size=(kit.whole(3, 8), 2)) * size * 0.6
            cv2.fillPoly(picture, [corners.astype(np.int32)], bgr(colour), cv2.LINE_AA)

    def _paper(
        self,
        picture: np.ndarray,
        x: float,
        y: float,
        breadth: float,
        length: float,
        degrees: float,
        colour: np.ndarray,
    ) -> None:
        kit = self.kit
        width, height = int(breadth), int(length)
        paper = kit.colour("light") if kit.chance(0.5) else np.full(3, 245, np.float32)
        sheet = to_bytes(flat(height, width, paper))
        for line in range(kit.whole(0, 14)):
            at = int(height * (0.08 + 0.065 * line))
            end = (int(width * kit.between(0.4, 0.95)), at)
            cv2.line(sheet, (int(width * 0.1), at), end, bgr(kit.colour("dark")), max(1, height // 90))
        if kit.chance(0.5):
            text = "".join(kit.pick("ABKQJ23456789") for _ in range(kit.whole(1, 6)))
            pen = max(1, width // 40)
            cv2.putText(sheet, text, (4, height // 2), kit.whole(0, 5), width / 90, bgr(colour), pen, cv2.LINE_AA)
        if kit.chance(0.25):
            for _ in range(kit.whole(2, 11)):
                spot = (int(width * kit.between(0.2, 0.8)), int(height * kit.between(0.1, 0.9)))
                cv2.circle(sheet, spot, max(1, int(width * 0.07)), bgr(colour), -1, cv2.LINE_AA)
        paste(picture, sheet, rotated_box(x, y, breadth, length, degrees))

    def _plain_die(self, picture: np.ndarray, x: float, y: float, size: float, degrees: float) -> None:
        kit = self.kit
        body = bgr(kit.colour("light"))
        cv2.fillConvexPoly(picture, rotated_box(x, y, size, size, degrees).astype(np.int32), body, cv2.LINE_AA)
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        for along, across in PATTERNS[kit.whole(1, 7)]:
            spot_x = x + (along * cosine - across * sine) * size * 0.27
            spot_y = y + (along * sine + across * cosine) * size * 0.27
            cv2.circle(picture, (int(spot_x), int(spot_y)), max(1, int(size * 0.1)), (20, 20, 20), -1, cv2.LINE_AA)

    def objects(self, picture: np.ndarray, camera: Camera, centres: np.ndarray, aspect: float) -> None:
        """Print on one picture in eight; objects in perspective on a little more than half of them."""
        kit = self.kit
        height, width = picture.shape[:2]
        if kit.chance(0.12):
            for _ in range(kit.whole(1, 6)):
                x, y = kit.between(0, width), kit.between(0, height)
                degrees = kit.pick([0, 90, kit.between(0, 360)])
                size, opacity = kit.between(14, 150), kit.between(0.4, 1)
                kit.lettering.stamp(picture, x, y, size, degrees, kit.colour(), opacity)
        if kit.chance(0.45):
            return
        if kit.chance(0.5):
            self.things[kit.whole(0, len(self.things))] = random_thing(kit)
        if kit.chance(0.3):
            kit.lettering.refresh()
        lengths = []
        for centre in centres[:3]:
            near, far = camera.project_flat(np.array([centre, centre + np.array([aspect, 0])]))
            lengths.append(float(np.linalg.norm(far - near)))
        spread = max(width, height) / max(float(np.mean(lengths)), 1) * aspect * 0.6
        middle = centres.mean(0)
        same = kit.pick(self.things) if kit.chance(0.15) else None
        for _ in range(kit.pick([1, 2, 3, 5, 8])):
            thing = same or kit.pick(self.things)
            x, y = middle + kit.rng.uniform(-spread, spread, 2)
            self._lay(picture, camera, thing, float(x), float(y), aspect)

    def in_place_of_tiles(self, picture: np.ndarray, camera: Camera, centres: np.ndarray, aspect: float) -> None:
        """An object at each of `centres` (n, 2), where tiles would lie."""
        for x, y in centres:
            self._lay(picture, camera, self.kit.pick(self.things), float(x), float(y), aspect)

    def _lay(self, picture: np.ndarray, camera: Camera, thing: Thing, x: float, y: float, aspect: float) -> None:
        kit = self.kit
        high, wide = thing.mask.shape
        degrees = kit.between(0, 360) if kit.chance(0.7) else 90.0 * kit.whole(0, 4)
        scale = thing.length * aspect * kit.between(0.7, 1.4) / max(wide, high)
        quad = camera.project_flat(rotated_box(x, y, wide * scale, high * scale, degrees))
        if np.abs(quad).max() > 4 * camera.width:
            return
        shadow = (kit.whole(-4, 5), kit.whole(-4, 5)) if kit.chance(0.5) else None
        paste(picture, thing.picture, quad, thing.mask, shadow)

    def hand(self, picture: np.ndarray) -> np.ndarray:
        """An arm that reaches over the table from one edge; returns the mask of what it covers."""
        kit = self.kit
        height, width = picture.shape[:2]
        skin = hsv(kit.whole(5, 18), kit.whole(50, 160), kit.whole(70, 240))
        mask = np.zeros((height, width), np.uint8)
        start = np.array(
            kit.pick(
                [
                    (kit.between(0, width), -20),
                    (kit.between(0, width), height + 20),
                    (-20, kit.between(0, height)),
                    (width + 20, kit.between(0, height)),
                ]
            )
        )
        goal = np.array([kit.between(0.2, 0.8) * width, kit.between(0.2, 0.8) * height])
        distance = float(np.linalg.norm(goal - start))
        ahead = (goal - start) / distance
        palm = start + ahead * distance * kit.between(0.35, 0.8)
        breadth = kit.between(0.05, 0.13) * width
        cv2.line(mask, start.astype(int).tolist(), palm.astype(int).tolist(), [255], int(breadth * 1.6))
        cv2.circle(mask, palm.astype(int).tolist(), int(breadth), [255], -1)
        for _ in range(kit.whole(2, 6)):
            angle = math.atan2(ahead[1], ahead[0]) + kit.between(-0.7, 0.7)
            tip = palm + np.array([math.cos(angle), math.sin(angle)]) * breadth * kit.between(1.3, 2.6)
            pen = int(breadth * kit.between(0.35, 0.5))
            cv2.line(mask, palm.astype(int).tolist(), tip.astype(int).tolist(), [255], pen)
        roundness = cv2.GaussianBlur(mask, (0, 0), breadth * 0.12).astype(np.float32)[..., None] / 255
        mottling = cv2.resize(kit.slow[0], (width, height))[..., None] * 8
        cv2.copyTo(to_bytes(skin * (0.55 + 0.45 * roundness) + mottling), mask, picture)
        return mask
