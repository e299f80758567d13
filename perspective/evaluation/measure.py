"""How good is an order of turns for a question whose answering turns are known?

Everything is computed from places: 0 for what was found first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def places_of(order: Sequence[str], evidence: Collection[str]) -> tuple[int, ...]:
    """Where the evidence stands in an order of ids (best first, each once), ascending; what is
    not in it has no place."""
    return tuple(place for place, name in enumerate(order) if name in evidence)


def recall_at(k: int, places: Sequence[int], n_evidence: int) -> float:
    """The share of a question's evidence among the first k, 0–1."""
    return sum(place < k for place in places) / n_evidence


def all_at(k: int, places: Sequence[int], n_evidence: int) -> float:
    """1 if all of a question's evidence is among the first k, else 0."""
    return float(sum(place < k for place in places) == n_evidence)


def reciprocal_rank(places: Sequence[int]) -> float:
    """One over the rank, from 1, of the first evidence; 0 where none was found. Its mean over
    questions is MRR."""
    return 1.0 / (min(places) + 1) if places else 0.0


def auroc(positives: Floats, negatives: Floats) -> float:
    """The chance that a positive scores above a negative, ties counted half; neither is empty."""
    below = np.searchsorted(np.sort(negatives), positives, side="left")
    up_to = np.searchsorted(np.sort(negatives), positives, side="right")
    return float((below + up_to).mean() / 2.0 / len(negatives))
