"""Which versions share words with a query? Exact BM25 in memory; nothing is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence

from perspective.domain.filter import Filter
from perspective.domain.index.terms import InvertedIndex, TermsView
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import StoreUnavailable
from perspective.ports.feed import ChangeFeed, FeedItem, Removal
from perspective.ports.vectors import Hit

# About 3 ms of counting; more goes to a thread.
_INLINE_ROWS = 10_000
_BLOCK_ROWS = 4096
_CHANGES_AT_ONCE = 32


class InMemoryTexts:
    """An exact `TextIndex`: its search scores are the BM25 of its statistics."""

    def __init__(self) -> None:
        self._index = InvertedIndex(block_rows=_BLOCK_ROWS)
        self._cursor = 0
        self._is_closed = False
        self._applying = asyncio.Lock()

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied; 0 in a new object."""
        return self._cursor

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        return len(self._index)

    @property
    def reason(self) -> str | None:
        """There are no files, so nothing is wrong with them."""
        return None

    def watch(self, wake: Callable[[], None]) -> None:
        """There are no files to look after."""

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        async with self._applying:
            for start in range(0, len(changes), _CHANGES_AT_ONCE):
                if start:
                    await asyncio.sleep(0)
                for change in changes[start : start + _CHANGES_AT_ONCE]:
                    if isinstance(change, Removal):
                        self._index.remove(change.key)
                    else:
                        self._index.put(change.entry)
                    self._cursor = max(self._cursor, change.seq)

    async def search(self, terms: Sequence[str], where: Filter, *, limit: int) -> list[Hit]:
        """Versions that hold at least one of the terms and match the filter, best first."""
        self._check_open()
        view = self._index.view(where)
        if view.n_rows <= _INLINE_ROWS:
            found = _search(view, terms, limit)
        else:
            found = await asyncio.to_thread(_search, view, terms, limit)
        return [Hit(key, score) for key, score in found]

    async def statistics(self, terms: Sequence[str], where: Filter) -> TextStatistics:
        """Exact counts over the versions that match the filter, and over nothing else."""
        self._check_open()
        view = self._index.view(where)
        if view.n_rows <= _INLINE_ROWS:
            return view.matches(terms).statistics
        return (await asyncio.to_thread(view.matches, terms)).statistics

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:  # noqa: ARG002 - it has no files
        """The versions with these keys are out; there are no files to hold them."""
        self._check_open()
        async with self._applying:
            for key in keys:
                self._index.remove(key)

    async def flush(self) -> None:
        """Nothing is kept, so there is nothing to do."""
        self._check_open()

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        self._index = InvertedIndex(block_rows=_BLOCK_ROWS)
        self._is_closed = True

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("the text index is closed")


def _search(view: TermsView, terms: Sequence[str], limit: int) -> list[tuple[int, float]]:
    matches = view.matches(terms)
    return matches.best(limit, matches.statistics)
