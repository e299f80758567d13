"""Which versions are nearest in meaning? Every vector compared, in memory; nothing is kept.

Also what the embedded setup uses: its cursor starts at 0, so it is rebuilt from the change feed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

from perspective.domain.filter import Filter
from perspective.domain.index.vectors import VectorTable
from perspective.errors import DimensionMismatch, StoreUnavailable
from perspective.ports.feed import ChangeFeed, FeedItem, Removal, Vector
from perspective.ports.vectors import Hit

# About 2 ms of comparing 384 dimensions; more goes to a thread.
_INLINE_ROWS = 16_384
_CHANGES_AT_ONCE = 128


class InMemoryVectors:
    """An exact `VectorStore`. Without `dimensions`, the first vector decides."""

    def __init__(self, dimensions: int | None = None) -> None:
        self._table = None if dimensions is None else VectorTable(dimensions)
        self._cursor = 0
        self._is_closed = False
        self._applying = asyncio.Lock()

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied; 0 in a new object."""
        return self._cursor

    @property
    def reason(self) -> str | None:
        """None: there are no files."""
        return None

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        return 0 if self._table is None else len(self._table)

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        async with self._applying:
            for start in range(0, len(changes), _CHANGES_AT_ONCE):
                if start:
                    await asyncio.sleep(0)
                for change in changes[start : start + _CHANGES_AT_ONCE]:
                    self._apply(change)

    async def search(self, query: Vector, where: Filter, *, limit: int) -> list[Hit]:
        """The nearest versions that match the filter, best first, at most `limit`."""
        self._check_open()
        if self._table is None:
            return []
        self._check_dimensions(query, self._table)
        view = self._table.view(where)
        if view.n_rows <= _INLINE_ROWS:
            found = view.search(query, limit)
        else:
            found = await asyncio.to_thread(view.search, query, limit)
        return [Hit(key, score) for key, score in found]

    async def scores(self, query: Vector, keys: Sequence[int]) -> dict[int, float]:
        """The exact cosine for each of these versions that has a vector."""
        self._check_open()
        if self._table is None:
            return {}
        self._check_dimensions(query, self._table)
        return self._table.cosines(keys, query)

    def watch(self, wake: Callable[[], None]) -> None:
        """Nothing to do: the cursor never moves by itself."""

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:  # noqa: ARG002 - it has no files
        """The versions with these keys are out; there are no files to hold them."""
        self._check_open()
        async with self._applying:
            if self._table is not None:
                for key in keys:
                    self._table.remove(key)

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        self._table = None
        self._is_closed = True

    def _apply(self, change: FeedItem) -> None:
        if isinstance(change, Removal):
            if self._table is not None:
                self._table.remove(change.key)
        elif change.vector is not None:
            if self._table is None:
                self._table = VectorTable(len(change.vector))
            self._check_dimensions(change.vector, self._table)
            self._table.put(change.entry, change.vector)
        elif self._table is not None:
            self._table.remove(change.entry.key)
        self._cursor = max(self._cursor, change.seq)

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("the vector store is closed")

    @staticmethod
    def _check_dimensions(vector: Vector, table: VectorTable) -> None:
        if vector.shape != (table.dimensions,):
            raise DimensionMismatch(
                f"a vector of shape {vector.shape} in a store of {table.dimensions} dimensions"
            )
