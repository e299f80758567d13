"""How is a single memory found, read, changed, put away and brought back?"""

from __future__ import annotations

from msgspec import UNSET

from perspective.api.decoding import narrow
from perspective.api.operation import ACTOR, Call, Resource
from perspective.api.wire import (
    Deleted,
    ListQuery,
    MemoryPath,
    PinBody,
    PinQuery,
    ReadQuery,
    TenantPageQuery,
    TenantQuery,
)
from perspective.domain.answer import EventPage, MemoryPage, MemoryView
from perspective.domain.query import MemoryEdit, MemoryListing

resource = Resource("memories", "Single memories: read, edited, deleted, restored, pinned.")


@resource.operation("GET", "/api/memories", summary="Lists memories, newest first")
async def list_memories(call: Call, query: ListQuery) -> MemoryPage:
    """All of a tenant's memories that pass the filters; `q` searches among them."""
    listing = narrow(query, MemoryListing)
    return await call.memory.memories.list(listing, tenant_id=query.tenant_id)


@resource.operation("GET", "/api/memories/{id}", summary="Reads a memory")
async def read_memory(call: Call, path: MemoryPath, query: ReadQuery) -> MemoryView:
    """The memory as it stands. A `source_id` reads the whole long text, byte for byte."""
    return await call.memory.memories.read(
        path.id, tenant_id=query.tenant_id, versions=query.versions
    )


@resource.operation(
    "PATCH",
    "/api/memories/{id}",
    summary="Edits a memory",
    example={"content": "Ana moved to Porto in May", "tags": ["people", "moves"]},
)
async def edit_memory(
    call: Call, path: MemoryPath, query: TenantQuery, body: MemoryEdit
) -> MemoryView:
    """A new version; a field left out stays as it is, null clears it."""
    return await call.memory.memories.edit(path.id, body, tenant_id=query.tenant_id, actor=ACTOR)


@resource.operation("DELETE", "/api/memories/{id}", summary="Deletes a memory")
async def delete_memory(call: Call, path: MemoryPath, query: TenantQuery) -> Deleted:
    """No recall finds it from now on; it can be restored."""
    n_deleted = await call.memory.memories.delete(path.id, tenant_id=query.tenant_id, actor=ACTOR)
    return Deleted(n_deleted)


@resource.operation("POST", "/api/memories/{id}/restore", summary="Restores a deleted memory")
async def restore_memory(call: Call, path: MemoryPath, query: TenantQuery) -> MemoryView:
    """Recall finds it again."""
    return await call.memory.memories.restore(path.id, tenant_id=query.tenant_id, actor=ACTOR)


@resource.operation(
    "POST", "/api/memories/{id}/pin", summary="Pins or unpins a memory", example={"pinned": True}
)
async def pin_memory(
    call: Call, path: MemoryPath, query: PinQuery, body: PinBody | None
) -> MemoryView:
    """A pinned memory never fades. Unpin with `?pinned=false`, or the same in a body."""
    pinned = (body or PinBody()).pinned if query.pinned is UNSET else query.pinned
    return await call.memory.memories.pin(
        path.id, pinned=pinned, tenant_id=query.tenant_id, actor=ACTOR
    )


@resource.operation("GET", "/api/memories/{id}/lineage", summary="Tells a memory's history")
async def read_lineage(call: Call, path: MemoryPath, query: TenantPageQuery) -> EventPage:
    """What happened to it, when and by whom, newest first; it outlives the memory."""
    return await call.memory.memories.lineage(
        path.id, tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )
