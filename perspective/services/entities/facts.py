"""What becomes of the statements that were read in a memory?

Each becomes a semantic memory that the text supports, with the time that its words name, reckoned
from the text's own time. The same statement of the same day is one memory, with an edge from each
text that makes it. What a text says no more, and no other does, is withdrawn.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, tzinfo
from typing import Any

import msgspec

from perspective.domain.event import Event, EventKind
from perspective.domain.extraction.reading import Fact, Passage, Reading
from perspective.domain.interval import in_zone, to_utc
from perspective.domain.memory import EXTRACTED, Memory, Recorded, Semantic, Version
from perspective.domain.text.normal import content_hash
from perspective.domain.times.find import TimeMention, find_times
from perspective.ports.analyzer import Analyzer
from perspective.ports.system import Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.changes.withdraw import withdraw_about
from perspective.services.entities.entities import Entities

_UNTIL = re.compile(r"until\b|till?\b", re.IGNORECASE)


class Facts:
    """The statements of one memory, within the transaction that keeps its reading."""

    def __init__(
        self,
        tx: RecordTransaction,
        entities: Entities,
        analyzer: Analyzer,
        ids: Ids,
        now: datetime,
        *,
        origin: str,
    ) -> None:
        self._tx = tx
        self._entities = entities
        self._analyzer = analyzer
        self._ids = ids
        self._now = now
        self._origin = origin

    def keep(
        self, source: Recorded, passage: Passage, reading: Reading, before: Sequence[Recorded]
    ) -> int:
        """Writes the statements and which of them causes which, and withdraws what is left of
        those `before`, whose edges are gone already; returns how many there are now."""
        times = find_times(passage.content, passage.at) if reading.facts else []
        known = {one.memory.id for one in before}
        kept: dict[str, str] = {}  # the statement's words → its id
        for fact in reading.facts:
            if content_hash(fact.text) == source.version.content_hash:
                continue  # the text is this statement
            new = self._recorded(fact, source, passage, reading, times)
            kept[fact.text] = self._put(new, known, passage)
            self._support(source.memory.id, kept[fact.text], fact.confidence)
        for one in reading.causes:
            cause, effect = kept.get(one.cause), kept.get(one.effect)
            if cause is not None and effect is not None and cause != effect:
                self._entities.link(
                    cause, effect, "causes", one.confidence, memory_id=source.memory.id
                )
        for old in before:
            if old.memory.id not in kept.values():
                self._withdraw(old)
        return len(set(kept.values()))

    def _put(self, new: Recorded, known: set[str], passage: Passage) -> str:
        """The id under which the statement stands: it may be known from this day already."""
        zone = passage.at.tzinfo or UTC
        for old in self._tx.stated(new.memory.namespace, new.version.content_hash):
            if _day(old, zone) != _day(new, zone):
                continue
            # Deleted by hand, it stays so until another text says it again.
            if old.memory.deleted_at is not None and old.memory.id not in known:
                self._tx.replace(msgspec.structs.replace(old.memory, deleted_at=None))
                self._note("restored", old.memory.id)
            return self._standing_for(old)
        self._tx.insert(new.memory, new.version)
        self._note("created", new.memory.id)
        return new.memory.id

    def _standing_for(self, old: Recorded) -> str:
        """The one that it was joined with, as long as that is there."""
        into = old.version.superseded_by
        if old.memory.state != "retired" or into is None:
            return old.memory.id
        found = self._tx.memory(into)
        is_there = found is not None and found.memory.deleted_at is None
        return into if is_there else old.memory.id

    def _support(self, source_id: str, fact_id: str, weight: float) -> None:
        self._entities.link(source_id, fact_id, "supports", weight, memory_id=source_id)

    def _withdraw(self, old: Recorded) -> None:
        """No text says it any more; what a person wrote or holds on to stays."""
        memory = old.memory
        is_ours = old.version.number == 1 and not memory.pinned
        if is_ours and memory.deleted_at is None and not self._tx.sources(memory.id):
            withdraw_about(self._tx, [memory.id], self._now, self._origin)
            current = self._tx.memory(memory.id)
            assert current is not None
            self._tx.replace(msgspec.structs.replace(current.memory, deleted_at=self._now))
            self._note("deleted", memory.id)

    def _note(self, kind: EventKind, memory_id: str) -> None:
        self._tx.add(Event(at=self._now, kind=kind, actor=self._origin, memory_id=memory_id))

    def _recorded(
        self,
        fact: Fact,
        source: Recorded,
        passage: Passage,
        reading: Reading,
        times: Sequence[TimeMention],
    ) -> Recorded:
        """The statement as a memory: in its source's place and voice, with its tags and metadata."""
        said, at = source.memory, source.version
        memory = Memory(
            id=self._ids.new(),
            type="semantic",
            recorded_at=self._now,
            namespace=said.namespace,
            source_session=said.source_session,
            speaker=said.speaker,
            role=said.role,
            source=EXTRACTED,
        )
        version = Version(
            memory_id=memory.id,
            number=1,
            content=fact.text,
            content_hash=content_hash(fact.text),
            terms=" ".join(self._analyzer.terms(fact.text)),
            detail=Semantic(source_ids=(said.id,), first_seen_at=source.at),
            known_from=self._now,
            valid_from=at.valid_from,
            valid_to=at.valid_to,
            event_at=at.event_at,
            event_zone=at.event_zone,
            importance=at.importance if reading.importance is None else reading.importance,
            confidence=min(fact.confidence, at.confidence),
            language=reading.language or at.language,
            tags=at.tags,
            metadata=at.metadata,
        )
        return Recorded(memory, _timed(version, fact, times, passage))


def _timed(version: Version, fact: Fact, times: Sequence[TimeMention], said: Passage) -> Version:
    """The statement with the time that its words name, if they name one.

    It happened then, and from then on it holds, unless that is still to come; "until Friday" says
    how long.
    """
    named = [one for one in times if fact.start <= one.start and one.end <= fact.end]
    if len(named) != 1:
        return version
    (time,) = named
    changes: dict[str, Any] = {}
    if time.from_at is not None:
        event_at, zone = to_utc(time.from_at, UTC, field="event_at")
        changes = {"event_at": event_at, "event_zone": zone}
        if event_at <= said.at:
            changes["valid_from"] = event_at
    elif time.to_at is not None and _UNTIL.match(said.content, time.start):
        changes["valid_to"] = to_utc(time.to_at, UTC, field="valid_to")[0]
    timed: Version = msgspec.structs.replace(version, **changes)
    return timed


def _day(recorded: Recorded, zone: tzinfo) -> date:
    """The day on which it happened, as its own clock showed it."""
    return in_zone(recorded.at, recorded.version.event_zone, zone).date()
