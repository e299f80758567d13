"""Which memories and entities are linked? One hop is a query over the edges' two indexes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.file import SqliteFile
from perspective.adapters.embedded.sqlite.filter import among, conditions
from perspective.adapters.embedded.sqlite.snapshot import hop, links
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, Entity, EntityKind
from perspective.ports.graph import Link

_NAMED = f"""
SELECT {", ".join(rows.ENTITY)} FROM entities WHERE id IN (
    SELECT entity_id FROM entity_names WHERE {{names}}
    UNION SELECT entity_id FROM entity_keys WHERE {{keys}}
) ORDER BY id
"""
_ENTITY_PAGE = f"""
SELECT {", ".join(f"e.{name}" for name in rows.ENTITY)}, (
    SELECT count(DISTINCT g.source) FROM edges g JOIN nodes n ON n.number = g.target
    WHERE n.id = e.id AND g.kind = 'entity'
) FROM entity_names m CROSS JOIN entities e ON e.id = m.entity_id
WHERE (m.name, m.entity_id) > (?1, ?2) AND NOT m.is_alias
AND substr(m.name, 1, ?3) = ?4 AND (?5 IS NULL OR e.kind = ?5)
ORDER BY m.name, m.entity_id LIMIT ?6
"""
_EDGES = f"""
SELECT {rows.EDGE_COLUMNS} FROM edges e JOIN nodes s ON s.number = e.source
JOIN nodes t ON t.number = e.target WHERE """


class SqliteGraph:
    """The edges and entities of an open file; the records close it."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file

    async def entities_named(self, normal_names: Sequence[str]) -> list[Entity]:
        """The entities with these normal names or aliases, or filed under them, by id."""
        names = among("name", normal_names)
        keys = among("key", [f"={name}" for name in normal_names])
        sql = _NAMED.format(names=names.sql, keys=keys.sql)
        values = (*names.values, *keys.values)
        return await self._file.read(
            lambda connection: [rows.entity_of(row) for row in connection.execute(sql, values)]
        )

    async def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        which = among("id", entity_ids)
        sql = f"SELECT {', '.join(rows.ENTITY)} FROM entities WHERE {which.sql} ORDER BY id"
        return await self._file.read(
            lambda connection: [
                rows.entity_of(row) for row in connection.execute(sql, which.values)
            ]
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
        hops = [hop("target", "source", entity_ids, ["entity"], now)]
        return await self._file.read(lambda connection: links(connection, hops, where, limit))

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
        return await self._file.read(
            lambda connection: [
                (rows.entity_of(row[:-1]), row[-1])
                for row in connection.execute(_ENTITY_PAGE, values)
            ]
        )

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first. **Ties** by source, kind, target, predicate."""
        node = "(SELECT number FROM nodes WHERE id = ?)"
        sql = (
            f"{_EDGES} e.source = {node} UNION {_EDGES} e.target = {node}"
            " ORDER BY 5 DESC, 1, 2, 3, 4 LIMIT ?"
        )
        return await self._file.read(
            lambda connection: [
                rows.edge_of(row) for row in connection.execute(sql, (node_id, node_id, limit))
            ]
        )
