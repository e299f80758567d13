"""Are the best few the best few, in the right order?"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.ranking.top import at_least, best


def test_ties_go_to_the_greatest_key() -> None:
    """Of three equal scores, the two greatest keys make the cut, greatest first."""
    scores, keys = np.array([1.0, 2.0, 1.0, 1.0]), np.array([7, 3, 9, 8])
    assert best(scores, keys, 3).tolist() == [1, 2, 3]


@pytest.mark.parametrize("limit", [0, -1])
def test_nothing_is_asked(limit: int) -> None:
    """A limit of nothing gives nothing."""
    assert best(np.array([1.0]), np.array([1]), limit).tolist() == []


def test_a_margin_lets_near_ones_in() -> None:
    """Scores within the margin below the last of the limit are taken too."""
    scores = np.array([0.5, 0.9, 0.79, 0.8, 0.75])
    assert at_least(scores, 2, margin=0.02).tolist() == [1, 2, 3]
    assert at_least(scores, 9).tolist() == [0, 1, 2, 3, 4]


@given(st.lists(st.integers(0, 5), max_size=40), st.integers(0, 45))
def test_best_is_a_sort_cut_short(scores: list[int], limit: int) -> None:
    """For any scores, the best few are the beginning of the sorted whole."""
    keys = np.arange(len(scores))
    expected = sorted(range(len(scores)), key=lambda place: (-scores[place], -place))[:limit]
    assert best(np.array(scores, dtype=np.float64), keys, limit).tolist() == expected
