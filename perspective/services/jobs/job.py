"""What is a job, and how does one of its runs report and give way?

A job works in small steps over one tenant. Between two of them it calls `Run.breathe`, which gives the
time to answers, and ends the run when somebody wants that.
"""

from __future__ import annotations

import asyncio
import time
from datetime import datetime
from typing import Literal, Protocol, runtime_checkable

from perspective.domain.process import JobCounts, JobPreview, JobRun
from perspective.domain.tenant import Tenant
from perspective.services.host import Space

# The setting of a tenant that turns a job off for it.
SWITCHES: dict[str, Literal["extraction", "decay", "consolidation"]] = {
    "archive": "decay",
    "consolidation": "consolidation",
    "extraction": "extraction",
    "maintenance": "decay",
}
_REST = 3.0  # times as long as a step took: what a question loses by it is a third at most


class JobStopped(Exception):
    """The run is to end here; what it did stays. The runner alone catches it."""


class Run:
    """One run of a job over one tenant: how far it is, what it did, and the wish that it stop.

    `rest` is how long `breathe` rests, as a multiple of the time since it was called before.
    """

    def __init__(self, *, rest: float = _REST) -> None:
        self.stopping = asyncio.Event()
        self.counts = JobCounts()
        self.done = 0
        self.total: int | None = None
        self.reason: str | None = None
        self.due_at: datetime | None = None  # when next something comes due if nobody touches it
        self.space: Space | None = None  # set by the runner: one that is being removed ends the run
        self._rest = rest
        self._step_began = time.monotonic()

    def note(
        self,
        *,
        accepted: int = 0,
        changed: int = 0,
        skipped: int = 0,
        failed: int = 0,
        reason: str | None = None,
    ) -> None:
        """So many more came in, were changed, were left as they are, and could not be done. A run with
        anything failed has failed; the first `reason` is shown, and holds none of a memory's words."""
        self.counts += JobCounts(accepted, changed, skipped, failed)
        self.reason = self.reason or reason

    def progress(self, done: int, total: int | None) -> None:
        """So many of so many steps are done; None while nobody knows."""
        self.done, self.total = done, total

    async def breathe(self) -> None:
        """Lets others work, at least as long as a share of what the step took; raises JobStopped when
        the run is to end."""
        rest_s = self._rest * (time.monotonic() - self._step_began)
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(rest_s):
                await self.stopping.wait()
        except TimeoutError:
            pass
        if self.stopping.is_set() or (self.space is not None and self.space.is_leaving):
            raise JobStopped
        self._step_began = time.monotonic()


class Job(Protocol):
    """What is done to a tenant again and again; one instance serves all tenants.

    A run may be cut at any await, by a stop that `breathe` did not answer in time or the end of the
    process: what it does must be whole in each transaction, and a later run goes on. It writes only where
    there is something to change: a write counts as a change of the tenant, and brings `only_changed` back.
    """

    @property
    def name(self) -> str:
        """`maintenance`, `consolidation`, `archive`, `extraction`, `upkeep`."""
        ...

    @property
    def summary(self) -> str:
        """What it does, in one sentence for people."""
        ...

    @property
    def only_changed(self) -> bool:
        """Whether a round visits only tenants that changed since the job's last whole run there, or in
        which the time has come that this run gave as its `due_at`."""
        ...

    async def run(self, space: Space, run: Run) -> None:
        """Does what is due in the tenant. What it raises makes the run a failed one."""
        ...

    async def preview(self, space: Space) -> JobPreview | None:
        """What a run would change now; None when the job changes no memory by its nature."""
        ...


@runtime_checkable
class StandingJob(Protocol):
    """Besides, a job that works as things come: it can be paused, and says how it stands."""

    @property
    def is_paused(self) -> bool:
        """Whether nothing is done until `resume`."""
        ...

    @property
    def is_busy(self) -> bool:
        """Whether it works just now."""
        ...

    @property
    def last(self) -> JobRun | None:
        """The last piece of work that it did by itself."""
        ...

    def wants(self, tenant: Tenant) -> bool:
        """Whether a round must visit the tenant, open or not."""
        ...

    def pause(self) -> None:
        """Nothing more is begun."""
        ...

    def resume(self) -> None:
        """It goes on."""
        ...

    async def n_waiting(self) -> int:
        """How much waits in the tenants that are open."""
        ...
