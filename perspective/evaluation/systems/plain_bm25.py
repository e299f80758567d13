"""What does plain BM25 find on the same text? The floor that recall is held against.

One document is one turn, opened by who said it; with neighbours it holds as many turns of the
same session before and after its own too, and is counted as its own turn alone. English stems.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

import numpy as np
import Stemmer

from perspective.evaluation.progress import Progress
from perspective.evaluation.systems.ranked import Floats, Ranked
from perspective.evaluation.systems.system import Found
from perspective.evaluation.systems.words import sought_words, words_of
from perspective.evaluation.talk import Talk, Turn

_K1, _B = 1.2, 0.75

_stemmer = Stemmer.Stemmer("english")


class PlainBM25:
    """An index over turns.

    **Formula** Σ idf · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)), with
    idf = ln(1 + (N − n + ½) / (n + ½)), k1 = 1.2, b = 0.75. **Source** Robertson and Zaragoza, The
    Probabilistic Relevance Framework: BM25 and Beyond, 2009; the idf as in Lucene.
    """

    def __init__(self, turns: Sequence[Turn], *, window: int = 0) -> None:
        words = [_stems(words_of(turn.document)) for turn in turns]
        self._lengths: list[int] = []
        self._holders: dict[str, dict[int, int]] = defaultdict(dict)
        for n in range(len(turns)):
            document = [w for k in _around(turns, n, window) for w in words[k]]
            self._lengths.append(len(document))
            for word, count in Counter(document).items():
                self._holders[word][n] = count

    def scores(self, question: str) -> Floats:
        """float64 (turns,); 0 for a turn that shares no word with the question."""
        n_documents = len(self._lengths)
        scores = np.zeros(n_documents)
        average = sum(self._lengths) / max(1, n_documents)
        for word in sorted(set(_stems(sought_words(question)))):
            holders = self._holders.get(word, {})
            idf = math.log(1 + (n_documents - len(holders) + 0.5) / (len(holders) + 0.5))
            for n, count in holders.items():
                norm = _K1 * (1 - _B + _B * self._lengths[n] / average)
                scores[n] += idf * count * (_K1 + 1) / (count + norm)
        return scores


class BM25System:
    """Plain BM25 as a way to answer; `roles` leaves only the turns of these roles to be found."""

    def __init__(self, name: str, *, window: int = 0, roles: Collection[str] | None = None) -> None:
        self.name = name
        self._window = window
        self._roles = roles
        self._index = PlainBM25(())
        self._ranked = Ranked(())

    async def load(self, talk: Talk, progress: Progress) -> None:
        """See `System`."""
        turns = tuple(t for t in talk.turns if self._roles is None or t.role in self._roles)
        self._index, self._ranked = PlainBM25(turns, window=self._window), Ranked(turns)
        progress(f"{self.name}: {talk.id}", len(turns), len(turns))

    async def ask(self, question: str, limit: int) -> Sequence[Found]:
        """See `System`. **Ties** the first said first."""
        return self._ranked.best(self._index.scores(question), limit)


def _around(turns: Sequence[Turn], n: int, window: int) -> list[int]:
    """The places of a turn and of its neighbours in the same session."""
    near = range(max(0, n - window), min(len(turns), n + window + 1))
    return [k for k in near if turns[k].session == turns[n].session]


def _stems(words: list[str]) -> list[str]:
    stems: list[str] = _stemmer.stemWords(words)
    return stems
