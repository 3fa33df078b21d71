import pytest

from scorer.layout import P_FIRST, P_NONE, P_SNIFF, Layout
from scorer.notation import parse_layout
from scorer.scoring import points_in_play

# Layout, end sum, fives, units of three, fives and threes: the rule book, 2.6.
WORKED = [
    ("6-4", 10, 10, 0, 2),
    ("5-5", 10, 10, 0, 2),
    ("6-6", 12, 0, 4, 4),
    ("0-0", 0, 0, 0, 0),
    ("5-5 5-3", 13, 0, 0, 0),
    ("1-5 5-5(5-0)(5-2) 5-3", 6, 0, 2, 2),
    ("6-6 6-2 2-1 1-3", 15, 15, 5, 8),
    ("4-3 3-3(3-5) 3-1", 10, 10, 0, 2),
    ("3-1 1-1", 5, 5, 0, 1),
    ("2-4 4-4 4-1", 3, 0, 1, 1),
    ("2-2 2-6 6-6", 16, 0, 0, 0),
    ("4-4 4-6 6-6", 20, 20, 0, 4),
    ("6-6 6-0 0-0(0-4 4-4) 0-5 5-5", 30, 30, 10, 16),
]


@pytest.mark.parametrize(("text", "end_sum", "fives", "threes", "both"), WORKED)
def test_points_of_the_worked_examples(text: str, end_sum: int, fives: int, threes: int, both: int) -> None:
    layout = parse_layout(text)
    assert layout.end_sum == end_sum
    assert points_in_play(layout, "fives_pips").points == fives
    assert points_in_play(layout, "fives_units").points == fives // 5
    assert points_in_play(layout, "threes_units").points == threes
    assert points_in_play(layout, "threes_pips").points == threes * 3
    assert points_in_play(layout, "fives_and_threes").points == both
    assert points_in_play(layout, "none").points == 0


def test_exposed_short_sides_count_in_sniff() -> None:
    assert points_in_play(parse_layout("6-4 4-4* 4-1", Layout(P_SNIFF)), "fives_pips").points == 15
    assert points_in_play(parse_layout("6-4 4-4* 4-1", Layout(P_FIRST)), "fives_pips").points == 0


def test_each_divisor_may_give_the_whole_sum() -> None:
    layout = parse_layout("6-6 6-2 2-1 1-3")
    assert points_in_play(layout, "fives_and_threes", per_pip=True).points == 30


def test_the_reason_is_said_in_words() -> None:
    assert points_in_play(parse_layout("6-4"), "fives_pips").reason == "6 + 4 = 10"
    assert points_in_play(parse_layout("5-5"), "fives_pips").reason == "5 + 5 = 10"
    assert points_in_play(parse_layout("5-5 5-3"), "fives_pips").reason == "10 + 3 = 13"
    assert points_in_play(parse_layout("6-4"), "fives_units").reason == "6 + 4 = 10 = 2 fives"
    assert (
        points_in_play(parse_layout("6-6 6-2 2-1 1-3"), "fives_and_threes").reason == "12 + 3 = 15 = 3 fives + 5 threes"
    )
    assert points_in_play(parse_layout("3-1 1-1"), "fives_units").reason == "3 + 2 = 5 = 1 five"


@pytest.mark.parametrize(
    ("text", "points"),
    [("3-3", 2), ("3-4", 0), ("3-3 3-4", 0), ("3-4 4-2 2-3", 2), ("3-3 3-4 4-1 1-3", 3)],
)
def test_bergen_looks_at_the_exposed_halves(text: str, points: int) -> None:
    assert points_in_play(parse_layout(text, Layout(P_NONE)), "bergen").points == points


def test_an_unknown_scheme_is_refused() -> None:
    with pytest.raises(ValueError, match="no scoring called 'sevens'"):
        points_in_play(Layout(), "sevens")  # type: ignore[arg-type]
