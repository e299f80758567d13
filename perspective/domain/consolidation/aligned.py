"""In what single place do two texts differ, if they are otherwise the same words?"""

from __future__ import annotations

import msgspec

from perspective.domain.consolidation.words import Word, Words

_MAX_SPAN = 5


class Difference(msgspec.Struct, frozen=True):
    """What stands in one text where the other has something else. `n_shared` words are the same."""

    older: tuple[Word, ...]
    newer: tuple[Word, ...]
    n_shared: int

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
    n_shared = sum(kind in {"content", "number"} for _, kind in (*a[:start], *a[len(a) - end :]))
    if start == 0 and {kind for _, kind in (*span_a, *span_b)} & {"content"}:
        return None  # another subject
    return Difference(span_a, span_b, n_shared)
