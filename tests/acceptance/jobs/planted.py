"""What does a store hold in which every phase of a consolidation has something to do?"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from perspective.domain.answer import Stored
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.ports.transaction import RecordTransaction
from perspective.settings import ConsolidationSettings, IndexSettings, Settings
from tests.engines import SetClock, embedded_engine
from tests.unit.services.consolidation.worlds import World

SETTINGS = Settings(
    index=IndexSettings(semantic_links=0), consolidation=ConsolidationSettings(min_community=3)
)
PHASES = {
    "duplicates", "communities", "contradictions", "promotion", "stale", "proposals", "across",
}  # fmt: skip
_NAMES = (
    "Ana Duarte", "Ben Okoro", "Chen Wei", "Dora Lindt", "Emil Novak", "Farah Aziz", "Goran Ilic",
    "Hana Sato", "Igor Petrov", "Jana Maly", "Kofi Mensah", "Lena Vogt", "Mia Rossi", "Nils Berg",
    "Olga Romanova", "Pavel Dvorak", "Quinn Shaw", "Rosa Lopez", "Sven Holm", "Tara Byrne",
)  # fmt: skip


async def plant(folder: Path, *, n_each: int) -> SetClock:
    """A data directory with some work for each phase, and the time at which it is due."""
    clock = SetClock()
    async with embedded_engine(folder, settings=SETTINGS, clock=clock) as memory:
        here = World(memory, clock)
        await _stale(here, n_each)
        clock.advance(days=31)
        await _contradictions(here, min(n_each, len(_NAMES)))
        for _ in range(2):  # the same words, too late to be a repeat of the first
            await _many(
                here, [f"The crate of pump {n} stands in hall {n * 7}." for n in range(n_each)]
            )
            clock.advance(hours=1)
        for namespace in ("home", "work"):
            said = [f"Locker {n} opens with the brass key of row {n * 3}." for n in range(n_each)]
            await _many(here, said, namespace=namespace)
        used = await _many(here, [f"The tram of line {n} stops at noon." for n in range(n_each)])
        for one in used:
            await here.use(one, 6)
        for n in range(n_each):
            said = [f"Voyage {n} had a mate called {name}." for name in _NAMES[:4]]
            await _linked(here, await _many(here, said))
        await _successes(here)
        await settled(memory)
    return clock


async def settled(memory: Perspective) -> None:
    """Everything is indexed."""
    async with memory._services.host.use("default") as space:
        space.wake()
        assert await space.indexed(120.0)


async def _many(here: World, said: list[str], **fields: Any) -> list[str]:
    stored = await here.memory.store_batch(
        [NewMemory(content=one, source_session=f"s{n}", **fields) for n, one in enumerate(said)]
    )
    return [one.id for one in stored if isinstance(one, Stored) and one.id is not None]


async def _linked(here: World, ids: list[str]) -> None:
    for i, one in enumerate(ids):
        for other in ids[i + 1 :]:
            await here.link(one, other, "causes", 0.9)


async def _stale(here: World, n: int) -> None:
    """Facts whose sources are retired."""
    sources = await _many(here, [f"The clerk said that desk {k} is free." for k in range(n)])
    facts = [f"Desk {k} is free" for k in range(n)]
    for source, fact in zip(sources, await _many(here, facts, memory_type="semantic"), strict=True):
        await here.link(source, fact, "supports")

    def retire(tx: RecordTransaction) -> None:
        for source in sources:
            found = tx.memory(source)
            assert found is not None
            tx.replace(msgspec.structs.replace(found.memory, state="retired"))

    await here.write(retire)


async def _contradictions(here: World, n: int) -> None:
    before = await _many(here, [f"{name} lives in Berlin." for name in _NAMES[:n]])
    here.clock.advance(days=30)
    after = await _many(here, [f"{name} moved to Lisbon." for name in _NAMES[:n]])
    for one, other in zip(before, after, strict=True):
        await here.link(one, other, "semantic", 0.7)


async def _successes(here: World) -> None:
    """Three actions that succeeded in three sessions."""
    for n in range(3):
        for name in ("test", "build", "deploy"):
            await here.store(
                f"Ran {name} for release {n}",
                source_session=f"release{n}",
                role="tool",
                metadata={"action": name, "success": True},
            )
            here.clock.advance(minutes=1)
