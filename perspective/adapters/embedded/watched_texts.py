"""What if files of the text index are damaged? It is set aside and filled anew from the feed.

Damage is noticed when the index is opened, when a question or a commit meets it, and when its
files are compared with their checksums now and then. Until the new index has everything, recall
answers from the other arms, and `reason` says what happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from perspective.adapters.embedded.files.aside import discard_aside, set_aside
from perspective.adapters.embedded.tantivy_texts import TantivyTexts
from perspective.domain.filter import Filter
from perspective.domain.ranking.bm25 import TextStatistics
from perspective.errors import StorageError, StoreCorrupt
from perspective.observability.events import event_log
from perspective.ports.feed import ChangeFeed, FeedItem
from perspective.ports.vectors import Hit

_log = event_log(__name__)

_RETRY_S = 10.0


class WatchedTexts:
    """A `TextIndex` in a folder, over a `TantivyTexts` that is replaced when it is damaged."""

    def __init__(
        self,
        folder: Path,
        *,
        verify_s: float = 3_600.0,
        open_at: Callable[[Path], TantivyTexts] = TantivyTexts,
    ) -> None:
        """Opening blocks."""
        self._path = folder
        self._verify_s = verify_s
        self._open_at = open_at
        self._reason: str | None = None
        self._wake: Callable[[], None] | None = None
        self._stopped = Event()
        self._verifying: asyncio.Task[None] | None = None
        self._replacing: asyncio.Task[None] | None = None
        try:
            self._texts = open_at(folder)
        except StoreCorrupt as error:
            self._note(str(error))
            set_aside(folder)
            self._texts = open_at(folder)

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes were applied."""
        return self._texts.cursor

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart."""
        return self._texts.n_entries

    @property
    def reason(self) -> str | None:
        """What was found wrong, until everything is indexed again; or None."""
        return self._reason

    def watch(self, wake: Callable[[], None]) -> None:
        """From now on files are verified now and then; `wake` is called when one was damaged."""
        self._wake = wake
        self._verifying = asyncio.create_task(self._verify(), name="verify-texts")

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        with self._noticing() as texts:
            await texts.apply(changes)

    async def search(self, terms: Sequence[str], where: Filter, *, limit: int) -> list[Hit]:
        """Versions that hold at least one of the terms and match the filter, best first."""
        with self._noticing() as texts:
            return await texts.search(terms, where, limit=limit)

    async def statistics(self, terms: Sequence[str], where: Filter) -> TextStatistics:
        """Exact counts over the versions that match the filter, and over nothing else."""
        with self._noticing() as texts:
            return await texts.statistics(terms, where)

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """The versions with these keys are out, and no file holds a word of them."""
        with self._noticing() as texts:
            await texts.purge(changes, keys)

    async def flush(self) -> None:
        """Makes what was applied durable; an index that was replaced is whole from then on."""
        with self._noticing() as texts:
            await texts.flush()
        if self._reason is not None and self._texts is texts and self._replacing is None:
            self._reason = None
            await asyncio.to_thread(discard_aside, self._path)

    async def close(self) -> None:
        """Flushes if it can, and lets go of files and threads. Safe to repeat."""
        self._stopped.set()
        for task in (self._verifying, self._replacing):
            if task is not None:
                task.cancel()
                await asyncio.wait([task])
        await self._texts.close()

    @contextmanager
    def _noticing(self) -> Iterator[TantivyTexts]:
        """The index as it is now; damage that shows is acted upon, and raised."""
        texts = self._texts
        try:
            yield texts
        except StoreCorrupt as error:
            self._lose(texts, str(error))
            raise

    async def _verify(self) -> None:
        """Opening has read every file; from then on each is read again now and then."""
        while True:
            await asyncio.sleep(self._verify_s)
            try:
                with self._noticing() as texts:
                    await texts.verify(self._stopped)
            except StorageError as error:
                _log.warning("text_index_not_verified", reason=str(error))

    def _lose(self, texts: TantivyTexts, reason: str) -> None:
        """The index counts no more; another takes its place."""
        if self._texts is texts and self._replacing is None and not self._stopped.is_set():
            self._note(reason)
            self._replacing = asyncio.create_task(self._replace(texts), name="replace-texts")

    async def _replace(self, damaged: TantivyTexts) -> None:
        await damaged.abandon()
        while self._texts is damaged:
            try:
                self._texts = await asyncio.to_thread(self._begin_anew)
            except StorageError as error:
                _log.warning("text_index_not_set_aside", reason=str(error))
                await asyncio.sleep(_RETRY_S)
        self._replacing = None
        if self._wake is not None:
            self._wake()

    def _begin_anew(self) -> TantivyTexts:
        set_aside(self._path)
        return self._open_at(self._path)

    def _note(self, reason: str) -> None:
        self._reason = reason
        _log.warning("text_index_set_aside", reason=reason)
