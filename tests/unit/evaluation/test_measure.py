"""Are the measures what their names say? Against values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from perspective.evaluation.measure import all_at, auroc, places_of, recall_at, reciprocal_rank


def test_places_are_those_of_the_evidence() -> None:
    """Counted from 0; what was not found has none."""
    assert places_of(["c", "a", "d", "b"], {"a", "b", "z"}) == (1, 3)
    assert places_of([], {"a"}) == ()


def test_recall_is_the_share_that_was_found() -> None:
    """Of three, one is among the first two and two among the first five."""
    assert recall_at(1, (1, 4), 3) == 0.0
    assert recall_at(2, (1, 4), 3) == pytest.approx(1 / 3)
    assert recall_at(5, (1, 4), 3) == pytest.approx(2 / 3)


def test_all_asks_for_every_piece() -> None:
    """It is 1 only when nothing is missing."""
    assert all_at(5, (1, 4), 3) == 0.0
    assert all_at(5, (1, 4), 2) == 1.0
    assert all_at(4, (1, 4), 2) == 0.0


def test_reciprocal_rank_is_of_the_first() -> None:
    """The third place is worth a third; nothing is worth nothing."""
    assert reciprocal_rank((2, 7)) == pytest.approx(1 / 3)
    assert reciprocal_rank(()) == 0.0


def test_auroc_counts_pairs() -> None:
    """Of six pairs four are in order and one is tied: 4.5 of 6."""
    assert auroc(np.array([3.0, 1.0]), np.array([0.0, 1.0, 2.0])) == pytest.approx(4.5 / 6)
    assert auroc(np.array([1.0]), np.array([1.0])) == 0.5
