"""Do two texts say the same, so that one of them may go? And which one stays?

Whatever differs must be free: a wording, not a number, a name, a negation or who did what to whom.
Silence is better than a wrong merger, since what is merged is told no more.

**Source** engine design, consolidation, phase 1; thresholds measured in ARCHITECTURE.md, Decisions.
"""

from __future__ import annotations

from collections import Counter
from typing import Literal

import msgspec

from perspective.domain.consolidation.claim import Claim
from perspective.domain.consolidation.order import same_parts
from perspective.domain.consolidation.rivals import are_rivals
from perspective.domain.consolidation.wording.words import Word

MIN_COSINE = 0.95
MIN_OVERLAP = 0.6
_POSSESSIVE: Word = ("'s", "marker")
_MAX_ADDED = 4  # words that one of them may have beyond the other


class Merging(msgspec.Struct, frozen=True):
    """Two texts say the same. `keeps` tells which stays: the one that says more, else the first
    that was said. `reason` is for people; `by` is how it was found."""

    keeps: Literal["a", "b"]
    by: Literal["content", "words", "meaning"]
    reason: str


def merges(
    a: Claim,
    b: Claim,
    cosine: float | None,
    *,
    min_cosine: float = MIN_COSINE,
    min_overlap: float = MIN_OVERLAP,
) -> Merging | None:
    """How two texts are merged, or None: they are two statements.

    `cosine` is None where the model cannot read one of them; only the same words are then one
    text. Symmetric: the same text stays whichever is given first.
    """
    if not _one_occasion(a, b) or a.exact != b.exact:
        return None
    if a.hash == b.hash:
        return _merging(a, b, "content")
    if a.is_long or b.is_long or _differs(a, b):
        return None
    if _same_words(a, b):
        return _merging(a, b, "words")
    if cosine is None or cosine <= min_cosine or overlap(a, b) < min_overlap:
        return None
    return _merging(a, b, "meaning") if _only_adds(a, b) else None


def overlap(a: Claim, b: Claim) -> float:
    """The share of words that both have, or of runs of three letters, whichever is more. 0–1."""
    shared = (a.bag & b.bag).total()
    every = (a.bag | b.bag).total()
    by_words = shared / every if every else 0.0
    return max(by_words, _jaccard(a.grams, b.grams))


def _jaccard(a: frozenset[str], b: frozenset[str]) -> float:
    n_shared = len(a & b)
    return n_shared / (len(a) + len(b) - n_shared) if n_shared else 0.0


def _one_occasion(a: Claim, b: Claim) -> bool:
    """Whether both could be one utterance told twice: two speakers are two, also at one moment,
    and "today" is another day on another day."""
    if a.speaker and b.speaker and a.speaker != b.speaker:
        return False
    is_same_day = a.at.date() == b.at.date()
    return is_same_day or not (_is_deictic(a) or _is_deictic(b))


def _is_deictic(claim: Claim) -> bool:
    return any(kind == "deictic" for _, kind in claim.words.words)


def _differs(a: Claim, b: Claim) -> bool:
    """Whether they cannot be the same for what one says and the other does not: numbers,
    negations, qualifiers, times, signs, names, small words that tell the part, a question."""
    return (
        a.words.is_question != b.words.is_question
        or a.decisive != b.decisive
        or a.small_words.differs(b.small_words)
        or _names_differ(a, b)
        or bool(a.words.decoration - b.words.decoration and b.words.decoration - a.words.decoration)
    )


def _names_differ(a: Claim, b: Claim) -> bool:
    """Whether one names somebody that the other has no word for."""
    return any(
        name not in other.letters
        for one, other in ((a, b), (b, a))
        for name in one.named
        if name in one.letters
    )


def _same_words(a: Claim, b: Claim) -> bool:
    if not a.letters:
        return False  # nothing but what is free: signs, fillers
    return a.letters == b.letters or same_parts(a.words, b.words, a.named | b.named)


def _only_adds(a: Claim, b: Claim) -> bool:
    """Whether what differs is no more than words that one of them adds."""
    more, fewer = a.bag - b.bag, b.bag - a.bag
    if are_rivals(more, fewer) or _POSSESSIVE in more or _POSSESSIVE in fewer:
        return False
    content_more, content_fewer = _content(more), _content(fewer)
    if (content_more and content_fewer) or (_markers(more) and _markers(fewer)):
        return False
    if (content_more + content_fewer).total() > _MAX_ADDED:
        return False
    return _keeps_order(a, b)


def _content(bag: Counter[Word]) -> Counter[Word]:
    return Counter({word: n for word, n in bag.items() if word[1] in {"content", "emoji"}})


def _markers(bag: Counter[Word]) -> bool:
    return any(kind == "marker" for _, kind in bag)


def _keeps_order(a: Claim, b: Claim) -> bool:
    """Whether the words that both have stand in the same order."""
    shared = a.bag & b.bag
    first = [word for word in a.words.words if word in shared and word[1] != "marker"]
    second = [word for word in b.words.words if word in shared and word[1] != "marker"]
    return first == second


def _merging(a: Claim, b: Claim, by: Literal["content", "words", "meaning"]) -> Merging:
    measures_a, measures_b = ((one.bag.total(), len(one.named), len(one.content)) for one in (a, b))
    if measures_a != measures_b:
        keeps_a = measures_a > measures_b
        why = "says more" if measures_a[0] != measures_b[0] else "is written more fully"
    elif a.at != b.at:
        keeps_a, why = a.at < b.at, "was said first"
    else:
        keeps_a, why = a.content <= b.content, "is as good as the other"
    how = {
        "content": "the texts are the same",
        "words": "the texts say the same in the same words",
        "meaning": "the texts mean the same, and differ in nothing that matters",
    }[by]
    return Merging("a" if keeps_a else "b", by, f"{how}; the one that stays {why}")
