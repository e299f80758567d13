"""How do many callers write through one connection, each atomically, all durably?

One thread owns the connection. It takes everything that waits, runs each work in a savepoint of
one transaction, commits once, and only then resolves the callers' futures: under load, many
writes share the price of one sync.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Any, TypeVar

import apsw

from perspective.adapters.embedded.sqlite.connection import translated
from perspective.errors import StorageError, StoreUnavailable

T = TypeVar("T")
Work = Callable[[apsw.Connection], Any]


class SqliteWriter:
    """The writing thread of one file, which closes the connection in the end.

    `position` is what the function of that name, run before each commit, gave for the latest
    one. `n_commits` counts the commits.
    """

    def __init__(
        self, connection: apsw.Connection, *, name: str, position: Callable[[apsw.Connection], int]
    ) -> None:
        self.n_commits = 0
        self.position = position(connection)
        self._position = position
        self._connection = connection
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closing = threading.Lock()
        self._is_closed = False
        # A daemon thread, so that a program which forgot to close can still end; what was
        # acknowledged is on the disk.
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def run(self, work: Callable[[apsw.Connection], T], *, synced: bool = True) -> T:
        """Runs `work` in a transaction and returns its result after the commit.

        The commit is synced if any work in it asks for that. A caller that is cancelled leaves
        its work to be done.
        """
        result: T = await self._hand_in(_Job(work, is_synced=synced))
        return result

    async def run_alone(self, work: Callable[[apsw.Connection], T]) -> T:
        """Runs `work` outside any transaction, between commits; later writes wait for it."""
        result: T = await self._hand_in(_Job(work, is_synced=True, is_alone=True))
        return result

    async def _hand_in(self, job: _Job) -> Any:
        with self._closing:
            if self._is_closed:
                raise StoreUnavailable("the store is closed")
            self._jobs.put(job)
        return await asyncio.shield(asyncio.wrap_future(job.future))

    def close(self) -> None:
        """Waits until what was handed in is done and the thread has ended. Safe to repeat."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._take()
            together = [job for job in group if not job.is_alone]
            with _Answers(together), translated():
                self._commit(together)
            for job in group:
                if job.is_alone:
                    with _Answers([job]), translated():
                        job.run_alone(self._connection)
        with _Answers([]), translated():
            self._connection.close()

    def _take(self) -> tuple[list[_Job], bool]:
        """All jobs that wait, at least one; False with the last ones."""
        group: list[_Job] = []
        is_open = True
        job = self._jobs.get()
        while True:
            if job is None:
                is_open = False
            else:
                group.append(job)
            try:
                job = self._jobs.get_nowait()
            except queue.Empty:
                return group, is_open

    def _commit(self, group: list[_Job]) -> None:
        """Runs the works in one transaction; raises when nothing of it reached the disk."""
        if not group:
            return
        connection = self._connection
        level = "FULL" if any(job.is_synced for job in group) else "NORMAL"
        connection.execute(f"PRAGMA synchronous = {level}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            for job in group:
                job.run(connection)
                if not connection.in_transaction:
                    # Some errors make SQLite undo everything, earlier works included.
                    raise job.error or StoreUnavailable("SQLite undid the transaction")
            position = self._position(connection)
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        self.position = position
        self.n_commits += 1


class _Job:
    """One caller's work: run in a savepoint and answered after the commit, or run alone."""

    def __init__(self, work: Work, *, is_synced: bool, is_alone: bool = False) -> None:
        self.future: Future[Any] = Future()
        self.is_synced = is_synced
        self.is_alone = is_alone
        self.error: BaseException | None = None
        self._work = work
        self._result: Any = None

    def run(self, connection: apsw.Connection) -> None:
        """Does the work; when it raises, its writes alone are undone and the error is kept."""
        with _Savepoint(self, connection), translated():
            self._result = self._work(connection)

    def run_alone(self, connection: apsw.Connection) -> None:
        """Does the work outside any transaction."""
        self._result = self._work(connection)

    def answer(self) -> None:
        """Hands the outcome to the caller."""
        error = self.error
        if isinstance(error, StopIteration):  # no future can carry one
            error = RuntimeError("the work raised StopIteration")
            error.__cause__ = self.error
        if error is None:
            self.future.set_result(self._result)
        else:
            self.future.set_exception(error)


class _Savepoint:
    """A part of a transaction that is undone alone. What it raises goes to the job's caller."""

    def __init__(self, job: _Job, connection: apsw.Connection) -> None:
        self._job = job
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("SAVEPOINT work")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self._job.error = error
        if self._connection.in_transaction:
            if error is not None:
                self._connection.execute("ROLLBACK TO work")
            self._connection.execute("RELEASE work")
        return True


class _Answers:
    """Answers every job of a group at its end, whatever happened: no caller waits forever.

    What is raised inside means that nothing of the group is on the disk: each job fails.
    """

    def __init__(self, group: list[_Job]) -> None:
        self._group = group

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        for job in self._group:
            if error is not None and job.error is None:
                is_ours = isinstance(error, StorageError)
                failure = type(error) if is_ours else StoreUnavailable
                job.error = failure(str(error))
                job.error.__cause__ = error.__cause__ if is_ours else error
            job.answer()
        return True
