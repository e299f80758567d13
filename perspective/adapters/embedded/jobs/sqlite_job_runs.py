"""Which jobs ran, how did they end, and what has changed since? Tables of `catalog.db`.

A tenant has a number that grows before something in it changes, and each job notes the number that it
has seen: so what has changed is found without opening a tenant.
"""

from __future__ import annotations

from datetime import datetime

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.process import JobCounts, JobRun

MAX_RUNS = 200

_TABLES = """
CREATE TABLE IF NOT EXISTS job_runs (
    n INTEGER PRIMARY KEY,  -- the order in which they began, whatever the clock said
    id TEXT NOT NULL UNIQUE,
    job TEXT NOT NULL,
    tenant_id TEXT,
    round_id TEXT,
    state TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER,
    counts TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER,
    error TEXT
);
CREATE INDEX IF NOT EXISTS job_runs_by_job ON job_runs (job, n);
CREATE TABLE IF NOT EXISTS tenant_changes (
    tenant_id TEXT PRIMARY KEY,
    n INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS job_seen (
    tenant_id TEXT NOT NULL,
    job TEXT NOT NULL,
    n INTEGER NOT NULL,
    due_at INTEGER,  -- when something comes due though nothing changes
    PRIMARY KEY (tenant_id, job)
) WITHOUT ROWID;
"""
_COLUMNS = (
    "id, job, tenant_id, round_id, state, started_at, finished_at, counts, done, total, error"
)
_BEGIN = f"""
INSERT INTO job_runs ({_COLUMNS})
SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11
WHERE ?3 IS NULL OR EXISTS (SELECT 1 FROM tenants WHERE id = ?3)
"""
_TRIM = """
DELETE FROM job_runs WHERE job = ?1 AND (tenant_id IS NULL) = ?2 AND (round_id IS NULL) = ?3 AND n <= (
    SELECT n FROM job_runs WHERE job = ?1 AND (tenant_id IS NULL) = ?2 AND (round_id IS NULL) = ?3
    ORDER BY n DESC LIMIT 1 OFFSET ?4
)
"""
_END = """
UPDATE job_runs SET state = ?, finished_at = ?, counts = ?, done = ?, total = ?, error = ?
WHERE id = ?
"""
_SEEN = """
INSERT INTO job_seen (tenant_id, job, n, due_at) SELECT id, ?, ?, ? FROM tenants WHERE id = ?
ON CONFLICT (tenant_id, job) DO UPDATE SET n = excluded.n, due_at = excluded.due_at
"""
_INTERRUPT = "UPDATE job_runs SET state = 'interrupted', error = ? WHERE state = 'running'"
_PAGE = f"""
SELECT {_COLUMNS} FROM job_runs
WHERE job = ?1 AND CASE WHEN ?2 IS NULL THEN round_id IS NULL ELSE tenant_id = ?2 END
ORDER BY n DESC LIMIT ?3
"""
_LATEST = f"""
SELECT {_COLUMNS} FROM job_runs WHERE n IN (
    SELECT max(n) FROM job_runs WHERE round_id IS NULL GROUP BY job, tenant_id IS NULL
) ORDER BY n DESC
"""
_CHANGE = """
INSERT INTO tenant_changes (tenant_id, n) SELECT id, 2 FROM tenants WHERE id = ?
ON CONFLICT (tenant_id) DO UPDATE SET n = n + 1
"""
_CHANGES = "SELECT coalesce((SELECT n FROM tenant_changes WHERE tenant_id = ?), 1)"
_DUE = """
SELECT t.id FROM tenants t
LEFT JOIN tenant_changes c ON c.tenant_id = t.id
LEFT JOIN job_seen s ON s.tenant_id = t.id AND s.job = ?1
WHERE coalesce(c.n, 1) > coalesce(s.n, 0) OR s.due_at <= ?2 ORDER BY t.id
"""


def prepare_runs(connection: apsw.Connection) -> None:
    """The tables are there. One from before there were times at which jobs are due knows of none, so
    that what was seen then is looked at again."""
    connection.execute(_TABLES)
    columns = [name for _, name, *_ in connection.execute("PRAGMA table_info(job_seen)")]
    if "due_at" not in columns:
        connection.execute("ALTER TABLE job_seen ADD COLUMN due_at INTEGER")
        connection.execute("DELETE FROM job_seen")


def forget_runs(connection: apsw.Connection, tenant_id: str) -> None:
    """Nothing is kept of a tenant."""
    for table in ("job_runs", "tenant_changes", "job_seen"):
        connection.execute(f"DELETE FROM {table} WHERE tenant_id = ?", (tenant_id,))


class SqliteJobRuns:
    """The runs in an open `catalog.db`, which the catalog closes."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    async def begin(self, run: JobRun) -> None:
        """Adds a run, the newest of all."""
        values = (
            *(run.id, run.job, run.tenant_id, run.round_id, run.state),
            to_microseconds(run.started_at),
            *_ending(run),
        )

        def work(connection: apsw.Connection) -> None:
            connection.execute(_BEGIN, values)
            kind = (run.job, run.tenant_id is None, run.round_id is None)
            connection.execute(_TRIM, (*kind, MAX_RUNS))

        await self._file.write(work)

    async def end(
        self, run: JobRun, *, seen: int | None = None, due_at: datetime | None = None
    ) -> None:
        """The run is as given now, and its job has seen its tenant."""
        due = None if due_at is None else to_microseconds(due_at)

        def work(connection: apsw.Connection) -> None:
            connection.execute(_END, (run.state, *_ending(run), run.id))
            if seen is not None:
                connection.execute(_SEEN, (run.job, seen, due, run.tenant_id))

        await self._file.write(work)

    async def interrupt(self, reason: str) -> int:
        """Runs that are still said to be running are `interrupted`."""

        def work(connection: apsw.Connection) -> int:
            connection.execute(_INTERRUPT, (reason,))
            return connection.changes()

        return await self._file.write(work)

    async def page(self, job: str, *, tenant_id: str | None, limit: int) -> list[JobRun]:
        """A job's runs, the newest first."""
        return await self._runs(_PAGE, (job, tenant_id, limit))

    async def find(self, run_id: str) -> JobRun | None:
        """One run, or None."""
        found = await self._runs(f"SELECT {_COLUMNS} FROM job_runs WHERE id = ?", (run_id,))
        return found[0] if found else None

    async def latest(self) -> list[JobRun]:
        """For each job its newest round and its newest single run."""
        return await self._runs(_LATEST, ())

    async def change(self, tenant_id: str) -> None:
        """Something in the tenant is about to change."""

        def work(connection: apsw.Connection) -> None:
            connection.execute(_CHANGE, (tenant_id,))

        await self._file.write(work)

    async def changes(self, tenant_id: str) -> int:
        """How often that was, one more."""

        def query(connection: apsw.Connection) -> int:
            n: int = connection.execute(_CHANGES, (tenant_id,)).get
            return n

        return await self._file.read(query)

    async def due(self, job: str, now: datetime) -> list[str]:
        """The tenants that changed since the job has seen them, or in which its time has come, by id."""
        values = (job, to_microseconds(now))
        return await self._file.read(
            lambda connection: [str(one) for (one,) in connection.execute(_DUE, values)]
        )

    async def _runs(self, sql: str, values: tuple[str | int | None, ...]) -> list[JobRun]:
        return await self._file.read(
            lambda connection: [_run_of(row) for row in connection.execute(sql, values)]
        )


def _ending(run: JobRun) -> tuple[int | str | None, ...]:
    """What a run's end may change, but for its state."""
    finished_at = None if run.finished_at is None else to_microseconds(run.finished_at)
    counts = msgspec.json.encode(run.counts).decode()
    return (finished_at, counts, run.done, run.total, run.error)


def _run_of(row: rows.Row) -> JobRun:
    run_id, job, tenant_id, round_id, state, started_at, finished_at, counts, *rest = row
    done, total, error = rest
    return JobRun(
        id=run_id,
        job=job,
        tenant_id=tenant_id,
        round_id=round_id,
        state=state,
        started_at=from_microseconds(started_at),
        finished_at=None if finished_at is None else from_microseconds(finished_at),
        counts=msgspec.json.decode(counts, type=JobCounts),
        done=done,
        total=total,
        error=error,
    )
