"""How do people see and steer the reading of texts, which goes on by itself?

As a job: `run` reads what waits at once and goes on after a pause, `stop` pauses until then. When texts
are read otherwise is for `services/background/extraction`.
"""

from __future__ import annotations

import asyncio

from perspective.domain.process import JobPreview, JobRun
from perspective.domain.tenant import Tenant
from perspective.errors import Conflict, ModelMissing
from perspective.services.background.extraction import Extraction
from perspective.services.host import Host, Space
from perspective.services.jobs.job import Run

_PATIENCE_S = 60.0  # without anything being read


class ExtractionJob:
    """`extraction`: reads what waits in the queue of a tenant."""

    name = "extraction"
    summary = "Reads entities, facts and relations out of stored texts, as they come."
    only_changed = False

    def __init__(self, extraction: Extraction, host: Host) -> None:
        self._extraction = extraction
        self._batches = extraction.batches
        self._host = host

    @property
    def is_paused(self) -> bool:
        """Whether nothing is read until `resume`."""
        return self._batches.is_paused

    @property
    def is_busy(self) -> bool:
        """Whether a batch is being read."""
        return self._batches.is_busy

    @property
    def last(self) -> JobRun | None:
        """The last batch."""
        return self._batches.last

    def wants(self, tenant: Tenant) -> bool:
        """Whether something may wait there."""
        return tenant.has_unread

    def pause(self) -> None:
        """No further batch is begun; one that is being read is read to its end."""
        self._batches.is_paused = True

    def resume(self) -> None:
        """What waits is read, and what comes."""
        self._batches.is_paused = False
        for space in self._host.open_spaces:
            space.wake()

    async def n_waiting(self) -> int:
        """How many texts wait in the tenants that are open."""
        with self._host.use_open() as spaces:
            return sum([await _n_unread(space) for space in spaces])

    async def run(self, space: Space, run: Run) -> None:
        """Returns when nothing waits any more, or nothing was read for long."""
        health = self._extraction.health()
        if health.state == "none":
            raise Conflict("nothing reads texts: extraction.mode is off")
        if health.state == "missing":
            raise ModelMissing(health.reason)
        self._batches.hurry()
        n_first = n_left = await _n_unread(space)
        run.note(accepted=n_first)
        committed = space.next_commit()
        space.wake()
        while n_left:
            run.progress(max(0, n_first - n_left), n_first)
            if not await _rung(committed, run.stopping):
                run.note(skipped=n_left)  # they have failed, and are tried again later
                return
            await run.breathe()
            committed = space.next_commit()
            n_left = await _n_unread(space)
        run.note(changed=n_first)
        run.progress(n_first, n_first)

    async def preview(self, space: Space) -> JobPreview | None:  # noqa: ARG002 - the job's signature
        """What a text says is not known before it is read."""
        return None


async def _n_unread(space: Space) -> int:
    counts = await space.stores.records.read(lambda snapshot: snapshot.queue_counts())
    return counts.get("pending", 0) + counts.get("running", 0)


async def _rung(*events: asyncio.Event) -> bool:
    """Whether one of them was set before long."""
    waiting = [asyncio.create_task(event.wait()) for event in events]
    try:
        done, _ = await asyncio.wait(
            waiting, timeout=_PATIENCE_S, return_when=asyncio.FIRST_COMPLETED
        )
        return bool(done)
    finally:
        for task in waiting:
            task.cancel()
