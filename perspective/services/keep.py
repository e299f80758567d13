"""What is written for a text, in one transaction with what it must be checked against?

Idempotency, repeats and quota are looked up inside the transaction, so that two writers at once
cannot both be first. Runs on the store's thread: nothing here waits.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec

from perspective.domain.answer import Stored
from perspective.domain.event import Event
from perspective.domain.graph import temporal_weight
from perspective.domain.memory import Detail, Memory, Procedural, Recorded, Version, empty_detail
from perspective.domain.query import EntityMention, NewMemory
from perspective.domain.tenant import Tenant
from perspective.domain.text.suspect.orders import with_suspect
from perspective.errors import CallerError, Conflict, QuotaExceeded
from perspective.ports.system import Ids
from perspective.ports.transaction import (
    Document,
    IdempotentAnswer,
    QueueItem,
    RecordTransaction,
    Work,
)
from perspective.services.entities.entities import Entities
from perspective.services.split import Cut, Part
from perspective.settings import StoringSettings

_SESSIONLESS_LINK_S = 3600.0
TURN_SOURCE = "turn"
_DOCUMENT_KEY = "document:"
_ELSEWHERE = "…"  # the words of a document are in its own row


class Times(msgspec.Struct, frozen=True):
    """The caller's times, in UTC."""

    event_at: datetime | None
    event_zone: str | None
    valid_from: datetime | None
    valid_to: datetime | None


class Prepared(msgspec.Struct, frozen=True):
    """A text made ready for its transaction; `whole` is kept apart only when it was split.

    Without parts it is split later, in the background, in the way that `plan` says.
    """

    item: NewMemory
    whole: str
    parts: tuple[Part, ...]
    times: Times
    masked: int
    gated: str | None
    request_hash: str
    process_id: str | None = None
    cut: Cut | None = None


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
        self._entities = Entities(tx, ids, now, origin="store")

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
        base = Stored(
            id=None,
            type=item.memory_type,
            gated=one.gated,
            masked=one.masked,
            suspect=any(part.is_suspect for part in one.parts),
        )
        if one.gated and item.source == TURN_SOURCE:
            return msgspec.structs.replace(base, stored=False)
        if not one.parts:
            return self._defer(one, base)
        if repeated := self._repeated(one):
            return self._repeat(base, repeated)
        self._check_quota(len(one.parts))
        is_due = is_queued(self._tenant, one)
        if len(one.parts) == 1:
            memory_id = item.id or self._ids.new()
            if item.id is not None and (self._tx.parts(item.id) or self._tx.work(item.id)):
                raise Conflict(f"the id {item.id!r} is taken")
            self._insert(one, one.parts[0], memory_id, None, None, is_queued=is_due)
            return msgspec.structs.replace(base, id=memory_id, queued_for_extraction=is_due)
        source_id = self._free_source_id(item)
        self._tx.add(Document(source_id, one.whole, self._now))
        ids = tuple(self._ids.new() for _ in one.parts)
        for ordinal, (part, memory_id) in enumerate(zip(one.parts, ids, strict=True)):
            self._insert(one, part, memory_id, source_id, ordinal, is_queued=is_due)
        return msgspec.structs.replace(
            base, id=source_id, source_id=source_id, ids=ids, queued_for_extraction=is_due
        )

    def keep_parts(
        self,
        one: Prepared,
        source_id: str,
        parts: Sequence[Part],
        *,
        first: int,
        after: Recorded | None,
        is_queued: bool,
    ) -> Recorded | None:
        """Writes neighbouring parts of a text that was accepted before, the first of them with
        the ordinal `first`; returns the last. `after` is the part before them."""
        self._check_quota(len(parts))
        for ordinal, part in enumerate(parts, start=first):
            memory_id = self._ids.new()
            after = self._insert(
                one, part, memory_id, source_id, ordinal, is_queued=is_queued, previous=after
            )
        return after

    def _defer(self, one: Prepared, base: Stored) -> Stored:
        """Accepts a text that will be split later: it, and what is to be done, are durable."""
        item = one.item
        place = (item.namespace, item.source_session, item.speaker, one.whole)
        words = hashlib.sha256(msgspec.json.encode(place)).hexdigest()
        key = f"{_DOCUMENT_KEY}{words}"
        if (source_id := self._document_repeated(item, key)) is not None:
            return msgspec.structs.replace(
                base, id=source_id, duplicate_of=source_id, source_id=source_id, is_repeat=True
            )
        self._check_quota(1)
        assert one.process_id is not None
        source_id = self._free_source_id(item)
        plan = {
            "item": {**msgspec.to_builtins(item), "content": _ELSEWHERE},
            "times": msgspec.to_builtins(one.times),
            "gated": one.gated,
            "cut": msgspec.to_builtins(one.cut),
            "actor": self._actor,
        }
        self._tx.add(
            Document(source_id, one.whole, self._now),
            Work(source_id=source_id, process_id=one.process_id, at=self._now, plan=plan),
            IdempotentAnswer(key, "", {"source_id": source_id}, self._now),
        )
        return msgspec.structs.replace(
            base,
            id=source_id,
            source_id=source_id,
            process_id=one.process_id,
            queued_for_extraction=is_queued(self._tenant, one),
        )

    def _document_repeated(self, item: NewMemory, key: str) -> str | None:
        """The long text with these very words, stored just now and not deleted since."""
        window_s = self._settings.repeat_window_s
        if window_s == 0 or item.id is not None:
            return None
        first = self._tx.answer(key, self._now - timedelta(seconds=window_s))
        work = None if first is None else self._tx.work(str(first.answer["source_id"]))
        if work is None or work.state not in {"pending", "done"}:
            return None
        parts = self._tx.parts(work.source_id)
        is_alive = all(part.memory.deleted_at is None for part in parts)
        return work.source_id if is_alive else None

    def _free_source_id(self, item: NewMemory) -> str:
        source_id = item.id or self._ids.new()
        if self._tx.work(source_id) or self._tx.parts(source_id) or self._tx.memory(source_id):
            raise Conflict(f"the id {source_id!r} is taken")
        return source_id

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
        if first is not None and first.version.event_at != one.times.event_at:
            return []  # it happened at another time
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
        previous: Recorded | None = None,
    ) -> Recorded:
        item = one.item
        previous = previous or self._tx.latest(item.namespace, item.source_session)
        new = recorded_of(one, part, memory_id, source_id, ordinal, self._now)
        self._tx.insert(new.memory, new.version)
        self._link_in_time(previous, new)
        self._link_entities(item, memory_id)
        self._tx.add(
            Event(at=self._now, kind="created", actor=self._actor, memory_id=memory_id,
                  after={"type": new.memory.type, "namespace": new.memory.namespace})
        )  # fmt: skip
        if is_queued:
            self._tx.add(QueueItem(memory_id=memory_id, enqueued_at=self._now))
        return new

    def _link_in_time(self, previous: Recorded | None, new: Recorded) -> None:
        if previous is None:
            return
        gap_s = abs((new.at - previous.at).total_seconds())
        if new.memory.source_session is None and gap_s > _SESSIONLESS_LINK_S:
            return
        weight = temporal_weight(gap_s)
        self._entities.link(previous.memory.id, new.memory.id, "temporal", weight)

    def _link_entities(self, item: NewMemory, memory_id: str) -> None:
        tags = (EntityMention(name=tag, kind="concept") for tag in item.tags)
        for mention in (*item.entities, *tags):
            entity = self._entities.named(mention.name, mention.kind)
            self._entities.link(memory_id, entity.id, "entity", 1.0)


def is_queued(tenant: Tenant, one: Prepared) -> bool:
    """Whether something is to be extracted from the text."""
    return tenant.settings.extraction and one.gated is None


def prepared_of(work: Work) -> Prepared:
    """A text that was accepted before, as its parts need it; its words are in the document."""
    plan = work.plan
    return Prepared(
        item=msgspec.convert(plan["item"], NewMemory),
        whole="",
        parts=(),
        times=msgspec.convert(plan["times"], Times),
        masked=0,
        gated=plan["gated"],
        request_hash="",
    )


def _detail_of(item: NewMemory, ordinal: int | None) -> Detail:
    """The type's own fields; of a long text they are its first part's."""
    if item.procedure is None or ordinal:
        return empty_detail(item.memory_type)
    given = ((name, getattr(item.procedure, name)) for name in item.procedure.__struct_fields__)
    return Procedural(**{name: value for name, value in given if value is not msgspec.UNSET})


def recorded_of(
    one: Prepared,
    part: Part,
    memory_id: str,
    source_id: str | None,
    ordinal: int | None,
    now: datetime,
) -> Recorded:
    """The memory that a part becomes, with its first version."""
    item, times = one.item, one.times
    memory = Memory(
        id=memory_id,
        type=item.memory_type,
        recorded_at=now,
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
        detail=_detail_of(item, ordinal),
        known_from=now,
        valid_from=times.valid_from,
        valid_to=times.valid_to,
        event_at=times.event_at,
        event_zone=times.event_zone,
        importance=item.importance,
        confidence=item.confidence,
        tags=with_suspect(item.tags) if part.is_suspect else item.tags,
        metadata=item.metadata,
    )
    return Recorded(memory, version)
