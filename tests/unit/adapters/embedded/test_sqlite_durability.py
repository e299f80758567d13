"""What is left after a kill, a full disk, a failed commit, and how many syncs did it cost?"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import apsw
import pytest

from perspective.adapters.embedded.sqlite.file import SqliteFile, reading_threads
from perspective.adapters.embedded.sqlite.schema import last_seq, prepare_records
from perspective.adapters.embedded.sqlite_feed import SqliteFeed
from perspective.adapters.embedded.sqlite_records import SqliteRecords
from perspective.errors import DiskFull, StorageError, StoreUnavailable
from perspective.ports.transaction import RecordTransaction
from tests.contracts.material import inserting, memory, version

# Stores memories one after another, and says each id once it is acknowledged.
WRITER = """
import asyncio, sys
from pathlib import Path
from perspective.adapters.embedded.sqlite.file import SqliteFile, reading_threads
from perspective.adapters.embedded.sqlite.schema import last_seq, prepare_records
from perspective.adapters.embedded.sqlite_records import SqliteRecords
from tests.contracts.material import inserting

async def store(records, lane):
    n = 0
    while True:
        await records.write(inserting(f"{lane}-{n}", tags=("t",)))
        sys.stdout.write(f"{lane}-{n}\\n")
        sys.stdout.flush()
        n += 1

async def main():
    file = SqliteFile(
        Path(sys.argv[1]), reading_threads(), prepare=prepare_records, position=last_seq
    )
    records = SqliteRecords(file)
    await asyncio.gather(*(store(records, lane) for lane in range(4)))

asyncio.run(main())
"""


class Stop(BaseException):
    """Raised by a work that changes its mind; not an Exception on purpose."""


def opened(path: Path, threads: ThreadPoolExecutor) -> SqliteFile:
    """A records file."""
    return SqliteFile(path, threads, prepare=prepare_records, position=last_seq)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads to read on."""
    pool = reading_threads()
    yield pool
    pool.shutdown()


@pytest.fixture
async def file(tmp_path: Path, threads: ThreadPoolExecutor) -> AsyncIterator[SqliteFile]:
    """An empty records file."""
    made = opened(tmp_path / "records.db", threads)
    yield made
    await made.close()


async def test_what_waits_shares_a_commit(file: SqliteFile) -> None:
    """A hundred writes that wait behind one are committed together, and all are answered."""
    records, go = SqliteRecords(file), threading.Event()
    first = asyncio.ensure_future(records.write(lambda _: go.wait(30)))
    await asyncio.sleep(0)
    waiting = [asyncio.ensure_future(records.write(inserting(f"m{n}"))) for n in range(100)]
    await asyncio.sleep(0)
    go.set()
    assert await first
    assert await asyncio.gather(*waiting) == list(range(1, 101))
    assert file.n_commits <= 3


async def test_failure_in_a_group_is_one_callers_alone(file: SqliteFile) -> None:
    """In a shared commit the work that raises is undone, and the others stand."""
    records, go = SqliteRecords(file), threading.Event()
    first = asyncio.ensure_future(records.write(lambda _: go.wait(30)))

    def failing(transaction: RecordTransaction) -> None:
        transaction.insert(memory("bad"), version("bad"))
        raise Stop

    works = [inserting("a"), failing, inserting("b")]
    waiting = [asyncio.ensure_future(records.write(work)) for work in works]
    await asyncio.sleep(0)
    go.set()
    await first
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [1, Stop, 2]
    assert [one.memory.id for one in await records.recorded(["a", "bad", "b"])] == ["a", "b"]


async def test_failed_commit_fails_every_caller_of_it(file: SqliteFile) -> None:
    """When the commit itself is impossible, nobody is told that their write is durable."""
    records = SqliteRecords(file)

    def vandal(connection: apsw.Connection) -> None:
        connection.execute("ROLLBACK")

    outcomes = await asyncio.gather(
        records.write(inserting("a")), file.write(vandal), return_exceptions=True
    )
    assert {type(outcome) for outcome in outcomes} <= {int, StoreUnavailable}
    assert isinstance(outcomes[1], StoreUnavailable)
    is_there = bool(await records.recorded(["a"]))
    assert is_there == isinstance(outcomes[0], int)
    assert isinstance(await records.write(inserting("b")), int)


async def test_eight_threads_write_at_once(file: SqliteFile) -> None:
    """Event loops on eight threads may write to one store, and lose nothing."""
    records = SqliteRecords(file)

    async def write(lane: int) -> None:
        for n in range(20):
            await records.write(inserting(f"{lane}-{n}"))

    lanes = [
        asyncio.to_thread(lambda lane=lane: asyncio.run(write(lane)))  # type: ignore[misc]
        for lane in range(8)
    ]
    await asyncio.gather(*lanes)
    assert (await records.counts()).memories == 160


async def test_reads_do_not_wait_for_a_write(file: SqliteFile) -> None:
    """A read during a long write answers, with what was committed before."""
    records, is_in, go = SqliteRecords(file), threading.Event(), threading.Event()
    await records.write(inserting("a"))

    def slow(transaction: RecordTransaction) -> None:
        transaction.insert(memory("b"), version("b"))
        is_in.set()
        go.wait(30)

    writing = asyncio.ensure_future(records.write(slow))
    await asyncio.to_thread(is_in.wait, 30)
    assert [one.memory.id for one in await records.recorded(["a", "b"])] == ["a"]
    assert SqliteFeed(file).last_seq == 1
    go.set()
    await writing
    assert len(await records.recorded(["a", "b"])) == 2


async def test_file_is_its_owners_log_is_durable(tmp_path: Path, file: SqliteFile) -> None:
    """The file keeps a write-ahead log, and each commit that asks for it is synced."""
    modes = await file.write(
        lambda connection: (
            connection.execute("PRAGMA journal_mode").get,
            connection.execute("PRAGMA synchronous").get,
        )
    )
    assert modes == ("wal", 2)
    derived = await file.write(
        lambda connection: connection.execute("PRAGMA synchronous").get, synced=False
    )
    assert derived == 1


async def test_kill_loses_nothing_acknowledged(
    tmp_path: Path, threads: ThreadPoolExecutor, is_full: bool
) -> None:
    """After kill -9 amid writes, each acknowledged memory is there, once, whole and sound."""
    path = tmp_path / "killed.db"
    for _ in range(100 if is_full else 2):
        path.unlink(missing_ok=True)
        acknowledged = await asyncio.to_thread(_write_and_kill, path, n_lines=50)
        assert len(acknowledged) >= 50
        again = opened(path, threads)
        records = SqliteRecords(again)
        found = await records.recorded(acknowledged)
        assert [one.memory.id for one in found] == acknowledged
        counts = await records.counts()
        assert counts.memories == counts.versions
        assert counts.memories - len(acknowledged) <= 4
        sound = await again.read(
            lambda connection: connection.execute("PRAGMA integrity_check").get
        )
        assert sound == "ok"
        await again.close()


def _write_and_kill(path: Path, *, n_lines: int) -> list[str]:
    """The ids that a writer acknowledged before it was killed."""
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[4],
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[4])},
    ) as writer:
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(n_lines)]
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.readlines()
    return [line.strip() for line in lines if line.endswith("\n")]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of its own with 4 MB."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("mounting a small file system needs root")
    folder = tmp_path / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=4m", "none", str(folder)],
        capture_output=True,
        check=False,
    )
    if mounted.returncode:
        pytest.skip("this machine lets nobody mount")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


async def test_full_disk_is_said_and_survived(
    small_disk: Path, threads: ThreadPoolExecutor
) -> None:
    """On a full disk a write fails as DiskFull, reads go on, and with room writes do again."""
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(1 << 20))
    file = opened(small_disk / "records.db", threads)
    records = SqliteRecords(file)
    acknowledged: list[str] = []

    async def fill() -> None:
        for n in range(1000):
            await records.write(inserting(f"m{n}", content="x" * 50_000))
            acknowledged.append(f"m{n}")

    with pytest.raises(DiskFull):
        await fill()
    assert acknowledged
    with pytest.raises(DiskFull):
        await records.write(inserting("again", content="x" * 50_000))
    assert len(await records.recorded(acknowledged)) == len(acknowledged)
    ballast.unlink()
    await records.write(inserting("after"))
    assert (await records.counts()).memories == len(acknowledged) + 1
    await file.close()
    file = opened(small_disk / "records.db", threads)
    assert (await SqliteRecords(file).counts()).memories == len(acknowledged) + 1
    await file.close()


async def test_work_may_catch_a_full_disk_but_not_hide_it(
    small_disk: Path, threads: ThreadPoolExecutor
) -> None:
    """A work that swallows the error of a full disk is not told that it was stored."""
    file = opened(small_disk / "records.db", threads)
    records = SqliteRecords(file)

    def work(transaction: RecordTransaction) -> int:
        try:
            transaction.insert(memory("big"), version("big", content="x" * 20_000_000))
        except DiskFull:
            return transaction.insert(memory("small"), version("small"))
        raise AssertionError("20 MB on a disk of 4")

    try:
        await records.write(work)
    except StorageError:
        expected: list[str] = []
    else:
        expected = ["small"]
    assert [one.memory.id for one in await records.recorded(["big", "small"])] == expected
    await file.close()
