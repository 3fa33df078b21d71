import json
from dataclasses import replace
from pathlib import Path

import pytest

from scorer.deal_end import HandEnd, Hands, count_hands, singles
from scorer.games import ALL_FIVES, GAMES, MUGGINS, find_game, games_in_words
from scorer.games.game import TOPICS
from scorer.layout import PROFILES
from scorer.rules import Rules
from scorer.tiles import Tile, full_set

RULES = Path(__file__).parents[1] / "data" / "rules"


def test_the_rules_of_every_game_come_back_from_json() -> None:
    for one in GAMES.values():
        text = json.dumps(one.rules.to_json())
        assert Rules.from_json(json.loads(text)) == one.rules


def test_every_option_can_be_chosen_and_its_first_choice_is_the_default() -> None:
    for one in GAMES.values():
        for option in one.options:
            choices = list(option.choices)
            assert one.with_options(**{option.key: choices[0]}) == one.rules
            for choice in choices[1:]:
                assert one.with_options(**{option.key: choice}) != one.rules
                assert option.in_words(choice)
            assert option.source
            assert len({option.in_words(choice) for choice in choices}) == len(choices)


def test_four_play_in_pairs_where_the_game_or_the_table_says_so() -> None:
    pairs = ((0, 2), (1, 3))
    asked = {game.key: (game.sides(4), game.sides(4, pairs=True)) for game in GAMES.values() if 4 in game.dealt}
    assert asked["seven_rocks"] == asked["team_koza"] == asked["team_osel"] == (pairs, pairs)
    assert asked["all_fives"] == (None, pairs)
    assert asked["koza"] == (None, None)
    assert ALL_FIVES.sides(2, pairs=True) is None


@pytest.mark.parametrize(("game", "players", "word"), [("all_fives", 5, "2, 3 or 4"), ("seven_rocks", 2, "for 4 ")])
def test_other_numbers_of_players_than_a_game_is_for_are_refused(game: str, players: int, word: str) -> None:
    with pytest.raises(ValueError, match=word):
        GAMES[game].sides(players)


def test_presets_are_those_of_the_rule_book() -> None:
    fives, muggins = ALL_FIVES.rules, MUGGINS.rules
    assert (fives.name, fives.target, fives.in_play, fives.hand_end.unit) == ("All Fives", 250, "fives_pips", 1)
    assert fives.spinner.which == "first_double"
    assert (muggins.name, muggins.target, muggins.in_play, muggins.hand_end.unit) == ("Muggins", 61, "fives_units", 5)
    assert (muggins.spinner.which, muggins.spinner.opens) == ("opening_double", "at_once")


def test_every_game_says_what_a_table_must_know() -> None:
    assert list(GAMES) == [
        "all_fives",
        "muggins",
        "threes",
        "fives_and_threes",
        "five_up",
        "sniff",
        "seven_rocks",
        "romanian_fives_100",
        "draw",
        "block",
        "matador",
        "bergen",
        "double_bergen",
        "classic_hungarian",
        "hungarian_four_arm",
        "polish_1899",
        "czech_basic",
        "koza",
        "team_koza",
        "osel",
        "team_osel",
        "mexican_train",
        "super_domino",
    ]
    words = games_in_words()
    for one in GAMES.values():
        assert find_game(one.rules.name) is one
        assert len(one.description.splitlines()) == 2
        assert max(one.dealt) <= one.rules.most_players
        in_set = len(full_set(one.rules.max_pips))
        assert all(players * tiles <= in_set for players, tiles in one.dealt.items())
        assert set(one.sources) == set(TOPICS)
        assert f"{one.rules.name} ({one.key})" in words
    assert "players: 4 with 7 tiles each, in pairs" in words
    assert "players: 2 with 7 tiles each, 3 or 4 with 5 tiles each; four also in pairs" in words
    assert "target: 250, 200, 150, 100, 61_units - Points to win" in words


def test_the_readings_of_unclear_rules_are_the_rule_books() -> None:
    """The rule book, 7: the default is the preset, the other readings are options."""
    romanian = find_game("romanian_fives_100")
    bundles = json.loads((RULES / "parameters.json").read_text(encoding="utf-8"))["bundles"]
    for options, bundle in (
        ({}, "romanian"),
        ({"blocked_winner": "most_pips"}, "romanian_literal_most_pips"),
        ({"blocked_winner": "most_points"}, "romanian_most_game_points"),
        ({"rounding": "last"}, "romanian_round_last"),
    ):
        assert romanian.with_options(**options).hand_end == HandEnd(**bundles[bundle])
    for key, bundle in (
        ("all_fives", "all_fives"),
        ("muggins", "muggins_units"),
        ("threes", "threes_units"),
        ("five_up", "muggins_units"),
        ("sniff", "muggins_units"),
        ("seven_rocks", "seven_rocks"),
        ("fives_and_threes", "fives_and_threes"),
        ("draw", "ordinary_draw"),
        ("block", "block_difference"),
        ("bergen", "bergen"),
        ("double_bergen", "bergen"),
        ("classic_hungarian", "hungarian_pips"),
        ("polish_1899", "polish_1899"),
        ("czech_basic", "czech_own"),
        ("koza", "czech_own"),
        ("team_osel", "czech_own"),
    ):
        assert GAMES[key].rules.hand_end == HandEnd(**bundles[bundle])
    for key, options, bundle in (
        ("draw", {"blocked_winner": "closer"}, "ordinary_draw_closer_wins"),
        ("draw", {"counted": "hands_and_boneyard"}, "ordinary_draw_boneyard_too"),
        ("classic_hungarian", {"worth": "tiles"}, "hungarian_tiles"),
        ("hungarian_four_arm", {"worth": "tiles_and_boneyard"}, "hungarian_tiles_boneyard"),
        ("koza", {"lightest": "exempt"}, "czech_own_winner_exempt"),
        ("osel", {"ryba": "own_to_loser"}, "czech_own_to_loser"),
        ("team_koza", {"ryba": "all_to_loser"}, "czech_all_to_loser"),
        ("team_osel", {"ryba": "all_to_loser", "heaviest": "none"}, "czech_all_to_loser_tie_none"),
    ):
        assert GAMES[key].with_options(**options).hand_end == HandEnd(**bundles[bundle])
    assert ALL_FIVES.with_options(rounding="each_hand").hand_end == HandEnd(**bundles["all_fives_each_hand"])
    assert ALL_FIVES.with_options(blocked="difference").hand_end == HandEnd(**bundles["all_fives_difference"])
    profiles = {key: game.rules.spinner for key, game in GAMES.items()}
    assert profiles["muggins"] == profiles["threes"] == PROFILES["P_opening_now"]
    assert profiles["five_up"] == PROFILES["P_all"]
    assert profiles["sniff"] == PROFILES["P_sniff"]
    assert profiles["osel"] == profiles["team_osel"] == PROFILES["P_opening_now"]
    assert profiles["hungarian_four_arm"] == PROFILES["P_all_now"]
    lines = ("fives_and_threes", "draw", "block", "classic_hungarian", "polish_1899", "czech_basic", "koza", "bergen")
    assert all(profiles[key] == PROFILES["P_none"] for key in (*lines, "team_koza", "matador"))
    assert profiles["romanian_fives_100"] == profiles["seven_rocks"] == PROFILES["P_first"]


def test_games_are_found_by_key_or_display_name() -> None:
    assert find_game("All Fives") is find_game("all-fives") is ALL_FIVES
    with pytest.raises(ValueError, match="no game called 'chess': there are all_fives, muggins, threes"):
        find_game("chess")
    with pytest.raises(ValueError, match="has no option 'colour'"):
        ALL_FIVES.with_options(colour="red")
    with pytest.raises(ValueError, match="target must be one of 250, 200, 150, 100"):
        ALL_FIVES.with_options(target="7")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"target": 0}, "target must be 1 or more"),
        ({"deals": -1}, "a game has up to 1000 deals"),
        ({"most_players": 99}, "two to ten can play"),
        ({"ledger": {"threshold": 13}}, "remembered only where the losers write"),
        ({"ledger": {"threshold": -1}}, "threshold must be 0 or more"),
        ({"ledger": {"flush": "never"}}, "flush must be one of deal, sum"),
        ({"ledger": {"threshold": "13"}}, "these are no rules"),
        ({"pick_up": "maybe"}, "pick_up must be one of"),
        ({"max_pips": 99}, "a set goes up to"),
        ({"in_play": "sevens"}, "in_play must be one of"),
        ({"reserve": -1}, "reserve must be 0 or more"),
        ({"colour": "red"}, "rules have no 'colour'"),
        ({"hand_end": {"rounding": "up"}}, "rounding must be one of"),
        ({"hand_end": {"up": 1}}, "these are no rules"),
    ],
)
def test_rules_out_of_range_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Rules.from_json({**Rules().to_json(), **changes})


def test_a_target_is_reached_or_exceeded() -> None:
    assert Rules(target=100).reached(100)
    assert not replace(Rules(target=100), exceed=True).reached(100)


def test_hands_must_fit_together() -> None:
    with pytest.raises(ValueError, match="every one of the 2 players"):
        Hands(((), ()), ((0,),))
    with pytest.raises(ValueError, match="has no tiles left"):
        Hands(((Tile(1, 2),), ()), singles(2), went_out=0)
    with pytest.raises(ValueError, match="say who"):
        count_hands(HandEnd(), Hands(((), ()), singles(2)), "domino")
    with pytest.raises(ValueError, match="say the scores"):
        count_hands(HandEnd(blocked_winner="higher_game_score"), Hands(((), ()), singles(2)), "blocked")
    with pytest.raises(ValueError, match="played last"):
        count_hands(HandEnd(blocked_winner="closer"), Hands(((), ()), singles(2)), "blocked")
