"""The vectors of the rule book; the runner is that of `fivesight eval rules`."""

import json
from pathlib import Path

import pytest

from models.evaluate_rules import evaluate_rules, game_passes, hand_end_passes, layout_passes, ledger_passes
from scorer.deal_end import HandEnd
from scorer.layout import PROFILES, SpinnerProfile

RULES = Path(__file__).parents[1] / "data" / "rules"


def vectors(kind: str) -> list[object]:
    return [
        pytest.param(vector, id=vector["id"])
        for vector in json.loads((RULES / f"{kind}.json").read_text(encoding="utf-8"))
    ]


@pytest.mark.parametrize("vector", vectors("layouts"))
def test_layout(vector: dict[str, object]) -> None:
    assert layout_passes(vector)


@pytest.mark.parametrize("vector", vectors("hand_ends"))
def test_hand_end(vector: dict[str, object]) -> None:
    assert hand_end_passes(vector)


@pytest.mark.parametrize("vector", vectors("games"))
def test_game(vector: dict[str, object]) -> None:
    assert game_passes(vector)


@pytest.mark.parametrize("vector", vectors("ledgers"))
def test_ledger(vector: dict[str, object]) -> None:
    assert ledger_passes(vector)


def test_every_vector_is_run_and_passes() -> None:
    assert evaluate_rules(RULES) == {"vectors": 80 + 58 + 8 + 7, "passed": 80 + 58 + 8 + 7, "failed": []}


def test_a_wrong_expectation_is_reported_by_its_id(tmp_path: Path) -> None:
    wrong = json.loads((RULES / "layouts.json").read_text(encoding="utf-8"))[:3]
    ledgers = json.loads((RULES / "ledgers.json").read_text(encoding="utf-8"))[:2]
    ledgers[1]["deals"][-1]["expect"]["remembered"][1] += 1
    (tmp_path / "ledgers.json").write_text(json.dumps(ledgers), encoding="utf-8")
    wrong[1]["expect"][0]["end_sum"] += 1
    wrong[2]["placements"][0]["tile"] = ["?"]
    (tmp_path / "layouts.json").write_text(json.dumps(wrong), encoding="utf-8")
    (tmp_path / "hand_ends.json").write_text("[]", encoding="utf-8")
    report = evaluate_rules(tmp_path)
    assert (report["vectors"], report["passed"]) == (5, 2)
    assert report["failed"] == [wrong[1]["id"], wrong[2]["id"], ledgers[1]["id"]]


def test_bad_directories_and_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no directory"):
        evaluate_rules(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match=r"layouts\.json"):
        evaluate_rules(tmp_path)
    (tmp_path / "layouts.json").write_text("{", encoding="utf-8")
    with pytest.raises(ValueError, match="is not JSON"):
        evaluate_rules(tmp_path)
    (tmp_path / "layouts.json").write_text('{"a": 1}', encoding="utf-8")
    with pytest.raises(ValueError, match="holds no vectors"):
        evaluate_rules(tmp_path)


def test_profiles_and_defaults_are_those_of_the_rule_book() -> None:
    parameters = json.loads((RULES / "parameters.json").read_text(encoding="utf-8"))
    for name, profile in parameters["profiles"].items():
        assert PROFILES[name] == SpinnerProfile(**profile)
    assert HandEnd() == HandEnd(**parameters["rule_defaults"])
