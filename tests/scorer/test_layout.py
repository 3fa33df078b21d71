import pytest

from scorer.layout import (
    AS_IT_LIES,
    P_ALL,
    P_ALL_NOW,
    P_FIRST,
    P_FIRST_NOW,
    P_NONE,
    P_OPENING_NOW,
    P_SNIFF,
    IllegalPlay,
    Layout,
    Side,
    SpinnerProfile,
)
from scorer.tiles import Tile

Laying = tuple[str, tuple[int, str] | None]


def lay(*plays: Laying, profile: SpinnerProfile = P_FIRST) -> list[Layout]:
    """Return the layout after every play; a play is the tile and the (index, side) it is joined to."""
    layout, after = Layout(profile), []
    for text, at in plays:
        layout = layout.place(Tile.parse(text), None if at is None else (at[0], Side(at[1])))
        after.append(layout)
    return after


# The worked examples of the rule book, 2.6: the plays, and the end sum after each.
WORKED = [
    (P_FIRST, [("4-6", None)], [10]),
    (P_FIRST, [("5-5", None)], [10]),
    (P_FIRST, [("6-6", None)], [12]),
    (P_FIRST, [("0-0", None)], [0]),
    (
        P_FIRST,
        [
            ("5-5", None),
            ("5-3", (0, "long-1")),
            ("5-1", (0, "long-2")),
            ("5-0", (0, "short-1")),
            ("5-2", (0, "short-2")),
        ],
        [10, 13, 4, 4, 6],
    ),
    (P_FIRST, [("6-6", None), ("6-2", (0, "long-1")), ("2-1", (1, "end-a")), ("1-3", (2, "end-a"))], [12, 14, 13, 15]),
    (
        P_FIRST,
        [("3-3", None), ("3-1", (0, "long-1")), ("3-4", (0, "long-2")), ("3-5", (0, "short-1"))],
        [6, 7, 5, 10],
    ),
    (P_FIRST, [("1-3", None), ("1-1", (0, "end-a"))], [4, 5]),
    (
        P_FIRST,
        [("2-4", None), ("4-4", (0, "end-b")), ("4-1", (1, "long-2")), ("4-5", (1, "short-1"))],
        [6, 10, 3, 8],
    ),
    (P_FIRST, [("2-2", None), ("2-6", (0, "long-1")), ("6-6", (1, "end-b"))], [4, 10, 16]),
    (P_FIRST, [("4-6", None), ("4-4", (0, "end-a")), ("6-6", (0, "end-b"))], [10, 14, 20]),
    (P_SNIFF, [("4-4", None), ("4-6", (0, "long-1")), ("4-1", (0, "long-2"))], [8, 14, 15]),
    (P_FIRST, [("4-4", None), ("4-6", (0, "long-1")), ("4-1", (0, "long-2"))], [8, 14, 7]),
    (P_FIRST_NOW, [("4-4", None), ("4-1", (0, "short-1")), ("4-2", (0, "short-2"))], [8, 9, 11]),
    (
        P_FIRST,
        [
            ("0-0", None),
            ("0-6", (0, "long-1")),
            ("0-5", (0, "long-2")),
            ("0-4", (0, "short-1")),
            ("6-6", (1, "end-b")),
            ("5-5", (2, "end-b")),
            ("4-4", (3, "end-b")),
        ],
        [0, 6, 11, 15, 21, 26, 30],
    ),
]


@pytest.mark.parametrize(("profile", "plays", "sums"), WORKED)
def test_worked_examples_of_the_rule_book(profile: SpinnerProfile, plays: list[Laying], sums: list[int]) -> None:
    assert [layout.end_sum for layout in lay(*plays, profile=profile)] == sums


def test_the_first_double_spins_even_when_it_did_not_open() -> None:
    layout = lay(("2-4", None), ("4-4", (0, "end-b")), ("1-4", (1, "long-2")), ("1-1", (2, "end-a")))[-1]
    assert layout.spinner == 1
    assert [(end.index, str(end.side), end.value) for end in layout.open_ends()] == [
        (0, "end-a", 2),
        (1, "short-1", 4),
        (1, "short-2", 4),
        (3, "long-2", 1),
    ]


def test_an_opening_double_alone_spins_where_only_it_may() -> None:
    assert lay(("4-4", None), profile=P_OPENING_NOW)[-1].spinner == 0
    assert lay(("4-6", None), ("4-4", (0, "end-a")), profile=P_OPENING_NOW)[-1].spinner is None


def test_every_double_spins_in_five_up_after_its_own_long_sides() -> None:
    layout = lay(("1-2", None), ("1-1", (0, "end-a")), profile=P_ALL)[-1]
    assert layout.spinner is None
    assert layout.is_spinner(1)
    assert len(layout.open_ends()) == 2
    layout = layout.place(Tile(1, 3), (1, Side.LONG_2))
    assert [str(end.side) for end in layout.open_ends()] == ["end-b", "short-1", "short-2", "end-b"]


def refusal(layout: Layout, text: str, at: tuple[int, str] | None) -> str:
    with pytest.raises(IllegalPlay) as refused:
        layout.place(Tile.parse(text), None if at is None else (at[0], Side(at[1])))
    return str(refused.value)


def test_a_refusal_says_why_in_words_of_the_table() -> None:
    layout = lay(("4-6", None), ("4-4", (0, "end-a")), ("1-4", (1, "long-2")))[-1]
    assert refusal(layout, "2-3", (0, "end-b")) == "2-3 does not fit: the open ends are 6, 4, 4 and 1"
    assert refusal(layout, "1-2", (0, "end-b")) == "1-2 does not fit the 6 of 4-6: the open ends are 6, 4, 4 and 1"
    assert refusal(layout, "2-4", (1, "long-2")) == "2-4 cannot go to the long-2 of 4-4: that side is covered"
    assert refusal(layout, "6-4", (0, "end-b")) == "4-6 is already on the table"
    assert refusal(layout, "5-5", None) == "5-5 must be joined to the layout: the open ends are 6, 4, 4 and 1"
    assert refusal(layout, "6-7", (0, "end-b")) == "6-7 is not in a set up to 6-6"
    assert refusal(layout, "1-6", (7, "end-b")) == "there is no tile number 7 to join 1-6 to"
    assert refusal(layout, "1-6", (0, "long-1")) == "4-6 lies lengthwise and has no long-1"
    assert layout == lay(("4-6", None), ("4-4", (0, "end-a")), ("1-4", (1, "long-2")))[-1]


def test_the_short_sides_stay_shut_until_both_long_sides_are_covered() -> None:
    layout = lay(("4-4", None))[-1]
    assert "open when both long sides are covered" in refusal(layout, "2-4", (0, "short-1"))
    assert "it is not the spinner" in refusal(lay(("4-4", None), profile=P_NONE)[-1], "2-4", (0, "short-1"))


def test_real_tables_misplay_and_a_forced_play_is_recorded() -> None:
    layout = lay(("4-6", None))[-1]
    layout = layout.place(Tile(2, 3), (0, Side.END_B), Side.END_A, force=True)  # unlike values
    layout = layout.place(Tile(1, 6), (0, Side.END_B), force=True)  # that side again
    layout = layout.place(Tile(5, 5), None, force=True)  # a second line
    layout = layout.place(Tile(5, 6), (3, Side.SHORT_1), force=True)  # a short side still shut
    assert len(layout.neighbours(0)[Side.END_B]) == 2
    assert layout.end_sum == 4 + 3 + 1 + 10 + 6


def test_a_forced_play_of_unlike_values_must_say_which_half_touches() -> None:
    with pytest.raises(IllegalPlay, match="say which half of 2-3 touches 4-6"):
        lay(("4-6", None))[-1].place(Tile(2, 3), (0, Side.END_B), force=True)


def test_a_ring_leaves_no_open_end() -> None:
    ringed = Layout(P_NONE, allow_ring=True)
    ringed = ringed.place(Tile(1, 2)).place(Tile(2, 3), (0, Side.END_B)).place(Tile(3, 4), (1, Side.END_B))
    with pytest.raises(IllegalPlay, match="closes no ring"):
        ringed.place(Tile(1, 5), (0, Side.END_A), also_at=(2, Side.END_B))
    closed = ringed.place(Tile(1, 4), (0, Side.END_A), also_at=(2, Side.END_B))
    assert closed.open_ends() == ()
    assert closed.end_sum == 0
    with pytest.raises(IllegalPlay, match="no rings"):
        Layout(P_NONE, placed=ringed.placed, joins=ringed.joins).place(
            Tile(1, 4), (0, Side.END_A), also_at=(2, Side.END_B)
        )


def test_a_double_can_close_a_ring() -> None:
    layout = Layout(P_NONE, allow_ring=True).place(Tile(1, 2)).place(Tile(2, 3), (0, Side.END_B))
    layout = layout.place(Tile(1, 3), (1, Side.END_B), force=False)
    closed = layout.place(Tile(1, 1), (2, Side.END_A), also_at=(0, Side.END_A))
    assert closed.open_ends() == ()


def test_a_double_laid_face_down_closes_its_arm() -> None:
    layout = lay(("2-2", None), ("2-5", (0, "long-1")), profile=P_OPENING_NOW)[-1]
    shut = layout.place(Tile(5, 5), (1, Side.END_B), face_down=True)
    assert shut.end_sum == 4
    assert [end.value for end in shut.open_ends()] == [2, 2, 2]
    with pytest.raises(IllegalPlay, match="only a double can"):
        layout.place(Tile(5, 6), (1, Side.END_B), face_down=True)


def test_an_end_tile_can_be_picked_up_and_numbers_do_not_shift() -> None:
    layout = lay(("6-6", None), ("1-6", (0, "long-1")), ("2-6", (0, "long-2")), profile=P_ALL_NOW)[-1]
    without = layout.pick_up(1)
    assert [placed.index for placed in without.placed] == [0, 2]
    assert (0, Side.LONG_1) in [(end.index, end.side) for end in without.open_ends()]
    assert without.place(Tile(1, 6), (0, Side.LONG_1)).placed[-1].index == 3
    with pytest.raises(IllegalPlay, match="only an end tile can"):
        layout.pick_up(0)
    with pytest.raises(IllegalPlay, match="no tile number 9"):
        layout.pick_up(9)


def test_a_double_laid_lengthwise_counts_as_one_half() -> None:
    layout = Layout(P_ALL_NOW).place(Tile(3, 5)).place(Tile(5, 5), (0, Side.END_B), across=False)
    assert layout.end_sum == 8
    assert [(str(end.side), end.value) for end in layout.open_ends()] == [("end-a", 3), ("end-b", 5)]


def test_matador_joins_by_seven_and_matadors_fit_everywhere() -> None:
    layout = Layout(P_NONE, match="sum7").place(Tile(0, 5))
    assert [end.needs for end in layout.open_ends()] == [(), (2,)]
    assert layout.legal_places(Tile(2, 6)) == (((0, Side.END_B), Side.END_A),)
    assert layout.legal_places(Tile(3, 4)) == (
        ((0, Side.END_A), Side.END_A),
        ((0, Side.END_A), Side.END_B),
        ((0, Side.END_B), Side.END_A),
        ((0, Side.END_B), Side.END_B),
    )
    assert layout.legal_places(Tile(6, 6)) == ()


def test_a_matador_lying_crosswise_passes_the_value_on_or_shows_both() -> None:
    plain = Layout(P_NONE, match="sum7").place(Tile(0, 4)).place(Tile(1, 6), (0, Side.END_B), across=True)
    behind = plain.open_ends()[-1]
    assert (behind.side, behind.value, behind.needs) == (Side.LONG_2, 4, (4,))
    both = Layout(P_NONE, match="sum7", matador_shows_both=True)
    both = both.place(Tile(0, 4)).place(Tile(1, 6), (0, Side.END_B), across=True)
    assert both.open_ends()[-1].needs == (1, 6)
    with pytest.raises(IllegalPlay, match="cannot lie crosswise"):
        both.place(Tile(3, 5), (1, Side.LONG_2), across=True)


def test_legal_places_name_every_way_and_each_is_accepted() -> None:
    layout = lay(("4-4", None), ("4-6", (0, "long-1")))[-1]
    ways = layout.legal_places(Tile(6, 6))
    assert ways == (((1, Side.END_B), Side.LONG_1),)
    assert layout.legal_places(Tile(4, 6)) == ()
    assert layout.legal_places(Tile(1, 2)) == ()
    assert Layout().legal_places(Tile(1, 2)) == ((None, None),)
    for at, join in layout.legal_places(Tile(2, 4)):
        assert len(layout.place(Tile(2, 4), at, join).placed) == 3


LINE = [(4, 6), (6, 6), (2, 6), (2, 5)]
LINE_JOINS = [
    (0, Side.END_B, 1, Side.LONG_1),
    (1, Side.LONG_2, 2, Side.END_B),
    (2, Side.END_A, 3, Side.END_A),
]


def test_a_graph_becomes_the_layout_as_it_lies() -> None:
    layout = Layout(P_FIRST).from_graph(LINE, LINE_JOINS)
    assert layout.end_sum == 9
    assert layout.spinner == 1
    assert not layout.order_known


def test_a_graph_may_show_the_higher_half_first() -> None:
    tiles = [(6, 4), (6, 6)]
    layout = Layout(P_FIRST).from_graph(tiles, [(0, Side.END_A, 1, Side.LONG_2)])
    assert layout.end_sum == 4 + 12
    assert layout.neighbours(0) == {Side.END_B: ((1, Side.LONG_2),)}


def test_a_graph_with_two_doubles_does_not_tell_the_spinner() -> None:
    tiles, joins = [(4, 4), (4, 6), (6, 6)], [(0, Side.LONG_1, 1, Side.END_A), (1, Side.END_B, 2, Side.LONG_1)]
    layout = Layout(P_FIRST).from_graph(tiles, joins)
    assert layout.spinner is None
    assert layout.spinner_candidates == (0, 2)
    assert Layout(P_FIRST).from_graph(tiles, joins, spinner=2).spinner == 2
    branched = Layout(P_FIRST).from_graph(
        [*tiles, (6, 1), (6, 2)],
        [*joins, (2, Side.LONG_2, 3, Side.END_A), (2, Side.SHORT_1, 4, Side.END_A)],
    )
    assert branched.spinner == 2


def test_a_line_bent_at_a_double_that_does_not_spin_covers_its_long_side() -> None:
    joins = [(0, Side.END_A, 1, Side.LONG_1), (1, Side.SHORT_2, 2, Side.END_A)]
    bent = Layout(P_NONE).from_graph([(6, 4), (6, 6), (6, 1)], joins)
    assert set(bent.neighbours(1)) == {Side.LONG_1, Side.LONG_2}
    assert bent.end_sum == 5
    freest = Layout(AS_IT_LIES).from_graph([(6, 4), (6, 6), (6, 1)], joins)
    assert set(freest.neighbours(1)) == {Side.LONG_1, Side.SHORT_2}
    assert freest.end_sum == 5


def test_a_double_joined_at_its_ends_lies_lengthwise() -> None:
    joins = [(0, Side.END_A, 1, Side.END_B), (1, Side.END_A, 2, Side.END_A)]
    layout = Layout(P_FIRST).from_graph([(6, 4), (6, 6), (6, 1)], joins)
    assert not layout[1].across
    assert layout.end_sum == 5


def test_a_graph_keeps_what_real_tables_do() -> None:
    tiles = [(4, 6), (5, 1), (6, 2), (3, 3)]
    joins = [(0, Side.END_B, 1, Side.END_A), (0, Side.END_B, 2, Side.END_A)]
    layout = Layout(AS_IT_LIES).from_graph(tiles, joins)
    assert layout.end_sum == 4 + 1 + 2 + 6
    with pytest.raises(ValueError, match="has no long-1"):
        Layout(AS_IT_LIES).from_graph(tiles, [(0, Side.LONG_1, 1, Side.END_A)])
    with pytest.raises(ValueError, match="4 tiles were seen"):
        Layout(AS_IT_LIES).from_graph(tiles, [(0, Side.END_A, 9, Side.END_A)])
    with pytest.raises(ValueError, match="cannot be the spinner"):
        Layout(P_FIRST).from_graph(tiles, joins, spinner=0)


def test_a_match_that_starts_late_names_its_spinner_or_finds_it_in_the_first_double() -> None:
    late = Layout(P_FIRST).from_graph([(4, 6)], [])
    assert late.spinner is None
    late = late.place(Tile(6, 6), (0, Side.END_B)).place(Tile(4, 4), (0, Side.END_A))
    assert late.spinner == 1


def test_profiles_refuse_words_they_do_not_know() -> None:
    with pytest.raises(ValueError, match="which must be one of"):
        SpinnerProfile("some")  # type: ignore[arg-type]
