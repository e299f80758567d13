"""How alike are two names in spelling, and how does one sound in Latin letters?

Distances are rapidfuzz's, romanisation anyascii's; what is alike enough is the domain's to decide.
"""

from __future__ import annotations

import functools

from anyascii import anyascii
from rapidfuzz.distance import OSA

_MAX_WORD = 100
_MAX_CACHED = 4_096


class NameLikeness:
    """See `domain.extraction.names.sounding.Likeness`."""

    def n_edits(self, first: str, second: str) -> int:
        """See `Likeness`; of the first 100 characters."""
        return OSA.distance(first[:_MAX_WORD], second[:_MAX_WORD])

    def in_latin(self, text: str) -> str:
        """See `Likeness`; of the first 100 characters."""
        return _in_latin(text[:_MAX_WORD])


@functools.lru_cache(_MAX_CACHED)
def _in_latin(text: str) -> str:
    whole = text.encode("utf-8", "ignore").decode()
    return anyascii(whole).lower()
