"""Only where a table changed it is looked at anew."""

from pathlib import Path

import cv2
import numpy as np

from vision.explain import explain
from vision.pictures import Picture, load_picture
from vision.recogniser import Look, Recogniser, Weights
from vision.regions import changed_regions
from vision.stillness import cells_of

ROOT = Path(__file__).parent.parent.parent
TABLE = load_picture(ROOT / "datasets" / "sample" / "table.jpg")


def plain(*spots: tuple[int, int]) -> Picture:
    """A grey picture with white spots of 40 px at these places."""
    picture = np.full((720, 1280, 3), 90, np.uint8)
    for x, y in spots:
        picture[y : y + 40, x : x + 40] = 240
    return picture


def test_every_change_is_a_region_of_its_own() -> None:
    regions = changed_regions(
        cells_of(plain((100, 100), (900, 500), (600, 300))), cells_of(plain((600, 300))), (720, 1280), 60
    )
    assert regions is not None
    assert len(regions) == 2
    for x, y, inside in ((120, 120, True), (60, 120, True), (920, 520, True), (620, 320, False)):
        quad = np.array([[x, y]] * 4, np.float32)
        assert any(region.holds(quad) for region in regions) == inside
    assert all(region.window[0].stop <= 720 and region.window[1].stop <= 1280 for region in regions)


def test_where_nothing_changed_there_is_nothing_to_look_at() -> None:
    assert changed_regions(cells_of(plain((5, 5))), cells_of(plain((5, 5))), (720, 1280), 60) == ()


def test_where_most_changed_all_is_looked_at() -> None:
    far = plain((20, 20), (1200, 20), (20, 650), (1200, 650), (600, 300))
    assert changed_regions(cells_of(far), cells_of(plain()), (720, 1280), 250) is None


def _tiles(look: Look, picture: Picture) -> list[tuple[int, int]]:
    explanation = explain(list(look.sightings), picture.shape[1], picture.shape[0], 6)
    tiles = (explanation.tiles[index] for index in explanation.layout)
    return sorted((min(tile.a, tile.b), max(tile.a, tile.b)) for tile in tiles)


def test_a_look_at_the_changes_shows_what_a_look_at_all_shows() -> None:
    recogniser = Recogniser(Weights.in_folder(ROOT / "models"))
    tile = TABLE.copy()
    first = recogniser.look(tile)
    quad = next(one.quad for one in first.sightings if one.score > 0.9)
    x, y, wide, high = cv2.boundingRect(quad)
    # One tile is covered with what lies beside the layout, and then uncovered again.
    tile[y : y + high, x : x + wide] = np.median(TABLE[:20, :20], axis=(0, 1))
    covered = recogniser.look(tile, first)
    assert covered.side == first.side
    assert len(_tiles(covered, tile)) < len(_tiles(first, TABLE))
    assert _tiles(covered, tile) == _tiles(recogniser.look(tile), tile)
    assert _tiles(recogniser.look(TABLE, covered), TABLE) == _tiles(first, TABLE)
    # What lies further from it than two tiles are long was not looked at again.
    far = [one for one in first.sightings if np.linalg.norm((one.quad - quad).mean(axis=0)) > 2 * max(wide, high)]
    assert len(far) > len(first.sightings) / 2
    assert all(any(one is other for other in covered.sightings) for one in far)
