"""Which named things do memories speak of, and which texts are still to be read for them?"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from perspective.api.decoding import narrow
from perspective.api.operation import Call, Resource
from perspective.api.wire import Limit, TenantId
from perspective.domain.extraction.view import (
    EntitiesApart,
    EntityDetail,
    EntityListing,
    EntityPage,
    EntitySplit,
    Queue,
)
from perspective.domain.trust.subgraph import GraphFigures, GraphQuery, Subgraph
from perspective.ports.transaction import QueueState


class EntityPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The entity meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="An entity's id.")]


class EntitiesQuery(EntityListing, frozen=True, kw_only=True):
    """Which entities to list, and whose."""

    tenant_id: TenantId = "default"


class EntityQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose entity it is, and how many of its neighbours are shown."""

    tenant_id: TenantId = "default"
    limit: Limit = 50


class QueueQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose queue, and the texts of which state."""

    tenant_id: TenantId = "default"
    state: QueueState = "failed"
    limit: Limit = 50


class QueueOf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose queue."""

    tenant_id: TenantId = "default"


MemoryId = Annotated[str, Meta(min_length=1, max_length=128)]


class RetryBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which texts are tried again: all that have failed, when none are given."""

    ids: Annotated[tuple[MemoryId, ...], Meta(min_length=1, max_length=1000)] | None = None


class SkipBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which texts are not read."""

    ids: Annotated[tuple[MemoryId, ...], Meta(min_length=1, max_length=1000)]


class MergeBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The entity that is the same."""

    other: Annotated[str, Meta(min_length=1, max_length=128, description="An entity's id.")]


class GraphAsked(GraphQuery, frozen=True, kw_only=True):
    """Whose graph, and around which node."""

    tenant_id: TenantId = "default"


class GraphAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of the graph, or with a center what lies around it."""

    figures: GraphFigures | UnsetType = UNSET
    around: Subgraph | UnsetType = UNSET


class Requeued(msgspec.Struct, frozen=True):
    """How many texts are tried again, or are not read."""

    queued: int


resource = Resource("entities", "Named things that memories speak of, read in the background.")


@resource.operation("GET", "/api/entities", summary="Lists entities by name")
async def list_entities(call: Call, query: EntitiesQuery) -> EntityPage:
    """Each with how many memories mention it. `name` is how a name begins."""
    listing = narrow(query, EntityListing)
    return await call.memory.entities.list(listing, tenant_id=query.tenant_id)


@resource.operation("GET", "/api/entities/{id}", summary="Reads an entity")
async def read_entity(call: Call, path: EntityPath, query: EntityQuery) -> EntityDetail:
    """Its names, the memories that mention it, and what was said of it and others."""
    return await call.memory.entities.read(path.id, tenant_id=query.tenant_id, limit=query.limit)


@resource.operation(
    "POST",
    "/api/entities/{id}/merge",
    summary="Says that two entities are one",
    example={"other": "019a0000-0000-7000-8000-000000000000"},
)
async def merge_entities(
    call: Call, path: EntityPath, query: QueueOf, body: MergeBody
) -> EntityDetail:
    """The other is shown as this one from now on, under either id. Asking again changes nothing;
    a split by its name brings both back as they were."""
    return await call.memory.entities.merge(
        path.id, body.other, tenant_id=query.tenant_id, actor="api"
    )


@resource.operation(
    "POST",
    "/api/entities/{id}/split",
    summary="Says that one entity is two",
    example={"name": "Bob"},
)
async def split_entity(
    call: Call, path: EntityPath, query: QueueOf, body: EntitySplit
) -> EntitiesApart:
    """What goes by a name, or what some memories mention, becomes an entity of its own."""
    return await call.memory.entities.split(
        path.id,
        name=body.name,
        memory_ids=body.memory_ids,
        tenant_id=query.tenant_id,
        actor="api",
    )


@resource.operation("GET", "/api/graph", summary="Shows how memories and entities are linked")
async def show_graph(call: Call, query: GraphAsked) -> GraphAnswer:
    """Without `center` how many nodes and edges there are, as they were at
    most five seconds ago; with it the heaviest edges within so
    many hops of a memory or entity, or between the members of a community, by pages. Never the whole
    graph."""
    if query.center is None:
        return GraphAnswer(figures=await call.memory.graph.figures(tenant_id=query.tenant_id))
    around = await call.memory.graph.around(
        query.center,
        hops=query.hops,
        limit=query.limit,
        cursor=query.cursor,
        tenant_id=query.tenant_id,
    )
    return GraphAnswer(around=around)


@resource.operation("GET", "/api/queue", summary="Lists texts that are to be read for entities")
async def list_queue(call: Call, query: QueueQuery) -> Queue:
    """How many are pending, running, done and failed, and the oldest of one state, with why."""
    return await call.memory.queue.list(query.state, tenant_id=query.tenant_id, limit=query.limit)


@resource.operation(
    "POST",
    "/api/queue/retry",
    summary="Tries again what could not be read",
    example={"ids": ["019a0000-0000-7000-8000-000000000000"]},
)
async def retry_queue(call: Call, query: QueueOf, body: RetryBody | None) -> Requeued:
    """Texts that have failed wait again: those given, or all without a body."""
    ids = None if body is None else body.ids
    return Requeued(await call.memory.queue.retry(ids, tenant_id=query.tenant_id))


@resource.operation(
    "POST",
    "/api/queue/skip",
    summary="Leaves texts unread",
    example={"ids": ["019a0000-0000-7000-8000-000000000000"]},
)
async def skip_queue(call: Call, query: QueueOf, body: SkipBody) -> Requeued:
    """Texts that wait or have failed are not read, unless they are edited."""
    return Requeued(await call.memory.queue.skip(body.ids, tenant_id=query.tenant_id))
