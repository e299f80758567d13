"""Which tenants are open: few enough, never one in use closed, nothing lost by it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.domain.tenant import Tenant
from perspective.engine import Perspective
from perspective.errors import (
    Conflict,
    DimensionMismatch,
    EngineNotOpen,
    InvalidRequest,
    StoreUnavailable,
    TenantNotFound,
)
from perspective.ports.catalog import TenantStores
from perspective.services.host import Host
from perspective.settings import ServerSettings, Settings
from tests.engines import NOON, BreakableEmbedder, contents, counts, engine_over, eventually

TENANTS = ["ana", "ben", "carla", "dev", "eli"]
TWO = Settings(server=ServerSettings(max_open_tenants=2))


class SlowCatalog(InMemoryCatalog):
    """Counts what is opened; vectors close only when `may_close` says so."""

    def __init__(self) -> None:
        self.n_opened = 0
        self.may_close = asyncio.Event()
        self.may_close.set()
        super().__init__(vectors=lambda: _SlowVectors(self.may_close))

    async def open(self, tenant: Tenant) -> TenantStores:
        """Lets others run first, as reading a disk would."""
        self.n_opened += 1
        await asyncio.sleep(0)
        return await super().open(tenant)


class _SlowVectors(InMemoryVectors):
    def __init__(self, may_close: asyncio.Event) -> None:
        super().__init__()
        self._may_close = may_close

    async def close(self) -> None:
        await self._may_close.wait()
        await super().close()


@pytest.fixture
async def catalog() -> SlowCatalog:
    """The stores under the engine."""
    return SlowCatalog()


@pytest.fixture
async def crowded(catalog: SlowCatalog) -> AsyncIterator[Perspective]:
    """An engine that keeps two tenants open, with five of them."""
    async with engine_over(catalog, settings=TWO) as memory:
        for tenant in TENANTS:
            await memory.tenants.create(tenant)
        yield memory


def host_of(memory: Perspective) -> Host:
    """The engine's host of tenants."""
    return memory._services.host


async def test_more_tenants_than_may_be_open_lose_nothing(crowded: Perspective) -> None:
    """Five tenants take turns in two places, stored to and asked at once: each finds its own."""

    async def live(tenant: str) -> None:
        for n in range(10):
            await crowded.store(f"{tenant} wrote page {n}", tenant_id=tenant, source_session=str(n))
            found = await crowded.recall(f"{tenant} page {n}", tenant_id=tenant)
            assert found.results[0].content == f"{tenant} wrote page {n}"

    await asyncio.gather(*map(live, TENANTS))
    for tenant in TENANTS:
        assert (await counts(crowded, tenant)).memories == 10
        expected = {f"{tenant} wrote page {n}" for n in range(10)}
        assert set(contents(await crowded.recall("page", tenant_id=tenant))) == expected

    async def is_trimmed() -> bool:
        return len(host_of(crowded).open_spaces) <= 2

    await eventually(is_trimmed)


async def test_the_least_recently_used_is_closed(crowded: Perspective) -> None:
    """The two used last stay open."""
    for tenant in [*TENANTS, "ana"]:
        await crowded.store(f"{tenant} was here", tenant_id=tenant)

        async def is_trimmed() -> bool:
            return len(host_of(crowded).open_spaces) <= 2

        await eventually(is_trimmed)
    assert [space.tenant.id for space in host_of(crowded).open_spaces] == ["eli", "ana"]


async def test_a_tenant_in_use_stays_open(crowded: Perspective) -> None:
    """However many others come, what is in use can still be read and written."""
    host = host_of(crowded)
    async with host.use("ana") as space:
        for tenant in TENANTS[1:]:
            await crowded.store(f"{tenant} was here", tenant_id=tenant)
        assert space in host.open_spaces
        await crowded.store("ana is here", tenant_id="ana")
    assert (await counts(crowded, "ana")).memories == 1


async def test_first_users_at_once_open_a_tenant_once(
    crowded: Perspective, catalog: SlowCatalog
) -> None:
    """Ten who come at the same time share one opening."""
    before = catalog.n_opened
    await asyncio.gather(*(crowded.recall("anything", tenant_id="ana") for _ in range(10)))
    assert catalog.n_opened == before + 1


async def test_accesses_are_written_before_a_tenant_closes(crowded: Perspective) -> None:
    """What was recalled just before its tenant lost its place is still counted."""
    stored = await crowded.store("ana was here", tenant_id="ana")
    await crowded.recall("ana", tenant_id="ana")
    for tenant in TENANTS[1:]:
        await crowded.recall("anything", tenant_id=tenant)

    async def is_closed() -> bool:
        return all(space.tenant.id != "ana" for space in host_of(crowded).open_spaces)

    await eventually(is_closed)
    assert stored.id is not None
    assert (await crowded.memories.read(stored.id, tenant_id="ana")).access_count == 1


async def test_a_tenant_is_deleted_while_others_live(crowded: Perspective) -> None:
    """Deleting one waits for who uses it, and touches no other."""
    await crowded.store("ben was here", tenant_id="ben")

    async def write(n: int) -> None:
        await crowded.store(f"ana wrote page {n}", tenant_id="ana", source_session=str(n))

    writing = [asyncio.create_task(write(n)) for n in range(20)]
    await crowded.tenants.delete("ben", confirm="ben")
    await asyncio.gather(*writing)
    assert (await counts(crowded, "ana")).memories == 20
    assert "ben" not in [view.id for view in await crowded.tenants.list()]
    with pytest.raises(TenantNotFound):
        await crowded.recall("anything", tenant_id="ben")


async def test_deletion_waits_for_those_inside(crowded: Perspective) -> None:
    """Who is in a tenant finishes; who comes after finds none."""
    host = host_of(crowded)
    async with host.use("ben") as space:
        deleting = asyncio.create_task(crowded.tenants.delete("ben", confirm="ben"))
        await asyncio.sleep(0)
        late = asyncio.create_task(crowded.recall("anything", tenant_id="ben"))
        await asyncio.sleep(0)
        assert not deleting.done()
        assert (await space.stores.records.counts()).memories == 0
    await deleting
    with pytest.raises(TenantNotFound):
        await late


async def test_a_long_text_under_way_does_not_wait_for_a_deletion(crowded: Perspective) -> None:
    """A tenant that is to go notes the long text of whoever is in it, and goes after that."""
    host = host_of(crowded)
    async with host.use("ben"):
        deleting = asyncio.create_task(crowded.tenants.delete("ben", confirm="ben"))
        await asyncio.sleep(0.01)
        async with asyncio.timeout(10):
            await host.note("ben", has_documents=True)
        assert (await host.tenant("ben")).has_documents
        assert not deleting.done()
    await deleting
    with pytest.raises(TenantNotFound):
        await host.note("ben", has_documents=True)


async def test_a_name_taken_again_starts_empty(crowded: Perspective) -> None:
    """Whoever gets the name of a deleted tenant meets none of its memories."""
    await crowded.store("ben was here", tenant_id="ben")
    await crowded.tenants.delete("ben", confirm="ben")
    await crowded.tenants.create("ben")
    assert (await counts(crowded, "ben")).memories == 0
    assert contents(await crowded.recall("ben", tenant_id="ben")) == []


async def test_a_tenant_deleted_while_places_are_made(
    crowded: Perspective, catalog: SlowCatalog
) -> None:
    """One that goes while surplus tenants are being closed does not stop the closing."""
    host = host_of(crowded)
    async with (
        host.use("ana"), host.use("ben"), host.use("carla"), host.use("dev"), host.use("eli")
    ):  # fmt: skip
        catalog.may_close.clear()
    trimming = host._trimming
    assert trimming is not None
    await asyncio.sleep(0)  # the first of the five is being closed now
    deleting = asyncio.create_task(crowded.tenants.delete("ben", confirm="ben"))
    await asyncio.sleep(0)
    catalog.may_close.set()
    await deleting
    await trimming
    assert len(host.open_spaces) <= 2


async def test_ids_are_checked_before_anything_is_touched(crowded: Perspective) -> None:
    """A bad id is refused, a taken one is a conflict, an unknown one is not found."""
    for bad in ("../x", "a/b", "", "A", "x" * 65, "🙂", "a\0"):
        with pytest.raises(InvalidRequest):
            await crowded.tenants.create(bad)
        with pytest.raises(InvalidRequest):
            await crowded.recall("anything", tenant_id=bad)
        with pytest.raises(InvalidRequest):
            await crowded.tenants.delete(bad, confirm=bad)
    with pytest.raises(Conflict):
        await crowded.tenants.create("ana")
    with pytest.raises(TenantNotFound):
        await crowded.tenants.delete("nobody", confirm="nobody")


async def test_another_models_dimensions_are_refused(catalog: SlowCatalog) -> None:
    """A tenant keeps the dimensions of the model it was first opened with."""

    class Wider(BreakableEmbedder):
        @property
        def dimensions(self) -> int:
            return HashEmbedder().dimensions + 1

    async with engine_over(catalog) as memory:
        await memory.store("ana was here")
        assert (await memory.tenants.read("default")).dimensions == HashEmbedder().dimensions
    async with engine_over(catalog, embedder=Wider()) as memory:
        with pytest.raises(DimensionMismatch, match="default"):
            await memory.recall("ana")


async def test_changed_settings_reach_an_open_tenant(crowded: Perspective) -> None:
    """A quota that is set while the tenant is open counts from the next store."""
    await crowded.store("ana was here", tenant_id="ana")
    await crowded.tenants.edit("ana", max_memories=1)
    async with host_of(crowded).use("ana") as space:
        assert space.tenant.settings.max_memories == 1


async def test_after_the_end_nothing_is_opened(catalog: SlowCatalog) -> None:
    """A closed engine says that it is closed, also through its groups."""
    async with engine_over(catalog) as memory:
        stored = await memory.store("ana was here")
    assert stored.id is not None
    n_opened = catalog.n_opened
    with pytest.raises(EngineNotOpen):
        await memory.memories.read(stored.id)
    with pytest.raises(EngineNotOpen):
        await memory.tenants.read("default")
    assert catalog.n_opened == n_opened


async def test_a_store_that_cannot_be_closed_keeps_no_other_open() -> None:
    """Records are closed even where an index fails at its end."""
    closed: list[str] = []

    class Failing(InMemoryTexts):
        async def close(self) -> None:
            raise StoreUnavailable

    class Noted(InMemoryVectors):
        async def close(self) -> None:
            closed.append("vectors")
            await super().close()

    catalog = InMemoryCatalog(texts=Failing, vectors=Noted)
    with pytest.raises(StoreUnavailable):
        async with engine_over(catalog) as memory:
            await memory.store("ana was here")
    assert closed == ["vectors"]


async def test_time_of_creation_is_the_clocks(crowded: Perspective) -> None:
    """A tenant says when it was made."""
    assert {view.created_at for view in await crowded.tenants.list()} == {NOON}
