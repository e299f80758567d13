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
    alike = _alike([candidates[n].terms for n in best])
    for b, newer in enumerate(best):
        for a, older in enumerate(best[:b]):
            one, other = candidates[newer], candidates[older]
            if (
                alike[a][b] >= similarity
                and (one.speaker, one.replies) == (other.speaker, other.replies)
                and (one.at, one.key) > (other.at, other.key)
                and scores[older] - scores[newer] <= gap
                and covered[newer] >= covered[older] - _STEP
            ):
                lift[newer] = scores[older] - scores[newer] + _STEP
                break
    return lift


def _alike(documents: Sequence[str]) -> list[list[float]]:
    """The cosine of every two documents, by their distinct terms and rarity among them all."""
    terms = [frozenset(document.split()) for document in documents]
    counts = Counter(term for some in terms for term in some)
    squares = {term: math.log(1.0 + _N_BEST / count) ** 2 for term, count in counts.items()}
    sizes = [math.sqrt(sum(squares[term] for term in some)) for some in terms]
    return [
        [
            sum(squares[term] for term in some & other) / (size * other_size or 1.0)
            for other, other_size in zip(terms, sizes, strict=True)
        ]
        for some, size in zip(terms, sizes, strict=True)
    ]
