"""Are memories that are unusually alike linked behind the answers, and does recall follow?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from perspective.adapters.inmemory.transaction import InMemoryTransaction
from perspective.domain.graph import Edge
from perspective.domain.query import MemoryEdit, NewMemory
from perspective.engine import Perspective
from perspective.errors import DiskFull
from perspective.settings import IndexSettings, RetrievalSettings, Settings
from tests.engines import embedded_engine, engine_in_memory, eventually

WORDS = ["apple", "brick", "cloud", "drum", "eagle", "flute", "grape", "horse", "igloo", "jelly"]
PAIR = ("The violet lantern hung in the boathouse", "A violet lantern hung in the boathouse")
OTHERS = [f"{word} number{n} of{n * 7} things{n * 3}" for n, word in enumerate(WORDS * 4)]


async def links_of(memory: Perspective, memory_id: str) -> dict[str, str]:
    """The ids that a memory is linked with by likeness, and who made the link."""
    (space,) = memory._services.host.open_spaces
    edges = await space.stores.graph.edges_of(memory_id, limit=99)
    return {
        edge.target if edge.source == memory_id else edge.source: edge.origin
        for edge in edges
        if edge.kind == "semantic"
    }


async def is_linked(memory: Perspective) -> None:
    """Returns once all that was committed has been compared."""
    (space,) = memory._services.host.open_spaces

    async def is_so() -> bool:
        upto = await space.stores.records.read(lambda snapshot: snapshot.linked())
        return upto >= space.stores.feed.last_seq

    await eventually(is_so, within_s=60)


async def fill(memory: Perspective, texts: Sequence[str]) -> list[str]:
    """Stores the texts, each in a session of its own, so that no time links them."""
    items = [NewMemory(content=text, source_session=f"s{n}-{text}") for n, text in enumerate(texts)]
    stored = await memory.store_batch(items)
    return [str(one.id) for one in stored if not isinstance(one, Exception)]


async def test_like_memories_are_linked(tmp_path: Path) -> None:
    """Behind the answer, with nothing else; after a restart the edges are there and no work is
    left, and what is stored then is compared with what was there."""
    async with embedded_engine(tmp_path) as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, PAIR)
        await is_linked(memory)
        assert await links_of(memory, first) == {second: "linking"}
    async with embedded_engine(tmp_path) as memory:
        await memory.recall("lantern", reinforce=False)
        assert await links_of(memory, first) == {second: "linking"}
        await fill(memory, [f"{word} again and again" for word in WORDS])
        (third,) = await fill(memory, ["The violet lantern hung in a boathouse"])
        await is_linked(memory)
        assert third in await links_of(memory, first)


async def test_a_change_after_a_restart_leaves_the_links(tmp_path: Path) -> None:
    """Though it is not known yet, in this run, how alike memories are as a rule."""
    async with embedded_engine(tmp_path) as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, PAIR)
        await is_linked(memory)
    async with embedded_engine(tmp_path) as memory:
        await memory.memories.edit(first, MemoryEdit(tags=("seen",)))
        await is_linked(memory)
        assert await links_of(memory, first) == {second: "linking"}


async def test_a_store_from_before_is_linked_when_opened(tmp_path: Path) -> None:
    """As one that links nothing leaves it."""
    none = Settings(index=IndexSettings(semantic_links=0))
    async with embedded_engine(tmp_path, settings=none) as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, PAIR)
        assert await links_of(memory, first) == {}
    async with embedded_engine(tmp_path) as memory:
        await memory.recall("lantern", reinforce=False)
        await is_linked(memory)
        assert await links_of(memory, first) == {second: "linking"}


async def test_an_edit_moves_the_links() -> None:
    """What the new words are not like any more, the memory is not linked with."""
    async with engine_in_memory() as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, PAIR)
        await is_linked(memory)
        await memory.memories.edit(
            second, MemoryEdit(content="Nothing about lamps at all any longer")
        )
        await is_linked(memory)
        assert await links_of(memory, first) == {}


async def test_links_stay_within_a_namespace() -> None:
    """What is in another part of the tenant is another matter."""
    async with engine_in_memory() as memory:
        await fill(memory, OTHERS)
        for n, text in enumerate(PAIR):
            await memory.store(text, namespace=f"n{n}", id=f"m{n}")
        await is_linked(memory)
        assert await links_of(memory, "m0") == {}


async def test_a_full_disk_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing fails but the linking, and it is made up for."""
    link, n_failures = InMemoryTransaction.link, 2

    def full(
        self: InMemoryTransaction, ids: Sequence[str], edges: Sequence[Edge], seq: int
    ) -> None:
        nonlocal n_failures
        if n_failures:
            n_failures -= 1
            raise DiskFull("no space left")
        link(self, ids, edges, seq)

    monkeypatch.setattr(InMemoryTransaction, "link", full)
    async with engine_in_memory() as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, PAIR)
        await is_linked(memory)
        assert await links_of(memory, first) == {second: "linking"}
    assert n_failures == 0


async def test_recall_follows_the_links() -> None:
    """What the best is alike to is among the candidates, though no arm found it, gets a share of
    the score, and says how it came."""
    settings = Settings(retrieval=RetrievalSettings(arms=("text", "semantic")))
    async with engine_in_memory(settings=settings) as memory:
        await fill(memory, OTHERS)
        first, second = await fill(memory, [f"{PAIR[0]} by the pier", PAIR[1]])
        await is_linked(memory)
        found = await memory.recall("pier", explain=True)
        assert [one.id for one in found.results[:2]] == [first, second]
        ways = [one.why.arms for one in found.results[:2] if one.why is not None]
        assert ways == [("text",), ("semantic",)]
        why = found.results[1].why
        assert why is not None
        assert why.fused == why.shares["semantic"] > 0
