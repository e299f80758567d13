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

import numpy as np

from perspective.domain.changes.review import Review, ReviewKind
from perspective.domain.decay import effective_importance, fading
from perspective.domain.memory import MemoryType, Recorded
from perspective.domain.trust.arrivals import Arrivals, ArrivalsQuery
from perspective.domain.trust.forecast import Action, due
from perspective.domain.trust.rules import Rules, idle_days
from perspective.domain.trust.survey import (
    Listed,
    Looked,
    MaintenancePreview,
    Share,
    Stats,
    TierRow,
    TierTotal,
)
from perspective.domain.trust.tier import TIERS, Tier, tier_of
from perspective.ports.analyzer import Analyzer
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.services.changes.rules import rules_for
from perspective.services.host import Space
from perspective.services.trust.arrivals import arrivals
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

    async def arrivals(self, space: Space, query: ArrivalsQuery) -> Arrivals:
        """How many memories were recorded when."""
        return await arrivals(space, query, clock=self._clock, default=self._zone)

    async def stats(self, space: Space) -> Stats:
        """Counts, tokens and means by tier and type."""
        cells: dict[tuple[Tier, MemoryType], _Cell] = defaultdict(_Cell)
        async for page in self._pages(space):
            for one in page:
                cells[one.tier, one.type].add(one)
        rows = tuple(
            cells[cell].row(*cell)
            for cell in sorted(cells, key=lambda cell: (TIERS.index(cell[0]), cell[1]))
        )
        tiers = tuple(self._total(tier, rows) for tier in TIERS)
        return Stats(
            n_memories=sum(one.n_memories for one in rows),
            tokens=sum(one.tokens for one in rows),
            tiers=tiers,
            rows=rows,
        )

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

    async def _pages(self, space: Space, asked: Asked | None = None) -> AsyncIterator[list[Looked]]:
        """All standing memories; what is due for them, where it is told what was asked before."""
        now, rules = self._clock.now(), rules_for(space.tenant, self._settings)
        after = 0
        while page := await space.stores.records.read(partial(_standing, after)):
            yield await asyncio.to_thread(self._looked, page, now, rules, asked)
            after = page[-1].version.key

    def _looked(
        self, page: Sequence[Recorded], now: datetime, rules: Rules, asked: Asked | None
    ) -> list[Looked]:
        memories = [one.memory for one in page]
        faded = fading(memories, now, unit_days=rules.unit_days, learning_rate=rules.learning_rate)
        ones = np.ones(len(page))
        recency, strength = (faded.recency, faded.strength) if rules.decays else (ones, ones)
        importance = effective_importance(
            np.array([one.version.importance for one in page]),
            np.array([float(one.access_count) for one in memories]),
        )
        scores = importance * recency
        found: list[Looked] = []
        for one, held, score in zip(page, strength.tolist(), scores.tolist(), strict=True):
            memory, content = one.memory, one.version.content
            tier = tier_of(
                memory, strength=held, score=score, idle_days=idle_days(memory, now),
                faded_below=rules.faded_below,
            )  # fmt: skip
            found.append(
                Looked(
                    memory_id=memory.id,
                    type=memory.type,
                    tier=tier,
                    tokens=self._analyzer.n_tokens(content),
                    strength=held,
                    score=score,
                    content=content[:_N_CHARS],
                    due=()
                    if asked is None
                    else tuple(due(one, now, rules, asked=asked.get(memory.id, ()))),
                )
            )
        return found

    def _total(self, tier: Tier, rows: Sequence[TierRow]) -> TierTotal:
        tokens = sum(one.tokens for one in rows if one.tier == tier)
        limit = self._limit(tier)
        return TierTotal(
            tier=tier,
            n_memories=sum(one.n_memories for one in rows if one.tier == tier),
            tokens=tokens,
            limit_tokens=limit,
            pressure=None if limit is None else tokens / limit,
        )

    def _limit(self, tier: Tier) -> int | None:
        tiers = self._settings.tiers
        limits = {
            "working": tiers.working_tokens,
            "recent": tiers.recent_tokens,
            "settled": tiers.settled_tokens,
        }
        return limits.get(tier) or None


class _Cell:
    """The sums over the memories of one tier and type."""

    def __init__(self) -> None:
        self.n_memories = self.tokens = 0
        self.strength = self.score = 0.0

    def add(self, one: Looked) -> None:
        """Takes one memory in."""
        self.n_memories += 1
        self.tokens += one.tokens
        self.strength += one.strength
        self.score += one.score

    def row(self, tier: Tier, memory_type: MemoryType) -> TierRow:
        """The sums as counts and means."""
        return TierRow(
            tier=tier,
            type=memory_type,
            n_memories=self.n_memories,
            tokens=self.tokens,
            mean_strength=self.strength / self.n_memories,
            mean_score=self.score / self.n_memories,
        )


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
