"""Of two statements about the same thing the newer leads, and nothing else changes places."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.ranking.candidate import Candidate
from perspective.domain.ranking.succession import newer_first

NOON = datetime(2024, 3, 2, 12, tzinfo=UTC)


def said(key: int, terms: str, *, day: int, **fields: Any) -> Candidate:
    """What was said on a day."""
    at = NOON + timedelta(days=day)
    plain: dict[str, Any] = {
        "type": "episodic", "state": "active", "pinned": False, "speaker": None,
        "recorded_at": NOON, "last_accessed_at": None, "access_count": 0, "importance": 0.5,
        "content_hash": f"h{key}", "session": None, "role": "user", "ordinal": None, "ending": "",
    }  # fmt: skip
    return Candidate(key=key, memory_id=f"m{key}", terms=terms, at=at, **(plain | fields))


OLD, OTHER = "meet danielle zoom three clock", "boat harbour blue wind"
NEW = "meet danielle zoom four clock"


def order(
    candidates: list[Candidate], scores: list[float], covered: list[float] | None = None
) -> list[int]:
    """The keys, best first; where nothing else is said, all cover as much of the question."""
    given_scores = np.array(scores)
    words = np.ones(len(scores)) if covered is None else np.array(covered)
    lift = newer_first(candidates, given_scores, words, similarity=0.2, gap=0.5)
    assert (lift >= 0).all()
    ranked = np.argsort(-(given_scores + lift), kind="stable")
    return [candidates[n].key for n in ranked]


def test_the_newer_of_two_leads() -> None:
    """Just ahead of the older one, behind what was better than both."""
    some = [said(1, OTHER, day=0), said(2, OLD, day=1), said(3, NEW, day=2)]
    assert order(some, [2.0, 1.0, 0.8]) == [1, 3, 2]
    assert order(some, [0.9, 1.0, 0.8]) == [3, 2, 1]


@pytest.mark.parametrize(
    ("newer", "score"),
    [
        (said(3, NEW, day=-1), 0.8),
        (said(3, NEW, day=2), 0.4),
        (said(3, "quiet night far stars", day=2), 0.8),
        (said(3, NEW, day=2, role="assistant"), 0.8),
        (said(3, NEW, day=2, speaker="Ana"), 0.8),
    ],
    ids=[
        "it is older",
        "it is far behind",
        "it is about something else",
        "a program said it",
        "somebody said it",
    ],
)
def test_nothing_else_changes_places(newer: Candidate, score: float) -> None:
    """Each of the conditions by itself keeps the order."""
    some = [said(1, OTHER, day=0), said(2, OLD, day=1), newer]
    assert order(some, [2.0, 1.0, score]) == [1, 2, 3]


def test_who_asks_for_the_older_one_gets_it() -> None:
    """A word of the question that only the older one has keeps it in front."""
    some = [said(2, OLD, day=1), said(3, NEW, day=2)]
    assert order(some, [1.0, 0.9], [0.9, 0.5]) == [2, 3]
    assert order(some, [1.0, 0.9], [0.9, 0.9]) == [3, 2]


def test_only_the_best_ten_change_places() -> None:
    """What is not among them stays out."""
    some = [said(n, f"w{n} x{n}", day=0) for n in range(9)]
    some += [said(9, OLD, day=1), said(10, NEW, day=2)]
    assert order(some, [1.0] * 9 + [0.9, 0.8])[9:] == [9, 10]


@given(
    st.lists(
        st.tuples(st.sampled_from([OLD, NEW, OTHER, ""]), st.integers(0, 3), st.floats(-2, 2)),
        min_size=1,
        max_size=15,
    )
)
def test_who_is_in_the_answer_stays_the_same(some: list[tuple[str, int, float]]) -> None:
    """The best ten are the same ones before and after."""
    candidates = [said(n, terms, day=day) for n, (terms, day, _) in enumerate(some)]
    scores = np.array([score for _, _, score in some])
    lift = newer_first(candidates, scores, np.ones(len(some)), similarity=0.1, gap=5.0)
    keys = -np.arange(len(some))
    before = set(np.lexsort((keys, -scores))[:10].tolist())
    assert set(np.flatnonzero(lift).tolist()) <= before
    assert set(np.lexsort((keys, -(scores + lift)))[:10].tolist()) == before
