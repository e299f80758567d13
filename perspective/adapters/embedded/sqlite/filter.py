"""How does SQL say what `Filter.matches` says?

Over the alias `v` (versions), which has all that a filter asks for but tags. Every value is bound; a list of values is
padded to a power of two, so that few different statements exist and stay prepared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from perspective.domain.filter import Filter
from perspective.domain.interval import to_microseconds


class Clause(msgspec.Struct, frozen=True):
    """A condition and the values that it binds, in their order."""

    sql: str
    values: tuple[Any, ...] = ()


def among(column: str, values: Sequence[Any]) -> Clause:
    """True where the column is one of the values."""
    if not values:
        return Clause(f"{column} IN (NULL)")  # a plain 0 would make INDEXED BY impossible
    if len(values) == 1:
        return Clause(f"{column} = ?", (values[0],))
    n = 1 << (len(values) - 1).bit_length()
    marks = ", ".join("?" * n)
    return Clause(f"{column} IN ({marks})", (*values, *[values[-1]] * (n - len(values))))


def conditions(where: Filter) -> Clause:
    """True for the versions that the filter lets through."""
    parts = [Clause("v.is_deleted = ?", (where.deleted,)), among("v.state", where.states)]
    if where.known_at is None:
        parts.append(Clause("v.known_to IS NULL"))
    else:
        known_at = to_microseconds(where.known_at)
        known = "v.known_from <= ? AND (v.known_to IS NULL OR v.known_to > ?)"
        parts.append(Clause(known, (known_at, known_at)))
    if where.as_of is not None:
        as_of = to_microseconds(where.as_of)
        holds = (
            "(v.valid_from IS NULL OR v.valid_from <= ?) AND (v.valid_to IS NULL OR v.valid_to > ?)"
        )
        parts.append(Clause(holds, (as_of, as_of)))
    if not where.with_superseded:
        parts.append(Clause("v.superseded_by IS NULL"))
    if where.namespaces is not None:
        parts.append(among("v.namespace", where.namespaces))
    if where.types is not None:
        parts.append(among("v.type", where.types))
    equals = {
        "v.session": where.session,
        "v.speaker": where.speaker,
        "v.source_id": where.source_id,
    }
    parts += [
        Clause(f"{name} = ?", (value,)) for name, value in equals.items() if value is not None
    ]
    parts += [
        Clause("EXISTS (SELECT 1 FROM tags t WHERE t.key = v.key AND t.tag = ?)", (tag,))
        for tag in where.tags
    ]
    if where.since is not None:
        parts.append(Clause("v.at >= ?", (to_microseconds(where.since),)))
    if where.until is not None:
        parts.append(Clause("v.at < ?", (to_microseconds(where.until),)))
    if where.min_confidence is not None:
        parts.append(Clause("v.confidence >= ?", (where.min_confidence,)))
    return Clause(
        " AND ".join(part.sql for part in parts),
        tuple(value for part in parts for value in part.values),
    )
