"""Which index does a page of memories walk?

The plan is chosen here, not by SQLite's estimates, so that a listing costs the same whatever the
tenant holds: the narrowest field that the filter names leads, along an index that is in the order
of the listing. A filter that names none of them walks all memories, newest first.
"""

from __future__ import annotations

import heapq
from itertools import islice
from typing import Any

import apsw
import msgspec

from perspective.adapters.embedded.sqlite.filter import conditions
from perspective.domain.filter import Filter

Found = tuple[int, str, int]  # at, memory id, key

_BY_SOURCE = "versions v INDEXED BY versions_by_source"
_BY_SESSION = "versions v INDEXED BY versions_by_session"
_BY_NAMESPACE = "versions v INDEXED BY versions_by_namespace"
_BY_TIME = "versions v INDEXED BY versions_by_at"
_BY_TAG = "tags d CROSS JOIN versions v ON v.key = d.key AND d.tag = ?"


def keys_of_page(
    connection: apsw.Connection, where: Filter, before: tuple[int, str] | None, limit: int
) -> list[int]:
    """The keys of the visible versions that match, newest `at` first, then greatest id."""
    if where.source_id is not None:
        found = _walk(connection, _BY_SOURCE, where, before, limit)
    elif where.session is not None:
        found = _walk(connection, _BY_SESSION, where, before, limit)
    elif where.tags:
        found = _walk(connection, _BY_TAG, where, before, limit, tag=where.tags[0])
    elif where.namespaces is not None:
        # Each namespace by itself is in order; together they would have to be sorted whole.
        walks = [
            _walk(
                connection,
                _BY_NAMESPACE,
                msgspec.structs.replace(where, namespaces=(namespace,)),
                before,
                limit,
            )
            for namespace in dict.fromkeys(where.namespaces)
        ]
        found = list(islice(heapq.merge(*walks, reverse=True), limit))
    else:
        found = _walk(connection, _BY_TIME, where, before, limit)
    return [key for _, _, key in found]


def _walk(
    connection: apsw.Connection,
    path: str,
    where: Filter,
    before: tuple[int, str] | None,
    limit: int,
    *,
    tag: str | None = None,
) -> list[Found]:
    """The first `limit` matches along a path, in the order of the listing."""
    visible = conditions(where)
    led = () if tag is None else (tag,)
    along = "v" if tag is None else "d"
    after = "1" if before is None else f"({along}.at, {along}.memory_id) < (?, ?)"
    found: Any = connection.execute(
        f"SELECT v.at, v.memory_id, v.key FROM {path} WHERE {visible.sql} AND {after}"
        f" ORDER BY {along}.at DESC, {along}.memory_id DESC LIMIT ?",
        (*led, *visible.values, *(before or ()), limit),
    ).fetchall()
    return list(found)
