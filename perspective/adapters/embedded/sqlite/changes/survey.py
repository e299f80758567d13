"""What does consolidation look at, over a connection that reads?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import get_args

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.links import edges_at
from perspective.adapters.embedded.sqlite.filter import among
from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import MemoryType, Recorded
from perspective.ports.trust.survey import Held, Pair, WeightedEdges

_STANDING = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM versions v NOT INDEXED"
    " CROSS JOIN contents c ON c.key = v.key CROSS JOIN memories m ON m.node = v.node"
    " WHERE v.key > ? AND v.known_to IS NULL AND v.is_deleted = 0 AND v.state <> 'retired'"
    " ORDER BY v.key LIMIT ?"
)
_HELD = (
    "SELECT v.key, m.type, m.state, m.pinned, coalesce(m.last_accessed_at, m.recorded_at),"
    " m.access_count, m.stability, c.importance, coalesce(c.tokens, -1)"
    " FROM versions v NOT INDEXED"
    " CROSS JOIN contents c ON c.key = v.key CROSS JOIN memories m ON m.node = v.node"
    " WHERE v.key > ? AND v.known_to IS NULL AND v.is_deleted = 0 AND v.state <> 'retired'"
    " ORDER BY v.key LIMIT ?"
)
_WEIGHTED = """
SELECT min(e.source, e.target), max(e.source, e.target),
    e.weight * exp(-e.decay_rate * max(0.0, (? - e.last_reinforced_at) / 1000000.0 / 86400.0))
FROM edges e WHERE e.source <> e.target AND
"""
_NODES = (
    "SELECT node, memory_id FROM versions"
    " WHERE known_to IS NULL AND is_deleted = 0 AND state <> 'retired' ORDER BY memory_id"
)
_STANDS = "known_to IS NULL AND {0}.is_deleted = 0 AND {0}.state <> 'retired'"
_ALIKE = f"""
SELECT a.memory_id, b.memory_id, e.weight FROM edges e
CROSS JOIN versions a INDEXED BY versions_by_node
    ON a.node = e.source AND a.{_STANDS.format("a")}
CROSS JOIN versions b INDEXED BY versions_by_node
    ON b.node = e.target AND b.{_STANDS.format("b")}
WHERE e.kind = 'semantic' AND e.weight > ? AND (a.seq > ? OR b.seq > ?)
ORDER BY a.key, b.key
"""
_SAME = f"""
SELECT f.memory_id, v.memory_id, NULL FROM (
    SELECT c.content_hash AS hash, w.namespace AS namespace, w.speaker AS speaker, min(w.key) AS first
    FROM versions w CROSS JOIN contents c ON c.key = w.key
    WHERE w.{_STANDS.format("w")} GROUP BY 1, 2, 3 HAVING count(*) > 1
) g
CROSS JOIN versions f ON f.key = g.first
CROSS JOIN contents c INDEXED BY contents_by_hash ON c.content_hash = g.hash
CROSS JOIN versions v ON v.key = c.key AND v.namespace = g.namespace AND v.speaker IS g.speaker
    AND v.{_STANDS.format("v")} AND v.key <> g.first
WHERE f.seq > ? OR v.seq > ? ORDER BY v.key
"""
_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
# Each type is a walk along the index that reads no value: grouping would sort all that came in.
_FIRST_ARRIVAL = """
SELECT min(recorded_at) FROM memories INDEXED BY memories_by_arrival
WHERE type = ? AND recorded_at >= ? AND deleted_at IS NULL
"""
_ARRIVALS = """
SELECT count(*) FROM memories INDEXED BY memories_by_arrival
WHERE type = ? AND recorded_at >= ? AND recorded_at < ? AND deleted_at IS NULL
"""


class SqliteSurvey:
    """The calls of `Survey` over one connection."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def standing(self, *, after: int, limit: int) -> list[Recorded]:
        """Memories that are not deleted with their latest versions, by that version's key."""
        found = self._connection.execute(_STANDING, (after, limit))
        return [rows.recorded_of(row) for row in found]

    def held(self, *, after: int, limit: int) -> Held:
        """How the same memories stand, in the same order, without their words."""
        return Held.of(self._connection.execute(_HELD, (after, limit)).fetchall())

    def contents(self, keys: Sequence[int]) -> dict[int, str]:
        """The contents of the versions with these keys."""
        which = among("key", keys)
        sql = f"SELECT key, content FROM contents WHERE {which.sql}"
        return dict(self._connection.execute(sql, which.values))

    def alike(self, *, above: float, since: int) -> list[Pair]:
        """Pairs of standing memories that may say the same, of which one changed since."""
        linked = self._connection.execute(_ALIKE, (above, since, since))
        found = [Pair(*row) for row in linked]
        return found + [Pair(*row) for row in self._connection.execute(_SAME, (since, since))]

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived."""
        return edges_at(self._connection, node_id)

    def weighted(self, kinds: Collection[EdgeKind], *, now: datetime) -> WeightedEdges:
        """The edges of these kinds between standing memories, once a pair, as arrays."""
        nodes = self._connection.execute(_NODES).fetchall()
        place = {node: n for n, (node, _) in enumerate(nodes)}
        kind = among("e.kind", sorted(kinds))
        found = self._connection.execute(
            f"{_WEIGHTED}{kind.sql}", (to_microseconds(now), *kind.values)
        )
        between = (
            (place[one], place[other], weight)
            for one, other, weight in found
            if one in place and other in place and weight > 0.0
        )
        return WeightedEdges.of(tuple(str(memory_id) for _, memory_id in nodes), between)

    def first_arrival(self, *, since: int) -> int | None:
        """When the first memory was recorded, from `since` on, that is not deleted."""
        firsts = (self._connection.execute(_FIRST_ARRIVAL, (one, since)).get for one in _TYPES)
        return min((at for at in firsts if at is not None), default=None)

    def arrivals(self, *, since: int, until: int) -> dict[MemoryType, int]:
        """How many memories of each type were recorded in this time and are not deleted."""
        counts = {
            one: self._connection.execute(_ARRIVALS, (one, since, until)).get for one in _TYPES
        }
        return {one: n for one, n in counts.items() if n}
