"""What goes on in the background, and how is it stopped?"""

from __future__ import annotations

from perspective.api.operation import Call, Resource
from perspective.api.wire import ProcessPage, ProcessPath, ProcessQuery
from perspective.domain.process import ProcessView

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
