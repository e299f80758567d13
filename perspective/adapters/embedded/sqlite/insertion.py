"""How is a row other than a memory added, or overwritten where its key exists, and what goes with
an edge?

By naming the columns that we know: those of a newer minor version keep their values.
"""

from __future__ import annotations

from collections.abc import Sequence

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.filter import among
from perspective.domain.event import Event
from perspective.domain.extraction.merger import is_by_hand, promoted
from perspective.domain.graph import MENTIONS, Edge, Entity, called_still
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Detail
from perspective.domain.text.analysis import Analysed
from perspective.ports.transaction import (
    Document,
    EntityKeys,
    IdempotentAnswer,
    Mark,
    QueueItem,
    Row,
    Work,
)

COUNTER = (
    "INSERT INTO counters VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_DETAIL = """
UPDATE contents SET detail = ? WHERE key = (SELECT v.key FROM nodes n JOIN versions v ON v.node = n.number
WHERE n.id = ? ORDER BY v.number DESC LIMIT 1)
"""


def put_detail(connection: apsw.Connection, memory_id: str, detail: Detail) -> None:
    """The latest version's own fields of its type are now these."""
    connection.execute(_DETAIL, (msgspec.json.encode(detail).decode(), memory_id))


def note_analysis(connection: apsw.Connection, now: Analysed) -> None:
    """By which analysis the terms were made, and how far that is."""
    places = {"analysis": now.number, "analysis_target": now.target, "analysis_upto": now.upto}
    connection.executemany(COUNTER, tuple(places.items()))


def _upsert(table: str, columns: Sequence[str], key: Sequence[str]) -> str:
    """An INSERT that overwrites the columns named, and no others, of a row that exists."""
    marks = ", ".join("?" * len(columns))
    changes = ", ".join(f"{name} = excluded.{name}" for name in columns if name not in key)
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"
        f" ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changes}"
    )


_EDGE = _upsert("edges", rows.EDGE, ("source", "kind", "target", "predicate"))
_ENTITY = _upsert("entities", rows.ENTITY, ("id",))
_QUEUE = _upsert("queue", rows.QUEUE, ("memory_id",))
_ANSWER = _upsert("idempotency", rows.ANSWER, ("key",))
_DOCUMENT = _upsert("documents", rows.DOCUMENT, ("source_id",))
_WORK = _upsert("works", rows.WORK, ("source_id",))
_NODE = "SELECT number FROM nodes WHERE id = ?"
_MARK = (
    "INSERT INTO counters (name, value) VALUES (?, ?)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)
_EVENT = "INSERT INTO events (at, kind, actor, memory_id, before, after) VALUES (?, ?, ?, ?, ?, ?)"
_NAME = "INSERT INTO entity_names (name, entity_id, is_alias) VALUES (?, ?, ?)"

_ENTITY_AT = (
    f"SELECT {', '.join(f'e.{name}' for name in rows.ENTITY)}"
    " FROM nodes n JOIN entities e ON e.id = n.id WHERE n.number = ?"
)
_HAS_EDGE = "SELECT EXISTS (SELECT 1 FROM edges WHERE source = ?1 OR target = ?1)"
_MERGED = (
    f"SELECT {', '.join(rows.ENTITY)} FROM entities INDEXED BY entities_merged"
    " WHERE json_extract(extra, '$.merged_into') = ? ORDER BY id"
)
_BARE_BY_HAND = f"""
SELECT {", ".join(rows.ENTITY)} FROM entities e WHERE json_extract(extra, '$.by_hand') AND NOT EXISTS
(SELECT 1 FROM nodes n JOIN edges g ON g.source = n.number OR g.target = n.number WHERE n.id = e.id)
"""
_SAID = "SELECT predicate, extra FROM edges WHERE target = ? AND kind = 'entity'"
_KEY = "INSERT OR IGNORE INTO entity_keys (key, entity_id, memory_id) VALUES (?, ?, ?)"

_NODES = "SELECT n.id, n.number FROM nodes n JOIN memories m ON m.node = n.number WHERE "
_LIKE = "SELECT source, target FROM edges WHERE kind = 'semantic' AND "
_DROP_LIKE = "DELETE FROM edges WHERE source = ? AND kind = 'semantic' AND target = ?"
_REWEIGH = "UPDATE edges SET weight = ? WHERE source = ? AND kind = 'semantic' AND target = ?"
_ADD_LIKE = f"""
INSERT INTO edges ({", ".join(rows.EDGE)}) SELECT {", ".join(f"?{n + 1}" for n in range(11))}
WHERE NOT EXISTS (SELECT 1 FROM edges WHERE source = ?3 AND kind = ?2 AND target = ?1)
ON CONFLICT (source, kind, target, predicate) DO UPDATE SET weight = excluded.weight
"""


def node_of(connection: apsw.Connection, node_id: str) -> int:
    """The number of a node, which an id that is met for the first time is given."""
    found: int | None = connection.execute(_NODE, (node_id,)).get
    if found is None:
        connection.execute("INSERT INTO nodes (id) VALUES (?)", (node_id,))
        found = connection.last_insert_rowid()
    return found


def add(connection: apsw.Connection, row: Row) -> None:
    """Adds the row; one of the same key is overwritten, an event gets the next id."""
    match row:
        case Mark():
            connection.execute(_MARK, (f"mark:{row.name}", row.seq))
        case Event():
            _add_event(connection, row)
        case Edge():
            _add_edge(connection, row)
        case Entity():
            _add_entity(connection, row)
        case EntityKeys():
            connection.executemany(_KEY, [(key, row.entity_id, row.memory_id) for key in row.keys])
        case QueueItem():
            at = to_microseconds(row.enqueued_at)
            connection.execute(_QUEUE, (row.memory_id, at, row.state, row.attempts, row.reason))
        case IdempotentAnswer():
            answer = msgspec.json.encode(row.answer).decode()
            at = to_microseconds(row.at)
            connection.execute(_ANSWER, (row.key, row.request_hash, answer, at))
        case Document():
            connection.execute(_DOCUMENT, (row.source_id, to_microseconds(row.at), row.content))
        case Work():
            plan = msgspec.json.encode(row.plan).decode()
            at = to_microseconds(row.at)
            connection.execute(_WORK, (row.source_id, row.process_id, at, row.state, plan))


def _add_event(connection: apsw.Connection, event: Event) -> None:
    connection.execute(
        _EVENT,
        (
            to_microseconds(event.at),
            event.kind,
            event.actor,
            event.memory_id,
            rows.json_or_null(event.before),
            rows.json_or_null(event.after),
        ),
    )


def _add_edge(connection: apsw.Connection, edge: Edge) -> None:
    ends = node_of(connection, edge.source), node_of(connection, edge.target)
    connection.execute(_EDGE, edge_values(*ends, edge))


def edge_values(source: int, target: int, edge: Edge) -> rows.Row:
    """The values of the columns EDGE, for an edge between two numbered nodes."""
    return (
        source,
        edge.kind,
        target,
        edge.predicate,
        edge.weight,
        to_microseconds(edge.created_at),
        to_microseconds(edge.last_reinforced_at),
        edge.decay_rate,
        edge.origin,
        edge.memory_id,
        rows.json_or_null(edge.extra),
    )


def _add_entity(connection: apsw.Connection, entity: Entity) -> None:
    connection.execute(
        _ENTITY,
        (
            entity.id,
            entity.name,
            entity.normal_name,
            entity.kind,
            rows.json_or_null(entity.aliases),
            to_microseconds(entity.created_at),
            rows.json_or_null(entity.extra),
        ),
    )
    connection.execute("DELETE FROM entity_names WHERE entity_id = ?", (entity.id,))
    for name in dict.fromkeys((entity.normal_name, *entity.aliases)):
        connection.execute(_NAME, (name, entity.id, name != entity.normal_name))


def _drop_entity(connection: apsw.Connection, entity: Entity) -> None:
    """An entity is gone; what was merged into it is shown as another."""
    connection.execute("DELETE FROM entity_names WHERE entity_id = ?", (entity.id,))
    connection.execute("DELETE FROM entities WHERE id = ?", (entity.id,))
    # Keys that memories give go with these; here those that a person gave.
    connection.execute(
        "DELETE FROM entity_keys WHERE memory_id = '' AND entity_id = ?", (entity.id,)
    )
    connection.execute("DELETE FROM nodes WHERE id = ?", (entity.id,))
    for one in promoted(entity, merged(connection, entity.id)):
        _add_entity(connection, one)


def link(connection: apsw.Connection, memory_ids: Sequence[str], edges: Sequence[Edge]) -> None:
    """The semantic edges at these memories are now these, as far as both ends are there."""
    ids = {*memory_ids, *(end for edge in edges for end in (edge.source, edge.target))}
    known = among("n.id", sorted(ids))
    nodes: dict[str, int] = dict(connection.execute(f"{_NODES}{known.sql}", known.values))
    new = {
        (nodes[edge.source], nodes[edge.target]): edge
        for edge in edges
        if edge.source in nodes and edge.target in nodes
    }
    changed = [nodes[one] for one in memory_ids if one in nodes]
    for end in ("source", "target"):
        at = among(end, changed)
        old = connection.execute(f"{_LIKE}{at.sql}", at.values).fetchall()
        gone = [(s, t) for s, t in old if (s, t) not in new and (t, s) not in new]
        connection.executemany(_DROP_LIKE, gone)
    connection.executemany(_REWEIGH, [(e.weight, t, s) for (s, t), e in new.items()])
    connection.executemany(_ADD_LIKE, [edge_values(*ends, edge) for ends, edge in new.items()])


def drop_edges(connection: apsw.Connection, *which: tuple[str, int | str]) -> set[int]:
    """The edges of which a condition holds are gone; the nodes at their ends come back."""
    touched: set[int] = set()
    for condition, value in which:
        ends = connection.execute(f"SELECT source, target FROM edges WHERE {condition}", (value,))
        for source, target in ends:
            touched |= {source, target}
        connection.execute(f"DELETE FROM edges WHERE {condition}", (value,))
    return touched


def merged(connection: apsw.Connection, entity_id: str) -> list[Entity]:
    """The entities that were merged into this one, not by way of another, by id."""
    return [rows.entity_of(row) for row in connection.execute(_MERGED, (entity_id,))]


def settle_entities(
    connection: apsw.Connection, nodes: set[int], *, spares_by_hand: bool = False
) -> None:
    """Those of the nodes that are entities and have no edge left are gone; the others have a name
    by which a memory still calls them. What was merged or split by hand may be spared; else those
    without an edge go, too."""
    if not spares_by_hand:
        for bare in connection.execute(_BARE_BY_HAND).fetchall():
            _drop_entity(connection, rows.entity_of(bare))
    for node in nodes:
        row = connection.execute(_ENTITY_AT, (node,)).fetchone()
        if row is None:
            continue
        entity = rows.entity_of(row)
        if not connection.execute(_HAS_EDGE, (node,)).get:
            if not (spares_by_hand and is_by_hand(entity)):
                _drop_entity(connection, entity)
        else:
            said = (
                (predicate, [name for name, _ in rows.dict_of(extra).get(MENTIONS, ())])
                for predicate, extra in connection.execute(_SAID, (node,))
            )
            if (settled := called_still(entity, said)) != entity:
                _add_entity(connection, settled)
