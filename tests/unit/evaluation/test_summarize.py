"""Do the answers to all questions come to the right means, by category and apart?"""

from __future__ import annotations

from typing import Any

import pytest

from perspective.evaluation.ask import Answered, Asked
from perspective.evaluation.summarize import percentiles, summarize, system_result
from tests.unit.evaluation.sample import talk_of, turn


def _asked(category: str, places: tuple[int, ...], n_evidence: int, **fields: Any) -> Asked:
    values = {
        "is_unanswerable": False, "n_tokens": (10, 20), "took_ms": 1.0, "best_score": 0.5, **fields
    }  # fmt: skip
    return Asked(
        talk="t", layout="talk", question="q", category=category, n_evidence=n_evidence,
        places=places, **values,
    )  # fmt: skip


def test_means_by_category_and_together() -> None:
    """Adversarial questions have a category and are left out of `together`; those without
    evidence count nowhere."""
    result = system_result(
        "x",
        [
            _asked("single", (0,), 1),
            _asked("single", (7,), 1),
            _asked("multi", (1, 3), 4),
            _asked("adversarial", (), 1, is_unanswerable=True),
            _asked("abstention", (), 0, is_unanswerable=True),
        ],
        (5, 10),
    )
    assert result.together is not None
    assert result.together.n == 3
    assert result.together.recall[5] == pytest.approx((1 + 0 + 0.5) / 3)
    assert result.together.recall[10] == pytest.approx((1 + 1 + 0.5) / 3)
    assert result.together.all[10] == pytest.approx(2 / 3)
    assert result.together.mrr == pytest.approx((1 + 1 / 8 + 1 / 2) / 3)
    assert set(result.categories) == {"single", "multi", "adversarial"}
    assert result.categories["single"].n == 2
    assert result.categories["adversarial"].recall == {5: 0.0, 10: 0.0}


def test_abstention_compares_best_scores() -> None:
    """Of four pairs three are in order; who found nothing scores below everything."""
    asked = [
        _asked("a", (0,), 1, best_score=0.9),
        _asked("a", (0,), 1, best_score=0.3),
        _asked("abstention", (), 0, is_unanswerable=True, best_score=0.5),
        _asked("abstention", (), 0, is_unanswerable=True, best_score=None),
    ]
    sure = system_result("x", asked, (5, 10)).abstention
    assert sure is not None
    assert (sure.n_answerable, sure.n_unanswerable) == (2, 2)
    assert sure.auroc == pytest.approx(3 / 4)


def test_what_the_data_lacks_is_null() -> None:
    """Without unanswerable questions and without updates there is no figure for them."""
    result = system_result("x", [_asked("a", (0,), 1)], (5, 10))
    assert result.abstention is None
    assert result.newer_above_older is None
    only_unknown = system_result("x", [_asked("abstention", (), 0, is_unanswerable=True)], (5, 10))
    assert only_unknown.together is None
    assert only_unknown.abstention is None


def test_updates_tokens_and_times() -> None:
    """The share of newer ones first, the mean of tokens at each k, percentiles of times."""
    asked = [
        _asked("u", (0,), 1, is_newer_first=True, n_tokens=(10, 30), took_ms=1.0),
        _asked("u", (0,), 1, is_newer_first=False, n_tokens=(20, 50), took_ms=3.0),
        _asked("u", (0,), 1, n_tokens=(30, 70), took_ms=2.0),
    ]
    result = system_result("x", asked, (5, 10))
    assert result.newer_above_older is not None
    assert (result.newer_above_older.share, result.newer_above_older.n) == (0.5, 2)
    assert result.tokens[5].mean == pytest.approx(20.0)
    assert result.tokens[10].mean == pytest.approx(50.0)
    assert result.latency_ms.p50 == pytest.approx(2.0)


def test_percentiles_are_interpolated() -> None:
    """Of 0 to 100 they are what they are called."""
    found = percentiles([float(n) for n in range(101)])
    assert (found.p50, found.p95, found.p99) == pytest.approx((50.0, 95.0, 99.0))


def test_layouts_are_apart() -> None:
    """Each has its own talks; one without questions has no system."""
    talk = talk_of(turn("a", "x"))
    (result,) = summarize([Answered(talk, {"x": [_asked("a", (0,), 1)], "y": []})], (5, 10))
    assert result.layout == "talk"
    assert [(one.id, one.n_turns) for one in result.talks] == [("t", 1)]
    assert [one.name for one in result.systems] == ["x"]
    assert summarize([], (5, 10)) == ()
