"""What does an open SQLite file consist of? One writing thread, and connections that read.

Reads run on a small pool of threads that all files share, so that many open tenants do not mean
many threads; each read has a connection to itself.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

import apsw

from perspective.adapters.embedded.sqlite.connection import (
    connect_reader,
    connect_writer,
    translated,
)
from perspective.adapters.embedded.sqlite.writer import SqliteWriter
from perspective.errors import StoreUnavailable

T = TypeVar("T")

N_READING_THREADS = 4


def reading_threads() -> ThreadPoolExecutor:
    """The threads on which reads run; whoever makes them shuts them down."""
    return ThreadPoolExecutor(N_READING_THREADS, thread_name_prefix="records-read")


def _nowhere(_: apsw.Connection) -> int:
    return 0


class SqliteFile:
    """An open file. Opening touches the disk: do it in a thread.

    `prepare` brings the schema about in a transaction; `position` is read before each commit
    and shown after it.
    """

    def __init__(
        self,
        path: Path,
        threads: ThreadPoolExecutor,
        *,
        prepare: Callable[[apsw.Connection], None],
        position: Callable[[apsw.Connection], int] = _nowhere,
    ) -> None:
        self._path = path
        self._threads = threads
        self._idle: list[apsw.Connection] = []
        self._lock = threading.Lock()
        self._is_closed = False
        with ExitStack() as opened, translated():
            connection = connect_writer(path)
            opened.callback(connection.close)
            connection.execute("BEGIN")
            prepare(connection)
            connection.execute("COMMIT")
            self._writer = SqliteWriter(
                connection, name=f"records-write-{path.parent.name}", position=position
            )
            opened.pop_all()

    @property
    def position(self) -> int:
        """Where the latest commit left the store."""
        return self._writer.position

    @property
    def n_commits(self) -> int:
        """How many commits there were since opening."""
        return self._writer.n_commits

    async def write(self, work: Callable[[apsw.Connection], T], *, synced: bool = True) -> T:
        """Runs `work` on the writing thread and returns its result once it is committed."""
        return await self._writer.run(work, synced=synced)

    async def write_alone(self, work: Callable[[apsw.Connection], T]) -> T:
        """Runs `work` on the writing thread outside any transaction; later writes wait."""
        return await self._writer.run_alone(work)

    async def read(self, query: Callable[[apsw.Connection], T]) -> T:
        """Runs `query` on a reading thread; all of it sees the same commit."""
        try:
            future = asyncio.get_running_loop().run_in_executor(self._threads, self._read, query)
        except RuntimeError as error:
            raise StoreUnavailable("the store is closed") from error
        return await future

    async def close(self) -> None:
        """Finishes the writes that were handed in, then closes all connections."""
        await asyncio.to_thread(self._close)

    def _read(self, query: Callable[[apsw.Connection], T]) -> T:
        with translated(), self._connection() as connection:
            connection.execute("BEGIN")
            try:
                return query(connection)
            finally:
                connection.execute("COMMIT")

    @contextmanager
    def _connection(self) -> Iterator[apsw.Connection]:
        """An idle connection, or a new one; it becomes idle again."""
        with self._lock:
            if self._is_closed:
                raise StoreUnavailable("the store is closed")
            connection = self._idle.pop() if self._idle else None
        connection = connection or connect_reader(self._path)
        try:
            yield connection
        finally:
            with self._lock:
                is_kept = not self._is_closed
                if is_kept:
                    self._idle.append(connection)
            if not is_kept:
                connection.close()

    def _close(self) -> None:
        self._writer.close()
        with self._lock:
            self._is_closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()
