"""Which words does a text hold, in the form in which the index compares them?

By Unicode's own properties, so any script works: words where a script has spaces, pairs of
characters where it has none, emoji as words. English stems (Porter 2, by Snowball) for words in
Latin letters; stemming in other languages is not done yet.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

import Stemmer

from perspective.adapters.language import names, sentences, token_count
from perspective.adapters.language.stop_words import without_run_on_words, without_stop_words
from perspective.adapters.language.words import fold, forms, tokens
from perspective.ports.analyzer import Span

_LATIN = re.compile(r"[a-z\u00df-\u00f6\u00f8-\u024f\u1e00-\u1eff']+")
_MAX_QUERY = 20_000  # characters
_MAX_CACHED = 20_000
_MAX_CACHED_LENGTH = 32


class UnicodeAnalyzer:
    """See `ports.analyzer.Analyzer`. May be used from several threads at once."""

    def __init__(self, *, max_sentence_tokens: int = 160) -> None:
        self._max_sentence_tokens = max_sentence_tokens
        self._stemmer = Stemmer.Stemmer("english", 0)
        self._lock = threading.Lock()  # Snowball's stemmers are not to be shared between threads
        self._cache: dict[str, tuple[str, ...]] = {}

    def terms(self, text: str) -> list[str]:
        """See `Analyzer`."""
        return self._terms_of(tokens(text))

    def query_terms(self, text: str) -> list[str]:
        """See `Analyzer`; of the first 20,000 characters."""
        found = tokens(text[:_MAX_QUERY])
        kept = [
            piece
            for token in without_stop_words(found, [fold(token) for token in found])
            for piece in without_run_on_words(token)
        ]
        return list(dict.fromkeys(self._terms_of(kept or found)))

    def names(self, text: str) -> Sequence[str]:
        """See `Analyzer`; of the first 2,000 characters."""
        return names.candidates(text)

    def n_tokens(self, text: str) -> int:
        """See `Analyzer` and `token_count`."""
        return token_count.estimate(text)

    def sentences(self, text: str) -> list[Span]:
        """See `Analyzer`; none is longer than `max_sentence_tokens`."""
        return sentences.split(text, max_tokens=self._max_sentence_tokens)

    def _terms_of(self, found: Sequence[str]) -> list[str]:
        terms: list[str] = []
        cached = self._cache.get
        for token in found:
            known = cached(token)
            terms.extend(self._expand(token) if known is None else known)
        return terms

    def _expand(self, token: str) -> tuple[str, ...]:
        words, fixed = forms(token)
        found = dict.fromkeys((*map(self._stem, words), *fixed))
        terms = tuple(term for term in found if term)
        if len(token) <= _MAX_CACHED_LENGTH:
            if len(self._cache) >= _MAX_CACHED:
                self._cache = {}
            self._cache[token] = terms
        return terms

    def _stem(self, word: str) -> str:
        if not _LATIN.fullmatch(word):
            return word
        with self._lock:
            return str(self._stemmer.stemWord(word)) or word
