"""Seats that somebody says while they are being learned are not overruled."""

from pathlib import Path
from typing import cast

from scorer.games import ALL_FIVES
from scorer.keeper import Keeper
from scorer.match import Match
from scorer.view import Reach, View
from vision.follow import Follower
from vision.recogniser import Recogniser
from vision.sources import open_source

FILM = Path(__file__).parent.parent.parent / "datasets" / "sample" / "deal.mp4"


def test_what_somebody_says_ends_the_learning() -> None:
    keeper = Keeper(Match.start(["Ana", "Ben"], ALL_FIVES.rules))
    follower = Follower(open_source(str(FILM)), cast(Recogniser, None), keeper, paced=False)
    assert follower._learning is not None
    follower.watcher.sit({"left": 0, "right": 1}, ALL_FIVES.rules)
    view = View(1.0, reaches=(Reach(None, 0.0, 0.5),))
    assert follower._with_seat(view) is view
    assert follower._learning is None
    assert follower.watcher.seats == {"left": 0, "right": 1}
