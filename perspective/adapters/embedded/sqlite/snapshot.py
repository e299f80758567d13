"""What did one commit leave, and what lies one step along an edge?

Read within a transaction, on a reading thread; a hop is a query over the edges' two indexes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.archive import SqliteChangeArchive
from perspective.adapters.embedded.sqlite.changes.survey import SqliteSurvey
from perspective.adapters.embedded.sqlite.filter import Clause, among, conditions
from perspective.domain.changes.review import ReviewKind, ReviewState
from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind, EntityKind
from perspective.domain.interval import to_microseconds
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.text.analysis import Analysed
from perspective.ports.graph import Link
from perspective.ports.records import StoredText
from perspective.ports.transaction import QueueItem, QueueState

# NOT INDEXED leaves the way by key, which is the row id: a filter's index could only be longer.
_CANDIDATES = (
    f"SELECT {rows.CANDIDATE_COLUMNS} FROM versions v NOT INDEXED"
    " CROSS JOIN contents c ON c.key = v.key CROSS JOIN memories m ON m.node = v.node"
)
_TEXTS = "SELECT key, content, terms FROM contents WHERE key > ? ORDER BY key LIMIT ?"
_ANALYSED = "SELECT name, value FROM counters WHERE name LIKE 'analysis%'"
_QUEUE = (
    f"SELECT {', '.join(rows.QUEUE)} FROM queue INDEXED BY queue_by_state"
    " WHERE state = ? ORDER BY enqueued_at, memory_id LIMIT ?"
)
_NAMING = (
    "SELECT DISTINCT n.id FROM nodes n CROSS JOIN edges e ON e.source = n.number"
    " AND e.kind = 'entity' CROSS JOIN nodes t ON t.number = e.target"
    " CROSS JOIN entities x ON x.id = t.id"
)
_QUEUE_COUNTS = "SELECT state, count(*) FROM queue INDEXED BY queue_by_state GROUP BY state"
_REVIEW_COUNTS = """
SELECT state, count(*) FROM reviews INDEXED BY reviews_by_state
WHERE ?1 IS NULL OR kind = ?1 GROUP BY state
"""
_MARK = "SELECT value FROM counters WHERE name = ?"
_LINKED = "SELECT value FROM counters WHERE name = 'linked'"
# The same operations in the same order as `weight_at`, so that ties are the same ties.
WEIGHT = (
    "e.weight * exp(-e.decay_rate * max(0.0, (? - e.last_reinforced_at) / 1000000.0 / 86400.0))"
)


class SqliteSnapshot:
    """A `RecordSnapshot` over a connection that is in a transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    def candidates(self, keys: Sequence[int], where: Filter) -> list[Candidate]:
        """What ranking asks of those versions with these keys that match the filter."""
        which, visible = among("v.key", keys), conditions(where)
        sql = f"{_CANDIDATES} WHERE {which.sql} AND {visible.sql}"
        values = (*which.values, *visible.values)
        found = {row[0]: rows.candidate_of(row) for row in self._connection.execute(sql, values)}
        return [found[key] for key in keys if key in found]

    def analysed(self) -> Analysed:
        """By which analysis the terms were made; by the first where nothing is noted."""
        noted: dict[str, int] = dict(self._connection.execute(_ANALYSED))
        return Analysed(
            noted.get("analysis", 1), noted.get("analysis_target", 0), noted.get("analysis_upto", 0)
        )

    def linked(self) -> int:
        """The sequence number up to which memories were linked."""
        return int(self._connection.execute(_LINKED).get or 0)

    @property
    def survey(self) -> SqliteSurvey:
        """What consolidation looks at, as this commit left it."""
        return SqliteSurvey(self._connection)

    def mark(self, name: str) -> int:
        """The sequence number that was marked under this name."""
        return int(self._connection.execute(_MARK, (f"mark:{name}",)).get or 0)

    def naming(
        self, memory_ids: Sequence[str], kinds: Collection[EntityKind], *, but: Collection[str]
    ) -> frozenset[str]:
        """Those of the memories that mention an entity of one of the kinds under another name."""
        which, kind = among("n.id", tuple(memory_ids)), among("x.kind", sorted(kinds))
        # NULL, which stands for no names, would make the negation unknown.
        other = among("x.normal_name", sorted(but) or [""])
        sql = f"{_NAMING} WHERE {which.sql} AND {kind.sql} AND NOT {other.sql}"
        values = (*which.values, *kind.values, *other.values)
        return frozenset(one for (one,) in self._connection.execute(sql, values))

    def queue(self, state: QueueState, *, limit: int) -> list[QueueItem]:
        """Up to `limit` items of the queue in this state, the oldest first."""
        found = self._connection.execute(_QUEUE, (state, limit))
        return [rows.queue_item_of(row) for row in found]

    def queue_counts(self) -> dict[QueueState, int]:
        """How many items of the queue are in each state."""
        return dict(self._connection.execute(_QUEUE_COUNTS))

    def review_counts(self, kind: ReviewKind | None) -> dict[ReviewState, int]:
        """How many reviews of a kind, or of all, are in each state."""
        return dict(self._connection.execute(_REVIEW_COUNTS, (kind,)))

    @property
    def archive(self) -> SqliteChangeArchive:
        """Change sets, reviews and communities, as this commit left them."""
        return SqliteChangeArchive(self._connection)

    def texts(self, *, after: int, limit: int) -> list[StoredText]:
        """The texts of up to `limit` versions with keys above `after`, by key."""
        return [StoredText(*row) for row in self._connection.execute(_TEXTS, (after, limit))]

    def adjacent(
        self,
        memory_ids: Sequence[str],
        kinds: Sequence[EdgeKind],
        where: Filter,
        *,
        now: datetime,
        limit: int,
    ) -> list[Link]:
        """One hop along edges of these kinds, in either direction, heaviest first."""
        hops = [
            hop("source", "target", memory_ids, kinds, now),
            hop("target", "source", memory_ids, kinds, now),
        ]
        return links(self._connection, hops, where, limit)


def hop(
    near: str, far: str, ids: Sequence[str], kinds: Sequence[EdgeKind], now: datetime
) -> Clause:
    """The edges that have one of the ids at their near end, read from there."""
    named = among("id", tuple(dict.fromkeys(ids)))
    kind = among("e.kind", kinds)
    return Clause(
        f"SELECT e.{near} AS near, e.{far} AS far, e.kind AS kind, {WEIGHT} AS weight"
        f" FROM edges e WHERE e.{near} IN (SELECT number FROM nodes WHERE {named.sql})"
        f" AND {kind.sql}",
        (to_microseconds(now), *named.values, *kind.values),
    )


def links(
    connection: apsw.Connection, hops: Sequence[Clause], where: Filter, limit: int
) -> list[Link]:
    """The versions at the far ends that the filter lets through, the heaviest first."""
    visible = conditions(where)
    sql = f"""
    WITH hop (source, target, kind, weight) AS MATERIALIZED (
        SELECT near, far, kind, max(weight)
        FROM ({" UNION ALL ".join(one.sql for one in hops)}) GROUP BY 1, 2, 3
    )
    SELECT n.id, v.memory_id, v.key, hop.kind, hop.weight FROM hop
    CROSS JOIN versions v INDEXED BY versions_by_node ON v.node = hop.target
    CROSS JOIN nodes n ON n.number = hop.source
    WHERE {visible.sql}
    ORDER BY hop.weight DESC, v.key DESC, n.id, hop.kind LIMIT ?
    """
    values = (*(value for one in hops for value in one.values), *visible.values, limit)
    return [Link(*row) for row in connection.execute(sql, values)]
