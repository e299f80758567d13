"""What can a program ask about background work and jobs?

Groups of the engine's face: `memory.processes` and `memory.jobs`. They hand over to the services.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta

import msgspec

from perspective.domain.answer import IndexHealth
from perspective.domain.process import JobPreview, JobRun, JobView, ProcessView, RunState
from perspective.domain.tenant import check_tenant_id
from perspective.errors import Conflict
from perspective.groups import DEFAULT_TENANT, Services

_FAR_BEHIND = 500  # versions
MAX_RUNS = 500


class Background:
    """`memory.processes`: work that goes on behind the answers. Unknown ids raise
    ProcessNotFound."""

    def __init__(self, services: Services) -> None:
        self._host = services.host
        self._processes = services.processes
        self._jobs = services.jobs

    async def list(self, tenant_id: str | None = None) -> list[ProcessView]:
        """Work that waits, runs or has ended, the newest first, then the indexes that are far
        behind, and the jobs. Opens no tenant."""
        if tenant_id is not None:
            check_tenant_id(tenant_id)
        views = [process.view() for process in self._processes.all()]
        views.extend(await self._indexes())
        views.extend([_job_process(job) for job in await self._jobs.jobs()])
        return [view for view in views if tenant_id in {None, view.tenant_id}]

    async def read(self, process_id: str) -> ProcessView:
        """One of them; a job by its name."""
        if process_id in self._jobs.names:
            return _job_process(await self._jobs.job(process_id))
        for view in await self._indexes():
            if view.id == process_id:
                return view
        return self._processes.find(process_id).view()

    async def stop(self, process_id: str) -> ProcessView:
        """It stops soon, between two of its steps; what it did stays. Safe to repeat. Raises
        Conflict for an index, which must follow its store."""
        if process_id in self._jobs.names:
            return _job_process(await self._jobs.stop(process_id))
        if any(view.id == process_id for view in await self._indexes()):
            raise Conflict("an index follows its store and cannot be stopped")
        process = self._processes.find(process_id)
        process.stopping.set()
        return process.view()

    def stop_streams(self) -> None:
        """Streams that are being taken in come to an end, so that a server can stop."""
        for process in self._processes.all():
            if process.kind == "bulk":
                process.stopping.set()

    async def _indexes(self) -> Sequence[ProcessView]:
        views = []
        with self._host.use_open() as spaces:
            for space in spaces:
                for name, pump in space.pumps.items():
                    health = await pump.health()
                    if health.pending >= _FAR_BEHIND:
                        views.append(_index_process(space.tenant.id, name, health))
        return views


def _index_process(tenant_id: str, name: str, health: IndexHealth) -> ProcessView:
    """An index that is far behind, as a process."""
    return ProcessView(
        id=f"index-{name}-{tenant_id}",
        kind="index",
        tenant_id=tenant_id,
        state="running",
        done=health.accepted - health.pending,
        total=health.accepted,
        is_stoppable=False,
        error=health.reason,
    )


class Jobs:
    """`memory.jobs`: what is done again and again. Unknown names raise ProcessNotFound."""

    def __init__(self, services: Services) -> None:
        self._runner = services.jobs

    async def list(self) -> list[JobView]:
        """All jobs. Opens no tenant."""
        return await self._runner.jobs()

    async def read(self, name: str) -> JobView:
        """One job: what goes on, how the last run ended, when the next begins."""
        return await self._runner.job(name)

    async def run(self, name: str, *, tenant_id: str | None = None, wait: bool = False) -> JobRun:
        """The job runs now, over one tenant or over all that need it; `wait` for its end.

        If that is under way already, it is the answer. Raises TenantNotFound, or Conflict where the tenant
        has the job turned off.
        """
        run = await self._runner.run(name, tenant_id)
        return await self._runner.finished(run) if wait else run

    async def find(self, name: str, run_id: str, *, wait_s: float = 0.0) -> JobRun:
        """One run, as it stands or as it ended; waits up to `wait_s` for its end."""
        run = await self._runner.find(name, run_id)
        return await self._runner.finished(run, timeout_s=wait_s) if wait_s > 0 else run

    async def stop(self, name: str) -> JobView:
        """What runs of the job ends within two seconds; what it did stays. `extraction` pauses until it is
        run, or the engine is opened again."""
        return await self._runner.stop(name)

    async def preview(self, name: str, *, tenant_id: str = DEFAULT_TENANT) -> JobPreview:
        """What a run over the tenant would change now."""
        return await self._runner.preview(name, tenant_id)

    async def history(
        self, name: str, *, tenant_id: str | None = None, limit: int = 50
    ) -> Sequence[JobRun]:
        """The job's runs, the newest first: over one tenant, else rounds and single runs."""
        if tenant_id is not None:
            check_tenant_id(tenant_id)
        return await self._runner.history(name, tenant_id=tenant_id, limit=min(limit, MAX_RUNS))

    def due_in(self) -> Mapping[str, timedelta]:
        """How long until the next round of each job that is planned and does not run; negative for
        one that was missed."""
        return self._runner.due_in()

    def totals(self) -> Mapping[tuple[str, RunState], tuple[int, float]]:
        """How many rounds and single runs ended so since the start, and how long they took together."""
        return dict(self._runner.totals)


def _job_process(job: JobView) -> ProcessView:
    """A job, as a process."""
    shown = job.run or job.last
    view = ProcessView(
        id=job.name,
        kind="job",
        tenant_id=None,
        state=job.state,
        is_stoppable=job.state == "running" or (job.waiting is not None and job.state != "paused"),
        next_run_at=job.next_run_at,
        waiting=job.waiting,
    )
    if shown is None:
        return view
    return msgspec.structs.replace(
        view,
        tenant_id=shown.tenant_id,
        done=shown.done,
        total=shown.total,
        started_at=shown.started_at,
        finished_at=shown.finished_at,
        error=None if job.last is None else job.last.error,
        outcome=None if job.last is None else job.last.state,
        took_s=shown.took_s,
        counts=shown.counts,
    )
