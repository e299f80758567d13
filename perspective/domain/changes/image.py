"""What does one change do to one row: what stood there before, and what stands there after?

A change can be done only where `before` still stands, and taken back only where `after` does. How
often something was used is no part of either: reading goes on meanwhile, and is never undone.
"""

from __future__ import annotations

from typing import Any

import msgspec

from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.domain.graph import Edge
from perspective.domain.memory import Memory, Recorded, Version


class Inserted(msgspec.Struct, frozen=True, tag="inserted"):
    """A memory is there that was not."""

    memory: Memory
    version: Version


class Identity(msgspec.Struct, frozen=True, tag="identity"):
    """Fields of a memory that no version keeps: `state`, `stability`."""

    memory_id: str
    before: dict[str, Any]
    after: dict[str, Any]


class Appended(msgspec.Struct, frozen=True, tag="appended"):
    """A version with this number follows the latest one, and differs from it in these fields.

    Values are plain JSON; `terms` and `content_hash` go with `content`.
    """

    memory_id: str
    number: int
    before: dict[str, Any]
    after: dict[str, Any]


class Linked(msgspec.Struct, frozen=True, tag="linked"):
    """An edge is made (no `before`), changed or taken away (no `after`)."""

    before: Edge | None
    after: Edge | None


class Asked(msgspec.Struct, frozen=True, tag="asked"):
    """A review is opened, or decided."""

    before: Review | None
    after: Review | None


class Grouped(msgspec.Struct, frozen=True, tag="grouped"):
    """A community is found, changed or given up."""

    before: Community | None
    after: Community | None


Image = Inserted | Identity | Appended | Linked | Asked | Grouped


def identity(memory: Memory, **after: Any) -> Identity:
    """The change of these fields."""
    before = msgspec.to_builtins({name: getattr(memory, name) for name in after})
    return Identity(memory.id, before, msgspec.to_builtins(after))


def appended(recorded: Recorded, **after: Any) -> Appended:
    """A version that differs in these fields."""
    version = recorded.version
    before = msgspec.to_builtins({name: getattr(version, name) for name in after})
    return Appended(recorded.memory.id, version.number + 1, before, msgspec.to_builtins(after))


def with_fields(struct: Any, fields: dict[str, Any]) -> Any:
    """The struct with fields given in JSON's terms."""
    plain = {name: getattr(struct, name) for name in struct.__struct_fields__}
    types = {field.name: field.type for field in msgspec.structs.fields(type(struct))}
    return type(struct)(
        **plain | {name: msgspec.convert(value, types[name]) for name, value in fields.items()}
    )


def is_same_edge(one: Edge | None, other: Edge | None) -> bool:
    """Whether two edges are alike but for when they were last used."""
    if one is None or other is None:
        return one is other
    used: Edge = msgspec.structs.replace(other, last_reinforced_at=one.last_reinforced_at)
    return one == used


def is_same_memory(one: Memory, other: Memory) -> bool:
    """Whether two identities are alike but for how often they were used."""
    used: Memory = msgspec.structs.replace(
        other, access_count=one.access_count, last_accessed_at=one.last_accessed_at
    )
    return one == used
