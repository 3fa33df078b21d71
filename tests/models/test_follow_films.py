"""Films followed play by play, on the beginning of the bundled one; and the comparison with the truth."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from models.evaluate_films import evaluate_stills, film_folders, load_truth, stills_counts
from models.follow_films import Deal, Followed, Predicted, Told, _deal, _Noting, compare, evaluate_films, follow
from models.tables import films_in_words
from scorer.events import Deal as DealEvent
from scorer.events import EndDeal, PickUp, Play
from scorer.games import find_game
from scorer.match import Match
from scorer.sides import Side
from scorer.tiles import Tile
from vision.pictures import save_picture
from vision.recogniser import Recogniser, Weights
from vision.sources import open_source

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "datasets" / "sample"
PLAYS, FRAMES_A_PLAY = 4, 12


@pytest.fixture(scope="module")
def films(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of one film in the form of the shared ones: two settled frames of each of four plays."""
    folder = tmp_path_factory.mktemp("films")
    truth = json.loads((SAMPLE / "deal.json").read_text())
    frames = []
    for frame in open_source(str(SAMPLE / "deal.mp4")).frames():
        play, step = divmod(frame.number, FRAMES_A_PLAY)
        if play >= PLAYS:
            break
        if step in (4, 5):
            name = f"frames/p{play:02}_s{step - 4}.jpg"
            save_picture(folder / "film" / name, frame.picture)
            frames.append({**truth["frames"][frame.number], "file": name})
    plays = truth["plays"][:PLAYS]
    scores = [sum(play["scored"] for play in plays if play["player"] == player) for player in (0, 1)]
    kept = {
        "players": truth["players"],
        "set": truth["set"],
        "rules": truth["rules"],
        "plays": plays,
        "frames": frames,
        "scores": scores,
    }
    (folder / "film" / "truth.json").write_text(json.dumps(kept))
    return folder


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(Weights.in_folder(ROOT / "models"))


def test_every_play_is_followed(films: Path, recogniser: Recogniser) -> None:
    counts = evaluate_films(recogniser, films)
    assert {
        name: counts[name] for name in ("films", "plays", "right", "wrong", "missed", "phantom", "deals_exact")
    } == {
        "films": 1,
        "plays": PLAYS,
        "right": PLAYS,
        "wrong": 0,
        "missed": 0,
        "phantom": 0,
        "deals_exact": 1,
    }
    assert "plays 4, right 4" in films_in_words(counts)


def test_nothing_of_the_plays_is_known_beforehand(films: Path, recogniser: Recogniser, tmp_path: Path) -> None:
    truth = load_truth(films / "film")
    bare = {"players": truth["players"], "set": truth["set"], "rules": truth["rules"]}
    told = [follow(recogniser, films / "film" / "frames", Told.of(known)) for known in (truth, bare)]
    assert told[0].deals == told[1].deals


def test_stills_are_read_one_by_one(films: Path, recogniser: Recogniser) -> None:
    counts = stills_counts(evaluate_stills(recogniser, films))
    assert (counts["frames"], counts["end_sums_exact"], counts["joins_f1"]) == (2 * PLAYS, 2 * PLAYS, 1.0)
    assert (counts["tiles"], counts["right"], counts["invented"]) == (20, 20, 0)


def test_what_went_wrong_is_told_apart(films: Path) -> None:
    truth = load_truth(films / "film")
    first, second, third = (truth["plays"][number] for number in range(3))
    tiles = [Tile(*play["tile"]) for play in truth["plays"]]

    def followed(play: dict[str, int], tile: Tile, joined: Tile | None, asked: bool = False) -> Followed:
        return Followed(play["player"], tile, joined, play["scored"], 1, 80.0, asked)

    plays = (
        followed(first, tiles[0], None, asked=True),
        followed({**second, "player": 1 - second["player"]}, tiles[1], tiles[0]),
        followed({**third, "player": 1 - third["player"]}, Tile(0, 0), tiles[0]),
    )
    result = compare(Predicted((Deal(plays, ()),), ()), truth)
    assert (result.right, result.asked, result.wrong, result.missed, result.phantom) == (0, 1, 1, 2, 1)
    assert (result.deals, result.deals_exact, result.seats_right) == (1, 0, 1)
    assert result.delays == [1, -1]
    assert result.delays_ms == [80 + 500, 80 - 500]


def test_deals_and_hands_are_compared_one_by_one() -> None:
    play = {"player": 1, "tile": [2, 3], "joined_to": None, "scored": 5}
    deals = [
        {"plays": [play], "scores": [0, 5], "hands": [[[1, 2], [0, 6]], []]},
        {"plays": [{**play, "player": 0}], "scores": [5, 0], "hands": [[], [[1, 2]]]},
    ]
    frames = [{"kind": "settled", "deal": deal, "play": 0} for deal in (0, 1)]
    truth = {"players": [{}, {}], "deals": deals, "frames": frames, "frames_a_second": 15}
    tile = Tile(2, 3)
    right = Deal((Followed(1, tile, None, 5, 0, 100.0, False),), ((Tile(6, 0), Tile(1, 2)), ()))
    other = Deal((Followed(0, tile, None, 5, 4, 100.0, False),), ((), (Tile(1, 3),)))
    result = compare(Predicted((right, other), ()), truth)
    assert (result.plays, result.right, result.deals_exact) == (2, 2, 2)
    assert (result.hands, result.hands_exact) == (2, 1)
    assert result.delays_ms == [100, 3 * 1000 / 15 + 100]
    assert "the hand of 1" in result.mistakes[0]
    extra = compare(Predicted((right, other, right), ()), truth)
    assert extra.phantom == 1
    missing = compare(Predicted((), ()), truth)
    assert (missing.missed, missing.deals_exact, missing.hands_exact) == (2, 0, 0)


def test_a_question_about_a_tile_that_was_taken_back_is_none_about_the_next() -> None:
    keeper = _Noting(Match.start(("Ana", "Ben"), find_game("all_fives").rules))
    keeper.begin_deal(0)
    keeper.asked = {(1, 0), (1, 1)}
    keeper.note()
    assert keeper.asked == set(), "no tile lies there"
    keeper.asked = {(0, 3)}
    keeper.note()
    assert keeper.asked == {(0, 3)}, "that deal is over"
    match = Match.start(("Ana", "Ben"), find_game("all_fives").rules)
    match.deal(0)
    match.play(Tile(5, 5))
    keeper = _Noting(match)
    keeper.asked = {(1, 0)}
    keeper.note()
    assert keeper.asked == {(1, 0)}, "it lies there still"
    keeper.note(laid=1)
    assert keeper.asked == set(), "another one was laid in its place in the same look"


def test_folders_without_films_say_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="holds no films"):
        film_folders(tmp_path)
    (tmp_path / "film").mkdir()
    (tmp_path / "film" / "truth.json").write_text("{}")
    with pytest.raises(ValueError, match=r"truth\.json is no truth of a film"):
        load_truth(tmp_path / "film")


def test_a_tile_taken_back_is_a_play_and_one_laid_twice_is_two() -> None:
    laid = {"player": 0, "tile": [2, 2], "joined_to": None, "scored": 0, "across": True, "face_down": False}
    on = {**laid, "player": 1, "tile": [2, 3], "joined_to": 0, "across": False}
    deal = {
        "plays": [laid, on, {**on, "player": 0}],
        "taken_up": [{"player": 0, "play": 1}],
        "scores": [0, 0],
        "written": [7, 0],
    }
    truth = {"players": [{}, {}], "deals": [deal], "frames": []}
    first = Followed(0, Tile(2, 2), None, 0, 0, 1.0, False, True)
    second, again = (Followed(player, Tile(2, 3), Tile(2, 2), 0, 0, 1.0, False) for player in (1, 0))
    right = compare(Predicted((Deal((first, second, again), (), ((0, Tile(2, 3)),), (7, 0)),), ()), truth)
    assert (right.plays, right.right, right.deals_exact) == (4, 4, 1)
    turned = replace(again, face_down=True)
    wrong = compare(Predicted((Deal((first, second, turned), (), ((1, Tile(2, 3)),), (0, 7)),), ()), truth)
    assert (wrong.right, wrong.wrong, wrong.deals_exact) == (2, 2, 0)
    missed = compare(Predicted((Deal((first, second), (), ((0, Tile(2, 2)),)),), ()), truth)
    assert (missed.right, missed.missed, missed.phantom) == (2, 2, 1)


def test_tiles_taken_back_are_told_by_the_record() -> None:
    match = Match.start(("Ana", "Ben"), find_game("hungarian_four_arm").rules)
    keeper = _Noting(match)
    for event in (
        DealEvent(0),
        Play(Tile(6, 6)),
        Play(Tile(6, 5), (0, Side.LONG_1)),
        PickUp(1),
        Play(Tile(6, 4), (0, Side.LONG_1)),
        EndDeal("domino", (5, 0), 1),
    ):
        match.record(event)
        keeper.turn_to(match)
        keeper.note()
    deal = _deal(keeper, 1, match.state, keeper.history, ())
    assert [(play.player, play.tile, play.across) for play in deal.plays] == [
        (0, Tile(6, 6), True),
        (1, Tile(6, 5), False),
        (1, Tile(6, 4), False),
    ]
    assert deal.taken_up == ((0, Tile(6, 5)),)
    assert deal.written == (0, 5)


def test_a_film_with_another_set_is_followed_with_that_set() -> None:
    players = [{"player": 0, "side": "left"}, {"player": 1, "side": "right"}]
    told = Told.of({"set": {"highest": 9}, "players": players})
    assert told.rules.max_pips == 9
    assert told.seats == {"left": 0, "right": 1}
