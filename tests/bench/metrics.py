"""Which measures do the benchmarks' tables have, and is one system better than another by more than
chance? The measures themselves are those of `perspective eval`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np

from perspective.evaluation.measure import all_at, places_of, recall_at, reciprocal_rank

NAMES = ("recall@5", "recall@10", "recall@20", "all@10", "MRR")
RECALL_AT_10 = NAMES.index("recall@10")

_N_SAMPLES = 2000


class Outcome(msgspec.Struct, frozen=True):
    """What one question came to: the measures in the order of `NAMES`."""

    talk: str
    question: str
    category: str
    measures: tuple[float, ...]


def measure(order: Sequence[str], evidence: Collection[str]) -> tuple[float, ...]:
    """The measures of one question; `order` holds ids, best first, each once."""
    places = places_of(order, evidence)
    n = len(set(evidence))
    shares = [recall_at(k, places, n) for k in (5, 10, 20)]
    return (*shares, all_at(10, places, n), reciprocal_rank(places))


def mean(outcomes: Sequence[Outcome]) -> tuple[float, ...]:
    """Each measure's mean over the questions; NaN without any."""
    if not outcomes:
        return (float("nan"),) * len(NAMES)
    return tuple(np.mean([one.measures for one in outcomes], axis=0).tolist())


def difference(
    ours: Sequence[Outcome], theirs: Sequence[Outcome], column: int = RECALL_AT_10
) -> tuple[float, float, float]:
    """How much ours is better, and the 95 % interval, from a paired bootstrap over questions.

    Both hold the same questions in the same order.
    """
    gains = np.array([a.measures[column] - b.measures[column]
                      for a, b in zip(ours, theirs, strict=True)])  # fmt: skip
    if not len(gains):
        return (float("nan"),) * 3
    draws = np.random.default_rng(0).integers(0, len(gains), (_N_SAMPLES, len(gains)))
    low, high = np.quantile(gains[draws].mean(axis=1), (0.025, 0.975))
    return float(gains.mean()), float(low), float(high)
