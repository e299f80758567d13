"""Which versions lie one step along an edge? A query over the edges' two indexes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import apsw

from perspective.adapters.embedded.sqlite.filter import Clause, among, conditions
from perspective.domain.filter import Filter
from perspective.domain.graph import EdgeKind
from perspective.domain.interval import to_microseconds
from perspective.ports.graph import Link

# The same operations in the same order as `weight_at`, so that ties are the same ties.
_WEIGHT = (
    "e.weight * exp(-e.decay_rate * max(0.0, (? - e.last_reinforced_at) / 1000000.0 / 86400.0))"
)


def hop(
    near: str, far: str, ids: Sequence[str], kinds: Sequence[EdgeKind], now: datetime
) -> Clause:
    """The edges that have one of the ids at their near end, read from there."""
    named = among("id", tuple(dict.fromkeys(ids)))
    kind = among("e.kind", kinds)
    return Clause(
        f"SELECT e.{near} AS near, e.{far} AS far, e.kind AS kind, {_WEIGHT} AS weight"
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
