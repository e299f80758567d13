"""How does a row become a struct of the domain, and back?

The column lists stand beside the functions that read them, in the same order. Values are taken
as they are, unchecked: a newer minor version may know more states than we do.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from perspective.domain.event import Event
from perspective.domain.filter import IndexEntry
from perspective.domain.graph import Edge, Entity
from perspective.domain.interval import from_microseconds, to_microseconds
from perspective.domain.memory import DERIVED_SOURCES, Detail, Memory, Recorded, Version
from perspective.domain.ranking.candidate import ENDING_LENGTH, Candidate
from perspective.domain.text.token_count import estimate
from perspective.domain.trust.erasure import Erasure
from perspective.errors import StoreCorrupt
from perspective.ports.transaction import Document, IdempotentAnswer, QueueItem, Work

Row = tuple[Any, ...]

MEMORY = (
    "id", "type", "recorded_at", "namespace", "source_session", "speaker", "role", "source",
    "source_id", "ordinal", "state", "pinned", "gated", "deleted_at", "access_count",
    "last_accessed_at", "schema_version", "stability", "extra",
)  # fmt: skip
VERSION = (
    "key", "number", "known_from", "known_to", "valid_from", "valid_to", "superseded_by",
    "confidence",
)  # fmt: skip
CONTENT = (
    "importance", "event_at", "event_zone", "language", "content_hash", "tags", "detail",
    "metadata", "extra", "content", "terms",
)  # fmt: skip
COPIES = (
    "at", "memory_id", "type", "namespace", "session", "speaker", "source_id", "state",
    "is_deleted",
)  # fmt: skip
EDGE = (
    "source", "kind", "target", "predicate", "weight", "created_at", "last_reinforced_at",
    "decay_rate", "origin", "memory_id", "extra",
)  # fmt: skip
ENTITY = ("id", "name", "normal_name", "kind", "aliases", "created_at", "extra")
EVENT = ("id", "at", "kind", "actor", "memory_id", "before", "after")
QUEUE = ("memory_id", "enqueued_at", "state", "attempts", "reason")
ANSWER = ("key", "request_hash", "answer", "at")
DOCUMENT = ("source_id", "at", "content")
ERASURE = (
    "id", "target_id", "actor", "requested_at", "done_at", "n_memories", "n_versions", "keys",
)  # fmt: skip
WORK = ("source_id", "process_id", "at", "state", "plan")

VERSION_COLUMNS = ", ".join([f"v.{name}" for name in VERSION] + [f"c.{name}" for name in CONTENT])
RECORDED_COLUMNS = ", ".join([f"m.{name}" for name in MEMORY]) + ", " + VERSION_COLUMNS
EDGE_COLUMNS = "s.id, e.kind, t.id, " + ", ".join(f"e.{name}" for name in EDGE[3:])
ENTRY_COLUMNS = (
    "v.key, v.memory_id, v.namespace, v.type, v.state, v.is_deleted, v.superseded_by, c.tags, "
    "v.session, v.speaker, v.source_id, v.at, v.valid_from, v.valid_to, v.known_from, "
    "v.known_to, v.confidence, c.content_hash, c.terms"
)

DERIVED = "({})".format(", ".join(f"'{one}'" for one in DERIVED_SOURCES))
CANDIDATE_COLUMNS = (
    "v.key, v.memory_id, v.type, v.state, m.pinned, v.speaker, m.recorded_at, "
    "m.last_accessed_at, m.access_count, c.importance, c.content_hash, c.terms, "
    f"v.session, m.role, m.ordinal, v.at, substr(c.content, -{ENDING_LENGTH}), "
    f"coalesce(m.source IN {DERIVED}, 0), m.stability"
)

# Times repeat: within a memory, and over the memories that are asked for often.
_moment = lru_cache(maxsize=16_384)(from_microseconds)
_dict_decoder = msgspec.json.Decoder(dict[str, Any])
_keys_decoder = msgspec.json.Decoder(tuple[int, ...])
_names_decoder = msgspec.json.Decoder(tuple[str, ...])
_detail_decoder: msgspec.json.Decoder[Detail] = msgspec.json.Decoder(Detail)


def moment(us: int | None) -> datetime | None:
    """A time as it is stored, or None."""
    return None if us is None else _moment(us)


def micros(at: datetime | None) -> int | None:
    """A time to store, or None."""
    return None if at is None else to_microseconds(at)


def json_or_null(value: Any) -> str | None:
    """A dict or tuple to store: NULL when it is empty."""
    return msgspec.json.encode(value).decode() if value else None


def _decoded(decode: Callable[[str], Any], text: str) -> Any:
    try:
        return decode(text)
    except msgspec.DecodeError as error:
        raise StoreCorrupt(f"the store's file is damaged: {error}") from error


def dict_of(text: str | None) -> dict[str, Any]:
    """A stored dict; a new one each time, for the caller may change it."""
    decoded: dict[str, Any] = {} if text is None else _decoded(_dict_decoder.decode, text)
    return decoded


def names_of(text: str | None) -> tuple[str, ...]:
    """Stored tags or aliases."""
    decoded: tuple[str, ...] = () if text is None else _decoded(_names_decoder.decode, text)
    return decoded


def recorded_of(row: Row) -> Recorded:
    """A memory and a version of it, from RECORDED_COLUMNS."""
    n = len(MEMORY)
    return Recorded(memory_of(row[:n]), version_of(row[0], row[n:]))


def candidate_of(row: Row) -> Candidate:
    """What ranking asks of a version, from CANDIDATE_COLUMNS."""
    (
        key, memory_id, kind, state, pinned, speaker, recorded_at, accessed_at, access_count,
        importance, content_hash, terms, session, role, ordinal, at, ending, is_derived, stability,
    ) = row  # fmt: skip
    return Candidate(
        key, memory_id, kind, state, bool(pinned), speaker, _moment(recorded_at),
        moment(accessed_at), access_count, importance, content_hash, terms, session, role,
        ordinal, _moment(at), ending, bool(is_derived), stability,
    )  # fmt: skip


def memory_of(row: Row) -> Memory:
    """A memory, from the columns MEMORY."""
    (
        id_, type_, recorded_at, namespace, session, speaker, role, source, source_id, ordinal,
        state, pinned, gated, deleted_at, access_count, last_accessed_at, schema_version, stability,
        extra,
    ) = row  # fmt: skip
    return Memory(
        id=id_,
        type=type_,
        recorded_at=_moment(recorded_at),
        namespace=namespace,
        source_session=session,
        speaker=speaker,
        role=role,
        source=source,
        source_id=source_id,
        ordinal=ordinal,
        state=state,
        pinned=bool(pinned),
        gated=gated,
        deleted_at=moment(deleted_at),
        access_count=access_count,
        last_accessed_at=moment(last_accessed_at),
        schema_version=schema_version,
        stability=stability,
        extra=dict_of(extra),
    )


def version_of(memory_id: str, row: Row) -> Version:
    """A version of a memory, from VERSION_COLUMNS."""
    (
        key, number, known_from, known_to, valid_from, valid_to, superseded_by, confidence,
        importance, event_at, event_zone, language, content_hash, tags, detail, metadata, extra,
        content, terms,
    ) = row  # fmt: skip
    return Version(
        memory_id=memory_id,
        number=number,
        content=content,
        content_hash=content_hash,
        detail=_decoded(_detail_decoder.decode, detail),
        known_from=_moment(known_from),
        known_to=moment(known_to),
        valid_from=moment(valid_from),
        valid_to=moment(valid_to),
        event_at=moment(event_at),
        event_zone=event_zone,
        superseded_by=superseded_by,
        importance=importance,
        confidence=confidence,
        language=language,
        tags=names_of(tags),
        metadata=dict_of(metadata),
        terms=terms,
        key=key,
        extra=dict_of(extra),
    )


def entry_of(row: Row) -> IndexEntry:
    """What an index knows of a version, from ENTRY_COLUMNS."""
    (
        key, memory_id, namespace, type_, state, is_deleted, superseded_by, tags, session, speaker,
        source_id, at, valid_from, valid_to, known_from, known_to, confidence, content_hash, terms,
    ) = row  # fmt: skip
    return IndexEntry(
        key=key,
        memory_id=memory_id,
        namespace=namespace,
        type=type_,
        state=state,
        is_deleted=bool(is_deleted),
        is_superseded=superseded_by is not None,
        tags=names_of(tags),
        session=session,
        speaker=speaker,
        source_id=source_id,
        at=_moment(at),
        valid_from=moment(valid_from),
        valid_to=moment(valid_to),
        known_from=_moment(known_from),
        known_to=moment(known_to),
        confidence=confidence,
        content_hash=content_hash,
        terms=terms,
    )


def edge_of(row: Row) -> Edge:
    """An edge, from EDGE_COLUMNS."""
    source, kind, target, predicate, weight, created, reinforced, rate, origin, by, extra = row
    return Edge(
        source=source,
        target=target,
        kind=kind,
        weight=weight,
        created_at=_moment(created),
        last_reinforced_at=_moment(reinforced),
        decay_rate=rate,
        origin=origin,
        predicate=predicate,
        memory_id=by,
        extra=dict_of(extra),
    )


def entity_of(row: Row) -> Entity:
    """An entity, from the columns ENTITY."""
    id_, name, normal_name, kind, aliases, created_at, extra = row
    return Entity(
        id=id_,
        name=name,
        normal_name=normal_name,
        kind=kind,
        aliases=names_of(aliases),
        created_at=_moment(created_at),
        extra=dict_of(extra),
    )


def event_of(row: Row) -> Event:
    """An event, from the columns EVENT."""
    id_, at, kind, actor, memory_id, before, after = row
    return Event(
        id=id_,
        at=_moment(at),
        kind=kind,
        actor=actor,
        memory_id=memory_id,
        before=dict_of(before),
        after=dict_of(after),
    )


def queue_item_of(row: Row) -> QueueItem:
    """A queue item, from the columns QUEUE."""
    memory_id, enqueued_at, state, attempts, reason = row
    return QueueItem(
        memory_id=memory_id,
        enqueued_at=_moment(enqueued_at),
        state=state,
        attempts=attempts,
        reason=reason,
    )


def answer_of(row: Row) -> IdempotentAnswer:
    """An idempotent answer, from the columns ANSWER."""
    key, request_hash, answer, at = row
    return IdempotentAnswer(key, request_hash, dict_of(answer), _moment(at))


def document_of(row: Row) -> Document:
    """A document, from the columns DOCUMENT."""
    source_id, at, content = row
    return Document(source_id, content, _moment(at))


def erasure_of(row: Row) -> Erasure:
    """An order to erase, from the columns ERASURE."""
    id_, target_id, actor, requested_at, done_at, n_memories, n_versions, keys = row
    return Erasure(
        id=id_,
        target_id=target_id,
        actor=actor,
        requested_at=_moment(requested_at),
        done_at=moment(done_at),
        n_memories=n_memories,
        n_versions=n_versions,
        keys=() if keys is None else _decoded(_keys_decoder.decode, keys),
    )


def work_of(row: Row) -> Work:
    """What is to be done about a document, from the columns WORK."""
    source_id, process_id, at, state, plan = row
    return Work(
        source_id=source_id,
        process_id=process_id,
        at=_moment(at),
        state=state,
        plan=msgspec.json.decode(plan),
    )


def memory_values(memory: Memory) -> Row:
    """The values of the columns MEMORY."""
    return (
        memory.id,
        memory.type,
        to_microseconds(memory.recorded_at),
        memory.namespace,
        memory.source_session,
        memory.speaker,
        memory.role,
        memory.source,
        memory.source_id,
        memory.ordinal,
        memory.state,
        memory.pinned,
        memory.gated,
        micros(memory.deleted_at),
        memory.access_count,
        micros(memory.last_accessed_at),
        memory.schema_version,
        memory.stability,
        json_or_null(memory.extra),
    )


def version_values(version: Version) -> Row:
    """The values of the columns VERSION without the key."""
    return (
        version.number,
        to_microseconds(version.known_from),
        micros(version.known_to),
        micros(version.valid_from),
        micros(version.valid_to),
        version.superseded_by,
        version.confidence,
    )


def content_values(version: Version) -> Row:
    """The values of the columns CONTENT, then its tokens."""
    return (
        version.importance,
        micros(version.event_at),
        version.event_zone,
        version.language,
        version.content_hash,
        json_or_null(version.tags),
        msgspec.json.encode(version.detail).decode(),
        json_or_null(version.metadata),
        json_or_null(version.extra),
        version.content,
        version.terms,
        estimate(version.content),
    )


def copied_values(memory: Memory, at: int) -> Row:
    """The values of the columns COPIES: what a version's row repeats."""
    return (
        at,
        memory.id,
        memory.type,
        memory.namespace,
        memory.source_session,
        memory.speaker,
        memory.source_id,
        memory.state,
        memory.deleted_at is not None,
    )
