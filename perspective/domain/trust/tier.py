"""In which tier is a memory: working, recent, settled or archived?

A reading of how it stands now, for stats and for people. It is never stored, and nothing is moved
from tier to tier.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from perspective.domain.memory import Memory

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

Tier = Literal["working", "recent", "settled", "archived"]
TIERS: tuple[Tier, ...] = ("working", "recent", "settled", "archived")
_BY_RULE: tuple[Tier, ...] = ("archived", "working", "recent", "settled")

_WORKING_DAYS = 1.0
_WORKING_SCORE = 0.2  # a fresh memory of the usual importance has 0.25
_RECENT_DAYS = 30.0
_RECENT_SCORE = 0.05  # such a one after sixteen days without use, if it is an episode


def tier_of(
    memory: Memory, *, strength: float, score: float, idle_days: float, faded_below: float
) -> Tier:
    """The tier of a memory; `strength` and `score` (importance · recency) as ranking has them, 0–1.

    **archived**: its state says so, or it has faded. **working**: pinned, or used within a day with a
    score of at least 0.2. **recent**: used within thirty days with a score of at least 0.05.
    **settled**: any other. **Source** engine contract, §7.
    """
    places = tiers_of(
        np.array([memory.state == "active"]),
        np.array([memory.pinned]),
        strength=np.array([strength]),
        score=np.array([score]),
        idle_days=np.array([idle_days]),
        faded_below=faded_below,
    )
    return TIERS[int(places[0])]


def tiers_of(
    is_active: Flags,
    is_pinned: Flags,
    *,
    strength: Floats,
    score: Floats,
    idle_days: Floats,
    faded_below: float,
) -> NDArray[np.int64]:
    """`tier_of` many, as places in TIERS, int64 (n,); all columns are of n."""
    is_working = is_pinned | ((idle_days < _WORKING_DAYS) & (score >= _WORKING_SCORE))
    is_recent = (idle_days < _RECENT_DAYS) & (score >= _RECENT_SCORE)
    archived, working, recent, settled = map(TIERS.index, _BY_RULE)
    return np.select(
        [~is_active | (strength < faded_below), is_working, is_recent],
        [archived, working, recent],
        settled,
    )
