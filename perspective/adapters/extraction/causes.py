"""Which statements of an English text brought about which? Only where the text says so itself, in
a word between the two.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from perspective.domain.extraction.reading import Cause, Fact

_CONFIDENCE = 0.8
# What stands before a statement that is the reason for the one before it.
_BECAUSE = re.compile(r"\b(?:because|cause|'cause|cuz|coz|cos)[\s,]+$", re.IGNORECASE)
# What stands between a reason and what came of it: in one sentence, or also at the start of the next.
_SO = re.compile(
    r"(?:[\s,;:–—-]*(?:and )?(?:so|thus|hence)|"
    r"[\s.,;:!–—-]*(?:and )?(?:therefore|consequently))"
    r"[\s,]*",
    re.IGNORECASE,
)
_LONGEST = 40  # characters between two statements


def causes_of(text: str, facts: Sequence[Fact], offset: int) -> list[Cause]:
    """The causes that a text at `offset` names, as pairs of its statements."""
    return list(_causes(text, sorted(facts, key=lambda one: (one.start, -one.end)), offset))


def _causes(text: str, facts: Sequence[Fact], offset: int) -> Iterator[Cause]:
    for first, second in itertools.pairwise(facts):
        start = second.start - offset
        if _BECAUSE.search(text[max(0, start - _LONGEST) : start]):
            yield Cause(cause=second.text, effect=first.text, confidence=_CONFIDENCE)
            continue
        gap = text[first.end - offset : start]
        if len(gap) <= _LONGEST and _SO.fullmatch(gap):
            yield Cause(cause=first.text, effect=second.text, confidence=_CONFIDENCE)
