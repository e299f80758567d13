"""What did one commit leave of change sets, reviews and communities?"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.bodies import (
    communities_of,
    reviews_of,
    selected,
)
from perspective.adapters.embedded.sqlite.changes.links import edges_at
from perspective.adapters.embedded.sqlite.filter import among
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState
from perspective.domain.graph import Edge, EdgeKind
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Recorded
from perspective.ports.trust.changes import Pair, WeightedEdges

CHANGE = "SELECT body FROM changes WHERE id = ?"
REVIEW = "SELECT body FROM reviews WHERE id = ?"
COMMUNITY = "SELECT body FROM communities WHERE id = ?"
STEPS = "SELECT body FROM change_steps WHERE change_id = ? AND number > ? ORDER BY number LIMIT ?"
_COMMUNITIES = "SELECT body FROM communities WHERE id > ? ORDER BY id LIMIT ?"
_STANDING = (
    f"SELECT {rows.RECORDED_COLUMNS} FROM versions v NOT INDEXED"
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
_UNDONE = "SELECT DISTINCT signature FROM change_steps WHERE state = 'undone'"


class SqliteChangeArchive:
    """The calls of `ChangeArchive` over a connection that reads."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def changes(self, *, before: str | None, limit: int) -> list[ChangeSet]:
        """Change sets, the newest first."""
        where, values = ("", ()) if before is None else (" WHERE id < ?", (before,))
        sql = f"SELECT body FROM changes{where} ORDER BY id DESC LIMIT ?"
        return selected(self._connection, sql, (*values, limit), ChangeSet)

    def change(self, change_id: str) -> ChangeSet | None:
        """One of them, or None."""
        found = selected(self._connection, CHANGE, (change_id,), ChangeSet)
        return found[0] if found else None

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Its steps with numbers above `after`, by number."""
        return selected(self._connection, STEPS, (change_id, after, limit), Step)

    def undone(self) -> frozenset[str]:
        """The signatures of the steps that were undone."""
        return frozenset(one for (one,) in self._connection.execute(_UNDONE))

    def reviews(
        self, state: ReviewState | None, kind: ReviewKind | None, *, before: str | None, limit: int
    ) -> list[Review]:
        """Reviews, the newest first."""
        sql, values = "SELECT body FROM reviews WHERE 1", list[str | int]()
        for condition, value in (("state = ?", state), ("kind = ?", kind), ("id < ?", before)):
            if value is not None:
                sql, values = f"{sql} AND {condition}", [*values, value]
        sql = f"{sql} ORDER BY id DESC LIMIT ?"
        return selected(self._connection, sql, (*values, limit), Review)

    def review(self, review_id: str) -> Review | None:
        """One of them, or None."""
        found = selected(self._connection, REVIEW, (review_id,), Review)
        return found[0] if found else None

    def reviews_of(self, memory_id: str) -> list[Review]:
        """The reviews that name a memory, by id."""
        return reviews_of(self._connection, memory_id)

    def communities(self, *, after: str, limit: int) -> list[Community]:
        """Communities with ids above `after`, by id."""
        return selected(self._connection, _COMMUNITIES, (after, limit), Community)

    def communities_of(self, memory_id: str) -> list[Community]:
        """Those that a memory belongs to, by id."""
        return communities_of(self._connection, memory_id)

    def standing(self, *, after: int, limit: int) -> list[Recorded]:
        """Memories that are not deleted with their latest versions, by that version's key."""
        found = self._connection.execute(_STANDING, (after, limit))
        return [rows.recorded_of(row) for row in found]

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
        sums: dict[tuple[int, int], float] = {}
        for one, other, weight in found:
            if one in place and other in place and weight > 0.0:
                ends = place[one], place[other]
                pair = ends if ends[0] < ends[1] else (ends[1], ends[0])
                sums[pair] = sums.get(pair, 0.0) + weight
        return WeightedEdges.of(tuple(str(memory_id) for _, memory_id in nodes), sums)
