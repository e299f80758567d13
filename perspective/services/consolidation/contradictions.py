"""Which memories cannot both hold, and which of them does?

Candidates are texts that are close; what contradicts is judged by
`domain/consolidation/contradictions.py`. The older one is closed only where the newer takes its place
beyond doubt; else a person is asked. What was made of a closed one is flagged.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked, Image, Linked, appended
from perspective.domain.changes.review import Review
from perspective.domain.consolidation.claim import Claim, claim_of
from perspective.domain.consolidation.contradictions import judge
from perspective.domain.consolidation.verdict import Verdict
from perspective.domain.graph import DECAY_RATES_PER_DAY, Edge
from perspective.domain.memory import Recorded
from perspective.ports.trust.survey import Pair
from perspective.services.consolidation.reviewed import settled
from perspective.services.consolidation.support import derived_alone, stands
from perspective.services.jobs.look import Look
from perspective.settings import ConsolidationSettings

_AT_ONCE = 4  # pairs judged between two breaths: a judge holds the interpreter


class Judged(msgspec.Struct, frozen=True):
    """Two memories and what the newer does to the older."""

    older: Recorded
    newer: Recorded
    verdict: Verdict


class Contradictions:
    """The phase `contradictions`."""

    name = "contradictions"

    def __init__(self, settings: ConsolidationSettings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each pair that cannot hold together is one step."""
        records = look.space.stores.records
        since, upto = await records.read(
            lambda snapshot: (snapshot.mark(self.name), snapshot.linked())
        )
        pairs = await records.read(
            lambda snapshot: snapshot.survey.alike(
                above=self._settings.related_similarity, since=since
            )
        )
        asked = await settled(look, "contradiction")
        look.draft.n_seen = len(pairs)
        for first in range(0, len(pairs), _AT_ONCE):
            batch = pairs[first : first + _AT_ONCE]
            found = await look.recorded(end for pair in batch for end in (pair.one, pair.other))
            for judged in await asyncio.to_thread(_judge, batch, found):
                if frozenset((judged.older.memory.id, judged.newer.memory.id)) not in asked:
                    await self._settle(look, judged)
            await look.breathe()
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
        # Of two that were said at once, neither is the newer.
        is_open = verdict.effect != "closes" or newer.at <= older.at
        if not is_open:
            closed_at = max(newer.at, older.version.valid_from or newer.at)
            images.append(appended(older, valid_to=closed_at, superseded_by=newer.memory.id))
            images += await self._flagged(look, older)
        else:
            review = Review(
                id=dated_id(look.now, "contradiction", older.memory.id, newer.memory.id),
                kind="contradiction",
                memory_ids=(older.memory.id, newer.memory.id),
                reason=verdict.reason,
                created_at=look.now,
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
            )
            images.append(Asked(None, review))
        return images


def _judge(pairs: Sequence[Pair], found: dict[str, Recorded]) -> list[Judged]:
    """The pairs that cannot hold together."""
    claims: dict[str, Claim] = {}
    judged: list[Judged] = []
    for pair in pairs:
        sides = [found[end] for end in (pair.one, pair.other) if end in found]
        if len(sides) < 2 or not all(map(stands, sides)):
            continue
        # A statement goes with its text: the texts are compared.
        if any(one.memory.is_derived for one in sides):
            continue
        older, newer = sorted(sides, key=lambda one: (one.at, one.version.key))
        for one in sides:
            if one.memory.id not in claims:
                claims[one.memory.id] = claim_of(one)
        verdict = judge(claims[older.memory.id], claims[newer.memory.id], pair.cosine)
        if verdict.effect in {"closes", "conflicts"}:
            judged.append(Judged(older, newer, verdict))
    return judged
