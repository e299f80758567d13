"""Which words does a text hold, in the form in which the index compares them?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec


class Span(msgspec.Struct, frozen=True):
    """A stretch of a text, `text[start:end]`, in code points."""

    start: int
    end: int


class Analyzer(Protocol):
    """Turns text of any script into comparable terms; the same for passages and queries.

    NFKC and case folding on both sides; words where a script has spaces, character n-grams
    where it has none. Never raises on any text. Pure processor work: callers with more than a
    few kilobytes go to a thread.
    """

    def terms(self, text: str) -> list[str]:
        """The terms of a passage, in their order, with repetitions; none contains a space."""
        ...

    def query_words(self, text: str) -> list[tuple[str, ...]]:
        """The words of a question, stop words left out unless nothing else remains.

        Of each word its forms, any one of which in a passage is the word: one form, or two where
        the language of one of both may have been guessed wrong. No form is in two words.
        """
        ...

    def query_terms(self, text: str) -> list[str]:
        """The forms of all words of a question, in one list."""
        ...

    def names(self, text: str) -> Sequence[str]:
        """The normal forms of all word sequences (one to four words) that could be a name."""
        ...

    def n_tokens(self, text: str) -> int:
        """An estimate of the tokens that a language model would count, not below the truth."""
        ...

    def sentences(self, text: str) -> list[Span]:
        """Sentence boundaries of any script; the spans join to the whole text without gaps."""
        ...
