import math

import pytest
from hypothesis import given, settings
from random_layouts import layouts
from seen_tables import new_match, random_deal

from scorer.arrange import GAP, NoRoom, Pose, arrange, edges, extent
from scorer.layout import P_FIRST, P_FIRST_NOW, P_NONE, Layout, Side, SpinnerProfile
from scorer.match import Match
from scorer.notation import parse_layout
from scorer.rules import Rules
from scorer.tiles import Tile


def deal(seed: int, profile: SpinnerProfile, most: int) -> Match:
    match = new_match(2, Rules(spinner=profile, target=9999))
    match.deal(0)
    random_deal(match, seed, most)
    return match


def apart(one: Pose, other: Pose) -> float:
    """The gap between two tiles in the direction in which it is greater; negative where they overlap."""
    a, b = one.box, other.box
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


def check(layout: Layout, poses: dict[int, Pose], width: float, height: float) -> None:
    left, top, right, bottom = extent(poses)
    assert left >= -width / 2
    assert right <= width / 2
    assert top >= -height / 2
    assert bottom <= height / 2
    joined = {(join.first, join.second) for join in layout.joins}
    for first, one in poses.items():
        for second, other in poses.items():
            if first < second:
                gap = apart(one, other)
                if (first, second) in joined:
                    assert gap == pytest.approx(0)
                else:
                    assert gap >= GAP - 1e-9


@pytest.mark.parametrize("profile", [P_FIRST, P_NONE, P_FIRST_NOW])
@pytest.mark.parametrize("seed", range(8))
def test_tiles_of_a_deal_touch_where_joined_and_only_there(profile: SpinnerProfile, seed: int) -> None:
    layout = deal(seed, profile, 28).state.layout
    check(layout, arrange(layout, 40, 30), 40, 30)


def test_most_deals_fit_the_table_of_a_film() -> None:
    fitting = 0
    for seed in range(30):
        layout = deal(seed, P_FIRST, 15).state.layout
        try:
            check(layout, arrange(layout), 21, 11)
        except NoRoom:
            continue
        fitting += 1
    assert fitting >= 26


@pytest.mark.parametrize("seed", range(6))
def test_a_tile_never_moves_because_of_a_later_one(seed: int) -> None:
    layouts_so_far = [deal(seed, P_FIRST, count).state.layout for count in range(1, 16)]
    full = arrange(layouts_so_far[-1], 40, 30)
    for layout in layouts_so_far:
        for index, pose in arrange(layout, 40, 30).items():
            assert pose == full[index]


def test_an_arm_that_cannot_go_on_is_named() -> None:
    layout = parse_layout("6-1 1-2 2-3 3-4 4-5 5-0")
    with pytest.raises(NoRoom, match="there is no room to draw") as failed:
        arrange(layout, 6, 2)
    assert layout[failed.value.index].tile in {placed.tile for placed in layout.placed}


def test_where_there_is_no_room_tiles_may_overlap() -> None:
    layout = parse_layout("6-1 1-2 2-3 3-4 4-5 5-0 | 6-6")
    assert len(arrange(layout, 6, 2, crowded=True)) == 7


def test_doubles_lie_crosswise_and_the_spinner_first() -> None:
    layout = parse_layout("4-6 6-6* 6-2")
    poses = arrange(layout)
    spinner = layout.spinner
    assert spinner is not None
    assert (poses[spinner].x, poses[spinner].y) == (0.0, 0.0)
    assert poses[spinner].along[0] == 0
    assert all(pose.along[1] == 0 for index, pose in poses.items() if index != spinner)


def test_the_angle_leads_from_the_lower_half_to_the_higher() -> None:
    layout = Layout().place(Tile(1, 2)).place(Tile(2, 3), (0, Side.END_B)).place(Tile(1, 5), (0, Side.END_A))
    poses = arrange(layout)
    assert poses == {0: Pose(0, 0, 0), 1: Pose(2, 0, 0), 2: Pose(-2, 0, math.pi)}
    edge = edges(layout[1], poses[1], Side.END_B, Side.END_A, spins=False)[0][0]
    assert (edge.x, edge.y, edge.out) == (3.0, 0.0, (1, 0))


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_whatever_lies_on_a_table_is_arranged_or_named(layout: Layout) -> None:
    try:
        poses = arrange(layout, 90, 60)
    except NoRoom as failed:
        assert failed.index in layout
    else:
        assert set(poses) == {placed.index for placed in layout.placed}
