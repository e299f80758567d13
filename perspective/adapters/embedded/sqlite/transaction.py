"""What can be done to a tenant's records in one atomic step, in SQL?

Runs on the writing thread, inside a savepoint. Each call that writes is atomic by itself, so that
a work which catches its error and goes on leaves nothing half done.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.amendments import SqliteAmendments
from perspective.adapters.embedded.sqlite.connection import atomic
from perspective.adapters.embedded.sqlite.filter import among
from perspective.adapters.embedded.sqlite.insertion import (
    COUNTER,
    add,
    drop_edges,
    link,
    merged,
    node_of,
    note_analysis,
    put_detail,
    settle_entities,
)  # fmt: skip
from perspective.domain.graph import MENTIONS, Edge, Entity
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Detail, Memory, Recorded, Version
from perspective.domain.text.analysis import Analysed
from perspective.domain.text.normal import normal_form
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.transaction import Called, IdempotentAnswer, QueueItem, Row, Work

_LATEST = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM memories m"
    " JOIN versions v ON v.node = m.node"
    " AND v.number = (SELECT max(number) FROM versions WHERE node = m.node)"
    " JOIN contents c ON c.key = v.key"
)
_BY_ID = f"{_LATEST} WHERE m.node = (SELECT number FROM nodes WHERE id = ?)"
_PARTS = f"{_LATEST} WHERE m.source_id = ? ORDER BY m.ordinal, m.first_key"
_LAST_INSERTED = (
    f"{_LATEST} WHERE m.namespace = ? AND m.source_session IS ? AND m.deleted_at IS NULL"
    f" AND (m.source IS NULL OR m.source NOT IN {rows.DERIVED})"
    " ORDER BY m.first_key DESC LIMIT 1"
)
_REPEAT_OF = f"""
SELECT m.id FROM contents c INDEXED BY contents_by_hash
CROSS JOIN versions v ON v.key = c.key CROSS JOIN memories m ON m.node = v.node
WHERE c.content_hash = ? AND v.number = (SELECT max(number) FROM versions WHERE node = v.node)
    AND m.namespace = ? AND m.source_session IS ? AND m.speaker IS ?
    AND m.recorded_at >= ? AND m.deleted_at IS NULL AND (m.source IS NULL OR m.source NOT IN {rows.DERIVED})
ORDER BY m.first_key DESC LIMIT 1
"""
_SUPPORTS = """
SELECT e.{far} FROM nodes n JOIN edges e ON e.{near} = n.number AND e.kind = 'supports'
WHERE n.id = ?
"""
_DERIVED = (
    f"{_LATEST} WHERE m.node IN ({_SUPPORTS.format(near='source', far='target')})"
    f" AND m.source IN {rows.DERIVED} ORDER BY m.first_key"
)
_SOURCES = (
    f"{_LATEST} WHERE m.node IN ({_SUPPORTS.format(near='target', far='source')})"
    " ORDER BY m.first_key"
)
_STATEMENTS = (
    f"{_LATEST} WHERE m.node IN (SELECT w.node FROM contents h JOIN versions w ON w.key = h.key"
    f" WHERE h.content_hash = ?) AND m.namespace = ? AND m.source IN {rows.DERIVED}"
    " ORDER BY m.first_key"
)
_NAMED = f"""
SELECT {", ".join(f"e.{name}" for name in rows.ENTITY)}
FROM entity_names n JOIN entities e ON e.id = n.entity_id
WHERE n.name = ? ORDER BY n.is_alias, e.created_at, e.id LIMIT 1
"""
_WORK = f"SELECT {', '.join(rows.WORK)} FROM works"
_QUEUED = f"SELECT {', '.join(rows.QUEUE)} FROM queue WHERE memory_id = ?"
_NODE = "SELECT number FROM nodes WHERE id = ?"
_MENTIONS = f"source = ? AND kind = 'entity' AND predicate = '{MENTIONS}'"
_STATED = "memory_id = ?"
_DROP_KEYS = "DELETE FROM entity_keys WHERE memory_id = ?"
_MENTIONED_IN = """
SELECT DISTINCT s.id FROM nodes n CROSS JOIN edges g INDEXED BY edges_by_target
ON g.target = n.number AND g.kind = 'entity' CROSS JOIN nodes s ON s.number = g.source
WHERE n.id = ? ORDER BY s.id
"""
_DROP_KEYS_OF = "DELETE FROM entity_keys WHERE entity_id = ? AND memory_id = ?"
_DROP_EDGE = "DELETE FROM edges WHERE source = ? AND target = ? AND kind = ? AND predicate = ?"
_BETWEEN = f"""
SELECT {rows.EDGE_COLUMNS} FROM edges e JOIN nodes s ON s.number = e.source
JOIN nodes t ON t.number = e.target
WHERE (s.id = ?1 AND (t.id = ?2 OR e.memory_id = ?2)) OR (t.id = ?1 AND (s.id = ?2 OR e.memory_id = ?2))
"""
_ENTITIES = f"SELECT {', '.join(rows.ENTITY)} FROM entities WHERE "
_UNDER = f"""
SELECT DISTINCT {", ".join(f"e.{name}" for name in rows.ENTITY)}
FROM entity_keys k CROSS JOIN entities e ON e.id = k.entity_id WHERE """
_CALLED = f"""
SELECT g.extra, c.terms FROM nodes n CROSS JOIN edges g INDEXED BY edges_by_target
ON g.target = n.number AND g.kind = 'entity' CROSS JOIN versions v INDEXED BY versions_by_node
ON v.node = g.source AND v.known_to IS NULL CROSS JOIN contents c ON c.key = v.key
WHERE n.id = ? AND g.predicate = '{MENTIONS}' ORDER BY v.key DESC LIMIT ?
"""
_REINFORCE = "UPDATE edges SET last_reinforced_at = ? WHERE last_reinforced_at < ? AND "


def _insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


def _update(table: str, columns: Sequence[str], key: str) -> str:
    return f"UPDATE {table} SET {', '.join(f'{name} = ?' for name in columns)} WHERE {key} = ?"


_INSERT_MEMORY = _insert("memories", ("node", "first_key", *rows.MEMORY))
_INSERT_VERSION = _insert("versions", ("seq", "node", *rows.COPIES, *rows.VERSION[1:]))
_INSERT_CONTENT = _insert("contents", ("key", *rows.CONTENT, "tokens"))
_INSERT_TAG = _insert("tags", ("tag", "at", "memory_id", "key"))
_INSERT_SPEAKER = _insert("speakers", ("normal_name", "speaker")) + " ON CONFLICT DO NOTHING"
_UPDATE_MEMORY = _update("memories", rows.MEMORY, "node")
_UPDATE_COPIES = _update("versions", ("seq", *rows.COPIES), "key")


class SqliteTransaction:
    """The calls of `RecordTransaction` over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self.amend = SqliteAmendments(connection)

    def memory(self, memory_id: str) -> Recorded | None:
        """The memory with its latest version (deleted ones too), or None."""
        return self._one(_BY_ID, (memory_id,))

    def parts(self, source_id: str) -> list[Recorded]:
        """The parts of a long text by ordinal, each with its latest version."""
        return [rows.recorded_of(row) for row in self._connection.execute(_PARTS, (source_id,))]

    def insert(self, memory: Memory, version: Version) -> int:
        """Adds a memory with its first version; returns the version's key."""
        with atomic(self._connection):
            values = rows.memory_values(memory)
            first = rows.version_values(version), rows.content_values(version)
            node = node_of(self._connection, memory.id)
            if self._connection.execute("SELECT 1 FROM memories WHERE node = ?", (node,)).get:
                raise Conflict(f"there is already a memory with the id {memory.id!r}")
            key = self._add_version(node, memory, version, *first)
            self._connection.execute(_INSERT_MEMORY, (node, key, *values))
            self._note_speaker(memory.speaker)
            self._count_live(memory.deleted_at is None and not memory.is_derived)
            return key

    def replace(self, memory: Memory) -> None:
        """Overwrites the identity of a memory that exists; its versions are indexed anew."""
        with atomic(self._connection):
            values = rows.memory_values(memory)
            before = self._connection.execute(
                "SELECT node, deleted_at IS NULL, recorded_at FROM memories"
                " WHERE node = (SELECT number FROM nodes WHERE id = ?)",
                (memory.id,),
            ).fetchone()
            if before is None:
                raise MemoryNotFound(f"there is no memory with the id {memory.id!r}")
            node, was_live, recorded_at = before
            self._connection.execute(_UPDATE_MEMORY, (*values, node))
            self._copy_to_versions(node, memory, is_moved=recorded_at != values[2])
            self._note_speaker(memory.speaker)
            if not memory.is_derived:
                self._count_live((memory.deleted_at is None) - int(was_live))

    def replace_detail(self, memory_id: str, detail: Detail) -> None:
        """The latest version's own fields of its type are now these."""
        put_detail(self._connection, memory_id, detail)

    def append(self, version: Version) -> int:
        """Closes the latest version at `version.known_from` and adds this one after it."""
        with atomic(self._connection):
            values = rows.version_values(version), rows.content_values(version)
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
            node = node_of(self._connection, version.memory_id)
            return self._add_version(node, before.memory, version, *values)

    def derived(self, memory_id: str) -> list[Recorded]:
        """The memories that were read out of this one, by insertion."""
        return [rows.recorded_of(row) for row in self._connection.execute(_DERIVED, (memory_id,))]

    def sources(self, memory_id: str) -> list[Recorded]:
        """The memories that support this one, by insertion."""
        return [rows.recorded_of(row) for row in self._connection.execute(_SOURCES, (memory_id,))]

    def stated(self, namespace: str, content_hash: str) -> list[Recorded]:
        """The memories that were read out of others and ever had these words, by insertion."""
        found = self._connection.execute(_STATEMENTS, (content_hash, namespace))
        return [rows.recorded_of(row) for row in found]

    def latest(self, namespace: str, session: str | None) -> Recorded | None:
        """The memory inserted last here that is neither deleted nor read out of others."""
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

    def work(self, source_id: str) -> Work | None:
        """What is, or was, to be done about a document, or None."""
        row = self._connection.execute(f"{_WORK} WHERE source_id = ?", (source_id,)).fetchone()
        return None if row is None else rows.work_of(row)

    def queued(self, memory_id: str) -> QueueItem | None:
        """How a memory stands in the queue for extraction, or None."""
        row = self._connection.execute(_QUEUED, (memory_id,)).fetchone()
        return None if row is None else rows.queue_item_of(row)

    def entity(self, normal_name: str) -> Entity | None:
        """The entity whose normal name or alias this is, or None."""
        row = self._connection.execute(_NAMED, (normal_name,)).fetchone()
        return None if row is None else rows.entity_of(row)

    def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        which = among("id", entity_ids)
        found = self._connection.execute(f"{_ENTITIES}{which.sql} ORDER BY id", which.values)
        return [rows.entity_of(row) for row in found]

    def entities_under(self, keys: Sequence[str]) -> list[Entity]:
        """The entities that are filed under one of the keys, by id."""
        which = among("k.key", keys)
        found = self._connection.execute(f"{_UNDER}{which.sql} ORDER BY e.id", which.values)
        return [rows.entity_of(row) for row in found]

    def merged(self, entity_id: str) -> list[Entity]:
        """The entities that were merged into this one, not by way of another, by id."""
        return merged(self._connection, entity_id)

    def mentioned_in(self, entity_id: str) -> list[str]:
        """The ids of the memories that mention an entity, by id."""
        return [one for (one,) in self._connection.execute(_MENTIONED_IN, (entity_id,))]

    def detach(self, entity_id: str, memory_id: str) -> list[Edge]:
        """Takes away what links an entity with a memory; returns the edges."""
        with atomic(self._connection):
            values = (entity_id, memory_id)
            found = [rows.edge_of(row) for row in self._connection.execute(_BETWEEN, values)]
            for edge in found:
                ends = (
                    node_of(self._connection, edge.source),
                    node_of(self._connection, edge.target),
                )
                self._connection.execute(_DROP_EDGE, (*ends, edge.kind, edge.predicate))
            self._connection.execute(_DROP_KEYS_OF, values)
        return sorted(found, key=lambda one: (one.source, one.kind, one.target, one.predicate))

    def called(self, entity_id: str, *, limit: int) -> list[Called]:
        """What memories call an entity, the latest memories first."""
        found: list[Called] = []
        for extra, terms in self._connection.execute(_CALLED, (entity_id, limit)):
            said = rows.dict_of(extra)[MENTIONS]
            found += [Called(name, is_stated, terms) for name, is_stated in said]
        return found

    def add(self, *new: Row) -> None:
        """Adds rows, or overwrites those of the same key; an event gets the next id."""
        with atomic(self._connection):
            for row in new:
                add(self._connection, row)

    def forget_reading(self, memory_id: str) -> None:
        """Takes back what was read of a memory, and entities that have no edge left."""
        with atomic(self._connection):
            node: int | None = self._connection.execute(_NODE, (memory_id,)).get
            if node is None:
                return
            touched = drop_edges(self._connection, (_MENTIONS, node), (_STATED, memory_id))
            self._connection.execute(_DROP_KEYS, (memory_id,))
            settle_entities(self._connection, touched - {node}, spares_by_hand=True)

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Counts one access for each memory, and reinforces the edges at them."""
        with atomic(self._connection):
            named, us = among("id", tuple(dict.fromkeys(memory_ids))), to_microseconds(at)
            nodes = f"(SELECT number FROM nodes WHERE {named.sql})"
            self._connection.execute(
                "UPDATE memories SET access_count = access_count + 1, last_accessed_at ="
                f" max(coalesce(last_accessed_at, ?), ?) WHERE node IN {nodes}",
                (us, us, *named.values),
            )
            for end in ("source", "target"):
                self._connection.execute(f"{_REINFORCE}{end} IN {nodes}", (us, us, *named.values))

    def analyse(self, terms: Sequence[tuple[int, str]], now: Analysed) -> None:
        """Sets the terms of versions by key, and notes how far that is."""
        with atomic(self._connection):
            for key, new in terms:
                self._connection.execute("UPDATE contents SET terms = ? WHERE key = ?", (new, key))
                if self._connection.changes():
                    self._connection.execute(
                        "UPDATE versions SET seq = ? WHERE key = ?", (self._next_seq(), key)
                    )
            note_analysis(self._connection, now)

    def link(self, memory_ids: Sequence[str], edges: Sequence[Edge], upto: int) -> None:
        """The semantic edges from these memories are now these; notes how far that is."""
        with atomic(self._connection):
            link(self._connection, memory_ids, edges)
            self._connection.execute(COUNTER, ("linked", upto))

    def count(self) -> int:
        """How many memories there are that are neither deleted nor read out of others."""
        n: int = self._connection.execute("SELECT value FROM counters WHERE name = 'live'").get
        return n

    def _one(self, sql: str, values: rows.Row) -> Recorded | None:
        row = self._connection.execute(sql, values).fetchone()
        return None if row is None else rows.recorded_of(row)

    def _add_version(
        self, node: int, memory: Memory, version: Version, values: rows.Row, content: rows.Row
    ) -> int:
        at = to_microseconds(version.event_at or memory.recorded_at)
        copies = rows.copied_values(memory, at)
        self._connection.execute(_INSERT_VERSION, (self._next_seq(), node, *copies, *values))
        key = self._connection.last_insert_rowid()
        self._connection.execute(_INSERT_CONTENT, (key, *content))
        for tag in dict.fromkeys(version.tags):
            self._connection.execute(_INSERT_TAG, (tag, at, memory.id, key))
        return key

    def _copy_to_versions(self, node: int, memory: Memory, *, is_moved: bool) -> None:
        """Repeats the memory's identity in its versions; those are changed now."""
        recorded_at = to_microseconds(memory.recorded_at)
        for key, event_at in self._connection.execute(
            "SELECT v.key, c.event_at FROM versions v JOIN contents c ON c.key = v.key"
            " WHERE v.node = ? ORDER BY v.number",
            (node,),
        ).fetchall():
            at = recorded_at if event_at is None else int(event_at)
            copies = rows.copied_values(memory, at)
            self._connection.execute(_UPDATE_COPIES, (self._next_seq(), *copies, key))
            if is_moved:
                self._connection.execute("UPDATE tags SET at = ? WHERE key = ?", (at, key))

    def _note_speaker(self, speaker: str | None) -> None:
        if speaker is not None:
            self._connection.execute(_INSERT_SPEAKER, (normal_form(speaker), speaker))

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
