"""Does an engine keep its promises with its vectors on a Qdrant server, there or not?"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest
from qdrant_client import AsyncQdrantClient

from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.qdrant_server import connection
from perspective.engine import Perspective
from perspective.services.models.embedders import Embedders
from perspective.settings import IndexSettings
from perspective.wiring import served_catalog
from tests.contracts.endpoint import Fault, hang, status
from tests.engines import IMPATIENT, contents, engine_over, eventually
from tests.unit.adapters.qdrant_server.local_server import QUIET
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer

pytestmark = pytest.mark.filterwarnings(*QUIET)

ANA = "Ana moved to Lisbon in March"
BEN = "Ben is allergic to peanuts"
EVE = "Eve keeps the keys of the harbour office"

Engine = AbstractAsyncContextManager[Perspective]


@pytest.fixture
def engine(tmp_path: Path, server: ScriptedServer) -> Callable[[], Engine]:
    """Opens an engine over files of a folder, the same each time, and that server."""

    def opened() -> Engine:
        index = IndexSettings(vectors="qdrant", qdrant_url=server.url, qdrant_timeout_s=3.0)
        embedder = HashEmbedder()
        catalog = served_catalog(tmp_path / "data", Embedders(embedder), index)
        return engine_over(catalog, embedder=embedder, settings=IMPATIENT)

    return opened


@pytest.fixture
async def memory(engine: Callable[[], Engine]) -> AsyncIterator[Perspective]:
    """One that holds two memories, indexed."""
    async with engine() as made:
        await made.store(ANA)
        await made.store(BEN)
        await indexed(made, 2)
        yield made


async def indexed(memory: Perspective, n: int) -> None:
    """Waits until the default tenant has so many vectors, and all of them can be searched."""

    async def is_so() -> bool:
        health = (await memory.health()).tenants["default"]["vector"]
        return (health.searchable, health.pending, health.state) == (n, 0, "ok")

    await eventually(is_so)


async def vectors_of(client: AsyncQdrantClient) -> dict[str, int]:
    """How many versions each collection holds; a point more is the marker."""
    names = [one.name for one in (await client.get_collections()).collections]
    return {name: (await client.count(name)).count - 1 for name in names}


async def test_a_life_over_files_of_the_local_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stored, recalled, hidden, erased, and opened again: what is found is what should be, and
    of what was erased no vector is left."""
    clients: list[AsyncQdrantClient] = []

    def local(*_: object, **__: object) -> AsyncQdrantClient:
        clients.append(AsyncQdrantClient(path=str(tmp_path / "server")))
        return clients[-1]

    monkeypatch.setattr(connection, "AsyncQdrantClient", local)
    index = IndexSettings(vectors="qdrant")
    embedders = Embedders(HashEmbedder())
    async with engine_over(served_catalog(tmp_path / "data", embedders, index)) as memory:
        stored = [await memory.store(text) for text in (ANA, BEN, EVE)]
        assert all(one.indexed for one in stored)
        ben, eve = str(stored[1].id), str(stored[2].id)
        found = await memory.recall("where does Ana live?", explain=True)
        assert contents(found)[0] == ANA
        assert found.degraded == {}
        await memory.memories.delete(ben)
        assert BEN not in contents(await memory.recall("what is Ben allergic to?"))
        receipt = await memory.memories.erase(eve, confirm=eve)
        assert receipt.state == "done"
        assert list((await vectors_of(clients[-1])).values()) == [2]
    async with engine_over(served_catalog(tmp_path / "data", embedders, index)) as memory:
        await memory.store("The harbour office opens at nine")
        await indexed(memory, 3)
        assert EVE not in contents(await memory.recall(EVE))
        await memory.memories.restore(ben)
        assert contents(await memory.recall("what is Ben allergic to?"))[0] == BEN
        assert list((await vectors_of(clients[-1])).values()) == [3]


@pytest.mark.parametrize("fault", [status(500), status(401), status(429, retry_after="1"), hang()])
async def test_a_failing_server_holds_nothing_up(
    server: ScriptedServer, memory: Perspective, fault: Fault
) -> None:
    """While the server fails, writes are acknowledged and recall answers by the other arms and
    says so; when it works again, what was missed is indexed."""
    server.fault = fault
    stored = await memory.store(EVE)
    assert not stored.indexed
    found = await memory.recall("who keeps the keys?")
    assert contents(found)[0] == EVE
    assert "Qdrant at 127.0.0.1" in found.degraded["vector"]
    health = await memory.health()
    assert health.status == "degraded"
    assert health.tenants["default"]["vector"].pending == 1
    server.fault = None
    await indexed(memory, 3)
    assert (await memory.recall("who keeps the keys?")).degraded == {}
    assert (await memory.health()).status == "ok"


async def test_a_start_without_the_server(
    server: ScriptedServer, engine: Callable[[], Engine]
) -> None:
    """An engine starts, stores and answers with nobody at the address, and catches up."""
    async with engine() as memory:
        await memory.store(ANA)
        await indexed(memory, 1)
    await server.stop()
    async with engine() as memory:
        await memory.store(BEN)
        found = await memory.recall("where does Ana live?")
        assert contents(found)[0] == ANA
        assert "cannot be reached" in found.degraded["vector"]
        await server.start()
        await indexed(memory, 2)
        assert list((await vectors_of(server.local)).values()) == [2]


async def test_a_server_that_lost_everything_is_filled_again(
    server: ScriptedServer, memory: Perspective
) -> None:
    """A lost collection is noticed by the next question, and made again from the records."""
    for name in await server.collections():
        await server.local.delete_collection(name)
    found = await memory.recall("where does Ana live?")
    assert contents(found)[0] == ANA
    assert "404" in found.degraded["vector"]

    async def is_filled() -> bool:  # the counts of before are shown until the loss is noticed
        return list((await vectors_of(server.local)).values()) == [2]

    await eventually(is_filled)
    await indexed(memory, 2)
    assert (await memory.recall("where does Ana live?")).degraded == {}


async def test_an_erasure_waits_for_the_server(server: ScriptedServer, memory: Perspective) -> None:
    """An erased memory cannot be read any more, but its receipt is done only when no collection
    is left that held it."""
    eve = str((await memory.store(EVE)).id)
    await indexed(memory, 3)
    before = await server.collections()
    server.fault = status(503)
    receipt = await memory.memories.erase(eve, confirm=eve)
    assert receipt.state != "done"
    assert EVE not in contents(await memory.recall(EVE))
    server.fault = None

    async def is_done() -> bool:
        return (await memory.memories.erasure(receipt.id)).state == "done"

    await eventually(is_done)
    after = await vectors_of(server.local)
    assert list(after.values()) == [2]
    assert not set(before) & set(after)


# ── Tenants ──────────────────────────────────────────────────────────────────────────────────────


async def test_a_tenant_has_a_collection_of_its_own(
    server: ScriptedServer, memory: Perspective
) -> None:
    """Two tenants share no collection; a removed one takes its own along, and no other."""
    (default,) = await server.collections()
    await memory.tenants.create("eve")
    await memory.store(EVE, tenant_id="eve")

    async def has_its_own() -> bool:
        return list((await vectors_of(server.local)).values()) in ([1, 2], [2, 1])

    await eventually(has_its_own)
    assert EVE not in contents(await memory.recall(EVE))
    await memory.tenants.delete("eve", confirm="eve")
    assert await server.collections() == [default]
    assert contents(await memory.recall("where does Ana live?"))[0] == ANA


@pytest.mark.parametrize("is_restarted", [False, True])
async def test_a_tenant_can_go_while_the_server_is_away(
    server: ScriptedServer, engine: Callable[[], Engine], tmp_path: Path, *, is_restarted: bool
) -> None:
    """A tenant is removed at once; its collection follows when the server is there again, after
    a restart too."""
    async with engine() as memory:
        await memory.store(ANA)
        await memory.tenants.create("eve")
        await memory.store(EVE, tenant_id="eve")

        async def are_two() -> bool:
            return list((await vectors_of(server.local)).values()) == [1, 1]

        await eventually(are_two)
        server.fault = status(503)
        await memory.tenants.delete("eve", confirm="eve")
        assert len(await server.collections()) == 2
        if not is_restarted:
            await _one_is_left(server, memory)
    if is_restarted:
        async with engine() as memory:
            await _one_is_left(server, memory)
    assert list((tmp_path / "data" / "qdrant-dropped").iterdir()) == []


async def _one_is_left(server: ScriptedServer, memory: Perspective) -> None:
    server.fault = None
    await memory.recall("Ana")

    async def is_so() -> bool:
        await asyncio.sleep(0.02)
        return list((await vectors_of(server.local)).values()) == [1]

    await eventually(is_so)
    assert (await memory.recall("where does Ana live?")).degraded == {}
