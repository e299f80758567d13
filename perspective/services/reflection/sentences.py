"""Which sentences of what recall found speak of the question? Work for a thread: texts are analysed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from perspective.domain.answer import RecalledMemory
from perspective.domain.ranking.bm25 import by_word
from perspective.domain.ranking.candidate import asks
from perspective.domain.reflection.choosing import Statement
from perspective.domain.text.normal import normal_form
from perspective.ports.analyzer import Analyzer
from perspective.services.recall import Answered

Floats = NDArray[np.float64]

_MOST_CHARS = 20_000  # of one memory; longer texts come in parts, unless somebody stored them so


class Words:
    """The words of a question, and how rare each is among the memories that may answer it."""

    def __init__(self, answered: Answered, analyzer: Analyzer) -> None:
        question, found = answered.question, answered.found
        forms = iter(question.terms)
        self._words = [frozenset(next(forms) for _ in range(n)) for n in question.n_forms]
        self._analyzer = analyzer
        nothing = np.zeros((0, len(question.terms)))
        _, statistics = by_word(nothing, found.statistics, question.n_forms)
        self._idf: Floats = statistics.idf()
        self._total = float(self._idf.sum())

    def covered(self, terms: Sequence[str]) -> float:
        """The share of the question's rarity that these terms have, 0–1."""
        if self._total <= 0.0:
            return 0.0
        held = set(terms)
        return float(self._idf @ [not word.isdisjoint(held) for word in self._words]) / self._total

    def statements(self, place: int, content: str) -> Iterator[Statement]:
        """The sentences of a memory, without the blanks around them."""
        text = content[:_MOST_CHARS]
        for span in self._analyzer.sentences(text):
            said = text[span.start : span.end]
            start = span.start + len(said) - len(said.lstrip())
            said = said.strip()
            if not said:
                continue
            terms = self._analyzer.terms(said)
            yield Statement(
                place=place,
                start=start,
                end=start + len(said),
                said=normal_form(said),
                n_words=len(terms),
                covered=self.covered(terms),
                asks=asks(said),
            )


def statements_of(
    results: Sequence[RecalledMemory], answered: Answered, analyzer: Analyzer
) -> list[Statement]:
    """All sentences of these memories."""
    words = Words(answered, analyzer)
    return [
        one
        for place, memory in enumerate(results)
        for one in words.statements(place, memory.content)
    ]
