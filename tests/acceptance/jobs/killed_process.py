"""A process that kills itself at a moment of a consolidation: `python -m
tests.acceptance.jobs.killed_process FOLDER TIME N DELAY`.

It stands at the time given, in microseconds, and dies DELAY seconds after the N-th breath of the run, in
whatever it does then. One that comes to the end first prints how many breaths there were.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path

from perspective.domain.interval import from_microseconds
from perspective.domain.process import JobPreview
from perspective.services.host import Space
from perspective.services.jobs.job import Job, Run
from tests.acceptance.jobs.planted import SETTINGS, settled
from tests.engines import SetClock, embedded_engine


class CountedRun(Run):
    """Counts its breaths, and arms the end of the process at one of them."""

    def __init__(self, n_left: int, delay_s: float) -> None:
        super().__init__()
        self.n_breaths = 0
        self._n_left = n_left
        self._delay_s = delay_s

    async def breathe(self) -> None:
        """One more."""
        self.count()
        await super().breathe()

    def count(self) -> None:
        """The process ends a while after the last one."""
        if self.n_breaths == self._n_left:
            kill = threading.Timer(self._delay_s, os.kill, (os.getpid(), signal.SIGKILL))
            kill.daemon = True
            kill.start()
        self.n_breaths += 1


class CutJob:
    """A job as it is, but for the run that it is given."""

    only_changed = True

    def __init__(self, job: Job, counted: CountedRun) -> None:
        self.name, self.summary = job.name, job.summary
        self._job = job
        self._counted = counted

    async def run(self, space: Space, run: Run) -> None:
        """The job's own work."""
        self._counted.stopping, self._counted.space = run.stopping, run.space
        self._counted.count()
        await self._job.run(space, self._counted)

    async def preview(self, space: Space) -> JobPreview | None:
        """As the job has it."""
        return await self._job.preview(space)


async def live(folder: Path, clock: SetClock, counted: CountedRun) -> None:
    """Until it kills itself or all is done."""
    async with embedded_engine(folder, settings=SETTINGS, clock=clock) as memory:
        await settled(memory)
        jobs = memory._services.jobs._jobs
        jobs["consolidation"] = CutJob(jobs["consolidation"], counted)
        await memory.jobs.run("consolidation", tenant_id="default", wait=True)
    print(counted.n_breaths, flush=True)


if __name__ == "__main__":
    _, folder, at, n_left, delay_s = sys.argv
    asyncio.run(
        live(
            Path(folder),
            SetClock(from_microseconds(int(at))),
            CountedRun(int(n_left), float(delay_s)),
        )
    )
