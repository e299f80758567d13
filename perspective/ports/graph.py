"""Which memories and entities are linked? Read only: edges are written with the records."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

import msgspec

from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, EdgeKind, Entity, EntityKind
from perspective.domain.trust.subgraph import GraphFigures


class Link(msgspec.Struct, frozen=True):
    """A step from one memory to a version of another that the filter lets through."""

    source_id: str
    target_id: str
    target_key: int
    kind: EdgeKind
    weight: float


class GraphStore(Protocol):
    """The edges of a tenant, both ways, always as of the latest commit.

    Entities that were merged are shown as the one that stays, in every answer and under every id:
    its aliases are their names, its edges theirs (`domain/extraction/merger.py`).
    """

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

    async def edges_at(self, node_ids: Sequence[str], *, now: datetime, limit: int) -> list[Edge]:
        """The edges at any of the nodes, heaviest now first, at most `limit`, each once.

        **Ties** by source, kind, target, predicate.
        """
        ...

    async def degrees(self, node_ids: Sequence[str]) -> dict[str, int]:
        """With how many edges each of the nodes meets, as they are kept: those that meet because
        entities were merged count each. Nodes without an edge are left out."""
        ...

    async def figures(self) -> GraphFigures:
        """How many nodes there are, edges of each kind, and of what degrees, counted as `degrees`
        does. What was deleted counts nowhere, nor do its edges."""
        ...

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first."""
        ...
