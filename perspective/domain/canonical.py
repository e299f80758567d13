"""How is a row written so that two stores with the same history write the same bytes?

One JSON object a row, keys sorted, times in UTC with microseconds, text as it is. Every store's
dump goes through here; the order of the lines is the store's affair.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

import msgspec

from perspective.domain.graph import EdgeKind

# What a store derives or numbers for itself, and what reading alone changes.
DERIVED = frozenset({"key", "keys", "terms"})
DERIVED_EDGES: frozenset[EdgeKind] = frozenset({"semantic"})
# Tables of what happened: they only grow, also when something is taken back.
HISTORY = frozenset({"change_steps", "changes", "events"})
ACCESS = frozenset({"access_count", "last_accessed_at", "last_reinforced_at"})

_encoder = msgspec.json.Encoder(order="sorted")


def canonical_line(table: str, row: msgspec.Struct, *, without: Collection[str] = ()) -> str:
    """The row as one line of JSON, its table's name among its fields, fields in `without` not."""
    fields = {
        name: _plain(getattr(row, name)) for name in row.__struct_fields__ if name not in without
    }
    return _encoder.encode({"table": table, **fields}).decode()


def _plain(value: Any) -> Any:
    """The value in JSON's terms, so that equal values are written alike."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat(timespec="microseconds")
    if isinstance(value, msgspec.Struct):
        tag = (
            {}
            if (name := value.__struct_config__.tag_field) is None
            else {name: value.__struct_config__.tag}
        )
        return tag | {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return value
