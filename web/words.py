"""Every sentence of the page, once: the templates fill them on the server and the scripts fill the same ones there.

A pattern names what it needs in braces. Of one with plural forms there are two here, for one and for others; what
other languages need besides is in their catalogues.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from web.languages import gettext, language, ngettext, number, plurals
from web.protocols import Finding

Pattern = str | tuple[str, str]

WORDS: dict[str, Pattern] = {
    "points": ("{count} point", "{count} points"),
    "no_points": "no points",
    "tiles": ("{count} tile", "{count} tiles"),
    "no_tile": "No tile on the table",
    "spinner": "spinner {tile}",
    "sum": "end sum {count}",
    "played": "{player} played {tile}",
    "why": "{reason}, {points}",
    "in_full": "{played}: {why}",
    "doubtful": "{tile}?",
    "doubts": "in doubt: {tiles}",
    "rules": "{game} {goal}",
    "pin": "PIN {pin}",
    "pin_shown": "Other devices may change things with the PIN {pin}.",
    "to_play": "to play",
    "winner": "winner",
    "loser": "loser",
    "wins": "{player} wins with {score}",
    "waiting": "Waiting for the first tile",
    "playing": "The deal has begun",
    "deal over": "The deal is over",
    "game over": "The game is over",
    "done": "Done. No score changed.",
    "no_answer": "No answer from the table: try again.",
    "spoken": "{player}: {points}",
    "claims": "Claims {points}",
    "domino": "Domino!",
    "blocked": "Blocked",
    "halves": "{first}-{second}",
    "play": "Play {number}: {player}, {tile}",
    "by_hand": "changed by hand",
    "beside": "{tile} beside {other}",
    "hand": "{player}: {tiles}",
    "no_hands": "No open hand is seen: lay the tiles face up in front of you.",
    "moved_on": "This play has changed: look again.",
    "live": "Live",
    "reconnecting": "Reconnecting...",
    "picture_live": "live",
    "picture_old": "old: from {seconds} s ago",
    # History and joining.
    "course_of": "How the score of {game} went",
    "qr": "QR code of {address}",
    # A game's own page.
    "players": ("{count} player", "{count} players"),
    "dealt": "{players}: {tiles} each",
    "holds": "{player} still holds {tiles}",
    "scores_for": "{player} lays {tile}: {reason}, {points}",
    # Setting up a game.
    "two_needed": "Two players at least: write a name at two sides of the table.",
    "no_layout": "The camera sees no layout that it can read. Wait until it does, or clear the table.",
    "player_number": "Player {number}",
    "whose_turn": "Whose turn is it?",
    "score_of": "Points of {side}",
    "and": "{first} and {second}",
    "seat_top": "Top of the picture",
    "seat_right": "Right side",
    "seat_bottom": "Bottom of the picture",
    "seat_left": "Left side",
    "tiles_read": ("{count} tile is read.", "{count} tiles are read."),
    # What a look at the camera's picture found.
    "aim_view_good": "All tiles are wholly in the picture.",
    "aim_view_bad": "A tile is cut off ({where}): move the camera back, or turn it there.",
    "aim_view_unknown": "No tile is seen yet. Lay one at each corner of where you will play.",
    "aim_size_good": "The tiles are large enough.",
    "aim_size_fair": "The tiles are rather small ({where}): bring the camera closer if you can.",
    "aim_size_bad": "The tiles are too small ({where}): bring the camera closer, or set it to a higher resolution.",
    "aim_sharp_good": "The picture is sharp.",
    "aim_sharp_fair": "The picture is a little blurred: wipe the lens, and focus on the table.",
    "aim_sharp_bad": "The picture is blurred: focus on the table, wipe the lens, and let the camera stand still.",
    "aim_light_good": "There is enough light.",
    "aim_light_fair": "The light is weak: a lamp more would help.",
    "aim_light_bad": "It is too dark: switch on a lamp beside the table.",
    "aim_glare_good": "Nothing glares.",
    "aim_glare_fair": "A lamp shines on a tile ({where}): move the lamp a little, or tilt the camera.",
    "aim_glare_bad": "Glare ({where}): move the lamp, draw the curtain, or tilt the camera.",
    "top left": "top left",
    "top": "top",
    "top right": "top right",
    "left": "left",
    "middle": "middle",
    "right": "right",
    "bottom left": "bottom left",
    "bottom": "bottom",
    "bottom right": "bottom right",
    "wrong_address": "That cannot be",
    "wrong_address_text": "The table's page has another address. The right one is where the program was started.",
    "not_allowed": "Not on this device",
    "not_allowed_text": "Only the table's own screen, or a device that gave its PIN, can change anything.",
    "nothing_here": "There is nothing here",
    "nothing_here_text": "This address leads nowhere.",
    "only_to_look": "Only to look at",
    "only_to_look_text": "This page can be looked at, nothing else.",
    "apology": "Something went wrong",
    "apology_text": "The page could not be shown. The score is still being kept.",
}


def fill(name: str, **values: Any) -> str:
    """The sentence `name` with `values` in it; a pattern with plural forms is chosen by the value `count`.

    Raises KeyError where the sentence or a value it needs is unknown.
    """
    pattern = WORDS[name]
    text = gettext(pattern) if isinstance(pattern, str) else ngettext(*pattern, values["count"])
    return text.format_map({key: number(value) if isinstance(value, int) else value for key, value in values.items()})


def for_scripts() -> dict[str, str | dict[str, str]]:
    """The sentences in the reader's language; those with plural forms by CLDR plural category."""
    return _for_scripts(language())


@cache
def _for_scripts(_: str) -> dict[str, str | dict[str, str]]:
    # Finding the plural forms takes longer than all the rest of a page.
    return {
        name: gettext(pattern) if isinstance(pattern, str) else plurals(*pattern) for name, pattern in WORDS.items()
    }


def aim(finding: Finding) -> str:
    """What a check of the camera's picture found, and what to do about it; empty where there is nothing to tell."""
    name = f"aim_{finding.check}_{finding.grade}"
    return fill(name, where=fill(finding.where) if finding.where else "") if name in WORDS else ""


def points(count: int) -> str:
    """How many points, in words: "no points", "1 point", "10 points"."""
    return fill("points", count=count) if count else fill("no_points")


def why(play: dict[str, Any]) -> str:
    """Why the play scored what it did: "6 + 4 = 10, 10 points"; only the points where no reason is given."""
    scored = points(play["points"])
    # A line does not break between a number and what it counts.
    return fill("why", reason=play["reason"], points=scored.replace(" ", "\xa0")) if play["reason"] else scored


def tile(play: dict[str, Any]) -> str:
    """The tile of a play, with a "?" where it is in doubt: "0-5?"."""
    return fill("doubtful", tile=play["tile"]) if play.get("doubtful") else str(play["tile"])


def doubts(state: dict[str, Any]) -> str:
    """Which tiles of the drawing are in doubt; empty where none is."""
    tiles = [play["tile"] for play in state["plays"] if play["doubtful"]]
    return fill("doubts", tiles=", ".join(tiles)) if tiles else ""


def headline(state: dict[str, Any]) -> tuple[str, str, str]:
    """What just happened in the match `state` (the JSON form): a large line, a smaller one, and what is only for ears.

    The last two may be empty. What a play scored is to be seen beside it (`gain`) and need not be read there twice.
    """
    last, phase = state["last"], state["phase"]
    stands = result(state) if phase == "game over" else fill(phase)
    if last is None:
        return stands, "", ""
    played = fill("played", player=state["players"][last["player"]]["name"], tile=tile(last))
    if phase != "playing":
        return stands, fill("in_full", played=played, why=why(last)), ""
    return (played, last["reason"], points(last["points"])) if last["points"] else (played, why(last), "")


def gain(state: dict[str, Any]) -> str:
    """The points of the last play at a glance, "+10"; empty where it made none, and when the deal is over."""
    last = state["last"]
    return f"+{number(last['points'])}" if last and last["points"] and state["phase"] == "playing" else ""


def mark(state: dict[str, Any], player: int) -> str:
    """What the player at this index is marked with: to play, winner, or nothing (empty)."""
    if state["phase"] == "game over":
        if player in state["losers"]:
            return fill("loser")
        return fill("winner") if state["winner"] == player else ""
    return fill("to_play") if state["turn"] == player else ""


def result(state: dict[str, Any]) -> str:
    """Who won the finished game, and with how many points; without one winner what came of it."""
    if state["winner"] is None or state["losers"]:
        return str(state["outcome"]) or fill("game over")
    winner = state["players"][state["winner"]]
    return fill("wins", player=winner["name"], score=winner["score"])


def begins(state: dict[str, Any]) -> bool:
    """Whether it is time to set up a game: none was begun yet, or this one is over."""
    return state["phase"] == "game over" or (state["phase"] == "waiting" and not state["begun"])
