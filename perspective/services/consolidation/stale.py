"""Which facts has nobody used for long and does nothing support any more, and which procedures fail?

They are flagged for a person, and facts lose confidence; nothing is taken away.
"""

from __future__ import annotations

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked, Image, appended
from perspective.domain.changes.review import Review
from perspective.domain.memory import Recorded
from perspective.domain.trust.rules import Rules, is_failing, is_stale, stale_at
from perspective.services.changes.rules import rules_for
from perspective.services.consolidation.reviewed import settled
from perspective.services.consolidation.support import sources_of, stands
from perspective.services.jobs.look import Look
from perspective.settings import Settings


class Stale:
    """The phase `stale`."""

    name = "stale"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each memory that is doubted is one step; of one that was decided upon, nothing is asked
        again until it is edited."""
        rules = rules_for(look.space.tenant, self._settings)
        groups = await settled(look, "stale")
        asked = {memory_id for group in groups for memory_id in group}
        async for page in look.standing():
            look.draft.n_seen += len(page)
            for one in page:
                if one.memory.id not in asked:
                    await self._check(look, one, rules)

    async def _check(self, look: Look, one: Recorded, rules: Rules) -> None:
        if is_failing(one, rules):
            self._flag(look, one, "it fails more often than it succeeds", [])
        elif is_stale(one, look.now, rules) and stands(one):
            sources = await sources_of(look, one.memory.id)
            # What a caller stored without a source has nothing to be checked against.
            if sources and not any(map(stands, sources)):
                confidence = one.version.confidence * self._settings.consolidation.stale_confidence
                images: list[Image] = [appended(one, confidence=confidence)]
                self._flag(look, one, "unused for long, and nothing supports it any more", images)
        elif stands(one) and (at := stale_at(one, rules)) is not None and at > look.now:
            look.due.note(at)

    def _flag(self, look: Look, one: Recorded, reason: str, images: list[Image]) -> None:
        review = Review(
            id=dated_id(look.now, "stale", one.memory.id),
            kind="stale",
            memory_ids=(one.memory.id,),
            reason=reason,
            created_at=look.now,
            detail={"confidence": one.version.confidence},
            versions={one.memory.id: one.version.number + len(images)},
        )
        look.draft.add(
            Step(
                kind="flag",
                memory_ids=(one.memory.id,),
                reason=reason,
                images=(*images, Asked(None, review)),
                needs={one.memory.id: one.version.number},
            )
        )
