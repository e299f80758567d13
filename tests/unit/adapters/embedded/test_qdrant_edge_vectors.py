"""Does the store write its generations in time, turn to them unnoticed, and outlive its worker?"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import numpy as np
import pytest

from perspective.adapters.embedded.qdrant_edge_vectors import WRITE_GENERATION
from perspective.adapters.inmemory.vectors import InMemoryVectors
from perspective.adapters.worker.process import WorkerProcess
from perspective.errors import DiskFull
from perspective.ports.feed import Change, Removal
from perspective.wiring import WORKER_TASKS
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry
from tests.unit.adapters.embedded import generations
from tests.unit.adapters.embedded.generations import (
    NO_FEED,
    found,
    is_building,
    names,
    rows,
    settled,
    some_changes,
    store_in,
    take,
    until,
)
from tests.unit.adapters.embedded.recorded import Records
from tests.unit.adapters.embedded.recorded_vectors import ThreadWorker

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def records(tmp_path: Path) -> Iterator[Records]:
    """Empty records beside the index."""
    made = Records(tmp_path / "records.db")
    yield made
    made.close()


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    """The worker process as it is wired."""
    made = WorkerProcess(WORKER_TASKS)
    yield made
    await made.close()


def _faulty_worker(name: str, monkeypatch: pytest.MonkeyPatch) -> WorkerProcess:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return WorkerProcess({WRITE_GENERATION: f"{generations.__name__}:{name}"})


async def test_a_generation_survives_a_restart(
    tmp_path: Path, records: Records, worker: WorkerProcess
) -> None:
    """What the worker wrote is there after a restart, at its cursor; the rest comes from the feed."""
    store = store_in(tmp_path, worker)
    await take(store, records, some_changes(60))
    await settled(store)
    await take(store, records, some_changes(10, after=60, seed=2))
    before = await found(store)
    assert (store.cursor, store.n_entries, store.reason) == (70, 70, None)
    await store.close()

    again = store_in(tmp_path, worker)
    assert (again.cursor, again.n_entries) == (60, 60)
    await again.apply(some_changes(10, after=60, seed=2))
    assert await found(again) == before
    await again.close()
    assert names(tmp_path) == ["generation-000001"]


async def test_work_stays_in_proportion(tmp_path: Path, records: Records) -> None:
    """A new generation comes when a quarter of the old one changed, and takes its place."""
    store = store_in(tmp_path, ThreadWorker())
    await take(store, records, some_changes(400))
    await settled(store)
    await take(store, records, some_changes(99, after=400))
    await settled(store)
    assert names(tmp_path) == ["generation-000001"]
    await take(store, records, some_changes(1, after=499))
    await settled(store)
    assert names(tmp_path) == ["generation-000002"]
    assert (store.cursor, store.n_entries) == (500, 500)
    await store.close()


async def test_what_is_embedded_already_need_not_be_read(tmp_path: Path, records: Records) -> None:
    """An index that starts from nothing jumps ahead to the generation that the worker wrote."""
    everything = some_changes(300)
    records.keep(everything)
    store = store_in(tmp_path, ThreadWorker())
    moved = asyncio.Event()
    store.watch(moved.set)
    await store.apply(everything[:50])
    await asyncio.wait_for(moved.wait(), 30)
    assert (store.cursor, store.n_entries) == (300, 300)
    await store.apply(everything[50:100])
    assert (store.cursor, store.n_entries, store._delta.n_rows) == (300, 300, 0)
    await store.close()


async def test_what_is_not_embedded_yet_is_read_later(tmp_path: Path, records: Records) -> None:
    """A generation covers the feed only up to the first version without an embedding."""
    batch = some_changes(100)
    records.keep(batch)
    records._connection.execute("DELETE FROM embeddings WHERE key = 80")
    store = store_in(tmp_path, ThreadWorker())
    await store.apply(batch[:60])
    await settled(store)
    assert (store.cursor, store.n_entries) == (79, 99)
    await store.close()


async def test_a_search_never_misses_through_a_swap(tmp_path: Path, records: Records) -> None:
    """While versions are replaced and generations change, each is found as it was or as it is."""
    vector = rows(1)[0]
    others = rows(400, seed=3)
    batch = changes([entry(key) for key in range(1, 421)], vectors=[*[vector] * 20, *list(others)])
    store = store_in(tmp_path, ThreadWorker(), share=0.0, min_changes=15)
    await take(store, records, batch)
    seq = 420

    async def write() -> None:
        nonlocal seq
        n_swaps, sealed = 0, store._sealed
        while n_swaps < 3:
            seq += 1
            await take(store, records, [Change(seq, entry(1 + seq % 20), "", vector)])
            await asyncio.sleep(0.005)  # leaves the writing thread some time
            n_swaps, sealed = n_swaps + (store._sealed is not sealed), store._sealed

    async def read() -> None:
        while not writing.done():
            hits = await store.search(vector, EVERYTHING_NOW, limit=20)
            assert [hit.key for hit in hits] == list(range(20, 0, -1))
            assert len(await store.scores(vector, range(1, 21))) == 20
            await asyncio.sleep(0.001)

    writing = asyncio.create_task(write())
    await asyncio.gather(writing, read(), read(), read())
    await settled(store)
    assert (store.n_entries, store.cursor) == (420, seq)
    await store.close()


async def test_removals_hold_through_a_swap(tmp_path: Path, records: Records) -> None:
    """A version that is taken out while a generation with it is written stays out."""
    store = store_in(tmp_path, ThreadWorker(), min_changes=1_000)
    await take(store, records, some_changes(100))
    writing = asyncio.create_task(store._rewrite())
    await until(lambda: is_building(tmp_path))
    await take(store, records, [Change(101, entry(7), "", None, is_embeddable=False)])
    await writing
    assert store.n_entries == 99
    assert await store.scores(rows(1)[0], [7]) == {}
    assert 7 not in [key for answer in await found(store, 100) for key, _ in answer]
    await store.close()


async def test_what_is_erased_is_in_no_file(tmp_path: Path, records: Records) -> None:
    """After a purge neither the vector nor a name of an erased version is in any file."""
    store = store_in(tmp_path, ThreadWorker(), min_changes=1_000)
    await take(store, records, some_changes(30))
    planted = some_changes(1, after=30, seed=5, namespace="planted-name")
    await take(store, records, planted)
    await store._rewrite()

    def files_with(needle: bytes) -> list[str]:
        files = (path for path in (tmp_path / "vectors").rglob("*") if path.is_file())
        return [path.name for path in files if needle in path.read_bytes()]

    vector = planted[0].vector
    assert vector is not None
    needles = [vector.tobytes(), vector.astype(np.float16).tobytes(), b"planted-name"]
    assert [bool(files_with(needle)) for needle in needles] == [True, True, True]
    records.forget(31)
    await store.purge(NO_FEED, [31])
    assert [files_with(needle) for needle in needles] == [[], [], []]
    assert store.n_entries == 30
    await store.apply([Removal(32, 31)])
    assert (store.n_entries, store.cursor) == (30, 32)
    await store.close()


async def test_a_purge_waits_for_what_began_before(tmp_path: Path, records: Records) -> None:
    """A generation that was begun before an erasure, and holds what is erased, is not left."""
    store = store_in(tmp_path, ThreadWorker(), min_changes=1_000)
    planted = some_changes(1, seed=5, namespace="planted-name")
    await take(store, records, [*planted, *some_changes(400, after=1)])
    writing = asyncio.create_task(store._rewrite())
    await until(lambda: is_building(tmp_path))
    records.forget(1)
    await store.purge(NO_FEED, [1])
    await writing
    files = (path for path in (tmp_path / "vectors").rglob("*") if path.is_file())
    assert [path.name for path in files if b"planted-name" in path.read_bytes()] == []
    assert store.n_entries == 400
    await store.close()


async def test_a_purge_takes_what_was_set_aside(tmp_path: Path, records: Records) -> None:
    """A damaged generation that was set aside is gone after a purge; so is a half-written one."""
    store = store_in(tmp_path, ThreadWorker(), min_changes=1_000)
    await take(store, records, some_changes(30))
    for name in ("aside-generation-000001-then", "building-then"):
        (tmp_path / "vectors" / name).mkdir()
    records.forget(7)
    await store.purge(NO_FEED, [7])
    assert (names(tmp_path), store.n_entries) == (["generation-000001"], 29)
    await store.close()


async def test_nothing_left_is_no_generation(tmp_path: Path, records: Records) -> None:
    """When the last version is erased, no file is left either."""
    store = store_in(tmp_path, ThreadWorker())
    await take(store, records, some_changes(2))
    await store._rewrite()
    for key in (1, 2):
        records.forget(key)
    await store.purge(NO_FEED, [1, 2])
    assert names(tmp_path) == []
    assert (store.n_entries, await found(store)) == (0, [[]] * 5)
    await store.close()


async def test_a_killed_worker_costs_nothing(
    tmp_path: Path, records: Records, worker: WorkerProcess
) -> None:
    """Kill the worker midway: searches go on, health knows, and the next try succeeds."""
    store = store_in(tmp_path, worker, retry_s=0.05)
    await take(store, records, some_changes(3_000))
    before = await found(store)
    await until(lambda: is_building(tmp_path))
    assert worker.pid is not None
    os.kill(worker.pid, signal.SIGKILL)
    await settled(store)
    assert "SIGKILL" in (store.reason or "")
    assert await found(store) == before
    await until(lambda: store.reason is None)
    assert names(tmp_path) == ["generation-000001"]
    assert await found(store) == before
    await store.close()


@pytest.mark.parametrize(("name", "sign"), [("crash_once", "SIGBUS"), ("hang_once", "longer")])
async def test_a_failing_worker_is_tried_again(
    name: str, sign: str, tmp_path: Path, records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash or a hang leaves everything as it was, says why, and is tried again."""
    worker = _faulty_worker(name, monkeypatch)
    store = store_in(tmp_path, worker, retry_s=0.05, timeout_s=6.0)
    await take(store, records, some_changes(60))
    before = await found(store)
    await settled(store)
    assert sign in (store.reason or "")
    assert await found(store) == before
    await until(lambda: store.reason is None)
    assert names(tmp_path) == ["generation-000001"]
    assert await found(store) == before
    await store.close()
    await worker.close()


async def test_a_full_disk_is_not_touched(
    tmp_path: Path, records: Records, worker: WorkerProcess
) -> None:
    """Without enough free space nothing is begun; the index is complete, and says what it lacks."""
    store = store_in(tmp_path, worker, spare_bytes=1 << 60)
    await take(store, records, some_changes(60))
    await settled(store)
    assert "MiB free" in (store.reason or "")
    assert (names(tmp_path), store.n_entries, store.cursor) == ([], 60, 60)
    with pytest.raises(DiskFull):
        await store._rewrite()
    await store.close()


async def test_closing_does_not_wait_for_a_generation(
    tmp_path: Path, records: Records, worker: WorkerProcess
) -> None:
    """A close ends the worker's work; what it left behind is cleared away by the next one."""
    store = store_in(tmp_path, worker)
    await take(store, records, some_changes(3_000))
    await until(lambda: is_building(tmp_path))
    await asyncio.wait_for(store.close(), 5)
    again = store_in(tmp_path, worker)
    assert (again.cursor, again.n_entries) == (0, 0)
    await again._rewrite()
    assert (names(tmp_path), again.cursor) == (["generation-000001"], 3_000)
    await again.close()


async def test_the_delta_does_not_grow_without_end(tmp_path: Path, records: Records) -> None:
    """Who brings more than may wait in memory waits for the generation that is being written."""
    store = store_in(tmp_path, ThreadWorker(), wait_rows=200)
    batch = some_changes(600)
    for start in range(0, 600, 100):
        await take(store, records, batch[start : start + 100])
        assert store._delta.n_rows < 300
    await settled(store)
    assert store.n_entries == 600
    await store.close()


@pytest.mark.proof("Recall of the graph")
async def test_nearly_everything_near_is_found(
    tmp_path: Path, records: Records, worker: WorkerProcess, is_full: bool
) -> None:
    """Among many, over 99 of 100 of the nearest are those of an exact search, alike scored."""
    n, dimensions = (20_000, 384) if is_full else (4_000, 48)
    every = rows(n, dimensions=dimensions)
    batch = changes([entry(key) for key in range(1, n + 1)], vectors=list(every))
    store = store_in(tmp_path, worker, exact_rows=1_000, wait_rows=n)
    await take(store, records, batch)
    await settled(store)
    assert (store.reason, store._delta.n_rows) == (None, 0)
    exact = InMemoryVectors()
    await exact.apply(batch)
    n_same = 0
    for query in rows(50, seed=7, dimensions=dimensions):
        near = {hit.key: hit.score for hit in await store.search(query, EVERYTHING_NOW, limit=50)}
        best = {hit.key: hit.score for hit in await exact.search(query, EVERYTHING_NOW, limit=50)}
        same = near.keys() & best.keys()
        assert all(near[key] == best[key] for key in same)
        n_same += len(same)
    assert n_same / 2_500 >= 0.99
    await store.close()
