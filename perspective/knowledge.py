"""What can a program ask about what was read out of memories: entities, the graph, the queue?

Groups of the engine's face, as those of `groups.py` are: they validate, open what is needed and
hand over to the services.
"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.domain.extraction.view import (
    EntitiesApart,
    EntityDetail,
    EntityListing,
    EntityPage,
    EntitySplit,
    Queue,
)
from perspective.domain.trust.subgraph import GraphFigures, GraphQuery, Subgraph
from perspective.groups import DEFAULT_TENANT, Services, checked
from perspective.ports.transaction import QueueState
from perspective.services.background.extraction import queue_failed, queue_of
from perspective.services.background.queue import queue_again, queue_without

_N_SHOWN = 50


class Entities:
    """`memory.entities`: named things that memories are about. Unknown ids raise
    EntityNotFound."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._inspect = services.inspect
        self._merge = services.merge

    async def list(
        self, listing: EntityListing = EntityListing(), *, tenant_id: str = DEFAULT_TENANT
    ) -> EntityPage:
        """Entities by name, with how many memories mention each."""
        listing = checked(listing)
        async with self._host.use(tenant_id) as space:
            return await self._inspect.entities(space, listing)

    async def read(
        self, entity_id: str, *, tenant_id: str = DEFAULT_TENANT, limit: int = 50
    ) -> EntityDetail:
        """One of them, with what it is linked to."""
        async with self._host.use(tenant_id) as space:
            return await self._inspect.entity(space, entity_id, limit=limit)

    async def merge(
        self,
        entity_id: str,
        other_id: str,
        *,
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> EntityDetail:
        """The other is shown as this one from now on, under either id; safe to repeat. Raises
        Conflict for an entity and itself."""
        async with self._host.use(tenant_id) as space:
            kept = await self._merge.merge(space, entity_id, other_id, actor=actor)
            return await self._inspect.entity(space, kept, limit=_N_SHOWN)

    async def split(
        self,
        entity_id: str,
        *,
        name: str | None = None,
        memory_ids: Sequence[str] = (),
        tenant_id: str = DEFAULT_TENANT,
        actor: str = "library",
    ) -> EntitiesApart:
        """What goes by the name, or what these memories mention, is an entity of its own; what was
        merged under the name is as it was before. Raises Conflict when nothing would be left."""
        wanted = checked(EntitySplit(name=name, memory_ids=tuple(memory_ids)))
        async with self._host.use(tenant_id) as space:
            ids = await self._merge.split(space, entity_id, wanted, actor=actor)
            kept, new = [await self._inspect.entity(space, one, limit=_N_SHOWN) for one in ids]
            return EntitiesApart(kept, new)


class Graph:
    """`memory.graph`: how memories and entities are linked."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._draw = services.draw

    async def figures(self, *, tenant_id: str = DEFAULT_TENANT) -> GraphFigures:
        """How many memories, entities and edges there are, and of what degrees; as they were at most
        five seconds ago."""
        async with self._host.use(tenant_id) as space:
            return await self._draw.figures(space)

    async def around(
        self,
        center: str,
        *,
        hops: int = 2,
        limit: int = 100,
        cursor: str | None = None,
        tenant_id: str = DEFAULT_TENANT,
    ) -> Subgraph:
        """What lies around a memory, entity or community, for drawing: edges heaviest now first, by pages.
        Raises NotFound."""
        query = checked(GraphQuery(center=center, hops=hops, limit=limit, cursor=cursor))
        async with self._host.use(tenant_id) as space:
            return await self._draw.around(space, center, query)


class Reading:
    """`memory.queue`: the texts that are to be read in the background."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._visits = services.visits

    async def list(
        self, state: QueueState = "failed", *, tenant_id: str = DEFAULT_TENANT, limit: int = 50
    ) -> Queue:
        """How many texts are in each state, and the oldest of one state."""
        async with self._host.use(tenant_id) as space:
            return await queue_of(space, state, limit=limit)

    async def retry(
        self, memory_ids: Sequence[str] | None = None, *, tenant_id: str = DEFAULT_TENANT
    ) -> int:
        """Texts that could not be read are tried again: these, or all; returns how many. Ids of
        texts that have not failed are passed over."""
        async with self._host.use(tenant_id) as space:
            await self._visits.expect(space)
            if memory_ids is None:
                return await queue_failed(space)
            return await queue_again(space, memory_ids)

    async def skip(self, memory_ids: Sequence[str], *, tenant_id: str = DEFAULT_TENANT) -> int:
        """These texts are not read, unless they are edited; returns how many waited or had failed.
        What was read of them before stays."""
        async with self._host.use(tenant_id) as space:
            return await queue_without(space, memory_ids)
