"""How does a memory fade: recency, importance and strength, computed when read?

Nothing here is written back, so the values do not depend on how often a job runs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.memory import Memory, MemoryType, Recorded, Semantic
from perspective.domain.ranking.candidate import Candidate

Floats = NDArray[np.float64]
Used = Memory | Candidate

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
_CONFIDENCE_DAYS = 30.0


class Fading(msgspec.Struct, frozen=True):
    """How n memories stand now: `recency` and `strength`, float64 (n,), 0–1."""

    recency: Floats
    strength: Floats


def fading(
    memories: Sequence[Used],
    now: datetime,
    *,
    unit_days: float = 30.0,
    learning_rate: float = 0.1,
) -> Fading:
    """How fresh memories are and how well they are still held.

    Idle days count from the last access, else from recording, and are never negative.

    **Formula** recency = exp(−λ · idle days); strength = exp(−idle days / (S · unit_days)),
    S = S_initial · stability · (1 + learning_rate · accesses), where a memory's own stability is 1
    unless consolidation raised it. Procedural and pinned memories keep strength 1.
    **Source** engine contract, §5 and §7; the curve is Ebbinghaus's.
    """
    since = [(m.last_accessed_at or m.recorded_at).timestamp() for m in memories]
    idle_days = np.maximum(0.0, (now.timestamp() - np.array(since)) / _DAY_S)
    return fading_of(
        idle_days,
        rates=np.array([RECENCY_RATES_PER_DAY[m.type] for m in memories]),
        initial=np.array(
            [math.inf if m.pinned else INITIAL_STABILITY[m.type] * m.stability for m in memories]
        ),
        accesses=np.array([m.access_count for m in memories], dtype=np.float64),
        unit_days=unit_days,
        learning_rate=learning_rate,
    )


def fading_of(
    idle_days: Floats,
    *,
    rates: Floats,
    initial: Floats,
    accesses: Floats,
    unit_days: float,
    learning_rate: float,
) -> Fading:
    """`fading` of columns, all float64 (n,): `rates` are λ, `initial` is S_initial · stability, infinite
    for what is pinned."""
    stability = initial * (1.0 + learning_rate * accesses)
    return Fading(
        recency=np.exp(-rates * idle_days),
        strength=np.exp(-idle_days / (stability * unit_days)),
    )


def effective_importance(base: Floats, access_count: Floats) -> Floats:
    """Importance as ranking uses it, float64 (n,), 0–1; `base` is 0–1.

    **Formula** base · min(1, 0.5 + 0.1 · ln(access_count + 1)). **Source** engine contract, §5.
    """
    return base * np.minimum(1.0, 0.5 + 0.1 * np.log1p(access_count))


def fades_at(
    memory: Memory, below: float, *, unit_days: float = 30.0, learning_rate: float = 0.1
) -> datetime | None:
    """When the strength of a memory that nobody uses falls under `below`; None for never.

    **Formula** idle days = −ln(below) · S · unit_days; see `fading`.
    """
    if below <= 0.0 or memory.pinned:
        return None
    stability = INITIAL_STABILITY[memory.type] * memory.stability
    stability *= 1.0 + learning_rate * memory.access_count
    idle_days = -math.log(below) * stability * unit_days
    since = memory.last_accessed_at or memory.recorded_at
    try:
        return since + timedelta(days=idle_days)
    except OverflowError:
        return None


def strength(
    memory: Memory, now: datetime, *, unit_days: float = 30.0, learning_rate: float = 0.1
) -> float:
    """How well one memory is still held, 0–1; see `fading`."""
    faded = fading([memory], now, unit_days=unit_days, learning_rate=learning_rate)
    return float(faded.strength[0])


def confidence_at(recorded: Recorded, at: datetime, *, per_30_days: float = 0.95) -> float:
    """How far a memory is believed at a time, 0–1: a fact that nobody validates, ever less.

    Days count from when it was last validated, else first seen, else recorded, and are never
    negative. Other types keep their confidence.
    **Formula** confidence · per_30_days^(days / 30). **Source** engine contract, §7.
    """
    memory, version = recorded.memory, recorded.version
    if memory.type != "semantic":
        return version.confidence
    since = memory.recorded_at
    if isinstance(version.detail, Semantic):
        since = version.detail.last_validated_at or version.detail.first_seen_at or since
    days = max(0.0, (at.timestamp() - since.timestamp()) / _DAY_S)
    return version.confidence * math.pow(per_30_days, days / _CONFIDENCE_DAYS)
