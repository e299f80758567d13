"""What are many memories to be fast with? Sentences of the talks, put together anew.

Different texts of a turn's length, about many things, with numbers in them; the same for the same
seed. They measure time only: what they say means nothing.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from perspective.evaluation.filler import Filler
from perspective.evaluation.talk import Talk
from tests.bench.client import bodies


class Mixture:
    """Texts and questions from the talks' own sentences; each is given out once."""

    def __init__(self, talks: Sequence[Talk], *, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._filler = Filler(talks, seed=seed)
        self._questions = [question.text for talk in talks for question in talk.questions]
        self._n_questions = 0

    def question(self) -> str:
        """A question about the talks, made different from every other by a number."""
        self._n_questions += 1
        return f"{self._random.choice(self._questions)} ({self._n_questions})"

    def items(self, n: int) -> list[dict[str, object]]:
        """Texts as items of a batch, in sessions, by several speakers, an hour a session."""
        return bodies(self._filler.turns(n))
