"""What can be done to a tenant's records in one atomic step, in SQL?

Runs on the writing thread, inside a savepoint. Each call makes its values before its first
statement, so that a value that cannot be stored leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.filter import among
from perspective.adapters.embedded.sqlite.insertion import add
from perspective.domain.graph import Entity
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Memory, Recorded, Version
from perspective.domain.text.normal import normal_form
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.transaction import IdempotentAnswer, Row

_LATEST = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM memories m JOIN versions v ON v.memory_id = m.id"
    " AND v.number = (SELECT max(number) FROM versions WHERE memory_id = m.id)"
)
_BY_ID = f"{_LATEST} WHERE m.id = ?"
_PARTS = f"{_LATEST} WHERE m.source_id = ? ORDER BY m.ordinal, m.number"
_LAST_INSERTED = (
    f"{_LATEST} WHERE m.namespace = ? AND m.source_session IS ? AND m.deleted_at IS NULL"
    " ORDER BY m.number DESC LIMIT 1"
)
_REPEAT_OF = """
SELECT m.id FROM versions v JOIN memories m ON m.id = v.memory_id
WHERE v.content_hash = ? AND v.number = (SELECT max(number) FROM versions WHERE memory_id = m.id)
    AND m.namespace = ? AND m.source_session IS ? AND m.speaker IS ?
    AND m.recorded_at >= ? AND m.deleted_at IS NULL
ORDER BY m.number DESC LIMIT 1
"""
_NAMED = f"""
SELECT {", ".join(f"e.{name}" for name in rows.ENTITY)}
FROM entity_names n JOIN entities e ON e.id = n.entity_id
WHERE n.name = ? ORDER BY n.is_alias, e.created_at, e.id LIMIT 1
"""
_INSERT_MEMORY = (
    f"INSERT INTO memories ({', '.join(rows.MEMORY)}) VALUES ({', '.join('?' * len(rows.MEMORY))})"
)
_UPDATE_MEMORY = (
    f"UPDATE memories SET {', '.join(f'{name} = ?' for name in rows.MEMORY)} WHERE id = ?"
)
_VERSION_COLUMNS = ("seq", "memory_id", "at", "namespace", "session", *rows.VERSION[1:])
_INSERT_VERSION = (
    f"INSERT INTO versions ({', '.join(_VERSION_COLUMNS)})"
    f" VALUES ({', '.join('?' * len(_VERSION_COLUMNS))})"
)
_UPDATE_COPIES = (
    "UPDATE versions SET seq = ?, at = coalesce(event_at, ?), namespace = ?, session = ?"
    " WHERE key = ?"
)
_REINFORCE = "UPDATE edges SET last_reinforced_at = ? WHERE last_reinforced_at < ? AND "


class SqliteTransaction:
    """The calls of `RecordTransaction` over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def memory(self, memory_id: str) -> Recorded | None:
        """The memory with its latest version (deleted ones too), or None."""
        return self._one(_BY_ID, (memory_id,))

    def parts(self, source_id: str) -> list[Recorded]:
        """The parts of a long text by ordinal, each with its latest version."""
        return [rows.recorded_of(row) for row in self._connection.execute(_PARTS, (source_id,))]

    def insert(self, memory: Memory, version: Version) -> int:
        """Adds a memory with its first version; returns the version's key."""
        values, first = rows.memory_values(memory), rows.version_values(version)
        if self._connection.execute("SELECT 1 FROM memories WHERE id = ?", (memory.id,)).get:
            raise Conflict(f"there is already a memory with the id {memory.id!r}")
        key = self._add_version(memory, version, first)
        self._connection.execute(_INSERT_MEMORY, values)
        if memory.speaker is not None:
            named = (normal_form(memory.speaker), memory.speaker)
            self._connection.execute("INSERT OR IGNORE INTO speakers VALUES (?, ?)", named)
        self._count_live(memory.deleted_at is None)
        return key

    def replace(self, memory: Memory) -> None:
        """Overwrites the identity of a memory that exists; its versions are indexed anew."""
        values = rows.memory_values(memory)
        before = self._connection.execute(
            "SELECT deleted_at IS NULL FROM memories WHERE id = ?", (memory.id,)
        ).get
        if before is None:
            raise MemoryNotFound(f"there is no memory with the id {memory.id!r}")
        self._connection.execute(_UPDATE_MEMORY, (*values, memory.id))
        recorded_at = to_microseconds(memory.recorded_at)
        for (key,) in self._connection.execute(
            "SELECT key FROM versions WHERE memory_id = ? ORDER BY number", (memory.id,)
        ).fetchall():
            self._connection.execute(
                _UPDATE_COPIES,
                (self._next_seq(), recorded_at, memory.namespace, memory.source_session, key),
            )
        self._count_live((memory.deleted_at is None) - before)

    def append(self, version: Version) -> int:
        """Closes the latest version at `version.known_from` and adds this one after it."""
        values = rows.version_values(version)
        before = self.memory(version.memory_id)
        if before is None:
            raise MemoryNotFound(f"there is no memory with the id {version.memory_id!r}")
        latest = before.version
        if version.number != latest.number + 1:
            raise Conflict(
                f"version {version.number} cannot follow version {latest.number} "
                f"of memory {version.memory_id!r}"
            )
        if version.known_from < latest.known_from:
            raise Conflict(
                f"version {version.number} of memory {version.memory_id!r} would be known "
                "before the version that it follows"
            )
        self._connection.execute(
            "UPDATE versions SET known_to = ?, seq = ? WHERE key = ?",
            (to_microseconds(version.known_from), self._next_seq(), latest.key),
        )
        return self._add_version(before.memory, version, values)

    def latest(self, namespace: str, session: str | None) -> Recorded | None:
        """The memory inserted last in this namespace and session, deleted ones left out."""
        return self._one(_LAST_INSERTED, (namespace, session))

    def repeat_of(
        self,
        *,
        namespace: str,
        session: str | None,
        speaker: str | None,
        content_hash: str,
        since: datetime,
    ) -> str | None:
        """The id of the newest memory of the same place, voice and words, recorded since."""
        found: str | None = self._connection.execute(
            _REPEAT_OF, (content_hash, namespace, session, speaker, to_microseconds(since))
        ).get
        return found

    def answer(self, key: str, since: datetime) -> IdempotentAnswer | None:
        """The answer first given for an idempotency key, if it is not older than `since`."""
        row = self._connection.execute(
            f"SELECT {', '.join(rows.ANSWER)} FROM idempotency WHERE key = ? AND at >= ?",
            (key, to_microseconds(since)),
        ).fetchone()
        return None if row is None else rows.answer_of(row)

    def entity(self, normal_name: str) -> Entity | None:
        """The entity whose normal name or alias this is, or None."""
        row = self._connection.execute(_NAMED, (normal_name,)).fetchone()
        return None if row is None else rows.entity_of(row)

    def add(self, *new: Row) -> None:
        """Adds rows, or overwrites those of the same key; an event gets the next id."""
        for row in new:
            add(self._connection, row)

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Counts one access for each memory, and reinforces the edges at them."""
        ids, us = tuple(dict.fromkeys(memory_ids)), to_microseconds(at)
        which, sources, targets = (among(name, ids) for name in ("id", "source", "target"))
        self._connection.execute(
            "UPDATE memories SET access_count = access_count + 1, last_accessed_at ="
            f" max(coalesce(last_accessed_at, ?), ?) WHERE {which.sql}",
            (us, us, *which.values),
        )
        for end in (sources, targets):
            self._connection.execute(_REINFORCE + end.sql, (us, us, *end.values))

    def count(self) -> int:
        """How many memories there are that are not deleted."""
        n: int = self._connection.execute("SELECT value FROM counters WHERE name = 'live'").get
        return n

    def _one(self, sql: str, values: rows.Row) -> Recorded | None:
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else rows.recorded_of(row)

    def _add_version(self, memory: Memory, version: Version, values: rows.Row) -> int:
        at = to_microseconds(version.event_at or memory.recorded_at)
        copies: tuple[Any, ...] = (memory.id, at, memory.namespace, memory.source_session)
        self._connection.execute(_INSERT_VERSION, (self._next_seq(), *copies, *values))
        key = self._connection.last_insert_rowid()
        for tag in dict.fromkeys(version.tags):
            self._connection.execute("INSERT INTO tags (tag, key) VALUES (?, ?)", (tag, key))
        return key

    def _next_seq(self) -> int:
        seq: int = self._connection.execute(
            "UPDATE counters SET value = value + 1 WHERE name = 'seq' RETURNING value"
        ).get
        return seq

    def _count_live(self, change: int) -> None:
        if change:
            self._connection.execute(
                "UPDATE counters SET value = value + ? WHERE name = 'live'", (change,)
            )
