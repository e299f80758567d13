"""Which work goes on in the background, how far is it, and who wants it to stop?

A list in memory: what must survive a restart is in the records, and is listed again when it
is taken up. The last of what has ended stays to be seen. Nothing is run here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from perspective.domain.process import ENDED, ProcessKind, ProcessState, ProcessView
from perspective.errors import PerspectiveError, ProcessNotFound
from perspective.ports.system import Clock, Ids

_MAX_ENDED = 200


class Process:
    """One piece of work, and the wish that it stop. Whoever does the work keeps it current."""

    def __init__(self, process_id: str, kind: ProcessKind, tenant_id: str) -> None:
        self.id = process_id
        self.kind: ProcessKind = kind
        self.tenant_id = tenant_id
        self.state: ProcessState = "pending"
        self.done = 0
        self.total: int | None = None
        self.started_at: datetime | None = None
        self.finished_at: datetime | None = None
        self.error: str | None = None
        self.stopping = asyncio.Event()

    @property
    def has_ended(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in ENDED

    def view(self) -> ProcessView:
        """How it stands now."""
        return ProcessView(
            id=self.id,
            kind=self.kind,
            tenant_id=self.tenant_id,
            state=self.state,
            done=self.done,
            total=self.total,
            is_stoppable=not self.has_ended,
            started_at=self.started_at,
            finished_at=self.finished_at,
            error=self.error,
        )


class Processes:
    """The list of work; it belongs to one engine."""

    def __init__(self, clock: Clock, ids: Ids) -> None:
        self._clock = clock
        self._ids = ids
        self._all: dict[str, Process] = {}

    def new_id(self) -> str:
        """An id for work that will be listed later, maybe after a restart."""
        return self._ids.new()

    def add(self, kind: ProcessKind, tenant_id: str, *, process_id: str | None = None) -> Process:
        """Lists work that waits to be done."""
        process = Process(process_id or self.new_id(), kind, tenant_id)
        self._all[process.id] = process
        ended = [one.id for one in self._all.values() if one.has_ended]
        for old in ended[: max(0, len(ended) - _MAX_ENDED)]:
            del self._all[old]
        return process

    @contextmanager
    def running(self, process: Process) -> Iterator[Process]:
        """The process runs while the block does, and ends as the block does."""
        process.state, process.started_at = "running", self._clock.now()
        try:
            yield process
        except PerspectiveError as error:
            self.end(process, "failed", str(error))
            raise
        except BaseException:  # cancelled, or its listener has gone
            self.end(process, "cancelled")
            raise
        if not process.has_ended:
            self.end(process, "cancelled" if process.stopping.is_set() else "done")

    def end(self, process: Process, state: ProcessState, error: str | None = None) -> None:
        """It will not go on."""
        process.state, process.error = state, error
        process.finished_at = self._clock.now()

    def all(self) -> list[Process]:
        """All of them, the newest first."""
        return list(reversed(self._all.values()))

    def find(self, process_id: str) -> Process:
        """One of them; raises ProcessNotFound."""
        process = self._all.get(process_id)
        if process is None:
            raise ProcessNotFound(f"there is no process {process_id!r}")
        return process

    def forget(self, tenant_id: str) -> None:
        """Nothing of a tenant is listed any more."""
        for process in self.all():
            if process.tenant_id == tenant_id:
                process.stopping.set()
                del self._all[process.id]
