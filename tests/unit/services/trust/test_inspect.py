"""Is what is told of a memory what ranking, decay and the indexes really hold?"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

import perspective
from perspective.domain.decay import strength
from perspective.domain.query import MemoryEdit
from perspective.errors import MemoryNotFound
from perspective.settings import EmbeddingSettings, Settings
from tests.engines import IMPATIENT, BreakableEmbedder, SetClock, engine_in_memory, eventually


async def test_how_it_fades_now_and_later() -> None:
    """Strength is that of the decay curve at each day; it fades when the forecast says."""
    clock = SetClock()
    async with engine_in_memory(clock=clock) as memory:
        stored = await memory.store("Ana likes green tea", importance=0.8)
        assert stored.id is not None
        clock.advance(days=10)
        known = await memory.memories.inspect(stored.id)
        one = (await memory._services.host.open_spaces[0].stores.records.recorded([stored.id]))[0]
        for days, value in (
            (0, known.strength.now),
            (7, known.strength.in_7_days),
            (30, known.strength.in_30_days),
            (90, known.strength.in_90_days),
        ):
            assert value == pytest.approx(strength(one.memory, clock.at + timedelta(days=days)))
        assert known.base_importance == 0.8
        assert known.importance == pytest.approx(0.4)
        assert known.recency == pytest.approx(0.36788, abs=1e-5)
        assert not known.strength.faded
        assert known.strength.fades_at is not None
        for seconds, is_faded in ((-1, False), (1, True)):
            clock.at = known.strength.fades_at + timedelta(seconds=seconds)
            assert (await memory.memories.inspect(stored.id)).strength.faded is is_faded


async def test_what_never_fades() -> None:
    """A pinned memory, and any where the tenant lets nothing fade, stays at full strength."""
    clock = SetClock()
    async with engine_in_memory(clock=clock) as memory:
        await memory.tenants.create("still", decay=False)
        pinned = await memory.store("Ana likes green tea")
        other = await memory.store("Ana likes green tea", tenant_id="still")
        assert pinned.id is not None
        assert other.id is not None
        await memory.memories.pin(pinned.id)
        clock.advance(days=1000)
        for memory_id, tenant_id in ((pinned.id, "default"), (other.id, "still")):
            known = await memory.memories.inspect(memory_id, tenant_id=tenant_id)
            assert known.strength.now == known.strength.in_90_days == 1.0
            assert (known.strength.faded, known.strength.fades_at) == (False, None)


async def test_where_it_came_from_and_what_happened_to_it() -> None:
    """A part of a long text names the text and its parts; versions and events are counted."""
    async with engine_in_memory() as memory:
        long = " ".join(f"Sentence number {n} is about the garden." for n in range(100))
        stored = await memory.store(long, source="diary", source_session="s")
        part = stored.ids[1]
        await memory.memories.edit(part, MemoryEdit(content="something else"))
        known = await memory.memories.inspect(part)
        assert known.origin.source_id == stored.source_id
        assert (known.origin.ordinal, known.origin.n_parts) == (1, len(stored.ids))
        assert (known.origin.source, known.origin.source_session) == ("diary", "s")
        assert (known.n_versions, known.n_events) == (2, 2)


async def test_its_neighbours_and_their_weights_now() -> None:
    """Links decay with time; deleted memories are not shown; the heaviest comes first."""
    clock = SetClock()
    async with engine_in_memory(clock=clock) as memory:
        first = await memory.store("Ana likes green tea", source_session="s", tags=["drinks"])
        second = await memory.store("Ben keeps bees in a box", source_session="s")
        third = await memory.store("Cleo sails at night", source_session="s")
        assert first.id is not None
        assert second.id is not None
        assert third.id is not None
        clock.advance(days=50)
        found = (await memory.memories.neighbors(first.id)).items
        assert [(one.what, one.kind, one.direction) for one in found] == [
            ("entity", "entity", "out"),
            ("memory", "temporal", "out"),
        ]
        assert found[0].name == "drinks"
        assert found[0].weight == pytest.approx(0.77880, abs=1e-5)
        assert (found[1].id, found[1].content) == (second.id, "Ben keeps bees in a box")
        assert found[1].weight == pytest.approx(0.36788, abs=1e-5)
        assert (await memory.memories.inspect(first.id)).neighbors == found
        assert len((await memory.memories.neighbors(first.id, limit=1)).items) == 1
        await memory.memories.delete(second.id)
        assert [one.id for one in (await memory.memories.neighbors(third.id)).items] == []


async def test_which_indexes_hold_it() -> None:
    """A version is searchable once its index took it in, and pending before, with the reason."""
    embedder = BreakableEmbedder()
    embedder.held = asyncio.Event()
    async with engine_in_memory(embedder=embedder, settings=IMPATIENT) as memory:
        stored = await memory.store("Ana likes green tea")
        assert stored.id is not None
        known = await memory.memories.inspect(stored.id)
        assert known.indexes["text"].state == "searchable"
        assert known.indexes["vector"].state == "pending"
        embedder.held.set()

        async def is_searchable() -> bool:
            assert stored.id is not None
            now = await memory.memories.inspect(stored.id)
            return now.indexes["vector"].state == "searchable"

        await eventually(is_searchable)


async def test_why_it_has_no_vector() -> None:
    """A text that the model cannot read is in no vector index, and the reason is told."""
    async with engine_in_memory() as memory:
        stored = await memory.store("\U0001f375 \U0001f375 \U0001f375")
        assert stored.id is not None
        vector = (await memory.memories.inspect(stored.id)).indexes["vector"]
        assert (vector.state, vector.reason) == (
            "absent",
            "the embedding model cannot read the text",
        )


async def test_without_a_model(tmp_path: Path) -> None:
    """Where nothing is embedded, that is why there is no vector."""
    settings = Settings(embedding=EmbeddingSettings(provider="none"))
    async with perspective.connect(data_dir=tmp_path, settings=settings) as memory:
        stored = await memory.store("Ana likes green tea")
        assert stored.id is not None
        known = await memory.memories.inspect(stored.id)
        assert known.indexes["text"].state == "searchable"
        vector = known.indexes["vector"]
        assert (vector.state, vector.reason) == ("absent", "there is no embedding model")


async def test_unknown_memories_are_not_found() -> None:
    """Nothing is told of what is not there."""
    async with engine_in_memory() as memory:
        for ask in (memory.memories.inspect, memory.memories.neighbors):
            with pytest.raises(MemoryNotFound):
                await ask("nobody")
