"""Does the store on a server know how far it is, whatever becomes of the server?"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import pytest
from qdrant_client import AsyncQdrantClient, models

from perspective.adapters.qdrant_server.connection import QdrantConnection
from perspective.adapters.qdrant_server.vectors import QdrantServerVectors
from perspective.errors import StoreCorrupt, StoreUnavailable
from tests.contracts.endpoint import hang, status
from tests.contracts.index_entries import EVERYTHING_NOW
from tests.unit.adapters.qdrant_server.local_server import QUIET, local_connection, unit
from tests.unit.adapters.qdrant_server.scripted_server import ScriptedServer
from tests.unit.adapters.qdrant_server.stores import (
    batch,
    found,
    name_of,
    opened,
    set_marker,
)

pytestmark = pytest.mark.filterwarnings(*QUIET)

# ── Starts ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_restart_goes_on_where_it_was(
    tmp_path: Path, connection: QdrantConnection, vectors: QdrantServerVectors
) -> None:
    """What was confirmed before a stop is there after it, with the cursor, and `wake` says so."""
    await vectors.close()
    again = opened(tmp_path, connection)
    assert (again.cursor, again.n_entries) == (0, 0)
    woken = asyncio.Event()
    again.watch(woken.set)
    await woken.wait()
    assert (again.cursor, again.n_entries) == (5, 5)
    await again.apply(batch(1, 7))  # read before the cursor was known
    assert (again.cursor, again.n_entries) == (7, 7)
    assert await found(again) == [1, 2, 3, 4, 5, 6, 7]
    await again.close()


async def test_a_folder_of_the_local_mode_outlives_its_client(tmp_path: Path) -> None:
    """The same over files: another client of the same folder finds the cursor and the vectors."""
    for cursor, n_before in ((3, 0), (6, 3)):
        client = AsyncQdrantClient(path=str(tmp_path / "server"))
        vectors = opened(tmp_path, local_connection(client))
        await vectors.apply([])
        assert (vectors.cursor, vectors.n_entries) == (n_before, n_before)
        await vectors.apply(batch(1, cursor))
        assert await found(vectors) == list(range(1, cursor + 1))
        await vectors.close()
        await client.close()


@pytest.mark.parametrize("n_answers", [0, 1, 2, 16, 17, 18, 19])
async def test_a_collection_half_made_is_made_anew(
    tmp_path: Path, server: ScriptedServer, connection: QdrantConnection, n_answers: int
) -> None:
    """A server that fails while a collection is made leaves none that is believed."""
    vectors = opened(tmp_path, connection)
    await vectors.apply([])
    server.faults.extend([None] * n_answers)
    server.faults.append(status(500))
    with pytest.raises(StoreUnavailable, match="500"):
        await vectors.apply(batch(1, 5))
    await vectors.apply(batch(1, 5))
    assert await found(vectors) == [1, 2, 3, 4, 5]
    assert await server.collections() == [name_of(tmp_path)]
    await vectors.close()


async def test_another_model_begins_anew(
    tmp_path: Path,
    server: ScriptedServer,
    connection: QdrantConnection,
    vectors: QdrantServerVectors,
) -> None:
    """Vectors of one model are never compared with those of another, and are deleted."""
    await vectors.close()
    other = opened(tmp_path, connection, model="another")
    assert await found(other) == []
    assert other.cursor == 0
    assert await server.collections() == []
    await other.close()


async def test_records_put_back_to_an_earlier_state_begin_anew(
    tmp_path: Path,
    server: ScriptedServer,
    connection: QdrantConnection,
    vectors: QdrantServerVectors,
) -> None:
    """A collection that knows more than was ever sent from here is not believed."""
    await vectors.close()
    await set_marker(server, name_of(tmp_path), 9)
    again = opened(tmp_path, connection)
    assert await found(again) == []
    assert again.cursor == 0
    assert await server.collections() == []
    await again.close()


async def test_a_folder_set_aside_leaves_no_collection(
    tmp_path: Path,
    server: ScriptedServer,
    connection: QdrantConnection,
    vectors: QdrantServerVectors,
) -> None:
    """The collection of a folder that could not be opened is deleted when there is another; a
    name that cannot be read is a damaged store."""
    await vectors.close()
    folder = tmp_path / "vectors"
    folder.rename(tmp_path / "vectors.aside-20260101T000000.0Z")
    again = opened(tmp_path, connection)
    assert await found(again) == []
    assert await server.collections() == []
    await again.close()
    (folder / "collection.json").write_bytes(b"{")
    with pytest.raises(StoreCorrupt):
        opened(tmp_path, connection)


async def test_a_copy_set_aside_takes_nothing_away(
    tmp_path: Path, connection: QdrantConnection, vectors: QdrantServerVectors
) -> None:
    """A folder that was put back, with its copy still beside it, keeps the collection in use."""
    await vectors.close()
    shutil.copytree(tmp_path / "vectors", tmp_path / "vectors.aside-20260101T000000.0Z")
    again = opened(tmp_path, connection)
    assert await found(again) == [1, 2, 3, 4, 5]
    await again.close()


# ── A server that fails, and loses things ────────────────────────────────────────────────────────


async def test_what_a_failing_server_did_not_confirm_is_sent_again(
    server: ScriptedServer, vectors: QdrantServerVectors
) -> None:
    """A change counts when it was confirmed; after a failure the server is asked what it has."""
    server.faults.append(status(500))
    with pytest.raises(StoreUnavailable, match="500"):
        await vectors.apply(batch(6, 7))
    assert vectors.cursor == 5
    assert "500" in str(vectors.reason)
    await vectors.apply(batch(6, 7))
    assert (vectors.cursor, vectors.n_entries, vectors.reason) == (7, 7, None)
    assert await found(vectors) == [1, 2, 3, 4, 5, 6, 7]


async def test_a_question_takes_one_timeout_at_most(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors
) -> None:
    """A server that hangs costs a question its time limit, however much there is to ask."""
    connection = QdrantConnection(server.url, timeout_s=1.0)
    hanging = opened(tmp_path, connection)
    server.fault = hang()
    loop = asyncio.get_running_loop()
    started = loop.time()
    with pytest.raises(StoreUnavailable, match=r"no answer within 1 s"):
        await hanging.search(unit(1), EVERYTHING_NOW, limit=1)
    with pytest.raises(StoreUnavailable, match=r"no answer within 1 s"):
        await hanging.scores(unit(1), [1])
    assert loop.time() - started < 10
    server.fault = None
    assert await hanging.scores(unit(1), [1]) == {1: pytest.approx(1.0)}
    await hanging.close()
    await connection.close()


async def test_a_lost_collection_is_noticed_by_a_question(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors
) -> None:
    """The cursor falls to 0, whoever feeds the store is woken, and everything comes again."""
    woken = asyncio.Event()
    vectors.watch(woken.set)
    await woken.wait()
    woken.clear()
    await server.local.delete_collection(name_of(tmp_path))
    with pytest.raises(StoreUnavailable, match="404"):
        await found(vectors)
    await woken.wait()
    assert (vectors.cursor, vectors.n_entries) == (0, 0)
    assert await found(vectors) == []
    await vectors.apply(batch(1, 5))
    assert await found(vectors) == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("left", [None, 3])
async def test_what_a_server_lost_is_noticed_before_more_is_written(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors, left: int | None
) -> None:
    """Over a lost collection, or an earlier snapshot of it, no write moves the cursor; a batch
    that was read before is not applied, and the feed gives again what is missing."""
    if left is None:
        await server.local.delete_collection(name_of(tmp_path))
    else:
        await server.local.delete(name_of(tmp_path), models.PointIdsList(points=[4, 5]))
        await set_marker(server, name_of(tmp_path), left)
    with pytest.raises(StoreUnavailable):
        await vectors.apply(batch(6, 7))
    await vectors.apply(batch(6, 7))
    assert vectors.cursor == (left or 0)
    await vectors.apply(batch((left or 0) + 1, 7))
    assert (vectors.cursor, vectors.n_entries) == (7, 7)
    assert await found(vectors) == [1, 2, 3, 4, 5, 6, 7]


async def test_a_batch_that_waited_while_all_was_lost_is_not_applied(
    tmp_path: Path, server: ScriptedServer, vectors: QdrantServerVectors
) -> None:
    """The cursor is compared with what it was when the batch was given, not with what it fell to."""
    async with vectors._changing:  # as a purge holds it
        waiting = asyncio.create_task(vectors.apply(batch(6, 7)))
        await asyncio.sleep(0)
        await server.local.delete_collection(name_of(tmp_path))
        await vectors._load()
    await waiting
    assert vectors.cursor == 0
    assert await server.collections() == []


async def test_an_update_that_is_not_finished_does_not_count(
    server: ScriptedServer, vectors: QdrantServerVectors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An update that the server keeps for later is not confirmed: a search may not see it yet."""
    update = server.local.batch_update_points

    async def later(*given: object, **named: object) -> list[models.UpdateResult]:
        await update(*given, **named)  # type: ignore[arg-type] # handed on as they came
        return [models.UpdateResult(operation_id=1, status=models.UpdateStatus.ACKNOWLEDGED)]

    with monkeypatch.context() as patch:
        patch.setattr(server.local, "batch_update_points", later)
        with pytest.raises(StoreUnavailable, match="not finished"):
            await vectors.apply(batch(6, 6))
    assert vectors.cursor == 5
    await vectors.apply(batch(6, 6))  # it did come: the server is asked, and not written to again
    assert (vectors.cursor, vectors.n_entries) == (6, 6)
