"""Do records count what came in within a time?"""

from __future__ import annotations

from perspective.domain.interval import to_microseconds
from perspective.domain.memory import MemoryType
from perspective.ports.catalog import TenantStores
from tests.contracts.material import MINUTE, NOON, inserting

AT = to_microseconds(NOON)


async def test_arrivals_are_counted_by_type(stores: TenantStores) -> None:
    """From the beginning, which is within, to the end, which is not; deleted ones count nowhere."""
    records = stores.records
    empty = await records.read(lambda snapshot: snapshot.survey.first_arrival(since=0))
    assert empty is None
    for n, kind in enumerate(("episodic", "semantic", "episodic")):
        await records.write(inserting(f"m{n}", of_memory={"type": kind}))
    await records.write(inserting("late", of_memory={"recorded_at": NOON + MINUTE}))
    await records.write(
        inserting("gone", of_memory={"recorded_at": NOON - MINUTE, "deleted_at": NOON})
    )

    async def counted(since: int, until: int) -> dict[MemoryType, int]:
        return await records.read(lambda one: one.survey.arrivals(since=since, until=until))

    late = to_microseconds(NOON + MINUTE)
    assert await counted(AT, late) == {"episodic": 2, "semantic": 1}
    assert await counted(AT + 1, late + 1) == {"episodic": 1}
    assert await counted(0, AT) == {}

    async def first(since: int) -> int | None:
        return await records.read(lambda one: one.survey.first_arrival(since=since))

    assert [await first(one) for one in (0, AT, AT + 1, late + 1)] == [AT, AT, late, None]
