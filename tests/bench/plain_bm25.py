"""What does plain BM25 find on the same text? The floor that recall is held against.

Written apart from Perspective's own analysis and BM25, so that a fault there shows here. One
document is one turn, opened by its speaker's name, as in the floors of the data's README.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict

import Stemmer

from tests.bench.talks import Talk, Turn

_K1, _B = 1.2, 0.75
_WORD = re.compile(r"[^\W_]+")

# The English stop words of the Snowball project (BSD licence), split at apostrophes.
_STOP_TEXT = """
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she
her hers herself it its itself they them their theirs themselves what which who whom this that
these those am is are was were be been being have has had having do does did doing would should
could ought a an the and but if or because as until while of at by for with about against
between into through during before after above below to from up down in out on off over under
again further then once here there when where why how all any both each few more most other
some such no nor not only own same so than too very s t m d ll re ve cannot let
"""
_STOP_WORDS = frozenset(_STOP_TEXT.split())

_stemmer = Stemmer.Stemmer("english")


class PlainBM25:
    """An index over the turns of a talk. With `window`, each document holds as many turns of the
    same session before and after its own too."""

    def __init__(self, talk: Talk, *, window: int = 0) -> None:
        turns = talk.turns
        words = [_stems(f"{turn.speaker}: {turn.text}") for turn in turns]
        self._ids = [turn.id for turn in turns]
        self._lengths: list[int] = []
        self._holders: dict[str, dict[int, int]] = defaultdict(dict)
        for n in range(len(turns)):
            document = [w for k in _around(turns, n, window) for w in words[k]]
            self._lengths.append(len(document))
            for word, count in Counter(document).items():
                self._holders[word][n] = count

    def order(self, question: str) -> list[str]:
        """The ids of turns that share a word with the question, best first, the first said first
        among equals."""
        words = [w for w in _words(question) if w not in _STOP_WORDS] or _words(question)
        scores: dict[int, float] = defaultdict(float)
        n_documents = len(self._ids)
        average = sum(self._lengths) / n_documents
        for word in set(_stemmer.stemWords(words)):
            holders = self._holders.get(word, {})
            idf = math.log(1 + (n_documents - len(holders) + 0.5) / (len(holders) + 0.5))
            for n, count in holders.items():
                norm = _K1 * (1 - _B + _B * self._lengths[n] / average)
                scores[n] += idf * count * (_K1 + 1) / (count + norm)
        return [self._ids[n] for n in sorted(scores, key=lambda n: (-scores[n], n))]


def _around(turns: tuple[Turn, ...], n: int, window: int) -> list[int]:
    """The places of a turn and of its neighbours in the same session."""
    near = range(max(0, n - window), min(len(turns), n + window + 1))
    return [k for k in near if turns[k].session == turns[n].session]


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _stems(text: str) -> list[str]:
    stems: list[str] = _stemmer.stemWords(_words(text))
    return stems
