"""What is known about one memory beside its words? Facts that no question changes."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from perspective.domain.changes.view import ReviewView
from perspective.domain.graph import EdgeKind, EntityKind
from perspective.domain.memory import MemoryState, MemoryType
from perspective.domain.trust.forecast import Foreseen
from perspective.domain.trust.tier import Tier


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """How well a memory is held, 0–1: now, and in so many days if nobody recalls it.

    `fades_at` is when it falls under `decay.faded_below`; None for never.
    """

    now: float
    in_7_days: float
    in_30_days: float
    in_90_days: float
    faded: bool
    fades_at: datetime | None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """Whether an index holds the version in force. `state`: `searchable`, `pending`, or `absent`
    with the `reason`."""

    state: Literal["searchable", "pending", "absent"]
    reason: str | None = None


class Origin(msgspec.Struct, frozen=True, kw_only=True):
    """Where a memory came from; `n_parts` of the long text that it is a part of."""

    source: str | None
    source_session: str | None
    source_id: str | None
    ordinal: int | None
    n_parts: int | None


class Neighbor(msgspec.Struct, frozen=True, kw_only=True):
    """What a memory is linked to, and how strongly now.

    `name` is an entity's, `called` what the memory calls it; `content` is another memory's. `direction` is seen from the memory
    that was asked about.
    """

    id: str
    what: Literal["memory", "entity"]
    kind: EdgeKind
    direction: Literal["out", "in"]
    weight: float
    predicate: str = ""
    name: str | None = None
    entity_kind: EntityKind | None = None
    content: str | None = None
    called: tuple[str, ...] = ()


class Neighbors(msgspec.Struct, frozen=True):
    """The neighbours of a memory, heaviest now first."""

    items: tuple[Neighbor, ...]


class Relative(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that another was made of, or that was made of it, as it reads now."""

    id: str
    content: str


class CommunityView(msgspec.Struct, frozen=True, kw_only=True):
    """A community that a memory belongs to, and how many others do."""

    id: str
    n_members: int
    central_ids: tuple[str, ...]
    summary: str | None = None


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What a memory rests on, what rests on it, and what will become of it.

    `score` is importance · recency. `reviews` are those about it that are open; `forecast` is what
    the next runs would do to it, then what is to come if nobody uses it.
    """

    tier: Tier
    score: float
    sources: tuple[Relative, ...]
    derived: tuple[Relative, ...]
    communities: tuple[CommunityView, ...]
    reviews: tuple[ReviewView, ...]
    forecast: tuple[Foreseen, ...]


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """All that is known about a memory beside its words.

    `recency` and `importance` are as ranking uses them; `base_importance` is what was given.
    """

    id: str
    type: MemoryType
    state: MemoryState
    pinned: bool
    gated: str | None
    recorded_at: datetime
    deleted_at: datetime | None
    access_count: int
    last_accessed_at: datetime | None
    strength: Strength
    recency: float
    importance: float
    base_importance: float
    confidence: float
    base_confidence: float
    origin: Origin
    n_versions: int
    n_events: int
    indexes: dict[str, Standing]
    neighbors: tuple[Neighbor, ...]
    outlook: Outlook
