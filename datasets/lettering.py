"""Print: words, logos, pages and keypads, drawn with OpenCV's own fonts so that no machine's fonts matter.

All words are random letters. Logos are words, single signs or emblems (rings, stars, crowns), as they stand on the
backs of tiles, on boxes and on tablecloths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets.paint import Shade, bgr, random_colour, rounded_mask, to_bytes

LETTERS = "eeeeeeeeeeettttttttaaaaaaaaooooooooiiiiiiiinnnnnnnsssssshhhhhhrrrrrrddddllllccccuuuummmwwffggyyppbbvkjxqz"
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789&?!%oB8"
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
)
CAP_HEIGHT = 22.0  # px of a capital letter at scale 1
MASKS = 40  # word masks and emblems kept ready


@dataclass(frozen=True)
class Typeface:
    """A font of OpenCV with its weight (pen width over height), its breadth and its slant."""

    font: int
    weight: float
    breadth: float
    slant: float

    def pen(self, scale: float) -> int:
        """The width of the pen at this scale."""
        return max(1, round(self.weight * scale * CAP_HEIGHT))


class Lettering:
    """Draws print by chance; keeps a pool of word masks ready for stamping."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.masks = [self.mask() for _ in range(MASKS)]

    def refresh(self) -> None:
        """Replace one mask of the pool."""
        self.masks[int(self.rng.integers(len(self.masks)))] = self.mask()

    def any_mask(self) -> np.ndarray:
        """A mask of the pool."""
        return self.masks[int(self.rng.integers(len(self.masks)))]

    def typeface(self) -> Typeface:
        """A font, upright or slanted, thin to heavy, narrow to broad."""
        rng = self.rng
        font = FONTS[int(rng.integers(len(FONTS)))]
        breadth = float(rng.uniform(0.6, 1.5)) if rng.random() < 0.5 else 1.0
        slant = float(rng.uniform(-0.35, 0.35)) if rng.random() < 0.2 else 0.0
        return Typeface(font, float(rng.choice([0.05, 0.09, 0.15, 0.24])), breadth, slant)

    def letters(self, count: int) -> str:
        """So many letters."""
        return "".join(LETTERS[int(index)] for index in self.rng.integers(0, len(LETTERS), count))

    def word(self, case: float | None = None) -> str:
        """A word or a number; `case` below 0.3: capitals, below 0.5: a capital first, below 0.56: a number."""
        rng = self.rng
        count = int(rng.integers(1, 11))
        letters = self.letters(count)
        style = rng.random() if case is None else case
        if style < 0.3:
            return letters.upper()
        if style < 0.5:
            return letters.capitalize()
        if style < 0.56:
            return str(int(rng.integers(0, 10 ** min(count, 6))))
        return letters

    def line(self, words: int) -> str:
        """A line of so many words, most of them lower case."""
        rng = self.rng
        return " ".join(
            self.word() if rng.random() < 0.3 else self.letters(int(rng.integers(1, 9))) for _ in range(words)
        )

    def render(self, text: str, height: int, face: Typeface) -> np.ndarray:
        """A mask (255 where there is ink) of the text, its capitals so high; lines are split at line feeds."""
        scale = height / CAP_HEIGHT / 1.4
        pen = face.pen(scale)
        lines = text.split("\n")
        sizes = [cv2.getTextSize(line, face.font, scale, pen)[0] for line in lines]
        step = int(height * 1.15)
        width = max(8, max(size[0] for size in sizes) + 2 * pen + 8)
        mask = np.zeros((step * (len(lines) - 1) + int(height * 1.3) + 2 * pen + 8, width), np.uint8)
        for row, line in enumerate(lines):
            origin = (pen + 4, row * step + height + pen)
            cv2.putText(mask, line, origin, face.font, scale, [255], pen, cv2.LINE_AA)
        if face.breadth != 1.0 or face.slant != 0.0:
            shift = max(0.0, face.slant) * mask.shape[0]
            broad = int(width * face.breadth + abs(face.slant) * mask.shape[0]) + 1
            matrix = np.array([[face.breadth, -face.slant, shift], [0, 1, 0]], np.float32)
            mask = np.asarray(cv2.warpAffine(mask, matrix, (broad, mask.shape[0])), np.uint8)
        filled = cv2.boundingRect(mask)
        if filled[2] < 2 or filled[3] < 2:
            return np.full((8, 8), 255, np.uint8)
        x, y, wide, high = filled
        return np.ascontiguousarray(mask[y : y + min(high, 400), x : x + min(wide, 900)])

    def mask(self) -> np.ndarray:
        """A logo: one sign, a word, a few lines or an emblem; now and then outlined or in an oval."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.2:
            return self.emblem()
        if kind < 0.4:
            text = SIGNS[int(rng.integers(len(SIGNS)))]
        elif kind < 0.8:
            text = self.word(0.1 if rng.random() < 0.6 else None)
        else:
            text = "\n".join(self.line(int(rng.integers(1, 4))) for _ in range(int(rng.integers(2, 6))))
        mask = self.render(text, int(rng.choice([40, 56, 80])), self.typeface())
        if rng.random() < 0.15:
            mask = cv2.subtract(cv2.dilate(mask, np.ones((5, 5), np.uint8)), mask)
        if rng.random() < 0.12:
            height, width = mask.shape
            oval = np.zeros((height * 2, width + height * 2), np.uint8)
            oval[height // 2 : height // 2 + height, height : height + width] = mask
            centre = (oval.shape[1] // 2, oval.shape[0] // 2)
            pen = int(rng.integers(2, 7))
            cv2.ellipse(oval, centre, (centre[0] - 3, centre[1] - 3), 0, 0, 360, [255], pen, cv2.LINE_AA)
            mask = oval
        return mask

    def emblem(self) -> np.ndarray:
        """A drawn sign: rings, a star, a crown, a ball with stripes, a wheel, leaves."""
        rng = self.rng
        size, middle = 120, 60
        mask = np.zeros((size, size), np.uint8)
        kind = str(rng.choice(["rings", "star", "crown", "ball", "wheel", "leaves"]))
        if kind == "rings":
            for radius in range(int(rng.integers(8, 30)), 58, int(rng.integers(9, 22))):
                cv2.circle(mask, (middle, middle), radius, [255], int(rng.integers(2, 8)), cv2.LINE_AA)
        elif kind in ("star", "wheel"):
            points = int(rng.integers(4, 17))
            angles = np.arange(points * 2) * math.pi / points
            radii = np.where(np.arange(points * 2) % 2 == 0, 56, 56 * rng.uniform(0.25, 0.75))
            corners = np.stack([middle + radii * np.cos(angles), middle + radii * np.sin(angles)], 1)
            cv2.fillPoly(mask, [corners.astype(np.int32)], [255], cv2.LINE_AA)
            if kind == "wheel":
                cv2.circle(mask, (middle, middle), int(rng.integers(10, 30)), [0], -1, cv2.LINE_AA)
        elif kind == "crown":
            spikes = int(rng.integers(3, 7))
            tops = [(10 + 100 * index / (2 * spikes), 100 if index % 2 == 0 else 25) for index in range(2 * spikes + 1)]
            cv2.fillPoly(mask, [np.array([(10, 112), *tops, (110, 112)], np.int32)], [255], cv2.LINE_AA)
        elif kind == "ball":
            cv2.circle(mask, (middle, middle), 56, [255], -1, cv2.LINE_AA)
            for offset in range(-50, 51, int(rng.integers(14, 34))):
                cv2.line(mask, (middle + offset, 0), (middle + offset // 2, size), [0], int(rng.integers(2, 8)))
        else:
            count = int(rng.integers(3, 9))
            for index in range(count):
                angle = 2 * math.pi * index / count
                centre = (int(middle + 32 * math.cos(angle)), int(middle + 32 * math.sin(angle)))
                cv2.ellipse(mask, centre, (24, 11), math.degrees(angle), 0, 360, [255], -1, cv2.LINE_AA)
        return mask

    def back_mask(self, width: int, height: int) -> np.ndarray:
        """A logo as it stands on the back of a tile of this size; one in five along the short side."""
        rng = self.rng
        mask = self.any_mask()
        scale = min(width * rng.uniform(0.35, 0.9) / mask.shape[1], height * rng.uniform(0.3, 0.85) / mask.shape[0])
        if rng.random() < 0.2:
            mask = np.ascontiguousarray(np.rot90(mask))
            scale = min(width * 0.8 / mask.shape[1], height * 0.85 / mask.shape[0])
        wide = min(width, max(2, int(mask.shape[1] * scale)))
        high = min(height, max(2, int(mask.shape[0] * scale)))
        x, y = (width - wide) // 2, (height - high) // 2
        placed = np.zeros((height, width), np.uint8)
        placed[y : y + high, x : x + wide] = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
        return placed

    def stamp(
        self,
        picture: np.ndarray,
        x: float,
        y: float,
        size: float,
        degrees: float,
        colour: np.ndarray,
        opacity: float = 1.0,
    ) -> None:
        """Print a logo of the pool on the picture (float32 or uint8, in place) around a point."""
        mask = self.any_mask()
        height, width = mask.shape
        scale = size / max(height * 1.5, width * 0.6)
        cosine, sine = math.cos(math.radians(degrees)) * scale, math.sin(math.radians(degrees)) * scale
        reach_x = abs(cosine) * width / 2 + abs(sine) * height / 2
        reach_y = abs(sine) * width / 2 + abs(cosine) * height / 2
        left, top = max(0, int(x - reach_x)), max(0, int(y - reach_y))
        right, bottom = min(picture.shape[1], int(x + reach_x) + 1), min(picture.shape[0], int(y + reach_y) + 1)
        if right - left < 3 or bottom - top < 3:
            return
        shift_x = x - left - cosine * width / 2 + sine * height / 2
        shift_y = y - top - sine * width / 2 - cosine * height / 2
        matrix = np.array([[cosine, -sine, shift_x], [sine, cosine, shift_y]], np.float32)
        interpolation = cv2.INTER_LINEAR if scale > 0.5 else cv2.INTER_AREA
        ink = cv2.warpAffine(mask, matrix, (right - left, bottom - top), flags=interpolation)
        region = picture[top:bottom, left:right]
        inked = region + (colour - region) * (ink[..., None] * np.float32(opacity / 255))
        region[:] = inked if picture.dtype == np.float32 else to_bytes(inked)

    def text(self, picture: np.ndarray, text: str, x: float, y: float, height: float, colour: np.ndarray) -> None:
        """Write a line, its top left corner at x, y."""
        font = FONTS[int(self.rng.integers(len(FONTS)))]
        origin = (int(x), int(y + height * 0.8))
        pen = max(1, round(height / 14))
        cv2.putText(picture, text, origin, font, height / 32, bgr(colour), pen, cv2.LINE_AA)

    def page(
        self,
        width: int,
        height: int,
        columns: int,
        size: int,
        ink: np.ndarray,
        paper: np.ndarray,
    ) -> np.ndarray:
        """A printed page in columns, with headlines and now and then a block of colour."""
        rng = self.rng
        page = np.empty((height, width, 3), np.uint8)
        page[:] = to_bytes(paper)
        font = FONTS[int(rng.integers(len(FONTS)))]
        column_width = width / columns
        per_line = max(1, int((column_width - 12) / (size * 0.52)))
        words = int(column_width / size / 2.4) + 1
        for column in range(columns):
            x, y = column * column_width + 5, 4
            while y < height - size:
                kind = rng.random()
                if kind < 0.04:
                    head = int(size * rng.uniform(1.6, 4))
                    self.text(page, self.line(int(rng.integers(1, 5))), x, y, head, ink)
                    y += int(head * 1.3)
                elif kind < 0.055:
                    block = int(size * rng.uniform(4, 10))
                    colour = bgr(random_colour(rng))
                    cv2.rectangle(page, (int(x), y), (int(x + column_width - 13), y + block), colour, -1)
                    y += block + 6
                else:
                    count = per_line if rng.random() < 0.85 else max(1, int(per_line * rng.uniform(0.2, 1)))
                    origin = (int(x), y + int(size * 0.8))
                    line = self.line(words)[:count]
                    cv2.putText(page, line, origin, font, size / 32, bgr(ink), max(1, size // 14), cv2.LINE_AA)
                    y += int(size * 1.25)
        return page

    def keypad(
        self,
        width: int,
        height: int,
        rows: int,
        columns: int,
        body: np.ndarray,
        keys: np.ndarray,
        ink: np.ndarray,
        round_keys: bool = False,
    ) -> np.ndarray:
        """Rows of keys or buttons, most of them lettered."""
        rng = self.rng
        pad = np.empty((height, width, 3), np.uint8)
        pad[:] = to_bytes(body)
        step_x, step_y = width / columns, height / rows
        gap = rng.uniform(0.06, 0.3)
        size = max(5, int(min(step_x, step_y) * rng.uniform(0.25, 0.55)))
        lettered = rng.random() < 0.75
        high, wide = max(2, int(step_y * (1 - gap))), max(2, int(step_x * (1 - gap)))
        shape = rounded_mask(wide, high, int(min(step_x, step_y) * 0.12)) > 127
        for row in range(rows):
            for column in range(columns):
                if rng.random() < 0.05:
                    continue
                x, y = (column + gap / 2) * step_x, (row + gap / 2) * step_y
                colour = keys if rng.random() < 0.93 else random_colour(rng)
                if round_keys:
                    centre = (int(x + wide / 2), int(y + high / 2))
                    cv2.circle(pad, centre, max(1, min(wide, high) // 2), bgr(colour), -1, cv2.LINE_AA)
                else:
                    key = pad[int(y) : int(y) + high, int(x) : int(x) + wide]
                    key[shape[: key.shape[0], : key.shape[1]]] = to_bytes(colour)
                if lettered:
                    word = self.word(0.1)[: int(rng.choice([1, 1, 1, 2, 4]))]
                    self.text(pad, word, x + wide * 0.25, y + high * 0.15, size, ink)
        return pad

    def rich_page(self, width: int, height: int, shade: Shade = "light") -> np.ndarray:
        """A page of chance make-up."""
        rng = self.rng
        ink = random_colour(rng, "dark" if shade == "light" else "light")
        size = int(rng.choice([8, 10, 14, 20]))
        return self.page(width, height, int(rng.integers(1, 4)), size, ink, random_colour(rng, shade))
