"""docs/GAMES.md, and the words in which it tells the rules."""

from dataclasses import replace
from pathlib import Path

import pytest

from scorer.games import GAMES, find_game
from scorer.games.example import example
from scorer.games.game import TOPICS
from scorer.games.options import sources
from scorer.games.page import page, sheet
from scorer.games.wording import facts

PAGE = Path(__file__).parents[2] / "docs" / "GAMES.md"


def test_the_committed_page_is_what_the_generator_makes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make it anew: fivesight games --markdown > docs/GAMES.md"


def test_every_game_its_options_and_their_sources_are_on_the_page() -> None:
    sections = {text.partition("\n")[0]: text for text in page().split("\n## ")[1:]}
    assert list(sections) == [game.rules.name for game in GAMES.values()]
    for game in GAMES.values():
        section = sections[game.rules.name]
        assert game.description in section
        assert all(f"| {topic} | {rule} | {game.sources[topic]} |" in section for topic, rule in facts(game).items())
        for option in game.options:
            row = next(line for line in section.splitlines() if f"(`{option.key}`)" in line)
            assert row.endswith(f"| {option.source} |")
            assert all(f"`{choice}`" in row for choice in option.choices)


def test_one_game_is_told_in_full() -> None:
    told = sheet(find_game("koza"))
    assert told.startswith("Koza (koza)\nCzech basic with a memory")
    assert "\nend: Over 100 loses: all who pass it in one deal\n" in told
    assert "    --option ryba=own_to_loser             the heaviest writes its own pips\n" in told
    assert "    --option ryba=own                      everybody writes their own pips (usual)\n" in told
    assert told.endswith("\nAna went out: Ben 11 points, remembered with 11 in all\n")


def test_rules_can_be_told_for_every_choice_of_every_option() -> None:
    for game in GAMES.values():
        for option in game.options:
            for choice in option.choices:
                told = facts(replace(game, rules=game.with_options(**{option.key: choice})))
                assert list(told) == list(TOPICS)
                assert all(words.strip() and "None" not in words for words in told.values())


@pytest.mark.parametrize(
    ("name", "topic", "words"),
    [
        ("All Fives", "end", "To 250, at once"),
        ("Koza", "going out", "Every other side writes its pips, the 0-0 as 10; less than 13 are only remembered"),
        ("Koza", "end", "Over 100 loses: all who pass it in one deal"),
        ("Polish 1899", "end", "A single deal; the highest score wins"),
        ("Mexican Train", "end", "13 deals; the lowest score wins"),
        ("Hungarian four-arm", "layout", "Every double may be joined on all four sides at once"),
        ("Seven Rocks", "going out", "Every side loses the pips of its own hands, rounded to the nearest five"),
        ("Muggins", "going out", ", rounded to the nearest five, a point for every 5"),
        ("Osel", "layout", "; a fitting double laid face down closes its arm"),
    ],
)
def test_rules_in_words(name: str, topic: str, words: str) -> None:
    assert words in facts(find_game(name))[topic]


def test_every_game_has_an_example_that_its_rules_score() -> None:
    for game in GAMES.values():
        shown = example(game)
        assert shown.end.deal_end is not None
        assert any(shown.end.awarded) or any(shown.end.remembered)
        assert (game.rules.in_play != "none") == any(play.points for play in shown.plays)
        assert bool(shown.table.layout.placed) == game.rules.followed
        assert shown.in_words[-1] == shown.end.counted


def test_an_example_says_why_it_scored() -> None:
    assert example(find_game("Sniff")).in_words == (
        "On the table: `0-5 5-5*(5-1) 5-4`",
        "Ana 5-5: 5 + 5 = 10 = 2 fives, 2 points",
        "Ben 0-5: 10 + 0 = 10 = 2 fives, 2 points",
        "Ben 1-5: 5 + 0 + 4 + 1 = 10 = 2 fives, 2 points",
        "Left in hand: Ana 6-6 1-2",
        "Ben went out: 15 pips, 3 points",
    )


def test_the_ambiguities_of_the_rule_book_are_options_or_defaults() -> None:
    """Every one of A1 to A24 is the source of an option, but A22: a maximum that is no cap is nothing to choose."""
    text = " ".join(option.source for game in GAMES.values() for option in game.options)
    told = {word.strip(";,") for word in text.split()}
    assert {f"A{number}" for number in range(1, 25)} - told == {"A22"}
    assert "A22" in find_game("Threes").sources["in play"]


def test_a_topic_that_the_rule_book_has_not_is_refused() -> None:
    assert sources("S0", in_play="PG")["in play"] == "PG"
    with pytest.raises(ValueError, match="no topic payment"):
        sources("S0", payment="PG")
