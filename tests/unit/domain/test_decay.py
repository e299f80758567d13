"""How memories fade, by values worked out by hand."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import numpy as np
import pytest

from perspective.domain.decay import confidence_at, effective_importance, fading, strength
from perspective.domain.memory import Memory, Recorded, Semantic, Version

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
ONE_OVER_E = 0.36787944117144233


def memory(**fields: Any) -> Memory:
    """An episode recorded at noon."""
    defaults: dict[str, Any] = {"id": "m", "type": "episodic", "recorded_at": NOON}
    return Memory(**(defaults | fields))


def recency(one: Memory, now: datetime) -> float:
    """How fresh one memory is."""
    return float(fading([one], now).recency[0])


def test_many_fade_as_each_does() -> None:
    """The arrays hold, in their order, what each memory has by itself."""
    memories = [memory(), memory(type="semantic"), memory(pinned=True), memory(access_count=7)]
    now = NOON + 50 * DAY
    together = fading(memories, now)
    assert together.strength.tolist() == [strength(one, now) for one in memories]
    assert together.recency.tolist() == [recency(one, now) for one in memories]


def test_idle_days_count_from_the_last_access() -> None:
    """From recording at first, from the last access later, and never below zero."""
    assert recency(memory(), NOON + 36 * timedelta(hours=1)) == pytest.approx(math.exp(-0.15))
    used = memory(last_accessed_at=NOON + DAY)
    assert recency(used, NOON + 3 * DAY) == pytest.approx(math.exp(-0.2))
    assert recency(memory(), NOON - 5 * DAY) == 1.0


@pytest.mark.parametrize(
    ("memory_type", "days", "expected"),
    [
        ("episodic", 0, 1.0),
        ("episodic", 10, ONE_OVER_E),
        ("semantic", 100, ONE_OVER_E),
        ("semantic", 10, 0.9048374180359595),
        ("procedural", 10_000, 1.0),
    ],
)
def test_recency_by_hand(memory_type: str, days: float, expected: float) -> None:
    """exp(−λ · days): an episode's falls ten times as fast as a fact's, a procedure's never."""
    assert recency(memory(type=memory_type), NOON + days * DAY) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("base", "accesses", "expected"),
    [
        (0.5, 0, 0.25),
        (0.5, 1, 0.2846573590279973),
        (1.0, 9, 0.7302585092994046),
        (1.0, 147, 0.9997212273764115),
        (1.0, 148, 1.0),
        (0.8, 10_000, 0.8),
        (0.0, 10, 0.0),
    ],
)
def test_importance_by_hand(base: float, accesses: int, expected: float) -> None:
    """Half of the base at first, all of it from the 148th access, never more."""
    (importance,) = effective_importance(np.array([base]), np.array([float(accesses)]))
    assert importance == pytest.approx(expected)


@pytest.mark.parametrize(
    ("fields", "days", "expected"),
    [
        ({}, 30, ONE_OVER_E),
        ({"access_count": 10}, 60, ONE_OVER_E),
        ({"type": "semantic"}, 300, ONE_OVER_E),
        ({"type": "procedural"}, 100_000, 1.0),
        ({"pinned": True}, 100_000, 1.0),
        ({"last_accessed_at": NOON + 30 * DAY}, 30, 1.0),
    ],
)
def test_strength_by_hand(fields: dict[str, Any], days: float, expected: float) -> None:
    """exp(−idle / (S · 30 days)); ten accesses double S, a fact has ten times an episode's."""
    assert strength(memory(**fields), NOON + days * DAY) == pytest.approx(expected)


@pytest.mark.parametrize(("memory_type", "days"), [("episodic", 69), ("semantic", 690)])
def test_when_a_memory_has_faded(memory_type: str, days: int) -> None:
    """Strength passes 0.1 after 69 days for an unused episode, after 690 for a fact."""
    one = memory(type=memory_type)
    assert strength(one, NOON + days * DAY) > 0.1
    assert strength(one, NOON + (days + 1) * DAY) < 0.1
    assert 30 * math.log(10) == pytest.approx(69.08, abs=0.01)


def test_plain_days_are_a_setting() -> None:
    """With a unit of one day an unused episode is at 1/e after one day."""
    assert strength(memory(), NOON + DAY, unit_days=1.0) == pytest.approx(ONE_OVER_E)


def test_learning_rate_is_a_setting() -> None:
    """With a rate of 1, one access doubles the stability."""
    once = memory(access_count=1)
    assert strength(once, NOON + 60 * DAY, learning_rate=1.0) == pytest.approx(ONE_OVER_E)


def fact(confidence: float = 1.0, recorded_at: datetime = NOON, **detail: Any) -> Recorded:
    """A fact recorded at noon, as a store gives it back."""
    one = memory(type="semantic", recorded_at=recorded_at)
    version = Version(
        memory_id="m",
        number=1,
        content="fact",
        content_hash="h",
        detail=Semantic(**detail),
        known_from=recorded_at,
        confidence=confidence,
    )
    return Recorded(one, version)


@pytest.mark.parametrize(
    ("confidence", "days", "expected"),
    [
        (1.0, 0, 1.0),
        (0.8, 30, 0.76),  # 0.8 · 0.95
        (1.0, 60, 0.9025),  # 0.95 · 0.95
        (0.5, 90, 0.4286875),  # 0.5 · 0.95³ = 0.5 · 0.857375
        (1.0, 15, 0.9746794344808963),  # √0.95
        (1.0, 405.40222, 0.5),  # 30 · ln 0.5 / ln 0.95 = 30 · 13.513407 days
        (0.9, -10, 0.9),
        (0.9, 10_000_000, 0.0),
    ],
)
def test_confidence_by_hand(confidence: float, days: float, expected: float) -> None:
    """A fact that nobody validates loses a twentieth in thirty days; a clock that jumped back adds
    nothing."""
    now = NOON.timestamp() + days * 86_400
    at = datetime.fromtimestamp(min(now, 253_402_300_000), UTC)
    assert confidence_at(fact(confidence), at) == pytest.approx(expected, abs=1e-6)


def test_days_without_validation_count_from_the_last() -> None:
    """From the last validation, else from when it was first seen, else from recording."""
    now = NOON + 30 * DAY
    seen, validated = NOON - 30 * DAY, NOON
    assert confidence_at(fact(), now) == pytest.approx(0.95)
    assert confidence_at(fact(first_seen_at=seen), now) == pytest.approx(0.9025)
    both = fact(first_seen_at=seen, last_validated_at=validated)
    assert confidence_at(both, now) == pytest.approx(0.95)


@pytest.mark.parametrize("memory_type", ["episodic", "procedural"])
def test_only_facts_lose_confidence(memory_type: str) -> None:
    """That something happened is as sure later as it was."""
    one = fact(0.7)
    other = Recorded(msgspec.structs.replace(one.memory, type=memory_type), one.version)
    assert confidence_at(other, NOON + 3000 * DAY) == 0.7


def test_how_fast_confidence_goes_is_a_setting() -> None:
    """1 keeps it for good, 0.5 halves it every thirty days."""
    assert confidence_at(fact(0.8), NOON + 900 * DAY, per_30_days=1.0) == 0.8
    assert confidence_at(fact(0.8), NOON + 60 * DAY, per_30_days=0.5) == pytest.approx(0.2)
