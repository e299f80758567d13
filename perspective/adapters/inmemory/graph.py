"""Which memories and entities are linked? Read off the tables in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from perspective.adapters.inmemory.snapshot import links
from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, Entity, EntityKind, weight_at
from perspective.domain.text.normal import normal_form
from perspective.ports.graph import Link


class InMemoryGraph:
    """An exact `GraphStore` over a tenant in memory."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    async def entities_named(self, normal_names: Sequence[str]) -> list[Entity]:
        """The entities with these normal names or aliases, by id."""
        names, keys = set(normal_names), {f"={name}" for name in normal_names}
        filed = {
            entity_id
            for (entity_id, _), have in self._state.entity_keys.items()
            if not keys.isdisjoint(have)
        }
        return sorted(
            (
                entity
                for entity in self._state.entities.values()
                if entity.id in filed or not names.isdisjoint((entity.normal_name, *entity.aliases))
            ),
            key=lambda entity: entity.id,
        )

    async def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        known = self._state.entities
        return [known[name] for name in sorted(set(entity_ids)) if name in known]

    async def speakers_named(self, normal_names: Sequence[str], where: Filter) -> set[str]:
        """Those of the normal names that are speakers of a memory the filter lets through."""
        return {
            name
            for memory in self._state.memories.values()
            if memory.speaker is not None
            if (name := normal_form(memory.speaker)) in normal_names
            if self._state.visible(memory.id, where) is not None
        }

    async def mentions(
        self, entity_ids: Sequence[str], where: Filter, *, now: datetime, limit: int
    ) -> list[Link]:
        """From entities to the memories that mention them, heaviest first."""
        hops = [
            (edge.target, edge.source, edge.kind, weight_at(edge, now))
            for edge in self._state.edges.values()
            if edge.kind == "entity" and edge.target in entity_ids
        ]
        return links(self._state, hops, where, limit)

    async def entity_page(
        self,
        *,
        kind: EntityKind | None,
        prefix: str,
        after: tuple[str, str] | None,
        limit: int,
    ) -> list[tuple[Entity, int]]:
        """Up to `limit` entities with how many memories mention each, by name."""
        found = sorted(
            (
                one
                for one in self._state.entities.values()
                if kind in {None, one.kind} and one.normal_name.startswith(prefix)
            ),
            key=lambda one: (one.normal_name, one.id),
        )
        behind = [one for one in found if after is None or (one.normal_name, one.id) > after]
        edges = self._state.edges.values()
        return [
            (one, len({e.source for e in edges if e.kind == "entity" and e.target == one.id}))
            for one in behind[:limit]
        ]

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first. **Ties** by source, kind, target, predicate."""
        edges = [
            edge for edge in self._state.edges.values() if node_id in {edge.source, edge.target}
        ]
        edges.sort(
            key=lambda edge: (-edge.weight, edge.source, edge.kind, edge.target, edge.predicate)
        )
        return edges[:limit]
