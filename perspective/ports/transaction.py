"""What can be done to a tenant's records in one atomic, durable step?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, Protocol

import msgspec

from perspective.domain.event import Event
from perspective.domain.graph import Edge, Entity
from perspective.domain.memory import Detail, Memory, Recorded, Version
from perspective.domain.text.analysis import Analysed
from perspective.ports.trust.changes import Amendments


class IdempotentAnswer(msgspec.Struct, frozen=True):
    """The first answer to a keyed write; `request_hash` tells a retry from another request."""

    key: str
    request_hash: str
    answer: dict[str, Any]
    at: datetime

    @property
    def names(self) -> set[str]:
        """The ids of memories and long texts that the answer is about."""
        one = (self.answer.get(field) for field in ("id", "duplicate_of", "source_id"))
        return {str(name) for name in (*one, *(self.answer.get("ids") or ())) if name}


class Document(msgspec.Struct, frozen=True):
    """A long text as it came, byte for byte; its parts are memories with this source_id."""

    source_id: str
    content: str
    at: datetime


class EntityKeys(msgspec.Struct, frozen=True):
    """The keys under which an entity is filed, since a memory calls it by some name."""

    entity_id: str
    memory_id: str
    keys: tuple[str, ...]


class Called(msgspec.Struct, frozen=True):
    """What a memory calls an entity, and the memory's analysed words, space-separated."""

    name: str
    is_stated: bool
    terms: str


QueueState = Literal["pending", "running", "done", "failed"]


class QueueItem(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that waits for extraction. `reason` is why the last attempt failed."""

    memory_id: str
    enqueued_at: datetime
    state: QueueState = "pending"
    attempts: int = 0
    reason: str | None = None


WorkState = Literal["pending", "done", "failed", "cancelled"]


class Work(msgspec.Struct, frozen=True, kw_only=True):
    """A document that is still to be split into memories, or was; `plan` says how, as JSON."""

    source_id: str
    process_id: str
    at: datetime
    state: WorkState = "pending"
    plan: dict[str, Any] = {}


class Mark(msgspec.Struct, frozen=True):
    """Up to which sequence number of the change feed something was looked at."""

    name: str
    seq: int


Row = Mark | Event | Edge | Entity | EntityKeys | IdempotentAnswer | Document | QueueItem | Work


class RecordTransaction(Protocol):
    """Reads and writes inside `RecordStore.write`: all of it happens, or nothing.

    Used only inside the function given to `write`, on that thread; it sees its own writes.
    Every call that inserts or changes a version, or the identity above it, gives the versions
    concerned the next sequence numbers, so that the change feed hands them to the indexes.
    """

    def memory(self, memory_id: str) -> Recorded | None:
        """The memory with its latest version (deleted ones too), or None."""
        ...

    def parts(self, source_id: str) -> list[Recorded]:
        """The parts of a long text by ordinal, each with its latest version."""
        ...

    def insert(self, memory: Memory, version: Version) -> int:
        """Adds a memory with its first version; returns the version's key (from 1, growing).

        Raises Conflict when the id is taken.
        """
        ...

    def replace(self, memory: Memory) -> None:
        """Overwrites the identity of a memory that exists; its versions are indexed anew."""
        ...

    def append(self, version: Version) -> int:
        """Closes the latest version at `version.known_from` and adds this one after it.

        `number` must be the latest plus one, and `known_from` not before the latest's; raises
        Conflict otherwise. Returns the new key.
        """
        ...

    def replace_detail(self, memory_id: str, detail: Detail) -> None:
        """The latest version's own fields of its type are now these: counters grow with each use,
        and make no version. Indexes are not concerned. An unknown memory is passed over."""
        ...

    def derived(self, memory_id: str) -> list[Recorded]:
        """The memories that were read out of this one (deleted ones too), by insertion."""
        ...

    def sources(self, memory_id: str) -> list[Recorded]:
        """The memories that support this one (deleted ones too), by insertion."""
        ...

    def stated(self, namespace: str, content_hash: str) -> list[Recorded]:
        """The memories that were read out of others and have, or once had, these words (deleted
        ones too), by insertion: one that a person corrected is still known by what was read."""
        ...

    def latest(self, namespace: str, session: str | None) -> Recorded | None:
        """The memory inserted last in this namespace and session; deleted ones and those that were
        read out of others are left out."""
        ...

    def repeat_of(
        self,
        *,
        namespace: str,
        session: str | None,
        speaker: str | None,
        content_hash: str,
        since: datetime,
    ) -> str | None:
        """The id of a memory, not deleted, of the same place, voice and words, recorded since, that
        was not read out of others."""
        ...

    def answer(self, key: str, since: datetime) -> IdempotentAnswer | None:
        """The answer first given for an idempotency key, if it is not older than `since`."""
        ...

    def work(self, source_id: str) -> Work | None:
        """What is, or was, to be done about a document, or None."""
        ...

    def queued(self, memory_id: str) -> QueueItem | None:
        """How a memory stands in the queue for extraction, or None."""
        ...

    def entity(self, normal_name: str) -> Entity | None:
        """The entity whose normal name or alias this is, or None."""
        ...

    def entities(self, entity_ids: Sequence[str]) -> list[Entity]:
        """The entities with these ids, by id; unknown ids are left out."""
        ...

    def entities_under(self, keys: Sequence[str]) -> list[Entity]:
        """The entities that are filed under one of the keys, by id."""
        ...

    def merged(self, entity_id: str) -> list[Entity]:
        """The entities that were merged into this one, not by way of another, by id."""
        ...

    def mentioned_in(self, entity_id: str) -> list[str]:
        """The ids of the memories that mention an entity, by id."""
        ...

    def detach(self, entity_id: str, memory_id: str) -> list[Edge]:
        """Takes away what links an entity with a memory: the edges between them, those of the entity
        that the memory states, and the keys that come from it. Returns the edges, by source, kind,
        target and predicate; the entity stays, whatever it has left."""
        ...

    def called(self, entity_id: str, *, limit: int) -> list[Called]:
        """What memories call an entity, as they stand now; at most so many memories, the latest
        first. Read from the edges with the predicate MENTIONS: `extra[MENTIONS]` is a list of
        [name, whether a text states that it is called so]."""
        ...

    def add(self, *rows: Row) -> None:
        """Adds rows. An edge or entity that exists (same ends, kind and predicate; same id),
        an answer, document, work or queue item of the same key, is overwritten; an event gets the
        next id."""
        ...

    def forget_reading(self, memory_id: str) -> None:
        """Takes back what was read of a memory: its edges with the predicate MENTIONS, all that it
        states, and the keys that come from it; entities that have no edge left go too, but for those
        that a person merged or split (`domain/extraction/merger.py`). Memories that were read out
        of it stay, without its support."""
        ...

    def touch(self, memory_ids: Sequence[str], at: datetime) -> None:
        """Counts one access for each memory, once, and reinforces the edges at them:
        access_count + 1, last_accessed_at and last_reinforced_at never move back. Indexes are
        not concerned."""
        ...

    def analyse(self, terms: Sequence[tuple[int, str]], now: Analysed) -> None:
        """Sets the terms of versions by key, those passed over that were erased meanwhile, and
        notes how far that is. The text alone decides the terms, so no version changes by it."""
        ...

    def link(self, memory_ids: Sequence[str], edges: Sequence[Edge], upto: int) -> None:
        """The semantic edges at these memories are now `edges`: a pair that stays linked keeps its
        edge, with the new weight. An edge of which one memory is gone is passed over. Notes that the change feed is linked up to the sequence number `upto`."""
        ...

    @property
    def amend(self) -> Amendments:
        """What change sets do, in this transaction."""
        ...

    def count(self) -> int:
        """How many memories there are that are not deleted and not read out of others."""
        ...
