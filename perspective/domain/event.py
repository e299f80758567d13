"""What happened to a memory, when, by whom: the lineage that outlives it."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

import msgspec

EventKind = Literal[
    "created", "extracted", "merged", "promoted", "archived", "unarchived", "deleted", "restored",
    "edited", "superseded", "pinned", "unpinned", "erased",
    "split", "flagged", "undone", "outcome", "decided",
]  # fmt: skip


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """One fact of a tenant's history. `before` and `after` hold only what changed.

    `id` grows with time within a tenant (0 before it is stored); `actor` is `api`, `library`,
    `cli` or a job's name.
    """

    at: datetime
    kind: EventKind
    actor: str
    memory_id: str | None = None
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    id: int = 0


class News(msgspec.Struct, frozen=True):
    """What happened since the news before, oldest first; `missed` when older events are left
    out because there were too many."""

    events: tuple[Event, ...]
    missed: bool = False
