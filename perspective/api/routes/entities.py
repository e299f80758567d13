"""Which named things do memories speak of, and which texts are still to be read for them?"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.api.decoding import narrow
from perspective.api.operation import Call, Resource
from perspective.api.wire import Limit, TenantId
from perspective.domain.extraction.view import EntityDetail, EntityListing, EntityPage, Queue
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


class Requeued(msgspec.Struct, frozen=True):
    """How many texts are tried again."""

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


@resource.operation("GET", "/api/queue", summary="Lists texts that are to be read for entities")
async def list_queue(call: Call, query: QueueQuery) -> Queue:
    """How many are pending, running, done and failed, and the oldest of one state, with why."""
    return await call.memory.processes.queue(
        query.state, tenant_id=query.tenant_id, limit=query.limit
    )


@resource.operation("POST", "/api/queue/retry", summary="Tries again what could not be read")
async def retry_queue(call: Call, query: QueueOf) -> Requeued:
    """All texts that have failed wait again."""
    return Requeued(await call.memory.processes.read_again(tenant_id=query.tenant_id))
