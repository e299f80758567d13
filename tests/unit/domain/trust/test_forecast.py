"""Is what is foretold what the rules do when the day has come?"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.memory import Memory, Procedural
from perspective.domain.trust.forecast import due, forecast
from perspective.domain.trust.rules import Rules
from perspective.domain.trust.tier import tier_of
from tests.unit.domain.trust.test_rules import DAY, NOON, RULES, memory, recorded


def foretold(one: Memory, days: float = 0, **detail: Any) -> list[tuple[str, bool]]:
    """What is foretold of a memory after some days, and whether it is due."""
    found = forecast(recorded(one, **detail), NOON + days * DAY, RULES)
    return [(foreseen.action, foreseen.is_due) for foreseen in found]


def test_an_episode_fades_is_archived_and_offered() -> None:
    """In this order, by the days that the curve gives; what is past is not foretold again."""
    assert foretold(memory()) == [
        ("fade", False), ("archive", False), ("forgettable", False), ("promote", False),
    ]  # fmt: skip
    found = forecast(recorded(memory()), NOON, RULES)
    days = [(one.at - NOON) / DAY for one in found if one.at is not None]
    assert days == pytest.approx([69.0776, 90.0, 138.1551], abs=1e-3)
    assert foretold(memory(), 100) == [
        ("archive", True), ("forgettable", False), ("promote", False),
    ]  # fmt: skip
    assert foretold(memory(state="archived"), 140) == [("forgettable", True)]


def test_promotion_is_foretold_by_uses() -> None:
    """Two more after four, one after five, due after six, never twice."""
    (last,) = [one for one in forecast(recorded(memory(access_count=4)), NOON, RULES)
               if one.action == "promote"]  # fmt: skip
    assert (last.why, last.job, last.at) == ("after 2 more uses", "consolidation", None)
    assert ("promote", True) in foretold(memory(access_count=6))
    promoted = foretold(memory(access_count=6, stability=2.0))
    assert "promote" not in [action for action, _ in promoted]


def test_what_nothing_happens_to_says_why() -> None:
    """Pinned, procedural, retired, deleted, and where nothing fades."""
    whys = [
        forecast(recorded(memory(**fields)), NOON + 999 * DAY, rules)[-1].why
        for fields, rules in (
            ({"type": "semantic", "pinned": True}, RULES),
            ({"type": "procedural"}, RULES),
            ({"state": "retired"}, RULES),
            ({"deleted_at": NOON}, RULES),
            ({}, Rules(decays=False, consolidates=False)),
        )
    ]
    assert whys == [
        "it is pinned", "a procedure does not fade",
        "it is retired, and kept for what was known then", "it was deleted", "nothing fades here",
    ]  # fmt: skip


def test_nobody_is_asked_again() -> None:
    """What a person was asked about is not due another time."""
    fact = recorded(memory(type="semantic"))
    assert [one.action for one in due(fact, NOON + 40 * DAY, RULES)] == ["check"]
    assert due(fact, NOON + 40 * DAY, RULES, asked={"stale"}) == []
    episode = recorded(memory(state="archived"))
    assert due(episode, NOON + 200 * DAY, RULES, asked={"forgettable"}) == []


def test_a_failing_procedure_is_asked_about() -> None:
    """With how often it worked."""
    detail = Procedural(success_count=1, failure_count=4)
    (one,) = due(recorded(memory(type="procedural"), detail=detail), NOON, RULES)
    assert (one.action, one.why) == ("failing", "it worked 1 of 5 times")


@given(
    st.sampled_from(["episodic", "semantic", "procedural"]),
    st.sampled_from(["active", "archived", "retired"]),
    st.booleans(),
    st.integers(0, 12),
    st.floats(0, 2_000),
)
def test_what_is_foretold_comes_true(
    memory_type: str, state: str, pinned: bool, n_uses: int, days: float
) -> None:
    """Whatever has a day is due just after it and was not just before, unless it only fades."""
    one = recorded(memory(type=memory_type, state=state, pinned=pinned, access_count=n_uses))
    second = timedelta(seconds=1)
    for foreseen in forecast(one, NOON + days * DAY, RULES):
        if foreseen.at is None or foreseen.action == "fade":
            continue
        after = [later.action for later in due(one, foreseen.at + second, RULES)]
        before = [later.action for later in due(one, foreseen.at - second, RULES)]
        assert foreseen.action in after
        assert foreseen.action not in before


@pytest.mark.parametrize(
    ("fields", "strength", "score", "idle_days", "expected"),
    [
        ({}, 1.0, 0.25, 0.5, "working"),
        ({}, 1.0, 0.19, 0.5, "recent"),
        ({}, 0.9, 0.25, 1.0, "recent"),
        ({}, 0.9, 0.05, 29.9, "recent"),
        ({}, 0.9, 0.049, 29.9, "settled"),
        ({}, 0.5, 0.2, 30.0, "settled"),
        ({}, 0.099, 0.2, 0.0, "archived"),
        ({"state": "archived"}, 1.0, 1.0, 0.0, "archived"),
        ({"pinned": True}, 1.0, 0.0, 900.0, "working"),
    ],
)
def test_tiers_by_hand(
    fields: dict[str, Any], strength: float, score: float, idle_days: float, expected: str
) -> None:
    """Each limit, on either side."""
    found = tier_of(
        memory(**fields), strength=strength, score=score, idle_days=idle_days, faded_below=0.1
    )
    assert found == expected
