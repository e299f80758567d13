"""Which versions share words with a query? A tantivy index, with its newest changes in memory.

A commit costs about 11 ms, so changes are committed in groups. Until then they stand in a small
exact index in memory, which every question asks too, and which overrides what is committed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Event
from typing import Any

import msgspec

from perspective.adapters.embedded.tantivy_index import CommittedView, TantivyFolder
from perspective.domain.filter import Filter
from perspective.domain.index.terms import InvertedIndex, TermsView
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import StorageError, StoreUnavailable
from perspective.observability.events import event_log
from perspective.ports.feed import Change, ChangeFeed, FeedItem, Removal
from perspective.ports.vectors import Hit

_log = event_log(__name__)

# Uncommitted changes at which a commit begins, and at which writing waits for it.
_COMMIT_AT = 500
_WAIT_AT = 4_000
# A change that overrides a committed document makes each question slower, a new one does not.
_OVERRIDING_COUNTS = 5
# So many changes at once are committed without standing in memory first.
_BULK = 256
_CHANGES_AT_ONCE = 32
# Changes read at a time when everything is indexed anew.
_CHANGES_AGAIN = 1_000
# Documents, and overridden ones, that can be asked within about 2 ms; more goes to a thread.
_INLINE_DOCUMENTS = 20_000
_INLINE_OVERRIDDEN = 30


class _Snapshot(msgspec.Struct, frozen=True):
    """All that a question asks, as it stood when it began; any thread may ask."""

    committed: CommittedView
    overridden: tuple[int, ...]
    tails: tuple[TermsView, ...]
    where: Filter

    @property
    def is_small(self) -> bool:
        n_documents = self.committed.n_documents + sum(tail.n_rows for tail in self.tails)
        return n_documents <= _INLINE_DOCUMENTS and len(self.overridden) <= _INLINE_OVERRIDDEN

    def statistics(self, terms: Sequence[str]) -> TextStatistics:
        total = self.committed.statistics(terms, self.where, self.overridden)
        for tail in self.tails:
            total += tail.matches(terms).statistics
        return total

    def search(
        self, terms: Sequence[str], statistics: TextStatistics | None, limit: int
    ) -> list[tuple[int, float]]:
        if statistics is None:
            statistics = self.statistics(terms)
        found = self.committed.search(terms, self.where, self.overridden, statistics, limit)
        for tail in self.tails:
            found += tail.matches(terms).best(limit, statistics)
        found.sort(key=lambda hit: (-hit[1], -hit[0]))
        return found[: max(limit, 0)]


class TantivyTexts:
    """The index in a folder. Opening blocks, and raises StoreCorrupt for a damaged folder: what
    then happens is the business of `WatchedTexts`.

    `_fresh` holds the changes since the last commit began, `_frozen` those being committed;
    `_overridden` are the keys of both that the committed documents may hold too; `_removed` are
    those that the next commit takes out of them.
    """

    def __init__(self, folder: Path) -> None:
        self._folder: TantivyFolder | None = TantivyFolder(folder)
        self._committed = self._folder.committed
        self._fresh = InvertedIndex()
        self._frozen = InvertedIndex()
        self._overridden: set[int] = set()
        self._removed: set[int] = set()
        self._cursor = self._folder.seq
        self._commit_at = _COMMIT_AT
        self._applying = asyncio.Lock()
        self._working = asyncio.Lock()
        self._background: set[asyncio.Task[None]] = set()
        self._n_applied = 0
        self._counted: tuple[tuple[str, ...], Filter, TextStatistics] | None = None

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied."""
        return self._cursor

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        n_replaced = self._committed.view().count(self._overridden)
        n_tail = len(self._fresh) + len(self._frozen)
        return self._committed.n_documents - n_replaced + n_tail

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        if len(changes) >= _BULK and not self._working.locked():
            await self._finish(lambda: self._apply_bulk(changes))
            return
        async with self._applying:
            for start in range(0, len(changes), _CHANGES_AT_ONCE):
                if start:
                    await asyncio.sleep(0)
                for change in changes[start : start + _CHANGES_AT_ONCE]:
                    self._apply_one(change)
            await self._make_room()

    async def search(self, terms: Sequence[str], where: Filter, *, limit: int) -> list[Hit]:
        """Versions that hold at least one of the terms and match the filter, best first."""
        snapshot, counted = self._snapshot(where), self._last_count(terms, where)
        if snapshot.is_small:
            found = snapshot.search(terms, counted, limit)
        else:
            found = await asyncio.to_thread(snapshot.search, terms, counted, limit)
        return [Hit(key, score) for key, score in found]

    async def statistics(self, terms: Sequence[str], where: Filter) -> TextStatistics:
        """Exact counts over the versions that match the filter, and over nothing else."""
        snapshot, counted = self._snapshot(where), self._last_count(terms, where)
        if counted is not None:
            return counted
        n_applied = self._n_applied
        if snapshot.is_small:
            counted = snapshot.statistics(terms)
        else:
            counted = await asyncio.to_thread(snapshot.statistics, terms)
        if n_applied == self._n_applied:
            self._counted = (tuple(terms), where, counted)
        return counted

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """Everything is indexed anew from the feed, beside the index that goes on answering;
        nothing of the old files is left. tantivy cannot be told to merge, and would keep the
        words of what is deleted until it does."""
        self._check_open()
        await self._finish(lambda: self._index_again(changes, frozenset(keys)))

    async def flush(self) -> None:
        """Makes what was applied durable; `cursor` then survives a restart."""
        self._check_open()
        await self._finish(self._commit_fresh)
        await self._finish(self._rest)

    async def close(self) -> None:
        """Flushes, and lets go of files and threads. Safe to repeat."""
        if self._folder is not None:
            try:
                await self.flush()
            except StorageError as error:  # the next start reads it from the feed again
                _log.warning("text_index_not_flushed", reason=str(error))
            finally:
                self._folder = None

    async def verify(self, stopped: Event) -> None:
        """Every committed file is what was written, unless stopped; raises StoreCorrupt."""
        async with self._working:
            folder = self._check_open()
            await asyncio.to_thread(folder.verify_marks)
        await asyncio.to_thread(folder.verify, stopped)

    async def abandon(self) -> None:
        """Lets go of files and threads, and writes nothing of what it holds."""
        async with self._working:
            folder, self._folder = self._folder, None
            if folder is not None:
                with suppress(StorageError):
                    await asyncio.to_thread(folder.rest)

    def _apply_one(self, change: FeedItem) -> None:
        key = change.key if isinstance(change, Removal) else change.entry.key
        self._frozen.remove(key)
        if isinstance(change, Removal):
            self._fresh.remove(key)
            self._removed.add(key)
        else:
            self._fresh.put(change.entry)
        if self._committed.may_hold(key):
            self._overridden.add(key)
        self._applied(change.seq)

    async def _apply_bulk(self, changes: Sequence[FeedItem]) -> None:
        async with self._applying:
            await self._commit_fresh()
            added = [change for change in changes if isinstance(change, Change)]
            latest = {change.entry.key: change.entry for change in added}
            removed = {change.key for change in changes if isinstance(change, Removal)}
            seq = max(self._cursor, changes[-1].seq)
            async with self._working:
                folder = self._check_open()
                try:
                    await asyncio.to_thread(folder.commit, list(latest.values()), seq, removed)
                finally:
                    self._show(folder)
            self._applied(seq)

    def _applied(self, seq: int) -> None:
        self._cursor = max(self._cursor, seq)
        self._n_applied += 1
        self._counted = None

    async def _make_room(self) -> None:
        weight = len(self._fresh) + _OVERRIDING_COUNTS * len(self._overridden)
        if weight >= self._commit_at and not self._working.locked():
            self._begin(self._commit_fresh)
        if len(self._fresh) >= _WAIT_AT:
            await self._finish(self._commit_fresh)

    async def _commit_fresh(self) -> None:
        async with self._working:
            if not len(self._fresh) and not self._removed:
                return
            folder = self._check_open()
            self._frozen, self._fresh = self._fresh, InvertedIndex()
            removed, self._removed = self._removed, set()
            entries, seq = self._frozen.entries(), self._cursor
            try:
                await asyncio.to_thread(folder.commit, entries, seq, removed)
                self._commit_at = _COMMIT_AT
            except BaseException:
                self._removed |= removed
                for entry in self._frozen.entries():
                    self._fresh.put(entry)
                self._commit_at += _COMMIT_AT
                raise
            finally:
                self._frozen = InvertedIndex()
                self._show(folder)

    async def _index_again(self, changes: ChangeFeed, keys: frozenset[int]) -> None:
        async with self._working:
            folder = self._check_open()
            seq = 0
            try:
                await asyncio.to_thread(folder.begin_again)
                while batch := await changes.changes(after=seq, limit=_CHANGES_AGAIN, model=None):
                    seq = batch[-1].seq
                    entries = [one.entry for one in batch if isinstance(one, Change)]
                    await asyncio.to_thread(folder.add_again, entries)
                for key in keys:
                    self._fresh.remove(key)
                await asyncio.to_thread(folder.commit_again, seq)
            finally:
                folder.give_up()
                self._show(folder)
            # The cursor stays: what is in memory may be older than what was just indexed, until
            # the changes in between are applied too.
            self._applied(self._cursor)

    async def _rest(self) -> None:
        async with self._working:
            folder = self._check_open()
            await asyncio.to_thread(folder.rest)
            self._show(folder)
            await asyncio.to_thread(folder.release)

    def _show(self, folder: TantivyFolder) -> None:
        """Turns to the latest commit; what is in it and not in `_fresh` must be nowhere else."""
        self._committed = folder.committed
        waiting = self._removed.union(self._fresh.keys())
        self._overridden = set(filter(self._committed.may_hold, waiting))

    def _begin(self, work: Callable[[], Coroutine[Any, Any, None]]) -> asyncio.Task[None]:
        """A task that goes on when its caller is cancelled. A failed commit that nobody waits
        for shows itself again at the next flush, since its changes are still to be committed."""
        task = asyncio.create_task(work())
        self._background.add(task)
        task.add_done_callback(self._background.discard)
        task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def _finish(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        await asyncio.shield(self._begin(work))

    def _snapshot(self, where: Filter) -> _Snapshot:
        self._check_open()
        tails = tuple(tail.view(where) for tail in (self._fresh, self._frozen) if len(tail))
        return _Snapshot(self._committed.view(), tuple(self._overridden), tails, where)

    def _last_count(self, terms: Sequence[str], where: Filter) -> TextStatistics | None:
        """The counts of the last question, if this is the same and nothing changed since."""
        if self._counted is None or self._counted[:2] != (tuple(terms), where):
            return None
        return self._counted[2]

    def _check_open(self) -> TantivyFolder:
        if self._folder is None:
            raise StoreUnavailable("the text index is closed")
        return self._folder
