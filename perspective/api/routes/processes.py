"""What goes on in the background, and how is it stopped?"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.api.operation import Call, Resource
from perspective.api.wire import TenantId
from perspective.domain.process import ProcessView


class ProcessPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The process meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="A process's id.")]


class ProcessQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose processes are listed."""

    tenant_id: Annotated[TenantId, Meta(description="Only those of this tenant.")] | None = None


class ProcessPage(msgspec.Struct, frozen=True):
    """Background work, the newest first."""

    items: tuple[ProcessView, ...]


resource = Resource("processes", "Work that goes on in the background.")


@resource.operation("GET", "/api/processes", summary="Lists background work, the newest first")
async def list_processes(call: Call, query: ProcessQuery) -> ProcessPage:
    """Streams being stored, long texts being split, indexes that are far behind, and what has
    ended lately. It tells nothing of a memory's words."""
    return ProcessPage(tuple(await call.memory.processes.list(query.tenant_id)))


@resource.operation("GET", "/api/processes/{id}", summary="Reads one background process")
async def read_process(call: Call, path: ProcessPath) -> ProcessView:
    """Its state, how far it is, and its last error."""
    return await call.memory.processes.read(path.id)


@resource.operation("POST", "/api/processes/{id}/stop", summary="Stops a background process")
async def stop_process(call: Call, path: ProcessPath) -> ProcessView:
    """It ends between two of its steps; what it has done stays. Safe to repeat."""
    return await call.memory.processes.stop(path.id)
