"""Do jobs run once, where they must, and is it known how they ended?"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest

from perspective.adapters.inmemory.catalog import InMemoryCatalog
from perspective.domain.process import JobCounts, JobRun
from perspective.domain.tenant import Tenant
from perspective.engine import Perspective
from perspective.errors import Conflict, DiskFull, ProcessNotFound, StoreUnavailable, TenantNotFound
from perspective.ports.catalog import TenantStores
from perspective.services.host import Space
from perspective.services.jobs.job import Run
from perspective.settings import IndexSettings, ServerSettings, Settings
from tests.engines import SetClock, embedded_engine, engine_in_memory, engine_over, eventually
from tests.unit.services.jobs.scripted import ScriptedJob

NAMES = ("ann", "bo", "cy")

# Nothing is linked behind the answers, which would be a change.
QUIET = Settings(index=IndexSettings(semantic_links=0))


class CountingCatalog(InMemoryCatalog):
    """Remembers which tenants were opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    async def open(self, tenant: Tenant) -> TenantStores:
        """Opens the tenant's stores."""
        self.opened.append(tenant.id)
        return await super().open(tenant)


async def given(memory: Perspective, names: Sequence[str] = NAMES) -> None:
    """Tenants with a text each; the default one has none turned on."""
    await memory.tenants.edit("default", consolidation=False)
    for name in names:
        await memory.tenants.create(name)
        await memory.store(f"{name} moved to Lisbon", tenant_id=name)


async def test_a_round_visits_every_tenant_and_adds_up() -> None:
    """One after another; its counts are those of its visits, which are kept with it."""
    job = ScriptedJob()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        run = await memory.jobs.run("consolidation", wait=True)
        assert job.visited == list(NAMES)
        assert (run.state, run.tenant_id, run.done, run.total) == ("done", None, 3, 3)
        assert run.counts == JobCounts(accepted=9, changed=3, skipped=6)
        (visit,) = await memory.jobs.history("consolidation", tenant_id="bo")
        assert (visit.state, visit.round_id, visit.done) == ("done", run.id, 3)
        assert visit.counts == JobCounts(accepted=3, changed=1, skipped=2)
        assert await memory.jobs.history("consolidation") == [run]
        assert await memory.jobs.find("consolidation", run.id) == run


async def test_a_wish_for_what_runs_is_answered_with_it() -> None:
    """A round and a single run: each is there once, and the round takes the single one for its visit."""
    job = ScriptedJob()
    job.held = asyncio.Event()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        single = await memory.jobs.run("consolidation", tenant_id="ann")
        runs = await asyncio.gather(*(memory.jobs.run("consolidation") for _ in range(5)))
        again = await memory.jobs.run("consolidation", tenant_id="ann")
        assert {one.id for one in runs} == {runs[0].id}
        assert again.id == single.id
        assert (await memory.jobs.read("consolidation")).state == "running"
        job.held.set()
        ended = await memory.jobs.run("consolidation", wait=True)
        assert ended.id == runs[0].id
        assert ended.counts.accepted == 9
        assert job.visited == list(NAMES)


async def test_jobs_take_turns_in_a_tenant() -> None:
    """Two jobs never work over the same one at a time."""
    first, second = ScriptedJob(), ScriptedJob("maintenance", only_changed=False)
    first.held = asyncio.Event()
    async with engine_in_memory(jobs=[first, second], settings=QUIET) as memory:
        await given(memory, ["ann"])
        await memory.jobs.run("consolidation", tenant_id="ann")
        await first.begun.wait()
        await memory.jobs.run("maintenance", tenant_id="ann")
        for _ in range(50):
            await asyncio.sleep(0)
        assert second.visited == []
        first.held.set()
        assert (await memory.jobs.run("maintenance", tenant_id="ann", wait=True)).state == "done"
        assert second.visited == ["ann"]


async def test_a_failing_tenant_ends_no_round() -> None:
    """Others are visited; the round has failed, says where and why, and the tenant is due again."""
    job = ScriptedJob()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        job.failing = {"ann": DiskFull("no room"), "bo": KeyError("Ana's secret")}
        run = await memory.jobs.run("consolidation", wait=True)
        assert job.visited == list(NAMES)
        assert (run.state, run.counts.failed) == ("failed", 2)
        assert run.error == "2 of 3 tenants failed, first ann: no room"
        (visit,) = await memory.jobs.history("consolidation", tenant_id="bo")
        assert visit.state == "failed"
        assert visit.error == "a fault of Perspective's, see its log: KeyError"
        job.failing = {}
        job.visited.clear()
        assert (await memory.jobs.run("consolidation", wait=True)).state == "done"
        assert job.visited == ["ann", "bo"]


async def test_what_could_not_be_done_makes_a_failed_run() -> None:
    """A run that notes one failure has failed, whatever else it did."""

    class Partly(ScriptedJob):
        async def run(self, space: Space, run: Run) -> None:
            await super().run(space, run)
            run.note(failed=1, reason="the model did not answer")

    async with engine_in_memory(jobs=[Partly()], settings=QUIET) as memory:
        await given(memory, ["ann"])
        run = await memory.jobs.run("consolidation", tenant_id="ann", wait=True)
        assert (run.state, run.error) == ("failed", "the model did not answer")
        assert run.counts == JobCounts(accepted=3, changed=1, skipped=2, failed=1)


async def test_a_round_opens_only_what_changed() -> None:
    """Of many closed tenants the two that were written to, not those only looked at or left alone."""
    catalog, job = CountingCatalog(), ScriptedJob()
    few = msgspec.structs.replace(QUIET, server=ServerSettings(max_open_tenants=2))
    names = [f"t{n:03d}" for n in range(40)]
    async with engine_over(catalog, jobs=[job], settings=few) as memory:
        await given(memory, names)
        await memory.jobs.run("consolidation", wait=True)
        assert job.visited == names
        await memory.jobs.run("consolidation", wait=True)
        job.visited.clear()
        await memory.memories.list(tenant_id=names[3])
        await memory.store("Ana likes tea", tenant_id=names[7])
        await memory.store("Ben likes tea", tenant_id=names[33])
        catalog.opened.clear()
        run = await memory.jobs.run("consolidation", wait=True)
        assert job.visited == [names[7], names[33]]
        assert set(catalog.opened) <= {names[7], names[33]}
        assert (run.done, run.total) == (2, 2)
        catalog.opened.clear()
        assert (await memory.jobs.run("consolidation", wait=True)).total == 0
        assert catalog.opened == []


async def test_a_change_during_a_run_brings_the_job_back() -> None:
    """What is stored while the job looks is looked at by the next round, and then no more."""
    job = ScriptedJob()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory, ["ann"])
        job.held = asyncio.Event()
        await memory.jobs.run("consolidation")
        await job.begun.wait()
        await memory.store("Ben likes tea", tenant_id="ann")
        job.held.set()
        await memory.jobs.run("consolidation", wait=True)
        for n_visits in (2, 2):
            await memory.jobs.run("consolidation", wait=True)
            assert len(job.visited) == n_visits


async def test_a_job_that_does_not_ask_visits_all() -> None:
    """What depends on the time alone comes to every tenant in each round."""
    job = ScriptedJob("maintenance", only_changed=False)
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        for _ in range(2):
            await memory.jobs.run("maintenance", wait=True)
        assert job.visited == ["ann", "bo", "cy", "default"] * 2


@pytest.mark.parametrize(
    ("name", "switch"),
    [("consolidation", "consolidation"), ("maintenance", "decay"), ("archive", "decay")],
)
async def test_a_tenant_may_turn_a_job_off(name: str, switch: str) -> None:
    """Rounds leave it out, a wish for it is refused with the reason, and it is due when turned on."""
    job = ScriptedJob(name)
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        await memory.tenants.edit("bo", **{switch: False})
        await memory.jobs.run(name, wait=True)
        assert "bo" not in job.visited
        with pytest.raises(Conflict, match=switch):
            await memory.jobs.run(name, tenant_id="bo")
        await memory.tenants.edit("bo", **{switch: True})
        job.visited.clear()
        await memory.jobs.run(name, wait=True)
        assert job.visited == ["bo"]


async def test_a_stop_ends_a_run_between_two_steps() -> None:
    """What it did is counted, it is no success, and its tenants are due again."""
    job = ScriptedJob()
    job.held = asyncio.Event()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        run = await memory.jobs.run("consolidation")
        await job.begun.wait()
        view = await memory.jobs.stop("consolidation")
        assert view.state == "idle"
        assert view.last is not None
        assert (view.last.id, view.last.state) == (run.id, "stopped")
        assert job.visited == ["ann"]
        job.held.set()
        await memory.jobs.run("consolidation", wait=True)
        assert job.visited == ["ann", *NAMES]
        assert (await memory.jobs.stop("consolidation")).state == "idle"


async def test_a_run_that_does_not_breathe_is_cut() -> None:
    """A stop waits a while for its next breath, and then for nothing."""
    job = ScriptedJob()
    job.held, job.is_deaf = asyncio.Event(), True
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        memory._services.jobs._stop_s = 0.02
        await given(memory, ["ann"])
        await memory.jobs.run("consolidation", tenant_id="ann")
        await job.begun.wait()
        view = await memory.jobs.stop("consolidation")

        async def is_over() -> bool:
            return (await memory.jobs.read("consolidation")).state == "idle"

        await eventually(is_over)
        (run,) = await memory.jobs.history("consolidation")
        assert run.state == "stopped"
        assert view.name == "consolidation"


async def test_a_run_that_the_end_cuts_is_interrupted(tmp_path: Path) -> None:
    """Also where nothing was written at the end: the next start shows it so, and it is due again."""
    job = ScriptedJob()
    job.held, job.is_deaf = asyncio.Event(), True
    clock = SetClock()
    async with embedded_engine(tmp_path, jobs=[job], clock=clock, settings=QUIET) as memory:
        await given(memory)
        run = await memory.jobs.run("consolidation")
        await job.begun.wait()
        catalog = memory._services.jobs._runs
        lost = JobRun(id="lost", job="upkeep", started_at=clock.now())  # as a kill would leave it
        await catalog.begin(lost)
    again = ScriptedJob()
    async with embedded_engine(tmp_path, jobs=[again], clock=clock, settings=QUIET) as memory:
        (found,) = await memory.jobs.history("consolidation")
        assert (found.id, found.state) == (run.id, "interrupted")
        (killed,) = await memory.jobs.history("upkeep")
        assert (killed.id, killed.state) == ("lost", "interrupted")
        assert killed.error == "the process ended before the run did"
        assert killed.finished_at is None
        view = await memory.jobs.read("consolidation")
        assert view.last == found
        assert view.next_run_at is not None
        clock.at = view.next_run_at
        assert memory.jobs.due_in()["consolidation"].total_seconds() == 0.0
        await memory.jobs.run("consolidation", wait=True)
        assert again.visited == list(NAMES)


async def test_a_restart_forgets_neither_runs_nor_marks(tmp_path: Path) -> None:
    """The next round counts from the last one noted, and finds nothing that was seen already."""
    clock = SetClock()
    async with embedded_engine(
        tmp_path, jobs=[ScriptedJob()], clock=clock, settings=QUIET
    ) as memory:
        await given(memory)
        first = await memory.jobs.run("consolidation", wait=True)
        await memory.jobs.run("consolidation", wait=True)
    clock.advance(hours=1)
    job = ScriptedJob()
    async with embedded_engine(tmp_path, jobs=[job], clock=clock, settings=QUIET) as memory:
        view = await memory.jobs.read("consolidation")
        assert view.next_run_at is not None
        assert (view.next_run_at - first.started_at).total_seconds() == 4 * 3600
        await memory.jobs.run("consolidation", wait=True)
        assert job.visited == []


async def test_a_tenant_that_goes_is_no_failure() -> None:
    """Its run ends within a step, so that the deletion need not wait, and the round goes on."""
    job = ScriptedJob()
    job.held = asyncio.Event()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory)
        await memory.jobs.run("consolidation")
        await job.begun.wait()
        await memory.tenants.delete("cy", confirm="cy")
        await memory.tenants.delete("ann", confirm="ann")
        job.held.set()
        run = await memory.jobs.run("consolidation", wait=True)
        assert (run.state, job.visited) == ("done", ["ann", "bo"])
        assert await memory.jobs.history("consolidation", tenant_id="cy") == []


async def test_a_run_that_cannot_be_noted_does_not_begin() -> None:
    """A full disk is the caller's to know, and the job is planned anew."""

    class FullDisk(InMemoryCatalog):
        def __init__(self) -> None:
            super().__init__()
            self.runs.begin = self._begin  # type: ignore[method-assign]

        async def _begin(self, run: JobRun) -> None:
            raise DiskFull

    job = ScriptedJob()
    async with engine_over(FullDisk(), jobs=[job], settings=QUIET) as memory:
        with pytest.raises(DiskFull):
            await memory.jobs.run("consolidation")
        view = await memory.jobs.read("consolidation")
        assert view.last is not None
        assert (view.state, view.last.state, job.visited) == ("idle", "failed", [])


async def test_unknown_names_are_told_so() -> None:
    """With the jobs that there are; unknown tenants and runs too."""
    async with engine_in_memory(jobs=[ScriptedJob()], settings=QUIET) as memory:
        for call in (memory.jobs.run, memory.jobs.stop, memory.jobs.read, memory.jobs.history):
            with pytest.raises(
                ProcessNotFound, match="archive, consolidation, extraction, maintenance, upkeep"
            ):
                await call("nothing")
        with pytest.raises(TenantNotFound):
            await memory.jobs.run("consolidation", tenant_id="nobody")
        with pytest.raises(TenantNotFound):
            await memory.jobs.preview("consolidation", tenant_id="nobody")
        with pytest.raises(ProcessNotFound, match="no run"):
            await memory.jobs.find("consolidation", "x")


async def test_a_preview_changes_nothing() -> None:
    """It tells what a run would do, and says so where a job changes no memory."""
    job = ScriptedJob()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory, ["ann"])
        preview = await memory.jobs.preview("consolidation", tenant_id="ann")
        assert (preview.job, preview.tenant_id, preview.is_none) == ("consolidation", "ann", False)
        assert preview.counts == {"merge": 1}
        assert (await memory.jobs.preview("upkeep")).is_none
        assert job.visited == []
        assert await memory.jobs.history("consolidation") == []


async def test_a_broken_end_of_a_run_is_shown_anyway() -> None:
    """Where the catalog cannot be written at the end, the process still knows how it went."""
    job = ScriptedJob()
    async with engine_in_memory(jobs=[job], settings=QUIET) as memory:
        await given(memory, ["ann"])
        runs = memory._services.jobs._runs

        async def fail(run: JobRun, **_: object) -> None:
            raise StoreUnavailable

        runs.end = fail  # type: ignore[method-assign]
        run = await memory.jobs.run("consolidation", tenant_id="ann", wait=True)
        view = await memory.jobs.read("consolidation")
        assert view.last == run
        assert run.state == "done"
        assert msgspec.structs.asdict(run)["finished_at"] is not None
