"""Is each memory counted in the bucket in which it came in, and once?"""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from perspective.domain.trust.arrivals import MAX_ARRIVALS
from perspective.engine import Perspective
from perspective.errors import InvalidRequest
from perspective.ports.transaction import RecordTransaction
from tests.contracts.material import memory as memory_of
from tests.contracts.material import version
from tests.engines import SetClock, embedded_engine, engine_in_memory


@pytest.fixture
def clock() -> SetClock:
    """The engine's clock, half an hour before midnight in UTC, an hour into the day in Athens."""
    return SetClock(datetime(2025, 3, 1, 23, 30, tzinfo=UTC))


@pytest.fixture(params=["inmemory", "sqlite"])
async def memory(
    request: pytest.FixtureRequest, clock: SetClock, tmp_path: Path
) -> AsyncIterator[Perspective]:
    """An open engine over either kind of store."""
    made = (
        embedded_engine(tmp_path, clock=clock)
        if request.param == "sqlite"
        else engine_in_memory(clock=clock)
    )
    async with made as engine:
        yield engine


async def test_each_is_counted_where_it_came_in(memory: Perspective, clock: SetClock) -> None:
    """By type and day of the zone asked for; deleted ones not, archived ones too, and the sum over
    all time is the number of memories."""
    await memory.store("the first boat")
    await memory.store("a fact about boats", memory_type="semantic")
    gone = await memory.store("a boat that is gone")
    assert gone.id is not None
    await memory.memories.delete(gone.id)
    clock.advance(hours=1)
    await memory.store("the second boat")
    utc = await memory.maintenance.arrivals()
    assert [(one.start.isoformat(), one.by_type) for one in utc.items] == [
        ("2025-03-01T00:00:00+00:00", {"episodic": 1, "semantic": 1}),
        ("2025-03-02T00:00:00+00:00", {"episodic": 1}),
    ]
    athens = await memory.maintenance.arrivals(zone="Europe/Athens")
    assert [(one.start.isoformat(), one.n_memories) for one in athens.items] == [
        ("2025-03-02T00:00:00+02:00", 3)
    ]
    assert (utc.zone, athens.zone, athens.bucket) == ("UTC", "Europe/Athens", "day")
    counts = (await memory.tenants.read("default")).counts
    assert counts is not None
    assert counts.memories == sum(one.n_memories for one in utc.items)


async def test_only_the_time_asked_for(memory: Perspective, clock: SetClock) -> None:
    """`since` is within, `until` is not; without them it begins ninety days ago with a whole day."""
    for n in range(4):
        await memory.store(f"boat number {n}")
        clock.advance(hours=1)
    found = await memory.maintenance.arrivals(
        bucket="hour", since="2025-03-02T00:30:00Z", until="2025-03-02T02:30:00Z"
    )
    assert [one.start.hour for one in found.items] == [0, 1]
    clock.advance(days=90, hours=-4)
    assert sum(one.n_memories for one in (await memory.maintenance.arrivals()).items) == 4
    clock.advance(days=1)
    assert sum(one.n_memories for one in (await memory.maintenance.arrivals()).items) == 3
    all_time = await memory.maintenance.arrivals(bucket="month", since="0001-01-01T00:00:00Z")
    assert [one.n_memories for one in all_time.items] == [4]


@pytest.mark.parametrize("zone", ["Europe", "Mars/Olympus", "../../etc/passwd", "a\0b", "\ud800"])
async def test_unknown_zone_is_refused(memory: Perspective, zone: str) -> None:
    """A name that is no zone is the caller's mistake, whatever it names on the disk."""
    with pytest.raises(InvalidRequest, match="zone"):
        await memory.maintenance.arrivals(zone=zone)


async def test_more_than_can_be_drawn_is_refused(memory: Perspective) -> None:
    """A thousand hours are shown; one more is refused, with what to do about it."""
    assert (await memory.maintenance.arrivals()).items == ()
    records = memory._services.host.open_spaces[0].stores.records

    def fill(tx: RecordTransaction) -> None:
        for n in range(MAX_ARRIVALS + 1):
            at = datetime.fromtimestamp(n * 3600, UTC)
            tx.insert(memory_of(f"m{n}", recorded_at=at), version(f"m{n}", known_from=at))

    await records.write(fill)
    with pytest.raises(InvalidRequest, match="larger"):
        await memory.maintenance.arrivals(bucket="hour", since="1970-01-01T00:00:00Z")
    found = await memory.maintenance.arrivals(bucket="hour", since="1970-01-01T00:00:01Z")
    assert len(found.items) == MAX_ARRIVALS
