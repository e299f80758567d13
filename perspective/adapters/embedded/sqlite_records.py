"""Where is the truth kept? In one SQLite file per tenant: `records.db`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.dump import canonical_lines
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.adapters.embedded.sqlite.filter import among
from perspective.adapters.embedded.sqlite.listing import keys_of_page
from perspective.adapters.embedded.sqlite.snapshot import SqliteSnapshot
from perspective.adapters.embedded.sqlite.transaction import SqliteTransaction
from perspective.domain.answer import Counts
from perspective.domain.event import Event
from perspective.domain.filter import Filter
from perspective.domain.memory import Recorded
from perspective.ports.records import RecordSnapshot
from perspective.ports.transaction import Document, RecordTransaction, Work

T = TypeVar("T")

_RECORDED = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM memories m"
    " CROSS JOIN versions v ON v.node = m.node CROSS JOIN contents c ON c.key = v.key"
)
_LATEST = "v.number = (SELECT max(number) FROM versions WHERE node = m.node)"
_AT_KEYS = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM versions v"
    " CROSS JOIN contents c ON c.key = v.key CROSS JOIN memories m ON m.node = v.node"
)
_VERSIONS = f"{_RECORDED} WHERE m.node = (SELECT number FROM nodes WHERE id = ?) ORDER BY v.number"
_PARTS = f"{_RECORDED} WHERE {_LATEST} AND m.source_id = ? ORDER BY m.ordinal, m.first_key"
_DOCUMENT = f"SELECT {', '.join(rows.DOCUMENT)} FROM documents WHERE source_id = ?"
_WORKS = f"SELECT {', '.join(rows.WORK)} FROM works WHERE state = 'pending' ORDER BY at, source_id"
_EVENTS = f"SELECT {', '.join(rows.EVENT)} FROM events WHERE "
_CENSUS = """
SELECT type, state, namespace, count(*), count(deleted_at)
FROM memories INDEXED BY memories_by_kind GROUP BY type, state, namespace
"""
_N_ROWS = """
SELECT (SELECT count(*) FROM versions), (SELECT count(*) FROM edges WHERE kind <> 'semantic'),
    (SELECT count(*) FROM entities),
    (SELECT count(*) FROM queue WHERE state IN ('pending', 'running'))
"""


class SqliteRecords:
    """A tenant's records in an open file, which it closes."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    async def write(self, work: Callable[[RecordTransaction], T]) -> T:
        """Runs `work` in one transaction and returns its result once it is durable."""
        return await self._file.write(lambda connection: work(SqliteTransaction(connection)))

    async def read(self, work: Callable[[RecordSnapshot], T]) -> T:
        """Runs `work` over one commit's state and returns its result."""
        return await self._file.read(lambda connection: work(SqliteSnapshot(connection)))

    async def recorded(self, memory_ids: Sequence[str]) -> list[Recorded]:
        """The memories with their latest versions, in the order of `memory_ids`."""
        named = among("id", memory_ids)
        nodes = f"(SELECT number FROM nodes WHERE {named.sql})"
        sql = f"{_RECORDED} WHERE m.node IN {nodes} AND {_LATEST}"
        found = await self._recorded(sql, named.values)
        by_id = {recorded.memory.id: recorded for recorded in found}
        return [by_id[memory_id] for memory_id in memory_ids if memory_id in by_id]

    async def at_keys(self, keys: Sequence[int]) -> list[Recorded]:
        """The versions with these keys, in their order; unknown keys are left out."""
        return await self._file.read(lambda connection: _at_keys(connection, keys))

    async def versions(self, memory_id: str) -> list[Recorded]:
        """All versions of a memory, oldest first; empty when there is none."""
        return await self._recorded(_VERSIONS, (memory_id,))

    async def page(
        self, where: Filter, *, before: tuple[int, str] | None, limit: int
    ) -> list[Recorded]:
        """Up to `limit` memories whose visible version matches, newest first."""

        def query(connection: apsw.Connection) -> list[Recorded]:
            return _at_keys(connection, keys_of_page(connection, where, before, limit))

        return await self._file.read(query)

    async def document(self, source_id: str) -> tuple[Document, list[Recorded]] | None:
        """A long text and its parts by ordinal (deleted ones too), or None."""

        def query(connection: apsw.Connection) -> tuple[Document, list[Recorded]] | None:
            row = connection.execute(_DOCUMENT, (source_id,)).fetchone()
            if row is None:
                return None
            parts = connection.execute(_PARTS, (source_id,))
            return rows.document_of(row), [rows.recorded_of(part) for part in parts]

        return await self._file.read(query)

    async def works(self) -> list[Work]:
        """The documents that are still to be split, the oldest first."""
        return await self._file.read(
            lambda connection: [rows.work_of(row) for row in connection.execute(_WORKS)]
        )

    async def events(self, *, memory_id: str | None, before: int | None, limit: int) -> list[Event]:
        """Events, newest first, of one memory or of all, with ids below `before`."""
        sql, values = _EVENTS + "1", list[int | str]()
        if memory_id is not None:
            sql, values = sql + " AND memory_id = ?", [*values, memory_id]
        if before is not None:
            sql, values = sql + " AND id < ?", [*values, before]
        sql, values = sql + " ORDER BY id DESC LIMIT ?", [*values, limit]
        return await self._file.read(
            lambda connection: [rows.event_of(row) for row in connection.execute(sql, values)]
        )

    async def counts(self) -> Counts:
        """How much there is of everything; `queued` counts what is not done or failed."""
        return await self._file.read(_counts)

    async def dump(self, *, with_access: bool = False, with_history: bool = True) -> Iterator[str]:
        """Every row as one JSON line, sorted by table and primary key; one commit's state."""
        return iter(
            await self._file.read(
                lambda connection: list(
                    canonical_lines(connection, with_access=with_access, with_history=with_history)
                )
            )
        )

    async def close(self) -> None:
        """Finishes what was handed in, then lets go of files and threads. Safe to repeat."""
        await self._file.close()

    async def _recorded(self, sql: str, values: rows.Row) -> list[Recorded]:
        return await self._file.read(
            lambda connection: [rows.recorded_of(row) for row in connection.execute(sql, values)]
        )


def _at_keys(connection: apsw.Connection, keys: Sequence[int]) -> list[Recorded]:
    which = among("v.key", keys)
    found = {
        (recorded := rows.recorded_of(row)).version.key: recorded
        for row in connection.execute(f"{_AT_KEYS} WHERE {which.sql}", which.values)
    }
    return [found[key] for key in keys if key in found]


def _counts(connection: apsw.Connection) -> Counts:
    by_type: dict[str, int] = {}
    by_state: dict[str, int] = {}
    by_namespace: dict[str, int] = {}
    n_live = n_deleted = 0
    for type_, state, namespace, n_all, n_gone in connection.execute(_CENSUS):
        n_deleted += n_gone
        if n := n_all - n_gone:
            n_live += n
            by_type[type_] = by_type.get(type_, 0) + n
            by_state[state] = by_state.get(state, 0) + n
            by_namespace[namespace] = by_namespace.get(namespace, 0) + n
    n_versions, n_edges, n_entities, n_queued = connection.execute(_N_ROWS).get
    return Counts(
        memories=n_live,
        versions=n_versions,
        deleted=n_deleted,
        queued=n_queued,
        edges=n_edges,
        entities=n_entities,
        by_type=by_type,
        by_state=by_state,
        by_namespace=by_namespace,
    )
