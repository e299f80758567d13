"""How does a memory fade: recency, importance and strength, computed when read?

Nothing here is written back, so the values do not depend on how often a job runs.
"""

from __future__ import annotations

import math
from datetime import datetime

from perspective.domain.memory import Memory, MemoryType

INITIAL_STABILITY: dict[MemoryType, float] = {
    "episodic": 1.0,
    "semantic": 10.0,
    "procedural": math.inf,
}
RECENCY_RATES_PER_DAY: dict[MemoryType, float] = {
    "episodic": 0.1,
    "semantic": 0.01,
    "procedural": 0.0,
}

_DAY_S = 86_400.0


def idle_days(memory: Memory, now: datetime) -> float:
    """Days since the last access, else since it was recorded; never negative."""
    since = memory.last_accessed_at or memory.recorded_at
    return max(0.0, (now - since).total_seconds() / _DAY_S)


def recency(memory: Memory, now: datetime) -> float:
    """How fresh a memory is, 0–1.

    **Formula** exp(−λ · days since last access). **Source** engine contract, §5.
    """
    return math.exp(-RECENCY_RATES_PER_DAY[memory.type] * idle_days(memory, now))


def effective_importance(base: float, access_count: int) -> float:
    """Importance as ranking uses it, 0–1; `base` is 0–1.

    **Formula** base · min(1, 0.5 + 0.1 · ln(access_count + 1)). **Source** engine contract, §5.
    """
    return base * min(1.0, 0.5 + 0.1 * math.log1p(access_count))


def strength(
    memory: Memory, now: datetime, *, unit_days: float = 30.0, learning_rate: float = 0.1
) -> float:
    """How well a memory is still held, 0–1; procedural and pinned memories stay at 1.

    **Formula** exp(−idle days / (S · unit_days)), S = S_initial · (1 + learning_rate · accesses).
    **Source** engine contract, §7; the curve is Ebbinghaus's.
    """
    if memory.pinned:
        return 1.0
    stability = INITIAL_STABILITY[memory.type] * (1.0 + learning_rate * memory.access_count)
    return math.exp(-idle_days(memory, now) / (stability * unit_days))
