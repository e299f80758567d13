"""How each profile turns signals into a score, by values worked out by hand."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from perspective.domain.ranking.profile import ProfileShares, Standing, profile_scores

SHARES = ProfileShares(recency=0.15, importance=0.15)


def standing(**fields: Any) -> Standing:
    """One candidate that matches fully, is fresh and was never accessed."""
    plain = {
        "fused": 1.0,
        "similarity": 1.0,
        "recency": 1.0,
        "importance": 1.0,
        "age_hours": 0.0,
        "accesses": 0.0,
    }
    return Standing(**{name: np.array([value]) for name, value in (plain | fields).items()})


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, 1.0),
        ({"recency": 0.0}, 0.85),
        ({"importance": 0.0}, 0.85),
        ({"recency": 0.0, "importance": 0.0}, 0.7225),
        ({"fused": 0.5, "recency": 0.5, "importance": 0.2}, 0.5 * 0.925 * 0.88),
    ],
)
def test_balanced_by_hand(fields: dict[str, float], expected: float) -> None:
    """The score is fused · (1 − 0.15(1 − recency)) · (1 − 0.15(1 − importance)): age takes little."""
    assert profile_scores("balanced", standing(**fields), SHARES)[0] == pytest.approx(expected)


def test_balanced_lets_an_old_answer_win() -> None:
    """A stale, unimportant memory that answers fully beats a fresh one that answers by half."""
    old = profile_scores("balanced", standing(recency=0.0, importance=0.0), SHARES)[0]
    fresh = profile_scores("balanced", standing(fused=0.5), SHARES)[0]
    assert old > fresh


def test_product_by_hand() -> None:
    """The score is recency · importance · the best signal."""
    scores = profile_scores(
        "product", standing(recency=0.5, importance=0.4, similarity=0.9, fused=0.1), SHARES
    )
    assert scores[0] == pytest.approx(0.18)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, 0.4 + 0.3 + 0.2),
        ({"age_hours": 10.0}, 0.7 + 0.2 / math.e),
        ({"accesses": math.e**5 - 1, "similarity": 0.0}, 0.3 + 0.2 + 0.1 * 0.5),
        ({"accesses": 1e9}, 0.9 + 0.1),
        ({"similarity": 0.5, "importance": 0.5, "age_hours": 1e9}, 0.2 + 0.15),
    ],
)
def test_weighted_by_hand(fields: dict[str, float], expected: float) -> None:
    """0.4 similarity + 0.3 importance + 0.2 e^(−age / 10 h) + 0.1 accesses, which end at 1."""
    assert profile_scores("weighted", standing(**fields), SHARES)[0] == pytest.approx(expected)


def test_weights_are_settings() -> None:
    """The four shares of `weighted` can be set."""
    only_importance = ProfileShares(recency=0.0, importance=0.0, weighted=(0.0, 1.0, 0.0, 0.0))
    scores = profile_scores("weighted", standing(importance=0.3), only_importance)
    assert scores[0] == pytest.approx(0.3)
