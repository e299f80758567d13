"""How does a proposed procedure become a memory?"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from perspective.domain.changes.image import Inserted, Linked
from perspective.domain.changes.review import Review
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge, EdgeKind
from perspective.domain.memory import PROMOTED, Memory, Procedural, Recorded, Version
from perspective.domain.text.normal import content_hash
from perspective.domain.text.suspect.orders import SUSPECT, with_suspect
from perspective.domain.text.suspect.orders import is_suspect as orders_about
from perspective.errors import Conflict
from perspective.ports.analyzer import Analyzer

ORIGIN = "review"


class Proposed(msgspec.Struct, frozen=True, kw_only=True):
    """What the `detail` of a review of the kind `procedure` says; other fields are for people."""

    content: str
    code: str | None = None
    preconditions: tuple[str, ...] = ()
    postconditions: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    confidence: float = 1.0


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A procedure as it would be kept: analysed, outside of any transaction."""

    proposed: Proposed
    terms: str
    is_suspect: bool


def proposal_of(review: Review, analyzer: Analyzer) -> Proposal:
    """What a review proposes; takes the time that analysing a text takes."""
    try:
        proposed = msgspec.convert(review.detail, Proposed)
    except msgspec.ValidationError as error:
        raise Conflict(f"the review does not say what it proposes: {error}") from error
    return Proposal(
        proposed=proposed,
        terms=" ".join(analyzer.terms(proposed.content)),
        is_suspect=orders_about(proposed.content),
    )


def insertion(
    proposal: Proposal, sources: Sequence[Recorded], *, memory_id: str, now: datetime
) -> tuple[Inserted | Linked, ...]:
    """The procedure in its sources' place, and the edges that say what supports it."""
    given = proposal.proposed
    memory = Memory(
        id=memory_id,
        type="procedural",
        recorded_at=now,
        namespace=sources[0].memory.namespace,
        source=PROMOTED,
    )
    is_suspect = proposal.is_suspect or any(SUSPECT in one.version.tags for one in sources)
    version = Version(
        memory_id=memory_id,
        number=1,
        content=given.content,
        content_hash=content_hash(given.content),
        terms=proposal.terms,
        language=sources[0].version.language,
        detail=Procedural(
            code=given.code,
            preconditions=given.preconditions,
            postconditions=given.postconditions,
        ),
        known_from=now,
        importance=max(one.version.importance for one in sources),
        confidence=given.confidence,
        tags=with_suspect(given.tags) if is_suspect else given.tags,
    )
    edges = [
        edge
        for one in sources
        for edge in (
            _edge(one.memory.id, memory_id, "supports", now),
            _edge(memory_id, one.memory.id, "promoted_from", now),
        )
    ]
    return Inserted(memory, version), *(Linked(None, edge) for edge in edges)


def _edge(source: str, target: str, kind: EdgeKind, now: datetime) -> Edge:
    fields: dict[str, Any] = {"source": source, "target": target, "kind": kind}
    return Edge(
        **fields,
        weight=1.0,
        created_at=now,
        last_reinforced_at=now,
        decay_rate=DECAY_RATES_PER_DAY[kind],
        origin=ORIGIN,
    )
