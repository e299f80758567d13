"""Which words does a text hold for the baselines? Written apart from Perspective's own analysis, so
that a fault there shows here. English stop words; other languages keep all their words."""

from __future__ import annotations

import re

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


def words_of(text: str) -> list[str]:
    """The words in their order, case folded."""
    return _WORD.findall(text.casefold())


def sought_words(question: str) -> list[str]:
    """The words of a question without the stop words, unless nothing else remains."""
    words = words_of(question)
    return [word for word in words if word not in _STOP_WORDS] or words
