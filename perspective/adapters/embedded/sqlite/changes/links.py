"""Which edges are at a node, but for those that are derived?"""

from __future__ import annotations

import apsw

from perspective.adapters.embedded.sqlite import rows
from perspective.domain.canonical import DERIVED_EDGES
from perspective.domain.graph import Edge, EdgeKind

_EDGES = (
    f"SELECT {rows.EDGE_COLUMNS} FROM edges e JOIN nodes s ON s.number = e.source"
    " JOIN nodes t ON t.number = e.target"
)
_EDGE = f"{_EDGES} WHERE s.id = ? AND e.kind = ? AND t.id = ? AND e.predicate = ?"
_LEFT_OUT = ", ".join(f"'{kind}'" for kind in sorted(DERIVED_EDGES))
_EDGES_AT = (
    "SELECT {columns} FROM nodes n JOIN edges e ON e.{near} = n.number"
    " JOIN nodes s ON s.number = e.source JOIN nodes t ON t.number = e.target"
    f" WHERE n.id = ? AND e.kind NOT IN ({_LEFT_OUT})"
)
_EDGES_OUT, _EDGES_IN = (
    _EDGES_AT.format(columns=rows.EDGE_COLUMNS, near=near) for near in ("source", "target")
)


def edge_between(
    connection: apsw.Connection, source: str, kind: EdgeKind, target: str, predicate: str
) -> Edge | None:
    """The edge, or None."""
    row = connection.execute(_EDGE, (source, kind, target, predicate)).fetchone()
    return None if row is None else rows.edge_of(row)


def edges_at(connection: apsw.Connection, node_id: str) -> list[Edge]:
    """The edges at a node, by source, kind, target and predicate."""
    found = {
        (edge.source, edge.kind, edge.target, edge.predicate): edge
        for sql in (_EDGES_OUT, _EDGES_IN)
        for edge in map(rows.edge_of, connection.execute(sql, (node_id,)))
    }
    return [found[place] for place in sorted(found)]
