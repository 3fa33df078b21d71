"""Draws tiles that lie on a table, with their sides and shadows, and keeps account of what can be seen of each."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets import faces
from datasets.arrangements import Lying
from datasets.camera import Camera
from datasets.kit import Kit
from datasets.looks import Style
from datasets.paint import SUBPIXEL_BITS, bgr, blend, bounds, fill_polygon, fixed, to_bytes

SHADOW_STEP = 4  # shadows are drawn on every fourth pixel
SHARE_STEP = 2  # what hides what is noted on every second pixel


@dataclass(frozen=True)
class Light:
    """Where light comes from (an angle in the table's plane), how flat it falls, and how dark its shadows are."""

    angle: float
    slope: float  # length of a shadow over the height of what casts it
    darkness: float
    contact: float  # darkness right around a tile
    softness: float  # in tile lengths

    @property
    def reach(self) -> np.ndarray:
        """Towards the light in the table's plane, as long as a shadow of something of height 1."""
        return np.array([math.cos(self.angle), math.sin(self.angle)]) * self.slope


def random_light(kit: Kit) -> Light:
    """A light by chance: from straight above to flat, hard or soft."""
    return Light(
        angle=kit.between(0, 2 * math.pi),
        slope=kit.between(0, 1.1),
        darkness=kit.between(0.05, 0.65),
        contact=kit.between(0.1, 0.5),
        softness=kit.between(0.02, 0.12),
    )


def outline(aspect: float, radius: float) -> np.ndarray:
    """The outline of a tile's face around 0, 0, its length along x, with rounded corners."""
    points = []
    for sign_x, sign_y, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270)):
        centre = np.array([sign_x * (aspect / 2 - radius), sign_y * (0.5 - radius)])
        for degrees in np.linspace(start, start + 90, 4 if radius > 0.01 else 1):
            direction = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
            points.append(centre + radius * direction if radius > 0.01 else (sign_x * aspect / 2, sign_y * 0.5))
    return np.array(points, np.float32)


def face_corners(aspect: float) -> np.ndarray:
    """The corners of a face around 0, 0: 0-1 the outer short edge of half a, clockwise in the picture."""
    half = aspect / 2
    return np.array([(-half, 0.5), (-half, -0.5), (half, -0.5), (half, 0.5)], np.float32)


def place(points: np.ndarray, tile: Lying) -> np.ndarray:
    """Points around a tile's middle in the table's plane."""
    cosine, sine = math.cos(math.radians(tile.degrees)), math.sin(math.radians(tile.degrees))
    return np.asarray(points @ np.array([[cosine, sine], [-sine, cosine]]) + np.array([tile.x, tile.y]))


@dataclass(frozen=True)
class LyingSolid:
    """A lying tile as the camera sees it (all in px)."""

    tile: Lying
    top: np.ndarray  # (4, 2), corners as in face_corners
    top_outline: np.ndarray
    ground_outline: np.ndarray
    shadow_outline: np.ndarray

    @property
    def length(self) -> float:
        """The length of its longer long side."""
        first, second = self.top[1] - self.top[2], self.top[0] - self.top[3]
        return max(math.hypot(first[0], first[1]), math.hypot(second[0], second[1]))

    @property
    def depth(self) -> float:
        """Greater for what is nearer to the camera."""
        return float(self.top[:, 1].mean())


def lying_solid(tile: Lying, style: Style, camera: Camera, light: Light, shape: np.ndarray) -> LyingSolid | None:
    """The tile as the camera sees it, or None where it lies outside the picture. `shape`: from outline()."""
    height = style.thickness
    on_table = place(shape, tile)
    top = camera.project_flat(place(face_corners(style.aspect), tile), height)
    if camera.outside(top, 20):
        return None
    return LyingSolid(
        tile=tile,
        top=top,
        top_outline=camera.project_flat(on_table, height),
        ground_outline=camera.project_flat(on_table),
        shadow_outline=camera.project_flat(on_table - light.reach * height),
    )


class Tabletop:
    """A picture of a table on which tiles are drawn, the farthest first."""

    def __init__(self, kit: Kit, picture: np.ndarray, camera: Camera, light: Light) -> None:
        self.kit = kit
        self.picture = picture
        self.camera = camera
        self.light = light
        height, width = picture.shape[:2]
        self._shadow = np.zeros((height // SHADOW_STEP, width // SHADOW_STEP), np.uint8)
        self._contact = np.zeros_like(self._shadow)
        self._owner = np.zeros((height // SHARE_STEP, width // SHARE_STEP), np.uint8)
        self._areas: dict[int, float] = {}

    def cast(self, ground: np.ndarray, shadow: np.ndarray, contact: bool = True) -> None:
        """Note the shadow of something with this outline on the ground and this one of its shadow (px)."""
        hull = cv2.convexHull(np.concatenate([ground, shadow]))
        points = fixed(hull / SHADOW_STEP)
        cv2.fillConvexPoly(self._shadow, points, [255], cv2.LINE_AA, SUBPIXEL_BITS)
        if contact:
            points = fixed(ground / SHADOW_STEP)
            cv2.fillConvexPoly(self._contact, points, [255], cv2.LINE_AA, SUBPIXEL_BITS)

    def shade(self, tile_length: float) -> None:
        """Darken the picture where shadows were noted; `tile_length` in px sets their softness."""
        height, width = self.picture.shape[:2]
        blur = max(0.6, tile_length * self.light.softness / SHADOW_STEP)
        shadow = cv2.GaussianBlur(self._shadow, (0, 0), blur).astype(np.float32)
        blur = max(0.6, tile_length * 0.05 / SHADOW_STEP)
        contact = cv2.GaussianBlur(self._contact, (0, 0), blur).astype(np.float32)
        left = (1 - self.light.darkness / 255 * shadow) * (1 - self.light.contact / 255 * contact)
        left = cv2.resize(left, (width, height), interpolation=cv2.INTER_LINEAR)
        self.picture = cv2.multiply(self.picture, cv2.merge([left, left, left]), dtype=cv2.CV_8U)

    def cover(self, polygon: np.ndarray) -> None:
        """Note that everything drawn so far is hidden inside the convex polygon."""
        cv2.fillConvexPoly(self._owner, fixed(polygon / SHARE_STEP), [0], cv2.LINE_8, SUBPIXEL_BITS)

    def cover_mask(self, mask: np.ndarray) -> None:
        """Note that everything drawn so far is hidden where the mask is not 0."""
        height, width = self._owner.shape
        self._owner[cv2.resize(mask, (width, height)) > 0] = 0

    def claim(self, number: int, polygon: np.ndarray) -> None:
        """Note that the face `number` (from 1) is seen inside the polygon."""
        cv2.fillPoly(self._owner, [fixed(polygon / SHARE_STEP)], [number], cv2.LINE_8, SUBPIXEL_BITS)

    def measure(self, number: int, quad: np.ndarray) -> None:
        """Note the whole area of the face `number`."""
        self._areas[number] = float(cv2.contourArea(quad)) / SHARE_STEP**2

    def visible(self) -> dict[int, float]:
        """The visible share of each face, by number."""
        counts = np.bincount(self._owner.ravel(), minlength=256)
        return {number: min(1.0, float(counts[number]) / max(area, 1)) for number, area in self._areas.items()}

    def draw_lying(self, number: int, solid: LyingSolid, style: Style) -> bool:
        """Draw a lying tile as face `number`; False if too little of it lies in the picture."""
        kit = self.kit
        height, width = self.picture.shape[:2]
        hull = cv2.convexHull(np.concatenate([solid.top_outline, solid.ground_outline]))[:, 0]
        area = bounds(hull, width, height, 2)
        if area is None:
            return False
        left, top, right, bottom = area
        region = self.picture[top:bottom, left:right]
        behind = region.copy() if style.opacity < 1 else None
        corner = np.array([left, top], np.float32)
        fill_polygon(region, hull - corner, style.side * kit.between(0.75, 1.05))
        if style.band is not None:
            middle = solid.ground_outline + (solid.top_outline - solid.ground_outline) * 0.45
            lower = cv2.convexHull(np.concatenate([middle, solid.ground_outline]))[:, 0]
            fill_polygon(region, lower - corner, style.band * 0.8)
        texture = self._texture(solid, style)
        high, wide = texture.shape[:2]
        source = np.array([[0, high], [0, 0], [wide, 0], [wide, high]], np.float32)
        matrix = cv2.getPerspectiveTransform(source, solid.top - corner)
        warped = cv2.warpPerspective(
            texture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        mask = np.zeros((bottom - top, right - left), np.uint8)
        edge = fixed(solid.top_outline - corner)
        cv2.fillPoly(mask, [edge], [255], cv2.LINE_AA, SUBPIXEL_BITS)
        blend(region, warped, mask)
        if kit.chance(0.4):
            rim = bgr(style.body * (kit.between(0.4, 0.8) if kit.chance(0.75) else kit.between(1.05, 1.4)))
            cv2.polylines(region, [edge], True, rim, 1, cv2.LINE_AA, SUBPIXEL_BITS)
        if behind is not None:
            np.copyto(region, cv2.addWeighted(region, style.opacity, behind, 1 - style.opacity, 0))
        self.cover(hull)
        self.claim(number, solid.top_outline)
        self.measure(number, solid.top)
        return True

    def _texture(self, solid: LyingSolid, style: Style) -> np.ndarray:
        kit, tile = self.kit, solid.tile
        length = min(max(solid.length * 1.25, 24), 560)
        light = self.light.angle - math.radians(tile.degrees)
        if tile.back:
            texture = faces.back(kit, style, length, light)
        else:
            texture = faces.face(kit, style, tile.a, tile.b, length, light)
        faces.glare(kit, texture, tile.a, tile.b, tile.back)
        return to_bytes(texture * np.float32(1 + kit.bell(0.03)))
