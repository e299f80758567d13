"""Which of two statements about the same thing comes first? The newer one, among the best."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from perspective.domain.ranking.candidate import Candidate

Floats = NDArray[np.float64]

_N_BEST = 10
_STEP = 1e-6


def newer_first(
    candidates: Sequence[Candidate],
    scores: Floats,
    covered: Floats,
    *,
    similarity: float,
    gap: float,
) -> Floats:
    """What to add to each score, float64 (n,), so that of two like statements the newer leads.

    Only the best ten change places among themselves, so nothing leaves the answer for it. Two are
    alike when the cosine of their words, weighed by rarity among the ten, reaches `similarity`
    (0–1) and the same speaker, or a program, said both; the newer must be at most `gap` behind, and
    cover no less of the question's words: who asks for page 7 does not mean page 8. `scores` and
    `covered` (`fusion.coverage`) float64 (n,), not modified.
    **Source** ARCHITECTURE.md, Decisions: the newer of two statements.
    """
    lift = np.zeros_like(scores)
    best = np.lexsort((-np.array([one.key for one in candidates]), -scores))[:_N_BEST].tolist()
    words = _Words([candidates[n].terms for n in best])
    for b, newer in enumerate(best):
        for a, older in enumerate(best[:b]):
            one, other = candidates[newer], candidates[older]
            if (
                scores[older] - scores[newer] <= gap
                and (one.at, one.key) > (other.at, other.key)
                and (one.speaker, one.replies) == (other.speaker, other.replies)
                and covered[newer] >= covered[older] - _STEP
                and words.alike(a, b) >= similarity
            ):
                lift[newer] = scores[older] - scores[newer] + _STEP
                break
    return lift


class _Words:
    """The distinct terms of some documents, weighed by their rarity among them."""

    def __init__(self, documents: Sequence[str]) -> None:
        self._terms = [frozenset(document.split()) for document in documents]
        counts = Counter(term for terms in self._terms for term in terms)
        self._squares = {n: math.log(1.0 + _N_BEST / n) ** 2 for n in set(counts.values())}
        self._counts = counts
        self._sizes = [math.sqrt(self._square(terms)) for terms in self._terms]

    def alike(self, a: int, b: int) -> float:
        """The cosine of two of the documents, 0–1."""
        size = self._sizes[a] * self._sizes[b]
        return self._square(self._terms[a] & self._terms[b]) / size if size else 0.0

    def _square(self, terms: frozenset[str]) -> float:
        return sum(self._squares[self._counts[term]] for term in terms)
