"""What a memory is: its parts, its time, its kinds of detail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from perspective.domain.interval import Interval
from perspective.domain.memory import (
    Detail,
    Episodic,
    Memory,
    MemoryType,
    Procedural,
    Recorded,
    Semantic,
    Version,
    empty_detail,
)

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
HOUR = timedelta(hours=1)


def recorded(event_at: datetime | None) -> Recorded:
    """A memory recorded at noon about something at another time."""
    memory = Memory(id="m", type="episodic", recorded_at=NOON)
    version = Version(
        memory_id="m",
        number=1,
        content="x",
        content_hash="h",
        detail=Episodic(),
        known_from=NOON,
        known_to=NOON + HOUR,
        valid_from=NOON - HOUR,
        event_at=event_at,
    )
    return Recorded(memory, version)


@pytest.mark.parametrize(
    ("memory_type", "detail"),
    [("episodic", Episodic()), ("semantic", Semantic()), ("procedural", Procedural())],
)
def test_each_type_has_its_own_detail(memory_type: MemoryType, detail: Detail) -> None:
    """A new memory's detail is that of its type, with nothing in it."""
    assert empty_detail(memory_type) == detail


@pytest.mark.parametrize(
    "detail",
    [
        Episodic(context="on the train"),
        Semantic(source_ids=("a", "b"), first_seen_at=NOON),
        Procedural(code="make test", success_count=2),
    ],
)
def test_detail_survives_json(detail: Detail) -> None:
    """A detail that is written as JSON comes back as the same kind of detail."""
    assert msgspec.json.decode(msgspec.json.encode(detail), type=Detail) == detail


def test_success_rate_is_a_share_of_outcomes() -> None:
    """Three successes and one failure are a rate of 0.75; no outcome is no rate."""
    assert Procedural(success_count=3, failure_count=1).success_rate == 0.75
    assert Procedural(failure_count=2).success_rate == 0.0
    assert Procedural().success_rate is None


def test_a_memory_is_of_the_time_it_speaks_about() -> None:
    """The event's time counts, and the time of recording where there is none."""
    assert recorded(NOON - 5 * HOUR).at == NOON - 5 * HOUR
    assert recorded(None).at == NOON


def test_a_version_knows_its_two_intervals() -> None:
    """`valid` is when it held in the world, `known` when the store knew it."""
    version = recorded(None).version
    assert version.valid == Interval(NOON - HOUR, None)
    assert version.known == Interval(NOON, NOON + HOUR)


def test_an_unread_field_keeps_its_default() -> None:
    """A record of an older program, without a field that came later, can still be read."""
    old = b'{"id": "m", "type": "semantic", "recorded_at": "2025-03-01T12:00:00Z"}'
    memory = msgspec.json.decode(old, type=Memory)
    assert (memory.namespace, memory.state, memory.access_count, memory.pinned) == (
        *("default", "active", 0, False),
    )
