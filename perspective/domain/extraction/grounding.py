"""Does the text say so? What was read is kept only as far as words of its source support it.

No model is believed: a name must stand in the text, and every word of a relation or a statement
must be one of the text's, of the speaker's name, or of those few that grammar alone brings in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeVar

import msgspec

from perspective.domain.extraction.reading import (
    Cause,
    Fact,
    Mention,
    Passage,
    Reading,
    Relation,
)
from perspective.domain.text.normal import normal_form

T = TypeVar("T", Mention, Relation, Fact, Cause)

_WORD = re.compile(r"\w+")
# What a change of person or tense brings in: "I'm" becomes "is", "my" becomes "Ana's".
_GRAMMAR = frozenset(
    [
        "a",
        "an",
        "and",
        "am",
        "are",
        "be",
        "been",
        "did",
        "do",
        "does",
        "doesn",
        "don",
        "goes",
        "going",
        "had",
        "has",
        "hasn",
        "have",
        "haven",
        "is",
        "isn",
        "not",
        "of",
        "s",
        "that",
        "the",
        "to",
        "was",
        "wasn",
        "were",
        "weren",
        "will",
        "would",
    ]
)
_MIN_STEM = 3
_MAX_ENDING = 3


class Grounded(msgspec.Struct, frozen=True):
    """What is left of a reading, and how much of it was dropped."""

    reading: Reading
    n_dropped: int


def grounded(
    reading: Reading, passage: Passage, *, min_confidence: float = 0.0, reliability: float = 1.0
) -> Grounded:
    """The parts of a reading that its passage supports and that are as sure as asked for.

    `reliability`, 0–1, is how far the source is to be believed: it lowers each confidence.
    """
    text = _Source(passage)
    mentions = _sure(filter(text.names, reading.mentions), reliability, min_confidence)
    relations = _sure(filter(text.relates, reading.relations), reliability, min_confidence)
    facts = _sure(filter(text.states, reading.facts), reliability, min_confidence)
    stated = {one.text for one in facts}
    causes = [one for one in reading.causes if {one.cause, one.effect} <= stated]
    n_before = len(reading.mentions) + len(reading.relations) + len(reading.facts)
    kept: Reading = msgspec.structs.replace(
        reading,
        mentions=mentions,
        relations=relations,
        facts=facts,
        causes=_sure(causes, reliability, min_confidence),
    )
    return Grounded(kept, n_before - len(mentions) - len(relations) - len(facts))


def _sure(found: Iterable[T], reliability: float, min_confidence: float) -> tuple[T, ...]:
    """Those that are sure enough, as far as their source is to be believed."""
    believed = [
        msgspec.structs.replace(one, confidence=one.confidence * reliability) for one in found
    ]
    return tuple(one for one in believed if one.confidence >= min_confidence)


class _Source:
    """A passage, ready to be asked what it supports."""

    def __init__(self, passage: Passage) -> None:
        self._content = passage.content
        self._text = normal_form(passage.content)
        self._words = set(_WORD.findall(self._text))
        self._speaker = set(_WORD.findall(normal_form(passage.speaker or "")))

    def names(self, mention: Mention) -> bool:
        """Whether the text has the name, at the place that is given."""
        name = normal_form(mention.name)
        return bool(name) and name in normal_form(self._content[mention.start : mention.end])

    def relates(self, relation: Relation) -> bool:
        """Whether all its words are the text's."""
        ends = (relation.subject, relation.object)
        return all(map(self._supports, (*ends, relation.predicate))) and all(ends)

    def states(self, fact: Fact) -> bool:
        """Whether all its words are the text's."""
        return bool(fact.text.strip()) and self._supports(fact.text)

    def _supports(self, words: str) -> bool:
        return all(map(self._has, _WORD.findall(normal_form(words))))

    def _has(self, word: str) -> bool:
        if word in self._words or word in self._speaker or word in _GRAMMAR:
            return True
        if word.isdecimal():
            return False
        if not word.isascii() and word in self._text:  # scripts without spaces
            return True
        return any(_same_stem(word, other) for other in self._words)


def _same_stem(a: str, b: str) -> bool:
    """Whether two words differ in a short ending alone: "lives" and "live", "tries" and "try"."""
    a, b = a.replace("ies", "y"), b.replace("ies", "y")
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    return shared >= max(_MIN_STEM, max(len(a), len(b)) - _MAX_ENDING) and not (
        a[shared:].isdecimal() or b[shared:].isdecimal()
    )
