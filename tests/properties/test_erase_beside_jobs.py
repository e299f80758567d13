"""Does anything bring back what is erased while jobs run?"""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from pathlib import Path

import pytest

from perspective.errors import Conflict
from perspective.settings import ConsolidationSettings, IndexSettings, Settings
from tests.engines import SetClock, embedded_engine
from tests.unit.services.consolidation.worlds import World

_FULL = 200


async def fill(here: World, word: str) -> list[str]:
    """Memories with the word, for which each phase has something to do, and others."""
    ids = [await here.store(f"Petra charges 60 euros an hour, says {word}.")]
    here.clock.advance(hours=1)
    ids.append(await here.store(f"Petra charges 60 euros an hour, says {word}."))
    ids.append(await here.store(f"{word} lives in Berlin."))
    await here.use(ids[2], 6)
    here.clock.advance(days=40)
    moved = await here.store(f"{word} moved to Lisbon.")
    await here.link(ids[2], moved, "semantic", 0.7)
    fact = await here.store(f"{word} can be visited in Berlin.", memory_type="semantic")
    await here.link(ids[2], fact, "supports")
    return [*ids, moved, fact]


@pytest.mark.proof("Erase while jobs run")
async def test_what_is_erased_beside_a_job_stays_erased(tmp_path: Path, is_full: bool) -> None:
    """Everything with a word is erased at some moment of a run of a job, in any order; afterwards no
    run and no undo brings the word back, and neither records nor history hold it."""
    settings = Settings(
        index=IndexSettings(semantic_links=0), consolidation=ConsolidationSettings(min_community=3)
    )
    clock = SetClock()
    async with embedded_engine(tmp_path / "data", settings=settings, clock=clock) as memory:
        here = World(memory, clock)
        for seed in range(_FULL if is_full else 8):
            chance = random.Random(seed)
            word = f"Zyx{seed}qwv"
            ids = await fill(here, word)
            job = chance.choice(("consolidation", "consolidation", "archive", "maintenance"))
            run = asyncio.create_task(memory.jobs.run(job, tenant_id="default", wait=True))
            await asyncio.sleep(chance.random() * 0.06)
            chance.shuffle(ids)
            for memory_id in ids:
                await memory.memories.erase(memory_id, confirm=memory_id)
                await asyncio.sleep(chance.random() * 0.01)
            assert (await run).state == "done"
            for change in await here.change_sets():
                with suppress(Conflict):
                    await here.undo(change.id)
            await here.run("consolidation")
            async with here.space() as space:
                history = list(await space.stores.records.dump())
            assert [line for line in history if word.lower() in line.lower()] == []
            found = await memory.recall(word, reinforce=False)
            assert all(word not in one.content for one in found.results)
