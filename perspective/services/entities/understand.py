"""What becomes of what was read in a memory: entities, mentions, relations, statements?

Runs within the transaction that ends the memory's place in the queue. Only what the text supports
is kept; what was read of an earlier wording is taken back first, so reading a memory again ends
where reading it once does.
"""

from __future__ import annotations

from collections.abc import Mapping

from perspective.domain.event import Event
from perspective.domain.extraction.grounding import grounded
from perspective.domain.extraction.names.sounding import Likeness
from perspective.domain.extraction.reading import Passage, Reading
from perspective.domain.graph import MENTIONS, Entity
from perspective.domain.memory import Recorded
from perspective.domain.text.normal import normal_form
from perspective.ports.analyzer import Analyzer
from perspective.ports.system import Clock, Ids
from perspective.ports.transaction import RecordTransaction
from perspective.services.entities.entities import Entities
from perspective.services.entities.facts import Facts
from perspective.services.entities.whom import Whom


class Understand:
    """Keeps readings. One instance serves all tenants."""

    def __init__(
        self,
        analyzer: Analyzer,
        likeness: Likeness,
        clock: Clock,
        ids: Ids,
        *,
        origin: str,
        min_confidence: float,
        reliability: Mapping[str, float],
    ) -> None:
        self._analyzer = analyzer
        self._likeness = likeness
        self._clock = clock
        self._ids = ids
        self._origin = origin
        self._min_confidence = min_confidence
        self._reliability = reliability

    def keep(
        self, tx: RecordTransaction, recorded: Recorded, passage: Passage, reading: Reading
    ) -> None:
        """Writes what the passage supports: a mention of each entity once, at the confidence of
        its surest place, relations between entities, statements, and one event."""
        now, memory_id = self._clock.now(), recorded.memory.id
        known = grounded(
            reading,
            passage,
            min_confidence=self._min_confidence,
            reliability=self._reliability.get(recorded.memory.source or "", 1.0),
        )
        entities = Entities(tx, self._ids, now, origin=self._origin)
        before = tx.derived(memory_id)
        tx.forget_reading(memory_id)
        whom = Whom(tx, entities, self._analyzer, self._likeness, memory_id)
        found: dict[str, Entity] = {}
        weights: dict[str, float] = {}
        names: dict[str, dict[str, bool]] = {}
        for mention in known.reading.mentions:
            entity, called = whom.meant(mention, passage)
            found[normal_form(mention.name)] = entity
            weights[entity.id] = max(mention.confidence, weights.get(entity.id, 0.0))
            names.setdefault(entity.id, {}).update(called)
        for entity_id, weight in weights.items():
            said = [[name, is_stated] for name, is_stated in names[entity_id].items()]
            entities.link(
                memory_id, entity_id, "entity", weight, predicate=MENTIONS, extra={MENTIONS: said}
            )
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
        facts = Facts(tx, entities, self._analyzer, self._ids, now, origin=self._origin)
        after = {
            "entities": len(weights),
            "relations": n_relations,
            "facts": facts.keep(recorded, passage, known.reading, before),
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
