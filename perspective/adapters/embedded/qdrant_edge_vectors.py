"""Which versions are nearest in meaning? A sealed generation in files, with what changed since in
memory.

The generation is written by the worker process from the records, so its cursor is durable and
this one only reads. What came since is in an exact delta, which overrides it. A generation that
is damaged is set aside and written again; what a search needs is meanwhile read from the feed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import numpy as np

from perspective.adapters.embedded.generation.delta import Delta, Layer, Snapshot, check_dimensions
from perspective.adapters.embedded.generation.sealed import Retired, Sealed
from perspective.adapters.embedded.generation.shelf import Shelf
from perspective.adapters.embedded.generation.writer import WriteGeneration, Written
from perspective.domain.filter import Filter
from perspective.domain.index.columns import Mask
from perspective.errors import ModelError, StorageError, StoreCorrupt, StoreUnavailable
from perspective.observability.events import event_log
from perspective.ports.feed import ChangeFeed, FeedItem, Removal, Vector
from perspective.ports.vectors import Hit
from perspective.ports.worker import Worker

WRITE_GENERATION = "write_generation"

_log = event_log(__name__)

_NOTHING_ALIVE: Mask = np.zeros(0, dtype=np.bool_)


class GenerationLimits(msgspec.Struct, frozen=True, kw_only=True):
    """When is a generation written, and how much may wait for it?"""

    min_changes: int = 2_000
    share: float = 0.25  # of the sealed rows
    wait_rows: int = 20_000  # so many in memory wait for a generation that is being written
    exact_rows: int = 16_384  # about 2 ms of comparing 384 dimensions
    inline_rows: int = 4_096  # compared on the event loop
    changes_at_once: int = 128
    spare_bytes: int = 256 * 1024 * 1024
    timeout_s: float = 3_600.0
    verify_s: float = 3_600.0
    retry_s: float = 60.0  # at most, after a second that doubles with each failure


class QdrantEdgeVectors:
    """A `VectorStore` in a folder. Opening blocks; from `watch` on it looks after its files.

    `_alive` says which rows of `_sealed` no change has overridden; `_covered` is the sequence
    number up to which the generation tells all.
    """

    def __init__(
        self,
        folder: Path,
        *,
        records: Path,
        model: str,
        worker: Worker,
        limits: GenerationLimits | None = None,
    ) -> None:
        self._records = records
        self._model = model
        self._worker = worker
        self._limits = limits or GenerationLimits()
        self._shelf = Shelf(folder, model, exact_rows=self._limits.exact_rows)
        self._sealed, self._reason = self._shelf.open_latest()
        self._must_write = self._reason is not None
        self._covered = self._cursor = self._sealed.manifest.seq if self._sealed else 0
        self._alive = (
            np.ones(self._sealed.n_rows, dtype=np.bool_) if self._sealed else _NOTHING_ALIVE
        )
        self._n_alive = len(self._alive)
        self._delta = Delta()
        self._applying = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writing: asyncio.Task[None] | None = None
        self._failure: StorageError | ModelError | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._next_look: asyncio.TimerHandle | None = None
        self._n_failures = 0
        self._stopped = Event()
        self._wake: Callable[[], None] | None = None
        self._is_closed = False

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied."""
        return self._cursor

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        return self._n_alive + self._delta.n_rows

    @property
    def reason(self) -> str | None:
        """What is wrong with the files at the moment, or None."""
        return self._reason

    def watch(self, wake: Callable[[], None]) -> None:
        """From now on `wake` is called when the cursor moved by itself."""
        self._wake = wake
        self._look()
        self._write_if_due()

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        step = self._limits.changes_at_once
        async with self._applying:
            covered = self._covered
            for start in range(0, len(changes), step):
                if start:
                    await asyncio.sleep(0)
                if self._covered < covered:
                    return  # the generation was lost meanwhile: the feed is read anew
                for change in changes[start : start + step]:
                    self._apply(change)
        self._write_if_due()
        if self._delta.n_rows >= self._limits.wait_rows and self._writing is not None:
            await asyncio.wait([self._writing])

    async def search(self, query: Vector, where: Filter, *, limit: int) -> list[Hit]:
        """The nearest versions that match the filter, best first, at most `limit`."""
        while True:
            self._check_open()
            check_dimensions(query, self._dimensions)
            sealed = self._sealed
            alive = self._alive.copy()
            snapshot = Snapshot(sealed, alive, self._delta.views(where), where)
            try:
                if sealed is None and snapshot.n_exact <= self._limits.inline_rows:
                    found = snapshot.search(query, limit)
                else:
                    found = await asyncio.to_thread(snapshot.search, query, limit)
            except Retired:
                continue
            except StoreCorrupt as error:
                if sealed is None or self._is_closed:
                    raise
                self._lose(sealed, str(error))
                continue
            return [Hit(key, score) for key, score in found]

    async def scores(self, query: Vector, keys: Sequence[int]) -> dict[int, float]:
        """The exact cosine for each of these versions that has a vector."""
        self._check_open()
        check_dimensions(query, self._dimensions)
        found = self._delta.cosines(keys, query)
        if self._sealed is not None and keys:
            found |= self._sealed.cosines(keys, self._alive, query)
        return found

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:  # noqa: ARG002 - the worker reads the records
        """The versions with these keys are out, and no file holds anything taken out before."""
        self._check_open()
        async with self._applying:
            for key in keys:
                self._delta.remove(key)
            if self._sealed is not None:
                self._override(self._sealed, list(keys))
        if self._writing is not None or not await asyncio.to_thread(self._shelf.is_empty):
            await self._rewrite()

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        self._is_closed = True
        self._stopped.set()
        for timer in (self._retry, self._next_look):
            if timer is not None:
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks)
        sealed, self._sealed = self._sealed, None
        self._delta = Delta()
        if sealed is not None:
            await asyncio.to_thread(sealed.close)

    @property
    def _dimensions(self) -> int | None:
        if self._sealed is not None:
            return self._sealed.manifest.dimensions
        return self._delta.dimensions

    def _apply(self, change: FeedItem) -> None:
        if isinstance(change, Removal):
            key = change.key
        else:
            key = change.entry.key
            if change.vector is not None:
                check_dimensions(change.vector, self._dimensions)
        # What the generation covers it may know in a newer state than a batch read before.
        if change.seq > self._covered:
            self._delta.apply(change)
            if self._sealed is not None:
                self._override(self._sealed, [key])
        self._cursor = max(self._cursor, change.seq)

    def _override(self, sealed: Sealed, keys: Sequence[int]) -> None:
        found = sealed.rows(keys)
        found = np.unique(found[found >= 0])
        self._n_alive -= int(np.count_nonzero(self._alive[found]))
        self._alive[found] = False

    def _write_if_due(self) -> None:
        limits = self._limits
        n_sealed = 0 if self._sealed is None else self._sealed.n_rows
        is_due = self._delta.n_changed >= max(limits.min_changes, limits.share * n_sealed)
        is_waiting = self._writing is not None or self._retry is not None or self._is_closed
        if (is_due or self._must_write) and not is_waiting:
            self._start_writing()

    def _start_writing(self) -> asyncio.Task[None]:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        self._writing = self._begin(self._write())
        return self._writing

    async def _write(self) -> None:
        """A new generation takes the place of the one that is open; if it cannot be written,
        everything stays as it is, and this is tried again later."""
        self._failure = None
        cursor, frozen = self._cursor, self._delta.freeze()
        try:
            number = await asyncio.to_thread(self._shelf.next_number)
            request = WriteGeneration(
                records=str(self._records),
                folder=str(self._shelf.folder),
                number=number,
                model=self._model,
                spare_bytes=self._limits.spare_bytes,
            )
            written = await self._worker.run(
                WRITE_GENERATION, request, Written, timeout_s=self._limits.timeout_s
            )
            sealed = None
            if written.name is not None:
                sealed = await asyncio.to_thread(self._shelf.open, written.name)
            old = self._sealed
            self._show(sealed, written.seq, cursor, frozen)
            self._must_write = False
            _log.info("generation_opened", n_rows=written.n_rows, seq=written.seq)
            if old is not None:
                await asyncio.to_thread(old.close)
            await asyncio.to_thread(self._shelf.clean, written.name)
            self._reason, self._n_failures = None, 0
        except (StorageError, ModelError) as error:
            self._failure, self._reason, self._must_write = error, str(error), True
            self._n_failures += 1
            _log.warning("generation_failed", reason=str(error))
        finally:
            self._writing = None
            if not self._is_closed:
                self._after_writing()

    async def _rewrite(self) -> None:
        """A generation of the records as they are now is the only one left; raises what kept it
        from being written."""
        # One that is being written may know of older records.
        while self._writing is not None:
            await asyncio.wait([self._writing])
            self._check_open()
        await asyncio.wait([self._start_writing()])
        self._check_open()
        if self._failure is not None:
            raise self._failure

    def _after_writing(self) -> None:
        if self._failure is not None:
            loop = asyncio.get_running_loop()
            wait_s = min(2.0 ** min(self._n_failures - 1, 16), self._limits.retry_s)
            self._retry = loop.call_later(wait_s, self._try_again)
        else:
            self._write_if_due()
        if self._wake is not None:
            self._wake()

    def _try_again(self) -> None:
        self._retry = None
        self._write_if_due()

    def _show(
        self, sealed: Sealed | None, seq: int, cursor: int, frozen: tuple[Layer, ...]
    ) -> None:
        """Turns to a generation of everything up to `seq`; `frozen` is the delta up to `cursor`."""
        if seq >= self._cursor:
            self._delta = Delta()
        elif seq >= cursor:
            self._delta.drop(frozen)
        # Records that know less than before, after a power cut for instance, are read again.
        self._cursor = seq if seq < self._covered else max(self._cursor, seq)
        self._sealed, self._covered = sealed, seq
        self._alive = _NOTHING_ALIVE if sealed is None else np.ones(sealed.n_rows, dtype=np.bool_)
        self._n_alive = len(self._alive)
        if sealed is not None:
            self._override(sealed, self._delta.changed())

    async def _verify(self) -> None:
        """Reads every file now and then: one that was changed behind our back may still give
        answers."""
        if (sealed := self._sealed) is not None:
            try:
                await asyncio.to_thread(self._shelf.verify, sealed, self._stopped)
            except StoreCorrupt as error:
                self._lose(sealed, str(error))
        if not self._is_closed:
            loop = asyncio.get_running_loop()
            self._next_look = loop.call_later(self._limits.verify_s, self._look)

    def _look(self) -> None:
        self._begin(self._verify())

    def _lose(self, sealed: Sealed, reason: str) -> None:
        """The generation counts no more; all that it told is to be read from the feed again."""
        if self._sealed is not sealed:
            return
        self._sealed, self._alive, self._n_alive = None, _NOTHING_ALIVE, 0
        self._covered = self._cursor = 0
        self._reason, self._must_write = reason, True
        self._begin(self._set_aside(sealed, reason))

    async def _set_aside(self, sealed: Sealed, reason: str) -> None:
        try:
            await asyncio.to_thread(self._shelf.set_aside, sealed.folder, reason)
            await asyncio.to_thread(sealed.close)
        except StorageError as error:
            _log.warning("generation_not_set_aside", reason=str(error))
        self._write_if_due()
        if self._wake is not None:
            self._wake()

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work, name="vector-generation")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("the vector store is closed")
