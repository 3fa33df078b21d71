import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given, settings
from random_layouts import layouts, legal_layouts

from scorer.drawing import drawing, in_words
from scorer.ends import counts_of_open_ends
from scorer.layout import P_OPENING_NOW, P_SNIFF, Layout
from scorer.notation import parse_layout

SVG = "{http://www.w3.org/2000/svg}"


def shapes(text: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(text).iter(SVG + name))


def test_every_pip_is_a_circle() -> None:
    layout = parse_layout("4-6 6-6* 6-2 2-5")
    circles = [circle for circle in shapes(drawing(layout), "circle") if circle.get("r") == "0.1"]
    assert len(circles) == 10 + 12 + 8 + 7


def test_open_ends_carry_what_they_count_for() -> None:
    layout = parse_layout("4-6 6-6* 6-2 2-2")
    assert sorted(text.text or "" for text in shapes(drawing(layout), "text")) == ["4", "4"]
    lone = [text.text for text in shapes(drawing(parse_layout("5-5")), "text")]
    assert lone == ["5", "5"]


@settings(max_examples=150, deadline=None)
@given(legal_layouts())
def test_what_open_ends_count_for_adds_up_to_the_end_sum(layout: Layout) -> None:
    if layout.match == "equal" and layout.profile.end_test == "long_sides":
        assert sum(counts for _, counts in counts_of_open_ends(layout)) == layout.end_sum


@settings(max_examples=40, deadline=None)
@given(layouts())
def test_whatever_lies_on_a_table_is_drawn(layout: Layout) -> None:
    ElementTree.fromstring(drawing(layout))


def test_exposed_short_sides_are_marked_in_sniff() -> None:
    layout = parse_layout("6-4 4-4* 4-1", Layout(P_SNIFF))
    assert sorted(counts for _, counts in counts_of_open_ends(layout)) == [1, 4, 4, 6]


def test_the_drawing_says_what_it_shows() -> None:
    layout = parse_layout("4-6 6-6* 6-2")
    root = ElementTree.fromstring(drawing(layout))
    words = "3 tiles, spinner 6-6, open ends 4, 6, 6 and 2: end sum 6"
    assert root.get("role") == "img"
    assert root.get("aria-label") == words
    assert [title.text for title in root.iter(SVG + "title")] == [words]
    assert in_words(Layout()) == "No tile on the table"
    assert in_words(parse_layout("2-3")) == "1 tile, open ends 2 and 3: end sum 5"


def test_colours_can_be_set_from_the_page_and_have_fallbacks() -> None:
    text = drawing(parse_layout("4-6 6-6*"), last=1)
    for name in ("--tile", "--pip", "--spinner", "--end", "--on-end", "--last"):
        assert f"var({name}, #" in text
    assert "--last" not in drawing(parse_layout("4-6 6-6*"))


def test_a_tile_laid_face_down_shows_its_back() -> None:
    text = drawing(parse_layout("2-2* 2-5 ~5-5", Layout(P_OPENING_NOW)))
    assert "--back" in text


def test_a_lone_tile_and_an_empty_table_are_not_blown_up() -> None:
    for layout in (Layout(), parse_layout("4-6")):
        box = [float(value) for value in (ElementTree.fromstring(drawing(layout)).get("viewBox") or "").split()]
        assert box[2] >= 8
        assert box[3] >= 4


@pytest.mark.parametrize("text", ["12-12* 12-9", "4-6 | 2-3", "1-2 !5-6"])
def test_big_sets_separate_lines_and_misplays_are_drawn(text: str) -> None:
    assert drawing(parse_layout(text, Layout(max_pips=12))).startswith("<svg ")
