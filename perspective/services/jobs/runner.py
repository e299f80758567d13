"""Which jobs run now, which ran, and how are they started and stopped?

A round visits the tenants that need it, one after another; a run over a single tenant may be wished for
beside it. Of a job there is one run at a time in a tenant, and the jobs take turns there. How a run
ended, and what its tenant looked like when it began, is kept in the catalog: one that the end of the
process cut short is shown so, and is due again. When rounds are due is `plan`'s to say; nothing here
looks at the time by itself.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import msgspec

from perspective.domain.process import JobPreview, JobRun, JobView, RunState
from perspective.errors import (
    Conflict,
    EngineNotOpen,
    ProcessNotFound,
    StorageError,
)
from perspective.observability.events import event_log
from perspective.ports.catalog import JobRuns
from perspective.ports.system import Clock, Ids
from perspective.services.host import Host
from perspective.services.jobs.changed import seen_from_now
from perspective.services.jobs.going import CUT, Going
from perspective.services.jobs.job import SWITCHES, Job, JobStopped, StandingJob
from perspective.services.jobs.plan import Plan

_log = event_log(__name__)

STOP_S = 1.5  # a run that did not come to its next breath within this is cut


class JobRunner:
    """Runs jobs. One instance serves all tenants."""

    def __init__(
        self,
        jobs: Sequence[Job],
        host: Host,
        runs: JobRuns,
        clock: Clock,
        ids: Ids,
        plans: Mapping[str, Plan],
        *,
        stop_s: float = STOP_S,
    ) -> None:
        self._jobs = {job.name: job for job in jobs}
        self._host = host
        self._runs = runs
        self._clock = clock
        self._ids = ids
        self._plans = plans
        self._stop_s = stop_s
        self._going: dict[tuple[str, str | None], Going] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._last: dict[str, JobRun] = {}
        self._last_round: dict[str, JobRun] = {}
        self._made_at = clock.now()
        self._is_closing = False
        self.totals: dict[tuple[str, RunState], tuple[int, float]] = {}

    async def resume(self) -> None:
        """What an earlier process left running is shown as interrupted; the next rounds count from the
        last ones."""
        n_cut = await self._runs.interrupt(CUT)
        if n_cut:
            _log.warning("jobs_interrupted", n_runs=n_cut)
        for run in reversed(await self._runs.latest()):
            self._remember(run)
        tenants = await self._host.tenants()
        self._made_at = min((one.created_at for one in tenants), default=self._made_at)

    async def close(self) -> None:
        """Cuts what runs, and begins nothing any more. What was cut is due again."""
        self._is_closing = True
        going = list(self._going.values())
        for one in going:
            one.run.stopping.set()
            if one.work is not None:
                one.work.cancel()
        if going:
            await asyncio.wait([one.task for one in going if one.task is not None])

    @property
    def names(self) -> frozenset[str]:
        """The names of all jobs."""
        return frozenset(self._jobs)

    async def jobs(self) -> list[JobView]:
        """All jobs. Opens no tenant."""
        return [await self.job(name) for name in self._jobs]

    async def job(self, name: str) -> JobView:
        """One job; raises ProcessNotFound."""
        job = self._find(name)
        going = [one for one in self._going.values() if one.job is job]
        shown = next((one for one in going if one.record.round_id is None), None)
        view = JobView(
            name=name,
            summary=job.summary,
            state="running" if going else "idle",
            run=None if shown is None else shown.view(),
            last=self._last.get(name),
            next_run_at=self.next_at(name),
        )
        if any(one.run.stopping.is_set() for one in going):
            return msgspec.structs.replace(view, state="stopping")
        if isinstance(job, StandingJob):
            state = "paused" if job.is_paused else "running" if job.is_busy else view.state
            last = _later(job.last, view.last)
            waiting = await job.n_waiting()
            return msgspec.structs.replace(view, state=state, last=last, waiting=waiting)
        return view

    def next_at(self, name: str) -> datetime | None:
        """When the next round is to begin; None for a job without a plan, or while one runs."""
        plan = self._plans.get(name)
        if plan is None or (name, None) in self._going or name not in self._jobs:
            return None
        last = self._last_round.get(name)
        was_cut = last is not None and last.state == "interrupted"
        last_at = self._made_at if last is None else last.started_at
        return plan.next(last_at, self._clock.now(), was_cut=was_cut)

    def due_in(self) -> dict[str, timedelta]:
        """How long until the next round of each job that has one; negative for one that was missed."""
        now = self._clock.now()
        planned = {name: self.next_at(name) for name in self._jobs}
        return {name: at - now for name, at in planned.items() if at is not None}

    async def run(self, name: str, tenant_id: str | None = None) -> JobRun:
        """The job runs now: a round, or over one tenant. If that is under way already, it is the answer.

        Raises ProcessNotFound, TenantNotFound, Conflict where the tenant has the job turned off, and
        StorageError when the run cannot be noted.
        """
        job = self._find(name)
        if tenant_id is not None:
            tenant = await self._host.tenant(tenant_id)
            switch = SWITCHES.get(name)
            if switch is not None and not getattr(tenant.settings, switch):
                raise Conflict(f"the tenant {tenant_id!r} has {switch} turned off")
        if self._is_closing:
            raise EngineNotOpen
        if isinstance(job, StandingJob):
            job.resume()
        going = self._going.get((name, tenant_id)) or self._start(job, tenant_id)
        await asyncio.shield(going.begun)
        return going.view()

    async def finished(self, run: JobRun, *, timeout_s: float | None = None) -> JobRun:
        """The run, once it has ended or the time is over."""
        going = self._going.get((run.job, run.tenant_id))
        if going is not None and going.record.id == run.id and going.task is not None:
            await asyncio.wait([going.task], timeout=timeout_s)
            return going.view() if going.record.finished_at is None else going.record
        return await self.find(run.job, run.id)

    async def stop(self, name: str) -> JobView:
        """What of the job runs ends within two seconds; a job that works as things come is paused."""
        job = self._find(name)
        if isinstance(job, StandingJob):
            job.pause()
        going = [one for one in self._going.values() if one.job is job]
        for one in going:
            one.run.stopping.set()
        tasks = [one.task for one in going if one.task is not None]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=self._stop_s)
            for one in going:
                if one.task in late and one.work is not None:
                    one.work.cancel()
            if late:
                await asyncio.wait(late, timeout=self._stop_s / 4)
        return await self.job(name)

    async def preview(self, name: str, tenant_id: str) -> JobPreview:
        """What a run over the tenant would change now."""
        job, switch = self._find(name), SWITCHES.get(name)
        async with self._host.use(tenant_id) as space:
            if switch is not None and not getattr(space.tenant.settings, switch):
                return JobPreview(job=name, tenant_id=tenant_id)  # no round ever runs it there
            preview = await job.preview(space)
        if preview is None:
            return JobPreview(job=name, tenant_id=tenant_id, is_none=True)
        return msgspec.structs.replace(preview, job=name, tenant_id=tenant_id)

    async def history(self, name: str, *, tenant_id: str | None, limit: int) -> list[JobRun]:
        """The runs of a job, the newest first: over one tenant, else rounds and single runs."""
        self._find(name)
        found = await self._runs.page(name, tenant_id=tenant_id, limit=limit)
        going = {one.record.id: one for one in self._going.values()}
        return [going[one.id].view() if one.id in going else one for one in found]

    async def find(self, name: str, run_id: str) -> JobRun:
        """One run; raises ProcessNotFound."""
        self._find(name)
        for going in self._going.values():
            if going.record.id == run_id and going.job.name == name:
                return going.view()
        found = await self._runs.find(run_id)
        if found is None or found.job != name:
            raise ProcessNotFound(f"there is no run {run_id!r} of {name}")
        return found

    def _find(self, name: str) -> Job:
        job = self._jobs.get(name)
        if job is None:
            known = ", ".join(sorted(self._jobs))
            raise ProcessNotFound(f"there is no job {name!r}; there are {known}")
        return job

    def _start(self, job: Job, tenant_id: str | None, round_id: str | None = None) -> Going:
        record = JobRun(
            id=self._ids.new(),
            job=job.name,
            tenant_id=tenant_id,
            round_id=round_id,
            started_at=self._clock.now(),
        )
        going = Going(job, record)
        self._going[job.name, tenant_id] = going
        going.task = asyncio.create_task(self._go(going), name=f"job-{job.name}")
        return going

    async def _go(self, going: Going) -> None:
        """The run from its note to its end. It is never cancelled: `work` is."""
        record = going.record
        key = (record.job, record.tenant_id)
        try:
            await self._runs.begin(record)
        except StorageError as error:
            del self._going[key]
            self._remember(self._ended(going, "failed", str(error)))
            going.begun.set_exception(error)
            going.begun.exception()  # a round has nobody who asks
            return
        going.begun.set_result(None)
        work = self._round(going) if record.tenant_id is None else self._visit(going)
        going.work = asyncio.create_task(work, name=f"run-{record.job}")
        if self._is_closing or going.run.stopping.is_set():
            going.work.cancel()
        await asyncio.wait([going.work])
        ended = self._ended(going, *going.outcome(is_closing=self._is_closing))
        seen = going.seen if ended.state == "done" else None
        try:
            await self._runs.end(ended, seen=seen, due_at=going.run.due_at)
        except StorageError as error:  # the next start shows it as interrupted
            _log.warning("job_not_noted", job=record.job, reason=type(error).__name__)
        del self._going[key]
        self._remember(ended)
        self._tell(ended)

    async def _visit(self, going: Going) -> None:
        """One tenant."""
        tenant_id = going.record.tenant_id
        assert tenant_id is not None
        turn = self._turns.setdefault(tenant_id, asyncio.Lock())
        async with turn, self._host.use(tenant_id) as space:
            going.run.space = space
            seen = await seen_from_now(self._runs, space)
            await going.job.run(space, going.run)
            going.seen = seen

    async def _round(self, going: Going) -> None:
        """Every tenant that needs it, one after another; one that fails ends nothing."""
        run, job = going.run, going.job
        tenant_ids = await self._in_need(job)
        run.progress(0, len(tenant_ids))
        reasons: list[str] = []
        for n, tenant_id in enumerate(tenant_ids):
            if run.stopping.is_set():
                raise JobStopped
            visit = self._going.get((job.name, tenant_id)) or self._start(
                job, tenant_id, going.record.id
            )
            assert visit.task is not None
            await asyncio.wait([visit.task])
            ended = visit.record
            counts = ended.counts
            if ended.state == "failed":
                reasons.append(f"{tenant_id}: {ended.error}")
                counts = msgspec.structs.replace(counts, failed=max(1, counts.failed))
            run.counts += counts
            run.progress(n + 1, len(tenant_ids))
        if run.stopping.is_set():
            raise JobStopped
        if reasons:
            run.reason = f"{len(reasons)} of {len(tenant_ids)} tenants failed, first {reasons[0]}"

    async def _in_need(self, job: Job) -> list[str]:
        """The tenants that a round visits, found without opening one."""
        switch = SWITCHES.get(job.name)
        tenants = await self._host.tenants()
        if isinstance(job, StandingJob):
            tenants = [one for one in tenants if job.wants(one)]
        elif job.only_changed:
            due = set(await self._runs.due(job.name, self._clock.now()))
            tenants = [one for one in tenants if one.id in due]
        return [one.id for one in tenants if switch is None or getattr(one.settings, switch)]

    def _ended(self, going: Going, state: RunState, error: str | None) -> JobRun:
        safe = None if error is None else error.encode("utf-8", "replace").decode()
        going.record = msgspec.structs.replace(
            going.view(), state=state, finished_at=self._clock.now(), error=safe
        )
        return going.record

    def _remember(self, run: JobRun) -> None:
        """The next round counts from this one, and people see it as the last."""
        if run.round_id is not None:
            return
        self._last[run.job] = run
        if run.tenant_id is None:
            self._last_round[run.job] = run

    def _tell(self, run: JobRun) -> None:
        """The log and the numbers know how it ended."""
        took_s = run.took_s or 0.0
        if run.round_id is None:
            n, seconds = self.totals.get((run.job, run.state), (0, 0.0))
            self.totals[run.job, run.state] = (n + 1, seconds + took_s)
        tell = _log.warning if run.state == "failed" else _log.info
        counts = {name: n for name, n in msgspec.structs.asdict(run.counts).items() if n}
        tell(
            "job_ended",
            job=run.job,
            tenant=run.tenant_id,
            state=run.state,
            took_s=round(took_s, 3),
            **counts,
        )


def _later(one: JobRun | None, other: JobRun | None) -> JobRun | None:
    """Which of two runs has ended last."""
    found = [run for run in (one, other) if run is not None and run.finished_at is not None]
    return max(found, key=lambda run: run.finished_at or run.started_at, default=one or other)
