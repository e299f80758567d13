"""Does a tenant that changes its model under load, and is killed meanwhile, end as a fresh one?"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import apsw
import numpy as np
import pytest

from perspective.adapters.embedded.sqlite_catalog import RECORDS
from perspective.engine import Perspective
from perspective.ports.feed import Change
from tests.acceptance.durability import evolving
from tests.acceptance.scale.texts import Texts
from tests.engines import TurnedEmbedder
from tests.figures import Figures

PROJECT = Path(__file__).parents[3]
N_KILLS = 5


class Seen:
    """What the killed processes, and the last one, have told."""

    def __init__(self) -> None:
        self.n_embedded = 0
        self.stored: list[str] = []
        self.mixed: list[dict[str, Any]] = []
        self.idle_ms: list[float] = []
        self.load_ms: list[float] = []


def live(folder: Path, n_memories: int, seen: Seen, *, until: int | None) -> None:
    """One life: it is killed when so many texts have been embedded in all, or ends by itself."""
    command = [sys.executable, "-m", evolving.__name__, str(folder), str(n_memories)]
    n_before = seen.n_embedded
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            fact = json.loads(line)
            if "mixed" in fact:
                seen.mixed.append(fact)
            elif "stored" in fact:
                seen.stored.append(fact["stored"])
            elif "embedded" in fact:
                seen.n_embedded = n_before + fact["embedded"]
                if until is not None and seen.n_embedded >= until:
                    process.kill()
                    return
            else:
                seen.idle_ms += fact.get("idle_ms", ())
                seen.load_ms += fact.get("load_ms", ())
        assert until is None, "it came to its end too early"
    assert process.returncode == 0


async def answers(memory: Perspective) -> list[Any]:
    """What is found for thirty questions, with the cosines."""
    texts, found = Texts(seed=7), []
    for _ in range(30):
        answer = await memory.recall(texts.question(), explain=True, reinforce=False)
        assert answer.degraded == {}
        found += [(one.id, one.why and round(one.why.vector or 0.0, 5)) for one in answer.results]
    return found


async def read(folder: Path) -> tuple[list[Any], set[str]]:
    """What a store answers, and the ids of what it holds; each of its vectors is that of its text."""
    memory, model = evolving.engine(folder), TurnedEmbedder()
    await memory.open()
    ids: set[str] = set()
    async with memory._services.host.use("default") as space:
        while not await space.indexed(60.0):
            pass
        feed, after = space.stores.feed, 0
        assert await feed.models() == [model.model]
        while found := await feed.changes(after=after, limit=1_000, model=model.model):
            after = found[-1].seq
            changes = [one for one in found if isinstance(one, Change)]
            vectors = await model.embed_passages([one.content for one in changes])
            for one, vector in zip(changes, vectors, strict=True):
                assert np.array_equal(np.asarray(one.vector), np.asarray(vector))
                ids.add(one.entry.memory_id)
        assert space.stores.vectors.n_entries == len(ids)
        answered = await answers(memory)
    await memory.close()
    return answered, ids


def as_fresh(folder: Path, copy: Path) -> None:
    """A copy of a store in which nothing is embedded yet."""
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("vectors*"))
    with apsw.Connection(str(copy / "tenants" / "default" / RECORDS)) as connection:
        connection.execute("DELETE FROM embeddings")
    connection.close()


@pytest.mark.proof("Evolve")
def test_killed_five_times_it_ends_as_a_fresh_store(
    tmp_path: Path, is_full: bool, figures: Figures
) -> None:
    """20,000 memories (400 when small) are embedded anew while others ask and store; the process is
    killed five times on the way. No answer mixes models, nothing that was acknowledged is lost, little
    is embedded twice, and the end is what embedding all from nothing gives."""
    n_memories = 20_000 if is_full else 400
    folder, seen = tmp_path / "data", Seen()
    for kill in range(1, N_KILLS + 1):
        live(folder, n_memories, seen, until=kill * n_memories // (N_KILLS + 1))
    live(folder, n_memories, seen, until=None)
    assert seen.mixed == []
    answered, ids = asyncio.run(read(folder))
    assert ids >= set(seen.stored)
    assert len(ids) >= n_memories
    # What a killed process had embedded and not yet kept is embedded again: a batch of each pump.
    assert seen.n_embedded - len(ids) <= 2 * 32 * N_KILLS
    assert [one.name for one in (folder / "tenants" / "default").glob("vectors*")] == ["vectors-1"]
    as_fresh(folder, tmp_path / "fresh")
    assert asyncio.run(read(tmp_path / "fresh")) == (answered, ids)
    idle, load = (float(np.percentile(one, 95)) for one in (seen.idle_ms, seen.load_ms))
    figures.note("recall p95 idle", idle, "ms")
    figures.note("recall p95 while evolving", load, "ms", at_most=1.5 * idle)
    figures.note("stored meanwhile", len(seen.stored), "memories")
    figures.note("embedded twice", seen.n_embedded - len(ids), "texts")
