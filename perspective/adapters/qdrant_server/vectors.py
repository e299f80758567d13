"""Which versions are nearest in meaning? A collection on a Qdrant server knows.

What this object says of the collection, it has read there or written itself; after any failure
it looks again. Whatever cannot be asked raises StoreUnavailable, and is to be tried again.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TypeVar

from perspective.adapters.qdrant_server.collection import VectorCollection, n_at_once
from perspective.adapters.qdrant_server.connection import CollectionGone, QdrantConnection
from perspective.adapters.qdrant_server.pairing import Pairing
from perspective.adapters.qdrant_server.payload import conditions, matches_nothing
from perspective.domain.filter import Filter
from perspective.errors import DimensionMismatch, StorageError, StoreUnavailable
from perspective.observability.events import event_log
from perspective.ports.feed import Change, ChangeFeed, FeedItem, Removal, Vector
from perspective.ports.vectors import Hit

T = TypeVar("T")

_log = event_log(__name__)


class QdrantServerVectors:
    """A `VectorStore` on a server; `folder` keeps the collection's name. Making it touches the
    disk and asks the server nothing. `on_load` runs whenever the server has answered again.

    `_changing` is held by whoever writes to the collection, looks what is there, or puts another
    in its place: what was read is then true until it is let go.
    """

    def __init__(
        self,
        folder: Path,
        *,
        model: str,
        connection: QdrantConnection,
        on_load: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._pairing = Pairing(folder, model)
        self._connection = connection
        self._on_load = on_load
        self._collection = VectorCollection(connection, self._pairing.names.collection)
        self._dimensions: int | None = None
        self._cursor = 0
        self._n_entries = 0
        self._is_known = False
        self._reason: str | None = None
        self._changing = asyncio.Lock()
        self._purging = asyncio.Lock()
        # While the collection is copied: the copy's name, and the keys that changed meanwhile.
        self._copy: str | None = None
        self._touched: set[int] = set()
        self._looking: asyncio.Task[None] | None = None
        self._wake: Callable[[], None] | None = None
        self._is_closed = False

    @property
    def cursor(self) -> int:
        """The sequence number up to which the server has confirmed changes; 0 until it was
        asked."""
        return self._cursor

    @property
    def reason(self) -> str | None:
        """Why the server could not be used when it was last asked, or None."""
        return self._reason

    @property
    def n_entries(self) -> int:
        """How many versions a search can see, filters apart; 0 until the server was asked."""
        return self._n_entries

    def watch(self, wake: Callable[[], None]) -> None:
        """Asks the server how far it is; from now on `wake` is called when the cursor moved by
        itself."""
        self._wake = wake
        self._look_soon()

    async def apply(self, changes: Sequence[FeedItem]) -> None:
        """A search that begins after this sees the changes."""
        self._check_open()
        before = self._cursor  # as whoever read the batch knows it, whatever is waited for below
        async with self._changing:
            await self._load_if_unknown()
            if self._cursor < before:
                return  # the collection was lost meanwhile: the feed is read anew
            dimensions = self._dimensions
            for change in changes:
                if isinstance(change, Change) and change.vector is not None:
                    dimensions = dimensions or len(change.vector)
                    _check_dimensions(change.vector, dimensions)
            news = [change for change in changes if change.seq > self._cursor]
            step = n_at_once(dimensions or 1)
            for start in range(0, len(news), step):
                await self._apply(news[start : start + step], dimensions)

    async def search(self, query: Vector, where: Filter, *, limit: int) -> list[Hit]:
        """The nearest versions that match the filter, best first, at most `limit`."""
        async with self._in_time():
            await self._ready()
            if self._dimensions is None:
                return []
            _check_dimensions(query, self._dimensions)
            if limit <= 0 or matches_nothing(where):
                return []
            asked = conditions(where)
            found = await self._ask(lambda collection: collection.nearest(query, asked, limit))
        return found.hits(query, limit)

    async def scores(self, query: Vector, keys: Sequence[int]) -> dict[int, float]:
        """The exact cosine for each of these versions that has a vector."""
        async with self._in_time():
            await self._ready()
            dimensions = self._dimensions
            if dimensions is None:
                return {}
            _check_dimensions(query, dimensions)
            wanted = [key for key in keys if key >= 0]
            found = await self._ask(lambda collection: collection.rows(wanted, dimensions))
        return {hit.key: hit.score for hit in found.hits(query, len(wanted))}

    async def purge(self, changes: ChangeFeed, keys: Collection[int]) -> None:  # noqa: ARG002 - the collection is copied
        """The versions with these keys are out, and so is the collection that ever held them.

        A server keeps a deleted point's bytes until it tidies up, which cannot be waited for. So
        what stays is copied into a new collection, and the old one is deleted with its files,
        and with whatever a request that was given up may still bring to it.
        """
        self._check_open()
        async with self._purging:
            async with self._changing:
                await self._load_if_unknown()
                old, dimensions = self._collection, self._dimensions
                if dimensions is not None:
                    await self._send([], list(dict.fromkeys(keys)), self._cursor, dimensions)
                with self._noting():
                    await self._drop_stale()
                if dimensions is None:
                    return
                name = await asyncio.to_thread(self._pairing.prepare)
                self._copy, self._touched = name, set()  # before anything else is written
            try:
                copy = VectorCollection(self._connection, name)
                await self._move(old, copy, dimensions, frozenset(keys))
            finally:
                self._copy = None

    async def close(self) -> None:
        """Lets go of everything. Safe to repeat."""
        self._is_closed = True
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.wait([self._looking])

    async def _apply(self, batch: Sequence[FeedItem], dimensions: int | None) -> None:
        last = {c.key if isinstance(c, Removal) else c.entry.key: c for c in batch}
        puts = [c for c in last.values() if isinstance(c, Change) and c.vector is not None]
        removed = list(last.keys() - {change.entry.key for change in puts})
        cursor = max(change.seq for change in batch)
        if dimensions is not None and (puts or self._dimensions is not None):
            await self._send(puts, removed, cursor, dimensions)
        else:
            self._cursor = cursor  # there is no collection yet, and nothing for it to hold

    async def _send(
        self, puts: Sequence[Change], removed: Sequence[int], cursor: int, dimensions: int
    ) -> None:
        if self._copy is not None:
            self._touched.update(removed, (change.entry.key for change in puts))
        try:
            with self._noting():
                await asyncio.to_thread(self._pairing.reach, cursor)
                if self._dimensions is None:
                    await self._collection.create(dimensions, self._cursor)
                    self._dimensions = dimensions
                self._n_entries += await self._collection.write(
                    puts, removed, after=self._cursor, cursor=cursor
                )
        except BaseException:
            self._is_known = False  # some of it may have been done
            raise
        self._cursor = cursor

    async def _move(
        self, old: VectorCollection, copy: VectorCollection, dimensions: int, erased: frozenset[int]
    ) -> None:
        """All that the collection holds is in the copy, which takes its place."""
        with self._noting():
            await copy.create(dimensions, 0)
            await old.copy_to(copy, dimensions, but=erased)
        async with self._changing:
            await self._load_if_unknown()
            if self._collection is not old or self._dimensions is None:
                raise StoreUnavailable("the collection was lost while it was copied")
            with self._noting():
                await old.copy_again(copy, self._touched, dimensions)
                await copy.mark(self._cursor)
            await asyncio.to_thread(self._pairing.switch, copy.name)
            self._collection = copy
            with self._noting():
                await self._drop_stale()

    async def _ready(self) -> None:
        """What this object says of the collection was read there; raises StoreUnavailable. All
        who ask meanwhile wait for one look."""
        self._check_open()
        if not self._is_known:
            await asyncio.wait([self._look_soon()])
            self._check_open()
            if not self._is_known:
                raise StoreUnavailable(self._reason)

    def _look_soon(self) -> asyncio.Task[None]:
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look(), name="vector-collection")
        return self._looking

    async def _look(self) -> None:
        if self._is_closed:
            return
        try:
            async with self._changing:
                await self._load_if_unknown()
        except StorageError as error:
            _log.warning("collection_unknown", reason=str(error))
        if self._wake is not None:
            self._wake()

    async def _load_if_unknown(self) -> None:
        if not self._is_known:
            with self._noting():
                await self._load()

    async def _load(self) -> None:
        collection = self._collection
        standing = await collection.standing()
        if standing is not None and standing.cursor is None:
            await collection.drop()  # its making was cut short
            standing = None
        if standing is not None and (standing.cursor or 0) > self._pairing.reached:
            _log.warning("collection_ahead", collection=collection.name, seq=standing.cursor)
            name = await asyncio.to_thread(self._pairing.prepare)
            await asyncio.to_thread(self._pairing.switch, name)
            self._collection = VectorCollection(self._connection, name)
            standing = None
        await self._drop_stale()
        self._dimensions = None if standing is None else standing.dimensions
        self._cursor = 0 if standing is None else standing.cursor or 0
        self._n_entries = 0 if standing is None else standing.n_points
        self._is_known = True
        if self._on_load is not None:
            await self._on_load()

    async def _ask(self, question: Callable[[VectorCollection], Awaitable[T]]) -> T:
        while True:
            self._check_open()
            collection = self._collection
            try:
                with self._noting():
                    return await question(collection)
            except CollectionGone:
                if collection is self._collection:  # else a purge has just replaced it
                    self._is_known = False
                    self._look_soon()
                    raise

    async def _drop_stale(self) -> None:
        for name in self._pairing.names.stale:
            if name != self._copy:
                await VectorCollection(self._connection, name).drop()
                await asyncio.to_thread(self._pairing.forget, name)

    @contextmanager
    def _noting(self) -> Iterator[None]:
        try:
            yield
        except StorageError as error:
            self._reason = str(error)
            raise
        self._reason = None

    @asynccontextmanager
    async def _in_time(self) -> AsyncIterator[None]:
        """A question, with all that it takes, may last as long as one call."""
        try:
            async with asyncio.timeout(self._connection.timeout_s):
                yield
        except TimeoutError as error:
            self._reason = self._connection.late
            raise StoreUnavailable(self._reason) from error

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("the vector store is closed")


def _check_dimensions(vector: Vector, dimensions: int) -> None:
    if vector.shape != (dimensions,):
        raise DimensionMismatch(
            f"a vector of shape {vector.shape} in a store of {dimensions} dimensions"
        )
