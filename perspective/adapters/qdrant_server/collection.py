"""What does one collection on the server hold? The vectors of one tenant and one model.

A point a version, under the version's key, and the marker: a point without a vector, which no
search finds, that tells how far the collection is. It lies in the collection itself, and is
written after what it tells of, so no restored snapshot and no deletion leaves it ahead. It is read
again before each write, so that a snapshot put back while we run is noticed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from qdrant_client import models

from perspective.adapters.qdrant_server.connection import CollectionGone, QdrantConnection
from perspective.adapters.qdrant_server.payload import INDEXED, payload
from perspective.domain.index.vectors import cosines
from perspective.domain.ranking.top import best
from perspective.errors import StoreCorrupt, StoreUnavailable
from perspective.ports.feed import Change, Vector
from perspective.ports.vectors import Hit

_VECTOR = "text"
_MARKER = "00000000-0000-0000-0000-000000000000"  # no number: those are keys
_CURSOR = "cursor"
_SPARE = 16
# More than float32 can be wrong by in a dot product of unit vectors.
_MARGIN = 1e-5
# What is sent or read at once: its JSON takes some 10 ms of the event loop.
_MAX_FLOATS = 32_768
_MAX_POINTS = 256


class Standing(msgspec.Struct, frozen=True):
    """What is there: `cursor` is None for a collection that is not as we make them, or not yet."""

    dimensions: int
    cursor: int | None
    n_points: int


class Found(msgspec.Struct, frozen=True):
    """Versions and their vectors: `keys` int64 (n,), `rows` float32 (n, d)."""

    keys: NDArray[np.int64]
    rows: NDArray[np.float32]

    def hits(self, query: Vector, limit: int) -> list[Hit]:
        """Exact cosines, best first, ties by key, greatest first."""
        scores = cosines(self.rows, query)
        order = best(scores, self.keys, limit)
        found = zip(self.keys[order].tolist(), scores[order].tolist(), strict=True)
        return [Hit(key, score) for key, score in found]


def n_at_once(dimensions: int) -> int:
    """How many vectors go into one message."""
    return max(1, min(_MAX_POINTS, _MAX_FLOATS // dimensions))


class VectorCollection:
    """A collection by its name, which may not exist yet."""

    def __init__(self, connection: QdrantConnection, name: str) -> None:
        self._connection = connection
        self.name = name

    async def standing(self) -> Standing | None:
        """What is there now; None when there is nothing."""
        ask, name = self._connection.ask, self.name
        if not await ask(lambda client: client.collection_exists(name)):
            return None
        vectors = (await ask(lambda client: client.get_collection(name))).config.params.vectors
        marker = await ask(lambda client: client.retrieve(name, [_MARKER], with_payload=True))
        count = await ask(lambda client: client.count(name, exact=True))
        cursor = (marker[0].payload or {}).get(_CURSOR) if marker else None
        if not isinstance(vectors, dict) or _VECTOR not in vectors or not isinstance(cursor, int):
            return Standing(dimensions=0, cursor=None, n_points=0)
        return Standing(
            dimensions=vectors[_VECTOR].size, cursor=cursor, n_points=count.count - len(marker)
        )

    async def create(self, dimensions: int, cursor: int) -> None:
        """An empty collection, up to a cursor before which there is nothing to hold; one that
        was begun is finished.

        Vectors are compared by their dot product, since the server would change their last bits
        to make them of unit length, which they are. In one shard, so that points and marker
        have one order, also when a snapshot of it is put back.
        """
        ask, name = self._connection.ask, self.name
        vectors = {_VECTOR: models.VectorParams(size=dimensions, distance=models.Distance.DOT)}
        if not await ask(lambda client: client.collection_exists(name)):
            await ask(
                lambda client: client.create_collection(
                    name, vectors_config=vectors, shard_number=1
                )
            )
        for field, schema in INDEXED.items():
            await self._index(field, schema)
        await self.mark(cursor)

    async def drop(self) -> None:
        """It is gone, and its files with it. Safe to repeat."""
        await self._connection.ask(lambda client: client.delete_collection(self.name))

    async def mark(self, cursor: int) -> None:
        """From now on the collection says that it is so far."""
        await self._update([_marking(cursor)])

    async def write(
        self, puts: Sequence[Change], removed: Sequence[int], *, after: int, cursor: int
    ) -> int:
        """Versions are added or replaced and others taken out, and then it says that it is so
        far. Returns by how many versions it has grown; no key may be in both.

        Raises CollectionGone when it is not at `after`: a snapshot was put back, or somebody
        else wrote to it.
        """
        keys = [change.entry.key for change in puts]
        at, known = await self._known([*keys, *removed])
        if at != after:
            raise CollectionGone(f"the collection {self.name} is at {at}, not at {after}")
        points = [
            _point(change.entry.key, change.vector.tolist(), payload(change.entry))
            for change in puts
            if change.vector is not None
        ]
        # The server does one after the other, and stops at the first that fails.
        await self._update([*_upserting(points), *_deleting(removed), _marking(cursor)])
        return len(set(keys) - known) - len(set(removed) & known)

    async def nearest(self, query: Vector, where: models.Filter, limit: int) -> Found:
        """At least the `limit` nearest that match, with all that may tie with the last of them.

        The server orders ties as it likes, and its scores are float32: so more is asked for,
        until what comes last is clearly worse.
        """
        asked = limit + _SPARE
        found = await self._query(query, where, asked, with_vectors=[_VECTOR])
        if _is_enough(found, limit, asked):
            return _found(found, len(query))
        while not _is_enough(found, limit, asked):
            asked *= 4
            found = await self._query(query, where, asked, with_vectors=False)
        least = found[min(limit, len(found)) - 1].score - _MARGIN
        return await self.rows([int(one.id) for one in found if one.score >= least], len(query))

    async def rows(self, keys: Sequence[int], dimensions: int) -> Found:
        """The vectors of those of the versions that are here, each once."""
        points: list[models.Record] = []
        unique = list(dict.fromkeys(keys))
        step = n_at_once(dimensions)
        for start in range(0, len(unique), step):
            points += await self._read(unique[start : start + step], with_payload=False)
        return _found(points, dimensions)

    async def copy_to(
        self, target: VectorCollection, dimensions: int, *, but: Collection[int]
    ) -> None:
        """All versions but these are in the other collection too; those that change meanwhile
        may not."""
        after: Any = None
        while True:
            points, after = await self._page(after, n_at_once(dimensions))
            await target.put([one for one in points if one.id != _MARKER and one.id not in but])
            if after is None:
                return

    async def copy_again(
        self, target: VectorCollection, keys: Collection[int], dimensions: int
    ) -> None:
        """These versions stand in the other collection as they do here."""
        ordered, step = sorted(keys), n_at_once(dimensions)
        for start in range(0, len(ordered), step):
            page = ordered[start : start + step]
            here = await self._read(page, with_payload=True)
            gone = set(page) - {int(record.id) for record in here}
            await target.put(here, removed=sorted(gone))

    async def put(self, records: Sequence[models.Record], removed: Sequence[int] = ()) -> None:
        """Points of another collection are here too, and others are not."""
        points = [_point(int(one.id), _vector(one), one.payload or {}) for one in records]
        if points or removed:
            await self._update([*_upserting(points), *_deleting(removed)])

    async def _page(self, after: Any, step: int) -> tuple[list[models.Record], Any]:
        return await self._connection.ask(
            lambda client: client.scroll(
                self.name, limit=step, offset=after, with_payload=True, with_vectors=[_VECTOR]
            )
        )

    async def _read(self, keys: Sequence[int], *, with_payload: bool) -> list[models.Record]:
        return await self._connection.ask(
            lambda client: client.retrieve(
                self.name, keys, with_payload=with_payload, with_vectors=[_VECTOR]
            )
        )

    async def _known(self, keys: Sequence[int]) -> tuple[int | None, set[int]]:
        """How far it says that it is, and which of the versions are there."""
        found = await self._connection.ask(
            lambda client: client.retrieve(
                self.name, [_MARKER, *keys], with_payload=[_CURSOR], with_vectors=False
            )
        )
        markers = [(one.payload or {}).get(_CURSOR) for one in found if one.id == _MARKER]
        return next(iter(markers), None), {int(one.id) for one in found if one.id != _MARKER}

    async def _query(
        self, query: Vector, where: models.Filter, limit: int, *, with_vectors: bool | list[str]
    ) -> list[models.ScoredPoint]:
        answer = await self._connection.ask(
            lambda client: client.query_points(
                self.name,
                query=query.tolist(),
                using=_VECTOR,
                query_filter=where,
                limit=limit,
                with_payload=False,
                with_vectors=with_vectors,
            )
        )
        return answer.points

    async def _index(self, field: str, schema: models.PayloadSchemaType) -> None:
        await self._connection.ask(
            lambda client: client.create_payload_index(self.name, field, schema, wait=True)
        )

    async def _update(self, operations: Sequence[models.UpdateOperation]) -> None:
        """Raises StoreUnavailable also when the server has them, but no search sees them yet."""
        results = await self._connection.ask(
            lambda client: client.batch_update_points(self.name, operations, wait=True)
        )
        if any(one.status != models.UpdateStatus.COMPLETED for one in results):
            raise StoreUnavailable(f"the server has not finished an update of {self.name}")


def _is_enough(found: Sequence[models.ScoredPoint], limit: int, asked: int) -> bool:
    """Whether these are all that match, or the last is clearly worse than the `limit`-th."""
    return len(found) < asked or found[limit - 1].score - found[-1].score > _MARGIN


def _found(points: Sequence[models.ScoredPoint | models.Record], dimensions: int) -> Found:
    rows = np.empty((len(points), dimensions), dtype=np.float32)
    for place, point in enumerate(points):
        row = np.asarray(_vector(point), dtype=np.float32)
        if row.shape != (dimensions,):
            raise StoreCorrupt(f"the server sent a vector of shape {row.shape} for {point.id}")
        rows[place] = row
    return Found(np.array([int(point.id) for point in points], dtype=np.int64), rows)


def _vector(point: models.ScoredPoint | models.Record) -> Any:
    return point.vector.get(_VECTOR, ()) if isinstance(point.vector, dict) else ()


def _point(key: int, vector: Any, fields: dict[str, Any]) -> models.PointStruct:
    return models.PointStruct(id=key, vector={_VECTOR: vector}, payload=fields)


def _upserting(points: Sequence[models.PointStruct]) -> list[models.UpdateOperation]:
    if not points:
        return []
    return [models.UpsertOperation(upsert=models.PointsList(points=list(points)))]


def _deleting(keys: Sequence[int]) -> list[models.UpdateOperation]:
    if not keys:
        return []
    return [models.DeleteOperation(delete=models.PointIdsList(points=list(keys)))]


def _marking(cursor: int) -> models.UpdateOperation:
    marker = models.PointStruct(id=_MARKER, vector={}, payload={_CURSOR: cursor})
    return models.UpsertOperation(upsert=models.PointsList(points=[marker]))
