"""Is what was erased gone for every reader at once, whatever happens meanwhile, and for good?"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from perspective.adapters.embedded.sqlite_erasures import SqliteErasures
from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.erasures import InMemoryErasures
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.domain.query import MemoryEdit, MemoryListing, NewMemory
from perspective.domain.trust.erasure import ErasureReceipt
from perspective.engine import Perspective
from perspective.errors import DiskFull, InvalidRequest, MemoryNotFound, ModelMissing
from perspective.ports.feed import ChangeFeed
from tests.engines import (
    IMPATIENT,
    BreakableEmbedder,
    contents,
    counts,
    embedded_engine,
    engine_in_memory,
    engine_over,
    eventually,
)

TEXT = "the quixotibarn lies under the floor"


async def erase(memory: Perspective, memory_id: str) -> ErasureReceipt:
    """The receipt of an erasure that was confirmed."""
    return await memory.memories.erase(memory_id, confirm=memory_id)


async def stored(memory: Perspective, text: str = TEXT, **fields: Any) -> str:
    """The id of what was stored."""
    answer = await memory.store(text, **fields)
    assert answer.id is not None
    return answer.id


async def done(memory: Perspective, receipt: ErasureReceipt) -> ErasureReceipt:
    """The receipt once it is done."""

    async def is_done() -> bool:
        return (await memory.memories.erasure(receipt.id)).state == "done"

    await eventually(is_done)
    return await memory.memories.erasure(receipt.id)


async def assert_gone(memory: Perspective, memory_id: str) -> None:
    """No way of asking shows it."""
    for ask in (memory.memories.read, memory.memories.inspect, memory.memories.neighbors):
        with pytest.raises(MemoryNotFound):
            await ask(memory_id)
    assert TEXT not in contents(await memory.recall("where is the quixotibarn?"))
    listed = await memory.memories.list(MemoryListing())
    assert memory_id not in [one.id for one in listed.items]
    found = await memory.memories.list(MemoryListing(q="quixotibarn"))
    assert memory_id not in [one.id for one in found.items]


async def test_it_is_gone_at_once_and_its_history_stays() -> None:
    """With the answer nothing reads it; that it was there, and erased, is still told."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        receipt = await erase(memory, memory_id)
        assert (receipt.target_id, receipt.n_memories, receipt.n_versions) == (memory_id, 1, 1)
        await assert_gone(memory, memory_id)
        lineage = await memory.memories.lineage(memory_id)
        assert [event.kind for event in lineage.items] == ["erased", "created"]
        assert not any(event.before or event.after for event in lineage.items)
        assert (await done(memory, receipt)).done_at is not None
        assert (await counts(memory)).memories == 0


async def test_all_versions_and_parts_go() -> None:
    """An edited memory goes with what it said before; a long text with all its parts."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        await memory.memories.edit(memory_id, MemoryEdit(content="something else by now"))
        assert (await erase(memory, memory_id)).n_versions == 2
        long = " ".join(f"Sentence number {n} is about the quixotibarn." for n in range(200))
        answer = await memory.store(long)
        assert answer.source_id is not None
        receipt = await erase(memory, answer.source_id)
        assert receipt.n_memories == len(answer.ids) > 1
        with pytest.raises(MemoryNotFound):
            await memory.memories.read(answer.source_id)
        assert (await memory.recall("quixotibarn")).results == ()


async def test_it_must_be_confirmed() -> None:
    """Without its own id once more nothing is erased; an id nobody has is not found."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        with pytest.raises(InvalidRequest, match="confirm"):
            await memory.memories.erase(memory_id, confirm="yes")
        assert (await memory.memories.read(memory_id)).id == memory_id
        with pytest.raises(MemoryNotFound):
            await erase(memory, "nobody")
        with pytest.raises(MemoryNotFound):
            await memory.memories.erasure("nobody")


async def test_twice_at_once_is_once() -> None:
    """Both callers get the same receipt, and so does one who asks later."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        both = await asyncio.gather(*(erase(memory, memory_id) for _ in range(2)))
        again = await erase(memory, memory_id)
        assert len({receipt.id for receipt in (*both, again)}) == 1
        assert (await counts(memory)).memories == 0


async def test_a_deleted_memory_can_be_erased() -> None:
    """What was only hidden can still be removed for good, and then not be restored."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        await memory.memories.delete(memory_id)
        await erase(memory, memory_id)
        with pytest.raises(MemoryNotFound):
            await memory.memories.restore(memory_id)
        assert (await counts(memory)).deleted == 0


async def test_the_same_text_can_be_stored_again(tmp_path: Path) -> None:
    """It is a new memory, with the old key for retries too, and is found."""
    async with embedded_engine(tmp_path) as memory:
        first = await memory.store(TEXT, idempotency_key="k")
        assert first.id is not None
        await done(memory, await erase(memory, first.id))
        second = await memory.store(TEXT, idempotency_key="k")
        assert not second.is_repeat
        assert second.id != first.id
        assert contents(await memory.recall("quixotibarn")) == [TEXT]


async def test_erased_while_it_is_being_indexed(tmp_path: Path) -> None:
    """A batch that was read before, and is embedded during the erasure, brings nothing back."""
    embedder = BreakableEmbedder()
    embedder.held = asyncio.Event()
    async with embedded_engine(tmp_path, settings=IMPATIENT, embedder=embedder) as memory:
        memory_id = await stored(memory)
        receipt = await erase(memory, memory_id)
        assert receipt.state == "pending"
        await assert_gone(memory, memory_id)
        embedder.held.set()
        await done(memory, receipt)
        await assert_gone(memory, memory_id)
        health = (await memory.health()).tenants["default"]
        assert {(one.accepted, one.searchable) for one in health.values()} == {(0, 0)}
        assert contents(await memory.recall("quixotibarn")) == []


async def test_a_missing_model_holds_up_no_erasure(tmp_path: Path) -> None:
    """The vector index waits for its model, and lets go of what is erased all the same."""
    embedder = BreakableEmbedder()
    async with embedded_engine(tmp_path, settings=IMPATIENT, embedder=embedder) as memory:
        memory_id = await stored(memory)
        embedder.failure = ModelMissing("gone")
        await memory.store("another thing that cannot be embedded")
        await done(memory, await erase(memory, memory_id))
        await assert_gone(memory, memory_id)


async def test_during_a_bulk_store(tmp_path: Path) -> None:
    """Nothing of a batch under way is lost or brought back by erasures in between."""
    async with embedded_engine(tmp_path) as memory:
        doomed = [await stored(memory, f"{TEXT} number {n}") for n in range(3)]
        batch = [NewMemory(content=f"kept thing number {n} of many") for n in range(300)]
        _, receipts = await asyncio.gather(
            memory.store_batch(batch), asyncio.gather(*(erase(memory, one) for one in doomed))
        )
        for receipt in receipts:
            await done(memory, receipt)
        for one in doomed:
            await assert_gone(memory, one)
        assert (await counts(memory)).memories == 300
        assert (await memory.recall("kept thing number 7")).results


async def test_stores_do_not_wait_for_a_purge(monkeypatch: pytest.MonkeyPatch) -> None:
    """While an index lets go of what was erased, what is stored is indexed as ever."""
    held, purge = asyncio.Event(), InMemoryTexts.purge

    async def purge_later(self: InMemoryTexts, changes: ChangeFeed, keys: Collection[int]) -> None:
        await held.wait()
        await purge(self, changes, keys)

    monkeypatch.setattr(InMemoryTexts, "purge", purge_later)
    async with engine_in_memory(settings=IMPATIENT) as memory:
        receipt = await erase(memory, await stored(memory))
        assert receipt.state == "pending"
        answer = await memory.store("Ben keeps bees in a box")
        assert answer.indexed
        assert contents(await memory.recall("who keeps bees?")) == ["Ben keeps bees in a box"]
        held.set()
        await done(memory, receipt)


async def test_a_recall_that_counts_late_touches_nothing() -> None:
    """Accesses that are written down after the erasure are lost, and nothing else."""
    async with engine_in_memory() as memory:
        memory_id = await stored(memory)
        assert (await memory.recall("quixotibarn")).results
        await erase(memory, memory_id)
        await asyncio.sleep(0.1)
        await assert_gone(memory, memory_id)


async def test_a_failed_purge_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full disk the erasure waits, and ends once there is room."""
    purge = SqliteErasures.purge
    is_full = True

    async def purge_if_room(self: SqliteErasures) -> None:
        if is_full:
            raise DiskFull
        await purge(self)

    monkeypatch.setattr(SqliteErasures, "purge", purge_if_room)
    async with embedded_engine(tmp_path, settings=IMPATIENT) as memory:
        memory_id = await stored(memory)
        receipt = await erase(memory, memory_id)
        assert receipt.state == "pending"
        await assert_gone(memory, memory_id)
        is_full = False
        assert (await done(memory, receipt)).state == "done"


async def test_it_goes_on_after_a_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that is opened over what another left finishes it without being asked."""
    catalog = InMemoryCatalog()
    started = asyncio.Event()

    async def never(self: InMemoryErasures) -> None:
        started.set()
        await asyncio.Event().wait()

    with monkeypatch.context() as patched:
        patched.setattr(InMemoryErasures, "purge", never)
        async with engine_over(catalog, settings=IMPATIENT) as memory:
            receipt = await erase(memory, await stored(memory))
            await started.wait()
            assert receipt.state == "pending"
    assert await catalog.erasing() == ["default"]
    async with engine_over(catalog) as memory:

        async def is_finished() -> bool:
            return await catalog.erasing() == []

        await eventually(is_finished)
        assert (await memory.memories.erasure(receipt.id)).state == "done"


async def test_a_tenant_that_erases_is_not_closed_and_can_be_removed() -> None:
    """Being erased in keeps a tenant open; taking it down does not wait for the erasure."""
    embedder = BreakableEmbedder()
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=IMPATIENT, embedder=embedder) as memory:
        await memory.tenants.create("ana")
        memory_id = await stored(memory, tenant_id="ana")
        await memory.memories.erase(memory_id, confirm=memory_id, tenant_id="ana")
        space = next(one for one in memory._services.host.open_spaces if one.tenant.id == "ana")
        assert space.is_busy
        assert space.n_users == 0
        await memory.tenants.delete("ana", confirm="ana")
        assert await memory._services.erase._catalog.erasing() == []
        embedder.held.set()
