"""Where is the truth kept? In the tables of one object; nothing is on the disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from perspective.adapters.inmemory.snapshot import InMemorySnapshot
from perspective.adapters.inmemory.state import InMemoryState
from perspective.adapters.inmemory.transaction import InMemoryTransaction, parts_of
from perspective.domain.answer import Counts
from perspective.domain.canonical import (
    ACCESS,
    DERIVED,
    DERIVED_EDGES,
    HISTORY,
    canonical_line,
)
from perspective.domain.event import Event
from perspective.domain.filter import Filter
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import Recorded
from perspective.errors import StoreUnavailable
from perspective.ports.records import RecordSnapshot
from perspective.ports.transaction import Document, RecordTransaction, Work

T = TypeVar("T")


class InMemoryRecords:
    """An exact `RecordStore`: what is written lasts as long as its state does."""

    def __init__(self, state: InMemoryState | None = None) -> None:
        self._state = InMemoryState() if state is None else state
        self._is_closed = False

    async def write(self, work: Callable[[RecordTransaction], T]) -> T:
        """Runs `work`; when it raises, its writes are undone."""
        self._check_open()
        with self._state as state:
            return work(InMemoryTransaction(state))

    async def read(self, work: Callable[[RecordSnapshot], T]) -> T:
        """Runs `work` over the tables as they are, and returns its result."""
        self._check_open()
        return work(InMemorySnapshot(self._state))

    async def recorded(self, memory_ids: Sequence[str]) -> list[Recorded]:
        """The memories with their latest versions, in the order of `memory_ids`."""
        self._check_open()
        return _found(self._state.latest(memory_id) for memory_id in memory_ids)

    async def at_keys(self, keys: Sequence[int]) -> list[Recorded]:
        """The versions with these keys, in their order; unknown keys are left out."""
        self._check_open()
        return _found(self._state.at_key(key) for key in keys)

    async def versions(self, memory_id: str) -> list[Recorded]:
        """All versions of a memory, oldest first; empty when there is none."""
        self._check_open()
        return _found(self._state.at_key(key) for key in self._state.keys.get(memory_id, ()))

    async def page(
        self, where: Filter, *, before: tuple[int, str] | None, limit: int
    ) -> list[Recorded]:
        """Up to `limit` memories whose visible version matches, newest first."""
        self._check_open()
        found = _found(self._state.visible(memory_id, where) for memory_id in self._state.memories)
        found = [one for one in found if before is None or _place(one) < before]
        return sorted(found, key=_place, reverse=True)[:limit]

    async def document(self, source_id: str) -> tuple[Document, list[Recorded]] | None:
        """A long text and its parts by ordinal (deleted ones too), or None."""
        self._check_open()
        document = self._state.documents.get(source_id)
        return None if document is None else (document, parts_of(self._state, source_id))

    async def works(self) -> list[Work]:
        """The documents that are still to be split, the oldest first."""
        self._check_open()
        waiting = [work for work in self._state.works.values() if work.state == "pending"]
        return sorted(waiting, key=lambda work: (work.at, work.source_id))

    async def events(self, *, memory_id: str | None, before: int | None, limit: int) -> list[Event]:
        """Events, newest first, of one memory or of all, with ids below `before`."""
        self._check_open()
        return [
            event
            for event in reversed(self._state.events.values())
            if (memory_id is None or event.memory_id == memory_id)
            and (before is None or event.id < before)
        ][:limit]

    async def counts(self) -> Counts:
        """How much there is of everything; `queued` counts what is not done or failed."""
        self._check_open()
        state = self._state
        live = [memory for memory in state.memories.values() if memory.deleted_at is None]
        return Counts(
            memories=len(live),
            versions=len(state.versions),
            deleted=len(state.memories) - len(live),
            queued=sum(item.state in {"pending", "running"} for item in state.queue.values()),
            edges=sum(edge.kind not in DERIVED_EDGES for edge in state.edges.values()),
            entities=len(state.entities),
            by_type=dict(Counter[str](memory.type for memory in live)),
            by_state=dict(Counter[str](memory.state for memory in live)),
            by_namespace=dict(Counter(memory.namespace for memory in live)),
        )

    async def dump(self, *, with_access: bool = False, with_history: bool = True) -> Iterator[str]:
        """Every row as one JSON line, sorted by table and primary key."""
        self._check_open()
        lines = _lines(self._state, with_access=with_access, with_history=with_history)
        return iter(list(lines))

    async def close(self) -> None:
        """Refuses what comes after. Safe to repeat."""
        self._is_closed = True

    def _check_open(self) -> None:
        if self._is_closed:
            raise StoreUnavailable("the store is closed")


def _found(each: Iterator[Recorded | None]) -> list[Recorded]:
    return [recorded for recorded in each if recorded is not None]


def _place(recorded: Recorded) -> tuple[int, str]:
    return to_microseconds(recorded.at), recorded.memory.id


def _lines(state: InMemoryState, *, with_access: bool, with_history: bool) -> Iterator[str]:
    without = DERIVED if with_access else DERIVED | ACCESS
    versions = {(one.memory_id, one.number): one for one in state.versions.values()}
    tables: dict[str, Mapping[Any, msgspec.Struct]] = {
        "change_steps": state.steps,
        "changes": state.changes,
        "communities": state.communities,
        "documents": state.documents,
        "edges": {k: e for k, e in state.edges.items() if e.kind not in DERIVED_EDGES},
        "entities": state.entities,
        "erasures": state.erasures,
        "events": state.events,
        "idempotency": state.answers,
        "memories": state.memories,
        "queue": state.queue,
        "reviews": state.reviews,
        "versions": versions,
        "works": state.works,
    }
    for table, structs in tables.items():
        if table in HISTORY and not with_history:
            continue
        # An answer's key is its name; a version's is only this store's number for it.
        kept = without - {"key"} if table == "idempotency" else without
        for key in sorted(structs):
            yield canonical_line(table, structs[key], without=kept)
