"""How do freshness and importance change the order that relevance gives?

Each profile maps arrays over the candidates to one score each; nothing is modified.
"""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from perspective.domain.query import Profile

Floats = NDArray[np.float64]


class Standing(msgspec.Struct, frozen=True):
    """What ranking knows of each candidate, float64 (n,) each: `fused` scaled to 0–1 within the
    query, `similarity` the best single signal 0–1, `recency` and `importance` 0–1, `age_hours`
    since it was recorded, `accesses` counted."""

    fused: Floats
    similarity: Floats
    recency: Floats
    importance: Floats
    age_hours: Floats
    accesses: Floats

    def as_fresh(self) -> Standing:
        """How they would stand if all had been recorded and used just now."""
        new: Standing = msgspec.structs.replace(
            self, recency=np.ones_like(self.recency), age_hours=np.zeros_like(self.age_hours)
        )
        return new


class ProfileShares(msgspec.Struct, frozen=True):
    """How much each profile gives to what: `recency` and `importance` are what `balanced` takes
    off at most; `weighted` is similarity, importance, recency, accesses."""

    recency: float
    importance: float
    weighted: tuple[float, float, float, float] = (0.4, 0.3, 0.2, 0.1)


def profile_scores(profile: Profile, standing: Standing, shares: ProfileShares) -> Floats:
    """The final score of each candidate, float64 (n,). **Source** engine contract, §5 Profiles.

    **Formula** balanced: fused · (1 − a(1 − recency)) · (1 − b(1 − importance));
    product: recency · importance · similarity;
    weighted: 0.4 similarity + 0.3 importance + 0.2 exp(−0.1 · age in hours)
    + 0.1 min(ln(1 + accesses) / 10, 1), weights settable.
    """
    s = standing
    if profile == "product":
        return s.recency * s.importance * s.similarity
    if profile == "weighted":
        similarity, importance, recency, accesses = shares.weighted
        return (
            similarity * s.similarity
            + importance * s.importance
            + recency * np.exp(-0.1 * s.age_hours)
            + accesses * np.minimum(np.log1p(s.accesses) / 10.0, 1.0)
        )
    stale = shares.recency * (1.0 - s.recency)
    slight = shares.importance * (1.0 - s.importance)
    return s.fused * (1.0 - stale) * (1.0 - slight)
