"""Do the memories that were found answer the question at all, or is the answer "not known"?

Told by how well the best of them fit. That tells a subject of which nothing is remembered; it cannot
tell a question whose subject is well known and whose answer nobody gave.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

_FUSED_SLOPE = 3.0
_SIZE_SLOPE = 0.4
_OFFSET = 4.25
_MOST_MEMORIES = 2_000
_LEAST = 1e-6

N_FITTING = 10  # of the best, as in an answer of recall


def support(relevances: Sequence[float], fused: Sequence[float], n_memories: int) -> float:
    """How likely the memories answer the question, 0–1; 0 without any.

    `relevances` and `fused` are those of the best memories, in the same order; `n_memories` is how
    many there are to find them among.
    **Formula** logistic(logit(best relevance) + 3 · best fused score
    − 0.4 · ln(1 + memories, at most 2,000) + 4.25). The more there are, the better the best of
    those fits that have nothing to do with the question.
    **Source** ARCHITECTURE.md, Decisions: reflection; `python -m tests.bench.reflect`.
    """
    if not relevances:
        return 0.0
    best = min(1.0 - _LEAST, max(_LEAST, *relevances))
    size = math.log1p(min(n_memories, _MOST_MEMORIES))
    logit = math.log(best / (1.0 - best)) + _FUSED_SLOPE * max(fused) - _SIZE_SLOPE * size + _OFFSET
    return 1.0 / (1.0 + math.exp(-max(-700.0, logit)))
