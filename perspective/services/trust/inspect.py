"""What is known about one memory: how it fades, where it came from, what it is linked to, and
which indexes hold it? And which entities are there?

Reads only, and decides nothing: each number is the one that ranking and decay compute.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta

import msgspec
import numpy as np

from perspective.domain.decay import confidence_at, effective_importance, fades_at, fading
from perspective.domain.extraction.view import (
    EntityDetail,
    EntityListing,
    EntityPage,
    EntityView,
)
from perspective.domain.graph import MENTIONS, Entity, weight_at
from perspective.domain.memory import Memory, Recorded
from perspective.domain.text.normal import normal_form
from perspective.domain.trust.inspection import (
    Inspection,
    Neighbor,
    Neighbors,
    Origin,
    Standing,
    Strength,
)
from perspective.errors import EntityNotFound, MemoryNotFound
from perspective.ports.system import Clock
from perspective.services.browse import decode, encode
from perspective.services.host import Space
from perspective.services.trust.outlook import outlook_of
from perspective.settings import Settings

# More edges than this at one memory are not looked at: the heaviest when they were made remain.
_MAX_EDGES = 1_000
_N_NEIGHBORS = 20
_EVENTS_AT_ONCE = 500


class Inspect:
    """Shows what is known about memories. One instance serves all tenants."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._all_settings = settings
        self._settings = settings.decay
        self._clock = clock

    async def inspect(self, space: Space, memory_id: str) -> Inspection:
        """All that is known about a memory, deleted ones too. Raises MemoryNotFound."""
        recorded = await self._recorded(space, memory_id)
        memory, version, now = recorded.memory, recorded.version, self._clock.now()
        importance = effective_importance(
            np.array([version.importance]), np.array([float(memory.access_count)])
        )
        decays = space.tenant.settings.decay
        recency = self._fading(memory, now, decays=decays)[0]
        linked = await self._linked(space, memory_id, now)
        return Inspection(
            id=memory.id,
            type=memory.type,
            state=memory.state,
            pinned=memory.pinned,
            gated=memory.gated,
            recorded_at=memory.recorded_at,
            deleted_at=memory.deleted_at,
            access_count=memory.access_count,
            last_accessed_at=memory.last_accessed_at,
            strength=self._strength(memory, now, decays=decays),
            recency=recency,
            importance=float(importance[0]),
            base_importance=version.importance,
            confidence=confidence_at(
                recorded, now, per_30_days=self._settings.kept_confidence(decays=decays)
            ),
            base_confidence=version.confidence,
            origin=await self._origin(space, memory),
            n_versions=version.number,
            n_events=await self._n_events(space, memory_id),
            indexes=await self._indexes(space, version.key),
            neighbors=linked[:_N_NEIGHBORS],
            outlook=await outlook_of(
                space,
                recorded,
                linked,
                score=recency * float(importance[0]),
                now=now,
                settings=self._all_settings,
            ),
        )

    async def neighbors(self, space: Space, memory_id: str, *, limit: int) -> Neighbors:
        """What the memory is linked to, heaviest now first. Raises MemoryNotFound."""
        await self._recorded(space, memory_id)
        return Neighbors((await self._linked(space, memory_id, self._clock.now()))[:limit])

    async def _recorded(self, space: Space, memory_id: str) -> Recorded:
        found = await space.stores.records.recorded([memory_id])
        if not found:
            raise MemoryNotFound(f"there is no memory {memory_id!r}")
        return found[0]

    def _fading(self, memory: Memory, at: datetime, *, decays: bool) -> tuple[float, float]:
        """Recency and strength at a time, as ranking has them."""
        if not decays:
            return 1.0, 1.0
        then = fading(
            [memory],
            at,
            unit_days=self._settings.unit_days,
            learning_rate=self._settings.learning_rate,
        )
        return float(then.recency[0]), float(then.strength[0])

    def _strength(self, memory: Memory, now: datetime, *, decays: bool) -> Strength:
        held = {
            days: self._fading(memory, now + timedelta(days=days), decays=decays)[1]
            for days in (0, 7, 30, 90)
        }
        below = self._settings.faded_below
        fades = fades_at(
            memory,
            below,
            unit_days=self._settings.unit_days,
            learning_rate=self._settings.learning_rate,
        )
        return Strength(
            now=held[0],
            in_7_days=held[7],
            in_30_days=held[30],
            in_90_days=held[90],
            faded=held[0] < below,
            fades_at=fades if decays else None,
        )

    async def entities(self, space: Space, listing: EntityListing) -> EntityPage:
        """The entities by name."""
        prefix = "" if listing.name is None else normal_form(listing.name)
        after = decode(listing.cursor, tuple[str, str]) if listing.cursor else None
        found = await space.stores.graph.entity_page(
            kind=listing.kind, prefix=prefix, after=after, limit=listing.limit + 1
        )
        shown = found[: listing.limit]
        next_cursor = None
        if len(found) > len(shown):
            last, _ = shown[-1]
            next_cursor = encode((last.normal_name, last.id))
        return EntityPage(tuple(_view_of_entity(*one) for one in shown), next_cursor)

    async def entity(self, space: Space, entity_id: str, *, limit: int) -> EntityDetail:
        """One entity with what it is linked to. Raises EntityNotFound."""
        found = await space.stores.graph.entities([entity_id])
        if not found:
            raise EntityNotFound(f"there is no entity {entity_id!r}")
        linked = await self._linked(space, found[0].id, self._clock.now())
        n_mentions = len({one.id for one in linked if one.kind == "entity"})
        view = _view_of_entity(found[0], n_mentions)
        called = Counter(name for one in linked for name in dict.fromkeys(one.called))
        return EntityDetail(
            **msgspec.structs.asdict(view), names=dict(called), neighbors=linked[:limit]
        )

    async def _origin(self, space: Space, memory: Memory) -> Origin:
        n_parts = None
        if memory.source_id is not None:
            document = await space.stores.records.document(memory.source_id)
            n_parts = None if document is None else len(document[1])
        return Origin(
            source=memory.source,
            source_session=memory.source_session,
            source_id=memory.source_id,
            ordinal=memory.ordinal,
            n_parts=n_parts,
        )

    async def _n_events(self, space: Space, memory_id: str) -> int:
        n_events, before = 0, None
        while True:
            events = await space.stores.records.events(
                memory_id=memory_id, before=before, limit=_EVENTS_AT_ONCE
            )
            n_events += len(events)
            if len(events) < _EVENTS_AT_ONCE:
                return n_events
            before = events[-1].id

    async def _indexes(self, space: Space, key: int) -> dict[str, Standing]:
        model = None if space.embedder is None else space.embedder.model
        change = await space.stores.feed.standing(key, model=model)
        if change is None:  # erased just now
            return {}
        indexes: dict[str, Standing] = {}
        for name, pump in space.pumps.items():
            if name == "vector" and not change.is_embeddable:
                reason = "the embedding model cannot read the text"
                indexes[name] = Standing(state="absent", reason=reason)
            elif pump.position >= change.seq:
                indexes[name] = Standing(state="searchable")
            else:
                indexes[name] = Standing(state="pending", reason=pump.reason)
        if "vector" not in indexes:
            reason = "there is no embedding model"
            indexes["vector"] = Standing(state="absent", reason=reason)
        return indexes

    async def _linked(self, space: Space, memory_id: str, now: datetime) -> tuple[Neighbor, ...]:
        edges = await space.stores.graph.edges_of(memory_id, limit=_MAX_EDGES)
        ends = {edge.target if edge.source == memory_id else edge.source for edge in edges}
        memories = {
            one.memory.id: one
            for one in await space.stores.records.recorded(sorted(ends))
            if one.memory.deleted_at is None
        }
        entities = {one.id: one for one in await space.stores.graph.entities(sorted(ends))}
        linked: list[Neighbor] = []
        for edge in edges:
            is_out = edge.source == memory_id
            end = edge.target if is_out else edge.source
            memory, entity = memories.get(end), entities.get(end)
            if memory is None and entity is None:
                continue
            linked.append(
                Neighbor(
                    id=end,
                    what="entity" if memory is None else "memory",
                    kind=edge.kind,
                    direction="out" if is_out else "in",
                    weight=weight_at(edge, now),
                    predicate=edge.predicate,
                    name=None if entity is None else entity.name,
                    entity_kind=None if entity is None else entity.kind,
                    content=None if memory is None else memory.version.content,
                    called=tuple(name for name, _ in edge.extra.get(MENTIONS, ())),
                )
            )
        return tuple(sorted(linked, key=lambda one: (-one.weight, one.id, one.kind)))


def _view_of_entity(entity: Entity, n_mentions: int) -> EntityView:
    return EntityView(
        id=entity.id,
        name=entity.name,
        kind=entity.kind,
        aliases=entity.aliases,
        n_mentions=n_mentions,
        created_at=entity.created_at,
    )
