"""Do rounds begin when they are due, once, and are they quiet about it?"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import timedelta

import msgspec
import pytest

import perspective
from perspective.engine import Perspective
from perspective.jobs.scheduler import Scheduler, scheduled
from perspective.settings import IndexSettings, JobsSettings, ServerSettings, Settings
from tests.engines import SetClock, engine_in_memory, eventually
from tests.unit.services.jobs.scripted import ScriptedJob

BERLIN = Settings(
    index=IndexSettings(semantic_links=0), server=ServerSettings(timezone="Europe/Berlin")
)
HOUR = timedelta(hours=1)


@pytest.fixture
def jobs() -> dict[str, ScriptedJob]:
    """Jobs that visit every tenant in each round."""
    names = ("maintenance", "consolidation", "archive")
    return {name: ScriptedJob(name, only_changed=False) for name in names}


@pytest.fixture
async def memory(jobs: dict[str, ScriptedJob], clock: SetClock) -> AsyncIterator[Perspective]:
    """An engine in Berlin with these jobs, at noon in UTC."""
    async with engine_in_memory(jobs=list(jobs.values()), clock=clock, settings=BERLIN) as engine:
        yield engine


async def rounds(memory: Perspective) -> dict[str, int]:
    """How many rounds of each job have ended; waits for those that run."""

    async def is_quiet() -> bool:
        return all(one.state == "idle" for one in await memory.jobs.list())

    await eventually(is_quiet)
    names = [one.name for one in await memory.jobs.list()]
    found = {name: len(await memory.jobs.history(name)) for name in names}
    return {name: n for name, n in found.items() if n}


async def look(memory: Perspective, scheduler: Scheduler) -> dict[str, int]:
    """The scheduler looks at the clock, and what was due has run."""
    due = {name for name, wait in memory.jobs.due_in().items() if wait <= timedelta()}
    await scheduler.look()

    async def has_run() -> bool:
        return not any(memory.jobs.due_in().get(name, HOUR) <= timedelta() for name in due)

    await eventually(has_run)
    return await rounds(memory)


async def test_rounds_begin_as_their_plans_say(memory: Perspective, clock: SetClock) -> None:
    """Each at its own interval, counted from when the memory was made; the nightly one at night."""
    scheduler = Scheduler(memory)
    scheduler.start()
    try:
        assert await look(memory, scheduler) == {}
        clock.advance(minutes=59)
        assert await look(memory, scheduler) == {}
        clock.advance(minutes=1)
        assert await look(memory, scheduler) == {"maintenance": 1}
        assert await look(memory, scheduler) == {"maintenance": 1}
        for _ in range(2):
            clock.advance(hours=1)
            await look(memory, scheduler)
        clock.advance(hours=1)
        assert await look(memory, scheduler) == {"maintenance": 4, "consolidation": 1}
        clock.advance(hours=10, minutes=29)  # 02:29 in UTC is 03:29 in Berlin
        assert "archive" not in await look(memory, scheduler)
        clock.advance(minutes=1)
        assert (await look(memory, scheduler))["archive"] == 1
    finally:
        await scheduler.close()


async def test_a_machine_that_slept_makes_up_for_each_job_once(
    memory: Perspective, clock: SetClock
) -> None:
    """After a month, one round of each, and then their plans again."""
    scheduler = Scheduler(memory)
    scheduler.start()
    try:
        clock.advance(days=30)
        every = {"maintenance": 1, "consolidation": 1, "archive": 1, "upkeep": 1}
        assert await look(memory, scheduler) == every
        assert await look(memory, scheduler) == every
        clock.advance(hours=1)
        assert await look(memory, scheduler) == {**every, "maintenance": 2}
    finally:
        await scheduler.close()


async def test_a_clock_that_is_set_back_stops_nothing(memory: Perspective, clock: SetClock) -> None:
    """A round noted years ahead does not keep the next from coming."""
    scheduler = Scheduler(memory)
    scheduler.start()
    try:
        clock.advance(days=3650)
        await look(memory, scheduler)
        clock.advance(days=-3650)
        assert (await look(memory, scheduler))["maintenance"] == 2
        clock.advance(hours=1)
        assert (await look(memory, scheduler))["maintenance"] == 3
    finally:
        await scheduler.close()


async def test_a_due_round_that_runs_is_not_doubled(
    memory: Perspective, clock: SetClock, jobs: dict[str, ScriptedJob]
) -> None:
    """However often the scheduler looks meanwhile, and however late the end comes."""
    jobs["maintenance"].held = asyncio.Event()
    scheduler = Scheduler(memory)
    scheduler.start()
    try:
        clock.advance(hours=1)
        await scheduler.look()
        await jobs["maintenance"].begun.wait()
        for _ in range(3):
            clock.advance(hours=1)
            await scheduler.look()
        jobs["maintenance"].held.set()
        assert (await rounds(memory))["maintenance"] <= 2  # it was due again when it ended
        assert jobs["maintenance"].visited.count("default") <= 2
    finally:
        await scheduler.close()


async def test_what_is_due_at_the_start_begins_by_itself(
    memory: Perspective, clock: SetClock, jobs: dict[str, ScriptedJob]
) -> None:
    """APScheduler's own timer starts it, with no look from outside."""
    clock.advance(hours=2)
    async with scheduled(memory):
        await asyncio.wait_for(jobs["maintenance"].begun.wait(), timeout=60)
    assert (await rounds(memory))["maintenance"] == 1


async def test_nothing_runs_where_jobs_are_turned_off(clock: SetClock) -> None:
    """Nor is a next run promised; by hand it runs."""
    off = msgspec.structs.replace(BERLIN, jobs=JobsSettings(enabled=False))
    job = ScriptedJob("maintenance", only_changed=False)
    async with engine_in_memory(jobs=[job], clock=clock, settings=off) as memory:
        clock.advance(days=9)
        async with scheduled(memory):
            for _ in range(50):
                await asyncio.sleep(0)
        assert job.visited == []
        assert (await memory.jobs.read("maintenance")).next_run_at is None
        assert (await memory.jobs.run("maintenance", wait=True)).state == "done"


async def test_the_scheduler_is_silent(
    memory: Perspective, clock: SetClock, caplog: pytest.LogCaptureFixture
) -> None:
    """APScheduler tells a user's log nothing, whatever happens."""
    caplog.set_level(logging.DEBUG)
    clock.advance(days=2)
    async with scheduled(memory):
        await rounds(memory)
    assert [one for one in caplog.records if "apscheduler" in one.name] == []


async def test_a_library_has_jobs_too() -> None:
    """connect() plans them, and ends them before the stores go."""
    async with perspective.connect(in_memory=True) as memory:
        views = {one.name: one for one in await memory.jobs.list()}
        assert views["upkeep"].next_run_at is not None
        assert views["extraction"].next_run_at is None
    off = Settings(jobs=JobsSettings(enabled=False))
    async with perspective.connect(in_memory=True, settings=off) as memory:
        assert all(one.next_run_at is None for one in await memory.jobs.list())
