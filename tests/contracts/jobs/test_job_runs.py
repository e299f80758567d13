"""Are runs of jobs kept in order and in bounds, and is it known where something has changed?"""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from perspective.domain.process import JobCounts, JobRun
from perspective.domain.tenant import Tenant
from perspective.ports.catalog import Catalog
from perspective.ports.transaction import IdempotentAnswer
from tests.contracts.material import NOON


def run(number: int, *, tenant: str | None = None, round_id: str | None = None) -> JobRun:
    """A run that begins, the clock going backwards."""
    return JobRun(
        id=f"r{number}",
        job="upkeep",
        tenant_id=tenant,
        round_id=round_id,
        started_at=NOON - timedelta(hours=number),
    )


@pytest.fixture
async def runs(catalog: Catalog) -> Catalog:
    """A catalog with two tenants."""
    for tenant_id in ("ann", "bo"):
        await catalog.put(Tenant(id=tenant_id, created_at=NOON))
    return catalog


async def test_a_run_comes_back_as_it_ended(runs: Catalog) -> None:
    """All that is said of a run is kept."""
    begun = run(1, tenant="ann", round_id="r0")
    await runs.runs.begin(begun)
    assert await runs.runs.find("r1") == begun
    ended = msgspec.structs.replace(
        begun,
        state="failed",
        finished_at=NOON,
        counts=JobCounts(4, 3, 2, 1),
        done=5,
        total=7,
        error="ошибка \N{PILE OF POO}",
    )
    await runs.runs.end(ended)
    assert await runs.runs.find("r1") == ended
    assert await runs.runs.find("r2") is None


async def test_runs_are_listed_in_the_order_they_began(runs: Catalog) -> None:
    """The newest first, whatever the clock said; visits of rounds are told of a tenant only."""
    for one in (run(1), run(2, tenant="ann", round_id="r1"), run(3, tenant="ann"), run(4)):
        await runs.runs.begin(one)

    async def ids(tenant_id: str | None, limit: int = 9) -> list[str]:
        page = await runs.runs.page("upkeep", tenant_id=tenant_id, limit=limit)
        return [one.id for one in page]

    assert await ids(None) == ["r4", "r3", "r1"]
    assert await ids(None, 2) == ["r4", "r3"]
    assert await ids("ann") == ["r3", "r2"]
    assert await ids("bo") == []
    assert await runs.runs.page("archive", tenant_id=None, limit=9) == []
    assert [one.id for one in await runs.runs.latest()] == ["r4", "r3"]


async def test_the_last_runs_of_each_kind_are_kept(runs: Catalog) -> None:
    """Two hundred; many visits and single runs push no round out."""
    await runs.runs.begin(run(1))
    for number in range(2, 207):
        await runs.runs.begin(run(number, tenant="ann", round_id="r1"))
        await runs.runs.begin(run(number + 1000, tenant="bo"))
    visits = await runs.runs.page("upkeep", tenant_id="ann", limit=500)
    assert [visits[0].id, visits[-1].id, len(visits)] == ["r206", "r7", 200]
    others = await runs.runs.page("upkeep", tenant_id=None, limit=500)
    assert [others[0].id, others[-1].id, len(others)] == ["r1206", "r1", 201]


async def test_what_still_runs_was_interrupted(runs: Catalog) -> None:
    """Only that, with the reason, and no end that nobody saw."""
    await runs.runs.begin(run(1))
    await runs.runs.begin(run(2))
    done = msgspec.structs.replace(run(2), state="done", finished_at=NOON)
    await runs.runs.end(done)
    assert await runs.runs.interrupt("it was cut") == 1
    cut = msgspec.structs.replace(run(1), state="interrupted", error="it was cut")
    assert await runs.runs.find("r1") == cut
    assert await runs.runs.find("r2") == done
    assert await runs.runs.interrupt("again") == 0


async def test_a_tenant_is_due_after_a_change(runs: Catalog) -> None:
    """By each job for itself; a tenant that no job has seen is due for all."""
    port = runs.runs
    assert await port.due("upkeep", NOON) == ["ann", "bo"]
    seen = await port.changes("ann")
    await port.begin(run(1, tenant="ann"))
    await port.end(run(1, tenant="ann"), seen=seen)
    assert await port.due("upkeep", NOON) == ["bo"]
    assert await port.due("archive", NOON) == ["ann", "bo"]
    await port.change("ann")
    assert await port.due("upkeep", NOON) == ["ann", "bo"]
    assert await port.changes("ann") == seen + 1


async def test_a_change_during_a_run_is_not_seen(runs: Catalog) -> None:
    """A run notes what it saw at its beginning, so a change meanwhile is for the next."""
    port = runs.runs
    seen = await port.changes("ann")
    await port.change("ann")
    await port.end(run(1, tenant="ann"), seen=seen)
    assert "ann" in await port.due("upkeep", NOON)


async def test_a_tenant_is_due_when_its_time_has_come(runs: Catalog) -> None:
    """At the time that the last run gave and not before, and no more once a run gives none."""
    port, at = runs.runs, NOON + timedelta(days=90, microseconds=1)
    for tenant_id in ("ann", "bo"):
        due_at = at if tenant_id == "ann" else None
        await port.end(run(1, tenant=tenant_id), seen=await port.changes(tenant_id), due_at=due_at)
    assert await port.due("upkeep", at - timedelta(microseconds=1)) == []
    assert await port.due("upkeep", at) == ["ann"]
    await port.end(run(2, tenant="ann"), due_at=at + timedelta(days=1))
    assert await port.due("upkeep", at) == ["ann"], "a run that has seen nothing gives no time"
    await port.end(run(3, tenant="ann"), seen=await port.changes("ann"))
    assert await port.due("upkeep", at + timedelta(days=9_000)) == []


async def test_nothing_is_kept_of_a_removed_tenant(runs: Catalog) -> None:
    """Not its runs nor what was seen of it, also where a run begins or ends too late."""
    port = runs.runs
    await port.begin(run(1, tenant="ann"))
    await port.end(run(1, tenant="ann"), seen=await port.changes("ann"))
    await runs.remove("ann")
    await port.begin(run(2, tenant="ann"))
    await port.end(run(2, tenant="ann"), seen=5)
    await port.change("ann")
    assert await port.page("upkeep", tenant_id="ann", limit=9) == []
    assert await port.due("upkeep", NOON) == ["bo"]
    await runs.put(Tenant(id="ann", created_at=NOON))
    assert await port.changes("ann") == 1
    assert await port.due("upkeep", NOON) == ["ann", "bo"]


async def test_old_answers_are_let_go_of(catalog: Catalog) -> None:
    """Those from before the time, and no others."""
    tenant = Tenant(id="ann", created_at=NOON)
    await catalog.put(tenant)
    stores = await catalog.open(tenant)
    answers = [
        IdempotentAnswer(key=f"k{n}", request_hash="h", answer={}, at=NOON + timedelta(days=n))
        for n in range(3)
    ]
    await stores.records.write(lambda tx: tx.add(*answers))
    assert await stores.erasures.tidy(answers_before=NOON + timedelta(days=1)) == 1
    long_ago = NOON - timedelta(days=9)
    kept = await stores.records.write(
        lambda tx: [tx.answer(f"k{n}", long_ago) is not None for n in range(3)]
    )
    assert kept == [False, True, True]
    assert await stores.erasures.tidy(answers_before=NOON + timedelta(days=1)) == 0
    await stores.records.close()
