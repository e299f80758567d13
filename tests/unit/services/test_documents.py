"""Is a very long text accepted at once, split behind the answer, and split once?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from perspective.domain.process import ProcessView
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import Conflict, MemoryNotFound
from perspective.settings import ServerSettings, Settings, StoringSettings
from tests.engines import (
    BreakableEmbedder,
    contents,
    counts,
    embedded_engine,
    engine_in_memory,
    eventually,
)

SOON = Settings(
    server=ServerSettings(index_wait_s=0.2), storing=StoringSettings(background_chars=2_000)
)
AT_ONCE = Settings(storing=StoringSettings(background_chars=10**9))
TOKEN = f"ghp_{'0aB1' * 9}"
DAYS = 400
LONG = "\r\n".join(
    f"On day {n} the river rose by {n} metres — at the “mill”.  " for n in range(DAYS)
)


async def _ended(memory: Perspective, process_id: str | None) -> ProcessView:
    """The process, once it has ended."""
    assert process_id is not None
    seen: list[ProcessView] = []

    async def has_ended() -> bool:
        seen.append(await memory.processes.read(process_id))
        return seen[-1].finished_at is not None

    await eventually(has_ended, within_s=30)
    return seen[-1]


async def _parts(memory: Perspective, source_id: str | None) -> list[str]:
    """The parts' texts, in order."""
    assert source_id is not None
    whole = await memory.memories.read(source_id)
    views = [await memory.memories.read(part) for part in whole.parts]
    assert [view.ordinal for view in views] == list(range(len(views)))
    return [view.current.content for view in views]


async def test_parts_are_those_of_the_foreground() -> None:
    """Behind the answer or before it, the same text becomes the same parts, linked alike."""
    async with engine_in_memory(settings=AT_ONCE) as memory:
        stored = await memory.store(LONG, tags=["river"], speaker="Ana")
        expected, n = await _parts(memory, stored.source_id), await counts(memory)
    async with engine_in_memory(settings=SOON) as memory:
        stored = await memory.store(LONG, tags=["river"], speaker="Ana")
        assert (stored.stored, stored.indexed, stored.ids) == (True, False, ())
        assert stored.id == stored.source_id is not None
        process = await _ended(memory, stored.process_id)
        assert (process.state, process.kind) == ("done", "document")
        assert process.done == process.total == len(expected)
        assert await _parts(memory, stored.source_id) == expected
        assert await counts(memory) == n
        found = await memory.recall("what happened on day 399?", budget=1)
        assert "day 399" in found.results[0].content
        assert found.results[0].speaker == "Ana"


async def test_it_can_be_read_at_once(embedder: BreakableEmbedder) -> None:
    """By its source_id the original comes back byte for byte, before there is any part."""
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=SOON, embedder=embedder) as memory:
        stored = await memory.store(LONG, speaker="Ana", metadata={"page": 7})
        assert stored.source_id is not None
        whole = await memory.memories.read(stored.source_id)
        assert whole.current.content.encode() == LONG.encode()
        assert (whole.speaker, whole.current.metadata) == ("Ana", {"page": 7})
        embedder.held.set()
        await _ended(memory, stored.process_id)
        assert (await memory.memories.read(stored.source_id)).current.content == LONG


async def test_secrets_are_masked_before_it_is_accepted() -> None:
    """Not even the document of a long text holds them, wherever they stand in it."""
    text = f"{LONG} Deploy with {TOKEN} please. {LONG * 12} And with {TOKEN}."
    async with engine_in_memory(settings=SOON) as memory:
        stored = await memory.store(text)
        assert stored.masked == 2
        async with memory._services.host.use("default") as space:
            assert TOKEN not in "".join(await space.stores.records.dump())


async def test_a_repeat_and_a_retry_are_known() -> None:
    """The same words within the window, the same key and the same id store nothing twice."""
    async with engine_in_memory(settings=SOON) as memory:
        first = await memory.store(LONG, idempotency_key="k")
        again = await memory.store(LONG, idempotency_key="k")
        assert (again.source_id, again.process_id) == (first.source_id, first.process_id)
        repeat = await memory.store(LONG)
        assert (repeat.duplicate_of, repeat.is_repeat) == (first.source_id, True)
        await _ended(memory, first.process_id)
        assert (await memory.store(LONG)).duplicate_of == first.source_id
        named = await memory.store(LONG, id="novel")
        assert named.source_id == "novel"
        with pytest.raises(Conflict):
            await memory.store("Another text", id="novel", idempotency_key="other")


async def test_it_can_be_stopped(embedder: BreakableEmbedder) -> None:
    """What is stored stays; no further part comes, not even at the next start."""
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=SOON, embedder=embedder) as memory:
        stored = await memory.store(LONG)
        assert stored.process_id is not None
        process_id = stored.process_id

        async def has_begun() -> bool:
            return (await memory.processes.read(process_id)).done > 0

        await eventually(has_begun)
        await memory.processes.stop(process_id)
        embedder.held.set()
        process = await _ended(memory, process_id)
        assert process.state == "cancelled"
        assert 0 < process.done < (process.total or 0)
        assert len(await _parts(memory, stored.source_id)) == process.done
        await memory._services.documents.resume()
        assert (await memory.processes.read(process_id)).state == "cancelled"


async def test_a_delete_ends_the_work(embedder: BreakableEmbedder) -> None:
    """Parts that would come later do not come: the text stays deleted."""
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=SOON, embedder=embedder) as memory:
        stored = await memory.store(LONG)
        assert stored.source_id is not None
        await memory.memories.delete(stored.source_id)
        embedder.held.set()
        assert (await _ended(memory, stored.process_id)).state == "cancelled"
        assert contents(await memory.recall("river mill")) == []
        with pytest.raises(MemoryNotFound):
            await memory.memories.delete("unknown")


@pytest.mark.parametrize("n_before", [0, 1])
async def test_an_erasure_ends_the_work(embedder: BreakableEmbedder, n_before: int) -> None:
    """Erased before its first part or amid its parts, the text is gone and no part comes later."""
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=SOON, embedder=embedder) as memory:
        stored = await memory.store(LONG)
        source_id, process_id = stored.source_id, stored.process_id
        assert source_id is not None
        assert process_id is not None

        async def has_begun() -> bool:
            return (await memory.processes.read(process_id)).done >= n_before

        await eventually(has_begun)
        await memory.memories.erase(source_id, confirm=source_id)
        embedder.held.set()
        assert (await _ended(memory, process_id)).state == "cancelled"
        assert contents(await memory.recall("river mill")) == []
        with pytest.raises(MemoryNotFound):
            await memory.memories.read(source_id)
        again = await memory.store(LONG)
        assert (await _ended(memory, again.process_id)).state == "done"


async def test_a_restart_goes_on_behind_the_last_part(
    tmp_path: Path, embedder: BreakableEmbedder
) -> None:
    """An engine that ends in the middle leaves the rest to the next: no part twice, none lost,
    the process under its old id."""
    async with engine_in_memory(settings=AT_ONCE) as memory:
        expected = await _parts(memory, (await memory.store(LONG)).source_id)
    embedder.held = asyncio.Event()
    async with embedded_engine(tmp_path, settings=SOON, embedder=embedder) as memory:
        stored = await memory.store(LONG, tenant_id="ana")
        assert stored.process_id is not None
        process_id = stored.process_id

        async def has_begun() -> bool:
            return (await memory.processes.read(process_id)).done > 0

        await eventually(has_begun)
        embedder.held.set()
    other = Settings(storing=StoringSettings(background_chars=2_000, part_tokens=64))
    async with embedded_engine(tmp_path, settings=other) as memory:
        assert (await _ended(memory, process_id)).state == "done"
        assert stored.source_id is not None
        whole = await memory.memories.read(stored.source_id, tenant_id="ana")
        views = [await memory.memories.read(one, tenant_id="ana") for one in whole.parts]
        assert [view.current.content for view in views] == expected
    async with embedded_engine(tmp_path, settings=other) as memory:
        assert await memory.processes.list("ana") == []


async def test_long_items_of_a_batch_are_deferred_too() -> None:
    """The short ones are stored as ever; each long one has its process."""
    async with engine_in_memory(settings=SOON) as memory:
        short, long = await memory.store_batch(
            [NewMemory(content="Ana likes tea"), NewMemory(content=LONG)]
        )
        assert getattr(short, "process_id", "") is None
        process = await _ended(memory, getattr(long, "process_id", None))
        assert process.state == "done"


async def test_a_full_tenant_fails_the_process() -> None:
    """The quota holds for parts too; the process says why it ended."""
    async with engine_in_memory(settings=SOON) as memory:
        await memory.tenants.create("small", max_memories=10)
        stored = await memory.store(LONG, tenant_id="small")
        process = await _ended(memory, stored.process_id)
        assert (process.state, process.done) == ("failed", 8)
        assert process.error is not None
        assert "of 10 memories" in process.error


async def test_a_tenant_that_goes_takes_its_work_along(embedder: BreakableEmbedder) -> None:
    """Deleting it waits for nothing, and nothing of it is listed."""
    embedder.held = asyncio.Event()
    async with engine_in_memory(settings=SOON, embedder=embedder) as memory:
        await memory.store(LONG, tenant_id="ana")
        await memory.tenants.delete("ana", confirm="ana")
        embedder.held.set()
        assert {one.kind for one in await memory.processes.list()} == {"job"}
