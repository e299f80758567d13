"""When does the next round of each job begin?

APScheduler wakes at the moment that the engine's plans give; what runs, and that nothing runs twice, is
the engine's. Every half minute the plans are asked again, so a machine that slept, a clock that was set
and a run by hand are noticed soon, and each missed run is made up for once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta

from apscheduler.executors.asyncio import AsyncIOExecutor
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from perspective.engine import Perspective
from perspective.errors import PerspectiveError
from perspective.observability.events import event_log

_log = event_log(__name__)

LOOK_S = 30.0
_EXECUTOR = "perspective"
_FAR = timedelta(days=3650)  # a date must stay within the calendar
_ONCE = {
    "executor": _EXECUTOR,
    "coalesce": True,
    "max_instances": 1,
    "misfire_grace_time": None,  # late is better than never
    "replace_existing": True,
}


@asynccontextmanager
async def scheduled(memory: Perspective) -> AsyncIterator[None]:
    """The jobs of an open engine run by themselves while the block does, unless that is turned off."""
    if not memory.settings.jobs.enabled:
        yield
        return
    scheduler = Scheduler(memory)
    scheduler.start()
    try:
        yield
    finally:
        await scheduler.close()


class Scheduler:
    """Starts the rounds of an engine's jobs when they are due."""

    def __init__(self, memory: Perspective) -> None:
        self._memory = memory
        # It tells of every look and run, and what matters we tell ourselves.
        logger = logging.getLogger(f"{__name__}.apscheduler")
        logger.setLevel(logging.CRITICAL)
        logging.getLogger(f"apscheduler.executors.{_EXECUTOR}").setLevel(logging.CRITICAL + 1)
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, logger=logger, executors={_EXECUTOR: AsyncIOExecutor()}
        )

    def start(self) -> None:
        """What is due begins, and the rest is planned."""
        self._scheduler.add_job(self.look, "interval", seconds=LOOK_S, id="look", **_ONCE)
        self._scheduler.start()
        self._plan()

    async def close(self) -> None:
        """Begins nothing any more; what runs is the engine's to end."""
        self._scheduler.shutdown(wait=False)
        await asyncio.sleep(0)  # it ends in the next turn of the loop

    async def look(self) -> None:
        """What is due begins; the rest is planned by the plans of now."""
        self._plan()

    def _plan(self) -> None:
        now = datetime.now(UTC)
        for name, wait in self._memory.jobs.due_in().items():
            at = now + max(timedelta(), min(wait, _FAR))
            self._scheduler.add_job(self._run, "date", run_date=at, args=[name], id=name, **_ONCE)

    async def _run(self, name: str) -> None:
        if self._memory.jobs.due_in().get(name, timedelta.max) > timedelta():
            return  # somebody ran it meanwhile, or the clock was set back
        try:
            await self._memory.jobs.run(name)
        except PerspectiveError as error:
            _log.warning("job_not_started", job=name, reason=type(error).__name__)
