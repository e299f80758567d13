"""In which tier is a memory: working, recent, settled or archived?

A reading of how it stands now, for stats and for people. It is never stored, and nothing is moved
from tier to tier.
"""

from __future__ import annotations

from typing import Literal

from perspective.domain.memory import Memory

Tier = Literal["working", "recent", "settled", "archived"]
TIERS: tuple[Tier, ...] = ("working", "recent", "settled", "archived")

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
    if memory.state != "active" or strength < faded_below:
        return "archived"
    if memory.pinned or (idle_days < _WORKING_DAYS and score >= _WORKING_SCORE):
        return "working"
    if idle_days < _RECENT_DAYS and score >= _RECENT_SCORE:
        return "recent"
    return "settled"
