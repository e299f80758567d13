"""What did one commit leave of change sets, reviews and communities, in memory?"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.canonical import DERIVED_EDGES
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review, ReviewKind, ReviewState
from perspective.domain.graph import Edge, EdgeKind, weight_at
from perspective.domain.memory import Recorded
from perspective.ports.trust.changes import Pair, WeightedEdges


class InMemoryChangeArchive:
    """The calls of `ChangeArchive` over a tenant's tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def changes(self, *, before: str | None, limit: int) -> list[ChangeSet]:
        """Change sets, the newest first."""
        ids = [one for one in self._state.changes if before is None or one < before]
        return [self._state.changes[one] for one in sorted(ids, reverse=True)[:limit]]

    def change(self, change_id: str) -> ChangeSet | None:
        """One of them, or None."""
        return self._state.changes.get(change_id)

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Its steps with numbers above `after`, by number."""
        steps = self._state.steps.items()
        found = [step for (of, number), step in steps if of == change_id and number > after]
        return sorted(found, key=lambda step: step.number)[:limit]

    def undone(self) -> frozenset[str]:
        """The signatures of the steps that were undone."""
        steps, signatures = self._state.steps, self._state.signatures
        return frozenset(signatures[at] for at, one in steps.items() if one.state == "undone")

    def reviews(
        self, state: ReviewState | None, kind: ReviewKind | None, *, before: str | None, limit: int
    ) -> list[Review]:
        """Reviews, the newest first."""
        found = [
            one
            for one in self._state.reviews.values()
            if state in {None, one.state}
            and kind in {None, one.kind}
            and (before is None or one.id < before)
        ]
        return sorted(found, key=lambda one: one.id, reverse=True)[:limit]

    def review(self, review_id: str) -> Review | None:
        """One of them, or None."""
        return self._state.reviews.get(review_id)

    def reviews_of(self, memory_id: str) -> list[Review]:
        """The reviews that name a memory, by id."""
        every = self._state.reviews
        return [every[one] for one in sorted(every) if memory_id in every[one].memory_ids]

    def communities(self, *, after: str, limit: int) -> list[Community]:
        """Communities with ids above `after`, by id."""
        ids = sorted(one for one in self._state.communities if one > after)
        return [self._state.communities[one] for one in ids[:limit]]

    def communities_of(self, memory_id: str) -> list[Community]:
        """Those that a memory belongs to, by id."""
        every = self.communities(after="", limit=len(self._state.communities))
        return [one for one in every if memory_id in one.member_ids]

    def standing(self, *, after: int, limit: int) -> list[Recorded]:
        """Memories that are not deleted with their latest versions, by that version's key."""
        found = [one for one in self._standing() if one.version.key > after]
        return sorted(found, key=_key)[:limit]

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
        sums: dict[tuple[int, int], float] = {}
        for edge in self._state.edges.values():
            is_between = edge.source in place and edge.target in place
            if edge.kind not in kinds or edge.source == edge.target or not is_between:
                continue
            if (weight := weight_at(edge, now)) > 0.0:
                one, other = sorted((place[edge.source], place[edge.target]))
                sums[one, other] = sums.get((one, other), 0.0) + weight
        return WeightedEdges.of(tuple(ids), sums)

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
