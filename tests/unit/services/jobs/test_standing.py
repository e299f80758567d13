"""Are the reading of texts and the upkeep of files seen and steered as jobs are?"""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import msgspec

from perspective.domain.answer import ModelHealth
from perspective.engine import Perspective
from perspective.errors import ModelMissing
from perspective.settings import ExtractionSettings, ServerSettings, Settings
from tests.engines import SetClock, embedded_engine, engine_in_memory, eventually
from tests.unit.services.background.test_extraction import AT_ONCE, Scripted, reading

PATIENT = Settings(extraction=ExtractionSettings(batch_interval_s=3600.0))


async def counts(memory: Perspective, tenant_id: str = "default") -> dict[str, int]:
    """How many texts of a tenant are in which state."""
    return (await memory.queue.list(tenant_id=tenant_id)).counts


async def test_reading_is_shown_as_a_job() -> None:
    """What waits, that it works, and how the last batch went."""
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor) as memory:
        await memory.store("we met Ana in town")

        async def is_reading() -> bool:
            return bool(extractor.asked)

        await eventually(is_reading)
        view = await memory.jobs.read("extraction")
        assert (view.state, view.waiting, view.last) == ("running", 1, None)
        extractor.held.set()

        async def is_read() -> bool:
            return (await memory.jobs.read("extraction")).state == "idle"

        await eventually(is_read)
        view = await memory.jobs.read("extraction")
        assert view.last is not None
        assert (view.last.state, view.last.tenant_id) == ("done", "default")
        assert (view.last.counts.accepted, view.last.counts.changed) == (1, 1)
        assert view.next_run_at is None


async def test_a_stop_pauses_reading_until_a_run() -> None:
    """What is stored meanwhile waits; a run reads it, and what comes later."""
    extractor = Scripted()
    async with reading(extractor) as memory:
        assert (await memory.jobs.stop("extraction")).state == "paused"
        await memory.store("we met Ana in town")
        for _ in range(100):
            await asyncio.sleep(0)
        assert extractor.asked == []
        run = await memory.jobs.run("extraction", tenant_id="default", wait=True)
        assert run.state == "done"
        assert (run.counts.accepted, run.counts.changed) == (1, 1)
        assert await counts(memory) == {"done": 1}
        await memory.store("we met Ben in town")

        async def is_read() -> bool:
            return await counts(memory) == {"done": 2}

        await eventually(is_read)


async def test_a_run_reads_at_once_what_may_wait() -> None:
    """A single text need not wait for more, or for an hour."""
    extractor = Scripted()
    async with reading(extractor, settings=PATIENT) as memory:
        await memory.store("we met Ana in town")
        run = await memory.jobs.run("extraction", tenant_id="default", wait=True)
        assert (run.state, extractor.asked) == ("done", [["we met Ana in town"]])


async def test_a_round_of_reading_opens_closed_tenants(tmp_path: Path) -> None:
    """Those in which something waits, and leaves them read."""
    few = msgspec.structs.replace(PATIENT, server=ServerSettings(max_open_tenants=1))
    names = ["ann", "bo", "cy"]
    extractor = Scripted()
    async with reading(extractor, tmp_path, settings=few) as memory:
        await memory.jobs.stop("extraction")
        for name in names:
            await memory.tenants.create(name)
            await memory.store(f"we met Ana in {name}", tenant_id=name)
        run = await memory.jobs.run("extraction", wait=True)
        assert (run.state, run.error) == ("done", None)
        for name in names:
            assert await counts(memory, name) == {"done": 1}


async def test_a_stop_ends_a_run_of_reading() -> None:
    """Also one that waits for a model which does not answer."""
    extractor = Scripted()
    extractor.held = asyncio.Event()
    async with reading(extractor) as memory:
        await memory.store("we met Ana in town")
        await memory.jobs.run("extraction", tenant_id="default")
        await memory.jobs.stop("extraction")
        (run,) = await memory.jobs.history("extraction")
        assert run.state == "stopped"
        assert (await memory.jobs.read("extraction")).state == "paused"
        extractor.held.set()


async def test_reading_without_a_model_says_so() -> None:
    """A run fails with the reason: no extractor, or one whose model is missing."""
    async with engine_in_memory() as memory:
        run = await memory.jobs.run("extraction", tenant_id="default", wait=True)
        assert (run.state, run.error) == (
            "failed",
            "nothing reads texts: extraction.mode is off",
        )

    class Missing(Scripted):
        def health(self) -> ModelHealth:
            return ModelHealth(name="m", state="missing", reason="there is no file")

    extractor = Missing()
    extractor.failures = [ModelMissing("there is no file")] * 99
    async with reading(extractor) as memory:
        await memory.store("we met Ana in town")
        run = await memory.jobs.run("extraction", tenant_id="default", wait=True)
        assert (run.state, run.error) == ("failed", "there is no file")


async def test_a_tenant_without_extraction_is_not_read() -> None:
    """A round leaves it out."""
    async with reading(Scripted(), settings=AT_ONCE) as memory:
        await memory.jobs.stop("extraction")
        await memory.store("we met Ana in town")
        await memory.tenants.edit("default", extraction=False)
        run = await memory.jobs.run("extraction", wait=True)
        assert (run.state, run.total) == ("done", 0)
        assert await counts(memory) == {"pending": 1}


async def test_upkeep_lets_go_of_old_answers(tmp_path: Path) -> None:
    """Those whose retry cannot come any more; the log is cut back; nothing else changes."""
    clock = SetClock()
    async with embedded_engine(tmp_path, clock=clock) as memory:
        for n in range(20):
            await memory.store(f"Ana has {n} cats and {n + 1} dogs", idempotency_key=f"k{n}")
        log = tmp_path / "tenants" / "default" / "records.db-wal"
        assert log.stat().st_size > 0
        clock.at += timedelta(days=8)
        await memory.store("Ben moved to Lisbon", idempotency_key="new")
        (space,) = memory._services.host.open_spaces
        await space.indexed(60)

        async def rows() -> list[str]:
            return [line for line in await space.stores.records.dump() if "idempotency" not in line]

        before = await rows()
        run = await memory.jobs.run("upkeep", wait=True)
        assert (run.state, run.counts.changed) == ("done", 20)
        assert await rows() == before
        assert log.stat().st_size < 100_000
        again = await memory.store("Ben moved to Lisbon", idempotency_key="new")
        assert again.stored
