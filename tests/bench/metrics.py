"""How good is an order of turns for a question whose answering turns are known?

recall@k is the mean share of a question's evidence among the first k, all@k the share of
questions with all of it there, MRR the mean of one over the place of the first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

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
    places = [place for place, name in enumerate(order) if name in evidence]
    n = len(set(evidence))
    shares = [sum(place < k for place in places) / n for k in (5, 10, 20)]
    has_all = float(sum(place < 10 for place in places) == n)
    first = 1.0 / (places[0] + 1) if places else 0.0
    return (*shares, has_all, first)


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


def auroc(positives: Floats, negatives: Floats) -> float:
    """The chance that a positive scores above a negative, ties counted half."""
    below = np.searchsorted(np.sort(negatives), positives, side="left")
    up_to = np.searchsorted(np.sort(negatives), positives, side="right")
    return float((below + up_to).mean() / 2.0 / len(negatives))
