"""Which few of many scores are the best, and in which order?"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def best(scores: NDArray[np.float64], keys: NDArray[np.int64], limit: int) -> NDArray[np.intp]:
    """The places of the `limit` best scores, intp (≤ limit,), best first.

    `scores` and `keys` are (n,), not modified. **Ties** by key, greatest first.
    """
    if limit <= 0:
        return np.empty(0, dtype=np.intp)
    places = at_least(scores, limit)
    order = np.lexsort((-keys[places], -scores[places]))
    return places[order[:limit]]


def at_least(scores: NDArray[np.floating], limit: int, *, margin: float = 0.0) -> NDArray[np.intp]:
    """The places of all scores that reach the `limit`-th best less the margin, in no order."""
    if len(scores) <= limit:
        return np.arange(len(scores))
    threshold = np.partition(scores, len(scores) - limit)[len(scores) - limit]
    return np.flatnonzero(scores >= threshold - margin)
