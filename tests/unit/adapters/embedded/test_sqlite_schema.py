"""May a file of another version be opened, and what becomes of what we do not know in it?"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import apsw
import pytest

from perspective.adapters.embedded.sqlite.file import SqliteFile, reading_threads
from perspective.adapters.embedded.sqlite.schema import last_seq, prepare_records
from perspective.adapters.embedded.sqlite.snapshot import SqliteSnapshot
from perspective.adapters.embedded.sqlite_records import SqliteRecords
from perspective.domain.graph import Entity
from perspective.errors import SchemaTooNew, StorageError, StoreCorrupt, StoreUnavailable
from perspective.ports.transaction import RecordTransaction
from tests.contracts.material import (
    MINUTE,
    NOON,
    edge,
    everything,
    inserting,
    memory,
    version,
)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads to read on."""
    pool = reading_threads()
    yield pool
    pool.shutdown()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file lies."""
    return tmp_path / "records.db"


def opened(path: Path, threads: ThreadPoolExecutor) -> SqliteFile:
    """A records file."""
    return SqliteFile(path, threads, prepare=prepare_records, position=last_seq)


def content_of(path: Path) -> bytes:
    """The file's bytes."""
    return path.read_bytes()


def make(path: Path, content: bytes) -> None:
    """Puts bytes where the file belongs."""
    path.write_bytes(content)


def change(path: Path, sql: str) -> None:
    """Does to the file what a newer program, or a fault, may have done."""
    connection = apsw.Connection(str(path))
    connection.execute(sql)
    connection.close()


async def test_newer_major_is_refused(path: Path, threads: ThreadPoolExecutor) -> None:
    """A file of a newer major schema is not opened, and not changed."""
    await opened(path, threads).close()
    change(path, "UPDATE meta SET value = '2.0'")
    before = content_of(path)
    with pytest.raises(SchemaTooNew, match=r"2\.0"):
        opened(path, threads)
    assert content_of(path) == before


async def test_newer_minor_keeps_what_we_do_not_know(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    """Columns and tables of a newer minor version survive our writes, and so does its number."""
    file = opened(path, threads)
    await SqliteRecords(file).write(inserting("a"))
    rows = edge("a", "b"), Entity(id="e", name="E", normal_name="e", created_at=NOON)
    await SqliteRecords(file).write(lambda transaction: transaction.add(*rows))
    await file.close()
    tables = ("memories", "versions", "contents", "edges", "entities")
    for table in tables:
        change(path, f"ALTER TABLE {table} ADD COLUMN mood TEXT DEFAULT 'none'")
        change(path, f"UPDATE {table} SET mood = 'kept'")
    change(path, "CREATE TABLE dreams (id TEXT); INSERT INTO dreams VALUES ('d')")
    change(path, "UPDATE meta SET value = '1.7'")
    file = opened(path, threads)

    def work(transaction: RecordTransaction) -> None:
        transaction.replace(memory("a", pinned=True))
        transaction.append(version("a", number=2, known_from=NOON + MINUTE))
        transaction.touch(["a"], NOON + MINUTE)
        transaction.add(*rows)

    await SqliteRecords(file).write(work)
    await file.close()
    connection = apsw.Connection(str(path))
    for table in tables:
        moods = [mood for (mood,) in connection.execute(f"SELECT mood FROM {table} ORDER BY 1")]
        assert moods[0] == "kept"
    assert connection.execute("SELECT id FROM dreams").get == "d"
    assert connection.execute("SELECT value FROM meta").get == "1.7"
    connection.close()


@pytest.mark.parametrize(
    ("content", "error"),
    [(b"not a database at all" * 500, StoreCorrupt), (b"SQLite format 3\0" * 300, StorageError)],
    ids=["no database", "damaged header"],
)
async def test_damaged_file_is_said(
    path: Path, threads: ThreadPoolExecutor, content: bytes, error: type[StorageError]
) -> None:
    """What is no database raises an error of ours, and the file stays as it is."""
    make(path, content)
    with pytest.raises(error):
        opened(path, threads)
    assert content_of(path) == content


async def test_database_of_somebody_else_is_refused(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    """A SQLite file that is not ours is not written to."""
    change(path, "CREATE TABLE theirs (x)")
    with pytest.raises(StoreCorrupt):
        opened(path, threads)


async def test_version_that_is_none_is_damage(path: Path, threads: ThreadPoolExecutor) -> None:
    """A schema version that cannot be read is not guessed."""
    await opened(path, threads).close()
    change(path, "UPDATE meta SET value = 'latest'")
    with pytest.raises(StoreCorrupt, match="latest"):
        opened(path, threads)


async def test_damaged_json_is_said(path: Path, threads: ThreadPoolExecutor) -> None:
    """A row whose JSON is broken raises StoreCorrupt when it is read."""
    file = opened(path, threads)
    await SqliteRecords(file).write(inserting("a"))
    await file.close()
    change(path, "UPDATE contents SET metadata = '{'")
    file = opened(path, threads)
    with pytest.raises(StoreCorrupt):
        await SqliteRecords(file).recorded(["a"])
    await file.close()


async def test_another_writer_makes_the_store_unavailable(
    path: Path, threads: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While another process holds the file, a write fails as something to try again."""
    module = "perspective.adapters.embedded.sqlite.connection.BUSY_TIMEOUT_MS"
    monkeypatch.setattr(module, 1)
    file = opened(path, threads)
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable) as caught:
        await SqliteRecords(file).write(inserting("a"))
    assert caught.value.retryable
    other.execute("COMMIT")
    other.close()
    assert await SqliteRecords(file).write(inserting("a")) == 1
    await file.close()


async def test_narrow_namespace_is_found_along_its_index(
    path: Path, threads: ThreadPoolExecutor
) -> None:
    """Whatever a filter names, a page walks an index in order: nothing is scanned or sorted."""
    file = opened(path, threads)
    seen: list[str] = []

    def watch(connection: apsw.Connection) -> None:
        def note(_cursor: apsw.Cursor, sql: str, _values: object) -> bool:
            seen.append(sql)
            return True

        connection.exec_trace = note

    await file.read(watch)
    records = SqliteRecords(file)

    narrowings: tuple[dict[str, Any], ...] = (
        {},
        {"namespaces": ("a", "b")},
        {"session": "s"},
        {"source_id": "d"},
        {"tags": ("t", "u")},
        {"namespaces": ("a",), "since": NOON, "until": NOON, "speaker": "x"},
    )
    for narrowing in narrowings:
        await records.page(everything(**narrowing), before=(0, "x"), limit=5)
    pages = [sql for sql in seen if "ORDER BY" in sql]
    assert len(pages) == len(narrowings) + 1
    connection = apsw.Connection(str(path))
    for sql in pages:
        n_values = sql.count("?")
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", ("1",) * n_values)
        details = " / ".join(str(row[3]) for row in plan)
        assert "TEMP B-TREE" not in details, details
        assert "INDEX" in details, details
    connection.close()
    await file.close()


@pytest.mark.parametrize(
    "narrowing",
    [
        {"namespaces": ("a",)},
        {"session": "s"},
        {"source_id": "d"},
        {"speaker": "x", "namespaces": ("a",)},
        {"tags": ("t",)},
        {"since": NOON},
    ],
)
async def test_candidates_are_read_by_their_keys(
    path: Path, threads: ThreadPoolExecutor, narrowing: dict[str, Any]
) -> None:
    """Whatever a filter names: the index of a namespace may be as long as the store."""
    file = opened(path, threads)
    await SqliteRecords(file).write(inserting("a"))
    where = everything(**narrowing)
    seen: list[tuple[str, Any]] = []

    def look(connection: apsw.Connection) -> list[str]:
        def note(_cursor: apsw.Cursor, sql: str, values: Any) -> bool:
            seen.append((sql, values))
            return True

        connection.exec_trace = note
        SqliteSnapshot(connection).candidates([1, 2, 3], where)
        connection.exec_trace = None
        ((sql, values),) = seen
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", values)
        return [str(row[3]) for row in plan]

    first, *_ = await file.read(look)
    assert first == "SEARCH v USING INTEGER PRIMARY KEY (rowid=?)"
    await file.close()
