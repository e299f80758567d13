"""How do indexes keep in step with the records?

One pump per tenant and index reads the change feed from the index's own cursor, in order. A
store, a restart after a crash and a rebuild from nothing are the same thing to it. Nothing here
decides what is searched; a failing model or index holds up its own pump alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import Protocol

from perspective.domain.answer import IndexHealth
from perspective.errors import ContextTooLong, ModelError, ModelOutputInvalid, StorageError
from perspective.observability.events import event_log
from perspective.ports.embedder import Embedder
from perspective.ports.feed import Change, ChangeFeed, Vector
from perspective.ports.texts import TextIndex
from perspective.ports.vectors import VectorStore

_log = event_log(__name__)

_FIRST_RETRY_S = 0.5
_LAST_RETRY_S = 60.0
_IDLE_S = 1.0
_READ_AT_ONCE = 1024


class Feeder(Protocol):
    """What a pump drives: something that takes changes in order and knows how far it is."""

    name: str
    batch: int
    n_failed: int

    @property
    def cursor(self) -> int:
        """The sequence number up to which changes can be searched."""
        ...

    @property
    def reason(self) -> str | None:
        """What is wrong with the index itself, or None."""
        ...

    async def feed(self, changes: ChangeFeed, *, after: int) -> int:
        """Takes the next batch; returns how many changes there were."""
        ...

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """Erased versions are out, and no file holds anything of them."""
        ...

    async def idle(self) -> None:
        """Called when nothing came for a while."""
        ...


class TextFeeder:
    """Feeds a text index."""

    name = "text"
    batch = 512

    def __init__(self, index: TextIndex) -> None:
        self._index = index
        self.n_failed = 0

    @property
    def cursor(self) -> int:
        """See `Feeder`."""
        return self._index.cursor

    @property
    def reason(self) -> str | None:
        """See `Feeder`."""
        return self._index.reason

    async def feed(self, changes: ChangeFeed, *, after: int) -> int:
        """See `Feeder`."""
        batch = await changes.changes(after=after, limit=self.batch, model=None)
        # An index that lost its files meanwhile is to be read from its new cursor.
        if self._index.cursor < after:
            return 1
        if batch:
            await self._index.apply(batch)
        if len(batch) < self.batch and self._index.reason is not None:
            await self._index.flush()  # one that was lost is whole again
        return len(batch)

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """See `Feeder`."""
        await self._index.purge(changes, keys)

    async def idle(self) -> None:
        """Commits what is only in memory, so that a restart need not read it again."""
        await self._index.flush()


class VectorFeeder:
    """Embeds what has no vector yet, keeps the embedding, and feeds a vector index."""

    name = "vector"

    def __init__(self, index: VectorStore, embedder: Embedder, *, batch_items: int) -> None:
        self._index = index
        self.embedder = embedder
        self.batch = batch_items
        self.n_failed = 0
        self._n_read = _READ_AT_ONCE

    @property
    def cursor(self) -> int:
        """See `Feeder`."""
        return self._index.cursor

    @property
    def reason(self) -> str | None:
        """See `Feeder`."""
        return self._index.reason

    async def feed(self, changes: ChangeFeed, *, after: int) -> int:
        """See `Feeder`."""
        model = self.embedder.model
        batch = await changes.changes(after=after, limit=self._n_read, model=model)
        fresh = [
            (n, one)
            for n, one in enumerate(batch)
            if isinstance(one, Change) and one.vector is None and one.is_embeddable
        ]
        # Vectors that are already in the records are read in larger steps.
        self._n_read = self.batch if fresh else _READ_AT_ONCE
        if len(fresh) > self.batch:
            batch = batch[: fresh[self.batch][0]]
            fresh = fresh[: self.batch]
        if fresh:
            vectors = await self._embed([one.content for _, one in fresh])
            rows = [(one.entry.key, v) for (_, one), v in zip(fresh, vectors, strict=True)]
            await changes.save_embeddings(model, rows)
            for (n, old), vector in zip(fresh, vectors, strict=True):
                batch[n] = Change(old.seq, old.entry, old.content, vector, vector is not None)
        # An index that lost its files meanwhile is to be read from its new cursor.
        if batch and self._index.cursor >= after:
            await self._index.apply(batch)
        return len(batch)

    async def _embed(self, texts: Sequence[str]) -> list[Vector | None]:
        """One bad text never fails its batch: it alone stays without a vector."""
        try:
            return await self.embedder.embed_passages(texts)
        except (ModelOutputInvalid, ContextTooLong) as error:
            if len(texts) == 1:
                self.n_failed += 1
                _log.warning("embedding_failed", reason=str(error))
                return [None]
        return [vector for text in texts for vector in await self._embed([text])]

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:
        """See `Feeder`."""
        await self._index.purge(changes, keys)

    async def idle(self) -> None:
        """Nothing to do: the records already hold the embeddings."""


class IndexPump:
    """Drives one feeder. It runs a task only while there is something to take in."""

    def __init__(self, changes: ChangeFeed, feeder: Feeder) -> None:
        self._changes = changes
        self._feeder = feeder
        self._task: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._idle_s = _IDLE_S
        self._advanced = asyncio.Event()
        self._feeding = asyncio.Lock()
        self._n_purging = 0
        self._is_closed = False
        self._seen = 0
        self._seen_at = 0
        self.reason: str | None = None

    @property
    def position(self) -> int:
        """The sequence number up to which a search sees every change: beyond the index's cursor
        when there was nothing more, unless the cursor fell back since."""
        cursor = self._feeder.cursor
        return max(cursor, self._seen) if cursor >= self._seen_at else cursor

    @property
    def is_behind(self) -> bool:
        """True while something committed cannot be found yet, or can still be found as it was."""
        return self.position < self._changes.last_seq

    def wake(self) -> None:
        """There may be something new. Never waits."""
        if self._is_closed or (self._task is not None and not self._task.done()):
            return
        if self._idle is not None:
            self._idle.cancel()
        self._task = asyncio.create_task(self._drain(), name=f"index-{self._feeder.name}")

    async def reached(self, seq: int) -> None:
        """Returns once a search sees every change up to `seq`."""
        while self.position < seq and not self._is_closed:
            self.wake()
            advanced = self._advanced
            await advanced.wait()

    async def settled(self) -> None:
        """Returns once a search sees every change there is."""
        while self.is_behind and not self._is_closed:
            await self.reached(self._changes.last_seq)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nothing is taken in while the block runs, which begins between two batches."""
        async with self._feeding:
            yield

    async def purge(self, keys: Collection[int]) -> None:
        """Erased versions are out of the index and its files.

        It begins between two batches: one that was read before the erasure is in the index by
        then, and the next is read after it, so none brings a version back. Feeding then goes on
        beside it; a flush would wait for it, and is left until it is over.
        """
        async with self._feeding:
            self._n_purging += 1
        try:
            await self._feeder.purge(self._changes, keys)
        finally:
            self._n_purging -= 1
            self.wake()

    async def health(self) -> IndexHealth:
        """How far the index is behind the records, at one moment."""
        accepted, pending = await self._changes.counted(after=self._feeder.cursor)
        failed = min(self._feeder.n_failed, accepted - pending)
        reason = self.reason or self._feeder.reason
        return IndexHealth(
            accepted=accepted,
            searchable=accepted - pending - failed,
            pending=pending,
            failed=failed,
            state="degraded" if reason else ("behind" if pending else "ok"),
            reason=reason,
        )

    async def close(self) -> None:
        """Stops; what is not yet taken in will be at the next start."""
        self._is_closed = True
        if self._idle is not None:
            self._idle.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        self._advance()

    async def _drain(self) -> None:
        retry_s = _FIRST_RETRY_S
        while not self._is_closed:
            last_seq = self._changes.last_seq
            try:
                async with self._feeding:
                    after = self._feeder.cursor
                    n_taken = await self._feeder.feed(self._changes, after=after)
            except (ModelError, StorageError) as error:
                self.reason = str(error)
                _log.warning("index_behind", index=self._feeder.name, reason=self.reason)
                await asyncio.sleep(retry_s)
                retry_s = min(retry_s * 2, _LAST_RETRY_S)
                continue
            self.reason, retry_s = None, _FIRST_RETRY_S
            if not n_taken:
                self._seen, self._seen_at = last_seq, after
            self._advance()
            if not self.is_behind:
                break
        self._rest_soon(_IDLE_S)

    def _rest_soon(self, within_s: float) -> None:
        self._idle_s = within_s
        self._idle = asyncio.get_running_loop().call_later(within_s, self._start_idle)

    def _start_idle(self) -> None:
        if not self._n_purging and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._run_idle(), name=f"idle-{self._feeder.name}")

    async def _run_idle(self) -> None:
        """What can wait is done; on a full disk for instance, it is tried again later."""
        try:
            await self._feeder.idle()
        except StorageError as error:
            self.reason = str(error)
            _log.warning("index_flush_failed", index=self._feeder.name, reason=self.reason)
            if not self._is_closed:
                self._rest_soon(min(self._idle_s * 2, _LAST_RETRY_S))
        else:
            self.reason = None
        if self.is_behind:
            asyncio.get_running_loop().call_soon(self.wake)

    def _advance(self) -> None:
        self._advanced.set()
        self._advanced = asyncio.Event()
