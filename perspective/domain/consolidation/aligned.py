"""In what single place do two texts differ, if they are otherwise the same words?"""

from __future__ import annotations

import msgspec

from perspective.domain.consolidation.wording.stems import function_words
from perspective.domain.consolidation.wording.words import Word, Words

_MAX_SPAN = 5


class Difference(msgspec.Struct, frozen=True):
    """What stands in one text where the other has something else. `n_shared` words are the same, `n_before` of
    them before it."""

    older: tuple[Word, ...]
    newer: tuple[Word, ...]
    n_shared: int
    n_before: int

    def __str__(self) -> str:
        before, after = (" ".join(word for word, _ in side) for side in (self.older, self.newer))
        return f"{after} instead of {before}" if before else after


def difference(older: Words, newer: Words) -> Difference | None:
    """The one stretch in which they differ, of at most five words; None if there is none or more.
    Decorating emoji and what is free do not count."""
    a, b = older.words, newer.words
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    span_a, span_b = a[start : len(a) - end], b[start : len(b) - end]
    if not (span_a or span_b) or max(len(span_a), len(span_b)) > _MAX_SPAN:
        return None
    n_before = _n_telling(a[:start], older.language)
    n_after = _n_telling(a[len(a) - end :], older.language)
    return Difference(span_a, span_b, n_before + n_after, n_before)


def _n_telling(words: tuple[Word, ...], language: str | None) -> int:
    """How many of the words tell what is spoken of."""
    functions = function_words(language or "en")
    return sum(kind in {"content", "number"} and word not in functions for word, kind in words)
