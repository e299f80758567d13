"""What does the engine answer? The same shapes over REST and in the library."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from perspective.domain.event import Event, EventKind
from perspective.domain.memory import Detail, Memory, MemoryState, MemoryType, Recorded, Role
from perspective.domain.tenant import EmbeddingChoice, TenantSettings


class Stored(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=False):
    """What became of one text to store.

    `stored` is false only for gated turn input. `indexed` is false when indexing was not waited
    for, or took longer than `index_wait_s`; the memory is durable all the same. `masked` counts
    the secrets taken out. `ids` are the parts of a long text, `source_id` their common id. A very
    long one is split in the background, by the process `process_id`. `suspect` is true for a text
    that orders an agent about, or a long one of which a part does.
    """

    id: str | None
    type: MemoryType
    stored: bool = True
    indexed: bool = False
    duplicate_of: str | None = None
    gated: str | None = None
    masked: int = 0
    suspect: bool = False
    source_id: str | None = None
    ids: tuple[str, ...] = ()
    queued_for_extraction: bool = False
    is_repeat: bool = False
    process_id: str | None = None


class Signals(msgspec.Struct, frozen=True, kw_only=True):
    """Why a memory was found: each signal's raw value and its share of the score. `vector` is the
    cosine on the scale of the default model."""

    vector: float | None = None
    text: float | None = None
    entity: float | None = None
    temporal: float | None = None
    fused: float
    recency: float
    importance: float
    strength: float
    arms: tuple[str, ...] = ()
    shares: dict[str, float] = {}


class RecalledMemory(msgspec.Struct, frozen=True, kw_only=True):
    """One memory as recall returns it, best first. `relevance` means the same in each query."""

    id: str
    content: str
    type: MemoryType
    namespace: str
    score: float
    relevance: float
    event_at: datetime | None
    recorded_at: datetime
    valid_from: datetime | None
    valid_to: datetime | None
    confidence: float
    tags: tuple[str, ...]
    metadata: dict[str, Any]
    source_session: str | None
    speaker: str | None
    role: Role | None
    source_id: str | None
    ordinal: int | None
    state: MemoryState
    faded: bool
    superseded_by: str | None
    why: Signals | None = None


class Recalled(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question: memories, best first, and whether any of them clears the floor.

    `degraded` names arms that could not take part, with the reason.
    """

    results: tuple[RecalledMemory, ...]
    confident: bool
    took_ms: float
    degraded: dict[str, str] = {}


class Context(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A block of text for a prompt: dated, with ids, in the order in which things happened.

    `n_tokens` is an estimate of the tokens of `text`, not below the truth, and never above the
    budget. `ids` are the memories in it, best first; `left_out` counts those that were found but
    had no room, `suspect_left_out` those that order the agent about. `session_ids` are the turns of
    the current session in it, oldest first; `ids` does not hold them.
    """

    text: str
    n_tokens: int
    ids: tuple[str, ...]
    left_out: int
    suspect_left_out: int = 0
    session_ids: tuple[str, ...] = ()
    confident: bool
    took_ms: float
    degraded: dict[str, str] = {}


class SessionWindow(msgspec.Struct, frozen=True, kw_only=True):
    """The last turns of a conversation as a block of text, oldest first. `is_cut` when there are
    older ones, which had no room: they are recalled like any memory."""

    text: str
    n_tokens: int
    ids: tuple[str, ...]
    is_cut: bool
    suspect_left_out: int = 0


class VersionView(msgspec.Struct, frozen=True, kw_only=True):
    """One version of a memory as a person reads it. `content_cut`, only where it is true, says that
    `content` is no more than the beginning, as the caller wished; `fields_cut` says so of tags,
    metadata and detail."""

    number: int
    content: str
    content_cut: bool | UnsetType = UNSET
    fields_cut: bool | UnsetType = UNSET
    tags: tuple[str, ...]
    metadata: dict[str, Any]
    importance: float
    confidence: float
    language: str | None
    event_at: datetime | None
    event_zone: str | None
    valid_from: datetime | None
    valid_to: datetime | None
    known_from: datetime
    known_to: datetime | None
    superseded_by: str | None
    detail: Detail


class MemoryView(msgspec.Struct, frozen=True, kw_only=True):
    """A memory as a person reads it: identity, the version in force, all versions if asked.

    For a `source_id` it is the whole text, byte for byte, with the ids of its `parts`.
    `versions_cut`, only where it is true, says that there are older versions.
    """

    id: str
    type: MemoryType
    namespace: str
    state: MemoryState
    pinned: bool
    gated: str | None
    recorded_at: datetime
    deleted_at: datetime | None
    source_session: str | None
    speaker: str | None
    role: Role | None
    source: str | None
    source_id: str | None
    ordinal: int | None
    access_count: int
    last_accessed_at: datetime | None
    strength: float
    current: VersionView
    versions: tuple[VersionView, ...] = ()
    versions_cut: bool | UnsetType = UNSET
    parts: tuple[str, ...] = ()


def shortened(view: MemoryView, max_chars: int | None) -> MemoryView:
    """The memory with no more than so many characters of its content."""
    content = view.current.content
    if max_chars is None or len(content) <= max_chars:
        return view
    cut = msgspec.structs.replace(view.current, content=content[:max_chars], content_cut=True)
    return msgspec.structs.replace(view, current=cut)


class MemoryPage(msgspec.Struct, frozen=True):
    """A page of memories; `next_cursor` is None on the last one."""

    items: tuple[MemoryView, ...]
    next_cursor: str | None = None


class EventPage(msgspec.Struct, frozen=True):
    """A page of what happened, newest first. `cut` names the events of which only a part is shown, as
    the caller wished."""

    items: tuple[Event, ...]
    next_cursor: str | None = None
    cut: tuple[int, ...] = ()


class NamespaceCount(msgspec.Struct, frozen=True):
    """A namespace and how many memories it holds (deleted ones apart)."""

    name: str
    n_memories: int


class Counts(msgspec.Struct, frozen=True, kw_only=True):
    """How much a tenant holds. `memories` counts what is not deleted; `edges` leaves out the
    semantic ones, which come and go by themselves."""

    memories: int = 0
    versions: int = 0
    deleted: int = 0
    queued: int = 0
    edges: int = 0
    entities: int = 0
    by_type: dict[str, int] = {}
    by_state: dict[str, int] = {}
    by_namespace: dict[str, int] = {}


class IndexHealth(msgspec.Struct, frozen=True, kw_only=True):
    """How far an index is: `accepted = searchable + pending + failed`, in versions."""

    accepted: int
    searchable: int
    pending: int
    failed: int
    state: str = "ok"
    reason: str | None = None


class TenantView(msgspec.Struct, frozen=True, kw_only=True):
    """A tenant as callers see it."""

    id: str
    created_at: datetime
    settings: TenantSettings
    embedding_model: str | None = None
    dimensions: int | None = None
    counts: Counts | None = None
    indexes: dict[str, IndexHealth] = {}
    warning: str | None = None


class ModelHealth(msgspec.Struct, frozen=True, kw_only=True):
    """Whether a model can be used. `state`: ready, loading, missing or none."""

    name: str
    state: str
    dimensions: int | None = None
    reason: str | None = None


class Health(msgspec.Struct, frozen=True, kw_only=True):
    """What works. `model` is the default one, `models` are those in use, by the `embedding` that
    tenants choose; `extraction` is what reads texts; `tenants` holds the open ones, each index by name; `degraded` names each part
    that does not do its work, with the reason; `status` is `ok` when there is none."""

    status: str
    model: ModelHealth
    models: dict[EmbeddingChoice, ModelHealth] = {}
    extraction: ModelHealth = ModelHealth(name="", state="none")
    tenants: dict[str, dict[str, IndexHealth]] = {}
    degraded: dict[str, str] = {}


class RecentEvent(msgspec.Struct, frozen=True, kw_only=True):
    """What happened in one of the tenants; none of a memory's words."""

    tenant_id: str
    at: datetime
    kind: EventKind
    actor: str
    memory_id: str | None


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """What the engine holds and does. Counts of tenants that are not open are left out."""

    version: str
    started_at: datetime
    uptime_s: float
    data_dir: str | None
    n_tenants: int
    tenants: tuple[TenantView, ...]
    totals: Counts
    health: Health
    recent: tuple[RecentEvent, ...] = ()


def view_of_version(recorded: Recorded, *, confidence: float) -> VersionView:
    """The version as a person reads it; `confidence` is how far it is believed now."""
    v = recorded.version
    return VersionView(
        number=v.number,
        content=v.content,
        tags=v.tags,
        metadata=v.metadata,
        importance=v.importance,
        confidence=confidence,
        language=v.language,
        event_at=v.event_at,
        event_zone=v.event_zone,
        valid_from=v.valid_from,
        valid_to=v.valid_to,
        known_from=v.known_from,
        known_to=v.known_to,
        superseded_by=v.superseded_by,
        detail=v.detail,
    )


def view_of_memory(
    recorded: Recorded,
    *,
    strength: float,
    confidence: float,
    versions: tuple[VersionView, ...] = (),
) -> MemoryView:
    """The memory as a person reads it."""
    m: Memory = recorded.memory
    return MemoryView(
        id=m.id,
        type=m.type,
        namespace=m.namespace,
        state=m.state,
        pinned=m.pinned,
        gated=m.gated,
        recorded_at=m.recorded_at,
        deleted_at=m.deleted_at,
        source_session=m.source_session,
        speaker=m.speaker,
        role=m.role,
        source=m.source,
        source_id=m.source_id,
        ordinal=m.ordinal,
        access_count=m.access_count,
        last_accessed_at=m.last_accessed_at,
        strength=strength,
        current=view_of_version(recorded, confidence=confidence),
        versions=versions,
    )
