"""What are a tenant's rows as canonical lines, in the order of tables and primary keys?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import apsw
import msgspec

from perspective.adapters.embedded.sqlite import rows
from perspective.domain.canonical import ACCESS, DERIVED, canonical_line


def _version_of(row: rows.Row) -> msgspec.Struct:
    return rows.version_of(row[0], row[1:])


# Text is ordered by its UTF-8 bytes, which is the order of code points.
_TABLES: tuple[tuple[str, Sequence[str], str, Callable[[rows.Row], msgspec.Struct]], ...] = (
    ("documents", rows.DOCUMENT, "source_id", rows.document_of),
    ("edges", rows.EDGE, "source, kind, target, predicate", rows.edge_of),
    ("entities", rows.ENTITY, "id", rows.entity_of),
    ("events", rows.EVENT, "id", rows.event_of),
    ("idempotency", rows.ANSWER, "key", rows.answer_of),
    ("memories", rows.MEMORY, "id", rows.memory_of),
    ("queue", rows.QUEUE, "memory_id", rows.queue_item_of),
    ("versions", ("memory_id", *rows.VERSION), "memory_id, number", _version_of),
)


def canonical_lines(connection: apsw.Connection, *, with_access: bool) -> Iterator[str]:
    """Every row as a line; access counters only if asked for, derived values never."""
    without = DERIVED if with_access else DERIVED | ACCESS
    for table, columns, order, struct_of in _TABLES:
        sql = f"SELECT {', '.join(columns)} FROM {table} ORDER BY {order}"
        for row in connection.execute(sql):
            # An answer's key is its name; a version's is only this store's number for it.
            kept = without - {"key"} if table == "idempotency" else without
            yield canonical_line(table, struct_of(row), without=kept)
