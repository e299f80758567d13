"""Does a purge leave nothing of what was erased, and everything else, whatever happens?"""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from qdrant_client import models

from perspective.adapters.inmemory.feed import InMemoryFeed
from perspective.adapters.inmemory.state import InMemoryState
from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors
from perspective.errors import StoreUnavailable
from perspective.ports.feed import Change
from tests.contracts.endpoint import status
from tests.contracts.index_entries import entry
from tests.unit.adapters.qdrant_server.local_server import QUIET, unit
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer
from tests.unit.adapters.qdrant_server.stores import batch, found, name_of, opened

pytestmark = pytest.mark.filterwarnings(*QUIET)

NO_FEED = InMemoryFeed(InMemoryState())  # a purge copies what the server has


async def test_a_purge_leaves_no_collection_that_held_the_erased(
    tmp_path: Path,
    server: ScriptedServer,
    connection: QdrantConnection,
    vectors: QdrantServerVectors,
) -> None:
    """What stays is in a new collection with the same cursor; the old one is gone, and a restart
    finds the new one."""
    before = name_of(tmp_path)
    await vectors.purge(NO_FEED, [2, 9])
    after = name_of(tmp_path)
    assert after != before
    assert await server.collections() == [after]
    assert (vectors.cursor, vectors.n_entries) == (5, 4)
    await vectors.close()
    again = opened(tmp_path, connection)
    assert await found(again) == [1, 3, 4, 5]
    assert (again.cursor, again.n_entries) == (5, 4)
    await again.close()


async def test_a_point_that_comes_late_is_not_copied(
    tmp_path: Path,
    server: ScriptedServer,
    vectors: QdrantServerVectors,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A request that was given up may still bring an erased version to the old collection: it
    goes with that collection, and is not in the new one."""
    before = name_of(tmp_path)
    create = server.local.create_collection

    async def late(*given: object, **named: object) -> bool:
        point = models.PointStruct(id=2, vector={"text": unit(2).tolist()}, payload={})
        await server.local.upsert(before, [point])
        return await create(*given, **named)  # type: ignore[arg-type] # handed on as they came

    monkeypatch.setattr(server.local, "create_collection", late)
    await vectors.purge(NO_FEED, [2])
    assert await server.collections() == [name_of(tmp_path)]
    assert await server.local.retrieve(name_of(tmp_path), [2]) == []
    assert await found(vectors) == [1, 3, 4, 5]


async def test_what_is_written_during_a_purge_stays(
    tmp_path: Path,
    server: ScriptedServer,
    connection: QdrantConnection,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Changes and questions go on while the collection is copied, and none is missing after it."""
    vectors = opened(tmp_path, connection)
    await vectors.apply(batch(1, 300))  # of which one page holds 256
    scroll, is_copying, is_written = server.local.scroll, asyncio.Event(), asyncio.Event()

    async def slowly(*given: object, **named: object) -> object:
        page = await scroll(*given, **named)  # type: ignore[arg-type] # handed on as they came
        is_copying.set()
        await is_written.wait()
        return page

    monkeypatch.setattr(server.local, "scroll", slowly)
    purging = asyncio.create_task(vectors.purge(NO_FEED, [7]))
    await is_copying.wait()
    await vectors.apply(batch(301, 320))
    await vectors.apply(
        [
            Change(321, entry(8), "", None, is_embeddable=False),
            Change(322, entry(9, namespace="new"), "", unit(99)),
            Change(323, entry(299), "", None, is_embeddable=False),
        ]
    )
    expected = sorted(set(range(1, 321)) - {7, 8, 299})
    assert await found(vectors) == expected
    is_written.set()
    await purging
    assert await found(vectors) == expected
    assert await vectors.scores(unit(99), [9]) == {9: pytest.approx(1.0)}
    assert (vectors.cursor, vectors.n_entries) == (323, len(expected))
    await vectors.close()


@pytest.mark.parametrize("n_answers", [0, 1, 2, 3, 19, 20, 21, 22, 23])
async def test_a_purge_that_fails_is_repeated(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors, n_answers: int
) -> None:
    """Wherever a server fails during a purge, the store goes on, and the next try leaves one
    collection without the erased."""
    server.faults.extend([None] * n_answers)
    server.fault = status(503)
    with pytest.raises(StoreUnavailable, match="503"):
        await vectors.purge(NO_FEED, [2])
    server.fault = None
    assert set(await found(vectors)) - {2} == {1, 3, 4, 5}
    await vectors.purge(NO_FEED, [2])
    assert await found(vectors) == [1, 3, 4, 5]
    assert await server.collections() == [name_of(tmp_path)]
    assert await server.local.retrieve(name_of(tmp_path), [2]) == []


async def test_a_purge_over_a_lost_collection_has_nothing_to_do(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors
) -> None:
    """With the collection everything erased is gone; the purge says so at the second try."""
    await server.local.delete_collection(name_of(tmp_path))
    with pytest.raises(StoreUnavailable, match="404"):
        await vectors.purge(NO_FEED, [2])
    await vectors.purge(NO_FEED, [2])
    assert await server.collections() == []
    assert vectors.cursor == 0
