"""Which memories cannot both hold, and which of them does?

Candidates are texts that are close; what contradicts is judged by
`domain/consolidation/contradictions.py`. The older one is closed only where the newer takes its place
beyond doubt; else a person is asked. What was made of a closed one is flagged.
"""

from __future__ import annotations

import msgspec

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked, Image, Linked, appended
from perspective.domain.changes.review import Review
from perspective.domain.consolidation.claims import Claims
from perspective.domain.consolidation.contradictions import judge
from perspective.domain.consolidation.verdict import Verdict
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge
from perspective.domain.memory import Recorded
from perspective.domain.text.suspect.orders import SUSPECT
from perspective.ports.trust.survey import Pair
from perspective.services.consolidation.reviewed import settled
from perspective.services.consolidation.support import candidates, derived_alone, judged, stands
from perspective.services.jobs.look import Look
from perspective.settings import ConsolidationSettings

_PROGRAMS = ("assistant", "system", "tool")
_LEAST_SHARE = 0.8  # of the older one's confidence


class Judged(msgspec.Struct, frozen=True):
    """Two memories and what the newer does to the older."""

    older: Recorded
    newer: Recorded
    verdict: Verdict


class Contradictions:
    """The phase `contradictions`."""

    name = "contradictions"

    def __init__(self, settings: ConsolidationSettings, *, n_nearest: int) -> None:
        self._settings = settings
        self._n_nearest = n_nearest

    async def plan(self, look: Look) -> None:
        """Each pair that cannot hold together is one step."""
        records = look.space.stores.records
        since, upto = await records.read(
            lambda snapshot: (snapshot.mark(self.name), snapshot.linked())
        )
        pairs = await candidates(
            look, above=self._settings.related_similarity, since=since, n_nearest=self._n_nearest
        )
        asked = await settled(look, "contradiction")
        unwanted = await records.read(
            lambda snapshot: snapshot.archive.undone_pairs(("close", "flag"))
        )
        look.draft.n_seen = len(pairs)
        async for one in judged(look, pairs, _judge):
            ids = tuple(sorted((one.older.memory.id, one.newer.memory.id)))
            if frozenset(ids) not in asked and ids not in unwanted:
                await self._settle(look, one)
        look.marks[self.name] = upto

    async def _settle(self, look: Look, judged: Judged) -> None:
        older, newer, verdict = judged.older, judged.newer, judged.verdict
        edge = Edge(
            source=newer.memory.id,
            target=older.memory.id,
            kind="contradicts",
            weight=verdict.confidence,
            created_at=look.now,
            last_reinforced_at=look.now,
            decay_rate=DECAY_RATES_PER_DAY["contradicts"],
            origin="consolidation",
        )
        before = await look.space.stores.records.read(
            lambda snapshot: snapshot.survey.edges_at(older.memory.id)
        )
        if any({one.source, one.target} == {edge.source, edge.target} for one in before
               if one.kind == "contradicts"):  # fmt: skip
            return
        images: list[Image] = [Linked(None, edge)]
        ends_at = newer.version.valid_from or newer.at
        begins_at, ended_at = older.version.valid_from, older.version.valid_to
        if ended_at is not None and ended_at <= ends_at:
            return  # it had ended before: both hold, each in its time
        # Of two that were said at once, neither is the newer; nor can one end before it begins.
        is_open = (
            verdict.effect != "closes"
            or verdict.confidence < self._settings.close_confidence
            or not _may_close(older, newer)
            or newer.at <= older.at
            or (begins_at is not None and ends_at <= begins_at)
        )
        if not is_open:
            # What is still to come hides nothing until then.
            by = newer.memory.id if ends_at <= look.now else None
            images.append(appended(older, valid_to=ends_at, superseded_by=by))
            images += await self._flagged(look, older)
        else:
            review = Review(
                id=dated_id(look.now, "contradiction", older.memory.id, newer.memory.id),
                kind="contradiction",
                memory_ids=(older.memory.id, newer.memory.id),
                reason=verdict.reason,
                created_at=look.now,
                versions={one.memory.id: one.version.number for one in (older, newer)},
            )
            images.append(Asked(None, review))
        look.draft.add(
            Step(
                kind="flag" if is_open else "close",
                memory_ids=(older.memory.id, newer.memory.id),
                reason=verdict.reason,
                images=tuple(images),
                needs={one.memory.id: one.version.number for one in (older, newer)},
            )
        )

    async def _flagged(self, look: Look, closed: Recorded) -> list[Image]:
        """What was made of the closed memory and of nothing else that stands is doubted."""
        made = await derived_alone(look, closed.memory.id)
        images: list[Image] = []
        for one in made:
            confidence = one.version.confidence * self._settings.stale_confidence
            images.append(appended(one, confidence=confidence))
            review = Review(
                id=dated_id(look.now, "stale", one.memory.id),
                kind="stale",
                memory_ids=(one.memory.id, closed.memory.id),
                reason="what it was made of was replaced",
                created_at=look.now,
                detail={"confidence": one.version.confidence},
                versions={one.memory.id: one.version.number + 1},
            )
            images.append(Asked(None, review))
        return images


def _may_close(older: Recorded, newer: Recorded) -> bool:
    """Whether no person need be asked: not where the older is held on to, or of another kind, where a
    program speaks against a person, or where the newer is believed much less."""
    memory, other = older.memory, newer.memory
    return not (
        memory.pinned
        or (memory.type == "procedural") != (other.type == "procedural")
        or (memory.role == "user" and other.role in _PROGRAMS)
        or newer.version.confidence < _LEAST_SHARE * older.version.confidence
    )


def _judge(one: Recorded, other: Recorded, pair: Pair, claims: Claims) -> Judged | None:
    """Two that cannot hold together."""
    sides = (one, other)
    if not all(map(stands, sides)):
        return None
    # A statement goes with its text: the texts are compared. What orders about contradicts nobody.
    if any(side.memory.is_derived or SUSPECT in side.version.tags for side in sides):
        return None
    older, newer = sorted(sides, key=lambda side: (side.at, side.version.key))
    verdict = judge(claims.of(older), claims.of(newer), pair.cosine)
    return Judged(older, newer, verdict) if verdict.effect in {"closes", "conflicts"} else None
