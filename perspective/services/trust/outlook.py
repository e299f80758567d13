"""What does a memory rest on, what rests on it, and what will become of it?

The forecast asks the rules that the jobs' phases ask (`domain/trust/rules`).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from perspective.domain.changes.community import Community
from perspective.domain.changes.review import Review
from perspective.domain.changes.view import view_of_review
from perspective.domain.memory import Recorded
from perspective.domain.trust.forecast import forecast
from perspective.domain.trust.inspection import CommunityView, Neighbor, Outlook, Relative
from perspective.domain.trust.rules import held, idle_days
from perspective.domain.trust.tier import tier_of
from perspective.ports.records import RecordSnapshot
from perspective.services.changes.rules import rules_for
from perspective.services.host import Space
from perspective.services.trust.survey import holds
from perspective.settings import Settings

_N_CENTRAL = 5


async def outlook_of(
    space: Space,
    recorded: Recorded,
    linked: Iterable[Neighbor],
    *,
    score: float,
    now: datetime,
    settings: Settings,
) -> Outlook:
    """The outlook of a memory whose links and score are known."""
    memory = recorded.memory

    def look(snapshot: RecordSnapshot) -> tuple[list[Community], list[Review]]:
        archive = snapshot.archive
        return archive.communities_of(memory.id), archive.reviews_of(memory.id)

    communities, reviews = await space.stores.records.read(look)
    rules = rules_for(space.tenant, settings)
    sources, derived = _relatives(linked)
    tier = tier_of(
        memory,
        strength=held(memory, now, rules),
        score=score,
        idle_days=idle_days(memory, now),
        faded_below=rules.faded_below,
    )
    asked = {one.kind for one in reviews if holds(one, now, settings)}
    return Outlook(
        tier=tier,
        score=score,
        sources=sources,
        derived=derived,
        communities=tuple(map(_view_of_community, communities)),
        reviews=tuple(view_of_review(one) for one in reviews if one.state == "open"),
        forecast=forecast(recorded, now, rules, asked=asked),
    )


def _relatives(
    linked: Iterable[Neighbor],
) -> tuple[tuple[Relative, ...], tuple[Relative, ...]]:
    """What the memory was made of, and what was made of it."""
    sources: dict[str, Relative] = {}
    derived: dict[str, Relative] = {}
    for one in linked:
        if one.content is None or one.kind not in {"supports", "promoted_from"}:
            continue
        is_source = (one.kind == "supports") == (one.direction == "in")
        found = sources if is_source else derived
        found.setdefault(one.id, Relative(id=one.id, content=one.content))
    return tuple(sources.values()), tuple(derived.values())


def _view_of_community(community: Community) -> CommunityView:
    return CommunityView(
        id=community.id,
        n_members=len(community.member_ids),
        central_ids=community.central_ids[:_N_CENTRAL],
        summary=community.summary,
    )
