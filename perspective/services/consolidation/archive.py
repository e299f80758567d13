"""Which memories go into the archive, since nobody has used them for long?

A faded one is archived, and comes back with its undoing or by hand; nothing is lost by it.
"""

from __future__ import annotations

from perspective.domain.changes.change_set import Step
from perspective.domain.changes.image import identity
from perspective.domain.trust.rules import archivable_at, is_archivable
from perspective.services.changes.rules import rules_for
from perspective.services.jobs.look import Look
from perspective.settings import Settings


class Archive:
    """The phase `archive`."""

    name = "archive"

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def plan(self, look: Look) -> None:
        """Each memory that is due is one step."""
        rules = rules_for(look.space.tenant, self._settings)
        async for page in look.standing():
            look.draft.n_seen += len(page)
            for one in page:
                if is_archivable(one.memory, look.now, rules):
                    look.draft.add(
                        Step(
                            kind="archive",
                            memory_ids=(one.memory.id,),
                            reason="faded, and unused for long",
                            images=(identity(one.memory, state="archived"),),
                            needs={one.memory.id: one.version.number},
                            since=str(one.memory.last_accessed_at),
                        )
                    )
                else:
                    look.due.note(archivable_at(one.memory, rules))
