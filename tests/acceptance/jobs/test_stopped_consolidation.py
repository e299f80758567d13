"""How soon does a consolidation over many memories end when somebody wants that?"""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import pytest

from perspective.domain.query import NewMemory
from tests.acceptance.jobs.planted import SETTINGS, settled
from tests.engines import SetClock, embedded_engine
from tests.figures import Figures
from tests.unit.services.consolidation.worlds import World

SLACK = 5.0  # of a machine on which much else goes on
_PLACES = 97


@pytest.mark.proof("Beside foreground work")
async def test_a_consolidation_stops_at_once(
    tmp_path: Path, is_full: bool, figures: Figures
) -> None:
    """Stopped at random moments while it looks or changes, it ends within two seconds each time; what
    it had done stands, and further runs come to an end."""
    n_memories = 6_000 if is_full else 600
    chance, clock = random.Random(7), SetClock()
    async with embedded_engine(tmp_path, settings=SETTINGS, clock=clock) as memory:
        here = World(memory, clock)
        said = [f"Crate {n} stands in hall {n * 7 % _PLACES}." for n in range(n_memories // 2)]
        for _ in range(2):
            for first in range(0, len(said), 500):
                await memory.store_batch(
                    [NewMemory(content=one) for one in said[first : first + 500]]
                )
            clock.advance(hours=1)
        await settled(memory)
        n_running, slowest_s = 0, 0.0
        for _ in range(12 if is_full else 4):
            started_run = await memory.jobs.run("consolidation", tenant_id="default")
            going = memory._services.jobs._going["consolidation", "default"]
            assert going.task is not None
            await asyncio.wait([going.task], timeout=chance.random() * 0.4)
            started = time.perf_counter()
            await memory.jobs.stop("consolidation")
            slowest_s = max(slowest_s, time.perf_counter() - started)
            ended = await memory.jobs.find("consolidation", started_run.id, wait_s=60.0)
            assert ended.state in {"stopped", "done"}
            n_running += ended.state == "stopped"
        figures.note(f"stop of a consolidation of {n_memories:,}", slowest_s, "s", at_most=2.0)
        assert n_running > 0
        assert slowest_s < 2.0 * SLACK
        for _ in range(9):
            if not await here.run("consolidation"):
                break
        page = await here.change_sets()
        assert sum(one.n_applied for one in page if one.phase == "duplicates") == len(said)
