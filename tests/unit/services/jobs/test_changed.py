"""Is every change noted before it is committed, and seldom?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from perspective.adapters.inmemory.catalog import InMemoryCatalog, InMemoryJobRuns
from perspective.domain.tenant import Tenant
from perspective.domain.trust.erasure import Erasure
from perspective.services.jobs.changed import Note, noted, seen_from_now
from perspective.settings import IndexSettings, Settings
from tests.contracts.material import NOON, inserting
from tests.engines import embedded_engine

QUIET = Settings(index=IndexSettings(semantic_links=0))


class SlowRuns(InMemoryJobRuns):
    """Holds notes back, and counts them."""

    def __init__(self) -> None:
        super().__init__({"ann": Tenant(id="ann", created_at=NOON)})
        self.n_notes = 0
        self.go = asyncio.Event()
        self.go.set()
        self.asked = asyncio.Event()

    async def change(self, tenant_id: str) -> None:
        """Grows when it may."""
        self.asked.set()
        await self.go.wait()
        self.n_notes += 1
        await super().change(tenant_id)


async def test_many_writes_are_one_note() -> None:
    """Until a job looks; then the next one is noted anew."""
    runs = SlowRuns()
    note = Note(runs, "ann")
    for _ in range(3):
        await note.before_change()
    assert runs.n_notes == 1
    note.renew()
    for _ in range(3):
        await note.before_change()
    assert runs.n_notes == 2


async def test_a_look_meanwhile_wants_a_note_of_its_own() -> None:
    """A write whose note is under way when a job begins to look is above what the job has seen."""
    runs = SlowRuns()
    note = Note(runs, "ann")
    runs.go.clear()
    writing = asyncio.create_task(note.before_change())
    await runs.asked.wait()
    note.renew()
    runs.go.set()
    await writing
    assert runs.n_notes == 2


async def test_each_way_to_change_a_tenant_is_noted() -> None:
    """Records, erasures and embeddings; reading is not."""
    catalog, tenant = InMemoryCatalog(), Tenant(id="ann", created_at=NOON)
    await catalog.put(tenant)
    stores = noted(catalog.runs, "ann", await catalog.open(tenant))
    await stores.records.counts()
    await stores.records.read(lambda snapshot: snapshot.queue_counts())
    assert stores.feed.last_seq == 0
    assert await catalog.runs.changes("ann") == 1
    await stores.records.write(inserting("a"))
    assert await catalog.runs.changes("ann") == 2
    stores = noted(catalog.runs, "ann", await catalog.open(tenant))
    await stores.feed.save_embeddings("m", [])
    assert await catalog.runs.changes("ann") == 3
    stores = noted(catalog.runs, "ann", await catalog.open(tenant))
    order = Erasure(id="e", target_id="nobody", actor="test", requested_at=NOON)
    assert await stores.erasures.erase(order) is None
    assert await catalog.runs.changes("ann") == 4
    assert (await stores.records.counts()).memories == 1


async def test_a_note_is_durable_before_the_change(tmp_path: Path) -> None:
    """At the moment a transaction runs, the catalog already says that something changes."""
    async with embedded_engine(tmp_path, settings=QUIET) as memory:
        await memory.tenants.create("ann")
        runs = memory._services.jobs._runs
        async with memory._services.host.use("ann") as space:
            seen = await seen_from_now(runs, space)
            found: list[int] = []
            loop = asyncio.get_running_loop()

            def work(_: object) -> None:  # on the store's own thread
                asking = asyncio.run_coroutine_threadsafe(runs.changes("ann"), loop)
                found.append(asking.result(timeout=60))

            await space.stores.records.write(work)
            assert found == [seen + 1]


async def test_writes_that_race_with_a_look_are_never_missed(tmp_path: Path) -> None:
    """Whatever a job's first read does not show is above the number that it notes."""
    async with embedded_engine(tmp_path, settings=QUIET) as memory:
        await memory.tenants.create("ann")
        runs = memory._services.jobs._runs
        async with memory._services.host.use("ann") as space:
            for n in range(25):
                writing = asyncio.gather(
                    *(space.stores.records.write(inserting(f"m{n}-{k}")) for k in range(4))
                )
                for _ in range(n % 7):
                    await asyncio.sleep(0)
                seen = await seen_from_now(runs, space)
                n_read = (await space.stores.records.counts()).memories
                await writing
                if n_read < 4 * (n + 1):
                    assert await runs.changes("ann") > seen


async def test_a_tenant_that_is_opened_again_notes_anew(tmp_path: Path) -> None:
    """What an earlier process noted is not taken for granted."""
    settings = msgspec.structs.replace(QUIET)
    for n in range(2):
        async with embedded_engine(tmp_path, settings=settings) as memory:
            runs = memory._services.jobs._runs
            before = await runs.changes("default")
            await memory.store(f"Ana moved to Lisbon {n} times")
            assert await runs.changes("default") > before
