"""What is a memory: an identity that never changes its name, and versions that only append?

`Memory` is the identity, `Version` one wording of it, `Recorded` both as they stand together.
Fields that this program does not know (written by a newer minor version) are kept in `extra`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

from perspective.domain.interval import Interval

MemoryType = Literal["episodic", "semantic", "procedural"]
MemoryState = Literal["active", "archived", "retired"]
Role = Literal["user", "assistant", "system", "tool"]

# The `source` of memories that were made of others, which support them: by reading, by promotion.
EXTRACTED = "extraction"
PROMOTED = "promotion"
DERIVED_SOURCES = (EXTRACTED, PROMOTED)

SCHEMA_MAJOR = 1
SCHEMA_MINOR = 0
SCHEMA_VERSION = f"{SCHEMA_MAJOR}.{SCHEMA_MINOR}"


class Episodic(msgspec.Struct, frozen=True, kw_only=True, tag="episodic", tag_field="type"):
    """What only something that happened has."""

    context: str | None = None


class Semantic(msgspec.Struct, frozen=True, kw_only=True, tag="semantic", tag_field="type"):
    """What only a fact has: where it came from and when it was last found to hold."""

    source_ids: tuple[str, ...] = ()
    first_seen_at: datetime | None = None
    last_validated_at: datetime | None = None


class Procedural(msgspec.Struct, frozen=True, kw_only=True, tag="procedural", tag_field="type"):
    """What only a way of doing something has: its steps and how often they worked."""

    code: str | None = None
    preconditions: tuple[str, ...] = ()
    postconditions: tuple[str, ...] = ()
    success_count: int = 0
    failure_count: int = 0
    version: int = 1
    previous_version_id: str | None = None

    @property
    def success_rate(self) -> float | None:
        """Successes over all outcomes, 0–1; None before the first outcome."""
        n_outcomes = self.success_count + self.failure_count
        return self.success_count / n_outcomes if n_outcomes else None

    def after(self, *, success: bool, taken_back: bool = False) -> Procedural | None:
        """The same with one outcome more, or one less; None if there is none to take back."""
        field = "success_count" if success else "failure_count"
        n = getattr(self, field) + (-1 if taken_back else 1)
        return None if n < 0 else msgspec.structs.replace(self, **{field: n})

    def succeeded_by(self, previous: str, **changes: Any) -> Procedural:
        """The next way of doing it; outcomes go on being counted, and `previous` names this one."""
        return msgspec.structs.replace(
            self, version=self.version + 1, previous_version_id=previous, **changes
        )


Detail = Episodic | Semantic | Procedural

_DETAILS: dict[MemoryType, type[Detail]] = {
    "episodic": Episodic,
    "semantic": Semantic,
    "procedural": Procedural,
}


def empty_detail(memory_type: MemoryType) -> Detail:
    """The type's own fields, all at their defaults."""
    return _DETAILS[memory_type]()


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Who a memory is: what no edit changes, and how it has been used.

    `stability` is how many times slower than others of its type and use it fades.
    """

    id: str
    type: MemoryType
    recorded_at: datetime
    namespace: str = "default"
    source_session: str | None = None
    speaker: str | None = None
    role: Role | None = None
    source: str | None = None
    source_id: str | None = None
    ordinal: int | None = None
    state: MemoryState = "active"
    pinned: bool = False
    gated: str | None = None
    deleted_at: datetime | None = None
    access_count: int = 0
    last_accessed_at: datetime | None = None
    schema_version: str = SCHEMA_VERSION
    stability: float = 1.0
    extra: dict[str, Any] = {}

    @property
    def is_derived(self) -> bool:
        """Whether it was made of other memories."""
        return self.source in DERIVED_SOURCES


class Version(msgspec.Struct, frozen=True, kw_only=True):
    """One wording of a memory, and the times at which it held and was known.

    `key` is its number in the store (0 before it is stored), `number` its place among the
    memory's versions (from 1). `event_zone` is the zone in which `event_at` was given.
    `terms` are the analysed words of `content`, space-separated: what BM25 counts.
    """

    memory_id: str
    number: int
    content: str
    content_hash: str
    detail: Detail
    known_from: datetime
    known_to: datetime | None = None
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    event_at: datetime | None = None
    event_zone: str | None = None
    superseded_by: str | None = None
    importance: float = 0.5
    confidence: float = 1.0
    language: str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = {}
    terms: str = ""
    key: int = 0
    extra: dict[str, Any] = {}

    @property
    def valid(self) -> Interval:
        """When the statement held in the world."""
        return Interval(self.valid_from, self.valid_to)

    @property
    def known(self) -> Interval:
        """When this version was what the store knew."""
        return Interval(self.known_from, self.known_to)


class Recorded(msgspec.Struct, frozen=True):
    """A memory as it stands: its identity and one of its versions."""

    memory: Memory
    version: Version

    @property
    def at(self) -> datetime:
        """When it happened: the event's time, else the time it was recorded."""
        return self.version.event_at or self.memory.recorded_at
