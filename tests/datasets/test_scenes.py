import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets import grounds, near_tiles, objects
from datasets.arrangements import Lying
from datasets.camera import Camera, turn_matrix
from datasets.kit import Kit
from datasets.looks import PATTERNS, Style, set_style
from datasets.plain_film import ivory
from datasets.scenes import Scene, SceneMaker
from datasets.tabletop import Light, Tabletop, lying_solid, outline

NO_SHADOW = Light(angle=0.0, slope=0.0, darkness=0.0, contact=0.0, softness=0.1)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return Kit(1)


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    maker = SceneMaker(5, grounds=4)
    return [maker.scene(448, 448) for _ in range(60)]


def signed_area(quad: np.ndarray) -> float:
    x, y = quad[:, 0].astype(float), quad[:, 1].astype(float)
    return float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum() / 2)


def camera(pitch: float = 0.0, yaw: float = 0.0) -> Camera:
    return Camera(
        width=400,
        height=300,
        target=np.zeros(3),
        turn=turn_matrix(math.radians(yaw), math.radians(pitch)),
        distance=20.0,
        focal=1500.0,
        roll=0.0,
        middle=(200.0, 150.0),
    )


def sharp(kit: Kit) -> Style:
    return replace(ivory(kit), corner_radius=0.0, thickness=0.0, bevel=0.0, falloff=0.0, marbling=0.0, pin_radius=0.0)


def drawn(kit: Kit, style: Style, tile: Lying, view: Camera) -> tuple[np.ndarray, np.ndarray]:
    table = Tabletop(kit, np.zeros((300, 400, 3), np.uint8), view, NO_SHADOW)
    solid = lying_solid(tile, style, view, NO_SHADOW, outline(style.aspect, style.corner_radius))
    assert solid is not None
    assert table.draw_lying(1, solid, style)
    assert table.visible()[1] > 0.97
    return table.picture, solid.top


def test_the_same_seed_makes_the_same_scenes() -> None:
    first, second, other = (SceneMaker(seed, grounds=2) for seed in (3, 3, 4))
    for _ in range(4):
        one, same, different = first.scene(320, 240), second.scene(320, 240), other.scene(320, 240)
        assert one.picture.shape == (240, 320, 3)
        assert np.array_equal(one.picture, same.picture)
        assert not np.array_equal(one.picture, different.picture)
        assert len(one.tiles) == len(same.tiles)
        for tile, twin in zip(one.tiles, same.tiles, strict=True):
            assert np.array_equal(tile.quad, twin.quad)
            assert (tile.a, tile.b, tile.visible, tile.usable) == (twin.a, twin.b, twin.visible, twin.usable)


def test_labels_are_sound(scenes: list[Scene]) -> None:
    tiles = [tile for scene in scenes for tile in scene.tiles]
    assert len(tiles) > 200
    for tile in tiles:
        assert tile.quad.shape == (4, 2)
        assert tile.quad.dtype == np.float32
        assert signed_area(tile.quad) > 0, "not clockwise"
        assert 0 <= tile.a <= 12
        assert 0 <= tile.b <= 12
        assert 0 <= tile.visible <= 1
        if tile.usable:
            x, y = tile.quad.mean(0)
            assert 0 <= x < 448
            assert 0 <= y < 448
            assert tile.visible > 0.62
    assert any(tile.back for tile in tiles)
    assert any(tile.standing for tile in tiles)
    assert not any(tile.standing and tile.usable for tile in tiles)
    assert any(max(tile.a, tile.b) > 6 for tile in tiles)


def test_the_first_edge_is_a_short_one(scenes: list[Scene]) -> None:
    for tile in (tile for scene in scenes for tile in scene.tiles if tile.usable):
        first, second, third, fourth = np.linalg.norm(tile.quad - np.roll(tile.quad, -1, axis=0), axis=1)
        # Even 56 degrees oblique, a tile twice as long as broad keeps its long sides the longer ones, or nearly so.
        assert first + third < 1.25 * (second + fourth)


def test_a_scene_without_faces() -> None:
    maker = SceneMaker(8, grounds=2)
    for _ in range(10):
        assert all(tile.back or tile.standing for tile in maker.scene(320, 320, kind="backs").tiles)


def test_a_scene_of_clutter_shows_things_and_no_lying_tile() -> None:
    maker = SceneMaker(9, grounds=2)
    for _ in range(10):
        scene = maker.scene(320, 320, kind="clutter")
        assert all(tile.standing for tile in scene.tiles)
        assert scene.picture.std() > 0


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="chain"):
        SceneMaker(1, grounds=1).scene(kind="heap")


@pytest.mark.parametrize("pitch", [0.0, 30.0, 55.0])
@pytest.mark.parametrize("degrees", [0.0, 37.0, 90.0, 200.0])
def test_quads_lie_on_what_is_drawn(kit: Kit, pitch: float, degrees: float) -> None:
    plain = replace(sharp(kit), pip_radii=(0.0,) * 7, divider="none")
    picture, quad = drawn(kit, plain, Lying(0.2, -0.1, degrees, 0, 0), camera(pitch, 10.0))
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, quad.round().astype(np.int32), 1)
    lit = (picture.max(2) > 90).astype(np.uint8)
    overlap = (inside & lit).sum() / (inside | lit).sum()
    assert overlap > 0.955


@pytest.mark.parametrize("degrees", [0.0, 90.0, 135.0, 270.0])
def test_half_a_is_at_the_first_edge(kit: Kit, degrees: float) -> None:
    picture, quad = drawn(kit, sharp(kit), Lying(0.0, 0.0, degrees, 0, 6), camera(20.0, -15.0))
    target = np.array([[0, 40], [0, 0], [80, 0], [80, 40]], np.float32)
    face = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad, target), (80, 40)).mean(2)
    blank, six = face[4:36, 4:36], face[4:36, 44:76]
    assert blank.min() > 120
    assert (six < 90).mean() > 0.1


def test_a_tile_has_its_shape(kit: Kit) -> None:
    style = sharp(kit)
    _, quad = drawn(kit, style, Lying(0.4, 0.3, 25.0, 3, 4), camera())
    short, long = np.linalg.norm(quad[0] - quad[1]), np.linalg.norm(quad[1] - quad[2])
    assert long / short == pytest.approx(style.aspect, rel=1e-3)
    assert short == pytest.approx(1500 / 20, rel=1e-3)


def test_what_is_covered_is_not_visible(kit: Kit) -> None:
    style, view = sharp(kit), camera()
    table = Tabletop(kit, np.zeros((300, 400, 3), np.uint8), view, NO_SHADOW)
    solid = lying_solid(Lying(0, 0, 0, 1, 2), style, view, NO_SHADOW, outline(style.aspect, 0))
    assert solid is not None
    table.draw_lying(1, solid, style)
    left_half = np.array([[0, 0], [200, 0], [200, 300], [0, 300]], np.float32)
    table.cover(left_half)
    assert table.visible()[1] == pytest.approx(0.5, abs=0.03)
    table.cover_mask(np.full((300, 400), 255, np.uint8))
    assert table.visible()[1] == 0


def test_patterns_show_their_number() -> None:
    for number, spots in PATTERNS.items():
        assert len(set(spots)) == number


def test_pips_do_not_touch(kit: Kit) -> None:
    for _ in range(60):
        style = set_style(kit)
        assert len(style.pip_radii) == len(style.pip_colours) == style.highest + 1
        for number in range(2, style.highest + 1):
            spots = np.array(style.spots(number)) * (style.pip_along, style.pip_across)
            apart = np.linalg.norm(spots[:, None] - spots[None], axis=2) + np.eye(number)
            if number > 6:
                assert apart.min() > 2 * style.pip_radii[number]


@pytest.mark.parametrize("maker", {*grounds.MATERIALS, *grounds.PATTERNS}, ids=lambda maker: maker.__name__)
def test_grounds(kit: Kit, maker: grounds.Maker) -> None:
    picture = maker(kit, 120)
    assert picture.shape == (120, 120, 3)
    assert np.isfinite(picture).all()


@pytest.mark.parametrize("maker", set(near_tiles.KINDS), ids=lambda maker: maker.__name__)
def test_things_that_are_nearly_tiles(kit: Kit, maker: near_tiles.Maker) -> None:
    for _ in range(10):
        picture, mask, length = maker(kit)
        assert picture.shape[:2] == mask.shape
        assert np.isfinite(picture).all()
        assert mask.any()
        assert length > 0


def test_things(kit: Kit) -> None:
    for _ in range(60):
        thing = objects.random_thing(kit)
        assert thing.picture.shape[:2] == thing.mask.shape
        assert thing.picture.dtype == thing.mask.dtype == np.uint8
        assert thing.mask.any()
        assert thing.length > 0
