"""Which versions share words with a query? A tantivy index, with its newest changes in memory.

A commit costs about 11 ms, so changes are committed in groups. Until then they stand in a small
exact index in memory, which every question asks too, and which overrides what is committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import msgspec

from perspective.adapters.embedded.tantivy_index import Committed, TantivyFolder
from perspective.domain.filter import Filter
from perspective.domain.index.terms import InvertedIndex, TermsView
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import StoreUnavailable
from perspective.ports.feed import Change
from perspective.ports.vectors import Hit

# At this many changes a commit begins; at the second number, writing waits for it.
_COMMIT_AT = 500
_WAIT_AT = 4_000
# What this many documents cost to search, about 1 ms, is not worth a thread.
_INLINE_DOCUMENTS = 3_000
_CHANGES_AT_ONCE = 64

Task = asyncio.Task[None]


class _Snapshot(msgspec.Struct, frozen=True):
    """All that a question asks, as it stood when it began; any thread may ask."""

    committed: Committed
    overridden: tuple[int, ...]
    tails: tuple[TermsView, ...]
    where: Filter

    @property
    def n_documents(self) -> int:
        return self.committed.n_documents + sum(tail.n_rows for tail in self.tails)

    def statistics(self, terms: Sequence[str]) -> TextStatistics:
        total = self.committed.statistics(terms, self.where, self.overridden)
        for tail in self.tails:
            total += tail.statistics(terms)
        return total

    def search(
        self, terms: Sequence[str], statistics: TextStatistics | None, limit: int
    ) -> list[tuple[int, float]]:
        if statistics is None:
            statistics = self.statistics(terms)
        found = self.committed.search(terms, self.where, self.overridden, statistics, limit)
        for tail in self.tails:
            found += tail.search(terms, statistics, limit)
        found.sort(key=lambda hit: (-hit[1], -hit[0]))
        return found[: max(limit, 0)]


class TantivyTexts:
    """A `TextIndex` in a folder. Opening blocks, and raises StoreCorrupt for a damaged folder.

    `_fresh` holds the changes since the last commit began, `_frozen` those being committed.
    """

    def __init__(self, folder: Path) -> None:
        self._folder: TantivyFolder | None = TantivyFolder(folder)
        self._committed = self._folder.committed
        self._fresh = InvertedIndex()
        self._frozen = InvertedIndex()
        self._overridden: set[int] = set()
        self._cursor = self._folder.seq
        self._applying = asyncio.Lock()
        self._working: Task | None = None
        self._commit_at = _COMMIT_AT
        self._generation = 0
        self._n_replaced: tuple[Committed, int, int] | None = None
        self._counted: tuple[tuple[str, ...], Filter, TextStatistics] | None = None

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied."""
        return self._cursor

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        n_overridden = len(self._overridden)  # grows until the next commit
        if self._n_replaced is None or self._n_replaced[:2] != (self._committed, n_overridden):
            n_replaced = self._committed.count(tuple(self._overridden))
            self._n_replaced = self._committed, n_overridden, n_replaced
        n_tail = len(self._fresh) + len(self._frozen)
        return self._committed.n_documents - self._n_replaced[2] + n_tail

    async def apply(self, changes: Sequence[Change]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        async with self._applying:
            for start in range(0, len(changes), _CHANGES_AT_ONCE):
                if start:
                    await asyncio.sleep(0)
                for change in changes[start : start + _CHANGES_AT_ONCE]:
                    self._apply(change)
                if len(self._fresh) >= self._commit_at:
                    self._begin(self._commit)
                if len(self._fresh) >= _WAIT_AT:
                    await self._commit_all()

    async def search(self, terms: Sequence[str], where: Filter, *, limit: int) -> list[Hit]:
        """Versions that hold at least one of the terms and match the filter, best first."""
        snapshot = self._snapshot(where)
        counted = self._known(terms, where)
        if snapshot.n_documents <= _INLINE_DOCUMENTS:
            found = snapshot.search(terms, counted, limit)
        else:
            found = await asyncio.to_thread(snapshot.search, terms, counted, limit)
        return [Hit(key, score) for key, score in found]

    async def statistics(self, terms: Sequence[str], where: Filter) -> TextStatistics:
        """Exact counts over the versions that match the filter, and over nothing else."""
        snapshot = self._snapshot(where)
        counted = self._known(terms, where)
        if counted is not None:
            return counted
        if snapshot.n_documents <= _INLINE_DOCUMENTS:
            counted = snapshot.statistics(terms)
        else:
            generation = self._generation
            counted = await asyncio.to_thread(snapshot.statistics, terms)
            if generation != self._generation:
                return counted
        self._counted = (tuple(terms), where, counted)
        return counted

    async def flush(self) -> None:
        """Makes what was applied durable; `cursor` then survives a restart."""
        self._check_open()
        await self._commit_all()
        await asyncio.shield(self._begin(self._rest))

    async def close(self) -> None:
        """Flushes, and lets go of files and threads. Safe to repeat."""
        if self._folder is not None:
            try:
                await self.flush()
            finally:
                self._folder = None

    def _apply(self, change: Change) -> None:
        key = change.entry.key
        self._frozen.remove(key)
        self._fresh.put(change.entry)
        self._overridden.add(key)
        self._cursor = max(self._cursor, change.seq)
        self._generation += 1
        self._counted = None

    def _known(self, terms: Sequence[str], where: Filter) -> TextStatistics | None:
        """The counts of the last question, if this is the same and nothing changed since."""
        if self._counted is None or self._counted[:2] != (tuple(terms), where):
            return None
        return self._counted[2]

    def _snapshot(self, where: Filter) -> _Snapshot:
        self._check_open()
        tails = tuple(tail.view(where) for tail in (self._fresh, self._frozen) if len(tail))
        return _Snapshot(self._committed, tuple(self._overridden), tails, where)

    async def _commit_all(self) -> None:
        """Commits what was applied before the call. The first round may find an older commit
        at work; the second then begins after the call, so it takes everything."""
        for _ in range(2):
            if len(self._fresh) or len(self._frozen):
                await asyncio.shield(self._begin(self._commit))

    def _begin(self, work: Callable[[TantivyFolder], Coroutine[Any, Any, None]]) -> Task:
        """The work at the folder that is going on, or else this work, begun."""
        if self._working is None or self._working.done():
            self._working = asyncio.create_task(work(self._check_open()))
            # A failure that nobody waits for shows itself again at the next flush.
            self._working.add_done_callback(lambda task: task.cancelled() or task.exception())
        return self._working

    async def _commit(self, folder: TantivyFolder) -> None:
        self._frozen, self._fresh = self._fresh, InvertedIndex()
        try:
            await asyncio.to_thread(folder.commit, self._frozen.entries(), self._cursor)
        except BaseException:
            for entry in self._frozen.entries():
                self._fresh.put(entry)
            self._commit_at = len(self._fresh) + _COMMIT_AT
            raise
        else:
            self._commit_at = _COMMIT_AT
            self._committed = folder.committed
            self._overridden = set(self._fresh.keys())
        finally:
            self._frozen = InvertedIndex()

    async def _rest(self, folder: TantivyFolder) -> None:
        await asyncio.to_thread(folder.rest)
        self._committed = folder.committed

    def _check_open(self) -> TantivyFolder:
        if self._folder is None:
            raise StoreUnavailable("the text index is closed")
        return self._folder
