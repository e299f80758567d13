"""How alike are a question and a text, whichever model compared them? One scale for all cosines.

Some models give texts that have nothing in common a cosine near 0, others one of .75 or more.
Fusion, relevance and every threshold are fitted on the first kind, so the cosines of the others
are stretched to that scale where they come in.
"""

from __future__ import annotations

import msgspec


class Calibration(msgspec.Struct, frozen=True, kw_only=True):
    """Which cosines of a model mean what 0 and 1 mean for the default one; `zero` < `one`."""

    zero: float = 0.0
    one: float = 1.0

    def __call__(self, cosine: float) -> float:
        """The cosine on the common scale, at most 1; of two the greater is never the lesser.

        **Formula** min(1, (cosine − zero) / (one − zero)).
        **Source** ARCHITECTURE.md, Decisions: cosines of several models.
        """
        return min(1.0, (cosine - self.zero) / (self.one - self.zero))
