"""What do tests of generations share? A store over its records, and vectors that mean something."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from perspective.adapters.embedded.generation.writer import (
    WriteGeneration,
    Written,
    write_generation,
)
from perspective.adapters.embedded.qdrant_edge_vectors import GenerationLimits, QdrantEdgeVectors
from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.state import InMemoryState
from perspective.ports.feed import Change
from perspective.ports.vectors import VectorStore
from perspective.ports.worker import Worker
from tests.contracts.index_entries import EVERYTHING_NOW, changes, entry
from tests.unit.adapters.embedded.recorded import MODEL, Records

DIMENSIONS = 16
# The worker reads the records instead.
NO_FEED = InMemoryFeed(InMemoryState())
_DIRECTIONS = 12


def rows(n: int, *, seed: int = 1, dimensions: int = DIMENSIONS) -> NDArray[np.float32]:
    """Unit vectors float32 (n, d) near a subspace, as those of texts are."""
    rng = np.random.default_rng(seed)
    basis = np.random.default_rng(0).standard_normal((_DIRECTIONS, dimensions))
    found = rng.standard_normal((n, _DIRECTIONS)) @ basis
    found += 0.3 * rng.standard_normal((n, dimensions))
    found /= np.linalg.norm(found, axis=1)[:, None]
    unit: NDArray[np.float32] = found.astype(np.float32)
    return unit


def some_changes(n: int, *, after: int = 0, seed: int = 1, **fields: str) -> list[Change]:
    """Versions `after` + 1 and on, each with a vector."""
    entries = [entry(key, **fields) for key in range(after + 1, after + n + 1)]
    return changes(entries, after=after, vectors=list(rows(n, seed=seed)))


def store_in(
    folder: Path, worker: Worker, *, model: str = MODEL, **limits: float
) -> QdrantEdgeVectors:
    """A store in a folder; it writes by itself after 50 changes unless `limits` say otherwise."""
    settled: dict[str, float] = {"min_changes": 50, "spare_bytes": 0, "exact_rows": 1, **limits}
    return QdrantEdgeVectors(
        folder / "vectors",
        records=folder / "records.db",
        model=model,
        worker=worker,
        limits=GenerationLimits(**settled),  # type: ignore[arg-type]
    )


async def take(store: VectorStore, records: Records, batch: Sequence[Change]) -> None:
    """The changes are in the records and in the index."""
    records.keep(batch)
    await store.apply(batch)


async def settled(store: QdrantEdgeVectors) -> None:
    """Nothing is being written, verified or set aside any more."""
    while store._tasks:
        await asyncio.wait(set(store._tasks))


async def found(store: VectorStore, n: int = 20) -> list[list[tuple[int, float]]]:
    """What a few searches find."""
    queries = rows(5, seed=99)
    answers = [await store.search(query, EVERYTHING_NOW, limit=n) for query in queries]
    return [[(hit.key, hit.score) for hit in hits] for hits in answers]


async def until(is_so: Callable[[], object], within_s: float = 60.0) -> None:
    """Returns once something is so, which other processes or threads bring about."""
    async with asyncio.timeout(within_s):
        while not is_so():  # noqa: ASYNC110 - a file or a process, which set no event
            await asyncio.sleep(0.001)


def is_building(folder: Path) -> bool:
    """Whether a generation is being written."""
    return any((folder / "vectors").glob("building-*"))


def names(folder: Path) -> list[str]:
    """What lies among the vectors."""
    return sorted(path.name for path in (folder / "vectors").iterdir())


def crash_once(request: WriteGeneration) -> Written:
    """Dies as on a full disk the first time, and does its work the second."""
    if _is_first(request):
        os.kill(os.getpid(), signal.SIGBUS)
        time.sleep(60)
    return write_generation(request)


def hang_once(request: WriteGeneration) -> Written:
    """Does not end in time the first time, and does its work the second."""
    if _is_first(request):
        time.sleep(600)
    return write_generation(request)


def _is_first(request: WriteGeneration) -> bool:
    mark = Path(request.records).with_name("tried")
    is_first = not mark.exists()
    mark.touch()
    return is_first
