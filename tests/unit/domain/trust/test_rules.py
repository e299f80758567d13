"""Is each rule true exactly from the day that it foretells, and never of what it must spare?"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.memory import Memory, Procedural, Recorded, Semantic, Version, empty_detail
from perspective.domain.trust.rules import (
    Rules,
    archivable_at,
    forgettable_at,
    is_archivable,
    is_failing,
    is_forgettable,
    is_promotable,
    is_stale,
    stale_at,
)

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
RULES = Rules()


def memory(**fields: Any) -> Memory:
    """An episode recorded at noon."""
    defaults: dict[str, Any] = {"id": "m", "type": "episodic", "recorded_at": NOON}
    return Memory(**(defaults | fields))


def recorded(one: Memory, **fields: Any) -> Recorded:
    """The memory with its first version."""
    given: dict[str, Any] = {"detail": empty_detail(one.type)} | fields
    return Recorded(
        one,
        Version(
            memory_id=one.id, number=1, content="words", content_hash="h", known_from=NOON, **given
        ),
    )


@pytest.mark.parametrize(
    ("fields", "days", "expected"),
    [
        ({}, 89.9, False),  # faded since day 69, but not idle for 90
        ({}, 90, True),
        ({"access_count": 10, "last_accessed_at": NOON}, 138, False),  # S = 2: faded on day 138.2
        ({"access_count": 10, "last_accessed_at": NOON}, 139, True),
        ({"type": "semantic"}, 690, False),  # S = 10: faded on day 690.8
        ({"type": "semantic"}, 691, True),
        ({"type": "procedural"}, 9_999, False),
        ({"pinned": True}, 9_999, False),
        ({"state": "archived"}, 9_999, False),
        ({"state": "retired"}, 9_999, False),
        ({"deleted_at": NOON}, 9_999, False),
    ],
)
def test_archive_by_hand(fields: dict[str, Any], days: float, expected: bool) -> None:
    """Faded and idle for ninety days, never pinned, procedural, or not active."""
    assert is_archivable(memory(**fields), NOON + days * DAY, RULES) is expected


@pytest.mark.parametrize(
    ("fields", "days", "expected"),
    [
        ({}, 138, False),  # −ln(.01) · 30 = 138.2 days
        ({}, 139, True),
        ({"state": "archived"}, 139, True),
        ({"state": "retired"}, 9_999, False),
        ({"pinned": True}, 9_999, False),
        ({"type": "procedural"}, 9_999, False),
        ({"deleted_at": NOON}, 9_999, False),
        ({"stability": 2.0}, 276, False),
        ({"stability": 2.0}, 277, True),
    ],
)
def test_forgettable_by_hand(fields: dict[str, Any], days: float, expected: bool) -> None:
    """Under a hundredth of its strength, archived or not, and nothing that a person holds."""
    assert is_forgettable(memory(**fields), NOON + days * DAY, RULES) is expected


def test_promotion_wants_more_than_five_uses_of_an_active_episode() -> None:
    """Six uses do, five do not; nor do those of a fact, a pinned procedure, an archived episode."""
    assert is_promotable(memory(access_count=6), RULES)
    assert is_promotable(memory(access_count=6, pinned=True), RULES)
    assert not is_promotable(memory(access_count=5), RULES)
    for spared in ({"type": "semantic"}, {"type": "procedural"}, {"state": "archived"}):
        assert not is_promotable(memory(access_count=99, **spared), RULES)
    assert not is_promotable(memory(access_count=6), Rules(consolidates=False))


def test_a_fact_is_stale_from_its_last_use_or_confirmation() -> None:
    """Thirty days after it was recorded, used or found to hold, whichever was last."""
    fact = memory(type="semantic")
    assert not is_stale(recorded(fact), NOON + 29 * DAY, RULES)
    assert is_stale(recorded(fact), NOON + 30 * DAY, RULES)
    used = memory(type="semantic", last_accessed_at=NOON + 10 * DAY)
    assert not is_stale(recorded(used), NOON + 39 * DAY, RULES)
    confirmed = recorded(fact, detail=Semantic(last_validated_at=NOON + 20 * DAY))
    assert stale_at(confirmed, RULES) == NOON + 50 * DAY
    assert stale_at(recorded(memory()), RULES) is None
    assert stale_at(recorded(memory(type="semantic", pinned=True)), RULES) is None


@pytest.mark.parametrize(
    ("n_successes", "n_failures", "expected"),
    [(0, 0, False), (1, 3, False), (2, 3, True), (3, 3, False), (0, 5, True)],
)
def test_a_procedure_fails_below_a_half_of_five(
    n_successes: int, n_failures: int, expected: bool
) -> None:
    """Fewer than five outcomes say nothing, and a half is enough."""
    detail = Procedural(success_count=n_successes, failure_count=n_failures)
    one = recorded(memory(type="procedural"), detail=detail)
    assert is_failing(one, RULES) is expected


def test_where_nothing_fades_nothing_is_archived_or_let_go() -> None:
    """A tenant that switched fading off keeps everything, however old."""
    still, later = Rules(decays=False), NOON + 9_999 * DAY
    assert not is_archivable(memory(), later, still)
    assert not is_forgettable(memory(), later, still)
    assert archivable_at(memory(), still) is forgettable_at(memory(), still) is None


_MEMORIES = st.builds(
    memory,
    type=st.sampled_from(["episodic", "semantic", "procedural"]),
    state=st.sampled_from(["active", "archived", "retired"]),
    pinned=st.booleans(),
    access_count=st.integers(0, 1_000_000),
    stability=st.floats(0.01, 1e9),
    last_accessed_at=st.none() | st.integers(0, 5_000).map(lambda n: NOON + n * DAY),
)
_RULES = st.builds(
    Rules,
    decays=st.booleans(),
    unit_days=st.floats(0.001, 1e6),
    learning_rate=st.floats(0.0, 10.0),
    faded_below=st.floats(0.0, 1.0),
    archive_days=st.floats(0.0, 1e9),
    forgettable_below=st.floats(0.0, 1.0),
)


@given(one=_MEMORIES, rules=_RULES, days=st.floats(0, 100_000))
def test_a_foretold_day_is_the_day_on_which_the_rule_turns_true(
    one: Memory, rules: Rules, days: float
) -> None:
    """For any memory and limits: a rule holds after the foretold moment and not before it."""
    now, margin = NOON + days * DAY, timedelta(seconds=1)
    for holds, at in (
        (is_archivable(one, now, rules), archivable_at(one, rules)),
        (is_forgettable(one, now, rules), forgettable_at(one, rules)),
    ):
        if at is None or now < at - margin:
            assert not holds
        elif now > at + margin + (at - NOON) * 1e-9:
            assert holds
