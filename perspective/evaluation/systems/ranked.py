"""How do the baselines hand out what they found? As whole turns, by a score for each."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from perspective.domain.text import token_count
from perspective.evaluation.systems.system import Found
from perspective.evaluation.talk import Turn

Floats = NDArray[np.float64]


class Ranked:
    """The turns of a talk, to be ordered by scores."""

    def __init__(self, turns: tuple[Turn, ...]) -> None:
        self._turns = turns
        self._n_tokens: dict[int, int] = {}

    def best(self, scores: Floats, limit: int, *, is_newest_first: bool = False) -> list[Found]:
        """At most `limit` turns with a score above 0, best first.

        `scores`: float64 (turns,). **Ties** the first said first, or the last.
        """
        places = np.arange(len(scores))
        order = np.lexsort((-places if is_newest_first else places, -scores))[:limit]
        return [
            Found((self._turns[n].id,), float(scores[n]), self._tokens(n))
            for n in order.tolist()
            if scores[n] > 0.0
        ]

    def _tokens(self, n: int) -> int:
        if n not in self._n_tokens:
            self._n_tokens[n] = token_count.estimate(self._turns[n].text)
        return self._n_tokens[n]
