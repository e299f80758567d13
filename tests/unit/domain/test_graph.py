"""How strong a link is, by values worked out by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from perspective.domain.graph import (
    DECAY_RATES_PER_DAY,
    Edge,
    EdgeKind,
    temporal_weight,
    weight_at,
)

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def edge(kind: EdgeKind, weight: float = 0.8) -> Edge:
    """A link made at noon that fades as its kind does."""
    return Edge(
        source="a",
        target="b",
        kind=kind,
        weight=weight,
        created_at=NOON,
        last_reinforced_at=NOON,
        decay_rate=DECAY_RATES_PER_DAY[kind],
        origin="test",
    )


@pytest.mark.parametrize(
    ("kind", "days", "expected"),
    [
        ("temporal", 0, 0.8),
        ("temporal", 50, 0.8 * 0.36787944117144233),
        ("semantic", 100, 0.8 * 0.36787944117144233),
        ("entity", 200, 0.8 * 0.36787944117144233),
        ("supports", 10_000, 0.8),
        ("temporal", -50, 0.8),
    ],
)
def test_weight_by_hand(kind: EdgeKind, days: float, expected: float) -> None:
    """It is weight · exp(−rate · days); a clock that jumped back does not make a link stronger."""
    assert weight_at(edge(kind), NOON + timedelta(days=days)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("gap_s", "expected"),
    [(0, 1.0), (3600, 0.36787944117144233), (-1800, 0.6065306597126334), (1e9, 0.1)],
)
def test_closeness_in_time_by_hand(gap_s: float, expected: float) -> None:
    """exp(−hours), in either direction, and never below a tenth."""
    assert temporal_weight(gap_s) == pytest.approx(expected)


def test_every_kind_of_link_has_a_rate() -> None:
    """Each kind says how fast it fades; none grows."""
    assert set(DECAY_RATES_PER_DAY) == set(get_args(EdgeKind))
    assert all(rate >= 0 for rate in DECAY_RATES_PER_DAY.values())
