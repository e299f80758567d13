"""How is a store of sealed generations held to the contract? With its records, and sealing often."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

import msgspec

from perspective.adapters.embedded.generation.writer import write_generation
from perspective.adapters.embedded.qdrant_edge_vectors import GenerationLimits, QdrantEdgeVectors
from perspective.domain.filter import Filter
from perspective.errors import ModelError, StorageError, StoreUnavailable
from perspective.ports.feed import ChangeFeed, FeedItem, Vector
from perspective.ports.vectors import Hit
from perspective.ports.worker import A
from tests.unit.adapters.embedded.recorded import MODEL, Records

_MOST_SEALED = 1_500


class ThreadWorker:
    """A `Worker` without the process: quick to start, and it may hold up whoever waits."""

    async def run(
        self,
        task: str,
        request: msgspec.Struct,
        answer: type[A],
        *,
        timeout_s: float,
        otherwise: type[StorageError | ModelError] = StoreUnavailable,
    ) -> A:
        """Writes a generation."""
        written = await asyncio.to_thread(write_generation, request)  # type: ignore[arg-type]
        return msgspec.convert(written, answer, from_attributes=True)

    async def close(self) -> None:
        """Nothing to do."""


class RecordedVectors:
    """Generations over records that the changes are put into first. Of each larger batch a part
    is sealed, so that a search must ask both the generation and the delta; every row asks the
    graph."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._records = Records(Path(self._folder.name) / "records.db")
        self._inner = QdrantEdgeVectors(
            Path(self._folder.name) / "vectors",
            records=self._records.path,
            model=MODEL,
            worker=ThreadWorker(),
            limits=GenerationLimits(min_changes=1 << 30, exact_rows=1, spare_bytes=0),
        )

    @property
    def cursor(self) -> int:
        """See `VectorStore`."""
        return self._inner.cursor

    @property
    def n_entries(self) -> int:
        """See `VectorStore`."""
        return self._inner.n_entries

    @property
    def reason(self) -> str | None:
        """See `VectorStore`."""
        return self._inner.reason

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """See `VectorStore`."""
        n_sealed = min((len(changes) + 1) // 2, _MOST_SEALED)
        is_large = len(changes) > 1 and 4 * len(changes) >= self.n_entries
        await self._keep(changes[:n_sealed])
        if is_large:
            await self._inner._rewrite()
        await self._keep(changes[n_sealed:])

    async def _keep(self, changes: Sequence[FeedItem]) -> None:
        if changes:
            self._records.keep(changes)
        await self._inner.apply(changes)

    async def search(self, query: Vector, where: Filter, *, limit: int) -> list[Hit]:
        """See `VectorStore`."""
        return await self._inner.search(query, where, limit=limit)

    async def scores(self, query: Vector, keys: Sequence[int]) -> dict[int, float]:
        """See `VectorStore`."""
        return await self._inner.scores(query, keys)

    def watch(self, wake: Callable[[], None]) -> None:
        """See `VectorStore`."""
        self._inner.watch(wake)

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """See `VectorStore`."""
        for key in keys:
            self._records.forget(key)
        await self._inner.purge(changes, keys)

    async def close(self) -> None:
        """See `VectorStore`."""
        await self._inner.close()
        self._records.close()
        self._folder.cleanup()
