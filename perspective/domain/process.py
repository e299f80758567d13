"""What is a piece of work in the background, and a job that is done again and again, as callers see it?"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

JobState = Literal["idle", "running", "stopping", "paused"]
RunState = Literal["running", "done", "failed", "stopped", "interrupted"]
ProcessState = Literal[
    "pending", "running", "done", "failed", "cancelled", "idle", "stopping", "paused"
]
ProcessKind = Literal["bulk", "document", "index", "evolve", "job"]
ENDED: frozenset[ProcessState] = frozenset({"done", "failed", "cancelled"})


class JobCounts(msgspec.Struct, frozen=True):
    """What came in and what became of it. A run with `failed` has failed."""

    accepted: int = 0
    changed: int = 0
    skipped: int = 0
    failed: int = 0

    def __add__(self, other: JobCounts) -> JobCounts:
        return JobCounts(
            self.accepted + other.accepted,
            self.changed + other.changed,
            self.skipped + other.skipped,
            self.failed + other.failed,
        )


class JobRun(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a job: over one tenant, or as a round (`tenant_id` None) over all that need it.

    A round counts what its visits did, and `done` of `total` tenants; the runs of its visits name it in
    `round_id`. `interrupted` is a run that the end of the process cut short; it has no end that is known
    when that was a crash. `error` holds none of a memory's words.
    """

    id: str
    job: str
    tenant_id: str | None = None
    round_id: str | None = None
    state: RunState = "running"
    started_at: datetime
    finished_at: datetime | None = None
    counts: JobCounts = JobCounts()
    done: int = 0
    total: int | None = None
    error: str | None = None

    @property
    def took_s(self) -> float | None:
        """How long it took; None while it runs, or where its end is not known."""
        if self.finished_at is None:
            return None
        return max(0.0, (self.finished_at - self.started_at).total_seconds())


class JobView(msgspec.Struct, frozen=True, kw_only=True):
    """A job: what goes on (`run`), how the last run ended, when the next begins (None: nobody knows).

    `waiting` is how many texts wait in the open tenants, for a job that works as they come.
    """

    name: str
    summary: str
    state: JobState = "idle"
    run: JobRun | None = None
    last: JobRun | None = None
    next_run_at: datetime | None = None
    waiting: int | None = None


class PlannedChange(msgspec.Struct, frozen=True):
    """One thing that a run would do: to which memories, and why. Holds none of their words."""

    kind: str
    ids: tuple[str, ...]
    reason: str = ""


class JobPreview(msgspec.Struct, frozen=True, kw_only=True):
    """What the next run would change. `counts` are of all of it; `changes` may be its beginning.

    `failures` names the parts that could not be looked at, and why. `is_none` says that the job changes no memory by its nature.
    """

    job: str = ""
    tenant_id: str = ""
    counts: dict[str, int] = {}
    changes: tuple[PlannedChange, ...] = ()
    is_none: bool = False
    failures: dict[str, str] = {}


class ProcessView(msgspec.Struct, frozen=True, kw_only=True):
    """Work in the background. `done` of `total` counts lines, parts, versions or tenants.

    `total` is None while it is not known. An index has no times: it follows its store, and is
    shown while it is far behind. A job's `id` is its name, and its times, counts and `error` are those
    of the run under way, else of the last one; `tenant_id` is None for a round over all tenants.
    `error` holds none of a memory's words.
    """

    id: str
    kind: ProcessKind
    tenant_id: str | None
    state: ProcessState
    done: int = 0
    total: int | None = None
    is_stoppable: bool = True
    started_at: datetime | None = None
    finished_at: datetime | None = None
    error: str | None = None
    outcome: RunState | None = None
    next_run_at: datetime | None = None
    took_s: float | None = None
    counts: JobCounts | None = None
    waiting: int | None = None
