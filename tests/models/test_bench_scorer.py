from models.bench_scorer import scorer_bench


def test_adding_an_event_does_not_fold_the_match_from_its_start() -> None:
    figures = scorer_bench()
    assert set(figures) == {"loop_ms", "fold", "append", "correct", "stored_ms"}
    assert figures["append"] * 50 < figures["fold"]
    assert figures["correct"] * 2 < figures["fold"]
