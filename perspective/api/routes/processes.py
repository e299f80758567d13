"""What goes on in the background, and how is it started, foreseen and stopped?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.api.operation import Call, Resource
from perspective.api.wire import TenantId
from perspective.domain.process import JobPreview, JobRun, ProcessView

_Id = Annotated[
    str, Meta(min_length=1, max_length=128, description="A process's id, or a job's name.")
]
_Job = Annotated[str, Meta(min_length=1, max_length=128, description="A job's name.")]
_OfTenant = Annotated[TenantId, Meta(description="Only those of this tenant.")]


class ProcessPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The process meant."""

    id: _Id


class JobPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The job meant."""

    id: _Job


class RunPath(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The run meant."""

    id: _Job
    run: Annotated[str, Meta(min_length=1, max_length=128, description="A run's id.")]


class ProcessQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whose processes are listed."""

    tenant_id: _OfTenant | None = None


class RunsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which runs are listed."""

    tenant_id: _OfTenant | None = None
    limit: Annotated[int, Meta(ge=1, le=500, description="How many at most.")] = 50


class RunQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How long to wait."""

    wait_s: Annotated[
        float, Meta(ge=0, le=10, description="Wait so long for its end, if it has not ended.")
    ] = 0.0


class RunBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where the job runs."""

    tenant_id: (
        Annotated[
            TenantId, Meta(description="Over this tenant alone; without, over all that need it.")
        ]
        | None
    ) = None


class PreviewBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is looked at."""

    tenant_id: TenantId = "default"


class ProcessPage(msgspec.Struct, frozen=True):
    """Background work, the newest first, then indexes and jobs."""

    items: tuple[ProcessView, ...]


class RunPage(msgspec.Struct, frozen=True):
    """Runs of a job, the newest first."""

    items: Sequence[JobRun]


resource = Resource("processes", "Work that goes on in the background, and jobs.")


@resource.operation("GET", "/api/processes", summary="Lists background work, the newest first")
async def list_processes(call: Call, query: ProcessQuery) -> ProcessPage:
    """Streams being stored, long texts being split, indexes that are far behind, what has ended lately,
    and the jobs, each with its last and next run. It tells nothing of a memory's words."""
    return ProcessPage(tuple(await call.memory.processes.list(query.tenant_id)))


@resource.operation("GET", "/api/processes/{id}", summary="Reads one background process or job")
async def read_process(call: Call, path: ProcessPath) -> ProcessView:
    """Its state, how far it is, and its last error."""
    return await call.memory.processes.read(path.id)


@resource.operation("POST", "/api/processes/{id}/stop", summary="Stops a background process or job")
async def stop_process(call: Call, path: ProcessPath) -> ProcessView:
    """It ends between two of its steps; what it has done stays. Of a job, whatever runs ends within two
    seconds, and `extraction` pauses until it is run, or the daemon starts again. Safe to repeat."""
    return await call.memory.processes.stop(path.id)


@resource.operation(
    "POST", "/api/processes/{id}/run", summary="Runs a job now", example={"tenant_id": "default"}
)
async def run_process(call: Call, path: JobPath, body: RunBody | None) -> JobRun:
    """Over one tenant, or over all that need it; answers at once. If that is under way already, it is
    the answer. Conflict where the tenant has the job turned off."""
    return await call.memory.jobs.run(path.id, tenant_id=None if body is None else body.tenant_id)


@resource.operation(
    "POST",
    "/api/processes/{id}/preview",
    summary="Tells what a job would change now",
    example={"tenant_id": "default"},
)
async def preview_process(call: Call, path: JobPath, body: PreviewBody | None) -> JobPreview:
    """Nothing is changed. `is_none` says that the job changes no memory."""
    given = PreviewBody() if body is None else body
    return await call.memory.jobs.preview(path.id, tenant_id=given.tenant_id)


@resource.operation(
    "GET", "/api/processes/{id}/runs", summary="Lists a job's runs, the newest first"
)
async def list_runs(call: Call, path: JobPath, query: RunsQuery) -> RunPage:
    """Rounds and single runs; with a tenant, what was done there. The last 200 of each are kept."""
    history = call.memory.jobs.history
    return RunPage(await history(path.id, tenant_id=query.tenant_id, limit=query.limit))


@resource.operation("GET", "/api/processes/{id}/runs/{run}", summary="Reads a run of a job")
async def read_run(call: Call, path: RunPath, query: RunQuery) -> JobRun:
    """As it stands now, or as it ended; how far it is while it runs."""
    return await call.memory.jobs.find(path.id, path.run, wait_s=query.wait_s)
