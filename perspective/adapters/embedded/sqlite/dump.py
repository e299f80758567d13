"""What are a tenant's rows as canonical lines, in the order of tables and primary keys?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.adapters.embedded.sqlite.changes.bodies import decoded
from perspective.domain.canonical import (
    ACCESS,
    DERIVED,
    DERIVED_EDGES,
    HISTORY,
    canonical_line,
)
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review


def _version_of(row: rows.Row) -> msgspec.Struct:
    return rows.version_of(row[0], row[1:])


_LEFT_OUT = ", ".join(f"'{kind}'" for kind in sorted(DERIVED_EDGES))
_EDGES = (
    f"SELECT {rows.EDGE_COLUMNS} FROM edges e JOIN nodes s ON s.number = e.source"
    " JOIN nodes t ON t.number = e.target"
    f" WHERE e.kind NOT IN ({_LEFT_OUT})"
    " ORDER BY 1, 2, 3, 4"
)
_VERSIONS = (
    f"SELECT v.memory_id, {rows.VERSION_COLUMNS}"
    " FROM versions v JOIN contents c ON c.key = v.key ORDER BY v.memory_id, v.number"
)


def _body_of(kind: type[msgspec.Struct]) -> Callable[[rows.Row], msgspec.Struct]:
    return lambda row: decoded(row[0], kind)


def _select(table: str, columns: Sequence[str], key: str) -> str:
    return f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key}"


# Text is ordered by its UTF-8 bytes, which is the order of code points.
_BODY = "SELECT body FROM {} ORDER BY {}"
_TABLES: tuple[tuple[str, str, Callable[[rows.Row], msgspec.Struct]], ...] = (
    ("change_steps", _BODY.format("change_steps", "change_id, number"), _body_of(Step)),
    ("changes", _BODY.format("changes", "id"), _body_of(ChangeSet)),
    ("communities", _BODY.format("communities", "id"), _body_of(Community)),
    ("documents", _select("documents", rows.DOCUMENT, "source_id"), rows.document_of),
    ("edges", _EDGES, rows.edge_of),
    ("entities", _select("entities", rows.ENTITY, "id"), rows.entity_of),
    ("erasures", _select("erasures", rows.ERASURE, "id"), rows.erasure_of),
    ("events", _select("events", rows.EVENT, "id"), rows.event_of),
    ("idempotency", _select("idempotency", rows.ANSWER, "key"), rows.answer_of),
    ("memories", _select("memories", rows.MEMORY, "id"), rows.memory_of),
    ("queue", _select("queue", rows.QUEUE, "memory_id"), rows.queue_item_of),
    ("reviews", _BODY.format("reviews", "id"), _body_of(Review)),
    ("versions", _VERSIONS, _version_of),
    ("works", _select("works", rows.WORK, "source_id"), rows.work_of),
)


def canonical_lines(
    connection: apsw.Connection, *, with_access: bool, with_history: bool
) -> Iterator[str]:
    """Every row as a line; access counters and history only if asked for, derived values never."""
    without = DERIVED if with_access else DERIVED | ACCESS
    for table, sql, struct_of in _TABLES:
        if table in HISTORY and not with_history:
            continue
        # An answer's key is its name; a version's is only this store's number for it.
        kept = without - {"key"} if table == "idempotency" else without
        for row in connection.execute(sql):
            yield canonical_line(table, struct_of(row), without=kept)
