"""Of which memories is so little left that a person may be asked to let them go?

All of a run are one question. Those of a question that is open, or was answered not long ago, are not
asked about again.
"""

from __future__ import annotations

from datetime import timedelta

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.dated_id import dated_id
from perspective.domain.changes.image import Asked
from perspective.domain.changes.review import Review
from perspective.domain.trust.rules import is_forgettable
from perspective.services.consolidation.reviewed import settled
from perspective.services.jobs.look import Look
from perspective.services.trust.rules import rules_for
from perspective.settings import Settings

_MOST = 1_000  # in one question; the next run asks about others


class Forgettable:
    """The phase `forgettable`."""

    name = "forgettable"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """One review of all that are due."""
        rules = rules_for(look.space.tenant, self._settings)
        again = timedelta(days=self._settings.decay.review_again_days)

        def still(review: Review) -> bool:
            decided_at = review.decided_at
            return decided_at is None or decided_at + again > look.now

        groups = await settled(look, "forgettable", still=still)
        asked = {memory_id for group in groups for memory_id in group}
        due: list[str] = []
        async for page in look.standing():
            look.draft.n_seen += len(page)
            due += [
                one.memory.id
                for one in page
                if one.memory.id not in asked and is_forgettable(one.memory, look.now, rules)
            ]
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
