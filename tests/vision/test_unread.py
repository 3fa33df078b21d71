"""The double blank of a set without dividers, in a hand that lies open."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from test_hands import LAYOUT, seen, sighting

from vision.explain import Explanation
from vision.hands import shown_hands
from vision.pictures import Picture
from vision.sightings import Sighting
from vision.unread import blank_in_hand as found_blank
from vision.unread import unread_beside

TABLE, IVORY, INK = (60, 90, 140), (205, 225, 235), (40, 30, 30)
HAND = sighting(400, 640, 0, 2)
BESIDE = sighting(400, 676, 0, 0)
ALONE = replace(sighting(640, 90, 0, 0), score=0.1)


def picture(*tiles: Sighting, ink: tuple[int, int, int] = INK, table: tuple[int, int, int] = TABLE) -> Picture:
    """The tiles on a table; those with pips with a few spots of ink."""
    drawn = np.full((720, 1280, 3), table, np.uint8)
    for tile in tiles:
        cv2.fillConvexPoly(drawn, tile.quad.round().astype(int), IVORY)
        for half, pips in enumerate(tile.pips.argmax(axis=1)):
            middle = tile.quad[:2].mean(axis=0) * (0.75 - half / 2) + tile.quad[2:].mean(axis=0) * (0.25 + half / 2)
            for n in range(pips):
                cv2.circle(drawn, (round(float(middle[0])) - 5 + 5 * n, round(float(middle[1]))), 2, ink, -1)
    noise = np.random.default_rng(1).normal(0, 4, drawn.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(drawn, (0, 0), 1) + noise, 0, 255), np.uint8)


def blank_in_hand(shown: Picture, explanation: Explanation, faint: list[Sighting]) -> Sighting | None:
    return found_blank(shown, explanation, faint, lambda quad: False)


def middle(found: Sighting | None) -> list[float]:
    assert found is not None
    assert not found.pips.argmax(axis=1).any()
    x, y = found.quad.mean(axis=0)
    return [float(x), float(y)]


def test_it_is_found_beside_other_tiles_of_its_colour_though_no_network_saw_it() -> None:
    shown = picture(*LAYOUT, HAND, BESIDE)
    assert middle(blank_in_hand(shown, seen(HAND), [])) == pytest.approx([400, 676], abs=4)


def test_it_is_found_alone_where_something_faint_was_seen() -> None:
    shown = picture(*LAYOUT, HAND, ALONE)
    assert middle(blank_in_hand(shown, seen(HAND), [ALONE])) == pytest.approx([640, 90], abs=1)
    assert blank_in_hand(shown, seen(HAND), []) is None, "nobody searches the table"


def test_it_is_for_a_person_to_look_at() -> None:
    found = blank_in_hand(picture(*LAYOUT, HAND, BESIDE), seen(HAND), [])
    assert found is not None
    (hand,) = shown_hands(seen(HAND, found), (1280, 720), {"bottom": 0}).values()
    assert len(hand.tiles) == 2
    assert not hand.sure


def test_what_lay_there_during_the_deal_is_none_and_hides_none() -> None:
    aside = replace(BESIDE, quad=np.asarray(BESIDE.quad - [0, 72], np.float32))
    shown = picture(*LAYOUT, HAND, BESIDE, aside)

    def lay_aside(quad: np.ndarray) -> bool:
        return bool(quad[:, 1].mean() < 640)

    assert middle(found_blank(shown, seen(HAND), [], lay_aside)) == pytest.approx([400, 676], abs=4)
    assert found_blank(shown, seen(HAND), [], lambda quad: True) is None


def test_an_unread_tile_with_small_pips_is_none() -> None:
    missed = sighting(400, 676, 5, 4)
    assert blank_in_hand(picture(*LAYOUT, HAND, missed), seen(HAND), [replace(BESIDE, score=0.1)]) is None


def test_the_bare_table_is_none() -> None:
    faint = [ALONE, replace(BESIDE, score=0.1)]
    assert blank_in_hand(picture(*LAYOUT, HAND), seen(HAND), faint) is None


def test_there_is_one_in_a_set() -> None:
    laid = sighting(200, 100, 0, 0)
    assert blank_in_hand(picture(*LAYOUT, HAND, BESIDE, laid), seen(HAND, laid), []) is None


def test_before_a_hand_is_shown_nothing_is_one() -> None:
    assert blank_in_hand(picture(*LAYOUT, ALONE), seen(), [ALONE]) is None


def test_a_printed_back_and_a_coin_are_none() -> None:
    shown = picture(*LAYOUT, HAND, BESIDE)
    cv2.rectangle(shown, (385, 670), (415, 682), (120, 60, 60), -1)
    cv2.circle(shown, (640, 90), 15, IVORY, -1)
    assert blank_in_hand(shown, seen(HAND), [ALONE]) is None


def test_backs_that_lie_together_are_none() -> None:
    backs = [sighting(200, 80 + 36 * n, 0, 0) for n in range(3)]
    faint = [replace(backs[0], score=0.1)]
    assert blank_in_hand(picture(*LAYOUT, HAND, backs[0]), seen(HAND), faint) is not None
    assert blank_in_hand(picture(*LAYOUT, HAND, *backs), seen(HAND), faint) is None


def test_in_a_set_with_dividers_it_has_one_too() -> None:
    shown = picture(*LAYOUT, HAND, BESIDE)
    for tile in (*LAYOUT, HAND):
        x, y = tile.quad.mean(axis=0).astype(int).tolist()
        cv2.line(shown, (x, y - 14), (x, y + 14), INK, 3)
    assert blank_in_hand(shown, seen(HAND), []) is None
    cv2.line(shown, (400, 662), (400, 690), INK, 3)
    assert blank_in_hand(shown, seen(HAND), []) is not None


def test_on_a_cloth_of_the_tiles_colour_nothing_is_said() -> None:
    assert blank_in_hand(picture(*LAYOUT, HAND, table=IVORY), seen(HAND), [replace(BESIDE, score=0.1)]) is None


def test_what_lies_in_the_row_unread_is_for_a_person_to_look_at() -> None:
    missed = sighting(400, 676, 5, 4)
    shown = picture(*LAYOUT, HAND, missed)
    unread = unread_beside(shown, seen(HAND))
    assert min(abs(place.mean(axis=0) - [400, 676]).max() for place in unread) < 4
    assert not shown_hands(seen(HAND), (1280, 720), {"bottom": 0, "top": 1}, unread)[0].sure


@pytest.mark.parametrize("pitch", [31, 32, 34, 36, 38])
def test_a_tile_missed_in_the_middle_of_a_row_is_for_a_person_to_look_at(pitch: int) -> None:
    row = [sighting(400, 604 + pitch * n, 0, n + 1) for n in range(3)]
    unread = unread_beside(picture(*LAYOUT, *row), seen(row[0], row[2]))
    assert min(abs(place.mean(axis=0) - [400, 604 + pitch]).max() for place in unread) < 6


def test_in_a_row_that_is_read_nothing_is_unread() -> None:
    row = [sighting(400, 604 + 36 * n, 0, n + 1) for n in range(3)]
    assert unread_beside(picture(*LAYOUT, *row), seen(*row)) == []
    assert unread_beside(picture(*LAYOUT, HAND), seen(HAND)) == []
