"""What can be done to a tenant's records in one atomic step, in memory?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec

from perspective.adapters.inmemory.changes.amendments import InMemoryAmendments
from perspective.adapters.inmemory.state import EdgeKey, InMemoryState, drop_edges, drop_keys, kept
from perspective.domain.event import Event
from perspective.domain.extraction.merger import merged_into
from perspective.domain.graph import MENTIONS, Edge, Entity
from perspective.domain.memory import Detail, Memory, Recorded, Version
from perspective.domain.text.analysis import Analysed
from perspective.errors import Conflict, MemoryNotFound
from perspective.ports.transaction import (
    Called,
    Document,
    EntityKeys,
    IdempotentAnswer,
    Mark,
    QueueItem,
    Row,
    Work,
)

_replace = msgspec.structs.replace


class InMemoryTransaction:
    """The calls of `RecordTransaction` over a tenant's tables."""

    def __init__(self, state: InMemoryState) -> None:
        self._state = state

    def memory(self, memory_id: str) -> Recorded | None:
        """The memory with its latest version (deleted ones too), or None."""
        return self._state.latest(memory_id)

    def parts(self, source_id: str) -> list[Recorded]:
        """The parts of a long text by ordinal, each with its latest version."""
        return parts_of(self._state, source_id)

    def insert(self, memory: Memory, version: Version) -> int:
        """Adds a memory with its first version; returns the version's key."""
        state, memory, version = self._state, kept(memory), kept(version)
        if memory.id in state.memories:
            raise Conflict(f"there is already a memory with the id {memory.id!r}")
        state.put(state.memories, memory.id, memory)
        return self._add_version(_replace(version, memory_id=memory.id))

    def replace(self, memory: Memory) -> None:
        """Overwrites the identity of a memory that exists; its versions are indexed anew."""
        state, memory = self._state, kept(memory)
        if memory.id not in state.memories:
            raise MemoryNotFound(f"there is no memory with the id {memory.id!r}")
        state.put(state.memories, memory.id, memory)
        for key in state.keys[memory.id]:
            state.put(state.seqs, key, state.next("seq"))

    def replace_detail(self, memory_id: str, detail: Detail) -> None:
        """The latest version's own fields of its type are now these."""
        latest = self._state.latest(memory_id)
        if latest is not None:
            version = kept(_replace(latest.version, detail=detail))
            self._state.put(self._state.versions, version.key, version)

    def append(self, version: Version) -> int:
        """Closes the latest version at `version.known_from` and adds this one after it."""
        state, version = self._state, kept(version)
        before = state.latest(version.memory_id)
        if before is None:
            raise MemoryNotFound(f"there is no memory with the id {version.memory_id!r}")
        latest = before.version
        if version.number != latest.number + 1:
            raise Conflict(
                f"version {version.number} cannot follow version {latest.number} "
                f"of memory {version.memory_id!r}"
            )
        if version.known_from < latest.known_from:
            raise Conflict(
                f"version {version.number} of memory {version.memory_id!r} would be known "
                "before the version that it follows"
            )
        closed = _replace(latest, known_to=version.known_from)
        state.put(state.versions, latest.key, closed)
        state.put(state.seqs, latest.key, state.next("seq"))
        return self._add_version(version)

    def derived(self, memory_id: str) -> list[Recorded]:
        """The memories that were read out of this one, by insertion."""
        edges = self._state.edges.values()
        ids = {one.target for one in edges if one.kind == "supports" and one.source == memory_id}
        return [one for one in self._among(ids) if one.memory.is_derived]

    def sources(self, memory_id: str) -> list[Recorded]:
        """The memories that support this one, by insertion."""
        edges = self._state.edges.values()
        ids = {one.source for one in edges if one.kind == "supports" and one.target == memory_id}
        return self._among(ids)

    def stated(self, namespace: str, content_hash: str) -> list[Recorded]:
        """The memories that were read out of others and ever had these words, by insertion."""
        ids = {
            memory.id
            for memory in self._state.memories.values()
            if memory.is_derived and memory.namespace == namespace
        }
        state = self._state
        return [
            one
            for one in self._among(ids)
            if any(
                state.versions[key].content_hash == content_hash
                for key in state.keys[one.memory.id]
            )
        ]

    def latest(self, namespace: str, session: str | None) -> Recorded | None:
        """The memory inserted last here that is neither deleted nor read out of others."""
        for memory in reversed(self._state.memories.values()):
            is_here = memory.namespace == namespace and memory.source_session == session
            if is_here and memory.deleted_at is None and not memory.is_derived:
                return self._state.latest(memory.id)
        return None

    def repeat_of(
        self,
        *,
        namespace: str,
        session: str | None,
        speaker: str | None,
        content_hash: str,
        since: datetime,
    ) -> str | None:
        """The id of the newest memory of the same place, voice and words, recorded since."""
        for memory in reversed(self._state.memories.values()):
            recorded = self._state.latest(memory.id)
            if (
                recorded is not None
                and recorded.version.content_hash == content_hash
                and (memory.namespace, memory.source_session) == (namespace, session)
                and memory.speaker == speaker
                and memory.recorded_at >= since
                and memory.deleted_at is None
                and not memory.is_derived
            ):
                return memory.id
        return None

    def answer(self, key: str, since: datetime) -> IdempotentAnswer | None:
        """The answer first given for an idempotency key, if it is not older than `since`."""
        answer = self._state.answers.get(key)
        return answer if answer is not None and answer.at >= since else None

    def work(self, source_id: str) -> Work | None:
        """What is, or was, to be done about a document, or None."""
        return self._state.works.get(source_id)

    def queued(self, memory_id: str) -> QueueItem | None:
        """How a memory stands in the queue for extraction, or None."""
        return self._state.queue.get(memory_id)

    def entity(self, normal_name: str) -> Entity | None:
        """The entity whose normal name or alias this is, or None."""
        found = [
            (entity.normal_name != normal_name, entity.created_at, entity.id, entity)
            for entity in self._state.entities.values()
            if normal_name == entity.normal_name or normal_name in entity.aliases
        ]
        return min(found)[-1] if found else None

    def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id."""
        known = self._state.entities
        return [known[one] for one in sorted(set(entity_ids)) if one in known]

    def entities_under(self, keys: Sequence[str]) -> list[Entity]:
        """The entities that are filed under one of the keys, by id."""
        filed = self._state.entity_keys
        ids = {
            entity_id for (entity_id, _), have in filed.items() if not set(keys).isdisjoint(have)
        }
        known = self._state.entities
        return [known[one] for one in sorted(ids) if one in known]

    def merged(self, entity_id: str) -> list[Entity]:
        """The entities that were merged into this one, not by way of another, by id."""
        members = [one for one in self._state.entities.values() if merged_into(one) == entity_id]
        return sorted(members, key=lambda one: one.id)

    def mentioned_in(self, entity_id: str) -> list[str]:
        """The ids of the memories that mention an entity, by id."""
        edges = self._state.edges.values()
        return sorted({e.source for e in edges if e.kind == "entity" and e.target == entity_id})

    def detach(self, entity_id: str, memory_id: str) -> list[Edge]:
        """Takes away what links an entity with a memory; returns the edges."""
        state = self._state
        found = [
            (end, edge)
            for end, edge in sorted(state.edges.items())
            if entity_id in {edge.source, edge.target}
            and memory_id in {edge.source, edge.target, edge.memory_id}
        ]
        for end, _ in found:
            state.drop(state.edges, end)
        state.drop(state.entity_keys, (entity_id, memory_id))
        return [edge for _, edge in found]

    def called(self, entity_id: str, *, limit: int) -> list[Called]:
        """What memories call an entity, the latest memories first."""
        found: list[tuple[int, Called]] = []
        for edge in self._state.edges.values():
            if edge.target == entity_id and edge.predicate == MENTIONS:
                recorded = self._state.latest(edge.source)
                if recorded is not None:
                    version = recorded.version
                    found += [
                        (version.key, Called(name, is_stated, version.terms))
                        for name, is_stated in edge.extra[MENTIONS]
                    ]
        return [one for _, one in sorted(found, key=lambda pair: -pair[0])[:limit]]

    def add(self, *new: Row) -> None:
        """Adds rows, or overwrites those of the same key; an event gets the next id."""
        for row in new:
            self._add(kept(row))

    def forget_reading(self, memory_id: str) -> None:
        """Takes back what was read of a memory, and entities that have no edge left."""
        drop_keys(self._state, memory_id)
        drop_edges(
            self._state,
            lambda edge: (
                edge.memory_id == memory_id
                or (edge.source == memory_id and edge.predicate == MENTIONS)
            ),
            spares_by_hand=True,
        )

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Counts one access for each memory, and reinforces the edges at them."""
        state, ids = self._state, set(memory_ids)
        for memory_id in ids & state.memories.keys():
            memory = state.memories[memory_id]
            touched = _replace(
                memory,
                access_count=memory.access_count + 1,
                last_accessed_at=max(memory.last_accessed_at or at, at),
            )
            state.put(state.memories, memory_id, touched)
        for key, edge in list(state.edges.items()):
            if (edge.source in ids or edge.target in ids) and edge.last_reinforced_at < at:
                state.put(state.edges, key, _replace(edge, last_reinforced_at=at))

    def analyse(self, terms: Sequence[tuple[int, str]], now: Analysed) -> None:
        """Sets the terms of versions by key, and notes how far that is."""
        state = self._state
        for key, new in terms:
            if (version := state.versions.get(key)) is not None:
                state.put(state.versions, key, _replace(version, terms=new))
                state.put(state.seqs, key, state.next("seq"))
        state.put(state.analysed, "terms", now)

    def link(self, memory_ids: Sequence[str], edges: Sequence[Edge], upto: int) -> None:
        """The semantic edges at these memories are now these; notes how far that is."""
        state = self._state
        new = {
            (edge.source, edge.kind, edge.target, edge.predicate): edge
            for edge in edges
            if {edge.source, edge.target} <= state.memories.keys()
        }
        for end, old in list(state.edges.items()):
            is_at = old.source in memory_ids or old.target in memory_ids
            if old.kind == "semantic" and is_at and not {end, _turned(end)} & new.keys():
                state.drop(state.edges, end)
        for end, edge in new.items():
            place = _turned(end) if _turned(end) in state.edges else end
            before = state.edges.get(place, edge)
            state.put(state.edges, place, _replace(before, weight=edge.weight))
        state.put(state.counters, "linked", upto)

    @property
    def amend(self) -> InMemoryAmendments:
        """What change sets do, in this transaction."""
        return InMemoryAmendments(self._state)

    def count(self) -> int:
        """How many memories there are that are neither deleted nor read out of others."""
        memories = self._state.memories.values()
        return sum(one.deleted_at is None and not one.is_derived for one in memories)

    def _among(self, memory_ids: set[str]) -> list[Recorded]:
        """The memories with these ids, by insertion."""
        ids = [one for one in self._state.memories if one in memory_ids]
        return [found for one in ids if (found := self._state.latest(one)) is not None]

    def _add_version(self, version: Version) -> int:
        state, memory_id = self._state, version.memory_id
        key = state.next("key")
        state.put(state.versions, key, _replace(version, key=key))
        state.put(state.keys, memory_id, (*state.keys.get(memory_id, ()), key))
        state.put(state.seqs, key, state.next("seq"))
        return key

    def _add(self, row: Row) -> None:
        state = self._state
        match row:
            case Mark():
                state.put(state.counters, f"mark:{row.name}", row.seq)
            case Event():
                number = state.next("event")
                state.put(state.events, number, _replace(row, id=number))
            case Edge():
                end = (row.source, row.kind, row.target, row.predicate)
                state.put(state.edges, end, row)
            case Entity():
                state.put(state.entities, row.id, row)
            case EntityKeys():
                place = (row.entity_id, row.memory_id)
                before = state.entity_keys.get(place, ())
                state.put(state.entity_keys, place, tuple(sorted({*before, *row.keys})))
            case QueueItem():
                state.put(state.queue, row.memory_id, row)
            case IdempotentAnswer():
                state.put(state.answers, row.key, row)
            case Document():
                state.put(state.documents, row.source_id, row)
            case Work():
                state.put(state.works, row.source_id, row)


def _turned(end: EdgeKey) -> EdgeKey:
    """The same edge from its other end."""
    source, kind, target, predicate = end
    return target, kind, source, predicate


def parts_of(state: InMemoryState, source_id: str) -> list[Recorded]:
    """The parts of a long text by ordinal (none first), then in order of insertion."""
    parts = [
        recorded
        for memory in state.memories.values()
        if memory.source_id == source_id and (recorded := state.latest(memory.id)) is not None
    ]
    return sorted(
        parts, key=lambda part: (part.memory.ordinal is not None, part.memory.ordinal or 0)
    )
