"""What did one commit leave in the tables in memory? They do not change while they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from perspective.adapters.inmemory.changes.archive import InMemoryChangeArchive
from perspective.adapters.inmemory.changes.survey import InMemorySurvey
from perspective.adapters.inmemory.state import InMemoryState
from perspective.domain.changes.review import ReviewKind, ReviewState
from perspective.domain.filter import Filter, IndexEntry
from perspective.domain.graph import EdgeKind, EntityKind, weight_at
from perspective.domain.ranking.candidate import Candidate
from perspective.domain.text.analysis import Analysed
from perspective.ports.graph import Link
from perspective.ports.records import StoredText
from perspective.ports.transaction import QueueItem, QueueState

Hop = tuple[str, str, EdgeKind, float]  # from, to, kind, weight now


class InMemorySnapshot:
    """An exact `RecordSnapshot` over a tenant in memory."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def candidates(self, keys: Sequence[int], where: Filter) -> list[Candidate]:
        """What ranking asks of those versions with these keys that match the filter."""
        return [
            Candidate.of(recorded)
            for key in keys
            if (recorded := self._state.at_key(key)) is not None
            if where.matches(IndexEntry.of(recorded))
        ]

    def analysed(self) -> Analysed:
        """By which analysis the terms were made."""
        return self._state.analysed["terms"]

    def linked(self) -> int:
        """The sequence number up to which memories were linked."""
        return self._state.counters["linked"]

    @property
    def survey(self) -> InMemorySurvey:
        """What consolidation looks at."""
        return InMemorySurvey(self._state)

    def mark(self, name: str) -> int:
        """The sequence number that was marked under this name."""
        return self._state.counters.get(f"mark:{name}", 0)

    def naming(
        self, memory_ids: Sequence[str], kinds: Collection[EntityKind], *, but: Collection[str]
    ) -> frozenset[str]:
        """Those of the memories that mention an entity of one of the kinds under another name."""
        meant = {
            one.id
            for one in self._state.entities.values()
            if one.kind in kinds and one.normal_name not in but
        }
        edges = self._state.edges.values()
        found = {one.source for one in edges if one.kind == "entity" and one.target in meant}
        return frozenset(found & set(memory_ids))

    def queue(self, state: QueueState, *, limit: int) -> list[QueueItem]:
        """Up to `limit` items of the queue in this state, the oldest first."""
        found = [item for item in self._state.queue.values() if item.state == state]
        return sorted(found, key=lambda item: (item.enqueued_at, item.memory_id))[:limit]

    def queue_counts(self) -> dict[QueueState, int]:
        """How many items of the queue are in each state."""
        return dict(Counter(item.state for item in self._state.queue.values()))

    def review_counts(self, kind: ReviewKind | None) -> dict[ReviewState, int]:
        """How many reviews of a kind, or of all, are in each state."""
        reviews = self._state.reviews.values()
        return dict(Counter(one.state for one in reviews if kind in {None, one.kind}))

    @property
    def archive(self) -> InMemoryChangeArchive:
        """Change sets, reviews and communities."""
        return InMemoryChangeArchive(self._state)

    def texts(self, *, after: int, limit: int) -> list[StoredText]:
        """The texts of up to `limit` versions with keys above `after`, by key."""
        versions = self._state.versions
        keys = sorted(key for key in versions if key > after)[:limit]
        return [StoredText(key, versions[key].content, versions[key].terms) for key in keys]

    def adjacent(
        self,
        memory_ids: Sequence[str],
        kinds: Sequence[EdgeKind],
        where: Filter,
        *,
        now: datetime,
        limit: int,
    ) -> list[Link]:
        """One hop along edges of these kinds, in either direction, heaviest first."""
        hops = [hop for hop in self._hops(kinds, now) if hop[0] in memory_ids]
        return links(self._state, hops, where, limit)

    def _hops(self, kinds: Sequence[EdgeKind], now: datetime) -> Iterator[Hop]:
        """Every edge of these kinds, read from each end."""
        for edge in self._state.edges.values():
            if edge.kind in kinds:
                weight = weight_at(edge, now)
                yield edge.source, edge.target, edge.kind, weight
                yield edge.target, edge.source, edge.kind, weight


def links(state: InMemoryState, hops: Sequence[Hop], where: Filter, limit: int) -> list[Link]:
    """The hops that end at a visible memory; the heaviest of several between the same two."""
    weights: dict[tuple[str, str, EdgeKind], float] = {}
    for near, far, kind, weight in hops:
        weights[near, far, kind] = max(weight, weights.get((near, far, kind), weight))
    found = [
        Link(near, far, recorded.version.key, kind, weight)
        for (near, far, kind), weight in weights.items()
        if (recorded := state.visible(far, where)) is not None
    ]
    found.sort(key=lambda link: (-link.weight, -link.target_key, link.source_id, link.kind))
    return found[:limit]
