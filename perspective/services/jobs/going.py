"""How does a run stand that is under way, and how has it ended?"""

from __future__ import annotations

import asyncio

import msgspec

from perspective.domain.process import JobRun, RunState
from perspective.errors import EngineNotOpen, PerspectiveError, TenantNotFound
from perspective.observability.events import event_log
from perspective.services.jobs.job import Job, JobStopped, Run

_log = event_log(__name__)

CUT = "the process ended before the run did"


class Going:
    """A run that is under way. `work` does what is to be done, `task` sees to how it ends."""

    def __init__(self, job: Job, record: JobRun) -> None:
        self.job = job
        self.run = Run()
        self.record = record
        self.seen: int | None = None
        self.work: asyncio.Task[None] | None = None
        self.task: asyncio.Task[None] | None = None
        self.begun: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def view(self) -> JobRun:
        """How it stands now."""
        run = self.run
        return msgspec.structs.replace(
            self.record, counts=run.counts, done=run.done, total=run.total
        )

    def outcome(self, *, is_closing: bool) -> tuple[RunState, str | None]:
        """How the work has ended, and why."""
        work = self.work
        assert work is not None
        cut: tuple[RunState, str | None] = ("interrupted", CUT) if is_closing else ("stopped", None)
        if work.cancelled():
            return cut
        error = work.exception()
        if isinstance(error, JobStopped) or (error is None and self.run.stopping.is_set()):
            return cut
        if isinstance(error, EngineNotOpen) and is_closing:
            return cut
        if isinstance(error, TenantNotFound):
            return ("stopped", "the tenant was deleted")
        if isinstance(error, PerspectiveError):
            return ("failed", str(error))
        if error is not None:  # a mistake of ours, which may hold anybody's words
            _log.error("job_stumbled", job=self.job.name, exc_info=error)
            return ("failed", f"a fault of Perspective's, see its log: {type(error).__name__}")
        if self.run.counts.failed:
            return ("failed", self.run.reason or f"{self.run.counts.failed} could not be done")
        return ("done", None)
