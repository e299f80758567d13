"""What does a question cost while a consolidation goes on? `python -m tests.bench.beside --memories 50000`.

A data directory is filled with texts, or copied (`--data`), linked at full speed by numpy, and asked idle,
then beside a whole consolidation, in turns of one process: so a busy machine shows in both. Nothing is a
gate.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import fmean
from typing import cast

import apsw
import msgspec
import numpy as np

from perspective import wiring
from perspective.adapters.inmemory.hash_embedder import HashEmbedder
from perspective.adapters.system.system_clock import SystemClock
from perspective.domain.query import NewMemory
from perspective.engine import Perspective
from perspective.evaluation.machine import this_machine
from perspective.services.models.embedders import Embedders
from perspective.settings import ExtractionSettings, IndexSettings, JobsSettings, Settings
from tests.acceptance.scale.texts import Texts
from tests.bench.report import keep, say, show

_LINKS = 8
_PAUSE_S = 0.05  # between two questions, as of somebody who reads
_LINK = """
INSERT INTO edges (source, kind, target, predicate, weight, created_at, last_reinforced_at,
                   decay_rate, origin)
SELECT ?1, 'semantic', ?2, '', ?3, ?4, ?4, 0.01, 'linking'
WHERE NOT EXISTS (SELECT 1 FROM edges WHERE source = ?2 AND kind = 'semantic' AND target = ?1)
ON CONFLICT DO NOTHING
"""
_NEWEST = "SELECT value FROM counters WHERE name = 'seq'"
_LINKED = """
INSERT INTO counters VALUES ('linked', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value
"""
SETTINGS = Settings(
    index=IndexSettings(semantic_links=0),
    extraction=ExtractionSettings(mode="off"),
    jobs=JobsSettings(enabled=False),
)


@asynccontextmanager
async def opened(folder: Path, *, is_hashed: bool) -> AsyncIterator[Perspective]:
    """An engine as a program gets it; with hashed words for a model where that is wished."""
    if is_hashed:
        embedders = Embedders(HashEmbedder())
        catalog = wiring.embedded_catalog(folder, embedders, SETTINGS.index)
        memory = wiring._compose(SETTINGS, catalog, embedders, SystemClock())
    else:
        memory = wiring.open_engine(SETTINGS, data_dir=folder)
    try:
        await memory.open()
        yield memory
    finally:
        await memory.close()


async def indexed(memory: Perspective) -> None:
    """Everything is."""
    async with memory._services.host.use("default") as space:
        space.wake()
        assert await space.indexed(3_600.0)


async def fill(folder: Path, n_memories: int, *, is_hashed: bool) -> None:
    """Texts, one in twenty said twice."""
    texts = Texts(seed=6)
    async with opened(folder, is_hashed=is_hashed) as memory:
        for first in range(0, n_memories, 1_000):
            bodies = texts.items(min(1_000, n_memories - first))
            given = [NewMemory(**body) for body in bodies]
            twice = [
                msgspec.structs.replace(one, source_session=f"again {n}")
                for n, one in enumerate(given[::20])
            ]
            given[-len(twice) :] = twice
            await memory.store_batch(given, wait=False)
        await indexed(memory)


def link(records: Path) -> int:
    """A semantic edge from each memory to those nearest to it, above what one pair in a hundred has."""
    with apsw.Connection(str(records)) as connection:
        rows = connection.execute(
            "SELECT v.node, e.vector FROM embeddings e JOIN versions v ON v.key = e.key"
            " WHERE e.vector IS NOT NULL AND v.known_to IS NULL ORDER BY v.node"
        ).fetchall()
        nodes = np.array([node for node, _ in rows])
        vectors = np.stack([np.frombuffer(cast("bytes", vector), "<f4") for _, vector in rows])
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) + 1e-9
        ends = np.random.default_rng(0).integers(0, len(vectors), (2, 4_000))
        least = np.quantile((vectors[ends[0]] * vectors[ends[1]]).sum(1), 0.99)
        at, n_links = time.time_ns() // 1_000, 0
        for first in range(0, len(vectors), 1_000):
            cosines = vectors[first : first + 1_000] @ vectors.T
            own = np.arange(len(cosines))
            cosines[own, first + own] = -1.0
            near = np.argpartition(-cosines, _LINKS, axis=1)[:, :_LINKS]
            links = [
                (int(nodes[first + i]), int(nodes[j]), float(min(1.0, cosines[i, j])), at)
                for i, row in enumerate(near)
                for j in row
                if cosines[i, j] > least
            ]
            connection.executemany(_LINK, links)
            n_links += len(links)
        connection.execute(_LINKED, (connection.execute(_NEWEST).get,))
    return n_links


async def ask(
    memory: Perspective, questions: list[str], until: asyncio.Task[object] | None
) -> list[float]:
    """Seconds of each answer: all of them, or again and again while a task goes on."""
    took: list[float] = []
    while True:
        for question in questions:
            if until is not None and until.done():
                return took
            started = time.perf_counter()
            await memory.recall(question, reinforce=False)
            took.append(time.perf_counter() - started)
            await asyncio.sleep(_PAUSE_S)
        if until is None:
            return took


async def late(until: asyncio.Event) -> list[float]:
    """By how much the loop was late, each hundredth of a second."""
    found: list[float] = []
    while not until.is_set():
        started = time.perf_counter()
        await asyncio.sleep(0.01)
        found.append(time.perf_counter() - started - 0.01)
    return found


async def measure(folder: Path, n_idle: int, *, is_hashed: bool) -> dict[str, object]:
    """Idle, beside a consolidation, and idle again."""
    texts = Texts(seed=7)
    questions = [texts.question() for _ in range(n_idle)]
    async with opened(folder, is_hashed=is_hashed) as memory:
        await indexed(memory)
        await ask(memory, questions[:20], None)
        idle = await ask(memory, questions, None)
        over = asyncio.Event()
        lateness = asyncio.create_task(late(over))
        run = asyncio.create_task(memory.jobs.run("consolidation", tenant_id="default", wait=True))
        beside = await ask(memory, questions, run)
        over.set()
        ended = await run
        changes = (await memory.changes.list()).items
        idle += await ask(memory, questions, None)
        late_s = await lateness
    phases = {one.phase: one.n_applied for one in changes}
    rows, ratios = [], []
    for name, took in (("idle", idle), ("beside", beside), ("loop late by", late_s)):
        ms = np.percentile(np.array(took) * 1_000, (50, 95, 99)).tolist()
        rows.append((name, len(took), *ms, max(took) * 1_000))
        ratios.append(ms)
    show("Recall, ms", ("", "n", "p50", "p95", "p99", "most"), rows)
    p50, p95 = (ratios[1][n] / ratios[0][n] for n in (0, 1))
    say(
        f"beside / idle: p50 {p50:.2f}, p95 {p95:.2f} (aim 1.5); mean {fmean(beside) / fmean(idle):.2f}"
    )
    say(f"the consolidation: {ended.state} in {ended.took_s or 0.0:.0f} s, {phases}")
    return {"rows": rows, "p50": p50, "p95": p95, "took_s": ended.took_s, "phases": phases}


def main() -> None:
    """Prints the figures and writes beside.json."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.beside", description=__doc__)
    parser.add_argument("--memories", type=int, default=10_000, help="how many are stored (10000)")
    parser.add_argument("--data", type=Path, help="a linked data directory to copy instead")
    parser.add_argument("--model", choices=("hash", "default"), default="hash")
    parser.add_argument("--idle", type=int, default=150, help="questions asked idle (150)")
    options = parser.parse_args()
    is_hashed = options.model == "hash"
    say(f"{this_machine()}")
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept) / "data"
        if options.data is not None:
            shutil.copytree(options.data, folder)
        else:
            asyncio.run(fill(folder, options.memories, is_hashed=is_hashed))
            say(f"{link(folder / 'tenants' / 'default' / 'records.db'):,} links")
        results = asyncio.run(measure(folder, options.idle, is_hashed=is_hashed))
    keep("beside", results, {"model": options.model, "memories": options.memories})


if __name__ == "__main__":
    main()
