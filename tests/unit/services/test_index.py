"""How indexes keep in step with the records: in order, to the end, whatever fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.inmemory.texts import InMemoryTexts
from perspective.domain.answer import IndexHealth
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.errors import ContextTooLong, DiskFull, ModelOutputInvalid, StoreUnavailable
from perspective.ports.feed import FeedItem, Vector
from perspective.services import index
from perspective.settings import EmbeddingSettings, Settings
from tests.engines import IMPATIENT, BreakableEmbedder, contents, engine_over, eventually


class BreakableTexts(InMemoryTexts):
    """Refuses changes while it is broken, and flushes while its files cannot be written."""

    is_broken = False
    is_full = False

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """Takes the changes in, unless broken."""
        if self.is_broken:
            raise StoreUnavailable("the text index is away")
        await super().apply(changes)

    async def flush(self) -> None:
        """Writes, unless the disk is full."""
        if self.is_full:
            raise DiskFull


class PickyEmbedder(HashEmbedder):
    """Cannot read texts with a certain word, and refuses the whole batch for it."""

    def __init__(self) -> None:
        super().__init__()
        self.batches: list[int] = []

    async def embed_passages(self, texts: Sequence[str]) -> list[Vector | None]:
        """As the model, which knows no mercy."""
        self.batches.append(len(texts))
        for text in texts:
            if "unspeakable" in text:
                raise ModelOutputInvalid("no vector came back")
            if "endless" in text:
                raise ContextTooLong("more than the model can take")
        return await super().embed_passages(texts)


@pytest.fixture
async def texts() -> BreakableTexts:
    """The default tenant's text index."""
    return BreakableTexts()


@pytest.fixture
async def memory(texts: BreakableTexts, embedder: BreakableEmbedder) -> AsyncIterator[Perspective]:
    """An engine whose indexes can be broken."""
    catalog = InMemoryCatalog(texts=lambda: texts)
    async with engine_over(catalog, settings=IMPATIENT, embedder=embedder) as engine:
        yield engine


async def health_of(memory: Perspective, name: str) -> IndexHealth:
    """How far an index of the default tenant is."""
    return (await memory.tenants.read("default")).indexes[name]


async def test_a_broken_index_holds_up_its_own_pump_alone(
    memory: Perspective, texts: BreakableTexts
) -> None:
    """While words cannot be indexed, meaning still finds; health says which and why; then the
    index catches up by itself."""
    texts.is_broken = True
    stored = await memory.store("Ana moved to Lisbon")
    assert not stored.indexed
    assert contents(await memory.recall("Ana moved to Lisbon")) == ["Ana moved to Lisbon"]
    behind = await health_of(memory, "text")
    assert (behind.state, behind.reason) == ("degraded", "the text index is away")
    assert (behind.accepted, behind.pending) == (1, 1)
    assert (await health_of(memory, "vector")).state == "ok"
    texts.is_broken = False

    async def is_well() -> bool:
        return (await health_of(memory, "text")).state == "ok"

    await eventually(is_well)
    assert (await health_of(memory, "text")).searchable == 1


async def test_files_that_could_not_be_written_are_written_later(
    memory: Perspective, texts: BreakableTexts, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An index whose files meet a full disk says so, answers all the same, and is well by itself
    once there is space, though nothing is stored meanwhile."""
    monkeypatch.setattr(index, "_IDLE_S", 0.01)
    texts.is_full = True
    await memory.store("Ana moved to Lisbon")

    async def is_said() -> bool:
        return (await health_of(memory, "text")).state == "degraded"

    await eventually(is_said)
    assert contents(await memory.recall("Lisbon")) == ["Ana moved to Lisbon"]
    texts.is_full = False

    async def is_well() -> bool:
        return (await health_of(memory, "text")).state == "ok"

    await eventually(is_well)


async def test_health_counts_every_version(
    memory: Perspective, embedder: BreakableEmbedder
) -> None:
    """An index says accepted = searchable + pending + failed, while the model works and afterwards."""
    embedder.held = asyncio.Event()
    items = [NewMemory(content=f"page {n} of the log") for n in range(50)]
    await memory.store_batch(items, wait=False)
    for _ in range(3):
        for name in ("text", "vector"):
            one = await health_of(memory, name)
            assert one.accepted == 50 == one.searchable + one.pending + one.failed
        await asyncio.sleep(0)
    assert (await health_of(memory, "vector")).state == "behind"
    embedder.held.set()

    async def is_done() -> bool:
        return (await health_of(memory, "vector")).searchable == 50

    await eventually(is_done)


async def test_a_text_the_model_refuses_fails_alone() -> None:
    """Of a batch, the others get their vectors; the bad one is counted, and found by words."""
    embedder = PickyEmbedder()
    async with engine_over(InMemoryCatalog(), embedder=embedder) as memory:
        words = ["sunny day", "unspeakable name", "rainy day", "endless road", "windy day"]
        await memory.store_batch([NewMemory(content=word) for word in words])
        one = await health_of(memory, "vector")
        assert (one.accepted, one.searchable, one.failed, one.pending) == (5, 3, 2, 0)
        found = await memory.recall("unspeakable", explain=True)
        assert found.results[0].why is not None
        assert (found.results[0].content, found.results[0].why.vector) == (words[1], None)


async def test_texts_are_embedded_in_batches() -> None:
    """A bulk load asks the model for at most batch_items at once, and for each text once."""
    embedder = PickyEmbedder()
    settings = Settings(embedding=EmbeddingSettings(batch_items=8))
    async with engine_over(InMemoryCatalog(), settings=settings, embedder=embedder) as memory:
        await memory.store_batch([NewMemory(content=f"page {n} of the log") for n in range(50)])
        assert max(embedder.batches) <= 8
        assert sum(embedder.batches) == 50


async def test_stores_at_once_share_batches(
    memory: Perspective, embedder: BreakableEmbedder
) -> None:
    """While one text is with the model the others gather, and then go together."""
    embedder.held = asyncio.Event()
    stores = [
        asyncio.create_task(memory.store(f"page {n} of the log", source_session=str(n)))
        for n in range(20)
    ]
    await asyncio.gather(*stores)
    embedder.held.set()

    async def is_done() -> bool:
        return (await health_of(memory, "vector")).searchable == 20

    await eventually(is_done)
    assert embedder.n_passages == 20


async def test_an_embedding_is_made_once() -> None:
    """A tenant that is opened anew reads its vectors from the records: the model is not asked."""
    catalog = InMemoryCatalog()
    async with engine_over(catalog, embedder=BreakableEmbedder()) as memory:
        await memory.store_batch([NewMemory(content=f"page {n} of the log") for n in range(50)])
    embedder = BreakableEmbedder()
    async with engine_over(catalog, embedder=embedder) as memory:
        await memory.recall("page 7")

        async def is_done() -> bool:
            return (await health_of(memory, "vector")).searchable == 50

        await eventually(is_done)
        assert embedder.n_passages == 0
        found = await memory.recall("page 7 of the log", explain=True)
        assert found.results[0].content == "page 7 of the log"
        assert found.results[0].why is not None
        assert found.results[0].why.vector == pytest.approx(1.0, abs=1e-6)


async def test_deleting_and_pinning_ask_no_model(
    memory: Perspective, embedder: BreakableEmbedder
) -> None:
    """Only new words go to the model: a change of state does not."""
    stored = await memory.store("Ana moved to Lisbon")
    assert stored.id is not None
    await memory.memories.pin(stored.id)
    await memory.memories.delete(stored.id)
    await memory.memories.restore(stored.id)
    assert embedder.n_passages == 1
    assert contents(await memory.recall("Lisbon")) == ["Ana moved to Lisbon"]


async def test_closing_while_an_index_works_leaves_no_task(
    texts: BreakableTexts, embedder: BreakableEmbedder
) -> None:
    """An engine that is closed in the middle of indexing ends its pumps, also a failing one."""
    texts.is_broken = True
    embedder.held = asyncio.Event()
    catalog = InMemoryCatalog(texts=lambda: texts)
    async with engine_over(catalog, settings=IMPATIENT, embedder=embedder) as memory:
        await memory.store("Ana moved to Lisbon", wait=False)
        await asyncio.sleep(0)
    running = [task.get_name() for task in asyncio.all_tasks() if not task.done()]
    assert not [name for name in running if name.startswith(("index-", "idle-", "reinforce"))]
