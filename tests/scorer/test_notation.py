import pytest
from hypothesis import given, settings
from random_layouts import layouts, legal_layouts

from scorer.layout import P_ALL_NOW, P_FIRST, P_NONE, P_OPENING_NOW, Layout, Side
from scorer.notation import NotationError, layout_text, parse_layout
from scorer.tiles import Tile


def rules_of(layout: Layout) -> Layout:
    return layout.emptied()


@settings(max_examples=300, deadline=None)
@given(layouts())
def test_with_the_order_of_laying_a_layout_comes_back_exactly(layout: Layout) -> None:
    text = layout_text(layout, order=True)
    again = parse_layout(text, rules_of(layout))
    assert again == layout.numbered(), text
    assert layout_text(again, order=True) == text


@settings(max_examples=300, deadline=None)
@given(layouts())
def test_without_it_the_same_layout_comes_back_under_other_numbers(layout: Layout) -> None:
    text = layout_text(layout)
    again = parse_layout(text, rules_of(layout))
    assert sorted(placed.tile for placed in again.placed) == sorted(placed.tile for placed in layout.placed)
    assert len(again.joins) == len(layout.joins)
    if again.spinner is not None and layout.spinner is not None:
        assert again[again.spinner].tile == layout[layout.spinner].tile
    assert again.end_sum == layout.end_sum, text


@settings(max_examples=300, deadline=None)
@given(legal_layouts())
def test_the_text_does_not_depend_on_the_numbers(layout: Layout) -> None:
    text = layout_text(layout)
    again = parse_layout(text, rules_of(layout))
    assert layout_text(again) == text
    assert sorted(end.value for end in again.open_ends()) == sorted(end.value for end in layout.open_ends())


def test_the_example_of_the_description() -> None:
    text = "1-4 4-4 4-6 6-6*(6-1 1-1)(6-5) 6-2 2-5"
    layout = parse_layout(text, Layout(P_FIRST))
    assert layout.end_sum == 1 + 5 + 2 + 5
    assert layout.spinner is not None
    assert layout[layout.spinner].tile == Tile(6, 6)
    assert not layout.order_known
    assert layout_text(layout) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4-6",
        "4-6#1",
        "1-4 4-4 4-6 6-6*(1-6 1-1)(5-6) 6-2 2-5".replace("1-6 1-1", "6-1 1-1").replace("(5-6)", "(6-5)"),
        "0-5 _5-5 5-3",
        "2-3 !4-6",
        "2-5#2 5-5*#1",
        "1-6 6-4([end-b]6-2)",
        "3-2=1:end-b 2-4 4-3=1:end-a",
        "4-4* 4-5 | 1-6",
    ],
)
def test_texts_come_back_exactly(text: str) -> None:
    assert layout_text(parse_layout(text), order="#" in text) == text


def test_a_line_is_written_from_tip_to_tip() -> None:
    layout = Layout(P_FIRST).place(Tile(6, 6)).place(Tile(6, 2), (0, Side.LONG_1)).place(Tile(6, 4), (0, Side.LONG_2))
    layout = layout.place(Tile(6, 1), (0, Side.SHORT_2)).place(Tile(2, 5), (1, Side.END_A))
    assert layout_text(layout) == "4-6 6-6*(6-1) 6-2 2-5"
    assert layout_text(layout, order=True) == "4-6#3 6-6*#1(6-1#4) 6-2#2 2-5#5"


def test_face_down_lengthwise_unlike_and_crosswise_are_marked() -> None:
    osel = Layout(P_OPENING_NOW).place(Tile(2, 2)).place(Tile(2, 5), (0, Side.LONG_1))
    assert layout_text(osel.place(Tile(5, 5), (1, Side.END_B), face_down=True)) == "2-2* 2-5 ~5-5"
    along = Layout(P_ALL_NOW).place(Tile(3, 5)).place(Tile(5, 5), (0, Side.END_B), across=False)
    assert layout_text(along) == "3-5 _5-5"
    unlike = Layout(P_NONE).place(Tile(3, 5)).place(Tile(1, 2), (0, Side.END_B), Side.END_A, force=True)
    assert layout_text(unlike) == "2-1 !5-3"
    matador = Layout(P_NONE, match="sum7").place(Tile(0, 4)).place(Tile(1, 6), (0, Side.END_B), across=True)
    assert layout_text(matador) == "0-4 ^1-6"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4-6 x", 'expected a tile such as 4-6 at character 5, found "x"'),
        ("4-6 (6-1)", 'expected a tile such as 4-6 at character 5, found "(6-1)"'),
        ("6-6(6-1", 'expected ")" after the arm at character 8, found the end of the text'),
        ("4-6 6-1)", 'expected the end of the text at character 8, found ")"'),
        ("4-6 3-1", "1-3 on 4-6 at character 5: the halves are unlike: write ! before it if it was laid all the same"),
        ("4-6 !6-1", "! at character 5: the halves that touch fit each other"),
        ("4-6(6-1) 6-2", "an arm at character 5: name the side of 4-6 that it touches, as in [end-a]"),
        ("4-6 [long-1]6-1", "[long-1] at character 5: the sides of 4-6 are end-a, end-b"),
        ("6-6* 6-4 4-4*", "only one double can be the spinner: * stands more than once"),
        ("4-6#1 6-6", "the order of laying needs # and another number from 1 up after every tile"),
        ("4-6#1 6-6#1", "the order of laying needs # and another number from 1 up after every tile"),
        ("2-3=1:end-a 3-4", "=1 marks one tile only: a ring needs two"),
        ("4-6* 6-1", "tile number 0 cannot be the spinner: it is not a double on the table"),
        ("[end-a]4-6", "[end-a]4-6 at character 1: nothing stands before it that it could touch"),
    ],
)
def test_a_text_that_is_no_layout_is_refused_with_the_place(text: str, message: str) -> None:
    with pytest.raises(NotationError) as refused:
        parse_layout(text)
    assert str(refused.value) == message


def test_the_order_is_not_written_where_it_is_not_known() -> None:
    with pytest.raises(ValueError, match="order of laying is not known"):
        layout_text(parse_layout("4-6 6-6"), order=True)
