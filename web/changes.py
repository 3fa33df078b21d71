"""What a person can change: answers to questions, corrections, passes, draws, tiles handled, and a deal's end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, Conflict

from scorer.deal_end import Hand, How
from scorer.events import EndDeal
from scorer.match import Changes, State, after
from scorer.store import StoreError
from scorer.tiles import full_set
from web.access import Access
from web.page_state import play_of_id, stamp
from web.protocols import Camera, Keeper, KeeperState
from web.safety import NotKept
from web.said import apart, said
from web.wish import Wish

_MOST_DRAWN = 14
_MOST_ADJUSTED = 9999


class MovedOn(Conflict):
    """What was on the person's screen is not what is on record now."""

    description = "the table has moved on, look again"


def make_blueprint(keeper: Keeper, camera: Camera, access: Access) -> Blueprint:
    """The routes that change something, all POST, `/pin` and `/hands`: what the camera reads of hands that are shown;
    GET `/count`: what a deal would be worth, and `/readings`: what else a play may have been."""
    blueprint = Blueprint("changes", __name__)

    def add(name: str, do: Callable[[Keeper, KeeperState, Wish], KeeperState]) -> None:
        def change() -> Response:
            access.check_change()
            wish = Wish.of_request()
            # Nothing comes on record between the look at what was on the person's screen and the change: of two people
            # who tap at once the second is told that the first was quicker, and a play that comes then stays.
            with refusals_told(), keeper.held() as before:
                now = do(keeper, before, wish)
            words = apart(said(Changes(before.match, now.match).words), now.match.players)
            return jsonify(version=now.version, changed=words)

        blueprint.add_url_rule(f"/{name}", name, change, methods=["POST"])

    for name, do in _CHANGES.items():
        add(name, do)

    @blueprint.post("/pin")
    def pin() -> Response:
        access.check_own_page()
        access.enter(Wish.of_request().text("pin"))
        return jsonify(may="yes")

    @blueprint.post("/hands")
    def hands() -> Response:
        """The hands as the camera reads them: only for whoever may count them, and only while a deal is played."""
        access.check_change()
        _check_stamp(keeper.state().match, Wish.of_request())
        if keeper.state().match.phase != "playing":
            raise Conflict("no deal is being played: deal first")
        shown = {
            player: {"tiles": [str(tile) for tile in hand.tiles], "sure": hand.sure}
            for player, hand in camera.hands().items()
        }
        return jsonify(hands=shown)

    @blueprint.get("/readings")
    def readings() -> Response:
        play = _play(keeper.state().match, Wish({"play": request.args.get("play")}))
        with refusals_told():
            return jsonify(tiles=[str(tile) for tile in keeper.readings(play)])

    @blueprint.get("/count")
    def count() -> Response:
        match = keeper.state().match
        ending = _ending(match, Wish.of_text(request.args.get("wish", "")))
        with refusals_told():
            then = after(match, ending)
        return jsonify(counted=said(then.counted))

    return blueprint


@contextmanager
def refusals_told() -> Iterator[None]:
    """Answer what the scorer refuses with its own words."""
    try:
        yield
    except ValueError as reason:
        raise Conflict(str(reason)) from None
    except StoreError as reason:
        raise NotKept(str(reason)) from None


def _answer(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    question = state.question
    key, text = wish.text("key"), wish.text("text")
    # The answers may have changed places since they were shown.
    if question is None or question.id != wish.text("question"):
        raise MovedOn
    if all((answer.key, said(answer.text)) != (key, text) for answer in question.answers):
        raise MovedOn
    return keeper.answer(question.id, key)


def _correct(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    play = _play(state.match, wish)
    tile = wish.tile("tile") if wish.has("tile") else None
    player = wish.number("player", len(state.match.players) - 1) if wish.has("player") else None
    if tile is None and player is None:
        raise BadRequest("say the tile or the player")
    now = keeper.correct(play, tile=tile, player=player)
    # The keeper notes what cannot be where it cannot say so at once.
    made = now.match.plays[play] if play < len(now.match.plays) else None
    if made is None or tile not in (None, made.tile) or player not in (None, made.player):
        raise Conflict(now.notice or "that cannot be")
    return now


def _strike(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    return keeper.strike(_play(state.match, wish))


def _undo(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.undo()


def _redo(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.redo()


def _pass(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.passed(_player(state.match, wish))


def _draw(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.drew(_player(state.match, wish), wish.number("tiles", _MOST_DRAWN, least=1))


def _pick_up(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.picked_up(_player(state.match, wish), wish.tile("tile"))


def _turn_over(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.turned_over(_player(state.match, wish), wish.tile("tile"))


def _face_down(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    beside = wish.tile("beside") if wish.has("beside") else None
    return keeper.laid_face_down(_player(state.match, wish), wish.tile("tile"), beside)


def _claim(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.claim(_player(state.match, wish))


def _again(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.next_game()


def _adjust(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    points = wish.number("points", _MOST_ADJUSTED, least=-_MOST_ADJUSTED)
    return keeper.adjust(_player(state.match, wish), points, wish.text("reason"))


def _deal(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    return keeper.begin_deal(_player(state.match, wish))


def _finish(keeper: Keeper, state: KeeperState, wish: Wish) -> KeeperState:
    _check_stamp(state.match, wish)
    ending = _ending(state.match, wish)
    if missing := after(state.match, ending).missing:
        raise BadRequest(missing)
    # A hand that decides nothing need not be counted.
    hands: tuple[Hand, ...] = tuple(() if hand is None else hand for hand in ending.hands)
    return keeper.finish_deal(ending.how, hands, went_out=ending.went_out)


_CHANGES = {
    "answer": _answer,
    "correct": _correct,
    "strike": _strike,
    "undo": _undo,
    "redo": _redo,
    "pass": _pass,
    "draw": _draw,
    "pick-up": _pick_up,
    "turn-over": _turn_over,
    "face-down": _face_down,
    "claim": _claim,
    "again": _again,
    "adjust": _adjust,
    "deal": _deal,
    "finish": _finish,
}


def _check_stamp(match: State, wish: Wish) -> None:
    if wish.text("stamp") != stamp(match):
        raise MovedOn


def _play(match: State, wish: Wish) -> int:
    play = play_of_id(match, wish.text("play"))
    if play is None:
        raise MovedOn
    return play


def _player(match: State, wish: Wish) -> int:
    return wish.number("player", len(match.players) - 1)


def _ending(match: State, wish: Wish) -> EndDeal:
    """How the deal ended: every hand that was counted, as tiles or as pips, and who went out."""
    how: How = "domino" if wish.one_of("how", "domino", "blocked") == "domino" else "blocked"
    count = len(match.players)
    most = sum(tile.pips for tile in full_set(match.rules.max_pips))
    pips = wish.numbers("pips", count, most)
    shown = wish.tiles("tiles", count) if wish.has("tiles") else (None,) * count
    hands = tuple(typed if tiles is None else tiles for typed, tiles in zip(pips, shown, strict=True))
    went_out = wish.number("player", count - 1) if how == "domino" else None
    if went_out is not None and hands[went_out]:
        raise BadRequest(f"{match.players[went_out]} went out and has no pips left")
    return EndDeal(how, hands, went_out)
