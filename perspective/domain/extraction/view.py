"""What does a person see of what was read: entities, and the queue of texts to be read?"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from perspective.domain.graph import EntityKind
from perspective.domain.query import Name
from perspective.domain.trust.inspection import Neighbor


class EntityListing(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which entities to list, by name: those of a kind, those whose name begins so."""

    kind: EntityKind | None = None
    name: Annotated[Name, Meta(description="How the name, or an alias, begins.")] | None = None
    limit: Annotated[int, Meta(ge=1, le=500)] = 50
    cursor: str | None = None


class EntityView(msgspec.Struct, frozen=True, kw_only=True):
    """A named thing, and how many memories mention it."""

    id: str
    name: str
    kind: EntityKind
    aliases: tuple[str, ...]
    n_mentions: int
    created_at: datetime


class EntityPage(msgspec.Struct, frozen=True):
    """Entities by name."""

    items: tuple[EntityView, ...]
    next_cursor: str | None = None


class EntityDetail(EntityView, frozen=True, kw_only=True):
    """An entity with what it is linked to, heaviest now first: memories that mention it, and
    entities by what was said of both. `names` are those by which memories call it, and how many
    do."""

    names: dict[str, int]
    neighbors: tuple[Neighbor, ...]


class EntitySplit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is somebody else: what goes by a name, or what these memories mention."""

    name: Name | None = None
    memory_ids: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=128)], ...], Meta(max_length=500)
    ] = ()


class EntitiesApart(msgspec.Struct, frozen=True):
    """An entity, and the one that was split off it."""

    entity: EntityDetail
    split_off: EntityDetail


class QueuedText(msgspec.Struct, frozen=True, kw_only=True):
    """A memory that waits to be read, is being read, was read, or could not be."""

    memory_id: str
    state: str
    enqueued_at: datetime
    attempts: int
    reason: str | None


class Queue(msgspec.Struct, frozen=True, kw_only=True):
    """The queue of texts to be read: how many are in each state, and the oldest of one state."""

    counts: dict[str, int]
    items: tuple[QueuedText, ...]
