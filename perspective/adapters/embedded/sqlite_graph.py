"""Which memories and entities are linked? One hop is a query over the edges' two indexes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.adapters.embedded.sqlite.filter import among, conditions
from perspective.adapters.embedded.sqlite.snapshot import WEIGHT, hop, links
from perspective.domain.extraction.merger import group_of, shown, shown_edges, top_of
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, EdgeKind, Entity, EntityKind, weight_at
from perspective.domain.interval import to_microseconds
from perspective.domain.trust.subgraph import GraphFigures, degrees_of
from perspective.ports.graph import Link

_NAMED = """
SELECT id FROM entities WHERE id IN (
    SELECT entity_id FROM entity_names WHERE {names}
    UNION SELECT entity_id FROM entity_keys WHERE {keys}
)
"""
_MERGES = """
SELECT id, json_extract(extra, '$.merged_into') FROM entities INDEXED BY entities_merged
WHERE json_extract(extra, '$.merged_into') IS NOT NULL
"""
_N_MENTIONS = """
SELECT count(DISTINCT g.source) FROM nodes n CROSS JOIN edges g INDEXED BY edges_by_target
ON g.target = n.number AND g.kind = 'entity' WHERE """
_ENTITY_PAGE = """
SELECT e.id FROM entity_names m CROSS JOIN entities e ON e.id = m.entity_id
WHERE (m.name, m.entity_id) > (?1, ?2) AND NOT m.is_alias
AND json_extract(e.extra, '$.merged_into') IS NULL
AND substr(m.name, 1, ?3) = ?4 AND (?5 IS NULL OR e.kind = ?5)
ORDER BY m.name, m.entity_id LIMIT ?6
"""
_DEGREES = """
SELECT n.id, (SELECT count(*) FROM edges WHERE source = n.number)
    + (SELECT count(*) FROM edges WHERE target = n.number AND source != n.number) FROM nodes n
"""
_LIVE = "SELECT node FROM memories WHERE deleted_at IS NULL"
_LIVE_EDGES = """
FROM edges WHERE source NOT IN (SELECT node FROM memories WHERE deleted_at IS NOT NULL)
AND target NOT IN (SELECT node FROM memories WHERE deleted_at IS NOT NULL)
"""
_EDGE_KINDS = f"SELECT kind, count(*) {_LIVE_EDGES} GROUP BY kind ORDER BY kind"
_ALL_DEGREES = f"""
SELECT node, sum(n) FROM (
    SELECT source AS node, count(*) AS n {_LIVE_EDGES} GROUP BY source
    UNION ALL SELECT target, count(*) {_LIVE_EDGES} AND source != target GROUP BY target
) GROUP BY node
"""
_ENTITY_NODES = "SELECT e.id, n.number FROM entities e LEFT JOIN nodes n ON n.id = e.id"
_EDGES = f"""
SELECT {rows.EDGE_COLUMNS} FROM edges e JOIN nodes s ON s.number = e.source
JOIN nodes t ON t.number = e.target WHERE """


class SqliteGraph:
    """The edges and entities of an open file; the records close it."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._figures: tuple[int, GraphFigures] | None = None  # after so many commits

    async def entities_named(self, normal_names: Sequence[str]) -> list[Entity]:
        """The entities with these normal names or aliases, or filed under them, by id."""
        names = among("name", normal_names)
        keys = among("key", [f"={name}" for name in normal_names])
        sql = _NAMED.format(names=names.sql, keys=keys.sql)
        values = (*names.values, *keys.values)

        def read(connection: apsw.Connection) -> list[Entity]:
            ids = [entity_id for (entity_id,) in connection.execute(sql, values)]
            return _shown(connection, ids, _merges(connection))

        return await self._file.read(read)

    async def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        return await self._file.read(
            lambda connection: _shown(connection, entity_ids, _merges(connection))
        )

    async def speakers_named(self, normal_names: Sequence[str], where: Filter) -> set[str]:
        """Those of the normal names that are speakers of a memory the filter lets through."""
        which, visible = among("s.normal_name", normal_names), conditions(where)
        sql = f"""
        SELECT s.normal_name FROM speakers s WHERE {which.sql} AND EXISTS (
            SELECT 1 FROM versions v INDEXED BY versions_by_speaker
            WHERE v.speaker = s.speaker AND {visible.sql}
        )
        """
        values = (*which.values, *visible.values)
        return await self._file.read(
            lambda connection: {name for (name,) in connection.execute(sql, values)}
        )

    async def mentions(
        self, entity_ids: Sequence[str], where: Filter, *, now: datetime, limit: int
    ) -> list[Link]:
        """From entities to the memories that mention them, heaviest first."""

        def read(connection: apsw.Connection) -> list[Link]:
            merges = _merges(connection)
            ids = sorted({one for asked in entity_ids for one in group_of(asked, merges)})
            found = links(connection, [hop("target", "source", ids, ["entity"], now)], where, limit)
            if not merges:
                return found
            best: dict[tuple[str, int], Link] = {}
            for one in found:  # the heaviest first
                source = top_of(one.source_id, merges)
                new: Link = msgspec.structs.replace(one, source_id=source)
                best.setdefault((source, one.target_key), new)
            return list(best.values())

        return await self._file.read(read)

    async def entity_page(
        self,
        *,
        kind: EntityKind | None,
        prefix: str,
        after: tuple[str, str] | None,
        limit: int,
    ) -> list[tuple[Entity, int]]:
        """Up to `limit` entities with how many memories mention each, by name."""
        name, entity_id = after or (prefix, "")
        values = (name, entity_id, len(prefix), prefix, kind, limit)

        def read(connection: apsw.Connection) -> list[tuple[Entity, int]]:
            merges = _merges(connection)
            ids = [entity_id for (entity_id,) in connection.execute(_ENTITY_PAGE, values)]
            known = {one.id: one for one in _shown(connection, ids, merges)}
            page = []
            for entity_id in ids:
                which = among("n.id", sorted(group_of(entity_id, merges)))
                n_mentions = connection.execute(f"{_N_MENTIONS}{which.sql}", which.values).get
                page.append((known[entity_id], n_mentions))
            return page

        return await self._file.read(read)

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first. **Ties** by source, kind, target, predicate."""

        def read(connection: apsw.Connection) -> list[Edge]:
            merges = _merges(connection)
            which = among("id", sorted(group_of(node_id, merges)))
            nodes = f"(SELECT number FROM nodes WHERE {which.sql})"
            sql = (
                f"{_EDGES} e.source IN {nodes} UNION {_EDGES} e.target IN {nodes}"
                " ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ?"
            )
            found = connection.execute(sql, (*which.values, *which.values, limit))
            edges = [rows.edge_of(row) for row in found]
            if merges:
                edges = shown_edges(edges, merges)
                edges.sort(key=lambda one: (-one.weight, one.source, one.kind, one.target))
            return edges

        return await self._file.read(read)

    async def edges_at(self, node_ids: Sequence[str], *, now: datetime, limit: int) -> list[Edge]:
        """The edges at any of the nodes, heaviest now first."""

        def read(connection: apsw.Connection) -> list[Edge]:
            merges = _merges(connection)
            which = among("id", sorted({n for one in node_ids for n in group_of(one, merges)}))
            nodes = f"(SELECT number FROM nodes WHERE {which.sql})"
            # Two searches of an index, then the ends' ids for those that are kept alone.
            sql = f"""
            WITH near AS MATERIALIZED (
                SELECT e.*, {WEIGHT} AS now FROM edges e WHERE e.source IN {nodes}
                UNION ALL SELECT e.*, {WEIGHT} AS now FROM edges e
                WHERE e.target IN {nodes} AND e.source NOT IN {nodes}
            )
            SELECT {rows.EDGE_COLUMNS} FROM near e JOIN nodes s ON s.number = e.source
            JOIN nodes t ON t.number = e.target ORDER BY now DESC, 1, 2, 3, 4 LIMIT ?
            """
            at = to_microseconds(now)
            values = (at, *which.values, at, *which.values, *which.values, limit)
            edges = [rows.edge_of(row) for row in connection.execute(sql, values)]
            if merges:
                edges = shown_edges(edges, merges)
                edges.sort(
                    key=lambda one: (
                        -weight_at(one, now), one.source, one.kind, one.target, one.predicate
                    )
                )  # fmt: skip
            return edges

        return await self._file.read(read)

    async def degrees(self, node_ids: Sequence[str]) -> dict[str, int]:
        """With how many edges each of the nodes meets."""

        def read(connection: apsw.Connection) -> dict[str, int]:
            merges = _merges(connection)
            which = among("n.id", sorted({n for one in node_ids for n in group_of(one, merges)}))
            found = Counter[str]()
            for node_id, n in connection.execute(f"{_DEGREES} WHERE {which.sql}", which.values):
                found[top_of(node_id, merges)] += n
            return {one: found[one] for one in node_ids if found[one]}

        return await self._file.read(read)

    async def figures(self) -> GraphFigures:
        """How many nodes there are, edges of each kind, and of what degrees. All edges are counted
        for it, so the figures are kept until something is committed."""
        n_commits = self._file.n_commits
        if self._figures is None or self._figures[0] != n_commits:
            self._figures = (n_commits, await self._file.read(_figures))
        return self._figures[1]


def _figures(connection: apsw.Connection) -> GraphFigures:
    merges = _merges(connection)
    edges: dict[EdgeKind, int] = dict(connection.execute(_EDGE_KINDS))
    ends: dict[int, int] = dict(connection.execute(_ALL_DEGREES))
    memories = [number for (number,) in connection.execute(_LIVE)]
    degrees = Counter[str]()
    for node_id, number in connection.execute(_ENTITY_NODES):
        degrees[top_of(node_id, merges)] += ends.get(number, 0)
    return GraphFigures(
        memories=len(memories),
        entities=len(degrees),
        edges=edges,
        degree=degrees_of([*(ends.get(one, 0) for one in memories), *degrees.values()]),
    )


def _merges(connection: apsw.Connection) -> dict[str, str]:
    """What each merged entity was merged into: few, since a person merges."""
    return dict(connection.execute(_MERGES))


def _shown(
    connection: apsw.Connection, entity_ids: Sequence[str], merges: Mapping[str, str]
) -> list[Entity]:
    """The entities as which these are shown, by id."""
    groups = {top: group_of(top, merges) for top in {top_of(one, merges) for one in entity_ids}}
    which = among("id", sorted({one for group in groups.values() for one in group}))
    sql = f"SELECT {', '.join(rows.ENTITY)} FROM entities WHERE {which.sql}"
    known = {row[0]: rows.entity_of(row) for row in connection.execute(sql, which.values)}
    return [
        shown(known[top], (known[one] for one in sorted(groups[top] - {top}) if one in known))
        for top in sorted(groups)
        if top in known
    ]
