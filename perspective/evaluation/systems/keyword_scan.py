"""What would somebody find who scans the text for the words of a question, as with grep?"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.ranked import Ranked
from perspective.evaluation.systems.system import Found
from perspective.evaluation.systems.words import sought_words
from perspective.evaluation.talk import Talk


class KeywordScan:
    """A turn's score is how many different words of the question stand somewhere in it.

    Stop words are not looked for; a word is found inside a longer one too, as grep finds it.
    """

    name = "keyword scan"

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._ranked = Ranked(())

    async def load(self, talk: Talk, progress: Progress) -> None:
        """See `System`."""
        self._texts = [turn.document.casefold() for turn in talk.turns]
        self._ranked = Ranked(talk.turns)
        progress(f"{self.name}: {talk.id}", len(talk.turns), len(talk.turns))

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """See `System`. **Ties** the last said first."""
        words = set(sought_words(question))
        counts = [sum(word in text for word in words) for text in self._texts]
        return self._ranked.best(np.array(counts, dtype=np.float64), limit, is_newest_first=True)
