"""How many memories and tokens does each tier hold, of each type, and how well?

Read without their words, by pages, in threads. Tokens are counted when a version is stored; of
versions that were stored before that was done, at the first look after a start.
"""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import get_args
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from perspective.domain.decay import (
    INITIAL_STABILITY,
    RECENCY_RATES_PER_DAY,
    Floats,
    effective_importance,
    fading_of,
)
from perspective.domain.interval import to_microseconds
from perspective.domain.memory import MemoryType
from perspective.domain.trust.rules import Rules
from perspective.domain.trust.survey import Stats, TierRow, TierTotal
from perspective.domain.trust.tier import TIERS, Tier, tiers_of
from perspective.ports.analyzer import Analyzer
from perspective.ports.records import RecordSnapshot
from perspective.ports.system import Clock
from perspective.ports.trust.survey import Held
from perspective.services.changes.rules import rules_for
from perspective.services.host import Space
from perspective.settings import Settings

_PAGE = 2_000
_MAX_KEPT = 8_000_000  # counts of four bytes a tenant, by key; those of later versions are not kept

_DAY_S = 86_400.0
_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
_RATES = np.array([RECENCY_RATES_PER_DAY[one] for one in _TYPES])
_STABILITIES = np.array([INITIAL_STABILITY[one] for one in _TYPES])


class Totals:
    """Sums over all memories of a tenant. One instance serves all tenants."""

    def __init__(self, settings: Settings, analyzer: Analyzer, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._counts = _TokenCounts(analyzer)

    async def stats(self, space: Space) -> Stats:
        """Counts, tokens and means by tier and type."""
        now, rules = self._clock.now(), rules_for(space.tenant, self._settings)
        sums = _Sums()
        kept, after = self._counts.of(space), 0
        while True:
            page, texts = await space.stores.records.read(partial(_read, kept, after))
            if not len(page.keys):
                break
            await asyncio.to_thread(self._add, sums, page, texts, kept, now, rules)
            after = int(page.keys[-1])
        rows = sums.rows()
        return Stats(
            n_memories=sum(one.n_memories for one in rows),
            tokens=sum(one.tokens for one in rows),
            tiers=tuple(self._total(tier, rows) for tier in TIERS),
            rows=rows,
        )

    def _add(
        self,
        sums: _Sums,
        page: Held,
        texts: Mapping[int, str],
        kept: array[int],
        now: datetime,
        rules: Rules,
    ) -> None:
        tokens = self._counts.tokens(page, texts, kept)
        types = np.array([_TYPES.index(one) for one in page.types])
        idle_days = np.maximum(0.0, (to_microseconds(now) - page.since) / 1e6 / _DAY_S)
        faded = fading_of(
            idle_days,
            rates=_RATES[types],
            initial=np.where(page.is_pinned, np.inf, _STABILITIES[types] * page.stability),
            accesses=page.accesses,
            unit_days=rules.unit_days,
            learning_rate=rules.learning_rate,
        )
        ones = np.ones(len(types))
        recency, strength = (faded.recency, faded.strength) if rules.decays else (ones, ones)
        score = effective_importance(page.importance, page.accesses) * recency
        tiers = tiers_of(
            page.is_active, page.is_pinned, strength=strength, score=score, idle_days=idle_days,
            faded_below=rules.faded_below,
        )  # fmt: skip
        sums.add(tiers, types, tokens, strength, score)

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


class _TokenCounts:
    """The tokens of versions by key, as far as they were counted (0: not yet), while a tenant is
    open. Threads share them: whoever comes second counts again, and finds the same."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._kept: WeakKeyDictionary[Space, array[int]] = WeakKeyDictionary()

    def of(self, space: Space) -> array[int]:
        """Those of a tenant."""
        return self._kept.setdefault(space, array("I"))

    def tokens(self, page: Held, texts: Mapping[int, str], kept: array[int]) -> NDArray[np.int64]:
        """The tokens of each on the page: as stored, else of `texts` counted, else kept."""
        counted = {key: self._analyzer.n_tokens(text) for key, text in texts.items()}
        if (n_lacking := min(max(counted, default=-1) + 1, _MAX_KEPT) - len(kept)) > 0:
            kept.extend([0] * n_lacking)
        for key, n_tokens in counted.items():
            if key < len(kept):
                kept[key] = n_tokens
        tokens = page.tokens.copy()
        for n in np.flatnonzero(tokens < 0).tolist():
            key = int(page.keys[n])
            tokens[n] = counted[key] if key in counted else kept[key]
        return tokens


class _Sums:
    """The sums over the memories of each tier and type, added up in their order."""

    def __init__(self) -> None:
        shape = (len(TIERS), len(_TYPES))
        self._n_memories = np.zeros(shape, dtype=np.int64)
        self._tokens = np.zeros(shape, dtype=np.int64)
        self._strength = np.zeros(shape)
        self._score = np.zeros(shape)

    def add(
        self,
        tiers: NDArray[np.int64],
        types: NDArray[np.int64],
        tokens: NDArray[np.int64],
        strength: Floats,
        score: Floats,
    ) -> None:
        """Takes many memories in."""
        np.add.at(self._n_memories, (tiers, types), 1)
        np.add.at(self._tokens, (tiers, types), tokens)
        np.add.at(self._strength, (tiers, types), strength)
        np.add.at(self._score, (tiers, types), score)

    def rows(self) -> tuple[TierRow, ...]:
        """The sums as counts and means, by tier, then by the type's name."""
        cells = [
            (TIERS[tier], _TYPES[kind], tier, kind)
            for tier, kind in np.argwhere(self._n_memories).tolist()
        ]
        return tuple(
            TierRow(
                tier=tier,
                type=kind,
                n_memories=int(self._n_memories[*place]),
                tokens=int(self._tokens[*place]),
                mean_strength=float(self._strength[*place] / self._n_memories[*place]),
                mean_score=float(self._score[*place] / self._n_memories[*place]),
            )
            for tier, kind, *place in sorted(cells, key=lambda one: (one[2], one[1]))
        )


def _read(kept: array[int], after: int, snapshot: RecordSnapshot) -> tuple[Held, dict[int, str]]:
    """A page of memories, and the words of those whose tokens are not known."""
    page = snapshot.survey.held(after=after, limit=_PAGE)
    lacking = page.keys[page.tokens < 0].tolist()[:_PAGE]
    new = [key for key in lacking if key >= len(kept) or not kept[key]]
    return page, snapshot.survey.contents(new) if new else {}
