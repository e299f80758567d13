"""Of which memories is so little left that a person may be asked to let them go?

All of a run are one question. Those of a question that is open, or was answered not long ago, are not
asked about again.
"""

from __future__ import annotations

from datetime import UTC, datetime

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked
from perspective.domain.changes.review import Review
from perspective.domain.trust.rules import days_after, forgettable_at, is_forgettable
from perspective.services.changes.rules import rules_for
from perspective.services.consolidation.reviewed import reviews_of
from perspective.services.jobs.look import Look
from perspective.settings import Settings

_MOST = 1_000  # in one question; the next run asks about others
_NEVER = datetime.max.replace(tzinfo=UTC)  # a decision, which is a change, brings the next look


class Forgettable:
    """The phase `forgettable`."""

    name = "forgettable"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """One review of all that are due."""
        rules = rules_for(look.space.tenant, self._settings)
        asked = await self._asked(look)
        due: list[str] = []
        async for page in look.standing():
            look.draft.n_seen += len(page)
            for one in page:
                until = asked.get(one.memory.id)
                if until is None and is_forgettable(one.memory, look.now, rules):
                    due.append(one.memory.id)
                elif until != _NEVER and (at := forgettable_at(one.memory, rules)) is not None:
                    look.due.note(at if until is None else max(at, until))
        if not due:
            return
        ids = tuple(due[:_MOST])
        review = Review(
            id=dated_id(look.now, "forgettable", *ids),
            kind="forgettable",
            memory_ids=ids,
            reason="nobody used them for very long",
            created_at=look.now,
        )
        look.draft.add(
            Step(kind="forget", memory_ids=ids, reason=review.reason, images=(Asked(None, review),))
        )

    async def _asked(self, look: Look) -> dict[str, datetime]:
        """Until when each memory is not asked about, since it was already."""
        days = self._settings.decay.review_again_days
        until: dict[str, datetime] = {}
        for review in await reviews_of(look, "forgettable"):
            decided_at = review.decided_at
            at = (None if decided_at is None else days_after(decided_at, days)) or _NEVER
            if at > look.now:
                for memory_id in review.memory_ids:
                    until[memory_id] = max(at, until.get(memory_id, at))
        return until
