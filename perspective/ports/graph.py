"""Which memories and entities are linked? Read only: edges are written with the records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, EdgeKind, Entity, EntityKind


class Link(msgspec.Struct, frozen=True):
    """A step from one memory to a version of another that the filter lets through."""

    source_id: str
    target_id: str
    target_key: int
    kind: EdgeKind
    weight: float


class GraphStore(Protocol):
    """The edges of a tenant, both ways, always as of the latest commit."""

    async def entities_named(self, normal_names: Sequence[str]) -> list[Entity]:
        """The entities with these normal names or aliases, and those that a memory calls so, or
        whose name has such a word: those that are filed under "=" and the name."""
        ...

    async def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id; unknown ids are left out."""
        ...

    async def speakers_named(self, normal_names: Sequence[str], where: Filter) -> set[str]:
        """Those of the normal names that are speakers of a memory the filter lets through."""
        ...

    async def mentions(
        self, entity_ids: Sequence[str], where: Filter, *, now: datetime, limit: int
    ) -> list[Link]:
        """From entities to the memories that mention them, heaviest first, at most `limit`.

        `weight` is the edge's weight now. **Ties** by key, greatest first.
        """
        ...

    async def entity_page(
        self,
        *,
        kind: EntityKind | None,
        prefix: str,
        after: tuple[str, str] | None,
        limit: int,
    ) -> list[tuple[Entity, int]]:
        """Up to `limit` entities with how many memories mention each, by (normal name, id).

        `prefix` is how the normal name begins; `after` the (normal name, id) of the last seen.
        """
        ...

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first."""
        ...
