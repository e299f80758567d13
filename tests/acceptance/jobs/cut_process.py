"""A process that is to be killed while it works: `python -m tests.acceptance.jobs.cut_process FOLDER`.

It stores a text in each of some tenants and starts a round of a job that works on for ever in one of
them, having changed it. It prints a line when it is there, and one with the tenants it has left behind.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from perspective.services.host import Space
from perspective.services.jobs.job import Run
from tests.acceptance.jobs.pinning import NAMES, QUIET, PinningJob
from tests.engines import embedded_engine

STUCK = NAMES[2]


class StuckJob(PinningJob):
    """Pins in small steps; stays for ever in one tenant, in the middle of its work."""

    async def run(self, space: Space, run: Run) -> None:
        """Never returns where it is stuck."""
        await super().run(space, run)
        if space.tenant.id == STUCK:
            print(*self.visited, flush=True)
            await asyncio.Event().wait()


async def live(folder: Path) -> None:
    """Until it is killed."""
    async with embedded_engine(folder, jobs=[StuckJob()], settings=QUIET) as memory:
        await memory.tenants.edit("default", consolidation=False)
        for name in NAMES:
            await memory.tenants.create(name)
            for n in range(5):
                await memory.store(f"{name} has {n} cats", tenant_id=name)
        await memory.jobs.run("consolidation", wait=True)


if __name__ == "__main__":
    asyncio.run(live(Path(sys.argv[1])))
