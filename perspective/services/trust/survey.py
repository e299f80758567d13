"""How do a tenant's memories stand by tier and type, and what is due for them?

All memories are read, a page at a time, in threads: a store or a question never waits for more than
one page.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, timedelta, tzinfo
from functools import partial

from perspective.domain.changes.review import Review, ReviewKind
from perspective.domain.memory import Recorded
from perspective.domain.trust.arrivals import Arrivals, ArrivalsQuery
from perspective.domain.trust.forecast import Action, due
from perspective.domain.trust.rules import Rules
from perspective.domain.trust.survey import (
    Listed,
    Looked,
    MaintenancePreview,
    Share,
    Stats,
)
from perspective.ports.analyzer import Analyzer
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.services.changes.rules import rules_for
from perspective.services.host import Space
from perspective.services.trust.arrivals import arrivals
from perspective.services.trust.totals import Totals
from perspective.settings import Settings

_PAGE = 256
_N_LISTED = 50
_N_CHARS = 160
_ACTIONS: tuple[Action, ...] = ("promote", "archive", "forgettable", "check", "failing")
_FREEING: frozenset[Action] = frozenset({"archive", "forgettable"})

Asked = dict[str, set[ReviewKind]]


class Survey:
    """Looks at all memories of a tenant. One instance serves all tenants."""

    def __init__(self, settings: Settings, analyzer: Analyzer, clock: Clock, zone: tzinfo) -> None:
        self._settings = settings
        self._analyzer = analyzer
        self._clock = clock
        self._zone = zone
        self._totals = Totals(settings, analyzer, clock)

    async def arrivals(self, space: Space, query: ArrivalsQuery) -> Arrivals:
        """How many memories were recorded when."""
        return await arrivals(space, query, clock=self._clock, default=self._zone)

    async def stats(self, space: Space) -> Stats:
        """Counts, tokens and means by tier and type."""
        return await self._totals.stats(space)

    async def preview(self, space: Space) -> MaintenancePreview:
        """What is due for each memory by itself, with why."""
        asked = await asked_about(space, self._clock.now(), self._settings)
        counts: dict[Action, list[int]] = {one: [0, 0] for one in (*_ACTIONS, "keep")}
        listed: dict[Action, list[Listed]] = defaultdict(list)
        n_memories = freed = 0
        async for page in self._pages(space, asked):
            for one in page:
                n_memories += 1
                actions = [found.action for found in one.due]
                freed += one.tokens if _FREEING & set(actions) else 0
                for action in actions or ["keep"]:
                    counts[action][0] += 1
                    counts[action][1] += one.tokens
                for found in one.due:
                    if len(listed[found.action]) < _N_LISTED:
                        listed[found.action].append(
                            Listed(memory_id=one.memory_id, why=found.why, content=one.content)
                        )
        shares = tuple(
            Share(action=action, n_memories=n, tokens=tokens, items=tuple(listed[action]))
            for action, (n, tokens) in counts.items()
        )
        return MaintenancePreview(n_memories=n_memories, freed_tokens=freed, shares=shares)

    async def _pages(self, space: Space, asked: Asked) -> AsyncIterator[list[Looked]]:
        """All standing memories with what is due for them."""
        now, rules = self._clock.now(), rules_for(space.tenant, self._settings)
        after = 0
        while page := await space.stores.records.read(partial(_standing, after)):
            yield await asyncio.to_thread(self._looked, page, now, rules, asked)
            after = page[-1].version.key

    def _looked(
        self, page: Sequence[Recorded], now: datetime, rules: Rules, asked: Asked
    ) -> list[Looked]:
        return [
            Looked(
                memory_id=one.memory.id,
                tokens=self._analyzer.n_tokens(one.version.content),
                content=one.version.content[:_N_CHARS],
                due=tuple(due(one, now, rules, asked=asked.get(one.memory.id, ()))),
            )
            for one in page
        ]


async def asked_about(space: Space, now: datetime, settings: Settings) -> Asked:
    """Of which memories a person need not be asked again, by kind of review."""
    found: Asked = defaultdict(set)
    kinds: tuple[ReviewKind, ...] = ("stale", "forgettable")
    for kind in kinds:
        before: str | None = None
        while page := await space.stores.records.read(partial(_reviews, kind, before)):
            for review in page:
                for memory_id in review.memory_ids if holds(review, now, settings) else ():
                    found[memory_id].add(kind)
            before = page[-1].id
    return found


def holds(review: Review, now: datetime, settings: Settings) -> bool:
    """Whether a review is open, or was decided so that nobody is asked again: what is forgettable is
    offered anew after `decay.review_again_days`."""
    if review.decided_at is None or review.kind != "forgettable":
        return True
    days = min(settings.decay.review_again_days, 999_999_999.0)
    return now - review.decided_at < timedelta(days=days)


def _standing(after: int, snapshot: RecordSnapshot) -> list[Recorded]:
    return snapshot.survey.standing(after=after, limit=_PAGE)


def _reviews(kind: ReviewKind, before: str | None, snapshot: RecordSnapshot) -> list[Review]:
    return snapshot.archive.reviews(None, kind, before=before, limit=_PAGE)
