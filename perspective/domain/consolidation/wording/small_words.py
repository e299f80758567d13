"""Which of the small words that are free elsewhere still tell who, which one and whether?"""

from __future__ import annotations

import itertools
import re
from collections import defaultdict

from perspective.domain.consolidation.wording.vocabulary import listed
from perspective.domain.consolidation.wording.words import Words, fold

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
# This one is not that one.
_POINTING = re.compile(
    r"\b(?:this|these|those|here|dies\w*|jen(?:e|er|es|en|em)|эт(?:от|а|и|ого|ой|ому|им|их|у)|"
    r"т(?:от|ого|ому|ой|ех))\b|这|那"
)
# What has left is gone, what is left remains.
_HAVING = {
    "en": re.compile(r"\b(?:has|have|having)\b|['’]ve\b"),
    "de": re.compile(r"\b(?:hat|habt?|habe|haben)\b"),
}
_BEING = {
    "en": re.compile(r"\b(?:is|are|am|be|been)\b|['’](?:re|m)\b"),
    "de": re.compile(r"\b(?:ist|sind|bin|seid)\b"),
}
# In German their form tells who does it and to whom.
_ARTICLES = frozenset(
    listed("der den dem des die das ein einen einem einer eines eine mein meinen meinem meiner")
)


class SmallWords:
    """The small words of a text, read when they are asked for."""

    __slots__ = ("articles", "auxiliaries", "pointing")

    def __init__(self, content: str, words: Words) -> None:
        text = content.casefold()
        language = words.language or "en"
        self.pointing = tuple(sorted(_POINTING.findall(text)))
        self.auxiliaries = tuple(
            len(table[language].findall(text)) if language in table else 0
            for table in (_HAVING, _BEING)
        )
        self.articles = _articles(text) if language == "de" else {}

    def differs(self, other: SmallWords) -> bool:
        """Whether one points elsewhere, has where the other is, or gives a noun another part."""
        has, is_ = (one - two for one, two in zip(self.auxiliaries, other.auxiliaries, strict=True))
        return (
            self.pointing != other.pointing
            or has * is_ < 0
            or any(
                noun in other.articles and other.articles[noun] != articles
                for noun, articles in self.articles.items()
            )
        )


def _articles(text: str) -> dict[str, frozenset[str]]:
    """The articles before each word."""
    found: dict[str, set[str]] = defaultdict(set)
    row = _WORD.findall(text)
    for article, noun in itertools.pairwise(row):
        if article in _ARTICLES:
            found[fold(noun)].add(article)
    return {noun: frozenset(articles) for noun, articles in found.items()}
