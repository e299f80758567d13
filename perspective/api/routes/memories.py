"""How is a single memory found, read, changed, put away and brought back?"""

from __future__ import annotations

from http import HTTPStatus

from msgspec import UNSET

from perspective.api.decoding import narrow
from perspective.api.operation import ACTOR, Answer, Call, Resource
from perspective.api.wire import (
    Deleted,
    EraseBody,
    ErasurePath,
    ExcerptQuery,
    ListQuery,
    MemoryPath,
    NeighborsQuery,
    PinBody,
    PinQuery,
    ReadQuery,
    TenantQuery,
)
from perspective.domain.answer import EventPage, MemoryPage, MemoryView
from perspective.domain.query import MemoryEdit, MemoryListing, Outcome
from perspective.domain.trust.erasure import ErasureReceipt
from perspective.domain.trust.excerpt import excerpt_of_events, excerpt_of_memory
from perspective.domain.trust.inspection import Inspection, Neighbors

resource = Resource("memories", "Single memories: read, edited, deleted, restored, pinned, erased.")


@resource.operation("GET", "/api/memories", summary="Lists memories, newest first")
async def list_memories(call: Call, query: ListQuery) -> MemoryPage:
    """All of a tenant's memories that pass the filters; `q` searches among them."""
    listing = narrow(query, MemoryListing)
    return await call.memory.memories.list(listing, tenant_id=query.tenant_id)


@resource.operation("GET", "/api/memories/{id}", summary="Reads a memory")
async def read_memory(call: Call, path: MemoryPath, query: ReadQuery) -> MemoryView:
    """The memory as it stands. A `source_id` reads the whole long text, byte for byte.
    With `max_chars` no more than the newest twenty versions are told."""
    memory = await call.memory.memories.read(
        path.id, tenant_id=query.tenant_id, versions=query.versions
    )
    return excerpt_of_memory(memory, query.max_chars)


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


@resource.operation(
    "POST", "/api/memories/{id}/restore", summary="Restores a deleted or archived memory"
)
async def restore_memory(call: Call, path: MemoryPath, query: TenantQuery) -> MemoryView:
    """Recall finds it again."""
    return await call.memory.memories.restore(path.id, tenant_id=query.tenant_id, actor=ACTOR)


@resource.operation("POST", "/api/memories/{id}/archive", summary="Puts a memory into the archive")
async def archive_memory(call: Call, path: MemoryPath, query: TenantQuery) -> MemoryView:
    """Recall then looks at it after all others. Restoring brings it back. A conflict for one that is
    pinned, retired or archived already."""
    return await call.memory.maintenance.archive(path.id, tenant_id=query.tenant_id, actor=ACTOR)


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


@resource.operation(
    "POST",
    "/api/memories/{id}/outcome",
    summary="Counts how following a procedure went",
    example={"success": True, "note": "took three minutes"},
)
async def count_outcome(
    call: Call, path: MemoryPath, query: TenantQuery, body: Outcome
) -> MemoryView:
    """Only procedural memories have outcomes. `taken_back` takes one back."""
    return await call.memory.memories.outcome(
        path.id,
        success=body.success,
        note=body.note,
        taken_back=body.taken_back,
        tenant_id=query.tenant_id,
        actor=ACTOR,
    )


@resource.operation("GET", "/api/memories/{id}/lineage", summary="Tells a memory's history")
async def read_lineage(call: Call, path: MemoryPath, query: ExcerptQuery) -> EventPage:
    """What happened to it, when and by whom, newest first; it outlives the memory."""
    page = await call.memory.memories.lineage(
        path.id, tenant_id=query.tenant_id, cursor=query.cursor, limit=query.limit
    )
    return excerpt_of_events(page, query.max_chars)


@resource.operation("GET", "/api/memories/{id}/inspect", summary="Tells what is known of a memory")
async def inspect_memory(call: Call, path: MemoryPath, query: TenantQuery) -> Inspection:
    """How it fades, where it came from, what it is linked to, and which indexes hold it."""
    return await call.memory.memories.inspect(path.id, tenant_id=query.tenant_id)


@resource.operation(
    "GET", "/api/memories/{id}/neighbors", summary="Lists what a memory is linked to"
)
async def list_neighbors(call: Call, path: MemoryPath, query: NeighborsQuery) -> Neighbors:
    """Memories and entities, the heaviest link now first."""
    return await call.memory.memories.neighbors(
        path.id, tenant_id=query.tenant_id, limit=query.limit
    )


@resource.operation(
    "POST",
    "/api/memories/{id}/erase",
    summary="Erases a memory for good",
    statuses=(HTTPStatus.OK, HTTPStatus.ACCEPTED),
    example={"confirm": "the memory's id"},
)
async def erase_memory(
    call: Call, path: MemoryPath, query: TenantQuery, body: EraseBody
) -> Answer[ErasureReceipt]:
    """Nothing reads or recalls it from now on. 200: no file holds any of it; 202: soon."""
    receipt = await call.memory.memories.erase(
        path.id, confirm=body.confirm, tenant_id=query.tenant_id, actor=ACTOR
    )
    is_done = receipt.state == "done"
    return Answer(receipt, HTTPStatus.OK if is_done else HTTPStatus.ACCEPTED)


@resource.operation("GET", "/api/erasures/{id}", summary="Reads the receipt of an erasure")
async def read_erasure(call: Call, path: ErasurePath, query: TenantQuery) -> ErasureReceipt:
    """Whether all of it is gone; it holds none of the memory's words."""
    return await call.memory.memories.erasure(path.id, tenant_id=query.tenant_id)
