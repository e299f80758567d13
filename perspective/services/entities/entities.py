"""Which entity has this name, and how is something linked to it?"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, EdgeKind, Entity, EntityKind
from perspective.domain.text.normal import normal_form
from perspective.ports.system import Ids
from perspective.ports.transaction import RecordTransaction


class Entities:
    """The entities of a tenant, as one transaction sees and adds to them."""

    def __init__(self, tx: RecordTransaction, ids: Ids, now: datetime, *, origin: str) -> None:
        self._tx = tx
        self._ids = ids
        self._now = now
        self._origin = origin

    def named(self, name: str, kind: EntityKind) -> Entity:
        """The entity of this name, made if there is none."""
        return self._tx.entity(normal_form(name)) or self.begun(name, kind)

    def begun(self, name: str, kind: EntityKind) -> Entity:
        """A new entity."""
        entity = Entity(
            id=self._ids.new(),
            name=name,
            normal_name=normal_form(name),
            kind=kind,
            created_at=self._now,
        )
        self._tx.add(entity)
        return entity

    def link(
        self,
        source: str,
        target: str,
        kind: EdgeKind,
        weight: float,
        *,
        predicate: str = "",
        memory_id: str | None = None,
        extra: dict[str, Any] | None = None,
    ) -> None:
        """Adds an edge, made now."""
        self._tx.add(
            Edge(
                source=source,
                target=target,
                kind=kind,
                weight=weight,
                created_at=self._now,
                last_reinforced_at=self._now,
                decay_rate=DECAY_RATES_PER_DAY[kind],
                origin=self._origin,
                predicate=predicate,
                memory_id=memory_id,
                extra=extra or {},
            )
        )
