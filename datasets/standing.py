"""Tiles that stand on an edge, as in players' hands: in rows or alone, faces or backs to the camera."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from datasets import faces
from datasets.arrangements import Arrangement, Box
from datasets.kit import Kit
from datasets.looks import Style
from datasets.paint import SUBPIXEL_BITS, bgr, blend, bounds, fill_polygon, fixed, to_bytes
from datasets.tabletop import Tabletop


@dataclass(frozen=True)
class Side:
    """One visible side of a standing tile: what it is, where it looks (in space), its corners in the picture."""

    kind: str  # "face", "back", "edge" or "top"
    normal: np.ndarray
    quad: np.ndarray


@dataclass(frozen=True)
class StandingSolid:
    """A standing tile as the camera sees it; quad: the corners of its broad visible side, as labels have them."""

    a: int
    b: int
    sides: tuple[Side, ...]
    base: np.ndarray
    on_short_edge: bool

    @property
    def depth(self) -> float:
        """Greater for what is nearer to the camera."""
        return float(self.base[:, 1].mean())

    @property
    def broad(self) -> Side | None:
        """Its visible face or back."""
        return next((side for side in self.sides if side.kind in ("face", "back")), None)

    @property
    def quad(self) -> np.ndarray | None:
        """The label's corners: 0-1 the outer short edge of half a, clockwise in the picture."""
        side = self.broad
        if side is None:
            return None
        # side.quad runs clockwise from the top left corner; half a is on the left, or below on a short edge
        return np.roll(side.quad, 2 if self.on_short_edge else 1, axis=0)


@dataclass(frozen=True)
class Stance:
    """Where a standing tile's foot is, which way its length runs, whether its face looks to the viewer's side."""

    x: float
    y: float
    degrees: float
    on_short_edge: bool
    face_first: bool  # the face looks along the tile's own y axis, else the back does
    lean: float


def stances(kit: Kit, centres: np.ndarray, aspect: float, toward_viewer: np.ndarray) -> list[Stance]:
    """A row as in a player's hand (half of those in front of the viewer), or single tiles around the layout."""
    low, high = centres.min(0) - 3, centres.max(0) + 3
    count = kit.pick([1, 2, 4, 6])
    if kit.chance(0.5):
        lean = kit.between(-0.25, 0.25) if kit.chance(0.4) else 0.0
        face_first = kit.chance(0.6)
        if kit.chance(0.5):
            along = np.array([toward_viewer[1], -toward_viewer[0]])
            along = along / np.linalg.norm(along)
            middle = centres.mean(0)
            out = np.abs((centres - middle) @ toward_viewer).max() + kit.between(1.2, 3)
            start = middle + toward_viewer * out - along * (count / 2) * (aspect + 0.3)
            degrees = math.degrees(math.atan2(-along[1], -along[0]))
            spread = kit.between(-6, 6)
            start, step = start + along * (count - 1) * (aspect + 0.3), -along
            face_first = kit.chance(0.75)
        else:
            degrees = kit.between(0, 360) if kit.chance(0.5) else 90.0 * kit.whole(0, 4)
            start = kit.rng.uniform(low, high)
            step = np.array([math.cos(math.radians(degrees)), math.sin(math.radians(degrees))])
            spread = 0.0
        gap = kit.between(0.05, 0.7)
        row = []
        for index in range(count):
            x, y = start + step * index * (aspect + gap)
            turned = degrees + spread * (index - count / 2) + kit.bell(5)
            row.append(Stance(float(x), float(y), turned, False, face_first, lean))
        return row
    on_short_edge = kit.chance(0.25)
    single = []
    for _ in range(count):
        x, y = kit.rng.uniform(low, high)
        single.append(Stance(float(x), float(y), kit.between(0, 360), on_short_edge, kit.chance(0.4), 0.0))
    return single


def stand_up(kit: Kit, table: Tabletop, style: Style, lying: Arrangement, centres: np.ndarray) -> list[StandingSolid]:
    """Stand tiles up where none lies; their shadows are noted on the table."""
    camera = table.camera
    toward_viewer = (camera.turn.T @ np.array([0, 1, 0]))[:2]
    toward_viewer = toward_viewer / max(float(np.linalg.norm(toward_viewer)), 1e-6)
    thickness = max(0.2, style.thickness * kit.between(0.8, 1.2))
    taken: list[Box] = list(lying.boxes)
    solids = []
    for stance in stances(kit, centres, style.aspect, toward_viewer):
        length = 1.0 if stance.on_short_edge else style.aspect
        foot: Box = ((stance.x, stance.y), (length + 0.1, thickness + 0.1), stance.degrees)
        if any(
            math.hypot(box[0][0] - stance.x, box[0][1] - stance.y) < style.aspect * 1.3
            and cv2.rotatedRectangleIntersection(foot, box)[0] != cv2.INTERSECT_NONE
            for box in taken
        ):
            continue
        taken.append(foot)
        a, b = lying.random_pips()
        solid = standing_solid(table, stance, style, thickness, a, b)
        if solid is not None:
            solids.append(solid)
    return solids


def standing_solid(
    table: Tabletop, stance: Stance, style: Style, thickness: float, a: int, b: int
) -> StandingSolid | None:
    """The tile as the camera sees it, or None where it is outside the picture or too near to the camera."""
    camera = table.camera
    length, height = (1.0, style.aspect) if stance.on_short_edge else (style.aspect, 1.0)
    angle = math.radians(stance.degrees)
    along = np.array([math.cos(angle), math.sin(angle), 0.0])
    outward = np.array([-math.sin(angle), math.cos(angle), 0.0])
    up = np.array([0.0, 0.0, 1.0]) - outward * stance.lean
    foot = np.array([stance.x, stance.y, 0.0])

    def corner(right: int, out: int, top: int) -> np.ndarray:
        return foot + along * (right * length / 2) + outward * (out * thickness / 2) + up * (top * height)

    first, second = ("face", "back") if stance.face_first else ("back", "face")
    candidates = [
        (first, outward, [corner(-1, 1, 1), corner(1, 1, 1), corner(1, 1, 0), corner(-1, 1, 0)]),
        (second, -outward, [corner(1, -1, 1), corner(-1, -1, 1), corner(-1, -1, 0), corner(1, -1, 0)]),
        ("edge", along, [corner(1, 1, 1), corner(1, -1, 1), corner(1, -1, 0), corner(1, 1, 0)]),
        ("edge", -along, [corner(-1, -1, 1), corner(-1, 1, 1), corner(-1, 1, 0), corner(-1, -1, 0)]),
        ("top", up, [corner(-1, -1, 1), corner(1, -1, 1), corner(1, 1, 1), corner(-1, 1, 1)]),
    ]
    sides = []
    for kind, normal, corners in candidates:
        if float(np.linalg.norm(camera.place - np.mean(corners, 0))) < 0.8:
            return None
        quad = camera.project(np.array(corners))
        if cv2.contourArea(quad, oriented=True) > 0:  # clockwise as seen from outside: it looks at the camera
            sides.append(Side(kind, normal, quad))
    ground = np.array([corner(-1, -1, 0), corner(1, -1, 0), corner(1, 1, 0), corner(-1, 1, 0)])
    base = camera.project(ground)
    if camera.outside(base) or np.abs(base).max() > 3 * camera.width:
        return None
    shadow = ground.copy()
    shadow[:, :2] -= table.light.reach * height
    table.cast(base, camera.project(shadow), contact=False)
    return StandingSolid(a, b, tuple(sides), base, stance.on_short_edge)


def draw_standing(kit: Kit, table: Tabletop, number: int, solid: StandingSolid, style: Style) -> None:
    """Draw a standing tile as face `number`."""
    light = table.light
    toward_light = np.array([math.cos(light.angle), math.sin(light.angle), 1.2])
    toward_light /= np.linalg.norm(toward_light)
    order = {"face": 0, "back": 0, "edge": 1, "top": 2}
    for side in sorted(solid.sides, key=lambda side: order[side.kind]):
        brightness = 0.55 + 0.45 * max(0.0, float(side.normal @ toward_light))
        broad = side.kind in ("face", "back")
        colour = style.side
        if side.kind == "back":
            colour = style.back_colour
        elif side.kind == "face":
            colour = style.body
        elif style.band is not None and kit.chance(0.5):
            colour = style.band
        fill_polygon(table.picture, side.quad, colour * brightness * kit.between(0.9, 1.1))
        if (side.kind == "face" or (broad and style.back != "plain")) and cv2.contourArea(side.quad) > 60:
            draw_broad_side(kit, table, solid, side, style, brightness)
        if kit.chance(0.5):
            rim = bgr(style.body * kit.between(0.5, 1.25))
            cv2.polylines(table.picture, [fixed(side.quad)], True, rim, 1, cv2.LINE_AA, SUBPIXEL_BITS)
        table.cover(side.quad)
        if broad:
            table.claim(number, side.quad)
            table.measure(number, side.quad)


def draw_broad_side(
    kit: Kit, table: Tabletop, solid: StandingSolid, side: Side, style: Style, brightness: float
) -> None:
    """Draw the pips of a face, or what is on a back."""
    picture = table.picture
    area = bounds(side.quad, picture.shape[1], picture.shape[0])
    if area is None:
        return
    left, top, right, bottom = area
    edges = np.linalg.norm(side.quad - np.roll(side.quad, 1, axis=0), axis=1)
    length = min(max(float(edges.max()), 24), 400)
    if side.kind == "face":
        texture = faces.face(kit, style, solid.a, solid.b, length, table.light.angle)
    else:
        texture = faces.back(kit, style, length, table.light.angle)
    texture = to_bytes(texture * np.float32(brightness))
    high, wide = texture.shape[:2]
    target = side.quad
    if solid.on_short_edge:
        target = np.roll(target, 1, axis=0)  # the texture's left edge is below
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    corner = np.array([left, top], np.float32)
    matrix = cv2.getPerspectiveTransform(source, (target - corner).astype(np.float32))
    warped = cv2.warpPerspective(
        texture, matrix, (right - left, bottom - top), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, fixed(side.quad - corner), [255], cv2.LINE_AA, SUBPIXEL_BITS)
    blend(picture[top:bottom, left:right], warped, mask)
