"""What do tests of consolidation start from? An engine in which links and uses are set by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from perspective.domain.changes.change_set import ChangeSet
from perspective.domain.changes.review import Review
from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.memory import Recorded
from perspective.engine import Perspective
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes.changes import Changes
from perspective.services.host import Space
from perspective.settings import ConsolidationSettings, IndexSettings, Settings
from tests.contracts.material import edge
from tests.engines import SetClock, engine_in_memory

T = TypeVar("T")


class World:
    """An engine with a clock that is set, and what only a test may do to it."""

    def __init__(self, memory: Perspective, clock: SetClock) -> None:
        self.memory = memory
        self.clock = clock
        self.changes: Changes = memory._services.changes

    @asynccontextmanager
    async def space(self) -> AsyncIterator[Space]:
        """The default tenant, open."""
        async with self.memory._services.host.use("default") as space:
            yield space

    async def write(self, work: Callable[[RecordTransaction], T]) -> T:
        """Runs a work over the default tenant."""
        async with self.space() as space:
            return await space.stores.records.write(work)

    async def store(self, content: str, **fields: Any) -> str:
        """A stored memory's id."""
        stored = await self.memory.store(content, **fields)
        assert stored.id is not None
        return stored.id

    async def link(self, one: str, other: str, kind: EdgeKind, weight: float = 0.5) -> None:
        """An edge; semantic ones are what the phases look for candidates in."""
        new = edge(one, other, kind, weight=weight)
        if kind == "semantic":
            await self.write(lambda tx: tx.link([], [new], 1))
        else:
            await self.write(lambda tx: tx.add(new))

    async def use(self, memory_id: str, n_times: int) -> None:
        """The memory was recalled so often, just now."""
        for _ in range(n_times):
            await self.write(lambda tx: tx.touch([memory_id], self.clock.now()))

    async def run(self, job: str) -> list[ChangeSet]:
        """What a run over the default tenant changed."""
        before = {one.id for one in await self.change_sets()}
        run = await self.memory.jobs.run(job, tenant_id="default", wait=True)
        assert (run.state, run.error) == ("done", None)
        return [one for one in await self.change_sets() if one.id not in before]

    async def change_sets(self) -> Sequence[ChangeSet]:
        """All change sets, the newest first."""
        async with self.space() as space:
            return (await self.changes.page(space, before=None, limit=100)).items

    async def undo(self, change_id: str) -> ChangeSet:
        """Takes a change set back."""
        async with self.space() as space:
            return await self.changes.undo(space, change_id, actor="test")

    async def recorded(self, memory_id: str) -> Recorded:
        """A memory as it stands."""
        async with self.space() as space:
            (found,) = await space.stores.records.recorded([memory_id])
            return found

    async def edges(self, memory_id: str) -> list[Edge]:
        """The edges at a memory that are not derived."""
        return await self.write(lambda tx: tx.amend.edges_at(memory_id))

    async def reviews(self) -> list[Review]:
        """The reviews, the newest first."""
        async with self.space() as space:
            return await space.stores.records.read(
                lambda snapshot: snapshot.archive.reviews(None, None, before=None, limit=100)
            )

    async def dump(self) -> list[str]:
        """Everything but what only grows."""
        async with self.space() as space:
            return list(await space.stores.records.dump(with_history=False))


@asynccontextmanager
async def world(*, min_community: int = 1_000, n_links: int = 0) -> AsyncIterator[World]:
    """An engine in memory, in which nothing is linked behind the answers, and no few memories are a
    community unless a test asks for that."""
    clock = SetClock()
    settings = Settings(
        index=IndexSettings(semantic_links=n_links),
        consolidation=ConsolidationSettings(min_community=min_community),
    )
    async with engine_in_memory(settings=settings, clock=clock) as memory:
        yield World(memory, clock)
