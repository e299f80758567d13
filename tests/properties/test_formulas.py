"""Do strength, recency, importance, confidence and weights follow their formulas for any history?

The values that are worked out by hand stand here with their arithmetic, or in `tests/unit/domain`.
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from perspective.domain.decay import (
    confidence_at,
    effective_importance,
    fades_at,
    fading,
    strength,
)
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, weight_at
from perspective.domain.memory import Memory, MemoryType, Recorded, Semantic, Version

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
TYPES: tuple[MemoryType, ...] = ("episodic", "semantic", "procedural")

days = st.floats(0.0, 20_000.0)
memories = st.builds(
    Memory,
    id=st.just("m"),
    type=st.sampled_from(TYPES),
    recorded_at=st.just(NOON),
    pinned=st.booleans(),
    access_count=st.integers(0, 10_000),
    last_accessed_at=st.none() | days.map(lambda n: NOON + timedelta(days=n)),
    stability=st.floats(0.1, 100.0),
)

pytestmark = pytest.mark.proof("Formulas")


@pytest.mark.parametrize(
    ("memory_type", "accesses", "stability", "idle_days", "expected"),
    [
        # S · unit = 1 · (1 + 0.1 · 0) · 30 = 30 days; exp(−45 / 30) = exp(−1.5)
        ("episodic", 0, 1.0, 45.0, 0.22313016),
        # 1 · (1 + 0.1 · 5) · 30 = 45 days; exp(−45 / 45)
        ("episodic", 5, 1.0, 45.0, 0.36787944),
        # stability 2: 2 · (1 + 0.1 · 5) · 30 = 90 days; exp(−45 / 90)
        ("episodic", 5, 2.0, 45.0, 0.60653066),
        # 10 · (1 + 0.1 · 2) · 30 = 360 days; exp(−720 / 360)
        ("semantic", 2, 1.0, 720.0, 0.13533528),
        # 10 · 30 = 300 days; two years: exp(−730 / 300) = exp(−2.43333)
        ("semantic", 0, 1.0, 730.0, 0.08774387),
        # an endless stability: exp(0)
        ("procedural", 0, 1.0, 730.0, 1.0),
    ],
)
def test_strength_by_hand(
    memory_type: MemoryType, accesses: int, stability: float, idle_days: float, expected: float
) -> None:
    """exp(−idle / (S · unit)), S = S_initial · stability · (1 + 0.1 · accesses)."""
    one = Memory(
        id="m", type=memory_type, recorded_at=NOON, access_count=accesses, stability=stability
    )
    assert strength(one, NOON + timedelta(days=idle_days)) == pytest.approx(expected, rel=1e-6)


@given(memories, days, days)
def test_values_depend_on_the_time_alone(one: Memory, first: float, second: float) -> None:
    """Whatever was read before, however often, the same time gives the same values: between 0 and 1,
    and never more at a later time."""
    early, late = (NOON + timedelta(days=n) for n in sorted((first, second)))
    at_once = fading([one], late)
    for step in range(5):  # a job that reads hour by hour
        fading([one], early + timedelta(hours=step))
    again, before = fading([one], late), fading([one], early)
    assert at_once.strength == again.strength
    assert at_once.recency == again.recency
    assert 0.0 <= again.strength[0] <= before.strength[0] <= 1.0
    assert 0.0 <= again.recency[0] <= before.recency[0] <= 1.0


@given(memories, days)
def test_what_is_used_is_held_better(one: Memory, idle: float) -> None:
    """More accesses, or a longer unit, never make a memory weaker."""
    now = NOON + timedelta(days=idle)
    used = Memory(**(_fields(one) | {"access_count": one.access_count + 1}))
    assert strength(used, now) >= strength(one, now)
    assert strength(one, now, unit_days=60.0) >= strength(one, now)


@given(memories, st.floats(0.001, 0.9))
def test_the_forecast_is_the_curve(one: Memory, below: float) -> None:
    """At the time that is forecast, the strength is the bound; what never fades has no such time."""
    fades = fades_at(one, below)
    if one.pinned or one.type == "procedural":
        assert fades is None
    elif fades is not None:
        assert strength(one, fades) == pytest.approx(below, rel=1e-6)


@given(st.floats(0.0, 1.0), st.integers(0, 1_000_000))
def test_importance_stays_within_its_base(base: float, accesses: int) -> None:
    """From half of the base to all of it, more with each access until then."""
    now, later = effective_importance(np.full(2, base), np.array([accesses, accesses + 1.0]))
    assert base * 0.5 <= now <= later <= base


@given(
    st.sampled_from(sorted(DECAY_RATES_PER_DAY)), st.floats(0.0, 1.0), st.floats(-100.0, 20_000.0)
)
def test_a_weight_falls_by_its_rate(kind: Any, weight: float, passed: float) -> None:
    """Weight · exp(−rate · days), never above the weight, and half after ln 2 / rate days."""
    rate = DECAY_RATES_PER_DAY[kind]
    edge = Edge(
        source="a",
        target="b",
        kind=kind,
        weight=weight,
        created_at=NOON,
        last_reinforced_at=NOON,
        decay_rate=rate,
        origin="test",
    )
    assert 0.0 <= weight_at(edge, NOON + timedelta(days=passed)) <= weight
    if rate:
        half = NOON + timedelta(days=math.log(2.0) / rate)
        assert weight_at(edge, half) == pytest.approx(weight / 2.0)


@given(st.sampled_from(TYPES), st.floats(0.0, 1.0), days, days)
def test_confidence_falls_with_days_alone(
    memory_type: MemoryType, confidence: float, first: float, second: float
) -> None:
    """A fact's by 0.95 in thirty days; what passes in two goes is what passes in one."""
    version = Version(
        memory_id="m",
        number=1,
        content="fact",
        content_hash="h",
        detail=Semantic(),
        known_from=NOON,
        confidence=confidence,
    )
    recorded = Recorded(Memory(id="m", type=memory_type, recorded_at=NOON), version)
    then = confidence_at(recorded, NOON + timedelta(days=first))
    later = confidence_at(recorded, NOON + timedelta(days=first + second))
    assert 0.0 <= later <= then <= confidence
    if memory_type == "semantic":
        assert later == pytest.approx(then * 0.95 ** (second / 30.0), rel=1e-6, abs=1e-300)
    else:
        assert later == confidence


def _fields(one: Memory) -> dict[str, Any]:
    return {name: getattr(one, name) for name in one.__struct_fields__}
