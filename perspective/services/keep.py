"""What is written for a text, in one transaction with what it must be checked against?

Idempotency, repeats and quota are looked up inside the transaction, so that two writers at once
cannot both be first. Runs on the store's thread: nothing here waits.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec

from perspective.domain.answer import Stored
from perspective.domain.event import Event
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, EdgeKind, Entity, temporal_weight
from perspective.domain.memory import Memory, Recorded, Version, empty_detail
from perspective.domain.query import EntityMention, NewMemory
from perspective.domain.tenant import Tenant
from perspective.domain.text.normal import normal_form
from perspective.errors import CallerError, Conflict, QuotaExceeded
from perspective.ports.system import Ids
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
)
from perspective.settings import StoringSettings

_SESSIONLESS_LINK_S = 3600.0
TURN_SOURCE = "turn"


class Part(msgspec.Struct, frozen=True):
    """What becomes one memory."""

    content: str
    content_hash: str
    terms: str


class Times(msgspec.Struct, frozen=True):
    """The caller's times, in UTC."""

    event_at: datetime | None
    event_zone: str | None
    valid_from: datetime | None
    valid_to: datetime | None


class Prepared(msgspec.Struct, frozen=True):
    """A text made ready for its transaction; `whole` is kept apart only when it was split."""

    item: NewMemory
    whole: str
    parts: tuple[Part, ...]
    times: Times
    masked: int
    gated: str | None
    request_hash: str


class Keeper:
    """Keeps prepared texts within one transaction. Checks come before the first write of an
    item, so a refused item leaves nothing behind."""

    def __init__(
        self,
        tx: RecordTransaction,
        tenant: Tenant,
        settings: StoringSettings,
        ids: Ids,
        now: datetime,
        actor: str,
    ) -> None:
        self._tx = tx
        self._tenant = tenant
        self._settings = settings
        self._ids = ids
        self._now = now
        self._actor = actor

    def keep(self, one: Prepared, key: str | None) -> Stored | CallerError:
        """Writes one text; with a key seen before, returns the first answer again."""
        try:
            if key is not None and (first := self._first_answer(key, one)) is not None:
                return first
            answer = self._keep_new(one)
        except (Conflict, QuotaExceeded) as error:
            return error
        if key is not None:
            built = msgspec.to_builtins(answer)
            self._tx.add(IdempotentAnswer(key, one.request_hash, built, self._now))
        return answer

    def _first_answer(self, key: str, one: Prepared) -> Stored | None:
        window = timedelta(days=self._settings.idempotency_days)
        first = self._tx.answer(key, self._now - window)
        if first is None:
            return None
        if first.request_hash != one.request_hash:
            what = "id" if key.startswith("id:") else "Idempotency-Key"
            raise Conflict(f"this {what} was used for a different request")
        answer = msgspec.convert(first.answer, Stored)
        return msgspec.structs.replace(answer, is_repeat=True)

    def _keep_new(self, one: Prepared) -> Stored:
        item = one.item
        base = Stored(id=None, type=item.memory_type, gated=one.gated, masked=one.masked)
        if one.gated and item.source == TURN_SOURCE:
            return msgspec.structs.replace(base, stored=False)
        if repeated := self._repeated(one):
            return self._repeat(base, repeated)
        self._check_quota(len(one.parts))
        is_queued = self._tenant.settings.extraction and one.gated is None
        if len(one.parts) == 1:
            memory_id = item.id or self._ids.new()
            if item.id is not None and self._tx.parts(item.id):
                raise Conflict(f"the id {item.id!r} is taken")
            self._insert(one, one.parts[0], memory_id, None, None, is_queued=is_queued)
            return msgspec.structs.replace(base, id=memory_id, queued_for_extraction=is_queued)
        source_id = item.id or self._ids.new()
        if self._tx.parts(source_id) or self._tx.memory(source_id):
            raise Conflict(f"the id {source_id!r} is taken")
        self._tx.add(Document(source_id, one.whole, self._now))
        ids = tuple(self._ids.new() for _ in one.parts)
        for ordinal, (part, memory_id) in enumerate(zip(one.parts, ids, strict=True)):
            self._insert(one, part, memory_id, source_id, ordinal, is_queued=is_queued)
        return msgspec.structs.replace(
            base, id=source_id, source_id=source_id, ids=ids, queued_for_extraction=is_queued
        )

    def _repeated(self, one: Prepared) -> list[Recorded]:
        """The memories that hold these very words already, said just now in the same place."""
        item, window_s = one.item, self._settings.repeat_window_s
        if window_s == 0 or item.id is not None:
            return []
        first_id = self._tx.repeat_of(
            namespace=item.namespace,
            session=item.source_session,
            speaker=item.speaker,
            content_hash=one.parts[0].content_hash,
            since=self._now - timedelta(seconds=window_s),
        )
        first = None if first_id is None else self._tx.memory(first_id)
        if first is None or len(one.parts) == 1:
            return [] if first is None else [first]
        source_id = first.memory.source_id
        parts = [] if source_id is None else self._tx.parts(source_id)
        alive = [part.version.content_hash for part in parts if part.memory.deleted_at is None]
        return parts if alive == [part.content_hash for part in one.parts] else []

    def _repeat(self, base: Stored, repeated: list[Recorded]) -> Stored:
        """The answer for what is stored already; it counts as an access."""
        ids = tuple(one.memory.id for one in repeated)
        self._tx.touch(ids, self._now)
        if len(ids) == 1:
            return msgspec.structs.replace(base, id=ids[0], duplicate_of=ids[0], is_repeat=True)
        source_id = repeated[0].memory.source_id
        return msgspec.structs.replace(
            base, id=source_id, duplicate_of=source_id, source_id=source_id, ids=ids, is_repeat=True
        )

    def _check_quota(self, n_new: int) -> None:
        limit = self._tenant.settings.max_memories
        if limit and self._tx.count() + n_new > limit:
            raise QuotaExceeded(
                f"tenant {self._tenant.id!r} holds {self._tx.count()} of {limit} memories"
            )

    def _insert(
        self,
        one: Prepared,
        part: Part,
        memory_id: str,
        source_id: str | None,
        ordinal: int | None,
        *,
        is_queued: bool,
    ) -> None:
        item, times = one.item, one.times
        previous = self._tx.latest(item.namespace, item.source_session)
        memory = Memory(
            id=memory_id,
            type=item.memory_type,
            recorded_at=self._now,
            namespace=item.namespace,
            source_session=item.source_session,
            speaker=item.speaker,
            role=item.role,
            source=item.source,
            source_id=source_id,
            ordinal=ordinal,
            gated=one.gated,
        )
        version = Version(
            memory_id=memory_id,
            number=1,
            content=part.content,
            content_hash=part.content_hash,
            terms=part.terms,
            detail=empty_detail(item.memory_type),
            known_from=self._now,
            valid_from=times.valid_from,
            valid_to=times.valid_to,
            event_at=times.event_at,
            event_zone=times.event_zone,
            importance=item.importance,
            confidence=item.confidence,
            tags=item.tags,
            metadata=item.metadata,
        )
        self._tx.insert(memory, version)
        self._link_in_time(previous, Recorded(memory, version))
        self._link_entities(item, memory_id)
        self._tx.add(
            Event(at=self._now, kind="created", actor=self._actor, memory_id=memory_id,
                  after={"type": memory.type, "namespace": memory.namespace})
        )  # fmt: skip
        if is_queued:
            self._tx.add(QueueItem(memory_id=memory_id, enqueued_at=self._now))

    def _link_in_time(self, previous: Recorded | None, new: Recorded) -> None:
        if previous is None:
            return
        gap_s = abs((new.at - previous.at).total_seconds())
        if new.memory.source_session is None and gap_s > _SESSIONLESS_LINK_S:
            return
        self._link(previous.memory.id, new.memory.id, "temporal", temporal_weight(gap_s))

    def _link_entities(self, item: NewMemory, memory_id: str) -> None:
        tags = (EntityMention(name=tag, kind="concept") for tag in item.tags)
        for mention in (*item.entities, *tags):
            normal_name = normal_form(mention.name)
            entity = self._tx.entity(normal_name)
            if entity is None:
                entity = Entity(
                    id=self._ids.new(),
                    name=mention.name,
                    normal_name=normal_name,
                    kind=mention.kind,
                    created_at=self._now,
                )
                self._tx.add(entity)
            self._link(memory_id, entity.id, "entity", 1.0)

    def _link(self, source: str, target: str, kind: EdgeKind, weight: float) -> None:
        self._tx.add(
            Edge(
                source=source,
                target=target,
                kind=kind,
                weight=weight,
                created_at=self._now,
                last_reinforced_at=self._now,
                decay_rate=DECAY_RATES_PER_DAY[kind],
                origin="store",
            )
        )
