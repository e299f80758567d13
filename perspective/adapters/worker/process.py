"""How does the daemon use its worker process? Started for work, ended when idle, killed on a hang.

It is started, never forked: a fork would share the lock of the data directory.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from typing import TypeVar

import msgspec

from perspective import errors
from perspective.adapters.worker.messages import LENGTH, Done, Reply, Task, frame
from perspective.errors import ModelError, StorageError, StoreUnavailable
from perspective.observability.events import event_log

A = TypeVar("A", bound=msgspec.Struct)

_log = event_log(__name__)

_PATIENCE_S = 5.0
_MAX_LINE_CHARS = 500


class WorkerProcess:
    """A `Worker`. `tasks` names each function that it may run, as `module:name`."""

    def __init__(self, tasks: Mapping[str, str], *, idle_s: float = 60.0) -> None:
        self._tasks = dict(tasks)
        self._idle_s = idle_s
        self._busy = asyncio.Lock()
        self._process: Process | None = None
        self._listening: asyncio.Task[None] | None = None
        self._idle: asyncio.TimerHandle | None = None
        self._stopping: asyncio.Task[None] | None = None
        self._is_closed = False

    @property
    def pid(self) -> int | None:
        """The process that is there now, or None."""
        process = self._process
        return None if process is None or process.returncode is not None else process.pid

    async def run(
        self,
        task: str,
        request: msgspec.Struct,
        answer: type[A],
        *,
        timeout_s: float,
        otherwise: type[StorageError | ModelError] = StoreUnavailable,
    ) -> A:
        """What the task answers; see `Worker`."""
        message = Task(self._tasks[task], msgspec.Raw(msgspec.msgpack.encode(request)))
        async with self._busy:
            if self._is_closed:
                raise otherwise("the worker process is closed")
            reply = await self._ask(task, frame(message), timeout_s, otherwise)
        if isinstance(reply, Done):
            return msgspec.msgpack.decode(reply.answer, type=answer)
        kind = getattr(errors, reply.error, StorageError)
        if not issubclass(kind, StorageError | ModelError):
            kind = otherwise
        raise kind(reply.message)

    async def close(self) -> None:
        """Ends the process. Safe to repeat."""
        self._is_closed = True
        async with self._busy:
            await self._stop()
        if self._stopping is not None:
            await asyncio.wait([self._stopping])

    async def _ask(
        self,
        task: str,
        message: bytes,
        timeout_s: float,
        otherwise: type[StorageError | ModelError],
    ) -> Reply:
        process = await self._running(otherwise)
        assert process.stdin is not None
        assert process.stdout is not None
        is_answered = False
        try:
            async with asyncio.timeout(timeout_s):
                process.stdin.write(message)
                await process.stdin.drain()
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                body = await process.stdout.readexactly(length)
            is_answered = True
        except TimeoutError as error:
            raise otherwise(f"the worker took longer than {timeout_s:g} s: {task}") from error
        except (asyncio.IncompleteReadError, ConnectionError) as error:
            how = await self._end(process)
            raise otherwise(f"the worker process ended ({how}): {task}") from error
        finally:
            if not is_answered:
                await self._kill()
        self._idle = asyncio.get_running_loop().call_later(self._idle_s, self._expire)
        reply: Reply = msgspec.msgpack.decode(body, type=Reply)
        return reply

    async def _running(self, otherwise: type[StorageError | ModelError]) -> Process:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        if self.pid is None:
            await self._stop()
            command = (sys.executable, "-P", "-m", __package__, str(os.getpid()))
            try:
                process = await asyncio.create_subprocess_exec(
                    *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, start_new_session=True
                )
            except OSError as error:
                raise otherwise(f"the worker process cannot be started: {error}") from error
            self._process = process
            self._listening = asyncio.create_task(_log_lines(process), name="worker-stderr")
            _log.info("worker_started", pid=process.pid)
        assert self._process is not None
        return self._process

    def _expire(self) -> None:
        self._stopping = asyncio.create_task(self._stop_if_idle(), name="stop-worker")

    async def _stop_if_idle(self) -> None:
        if self._busy.locked():
            return
        async with self._busy:
            await self._stop()

    async def _stop(self) -> None:
        """Closes the pipe, upon which the process ends; kills it if it does not."""
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        process = self._process
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await process.wait()
        except TimeoutError:
            pass
        await self._kill()

    async def _kill(self) -> None:
        """The process is gone when this returns, also when its caller is cancelled meanwhile."""
        process = self._process
        if process is None:
            return
        self._process = None
        if process.returncode is None:
            process.kill()
        await asyncio.shield(self._reap(process))

    async def _reap(self, process: Process) -> None:
        how = await self._end(process)
        if process.stdin is not None:
            process.stdin.close()
        if self._listening is not None:
            await asyncio.wait([self._listening])
            self._listening = None
        _log.info("worker_ended", pid=process.pid, how=how)

    @staticmethod
    async def _end(process: Process) -> str:
        code = await process.wait()
        return signal.Signals(-code).name if code < 0 else f"exit code {code}"


async def _log_lines(process: Process) -> None:
    """What the worker writes to stderr goes into our log."""
    assert process.stderr is not None
    while chunk := await process.stderr.read(16_384):
        for line in chunk.decode(errors="replace").splitlines():
            if line.strip():
                _log.warning("worker_said", pid=process.pid, line=line[:_MAX_LINE_CHARS])
