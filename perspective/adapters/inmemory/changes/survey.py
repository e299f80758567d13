"""What does consolidation look at, in memory?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import get_args

from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.canonical import DERIVED_EDGES
from perspective.domain.graph import Edge, EdgeKind, weight_at
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import MemoryType, Recorded
from perspective.domain.text.token_count import estimate
from perspective.ports.trust.survey import Held, Pair, WeightedEdges


class InMemorySurvey:
    """The calls of `Survey` over a tenant's tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def standing(self, *, after: int, limit: int) -> list[Recorded]:
        """Memories that are not deleted with their latest versions, by that version's key."""
        found = [one for one in self._standing() if one.version.key > after]
        return sorted(found, key=_key)[:limit]

    def held(self, *, after: int, limit: int) -> Held:
        """How the same memories stand, in the same order, without their words."""
        return Held.of(
            [
                (
                    one.version.key,
                    one.memory.type,
                    one.memory.state,
                    one.memory.pinned,
                    to_microseconds(one.memory.last_accessed_at or one.memory.recorded_at),
                    one.memory.access_count,
                    one.memory.stability,
                    one.version.importance,
                    estimate(one.version.content),
                )
                for one in self.standing(after=after, limit=limit)
            ]
        )

    def contents(self, keys: Sequence[int]) -> dict[int, str]:
        """The contents of the versions with these keys."""
        versions = self._state.versions
        return {one: versions[one].content for one in keys if one in versions}

    def alike(self, *, above: float, since: int) -> list[Pair]:
        """Pairs of standing memories that may say the same, of which one changed since."""
        state = self._state
        stands = {one.memory.id: one for one in sorted(self._standing(), key=_key)}
        fresh = {one for one, at in stands.items() if state.seqs[at.version.key] > since}
        found = [
            (stands[e.source].version.key, stands[e.target].version.key, e)
            for e in state.edges.values()
            if e.kind == "semantic" and e.weight > above
            if e.source in stands and e.target in stands
        ]
        pairs = [Pair(e.source, e.target, e.weight) for _, _, e in sorted(found, key=_ends)]
        first: dict[tuple[str, str, str | None], str] = {}
        for one in stands.values():
            memory = one.memory
            place = (one.version.content_hash, memory.namespace, memory.speaker)
            if (earliest := first.setdefault(place, memory.id)) != memory.id:
                pairs.append(Pair(earliest, memory.id))
        return [pair for pair in pairs if pair.one in fresh or pair.other in fresh]

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived."""
        return [
            edge
            for _, edge in sorted(self._state.edges.items())
            if node_id in {edge.source, edge.target} and edge.kind not in DERIVED_EDGES
        ]

    def weighted(self, kinds: Collection[EdgeKind], *, now: datetime) -> WeightedEdges:
        """The edges of these kinds between standing memories, once a pair, as arrays."""
        ids = sorted(one.memory.id for one in self._standing())
        place = {memory_id: n for n, memory_id in enumerate(ids)}
        between = (
            (place[edge.source], place[edge.target], weight)
            for edge in self._state.edges.values()
            if edge.kind in kinds and edge.source != edge.target
            if edge.source in place and edge.target in place
            if (weight := weight_at(edge, now)) > 0.0
        )
        return WeightedEdges.of(tuple(ids), between)

    def first_arrival(self, *, since: int) -> int | None:
        """When the first memory was recorded, from `since` on, that is not deleted."""
        return min((at for at, _ in self._arrived() if at >= since), default=None)

    def arrivals(self, *, since: int, until: int) -> dict[MemoryType, int]:
        """How many memories of each type were recorded in this time and are not deleted."""
        found = Counter(kind for at, kind in self._arrived() if since <= at < until)
        return {kind: found[kind] for kind in get_args(MemoryType) if found[kind]}

    def _arrived(self) -> Iterator[tuple[int, MemoryType]]:
        for memory in self._state.memories.values():
            if memory.deleted_at is None:
                yield to_microseconds(memory.recorded_at), memory.type

    def _standing(self) -> list[Recorded]:
        each = (self._state.latest(memory_id) for memory_id in self._state.memories)
        return [
            one
            for one in each
            if one is not None and one.memory.deleted_at is None and one.memory.state != "retired"
        ]


def _key(one: Recorded) -> int:
    return one.version.key


def _ends(one: tuple[int, int, Edge]) -> tuple[int, int]:
    return one[0], one[1]
