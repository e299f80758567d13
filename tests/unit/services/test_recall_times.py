"""What was true then, and what was known then: the two clocks in recall."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from perspective.domain.query import MemoryEdit
from perspective.engine import Perspective
from perspective.ports.transaction import RecordTransaction
from tests.engines import NOON, SetClock, contents

HOUR, DAY, TICK = timedelta(hours=1), timedelta(days=1), timedelta(microseconds=1)
JANUARY, MARCH = datetime(2024, 1, 1, tzinfo=UTC), datetime(2024, 3, 1, tzinfo=UTC)
PORTO, LISBON = "Ana lives in Porto", "Ana lives in Lisbon"


async def asked(memory: Perspective, **times: Any) -> list[str]:
    """Where Ana lives, by these clocks."""
    return sorted(contents(await memory.recall("where does Ana live?", **times)))


async def test_a_statement_holds_from_its_start_to_its_end(memory: Perspective) -> None:
    """Half-open: at `valid_from` it holds, at `valid_to` no more; now is the default."""
    await memory.store(PORTO, valid_from=JANUARY, valid_to=MARCH)
    await memory.store(LISBON, valid_from=MARCH)
    assert await asked(memory) == [LISBON]
    for at, expected in (
        (JANUARY - TICK, []),
        (JANUARY, [PORTO]),
        (MARCH - TICK, [PORTO]),
        (MARCH, [LISBON]),
    ):
        assert await asked(memory, as_of=at) == expected


async def test_a_statement_about_the_future_waits(memory: Perspective, clock: SetClock) -> None:
    """What is to hold from tomorrow is found tomorrow, or by who asks about then."""
    await memory.store(LISBON, valid_from=NOON + DAY)
    assert await asked(memory) == []
    assert await asked(memory, as_of=NOON + DAY) == [LISBON]
    clock.advance(days=1)
    assert await asked(memory) == [LISBON]


async def test_a_clock_that_is_set_back_hides_nothing(memory: Perspective, clock: SetClock) -> None:
    """What was stored and edited before the clock went back is found, as it is now and not as it
    was, and listed."""
    stored = await memory.store(PORTO)
    assert stored.id is not None
    clock.advance(days=400)
    await memory.memories.edit(stored.id, MemoryEdit(content=LISBON))
    for days in (-400, -800):
        clock.advance(days=days)
        assert await asked(memory) == [LISBON]
        page = await memory.memories.list()
        assert [one.current.content for one in page.items] == [LISBON]


async def test_what_was_known_then(memory: Perspective, clock: SetClock) -> None:
    """Before it was stored nothing was known; after an edit the old wording is what was known."""
    stored = await memory.store(PORTO)
    assert stored.id is not None
    edited_at = clock.advance(hours=1)
    await memory.memories.edit(stored.id, MemoryEdit(content=LISBON))
    clock.advance(hours=1)
    assert await asked(memory) == [LISBON]
    for at, expected in (
        (NOON - TICK, []),
        (NOON, [PORTO]),
        (edited_at - TICK, [PORTO]),
        (edited_at, [LISBON]),
    ):
        assert await asked(memory, known_at=at) == expected


async def test_both_clocks_together(memory: Perspective, clock: SetClock) -> None:
    """A correction of when a statement held is seen from when it was made."""
    stored = await memory.store(PORTO, valid_from=JANUARY)
    assert stored.id is not None
    corrected_at = clock.advance(hours=1)
    await memory.memories.edit(stored.id, MemoryEdit(valid_to=MARCH))
    clock.advance(hours=1)
    assert await asked(memory, as_of=MARCH) == []
    assert await asked(memory, as_of=MARCH, known_at=corrected_at - TICK) == [PORTO]
    assert await asked(memory, as_of=MARCH, known_at=corrected_at) == []
    assert await asked(memory, as_of=JANUARY, known_at=corrected_at) == [PORTO]


async def test_superseded_is_left_out_unless_a_time_is_asked_for(
    memory: Perspective, clock: SetClock
) -> None:
    """A statement that another one replaced is history: told only to who asks about a time."""
    old, new = await memory.store(PORTO), await memory.store(LISBON)

    def work(tx: RecordTransaction) -> None:
        found = tx.memory(str(old.id))
        assert found is not None
        version = found.version
        tx.append(
            msgspec.structs.replace(
                version, number=2, superseded_by=new.id, known_from=clock.advance(hours=1)
            )
        )

    async with memory._services.host.use("default") as space:
        await space.stores.records.write(work)
        space.wake()
        assert await space.indexed(10.0)
    assert await asked(memory) == [LISBON]
    assert await asked(memory, as_of=clock.now()) == [LISBON, PORTO]
    assert await asked(memory, known_at=NOON) == [LISBON, PORTO]


@pytest.mark.parametrize("field", ["as_of", "known_at", "since", "until"])
async def test_a_time_that_is_none_is_now(memory: Perspective, field: str) -> None:
    """An absent time restricts nothing but to now."""
    await memory.store(PORTO)
    assert await asked(memory, **{field: None}) == [PORTO]


async def test_times_come_in_any_zone(memory: Perspective) -> None:
    """The same instant in another zone is the same question."""
    await memory.store(PORTO, valid_from=JANUARY, valid_to=MARCH)
    assert await asked(memory, as_of="2024-03-01T04:59:59+05:00") == [PORTO]
    assert await asked(memory, as_of="2024-03-01T05:00:00+05:00") == []
    assert await asked(memory, as_of="2024-02-29T23:59:59") == [PORTO]
