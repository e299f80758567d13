"""Which versions may a search see? One predicate, which every index must agree with.

`matches` is the definition; each index expresses it in its own terms (a payload filter, a
boolean query, SQL, a mask) and the contract tests hold them to it.
"""

from __future__ import annotations

from datetime import datetime

import msgspec

from perspective.domain.interval import Interval
from perspective.domain.memory import MemoryState, MemoryType, Recorded


class IndexEntry(msgspec.Struct, frozen=True, kw_only=True):
    """What an index knows of one version: its key, and the fields a filter asks for."""

    key: int
    memory_id: str
    namespace: str
    type: MemoryType
    state: MemoryState
    is_deleted: bool
    is_superseded: bool
    tags: tuple[str, ...]
    session: str | None
    speaker: str | None
    source_id: str | None
    at: datetime
    valid_from: datetime | None
    valid_to: datetime | None
    known_from: datetime
    known_to: datetime | None
    confidence: float
    content_hash: str
    terms: str

    @classmethod
    def of(cls, recorded: Recorded) -> IndexEntry:
        """The entry of one version of a memory."""
        memory, version = recorded.memory, recorded.version
        return cls(
            key=version.key,
            memory_id=memory.id,
            namespace=memory.namespace,
            type=memory.type,
            state=memory.state,
            is_deleted=memory.deleted_at is not None,
            is_superseded=version.superseded_by is not None,
            tags=version.tags,
            session=memory.source_session,
            speaker=memory.speaker,
            source_id=memory.source_id,
            at=recorded.at,
            valid_from=version.valid_from,
            valid_to=version.valid_to,
            known_from=version.known_from,
            known_to=version.known_to,
            confidence=version.confidence,
            content_hash=version.content_hash,
            terms=version.terms,
        )


class Filter(msgspec.Struct, frozen=True, kw_only=True):
    """What a version must satisfy to be found.

    `known_at` None is the present: what no later version has closed, whatever the clock says, which
    may have been set back since. `as_of` is set for recall (the engine puts now); a listing leaves
    it None, as it shows what no longer holds too. Elsewhere None does not restrict; an empty tuple of
    namespaces, types or states matches nothing. `tags`: every one must be there.
    `since`/`until`: `since ≤ at < until`, where `at` is the event's time, else the time of
    recording. `with_superseded` is set by a caller who asks for another time. Deleted memories
    never match, unless `deleted` asks for them alone.
    """

    as_of: datetime | None
    known_at: datetime | None
    namespaces: tuple[str, ...] | None = None
    types: tuple[MemoryType, ...] | None = None
    states: tuple[MemoryState, ...] = ("active", "archived")
    tags: tuple[str, ...] = ()
    session: str | None = None
    speaker: str | None = None
    source_id: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    min_confidence: float | None = None
    with_superseded: bool = False
    deleted: bool = False

    def matches(self, entry: IndexEntry) -> bool:
        """True when a search under this filter may return the entry."""
        return (
            entry.is_deleted == self.deleted
            and (self.with_superseded or not entry.is_superseded)
            and entry.state in self.states
            and (self.namespaces is None or entry.namespace in self.namespaces)
            and (self.types is None or entry.type in self.types)
            and all(tag in entry.tags for tag in self.tags)
            and (self.session is None or entry.session == self.session)
            and (self.speaker is None or entry.speaker == self.speaker)
            and (self.source_id is None or entry.source_id == self.source_id)
            and (self.min_confidence is None or entry.confidence >= self.min_confidence)
            and Interval(self.since, self.until).contains(entry.at)
            and (
                entry.known_to is None
                if self.known_at is None
                else Interval(entry.known_from, entry.known_to).contains(self.known_at)
            )
            and (
                self.as_of is None
                or Interval(entry.valid_from, entry.valid_to).contains(self.as_of)
            )
        )
