"""How is a step of a change set done and taken back, over a connection that writes?"""

from __future__ import annotations

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes import bodies
from perspective.adapters.embedded.sqlite.changes.archive import (
    CHANGE,
    COMMUNITY,
    REVIEW,
    STEPS,
)
from perspective.adapters.embedded.sqlite.changes.links import edge_between, edges_at
from perspective.adapters.embedded.sqlite.insertion import node_of
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.domain.graph import Edge, EdgeKind
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.trust.changes import R

_DROP_EDGE = "DELETE FROM edges WHERE source = ? AND kind = ? AND target = ? AND predicate = ?"
_VERSIONS = "SELECT key FROM versions WHERE node = ? ORDER BY number DESC"
_MEMORY = (
    "SELECT node, deleted_at IS NULL AND (source IS NULL OR source NOT IN"
    f" {rows.DERIVED}) FROM memories WHERE node = (SELECT number FROM nodes WHERE id = ?)"
)
_NEXT_SEQ = "UPDATE counters SET value = value + 1 WHERE name = 'seq' RETURNING value"
_ABOUT = """
SELECT s.body FROM change_memories m
JOIN change_steps s ON s.change_id = m.change_id AND s.number = m.number
WHERE m.memory_id = ? AND s.state = 'applied' ORDER BY m.change_id DESC, m.number DESC
"""
_KEPT: dict[type, str] = {Review: REVIEW, Community: COMMUNITY}
_OF_KEY = ("tags", "contents", "embeddings", "versions")


class SqliteAmendments:
    """The calls of `Amendments` over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def edge(self, source: str, kind: EdgeKind, target: str, predicate: str) -> Edge | None:
        """The edge, or None."""
        return edge_between(self._connection, source, kind, target, predicate)

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived."""
        return edges_at(self._connection, node_id)

    def drop_edge(self, edge: Edge) -> None:
        """Takes the edge away."""
        ends = node_of(self._connection, edge.source), node_of(self._connection, edge.target)
        values = ends[0], edge.kind, ends[1], edge.predicate
        self._connection.execute(_DROP_EDGE, values)

    def withdraw(self, memory_id: str) -> None:
        """The memory was never there; its versions stand in the feed as removals."""
        row = self._connection.execute(_MEMORY, (memory_id,)).fetchone()
        if row is None:
            raise MemoryNotFound(f"there is no memory with the id {memory_id!r}")
        node, is_live = row
        for key in self._keys(node):
            self._remove(key)
        self._connection.execute("DELETE FROM edges WHERE source = ?1 OR target = ?1", (node,))
        self._connection.execute("DELETE FROM queue WHERE memory_id = ?", (memory_id,))
        self._connection.execute("DELETE FROM entity_keys WHERE memory_id = ?", (memory_id,))
        self._connection.execute("DELETE FROM memories WHERE node = ?", (node,))
        self._connection.execute("DELETE FROM nodes WHERE number = ?", (node,))
        self._connection.execute(
            "UPDATE counters SET value = value - ? WHERE name = 'live'", (int(is_live),)
        )

    def unappend(self, memory_id: str) -> None:
        """The latest version was never there; the one before is open again."""
        row = self._connection.execute(_MEMORY, (memory_id,)).fetchone()
        keys = [] if row is None else self._keys(row[0])
        if len(keys) < 2:
            raise Conflict(f"memory {memory_id!r} has no version to go back to")
        self._remove(keys[0])
        seq: int = self._connection.execute(_NEXT_SEQ).get
        self._connection.execute(
            "UPDATE versions SET known_to = NULL, seq = ? WHERE key = ?", (seq, keys[1])
        )

    def put(self, row: Review | Community | ChangeSet) -> None:
        """Adds the row, or overwrites the one of its id."""
        bodies.put(self._connection, row)

    def kept(self, row: R) -> R | None:
        """The row of the same kind and id as it stands, or None."""
        found = bodies.selected(self._connection, _KEPT[type(row)], (row.id,), type(row))
        return found[0] if found else None

    def drop(self, row: Review | Community) -> None:
        """Takes the row of this id away, if it is there."""
        bodies.drop(self._connection, row)

    def put_step(self, step: Step) -> None:
        """Keeps a step under its change set and number."""
        bodies.put_step(self._connection, step)

    def change(self, change_id: str) -> ChangeSet | None:
        """A change set, or None."""
        found = bodies.selected(self._connection, CHANGE, (change_id,), ChangeSet)
        return found[0] if found else None

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Steps with numbers above `after`, by number."""
        return bodies.selected(self._connection, STEPS, (change_id, after, limit), Step)

    def about(self, memory_id: str) -> list[Step]:
        """The applied steps that name the memory, the latest first."""
        return bodies.selected(self._connection, _ABOUT, (memory_id,), Step)

    def _keys(self, node: object) -> list[int]:
        """Of a memory's versions, the latest first."""
        found: list[rows.Row] = self._connection.execute(_VERSIONS, (node,)).fetchall()
        return [key for (key,) in found]

    def _remove(self, key: int) -> None:
        for table in _OF_KEY:
            self._connection.execute(f"DELETE FROM {table} WHERE key = ?", (key,))
        seq: int = self._connection.execute(_NEXT_SEQ).get
        self._connection.execute("INSERT INTO removed (key, seq) VALUES (?, ?)", (key, seq))
