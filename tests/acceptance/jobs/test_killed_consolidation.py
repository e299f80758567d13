"""Is a consolidation that a kill cuts at any moment as good as one that was never cut?"""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from perspective.domain.interval import to_microseconds
from tests.acceptance.jobs.planted import PHASES, SETTINGS, plant, settled
from tests.engines import SetClock, embedded_engine
from tests.figures import Figures
from tests.unit.services.consolidation.worlds import World

ROOT = Path(__file__).parents[3]
NEVER = 1_000_000


def run_killed(folder: Path, clock: SetClock, n_left: int, delay_s: float) -> int | None:
    """A process consolidates until it is killed; else how many breaths it took."""
    at = str(to_microseconds(clock.at))
    command = [sys.executable, "-m", "tests.acceptance.jobs.killed_process", str(folder), at]
    ended = subprocess.run(
        [*command, str(n_left), str(delay_s)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode in {0, -9}, ended.stderr[-2_000:]
    return int(ended.stdout) if ended.returncode == 0 else None


async def finished(folder: Path, clock: SetClock) -> tuple[list[str], set[str]]:
    """Runs until there is nothing left to do: the dump, and which phases did something ever."""
    async with embedded_engine(folder, settings=SETTINGS, clock=clock) as memory:
        await settled(memory)
        here = World(memory, clock)
        for _ in range(9):
            if not await here.run("consolidation"):
                return canonical(await here.dump()), {one.phase for one in await here.change_sets()}
        raise AssertionError("consolidation finds something to do again and again")


async def undone(folder: Path, clock: SetClock) -> tuple[list[str], list[str]]:
    """The states of the change sets that a kill left, and the dump after all are undone."""
    async with embedded_engine(folder, settings=SETTINGS, clock=clock) as memory:
        here = World(memory, clock)
        states: list[str] = []
        for change in await here.change_sets():
            states.append(change.state)
            await here.undo(change.id)
        return states, canonical(await here.dump())


def canonical(dump: list[str]) -> list[str]:
    """The lines in an order that does not tell when they were written; a community's id is that of
    the members which it was first found with, which a kill may change."""
    rows: list[dict[str, Any]] = [msgspec.json.decode(line) for line in dump]
    for row in rows:
        if row.get("table") == "communities":
            row.pop("id", None)
    return sorted(msgspec.json.encode(row, order="sorted").decode() for row in rows)


@pytest.mark.proof("Beside foreground work")
async def test_a_killed_consolidation_goes_on(
    tmp_path: Path, is_full: bool, figures: Figures
) -> None:
    """Killed at a random moment, its change sets are shown as they are and can be undone, to the dump
    from before; run again until nothing is left, the store equals one that was never killed."""
    chance = random.Random(20_35)
    planted = tmp_path / "planted"
    clock = await plant(planted, n_each=40 if is_full else 18)
    whole = tmp_path / "whole"
    await asyncio.to_thread(shutil.copytree, planted, whole)
    n_breaths = await asyncio.to_thread(run_killed, whole, clock, NEVER, 0.0)
    assert n_breaths is not None
    expected, phases = await finished(whole, clock)
    assert phases == PHASES
    _, before = await undone(planted, clock)
    assert before != expected
    n_cut = n_interrupted = 0
    for n in range(50 if is_full else 4):
        cut, taken_back = tmp_path / f"cut{n}", tmp_path / f"back{n}"
        await asyncio.to_thread(shutil.copytree, planted, cut)
        left = chance.randrange(n_breaths)
        ended = await asyncio.to_thread(run_killed, cut, clock, left, chance.random() * 0.02)
        await asyncio.to_thread(shutil.copytree, cut, taken_back)
        n_cut += ended is None
        states, back = await undone(taken_back, clock)
        assert set(states) <= {"applied", "interrupted"}
        assert "interrupted" not in states[1:], "phases are applied one after the other"
        n_interrupted += "interrupted" in states
        assert back == before
        assert (await finished(cut, clock))[0] == expected
        for folder in (cut, taken_back):
            await asyncio.to_thread(shutil.rmtree, folder)
    assert n_cut > 0
    figures.note("runs that were killed before their end", n_cut)
    figures.note("change sets that were cut in their middle", n_interrupted)
