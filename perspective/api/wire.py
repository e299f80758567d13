"""What travels over REST that the domain's own types do not already say?

Requests add the tenant to the domain's requests; answers leave out what does not apply.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from perspective.api.problems import Problem
from perspective.domain.answer import (
    NamespaceCount,
    Status,
    Stored,
    TenantView,
)
from perspective.domain.memory import MemoryType
from perspective.domain.query import MemoryListing, NewMemory
from perspective.domain.tenant import TENANT_ID_PATTERN, EmbeddingChoice

TenantId = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=64,
        description="The tenant: the wall around one user's or team's memories.",
        extra_json_schema={"pattern": TENANT_ID_PATTERN},
    ),
]
Wait = Annotated[bool, Meta(description="Answer after indexing, so that the next recall finds it.")]
Limit = Annotated[int, Meta(ge=1, le=500, description="Items on a page at most.")]
Cursor = Annotated[
    str, Meta(min_length=1, max_length=1024, description="`next_cursor` of the page before.")
]
MostChars = Annotated[
    int,
    Meta(
        ge=1,
        le=2**31 - 1,
        description="Characters of each item's texts that are shown at most; what is cut says so.",
    ),
]
MAX_BATCH_ITEMS = 1000


class _Request(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What requests share: named fields only, unknown ones refused."""


# ── Requests ─────────────────────────────────────────────────────────────────────────────────────


class StoreBody(NewMemory, frozen=True, kw_only=True):
    """A memory to store, and whose it is. Only `content` is needed."""

    tenant_id: TenantId = "default"
    wait: Wait = True


class BatchBody(_Request, frozen=True, kw_only=True):
    """Memories to store together. Each item is judged by itself: a bad one fails alone."""

    tenant_id: TenantId = "default"
    wait: Wait = True
    items: Annotated[
        list[
            Annotated[
                msgspec.Raw, Meta(extra_json_schema={"$ref": "#/components/schemas/NewMemory"})
            ]
        ],
        Meta(min_length=1, max_length=MAX_BATCH_ITEMS),
    ]


class LinesQuery(_Request, frozen=True, kw_only=True):
    """Whose memories the lines become. For NDJSON only: a JSON body says it itself."""

    tenant_id: Annotated[
        TenantId, Meta(description="The tenant; with application/x-ndjson only.")
    ] = "default"


class TenantQuery(_Request, frozen=True, kw_only=True):
    """Whose memories are meant."""

    tenant_id: TenantId = "default"


class PageQuery(_Request, frozen=True, kw_only=True):
    """Which page of a list."""

    limit: Limit = 50
    cursor: Cursor | None = None


class TenantPageQuery(PageQuery, frozen=True, kw_only=True):
    """Which page of a tenant's list."""

    tenant_id: TenantId = "default"


class ExcerptQuery(TenantPageQuery, frozen=True, kw_only=True):
    """Which page of a tenant's list, and how much of each item."""

    max_chars: MostChars | None = None


class EventQuery(TenantQuery, frozen=True, kw_only=True):
    """Whose events are told, and from where."""

    after: (
        Annotated[
            int,
            Meta(ge=0, le=2**63 - 1, description="Begin behind the event with this id; a browser "
                 "that comes back says it by itself, as Last-Event-ID."),
        ]
        | None
    ) = None  # fmt: skip


class ListQuery(MemoryListing, frozen=True, kw_only=True):
    """Which memories of which tenant."""

    tenant_id: TenantId = "default"


class MemoryPath(_Request, frozen=True, kw_only=True):
    """The memory meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="A memory or source id.")]


class AssetPath(_Request, frozen=True, kw_only=True):
    """The file meant."""

    name: Annotated[str, Meta(min_length=1, max_length=128)]


class ReadQuery(TenantQuery, frozen=True, kw_only=True):
    """How a memory is read."""

    versions: Annotated[bool, Meta(description="Add all versions, oldest first.")] = False
    max_chars: MostChars | None = None


class PinQuery(TenantQuery, frozen=True, kw_only=True):
    """Whether a memory is pinned, for callers that send no body."""

    pinned: bool | UnsetType = UNSET


class PinBody(_Request, frozen=True, kw_only=True):
    """Whether a memory is pinned: a pinned one never fades."""

    pinned: bool = True


class EraseBody(_Request, frozen=True, kw_only=True):
    """The word that erases a memory."""

    confirm: Annotated[
        str, Meta(min_length=1, max_length=128, description="The memory's id, once more.")
    ]


class ErasurePath(_Request, frozen=True, kw_only=True):
    """The erasure meant."""

    id: Annotated[str, Meta(min_length=1, max_length=128, description="A receipt's id.")]


class NeighborsQuery(TenantQuery, frozen=True, kw_only=True):
    """How many neighbours are told."""

    limit: Limit = 50


class TenantPath(_Request, frozen=True, kw_only=True):
    """The tenant meant."""

    id: TenantId


class ConfirmQuery(_Request, frozen=True, kw_only=True):
    """The word that deletes a tenant."""

    confirm: Annotated[
        str, Meta(min_length=1, max_length=64, description="The tenant's id, once more.")
    ]


class TenantChange(_Request, frozen=True, kw_only=True):
    """Settings of a tenant; those left out stay as they are (at first: `[tenant.defaults]`)."""

    max_memories: (
        Annotated[int, Meta(ge=0, le=10**12, description="0 is no limit.")] | UnsetType
    ) = UNSET
    extraction: bool | UnsetType = UNSET
    decay: bool | UnsetType = UNSET
    consolidation: bool | UnsetType = UNSET
    embedding: EmbeddingChoice | UnsetType = UNSET

    def given(self) -> dict[str, object]:
        """Only what the caller set."""
        pairs = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in pairs.items() if value is not UNSET}


class NewTenant(_Request, frozen=True, kw_only=True):
    """A tenant to make."""

    id: TenantId
    settings: TenantChange = TenantChange()


class TenantEdit(_Request, frozen=True, kw_only=True):
    """What changes about a tenant."""

    settings: TenantChange


class LogQuery(_Request, frozen=True, kw_only=True):
    """Which lines of the log."""

    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="The least level shown.")
    ] = "debug"
    text: Annotated[str, Meta(max_length=256, description="Only lines that hold it.")] = ""
    since: datetime | None = None
    until: datetime | None = None
    limit: Annotated[int, Meta(ge=1, le=1000, description="Lines at most, the newest.")] = 100
    max_chars: MostChars | None = None


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────


class StoreAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a text. `duplicate_of`, `gated`, `suspect` and so on only when they apply.

    `indexed` is false when indexing was not waited for, or took long; the memory is durable.
    `process_id` names the process that splits a very long text in the background.
    """

    id: str | None
    type: MemoryType
    stored: bool
    indexed: bool
    duplicate_of: str | UnsetType = UNSET
    gated: str | UnsetType = UNSET
    masked: int
    suspect: bool | UnsetType = UNSET
    source_id: str | UnsetType = UNSET
    ids: tuple[str, ...] | UnsetType = UNSET
    process_id: str | UnsetType = UNSET
    queued_for_extraction: bool

    @classmethod
    def of(cls, stored: Stored) -> StoreAnswer:
        """The answer about what the engine stored."""
        return cls(
            id=stored.id,
            type=stored.type,
            stored=stored.stored,
            indexed=stored.indexed,
            duplicate_of=stored.duplicate_of or UNSET,
            gated=stored.gated or UNSET,
            masked=stored.masked,
            suspect=stored.suspect or UNSET,
            source_id=stored.source_id or UNSET,
            ids=stored.ids or UNSET,
            process_id=stored.process_id or UNSET,
            queued_for_extraction=stored.queued_for_extraction,
        )


class FailedItem(msgspec.Struct, frozen=True):
    """Why one item of a batch was not stored."""

    error: Problem


# msgspec describes no union of two structs, so the union is described in words of JSON Schema.
BatchResult = Annotated[
    Any,
    Meta(
        extra_json_schema={
            "anyOf": [
                {"$ref": "#/components/schemas/StoreAnswer"},
                {"$ref": "#/components/schemas/FailedItem"},
            ]
        }
    ),
]


class BatchAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """One result for each item, in order, and how many went each way."""

    results: tuple[BatchResult, ...]
    stored: int
    failed: int


class LineTotals(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a stream: `stored` and `failed` add up to `lines`.

    `complete` is false when it was stopped, cut or ended by the `error`: every line answered
    before is stored all the same, and a retry with the same Idempotency-Key stores none twice.
    """

    lines: int
    stored: int
    failed: int
    complete: bool
    error: Problem | UnsetType = UNSET


class LastLine(msgspec.Struct, frozen=True):
    """The line after the last result."""

    totals: LineTotals


class Deleted(msgspec.Struct, frozen=True):
    """How many were deleted: the parts of a long text count each; 0 if there was nothing to."""

    deleted: int


class Live(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class NamespacePage(msgspec.Struct, frozen=True):
    """A page of namespaces, by name."""

    items: tuple[NamespaceCount, ...]
    next_cursor: str | None = None


class StatusAnswer(Status, frozen=True, kw_only=True):
    """What Perspective holds and does, and the settings in force (secrets masked)."""

    settings: dict[str, Any]


class SettingView(msgspec.Struct, frozen=True, kw_only=True):
    """A setting in force.

    `origin` is `default`, `perspective.toml:<path>`, `environment` or `flag`.
    """

    key: str
    value: Any
    default: Any
    origin: str
    description: str


class Config(msgspec.Struct, frozen=True):
    """All settings in force. Secrets are masked."""

    items: tuple[SettingView, ...]


class LogTail(msgspec.Struct, frozen=True):
    """The newest lines that fit, oldest first, each with `at`, `level`, `event` and its fields. `cut` are
    the places (from 0) of those of which only a part is shown, as the caller wished."""

    items: list[dict[str, Any]]
    cut: list[int] = []


class TenantPage(msgspec.Struct, frozen=True):
    """A page of tenants, by id."""

    items: tuple[TenantView, ...]
    next_cursor: str | None = None
