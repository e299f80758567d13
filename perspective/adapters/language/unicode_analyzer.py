"""Which words does a text hold, in the form in which the index compares them?

By Unicode's own properties, so any script works: words where a script has spaces, pairs of
characters where it has none, emoji as words. Words are stemmed by their script (`stems`). A text
in Latin letters keeps the English stem of every word, whatever its language; when it can be told
to be in another one, that one's stem stands beside it where it differs, and a question asks for
either. So they meet in one form at least when the language of one of them cannot be told.
"""

from __future__ import annotations

from collections.abc import Sequence

from perspective.adapters.language import names, sentences
from perspective.adapters.language.guess import guess
from perspective.adapters.language.stems import STEMMED, Stemmers
from perspective.adapters.language.stop_words import without_run_on_words, without_stop_words
from perspective.adapters.language.words import fold, forms, tokens
from perspective.domain.text import token_count
from perspective.ports.analyzer import Span

_MAX_QUERY = 20_000  # characters
_MAX_CACHED = 20_000
_MAX_CACHED_LENGTH = 32


class UnicodeAnalyzer:
    """See `ports.analyzer.Analyzer`. May be used from several threads at once."""

    def __init__(self, *, max_sentence_tokens: int = 160) -> None:
        self._max_sentence_tokens = max_sentence_tokens
        self._stemmers = Stemmers()
        self._caches: dict[str | None, dict[str, tuple[str, ...]]] = {}

    def terms(self, text: str) -> list[str]:
        """See `Analyzer`."""
        found = tokens(text)
        language = guess(found, found, certain=True)
        if language not in STEMMED:
            language = None
        known = self._caches.setdefault(language, {})
        terms: list[str] = []
        for token in found:
            terms.extend(known.get(token) or self._expand(token, language))
        return terms

    def query_words(self, text: str) -> list[tuple[str, ...]]:
        """See `Analyzer`; of the first 20,000 characters."""
        found = tokens(text[:_MAX_QUERY])
        folded = [fold(token) for token in found]
        language = guess(found, folded, certain=False)
        kept = [
            piece
            for token in without_stop_words(found, folded, language)
            for piece in without_run_on_words(token)
        ]
        return _joined([word for token in kept or found for word in self._forms(token, language)])

    def query_terms(self, text: str) -> list[str]:
        """See `Analyzer`; of the first 20,000 characters."""
        return [form for word in self.query_words(text) for form in word]

    def names(self, text: str) -> Sequence[str]:
        """See `Analyzer`; of the first 2,000 characters."""
        return names.candidates(text)

    def n_tokens(self, text: str) -> int:
        """See `Analyzer` and `token_count`."""
        return token_count.estimate(text)

    def language(self, text: str) -> str | None:
        """The language of a text, as ISO 639-1, where its stop words and letters tell it."""
        found = tokens(text)
        return guess(found, found, certain=True)

    def sentences(self, text: str) -> list[Span]:
        """See `Analyzer`; none is longer than `max_sentence_tokens`."""
        return sentences.split(text, max_tokens=self._max_sentence_tokens)

    def _expand(self, token: str, language: str | None) -> tuple[str, ...]:
        """A token's terms, each once."""
        words = self._forms(token, language)
        terms = tuple(dict.fromkeys(form for word in words for form in word))
        if len(token) <= _MAX_CACHED_LENGTH:
            if len(self._caches[language]) >= _MAX_CACHED:
                self._caches[language] = {}
            self._caches[language][token] = terms
        return terms

    def _forms(self, token: str, language: str | None) -> list[tuple[str, ...]]:
        """The forms of each of a token's words, the stem that does not depend on the language
        first."""
        words, fixed = forms(token)
        stemmed = [(self._stemmers.stem(word), self._stem_as(word, language)) for word in words]
        every = [*stemmed, *((term,) for term in fixed)]
        return [found for one in every if (found := tuple(form for form in one if form))]

    def _stem_as(self, word: str, language: str | None) -> str:
        return "" if language is None else self._stemmers.stem_as(word, language) or ""


def _joined(words: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The same forms, each once in all: words that share a form are one word."""
    joined: list[list[str]] = []
    places: dict[str, int] = {}
    for word in words:
        known = [places[form] for form in word if form in places]
        place = known[0] if known else len(joined)
        if place == len(joined):
            joined.append([])
        for form in word:
            if form not in places:
                places[form] = place
                joined[place].append(form)
    return [tuple(one) for one in joined]
