"""Which jobs change memories by themselves, and of which phases are they made?"""

from __future__ import annotations

from perspective.ports.communities.finder import CommunityFinder
from perspective.ports.system import Clock
from perspective.services.changes.changes import Changes
from perspective.services.consolidation.across import Across
from perspective.services.consolidation.archive import Archive
from perspective.services.consolidation.communities import Communities
from perspective.services.consolidation.contradictions import Contradictions
from perspective.services.consolidation.duplicates import Duplicates
from perspective.services.consolidation.forgettable import Forgettable
from perspective.services.consolidation.promotion import Promotion
from perspective.services.consolidation.proposals import Proposals
from perspective.services.consolidation.stale import Stale
from perspective.services.jobs.job import Job
from perspective.services.jobs.look import Phase
from perspective.services.jobs.phased import PhasedJob
from perspective.settings import Settings


def phased_jobs(
    settings: Settings, changes: Changes, finder: CommunityFinder, clock: Clock
) -> list[Job]:
    """The jobs that change memories by themselves."""
    n_nearest = settings.index.semantic_links
    phases: dict[str, tuple[str, list[Phase]]] = {
        "consolidation": (
            "Joins, promotes, doubts and links what was stored.",
            [
                Duplicates(settings.consolidation, n_nearest=n_nearest),
                Communities(finder, least=settings.consolidation.min_community),
                Contradictions(settings.consolidation, n_nearest=n_nearest),
                Promotion(settings),
                Stale(settings),
                Proposals(settings.consolidation),
                Across(settings.consolidation),
            ],
        ),
        "maintenance": (
            "Asks about memories of which next to nothing is left.",
            [Forgettable(settings)],
        ),
        "archive": (
            "Archives what has faded and was not used for long.",
            [Archive(settings)],
        ),
    }
    return [
        PhasedJob(name, summary, some, changes, clock) for name, (summary, some) in phases.items()
    ]
