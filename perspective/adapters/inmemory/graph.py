"""Which memories and entities are linked? Read off the tables in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from perspective.adapters.inmemory.snapshot import links
from perspective.adapters.inmemory.state import InMemoryState, merges_of
from perspective.domain.extraction.merger import group_of, shown, shown_edges, top_of
from perspective.domain.filter import Filter
from perspective.domain.graph import Edge, Entity, EntityKind, weight_at
from perspective.domain.text.normal import normal_form
from perspective.domain.trust.subgraph import GraphFigures, degrees_of
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
        return self._shown(
            entity.id
            for entity in self._state.entities.values()
            if entity.id in filed or not names.isdisjoint((entity.normal_name, *entity.aliases))
        )

    async def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        return self._shown(entity_ids)

    def _shown(self, entity_ids: Iterable[str]) -> list[Entity]:
        """The entities as which these are shown, by id."""
        known, merges = self._state.entities, merges_of(self._state)
        tops = sorted({top_of(one, merges) for one in entity_ids if one in known})
        return [
            shown(known[top], (known[one] for one in sorted(group_of(top, merges) - {top})))
            for top in tops
        ]

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
        merges = merges_of(self._state)
        asked = {top_of(one, merges) for one in entity_ids}
        hops = [
            (top, edge.source, edge.kind, weight_at(edge, now))
            for edge in self._state.edges.values()
            if edge.kind == "entity" and (top := top_of(edge.target, merges)) in asked
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
        merges = merges_of(self._state)
        found = sorted(
            (
                one
                for one in self._state.entities.values()
                if kind in {None, one.kind} and one.normal_name.startswith(prefix)
                if one.id not in merges
            ),
            key=lambda one: (one.normal_name, one.id),
        )
        behind = [one for one in found if after is None or (one.normal_name, one.id) > after]
        mentions = [
            (edge.source, top_of(edge.target, merges))
            for edge in self._state.edges.values()
            if edge.kind == "entity"
        ]
        return [
            (self._shown([one.id])[0], len({source for source, top in mentions if top == one.id}))
            for one in behind[:limit]
        ]

    async def edges_of(self, node_id: str, *, limit: int) -> list[Edge]:
        """The edges at a node, heaviest first. **Ties** by source, kind, target, predicate."""
        merges = merges_of(self._state)
        nodes = group_of(node_id, merges)
        edges = shown_edges(
            (
                one
                for one in self._state.edges.values()
                if not nodes.isdisjoint((one.source, one.target))
            ),
            merges,
        )
        edges.sort(
            key=lambda edge: (-edge.weight, edge.source, edge.kind, edge.target, edge.predicate)
        )
        return edges[:limit]

    async def edges_at(self, node_ids: Sequence[str], *, now: datetime, limit: int) -> list[Edge]:
        """The edges at any of the nodes, heaviest now first."""
        merges = merges_of(self._state)
        nodes = {one for node_id in node_ids for one in group_of(node_id, merges)}
        at = [
            edge
            for edge in self._state.edges.values()
            if not nodes.isdisjoint((edge.source, edge.target))
        ]
        edges = shown_edges(at, merges)
        edges.sort(
            key=lambda edge: (
                -weight_at(edge, now), edge.source, edge.kind, edge.target, edge.predicate
            )
        )  # fmt: skip
        return edges[:limit]

    async def degrees(self, node_ids: Sequence[str]) -> dict[str, int]:
        """With how many edges each of the nodes meets."""
        merges = merges_of(self._state)
        asked = set(node_ids)
        ends = Counter(
            top_of(end, merges)
            for edge in self._state.edges.values()
            for end in {edge.source, edge.target}
        )
        return {one: n for one, n in ends.items() if one in asked}

    async def figures(self) -> GraphFigures:
        """How many nodes there are, edges of each kind, and of what degrees."""
        state, merges = self._state, merges_of(self._state)
        deleted = {one.id for one in state.memories.values() if one.deleted_at is not None}
        edges = [
            edge for edge in state.edges.values() if deleted.isdisjoint((edge.source, edge.target))
        ]
        ends = Counter(top_of(end, merges) for e in edges for end in {e.source, e.target})
        memories, entities = state.memories.keys() - deleted, state.entities.keys() - merges.keys()
        return GraphFigures(
            memories=len(memories),
            entities=len(entities),
            edges=dict(sorted(Counter(edge.kind for edge in edges).items())),
            degree=degrees_of([ends[one] for one in (*memories, *entities)]),
        )
