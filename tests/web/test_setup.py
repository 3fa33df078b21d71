"""A new game: the page, what it sends, and what the keeper, the camera and the store make of it."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from table_in_play import NOWHERE, Device, FakeCamera, Finding, Table, keeper_for

from scorer.games import GAMES, find_game
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.sides import Side
from scorer.store import Store, StoreFull
from scorer.view import SeenJoin, SeenTile, View
from web import create_app

TWO = {"bottom": "Ana", "top": "Ben"}
FOUR = {"bottom": "Ana", "left": "Ben", "top": "Cleo", "right": "Dan"}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


@pytest.fixture
def kept(keeper: Keeper, camera: FakeCamera, store: Store) -> Flask:
    return create_app(keeper, camera, store=store)


@pytest.fixture
def device(kept: Flask) -> Device:
    return Device(kept)


def begin(device: Device, seats: dict[str, str] = TWO, **wish: Any) -> Any:
    return device.post("/new", seats=seats, **{"game": "all_fives", "options": {}, **wish})


def setting(device: Device) -> dict[str, Any]:
    page = device.look("/new").text
    told = json.loads(page.split('id="setting">', 1)[1].split("</script>", 1)[0])
    assert isinstance(told, dict)
    return told


def refused(answer: Any, code: int = 409) -> str:
    assert answer.status_code == code
    return str(answer.json["words"])


def test_a_match_begins_and_everything_follows_it(
    device: Device, table: Table, keeper: Keeper, camera: FakeCamera, store: Store
) -> None:
    table.lay_next()
    answer = begin(device, game="muggins", options={"target": "100_pips"})
    assert answer.status_code == 200
    match = keeper.state().match
    assert (match.players, match.rules.name, match.rules.target) == (("Ana", "Ben"), "Muggins", 100)
    assert camera.seats == {"bottom": 0, "top": 1}
    assert [kept.players for kept in store.matches()] == [("Ana", "Ben")]
    assert store.seats(store.matches()[0].number) == {"bottom": 0, "top": 1}
    assert device.state["game"] == "Muggins"


def test_turns_go_round_clockwise_from_whoever_opens(device: Device, keeper: Keeper, camera: FakeCamera) -> None:
    assert begin(device, FOUR, opener="top").status_code == 200
    match = keeper.state().match
    assert match.players == ("Cleo", "Dan", "Ana", "Ben")
    assert match.turn == 0
    assert camera.seats == {"top": 0, "right": 1, "bottom": 2, "left": 3}


def test_pairs_sit_opposite(device: Device, keeper: Keeper) -> None:
    assert begin(device, FOUR, pairs=True).status_code == 200
    assert keeper.state().match.side_name(0) == "Ana and Cleo"
    assert begin(device, FOUR, game="seven_rocks").status_code == 200
    assert len(keeper.state().match.sides) == 2


def test_the_page_remembers_who_played_last(device: Device) -> None:
    begin(device, FOUR, pairs=True, game="sniff")
    told = setting(device)
    assert told["seats"] == FOUR
    assert told["names"] == ["Ana", "Ben", "Cleo", "Dan"]
    assert (told["game"], told["pairs"], told["others"]) == ("Sniff", True, [])


@pytest.mark.parametrize("key", GAMES)
def test_what_the_table_agreed_on_is_remembered(device: Device, keeper: Keeper, key: str) -> None:
    game, choose = GAMES[key], random.Random(key)
    seats = dict(list(FOUR.items())[: max(count for count in game.dealt if count <= 4)])
    for _ in range(3):
        options = {option.key: choose.choice(list(option.choices)) for option in game.options}
        assert begin(device, seats, game=key, options=options).status_code == 200
        rules = keeper.state().match.rules
        remembered = setting(device)["options"]
        assert begin(device, seats, game=key, options=remembered).status_code == 200
        assert keeper.state().match.rules == rules == game.with_options(**options)


def test_a_match_that_cannot_be_read_keeps_nobody_from_beginning_another(device: Device, store: Store) -> None:
    begin(device, FOUR, pairs=True, game="sniff")
    store._connection.execute("UPDATE events SET event = '{}'")
    told = setting(device)
    assert (told["seats"], told["game"], told["options"], told["pairs"]) == (FOUR, "Sniff", {}, False)


def test_an_agreement_that_no_choice_makes_is_not_remembered(keeper: Keeper, camera: FakeCamera, store: Store) -> None:
    store.create(Match.start(["Ana", "Ben"], replace(find_game("Sniff").rules, target=77)))
    assert setting(Device(create_app(keeper, camera, store=store)))["options"] == {}


def test_every_game_is_offered_with_its_options_in_words(device: Device) -> None:
    told = setting(device)
    assert {"all_fives", "muggins", "seven_rocks"} <= {game["key"] for game in told["games"]}
    for game in told["games"]:
        assert game["description"]
        for option in game["options"]:
            assert option["question"]
            assert all(choice["text"] and "_" not in choice["text"] for choice in option["choices"])


def test_a_match_that_nobody_played_leaves_nothing_behind(device: Device, store: Store) -> None:
    for name in ("Ben", "Cleo", "Dan"):
        begin(device, {"bottom": "Ana", "top": name})
    assert [kept.players for kept in store.matches()] == [("Ana", "Dan")]


@pytest.mark.parametrize(
    ("seats", "game", "code", "word"),
    [
        ({"bottom": "Ana"}, "all_fives", 400, "Two players"),
        ({"bottom": "Ana", "under": "Ben"}, "all_fives", 400, "Two players"),
        ({"bottom": "Ana", "top": "Ana"}, "all_fives", 409, "two players are called Ana"),
        ({"bottom": "Ana", "top": " "}, "all_fives", 409, "needs a name"),
        (FOUR, "romanian_fives_100", 409, "Romanian Fives-100 is for 2 players."),
        (TWO, "seven_rocks", 409, "Seven Rocks is for 4 players."),
        (TWO, "poker", 400, "poker"),
    ],
)
def test_what_cannot_be_is_refused_and_the_match_goes_on(
    device: Device, keeper: Keeper, seats: dict[str, str], game: str, code: int, word: str
) -> None:
    before = keeper.state()
    assert word in refused(begin(device, seats, game=game), code)
    assert keeper.state() == before


@pytest.mark.parametrize("wish", [{}, {"seats": []}, {"seats": TWO}, {"seats": TWO, "game": "sniff", "options": 7}])
def test_half_a_wish(device: Device, keeper: Keeper, wish: dict[str, Any]) -> None:
    before = keeper.state()
    assert device.post("/new", **wish).status_code == 400
    assert keeper.state() == before


def test_a_full_disk_keeps_the_match_that_is_being_played(
    device: Device, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> int:
        raise StoreFull("the disk is full")

    monkeypatch.setattr(Store, "create", full)
    before = keeper.state()
    assert begin(device).status_code == 507
    assert keeper.state() == before


def test_a_disk_that_is_full_in_the_middle_keeps_no_half_match(device: Device, keeper: Keeper, store: Store) -> None:
    begin(device)
    before, kept = keeper.state(), store.matches()
    store._connection.execute("DROP TABLE seats")
    assert begin(device, FOUR).status_code == 507
    assert keeper.state() == before
    assert store.matches() == kept


def test_a_match_has_begun_although_the_empty_one_before_cannot_be_deleted(
    device: Device, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise StoreFull("the disk is full")

    begin(device)
    monkeypatch.setattr(Store, "delete", full)
    assert begin(device, FOUR).status_code == 200
    assert len(keeper.state().match.players) == 4


def test_who_may_only_look_cannot_begin(kept: Flask, keeper: Keeper) -> None:
    before = keeper.state()
    phone = Device(kept, "192.168.1.23", "192.168.1.5:8000")
    assert begin(phone).status_code == 403
    assert "disabled" in phone.look("/new").text
    assert keeper.state() == before


# ---- a game that is under way already ----


def cross() -> View:
    """4-4 between 1-4 and 4-6, 6-6 after that: two doubles, of which either may be the spinner."""
    tiles = (
        SeenTile(1, 4, 1.0, NOWHERE, (-1.5, 0.0), 0.0),
        SeenTile(4, 4, 1.0, NOWHERE, (0.0, 0.0), 1.5708),
        SeenTile(4, 6, 1.0, NOWHERE, (1.5, 0.0), 0.0),
        SeenTile(6, 6, 1.0, NOWHERE, (3.0, 0.0), 1.5708),
    )
    joins = (
        SeenJoin(0, Side.END_B, 1, Side.LONG_1, 1.0),
        SeenJoin(1, Side.LONG_2, 2, Side.END_A, 1.0),
        SeenJoin(2, Side.END_B, 3, Side.LONG_1, 1.0),
    )
    return View(1.0, tiles, joins)


def lying(device: Device, **wish: Any) -> Any:
    return device.look(f"/lying?wish={quote(json.dumps({'game': 'all_fives', 'options': {}, **wish}))}")


def test_what_lies_there_is_shown_and_its_doubles_named(device: Device, camera: FakeCamera) -> None:
    assert "clear the table" in refused(lying(device))
    camera.seen = cross()
    told = lying(device).json
    assert (told["tiles"], sorted(told["doubles"])) == (4, ["4-4", "6-6"])
    assert "<svg" in told["svg"]


@pytest.mark.parametrize(("spinner", "points"), [("4-4", 13), ("6-6", 13)])
def test_a_match_is_joined_in_its_middle(
    device: Device, keeper: Keeper, camera: FakeCamera, spinner: str, points: int
) -> None:
    camera.seen = cross()
    wish: dict[str, Any] = {"late": True, "scores": [35, 20], "turn": 1, "lying": True, "spinner": spinner}
    assert begin(device, **wish).status_code == 200
    match = keeper.state().match
    assert (match.scores, match.turn, match.phase) == ((35, 20), 1, "playing")
    assert match.layout.spinner is not None
    assert str(match.layout[match.layout.spinner].tile) == spinner
    assert match.end_sum == points


def test_between_two_deals_nothing_lies_there(device: Device, keeper: Keeper) -> None:
    assert begin(device, late=True, scores=[35, None], turn=1).status_code == 200
    match = keeper.state().match
    assert (match.scores, match.turn, match.phase) == ((35, 0), 1, "waiting")


@pytest.mark.parametrize("turn", [-1, 2, "top", None, True])
def test_a_turn_that_is_nobodys(device: Device, keeper: Keeper, turn: Any) -> None:
    before = keeper.state()
    refused(begin(device, late=True, scores=[35, 20], turn=turn), 400)
    assert keeper.state() == before


@pytest.mark.parametrize(
    "late",
    [{"scores": [35, 20]}, {"scores": [None, None], "lying": True}],
)
def test_a_match_joined_in_its_middle_is_kept_when_another_begins(
    device: Device, camera: FakeCamera, store: Store, late: dict[str, Any]
) -> None:
    camera.seen = cross()
    assert "being played" not in device.look("/new").text
    assert begin(device, late=True, turn=1, **late).status_code == 200
    assert "being played" in device.look("/new").text
    begin(device, FOUR)
    assert [len(kept.players) for kept in store.matches()] == [4, 2]


def test_scores_that_won_already(device: Device) -> None:
    assert "have won the game already" in refused(begin(device, late=True, scores=[300, 0], turn=1))


# ---- the aim ----


def test_the_aim_is_told_with_what_to_do_about_it(device: Device, camera: FakeCamera) -> None:
    assert device.look("/aim").json == []
    camera.found = (Finding("sharp", "bad"), Finding("size", "fair", "top left"), Finding("light", "good"))
    told: Any = device.look("/aim").json
    assert [(one["check"], one["grade"]) for one in told] == [("sharp", "bad"), ("size", "fair"), ("light", "good")]
    assert "wipe the lens" in told[0]["text"]
    assert "(top left)" in told[1]["text"]


def test_where_there_is_nothing_to_tell_of_the_aim_nothing_is_told(device: Device, camera: FakeCamera) -> None:
    camera.found = tuple(Finding(check, "unknown") for check in ("view", "size", "sharp"))
    told: Any = device.look("/aim").json
    assert [(one["check"], one["text"]) for one in told] == [
        ("view", "No tile is seen yet. Lay one at each corner of where you will play.")
    ]


def test_names_are_no_code(device: Device) -> None:
    bad = "</script><script>alert(1)"
    assert begin(device, {"bottom": bad, "top": "Ben"}).status_code == 200
    for path in ("/", "/new", "/history", "/history/1"):
        assert "<script>alert" not in device.look(path).text


def test_without_a_store_matches_last_until_the_program_ends(camera: FakeCamera) -> None:
    device = Device(create_app(keeper_for("Ana", "Ben"), camera))
    assert begin(device).status_code == 200
    assert "Ana, Ben" in device.look("/history").text


def test_more_than_four_players_where_a_game_is_for_more(device: Device, keeper: Keeper, camera: FakeCamera) -> None:
    others = ["Eva", "", "Filip"]
    assert begin(device, FOUR, game="mexican_train", others=others).status_code == 200
    assert keeper.state().match.players == ("Ana", "Ben", "Cleo", "Dan", "Eva", "Filip")
    assert camera.seats == {"bottom": 0, "left": 1, "top": 2, "right": 3}
    assert setting(device)["others"] == ["Eva", "Filip"]
    assert "is for 2, 3 or 4 players" in refused(begin(device, FOUR, others=others))
    assert begin(device, FOUR, game="mexican_train", others=["x"] * 5).status_code == 400


def test_of_a_game_that_is_counted_only_the_hands_are_told(device: Device, keeper: Keeper) -> None:
    assert begin(device, game="mexican_train").status_code == 200
    assert device.ask("/deal", player=0).status_code == 200
    assert device.state["may"]["finish"]
    assert device.ask("/finish", how="domino", player=0, pips=[None, 12]).status_code == 200
    assert keeper.state().match.scores == (0, 12)


def test_of_a_game_that_is_counted_only_what_lies_there_is_left_out(
    device: Device, keeper: Keeper, camera: FakeCamera
) -> None:
    camera.seen = cross()
    assert "only the hands are" in refused(lying(device, game="mexican_train"))
    # The page may have asked while another game was chosen.
    assert begin(device, game="mexican_train", late=True, scores=[35, 20], turn=1, lying=True).status_code == 200
    match = keeper.state().match
    assert (match.scores, match.turn, match.layout.placed) == ((35, 20), 1, ())


def test_four_can_sit_down_without_a_keyboard(device: Device) -> None:
    assert setting(device)["names"] == ["Player 1", "Player 2", "Player 3", "Player 4"]
    begin(device)
    assert setting(device)["names"] == ["Ana", "Ben", "Player 1", "Player 2"]
