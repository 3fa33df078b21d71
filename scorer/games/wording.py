"""The rules of a game in words, topic by topic, told from the rules themselves so that they cannot differ from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorer.deal_end import HandEnd
from scorer.games.game import TOPICS, Game
from scorer.rules import Rules
from scorer.telling import goal

_DRAWN = {
    "none": "Nothing is drawn",
    "one": "One tile is drawn",
    "until_fits": "Until a tile fits, which is laid",
    "free": "As many as a player likes, even where a tile fits",
}
_OPENS = {
    "lot_then_left": "By lot, later the next on the left",
    "winner": "By lot, later whoever went out",
    "highest_double": "The holder of the highest double, without doubles that of the highest tile",
    "lowest_double": "The holder of the lowest double from 1-1 up, without those that of the lightest tile",
    "lowest_double_then_winner": "The holder of the lowest double from 1-1 up, without those that of the lightest tile;"
    " later who won the last deal, of a pair with the lightest hand",
    "agreed": "As agreed",
}
_BLANKS = {"may": "", "not_double": "; not with 0-0", "never": "; not with a blank"}
_WHICH = {
    "first_double": "The first double",
    "opening_double": "A double that is the very first tile",
    "all_doubles": "Every double",
}
_WHEN = {"after_both": ", the short ones once both long ones are covered", "at_once": " at once"}
_IN_PLAY = {
    "none": "Nothing",
    "fives_pips": "The sum of the ends, where five divides it",
    "fives_units": "A point for every five in the sum of the ends",
    "threes_pips": "The sum of the ends, where three divides it",
    "threes_units": "A point for every three in the sum of the ends",
    "fives_and_threes": "A point for every five and for every three in the sum of the ends",
    "bergen": "2 where all ends show the same, 3 with a double among them",
}
_BASES = {
    "opponents": "the pips of the opponents' hands",
    "opponents_minus_own": "the pips of the opponents' hands",
    "all_others": "the pips of all other hands, the partner's included",
    "everyone": "the pips of all hands",
    "tiles_opponents": "a point for every tile in the opponents' hands",
}
_ROUNDED = {
    "none": "",
    "nearest5": ", rounded to the nearest five",
    "nearest3": ", rounded to the nearest three",
    "floor5": ", rounded down to five",
}
_BLOCKED_WINNERS = {
    "lowest_side": "The lightest side wins",
    "lowest_player": "The side of the lightest hand wins",
    "closer": "Whoever laid the last tile wins",
    "highest_side": "The heaviest side wins",
    "higher_game_score": "Whoever leads the game wins",
    "no_doubles_first": "Hands without doubles win, then the lightest",
}
_TIES = {
    "no_award": "Nobody gets points",
    "fewest_tiles_then_last_player": "The fewest tiles, then whoever played last",
    "last_player": "Whoever played last",
}
_RYBA = {
    "own": "Everybody writes their own pips",
    "own_to_loser": "The heaviest writes its own pips",
    "all_to_loser": "The heaviest writes the pips of all",
}
_PICK_UPS = {
    "never": "",
    "ends_turn": "; from an empty boneyard an end tile is taken back instead, which is the turn",
    "turn_goes_on": "; from an empty boneyard an end tile is taken back instead",
}
_FACES = {
    "never": "",
    "from_hand": "; a fitting double laid face down closes its arm",
    "turned_over": "; a double turned over by who laid it closes its arm",
}


def facts(game: Game) -> dict[str, str]:
    """Return what the game's rules say, in words, by topic, in the order of `TOPICS`."""
    told: Mapping[str, Callable[[], str]] = {
        "deal": lambda: _deal(game),
        "drawing": lambda: _drawing(game.rules),
        "opening": lambda: _opening(game.rules),
        "layout": lambda: _layout(game.rules),
        "in play": lambda: _in_play(game.rules),
        "going out": lambda: _going_out(game.rules),
        "blocked": lambda: _blocked(game.rules),
        "tie": lambda: _tie(game.rules.hand_end),
        "end": lambda: _end(game.rules),
    }
    return {topic: told[topic]() for topic in TOPICS}


def _deal(game: Game) -> str:
    pairs = {"never": "no pairs", "may": "four also in pairs", "always": "in pairs"}[game.pairs]
    return f"{game.dealt_in_words}; {pairs}; a set up to {game.rules.max_pips}-{game.rules.max_pips}"


def _drawing(rules: Rules) -> str:
    later = ", to be laid in the next turn" if rules.draw_ends_turn else ""
    stays = f"; {rules.reserve} stay" if rules.reserve and rules.draw != "none" else ""
    return f"{_DRAWN[rules.draw]}{later}{stays}{_PICK_UPS[rules.pick_up]}"


def _opening(rules: Rules) -> str:
    led = "; that tile is laid first" if rules.opens_with == "deciding" else ""
    return f"{_OPENS[rules.opening]}{led}{_BLANKS[rules.blank_opens]}"


def _layout(rules: Rules) -> str:
    if not rules.followed:
        return "Shown as it lies, and not followed"
    profile = rules.spinner
    if profile.which == "none":
        words = "A line with two ends"
    else:
        words = f"{_WHICH[profile.which]} may be joined on all four sides{_WHEN[profile.opens]}"
    words += "; those sides come before all other ends" if profile.four_first else ""
    words += "; short sides count until they are covered" if profile.exposed_short else ""
    if rules.match == "sum7":
        behind = "both its halves are open" if rules.matador_shows_both else "the value before it goes on"
        words += (
            f"; halves that touch add up to seven, matadors fit everywhere; behind one that lies crosswise {behind}"
        )
    return f"{words}{'; a tile may close a ring' if rules.allow_ring else ''}{_FACES[rules.face_down]}"


def _in_play(rules: Rules) -> str:
    if rules.in_play == "fives_and_threes" and rules.per_pip:
        return "The sum of the ends for five and for three, where they divide it"
    return _IN_PLAY[rules.in_play] + ("; less near the target" if rules.bergen_cap else "")


def _going_out(rules: Rules) -> str:
    end = rules.hand_end
    blank = f", the 0-0 as {end.double_blank}" if end.double_blank else ""
    if end.direction == "each_side_subtracts_own":
        return f"Every side loses the pips of its own hands{_ROUNDED[end.rounding]}"
    if rules.ledger.threshold:
        return f"Every other side writes its pips{blank}; less than {rules.ledger.threshold} are only remembered"
    if end.direction == "losers_record":
        return f"Every other side writes its pips{blank}"
    return f"Whoever goes out gets {_bonus(end, end.basis, end.fixed)}"


def _bonus(end: HandEnd, basis: str, fixed: int) -> str:
    if basis == "fixed":
        return f"{fixed} point{'' if fixed == 1 else 's'}"
    held = f"{_BASES[basis]}{' and the boneyard' if end.boneyard == 'added' else ''}"
    rounded = _ROUNDED[end.rounding]
    if basis == "opponents_minus_own":
        own_first = end.order == "subtract_then_round" or not rounded
        rounded = f" less the own ones{rounded}" if own_first else f"{rounded}, less the own ones"
    unit = f", a point for every {end.unit}" if end.unit > 1 else ""
    return f"{held}{rounded}{unit}"


def _blocked(rules: Rules) -> str:
    end = rules.hand_end
    fixed = end.fixed if end.blocked_fixed is None else end.blocked_fixed
    if end.direction == "each_side_subtracts_own":
        return "The same"
    if end.direction == "losers_record":
        early = "; blocked though the double of the blocking value is not laid" if rules.ryba_double == "with" else ""
        exempt = "" if end.ryba_winner_records or end.ryba != "own" else ", but for the lightest"
        return f"{_RYBA[end.ryba]}{exempt}{early}"
    basis = end.blocked_basis or end.basis
    if basis == "fixed" and not fixed:
        return "Nothing"
    return f"{_BLOCKED_WINNERS[end.blocked_winner]} {_bonus(end, basis, fixed)}"


def _tie(end: HandEnd) -> str:
    if end.direction == "losers_record":
        if end.ryba == "own":
            return "Everybody writes their own pips"
        return "Each of the heaviest writes" if end.ryba_tie_most == "each" else "None of the heaviest writes"
    return "The same" if end.direction == "each_side_subtracts_own" else _TIES[end.blocked_tie]


def _end(rules: Rules) -> str:
    words = goal(rules)
    words = f"{words[0].upper()}{words[1:]}"
    if not rules.target:
        return f"{words}; the {'lowest' if rules.writes_penalties else 'highest'} score wins"
    if rules.has_limit:
        several = "all who pass it in one deal" if rules.over_limit == "all" else "only the highest of several"
        return f"{words}: {several}"
    passed = ", which must be passed" if rules.exceed else ", exactly" if rules.exact else ""
    when = "at once" if rules.ends == "at_once" else "when the deal is over"
    deals = ", after as many deals as players at least" if rules.everybody_deals else ""
    return f"{words}{passed}, {when}{deals}"
