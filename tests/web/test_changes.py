"""What a person can change, through the page, and what is refused."""

import threading
from typing import Any

import pytest
from flask import Flask
from table_in_play import NAMES, Device, FakeCamera, Shown, Table, keeper_for, lay_in_doubt

from scorer.games import ALL_FIVES, MUGGINS, find_game
from scorer.keeper import Keeper
from scorer.keeper.questions import Question
from scorer.match import Match, State
from scorer.store import StoreFull
from scorer.tiles import Tile
from scorer.view import View
from web import changes, create_app
from web.page_state import stamp

MOVED_ON = "the table has moved on, look again"


@pytest.fixture
def device(app: Flask) -> Device:
    return Device(app)


@pytest.fixture
def played(table: Table) -> Table:
    for _ in range(3):
        table.lay_next()
    return table


def refused(answer: Any, code: int = 409) -> str:
    assert answer.status_code == code
    assert answer.is_json
    assert "Traceback" not in answer.text
    return str(answer.json["words"])


def asked(keeper: Keeper) -> Question:
    """A tile is laid that may be another one; what the keeper asks about it."""
    lay_in_doubt(keeper)
    question = keeper.state().question
    assert question is not None
    return question


# ---- questions ----


def test_a_question_is_shown_and_answered_with_one_tap(device: Device, keeper: Keeper) -> None:
    question = asked(keeper)
    page = device.look("/").text
    assert question.text in page
    assert device.state["plays"][0]["doubtful"]
    assert device.state["plays"][0]["readings"] == [answer.key for answer in question.answers]
    other = question.answers[1]
    answer = device.post("/answer", question=question.id, key=other.key, text=other.text)
    assert answer.status_code == 200
    assert device.state["question"] is None
    assert device.state["plays"][0]["tile"] == other.key
    assert not device.state["plays"][0]["doubtful"]


def test_a_second_answer_comes_too_late(device: Device, keeper: Keeper) -> None:
    question = asked(keeper)
    first, second = question.answers[:2]
    assert device.post("/answer", question=question.id, key=first.key, text=first.text).status_code == 200
    answer = device.post("/answer", question=question.id, key=second.key, text=second.text)
    assert refused(answer) == MOVED_ON
    assert device.state["plays"][0]["tile"] == first.key


def test_an_answer_that_means_something_else_now_is_refused(device: Device, keeper: Keeper) -> None:
    question = asked(keeper)
    key = question.answers[0].key
    assert refused(device.post("/answer", question=question.id, key=key, text="0-0")) == MOVED_ON
    assert keeper.state().question == question


# ---- corrections ----


def test_a_play_is_corrected_and_the_answer_says_what_changed(device: Device, played: Table) -> None:
    first = device.state["plays"][0]
    assert (first["tile"], first["points"]) == ("5-5", 10)
    answer = device.post("/correct", play=first["id"], tile="1-5")
    assert answer.status_code == 200
    assert answer.json is not None
    assert "Ana 10 -> " in answer.json["changed"]
    assert device.state["changed"] == answer.json["changed"]
    assert device.state["plays"][0]["tile"] == "1-5"


def test_who_played_is_corrected(device: Device, played: Table) -> None:
    last = device.state["plays"][2]
    assert last["player"] == 2
    assert device.post("/correct", play=last["id"], player=1).status_code == 200
    assert device.state["plays"][2]["player"] == 1


def test_a_play_is_struck_out(device: Device, played: Table) -> None:
    assert device.post("/strike", play=device.state["plays"][2]["id"]).status_code == 200
    assert len(device.state["plays"]) == 2


def test_what_the_keeper_refuses_is_said_in_its_words(device: Device, played: Table, keeper: Keeper) -> None:
    before = keeper.state().match
    plays = device.state["plays"]
    assert "not in this set" in refused(device.post("/correct", play=plays[2]["id"], tile="6-9"))
    assert "joined to 5-5" in refused(device.post("/strike", play=plays[0]["id"]))
    assert keeper.state().match == before


@pytest.mark.parametrize("what", ["/correct", "/strike"])
def test_nothing_is_done_to_another_play_than_the_one_seen(
    device: Device, played: Table, keeper: Keeper, what: str
) -> None:
    """Two people correct the same play: the second meant what it was before."""
    last = device.state["plays"][2]
    assert device.post("/correct", play=last["id"], tile="0-2").status_code == 200
    before = keeper.state()
    assert refused(device.post(what, play=last["id"], tile="0-4")) == MOVED_ON
    assert refused(device.post(what, play="9.9.9-9.9", tile="0-4")) == MOVED_ON
    assert keeper.state() == before


@pytest.mark.parametrize("other", [("Ana", "Božena"), (*NAMES[:2], "Dan")])
def test_nothing_is_done_to_another_match_than_the_one_seen(
    device: Device, played: Table, keeper: Keeper, other: tuple[str, ...]
) -> None:
    seen = device.state
    keeper.turn_to(keeper_for(*other)._match)
    keeper.look(View(10.0, ()))
    Table(keeper).lay_next()
    before = keeper.state()
    assert before.match.plays
    assert refused(device.post("/correct", play=seen["plays"][0]["id"], tile="5-4")) == MOVED_ON
    assert refused(device.post("/undo", stamp=seen["stamp"])) == MOVED_ON
    assert keeper.state() == before


def test_two_matches_that_have_just_begun_are_told_apart() -> None:
    begun = [Match.start(NAMES, rules).state for rules in (ALL_FIVES.rules, MUGGINS.rules)]
    begun += [Match.start([*NAMES[:2], name], ALL_FIVES.rules).state for name in ("Dan", "Eva")]
    begun += [Match.start([*NAMES, "Dan"], ALL_FIVES.rules, sides).state for sides in (None, ((0, 2), (1, 3)))]
    assert len({stamp(match) for match in begun}) == len(begun)


def test_a_correction_is_for_its_play_whatever_was_laid_since(device: Device, table: Table) -> None:
    table.lay_next()
    first = device.state["plays"][0]
    table.lay_next()
    assert device.post("/correct", play=first["id"], player=0).status_code == 200
    assert device.post("/correct", play=first["id"], tile="0-0").status_code == 200


# ---- undo, redo, pass, draw, claim ----


def test_undo_and_redo(device: Device, played: Table) -> None:
    assert device.ask("/undo").status_code == 200
    assert len(device.state["plays"]) == 2
    assert device.ask("/redo").status_code == 200
    assert len(device.state["plays"]) == 3


def test_nothing_to_redo_is_a_refusal_in_words(device: Device, played: Table, keeper: Keeper) -> None:
    before = keeper.state()
    assert "nothing can be" in refused(device.ask("/redo"))
    assert keeper.state() == before


def test_an_impatient_double_tap_undoes_one_thing(device: Device, played: Table) -> None:
    stamp = device.state["stamp"]
    assert device.post("/undo", stamp=stamp).status_code == 200
    assert refused(device.post("/undo", stamp=stamp)) == MOVED_ON
    assert len(device.state["plays"]) == 2


def test_of_many_who_tap_at_once_one_is_heard(app: Flask, played: Table, keeper: Keeper) -> None:
    devices = [Device(app) for _ in range(6)]
    stamp = devices[0].state["stamp"]
    codes: list[int] = []
    together = threading.Barrier(len(devices))

    def tap(one: Device) -> None:
        together.wait()
        codes.append(one.post("/undo", stamp=stamp).status_code)

    threads = [threading.Thread(target=tap, args=[one]) for one in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409, 409, 409, 409, 409]
    assert len(keeper.state().match.plays) == 2


def test_a_play_that_comes_while_somebody_undoes_is_not_what_is_undone(
    device: Device, table: Table, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.lay_next()
    device.ask("/pass", player=1)
    camera_side = threading.Thread(target=table.lay_next)

    def slow(match: State) -> str:
        camera_side.start()
        camera_side.join(0.3)
        return stamp(match)

    on_screen = device.state["stamp"]
    monkeypatch.setattr(changes, "stamp", slow)
    assert device.post("/undo", stamp=on_screen).status_code == 200
    camera_side.join()
    match = keeper.state().match
    assert [(play.player, play.tile) for play in match.plays] == [(0, Tile(5, 5)), (1, Tile(0, 5))]


def test_a_pass_and_a_draw(device: Device, played: Table, keeper: Keeper) -> None:
    assert device.state["turn"] == 0
    assert device.ask("/draw", player=0, tiles=2).status_code == 200
    assert keeper.state().match.drawn == (2, 0, 0)
    assert device.ask("/pass", player=0).status_code == 200
    assert device.state["turn"] == 1


def test_a_pass_tapped_twice_is_one(device: Device, played: Table) -> None:
    stamp = device.state["stamp"]
    assert device.post("/pass", stamp=stamp, player=0).status_code == 200
    assert refused(device.post("/pass", stamp=stamp, player=0)) == MOVED_ON
    assert device.state["turn"] == 1


def test_points_are_claimed_only_where_they_must_be_called(device: Device, camera: FakeCamera, table: Table) -> None:
    table.lay_next()
    assert not device.state["may"]["claim"]
    assert "need not be called" in refused(device.ask("/claim", player=1))
    match = Match.start(NAMES, find_game("All Fives").with_options(muggins="steal"))
    match.deal(opener=0)
    keeper = Keeper(match)
    Table(keeper).lay_next()
    caller = Device(create_app(keeper, camera))
    assert caller.state["may"]["claim"]
    assert caller.ask("/claim", player=1).status_code == 200
    assert [player["score"] for player in caller.state["players"]] == [0, 10, 0]


# ---- the end of a deal ----


def test_a_deal_is_counted_as_the_rules_say(device: Device, played: Table) -> None:
    assert device.state["hands"]["domino"][2] == [0, 1]
    answer = device.ask("/finish", how="domino", player=2, pips=[9, 13, None])
    assert answer.status_code == 200
    assert answer.json is not None
    assert answer.json["changed"] == "Çelik & Sons 0 -> 20"
    state = device.state
    assert state["phase"] == "deal over"
    assert state["notice"] == "Çelik & Sons went out: 22 pips, 20 points."
    assert [player["score"] for player in state["players"]] == [10, 10, 20]
    assert device.ask("/undo").status_code == 200
    assert device.state["phase"] == "playing"


def test_a_blocked_deal_is_counted(device: Device, played: Table) -> None:
    assert device.ask("/finish", how="blocked", pips=[3, 20, 11]).status_code == 200
    assert "Blocked: Ana wins with 3 pips" in device.state["notice"]


def test_what_the_deal_would_be_worth(device: Device, played: Table, keeper: Keeper) -> None:
    before = keeper.state()
    count = device.look('/count?wish={"how":"domino","player":2,"pips":[9,13,null]}')
    assert count.json == {"counted": "Çelik & Sons went out: 22 pips, 20 points"}
    part = device.look('/count?wish={"how":"domino","player":2,"pips":[9,null,null]}')
    assert part.json == {"counted": ""}
    assert keeper.state() == before


def test_a_hand_that_is_missing_or_cannot_be_is_refused(device: Device, played: Table, keeper: Keeper) -> None:
    before = keeper.state()
    assert "count Božena's hand" in refused(device.ask("/finish", how="domino", player=2, pips=[9, None, None]), 400)
    assert "no pips left" in refused(device.ask("/finish", how="domino", player=2, pips=[9, 1, 5]), 400)
    assert "0 to 168" in refused(device.ask("/finish", how="domino", player=2, pips=[9, 169, None]), 400)
    assert "0 to 168" in refused(device.ask("/finish", how="domino", player=2, pips=[9, -1, None]), 400)
    assert "3 pips" in refused(device.ask("/finish", how="blocked", pips=[9]), 400)
    assert keeper.state() == before


def test_a_deal_is_ended_once(device: Device, played: Table) -> None:
    stamp = device.state["stamp"]
    wish = {"stamp": stamp, "how": "blocked", "pips": [3, 20, 11]}
    assert device.post("/finish", **wish).status_code == 200
    scores = device.state["players"]
    assert refused(device.post("/finish", **wish)) == MOVED_ON
    assert "no deal is being played" in refused(device.ask("/finish", how="blocked", pips=[3, 20, 11]))
    assert device.state["players"] == scores


def test_the_next_deal_is_opened_by_whom_the_players_say(device: Device, played: Table) -> None:
    assert "still being played" in refused(device.ask("/deal", player=1))
    device.ask("/finish", how="blocked", pips=[3, 20, 11])
    assert device.state["may"]["deal"]
    assert device.ask("/deal", player=2).status_code == 200
    assert (device.state["turn"], device.state["plays"]) == (2, [])


def test_before_the_first_tile_nothing_can_be_ended(device: Device) -> None:
    assert not device.state["may"]["finish"]
    assert "no tile has been laid" in refused(device.ask("/finish", how="blocked", pips=[1, 2, 3]))


# ---- bad input ----

CHANGES = ["answer", "correct", "strike", "undo", "redo", "pass", "draw", "claim", "deal", "finish"]
BAD: list[Any] = [
    {},
    {"stamp": 5, "play": None, "question": []},
    {"stamp": "", "play": "", "question": ""},
    {"stamp": "x" * 81, "play": "x" * 81, "question": "x" * 81},
    [],
    None,
    7,
]


@pytest.mark.parametrize("path", CHANGES)
@pytest.mark.parametrize("bad", BAD)
def test_bad_input_is_refused_in_words(device: Device, played: Table, keeper: Keeper, path: str, bad: Any) -> None:
    before = keeper.state()
    answer = device.client.post(f"/{path}", json=bad, headers={"Origin": "http://localhost"})
    assert refused(answer, 400)
    assert keeper.state() == before


@pytest.mark.parametrize("player", [None, -1, 3, 1.0, True, "0", [0]])
def test_a_player_there_is_not(device: Device, played: Table, keeper: Keeper, player: Any) -> None:
    before = keeper.state()
    for path in ("/pass", "/claim", "/deal"):
        assert refused(device.ask(path, player=player), 400)
    assert refused(device.post("/correct", play=device.state["plays"][0]["id"], player=player), 400)
    assert keeper.state() == before


@pytest.mark.parametrize("tile", ["", "6", "6-", "a-b", 65, "١-٢-٣", "-1-2"])
def test_a_tile_there_is_not(device: Device, played: Table, keeper: Keeper, tile: Any) -> None:
    before = keeper.state()
    assert refused(device.post("/correct", play=device.state["plays"][0]["id"], tile=tile), 400)
    assert keeper.state() == before


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 2000, b'{"stamp": ' + b"9" * 1900 + b"}"])
def test_a_body_that_is_no_json(device: Device, body: bytes) -> None:
    headers = {"Origin": "http://localhost", "Content-Type": "application/json"}
    assert refused(device.client.post("/undo", data=body, headers=headers), 400)


def test_a_form_from_another_time_is_refused(device: Device) -> None:
    answer = device.client.post("/undo", data={"stamp": "1"}, headers={"Origin": "http://localhost"})
    assert refused(answer, 400) == "send JSON"


def test_what_is_too_long_is_refused(device: Device) -> None:
    assert refused(device.post("/undo", stamp="x" * 5000), 413) == "that is too long"


@pytest.mark.parametrize("path", CHANGES)
def test_looking_changes_nothing(device: Device, path: str) -> None:
    assert device.look(f"/{path}").status_code == 405


def test_a_mistake_of_ours_is_no_traceback(device: Device, keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr(keeper, "undo", broken)
    answer = device.ask("/undo")
    assert "something went wrong" in refused(answer, 500)
    assert "secret" not in answer.text


def test_names_are_told_as_they_are(camera: FakeCamera) -> None:
    keeper = keeper_for("<b>Ana</b>", "Ben")
    Table(keeper).lay_next()
    device = Device(create_app(keeper, camera))
    answer = device.ask("/finish", how="domino", player=0, pips=[None, 13])
    assert answer.mimetype == "application/json"
    assert "<b>Ana</b> went out" not in device.look("/").text


def test_what_the_disk_does_not_take_is_not_done_and_said(
    device: Device, played: Table, keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = keeper.state()

    def full(_player: int) -> None:
        raise StoreFull("the disk is full: make room")

    monkeypatch.setattr(keeper, "passed", full)
    answer = device.ask("/pass", player=0)
    assert refused(answer, 507) == "the disk is full: make room"
    assert keeper.state() == before


# ---- hands that are shown ----


def test_the_camera_reads_the_hands_that_are_shown_and_they_are_counted(
    device: Device, played: Table, camera: FakeCamera, keeper: Keeper
) -> None:
    camera.shown = {0: Shown((Tile(6, 6), Tile(1, 2))), 1: Shown((Tile(2, 4),), sure=False)}
    told = device.ask("/hands").json
    assert told == {"hands": {"0": {"tiles": ["6-6", "1-2"], "sure": True}, "1": {"tiles": ["2-4"], "sure": False}}}
    wish = {"how": "domino", "player": 2, "pips": [None, 6, None], "tiles": [["6-6", "1-2"], None, None]}
    assert device.ask("/finish", **wish).status_code == 200
    assert keeper.state().match.hands == ((Tile(6, 6), Tile(1, 2)), 6, ())


@pytest.mark.parametrize(
    "tiles", [["6-6"], [["6-6"], None, 7], [["6-9"], None, None], [["5-5"], None, None], [[], [[]], []]]
)
def test_tiles_that_no_hand_can_hold(device: Device, played: Table, keeper: Keeper, tiles: list[Any]) -> None:
    before = keeper.state()
    answer = device.ask("/finish", how="domino", player=2, pips=[1, 6, 0], tiles=tiles)
    assert answer.status_code in (400, 409)
    assert keeper.state() == before


def test_hands_are_read_for_nobody_who_may_only_look_and_never_unasked(
    app: Flask, played: Table, camera: FakeCamera
) -> None:
    camera.shown = {0: Shown((Tile(6, 6),))}
    phone = Device(app, "192.168.1.23", "192.168.1.5:8000")
    assert phone.ask("/hands").status_code == 403
    assert phone.look("/hands").status_code == 405
    assert "6-6" not in Device(app).look("/state").text


# ---- scores by hand, and another game ----


def test_a_score_is_changed_by_hand_and_back(device: Device, played: Table, keeper: Keeper) -> None:
    before = keeper.state().match.scores
    answer = device.ask("/adjust", player=0, points=-5, reason="miscounted")
    assert answer.status_code == 200
    assert keeper.state().match.scores == (before[0] - 5, *before[1:])
    assert device.ask("/undo").status_code == 200
    assert keeper.state().match.scores == before


@pytest.mark.parametrize("wish", [{"points": 0}, {"points": 10_000}, {"points": "5"}, {"points": 5, "reason": ""}, {}])
def test_a_score_is_changed_for_a_reason_and_by_something(
    device: Device, played: Table, keeper: Keeper, wish: dict[str, Any]
) -> None:
    before = keeper.state()
    assert device.ask("/adjust", **{"player": 0, "reason": "so", **wish}).status_code in (400, 409)
    assert keeper.state() == before


def test_after_a_game_another_begins_at_nought(device: Device, played: Table, keeper: Keeper) -> None:
    assert "not over yet" in refused(device.ask("/again"))
    assert device.ask("/adjust", player=0, points=300, reason="to the end").status_code == 200
    assert device.state["may"]["again"]
    assert device.ask("/again").status_code == 200
    match = keeper.state().match
    assert (match.scores, match.games, match.phase) == ((0, 0, 0), (1, 0, 0), "waiting")
