"""What did one commit leave of change sets, reviews and communities?"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.bodies import (
    communities_of,
    reviews_of,
    selected,
)
from perspective.adapters.embedded.sqlite.filter import among
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState
from perspective.domain.graph import EdgeKind
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Recorded
from perspective.ports.trust.changes import WeightedEdges

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
_UNDONE = "SELECT signature, state FROM change_steps WHERE {} ORDER BY change_id"


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

    def undone(self, signatures: Sequence[str]) -> frozenset[str]:
        """Those of the signatures whose last step was undone."""
        which = among("signature", signatures)
        last = dict(self._connection.execute(_UNDONE.format(which.sql), which.values))
        return frozenset(one for one, state in last.items() if state == "undone")

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
