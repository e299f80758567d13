"""Which episodes are used so often that what they say deserves to stand by itself?

The statement becomes a semantic memory that the episode supports; the episode fades more slowly from
then on. What was read out of the episode already is not said a second time: then only the episode is
held longer.
"""

from __future__ import annotations

import msgspec

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Image, Inserted, Linked, identity
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, EdgeKind
from perspective.domain.memory import PROMOTED, Memory, Recorded, Semantic, Version
from perspective.domain.trust.rules import is_promotable
from perspective.services.changes.rules import rules_for
from perspective.services.jobs.look import Look
from perspective.settings import Settings


class Promotion:
    """The phase `promotion`."""

    name = "promotion"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each episode that is due is one step."""
        rules = rules_for(look.space.tenant, self._settings)
        async for page in look.standing():
            look.draft.n_seen += len(page)
            for one in page:
                if is_promotable(one.memory, rules) and _is_plain(one):
                    await self._promote(look, one)

    async def _promote(self, look: Look, episode: Recorded) -> None:
        memory = episode.memory
        edges = await look.space.stores.records.read(
            lambda snapshot: snapshot.survey.edges_at(memory.id)
        )
        is_stated = any(e.kind == "supports" and e.source == memory.id for e in edges)
        stability = memory.stability * self._settings.consolidation.promotion_stability
        images: list[Image] = [] if is_stated else _statement(look, episode)
        images.append(identity(memory, stability=stability))
        look.draft.add(
            Step(
                kind="promote",
                memory_ids=(memory.id,),
                reason=f"used {memory.access_count} times",
                images=tuple(images),
                needs={memory.id: episode.version.number},
            )
        )


def _is_plain(episode: Recorded) -> bool:
    """Whether it was not promoted before, and says something by itself."""
    memory, version = episode.memory, episode.version
    return memory.stability == 1.0 and memory.gated is None and version.superseded_by is None


def _statement(look: Look, episode: Recorded) -> list[Image]:
    """The semantic memory, and its edges."""
    said, version = episode.memory, episode.version
    memory = Memory(
        id=dated_id(said.recorded_at, "promotion", said.id),
        type="semantic",
        recorded_at=look.now,
        namespace=said.namespace,
        source_session=said.source_session,
        speaker=said.speaker,
        role=said.role,
        source=PROMOTED,
    )
    statement: Version = msgspec.structs.replace(
        version,
        memory_id=memory.id,
        number=1,
        key=0,
        detail=Semantic(
            source_ids=(said.id,), first_seen_at=episode.at, last_validated_at=look.now
        ),
        known_from=look.now,
        known_to=None,
        extra={},
    )
    return [
        Inserted(memory, statement),
        Linked(None, _edge(look, said.id, memory.id, "supports")),
        Linked(None, _edge(look, memory.id, said.id, "promoted_from")),
    ]


def _edge(look: Look, source: str, target: str, kind: EdgeKind) -> Edge:
    return Edge(
        source=source,
        target=target,
        kind=kind,
        weight=1.0,
        created_at=look.now,
        last_reinforced_at=look.now,
        decay_rate=DECAY_RATES_PER_DAY[kind],
        origin="consolidation",
    )
