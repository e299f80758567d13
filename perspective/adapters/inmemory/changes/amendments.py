"""How is a step of a change set done and taken back, in memory?"""

from __future__ import annotations

import msgspec

from perspective.adapters.inmemory.changes.archive import InMemoryChangeArchive
from perspective.adapters.inmemory.changes.survey import InMemorySurvey
from perspective.adapters.inmemory.state import InMemoryState, drop_keys, kept
from perspective.domain.changes.change_set import ChangeSet, Step
from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.domain.graph import Edge, EdgeKind
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.trust.changes import R

_replace = msgspec.structs.replace


class InMemoryAmendments:
    """The calls of `Amendments` over a tenant's tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state
        self._archive = InMemoryChangeArchive(state)

    def edge(self, source: str, kind: EdgeKind, target: str, predicate: str) -> Edge | None:
        """The edge, or None."""
        return self._state.edges.get((source, kind, target, predicate))

    def edges_at(self, node_id: str) -> list[Edge]:
        """The edges at a memory or entity that are not derived."""
        return InMemorySurvey(self._state).edges_at(node_id)

    def drop_edge(self, edge: Edge) -> None:
        """Takes the edge away."""
        place = (edge.source, edge.kind, edge.target, edge.predicate)
        self._state.drop(self._state.edges, place)

    def withdraw(self, memory_id: str) -> None:
        """The memory was never there; its versions stand in the feed as removals."""
        state = self._state
        if memory_id not in state.memories:
            raise MemoryNotFound(f"there is no memory with the id {memory_id!r}")
        for key in state.keys[memory_id]:
            self._remove(key)
        for place, edge in list(state.edges.items()):
            if memory_id in {edge.source, edge.target}:
                state.drop(state.edges, place)
        state.drop(state.keys, memory_id)
        state.drop(state.queue, memory_id)
        drop_keys(state, memory_id)
        state.drop(state.memories, memory_id)

    def unappend(self, memory_id: str) -> None:
        """The latest version was never there; the one before is open again."""
        state = self._state
        keys = state.keys.get(memory_id, ())
        if len(keys) < 2:
            raise Conflict(f"memory {memory_id!r} has no version to go back to")
        self._remove(keys[-1])
        state.put(state.keys, memory_id, keys[:-1])
        before = state.versions[keys[-2]]
        state.put(state.versions, keys[-2], _replace(before, known_to=None))
        state.put(state.seqs, keys[-2], state.next("seq"))

    def put(self, row: Review | Community | ChangeSet) -> None:
        """Adds the row, or overwrites the one of its id."""
        row, state = kept(row), self._state
        match row:
            case ChangeSet():
                state.put(state.changes, row.id, row)
            case Review():
                state.put(state.reviews, row.id, row)
            case Community():
                state.put(state.communities, row.id, row)

    def kept(self, row: R) -> R | None:
        """The row of the same kind and id as it stands, or None."""
        if isinstance(row, Review):
            return self._state.reviews.get(row.id)
        return self._state.communities.get(row.id)

    def drop(self, row: Review | Community) -> None:
        """Takes the row of this id away, if it is there."""
        if isinstance(row, Review):
            self._state.drop(self._state.reviews, row.id)
        else:
            self._state.drop(self._state.communities, row.id)

    def put_step(self, step: Step) -> None:
        """Keeps a step under its change set and number."""
        place = (step.change_id, step.number)
        if place not in self._state.signatures:
            self._state.put(self._state.signatures, place, step.signature)
        self._state.put(self._state.steps, place, kept(step))

    def change(self, change_id: str) -> ChangeSet | None:
        """A change set, or None."""
        return self._state.changes.get(change_id)

    def steps(self, change_id: str, *, after: int, limit: int) -> list[Step]:
        """Steps with numbers above `after`, by number."""
        return self._archive.steps(change_id, after=after, limit=limit)

    def about(self, memory_id: str) -> list[Step]:
        """The applied steps that name the memory, the latest first."""
        steps = sorted(self._state.steps.items(), reverse=True)
        return [s for _, s in steps if s.state == "applied" and memory_id in s.memory_ids]

    def _remove(self, key: int) -> None:
        state = self._state
        state.put(state.removed, key, state.next("seq"))
        state.drop(state.seqs, key)
        state.drop(state.versions, key)
        for at in [at for at in state.embeddings if at[1] == key]:
            state.drop(state.embeddings, at)


def erase_changes(state: InMemoryState, memory_id: str) -> None:
    """No step, review or community holds anything of a memory's any more."""
    for place, step in list(state.steps.items()):
        if memory_id in step.memory_ids:
            state.put(state.steps, place, step.erased())
    for review in list(state.reviews.values()):
        if memory_id in review.memory_ids:
            state.drop(state.reviews, review.id)
            if (fewer := review.without(memory_id)) is not None:
                state.put(state.reviews, fewer.id, fewer)
    for community in list(state.communities.values()):
        if memory_id in community.member_ids:
            state.drop(state.communities, community.id)
            if (smaller := community.without(memory_id)) is not None:
                state.put(state.communities, smaller.id, smaller)
