"""Do jobs keep their word when a process is killed, when somebody is impatient, and among many tenants?"""

from __future__ import annotations

import asyncio
import resource
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from perspective.domain.query import MemoryListing
from perspective.domain.tenant import Tenant
from perspective.engine import Perspective
from perspective.services.host import Space
from perspective.services.jobs.job import Run
from perspective.settings import ServerSettings
from tests.acceptance.jobs.cut_process import STUCK
from tests.acceptance.jobs.pinning import NAMES, QUIET, PinningJob
from tests.engines import NOON, embedded_engine
from tests.figures import Figures

ROOT = Path(__file__).parents[3]


async def n_pinned(memory: Perspective, tenant_id: str) -> int:
    """How many memories of a tenant are pinned."""
    page = await memory.memories.list(MemoryListing(limit=100), tenant_id=tenant_id)
    return sum(one.pinned for one in page.items)


def killed_at_work(folder: Path) -> list[str]:
    """A process works until it is stuck in a tenant, and is killed; which tenants it visited."""
    command = [sys.executable, "-m", "tests.acceptance.jobs.cut_process", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT, text=True) as child:
        assert child.stdout is not None
        visited = child.stdout.readline().split()
        child.kill()
    return visited


@pytest.mark.proof("Jobs")
async def test_a_killed_round_goes_on_where_it_was(tmp_path: Path) -> None:
    """Killed in a tenant, its round and visit are shown as interrupted after the start; the next
    round visits that tenant and those it had not come to, and nothing was lost or done twice."""
    visited = await asyncio.to_thread(killed_at_work, tmp_path)
    assert visited == list(NAMES[: NAMES.index(STUCK) + 1])
    job = PinningJob()
    async with embedded_engine(tmp_path, jobs=[job], settings=QUIET) as memory:
        (cut,) = await memory.jobs.history("consolidation")
        (visit,) = await memory.jobs.history("consolidation", tenant_id=STUCK)
        assert (cut.state, visit.state) == ("interrupted", "interrupted")
        assert cut.finished_at is None
        (whole,) = await memory.jobs.history("consolidation", tenant_id=NAMES[0])
        assert (whole.state, whole.counts.changed) == ("done", 5)
        run = await memory.jobs.run("consolidation", wait=True)
        assert run.state == "done"
        # What a run changed itself is looked at once more, also by a round after the kill.
        assert set(job.visited) == set(NAMES)
        last = [await memory.jobs.history("consolidation", tenant_id=one) for one in NAMES]
        assert [runs[0].counts.changed for runs in last] == [0, 0, 0, 5, 5]
        assert [await n_pinned(memory, name) for name in NAMES] == [5] * 5
        job.visited.clear()
        await memory.jobs.run("consolidation", wait=True)
        assert job.visited == list(NAMES[3:])
        assert (await memory.jobs.run("consolidation", wait=True)).total == 0


class SlowJob(PinningJob):
    """Steps that each take their time, and a step that never ends where it is told so."""

    def __init__(self, *, step_s: float) -> None:
        super().__init__()
        self.step_s = step_s
        self.begun = asyncio.Event()

    async def run(self, space: Space, run: Run) -> None:
        """For ever."""
        while True:
            self.begun.set()
            await asyncio.sleep(self.step_s)
            await run.breathe()


@pytest.mark.proof("Jobs")
@pytest.mark.parametrize("step_s", [0.05, 0.5, 3600.0])
async def test_a_stop_takes_two_seconds(tmp_path: Path, figures: Figures, step_s: float) -> None:
    """A run ends between short steps, in a long one by being cut, and is shown as stopped."""
    job = SlowJob(step_s=step_s)
    async with embedded_engine(tmp_path, jobs=[job], settings=QUIET) as memory:
        await memory.jobs.run("consolidation", tenant_id="default")
        await job.begun.wait()
        started = time.perf_counter()
        await memory.jobs.stop("consolidation")
        took_s = time.perf_counter() - started
        figures.note(f"stop of steps of {step_s} s", took_s, "s", at_most=2.0)
        (run,) = await memory.jobs.history("consolidation")
        assert (await memory.jobs.find("consolidation", run.id, wait_s=60)).state == "stopped"


@pytest.mark.proof("Jobs")
async def test_idle_tenants_cost_a_round_nothing(
    tmp_path: Path, is_full: bool, figures: Figures
) -> None:
    """Of many tenants that a job has seen, a round opens those that changed since, and no other."""
    n_tenants = 1_000 if is_full else 60
    settings = msgspec.structs.replace(QUIET, server=ServerSettings(max_open_tenants=4))
    names = [f"t{n:04d}" for n in range(n_tenants)]
    job = PinningJob()
    async with embedded_engine(tmp_path, jobs=[job], settings=settings) as memory:
        await memory.store("Ana has a cat")
        catalog = memory._services.host._catalog
        for name in names:
            await catalog.put(Tenant(id=name, created_at=NOON))
        started = time.perf_counter()
        run = await memory.jobs.run("consolidation", wait=True)
        assert run.total == n_tenants + 1
        figures.note("first round, a tenant", (time.perf_counter() - started) / run.total, "s")
        await memory.jobs.run("consolidation", wait=True)
        job.visited.clear()
        cpu = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        started = time.perf_counter()
        for _ in range(10):
            assert (await memory.jobs.run("consolidation", wait=True)).total == 0
        figures.note("a round without a change", (time.perf_counter() - started) / 10, "s")
        spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime - cpu
        figures.note("processor time of it", spent / 10, "s")
        for name in names[::20]:
            await memory.store("Ana has a dog", tenant_id=name)
        started = time.perf_counter()
        run = await memory.jobs.run("consolidation", wait=True)
        figures.note("a round over every twentieth", time.perf_counter() - started, "s")
        assert job.visited == names[::20]
        assert run.counts.changed == len(names[::20])
