"""What becomes of what was read in a memory: entities, mentions, relations?

Runs within the transaction that ends the memory's place in the queue. Only what the text supports
is kept; what was read of an earlier wording is taken back first, so reading a memory again ends
where reading it once does.
"""

from __future__ import annotations

from datetime import datetime

from perspective.domain.event import Event
from perspective.domain.extraction.grounding import grounded
from perspective.domain.extraction.reading import Passage, Reading
from perspective.domain.graph import (
    DECAY_RATES_PER_DAY,
    MENTIONS,
    Edge,
    EdgeKind,
    Entity,
    EntityKind,
)
from perspective.domain.memory import Recorded
from perspective.domain.text.normal import normal_form
from perspective.ports.system import Clock, Ids
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
        normal_name = normal_form(name)
        entity = self._tx.entity(normal_name)
        if entity is None:
            entity = Entity(
                id=self._ids.new(),
                name=name,
                normal_name=normal_name,
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
            )
        )


class Understand:
    """Keeps readings. One instance serves all tenants."""

    def __init__(self, clock: Clock, ids: Ids, *, origin: str, min_confidence: float) -> None:
        self._clock = clock
        self._ids = ids
        self._origin = origin
        self._min_confidence = min_confidence

    def keep(
        self, tx: RecordTransaction, recorded: Recorded, passage: Passage, reading: Reading
    ) -> None:
        """Writes what the passage supports: a mention of each entity once, at the confidence of
        its surest place, relations between entities, and one event."""
        now, memory_id = self._clock.now(), recorded.memory.id
        known = grounded(reading, passage, min_confidence=self._min_confidence)
        entities = Entities(tx, self._ids, now, origin=self._origin)
        tx.forget_reading(memory_id)
        found: dict[str, Entity] = {}
        weights: dict[str, float] = {}
        for mention in known.reading.mentions:
            entity = entities.named(mention.name, mention.kind)
            found[normal_form(mention.name)] = entity
            weights[entity.id] = max(mention.confidence, weights.get(entity.id, 0.0))
        for entity_id, weight in weights.items():
            entities.link(memory_id, entity_id, "entity", weight, predicate=MENTIONS)
        n_relations = 0
        for relation in known.reading.relations:
            subject = self._end(entities, found, relation.subject, passage)
            target = self._end(entities, found, relation.object, passage)
            if subject is not None and target is not None and subject.id != target.id:
                n_relations += 1
                entities.link(
                    subject.id,
                    target.id,
                    "relation",
                    relation.confidence,
                    predicate=f"{'not ' if relation.is_negated else ''}{relation.predicate}",
                    memory_id=memory_id,
                )
        after = {
            "entities": len(weights),
            "relations": n_relations,
            "dropped": known.n_dropped,
            "extractor": self._origin,
        }
        tx.add(
            Event(at=now, kind="extracted", actor=self._origin, memory_id=memory_id, after=after)
        )

    def _end(
        self, entities: Entities, found: dict[str, Entity], name: str, passage: Passage
    ) -> Entity | None:
        """The entity at an end of a relation: one that is mentioned, or the speaker."""
        form = normal_form(name)
        if form in found:
            return found[form]
        if passage.speaker is not None and form == normal_form(passage.speaker):
            return entities.named(passage.speaker, "person")
        return None
